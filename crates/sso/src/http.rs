//! Requests to the provider: encrypted except on this machine, without redirects, limited in size and time.

use std::{net::IpAddr, time::Duration};

use reqwest::{Client, RequestBuilder, Url, redirect};
use serde::{Deserialize, de::DeserializeOwned};

use crate::{Options, SsoError, discovery::ClientAuth, error::plain};

/// For one request, from the connection to the last byte.
const TIME: Duration = Duration::from_secs(10);
const CONNECT: Duration = Duration::from_secs(5);
/// A description and a set of keys have a few kilobytes.
const LARGEST: usize = 256 << 10;

#[derive(Debug, Clone)]
pub(crate) struct Http(Client);

/// An error of the token endpoint (RFC 6749).
#[derive(Deserialize)]
struct Refusal {
    error: String,
    error_description: Option<String>,
}

impl Http {
    pub(crate) fn new(issuer: &str) -> Result<Self, SsoError> {
        // The store's cryptography serves here too; an error only says that it is already installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = Client::builder()
            // A redirect could carry the secret, or the trust in an answer, to another host.
            .redirect(redirect::Policy::none())
            // A small compressed body could unfold into one of any size.
            .no_gzip()
            .connect_timeout(CONNECT);
        if Url::parse(issuer).is_ok_and(|url| is_this_machine(&url)) {
            builder = builder.no_proxy();
        }
        builder.build().map(Self).map_err(|error| SsoError::Unreachable(error.to_string()))
    }

    pub(crate) async fn get<T: DeserializeOwned>(&self, address: &str) -> Result<T, SsoError> {
        self.fetch(self.0.get(check_address(address)?), address).await
    }

    pub(crate) async fn get_with_token<T: DeserializeOwned>(
        &self,
        address: &str,
        token: &str,
    ) -> Result<T, SsoError> {
        self.fetch(self.0.get(check_address(address)?).bearer_auth(token), address).await
    }

    /// Sends a form to the token endpoint, as this client.
    pub(crate) async fn exchange<T: DeserializeOwned>(
        &self,
        address: &str,
        form: &[(&str, &str)],
        client: &Options,
        auth: ClientAuth,
    ) -> Result<T, SsoError> {
        let request = Self::as_client(self.0.post(check_address(address)?), form, client, auth);
        let (status, bytes) = self.send(request, address).await?;
        if (400..500).contains(&status)
            && let Ok(refusal) = serde_json::from_slice::<Refusal>(&bytes)
        {
            let why = refusal.error_description.unwrap_or(refusal.error);
            return Err(SsoError::CodeRefused(plain(&why)));
        }
        read(status, &bytes, address)
    }

    /// A request with a form, and with the proof of who we are.
    fn as_client(
        mut request: RequestBuilder,
        form: &[(&str, &str)],
        client: &Options,
        auth: ClientAuth,
    ) -> RequestBuilder {
        let mut body = form_urlencoded::Serializer::new(String::new());
        body.extend_pairs(form);
        match (&client.client_secret, auth) {
            (Some(secret), ClientAuth::Basic) => {
                let encode =
                    |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
                request = request.basic_auth(encode(&client.client_id), Some(encode(secret)));
            }
            (Some(secret), ClientAuth::Post) => {
                body.append_pair("client_id", &client.client_id).append_pair("client_secret", secret);
            }
            (None, _) => {
                body.append_pair("client_id", &client.client_id);
            }
        }
        request.header("content-type", "application/x-www-form-urlencoded").body(body.finish())
    }

    async fn fetch<T: DeserializeOwned>(
        &self,
        request: RequestBuilder,
        address: &str,
    ) -> Result<T, SsoError> {
        let (status, bytes) = self.send(request, address).await?;
        read(status, &bytes, address)
    }

    async fn send(&self, request: RequestBuilder, address: &str) -> Result<(u16, Vec<u8>), SsoError> {
        let failed = |error: reqwest::Error| SsoError::Unreachable(error.without_url().to_string());
        let send = async {
            let mut reply = request.header("accept", "application/json").send().await.map_err(failed)?;
            let mut bytes = Vec::new();
            while let Some(piece) = reply.chunk().await.map_err(failed)? {
                if bytes.len() + piece.len() > LARGEST {
                    return Err(SsoError::TooLarge(address.to_owned()));
                }
                bytes.extend_from_slice(&piece);
            }
            Ok((reply.status().as_u16(), bytes))
        };
        tokio::time::timeout(TIME, send).await.map_err(|_| SsoError::TooSlow(TIME.as_secs()))?
    }
}

fn read<T: DeserializeOwned>(status: u16, bytes: &[u8], address: &str) -> Result<T, SsoError> {
    if !(200..300).contains(&status) {
        return Err(SsoError::Status { address: address.to_owned(), status });
    }
    // The position of an error is told, not the text, which may hold a token.
    serde_json::from_slice(bytes).map_err(|error| SsoError::Malformed {
        address: address.to_owned(),
        why: format!("not the expected JSON at line {}, column {}", error.line(), error.column()),
    })
}

/// An address to which a secret may be sent.
pub(crate) fn check_address(address: &str) -> Result<Url, SsoError> {
    let refused = || SsoError::NotSecure(plain(address));
    let url = Url::parse(address).map_err(|_| refused())?;
    let is_plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    let is_safe = match url.scheme() {
        "https" => url.host_str().is_some(),
        "http" => is_this_machine(&url),
        _ => false,
    };
    if is_plain && is_safe { Ok(url) } else { Err(refused()) }
}

fn is_this_machine(url: &Url) -> bool {
    url.host_str().is_some_and(|host| {
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        bare == "localhost" || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_travel_encrypted_or_not_at_all() {
        let check = |address: &str, fits: bool| {
            assert_eq!(check_address(address).is_ok(), fits, "{address}");
        };
        check("https://login.example.org", true);
        check("https://login.example.org/realms/school?x=1", true);
        check("http://127.0.0.1:4000/token", true);
        check("http://[::1]:4000/token", true);
        check("http://localhost/token", true);
        check("http://login.example.org", false);
        check("http://127.0.0.1.example.org", false);
        check("http://localhost.example.org", false);
        check("https://user:secret@login.example.org", false);
        check("https://login.example.org/#fragment", false);
        check("file:///etc/passwd", false);
        check("javascript:alert(1)", false);
        check("", false);
    }
}
