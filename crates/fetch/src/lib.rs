//! Fetches documents from the public web, and from nowhere else.
//!
//! An address that a user gives may be a trap: it can lead to a service on this machine or in this network, directly,
//! by its name, or by a redirect. So only http and https are allowed; names are resolved here, and every address of a
//! name must be public; the connection goes to exactly those addresses; every redirect is checked again as a new
//! address. Size and time are limited, and proxies from the environment are not used.

mod address;
mod search;

pub use address::is_public;
pub use search::{Hit, Searcher};

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use reqwest::{Client, Url, header, redirect};
use tutti_core::{Code, Problem};

/// Fetches documents.
#[derive(Debug, Clone)]
pub struct Fetcher {
    pub bytes: usize,
    /// For everything together.
    pub time: Duration,
    /// Addresses that count as public although they are not, with their names.
    trusted: Vec<(String, SocketAddr)>,
}

impl Default for Fetcher {
    fn default() -> Self {
        Self { bytes: 20 << 20, time: Duration::from_secs(30), trusted: Vec::new() }
    }
}

/// A fetched document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    pub bytes: Vec<u8>,
    /// The final address, after redirects.
    pub address: String,
}

/// Why fetching failed.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error("`{0}` is not a web address: it must begin with http:// or https://")]
    NotAnAddress(String),
    /// A machine of this network, however it was named.
    #[error("{host} leads to {address}, which is not on the public internet")]
    Private { host: String, address: IpAddr },
    #[error("there is no machine called {0}")]
    Unknown(String),
    #[error("{0} redirects too often")]
    TooManyRedirects(String),
    #[error("{address} answered with status {status}")]
    Status { address: String, status: u16 },
    #[error("{address} has more than {limit} bytes")]
    TooLarge { address: String, limit: usize },
    #[error("{address} did not answer within {seconds} s")]
    TooSlow { address: String, seconds: u64 },
    #[error("{address} cannot be fetched: {why}")]
    Failed { address: String, why: String },
}

impl From<FetchError> for Problem {
    fn from(error: FetchError) -> Self {
        let (code, hint) = match &error {
            FetchError::NotAnAddress(_) => (Code::BadInput, "give a file, or a whole web address"),
            FetchError::Private { .. } => (
                Code::BadInput,
                "save the document as a file and give that; only public addresses are fetched",
            ),
            FetchError::Unknown(_) => {
                (Code::BadInput, "check the spelling of the address and this machine's network connection")
            }
            FetchError::TooLarge { .. } => (Code::TooLarge, "save the part you need as a file and give that"),
            FetchError::TooSlow { .. } => {
                (Code::UpstreamTimeout, "try again, or save the document as a file")
            }
            FetchError::TooManyRedirects(_) | FetchError::Status { .. } | FetchError::Failed { .. } => {
                (Code::UpstreamFailed, "open the address in a browser, save the document and give that")
            }
        };
        Self::new(code, error.to_string()).hint(hint)
    }
}

/// Steps from one address to the next.
const REDIRECTS: usize = 5;

impl Fetcher {
    /// Lets a name lead to an address of this network: for a service of your own, and for tests.
    #[must_use]
    pub fn trusting(mut self, host: impl Into<String>, address: SocketAddr) -> Self {
        self.trusted.push((host.into(), address));
        self
    }

    pub async fn fetch(&self, address: &str) -> Result<Fetched, FetchError> {
        let slow = || FetchError::TooSlow { address: address.to_owned(), seconds: self.time.as_secs() };
        tokio::time::timeout(self.time, self.follow(address)).await.map_err(|_| slow())?
    }

    async fn follow(&self, address: &str) -> Result<Fetched, FetchError> {
        let mut url = web_address(address)?;
        for _ in 0..=REDIRECTS {
            let failed = |error: reqwest::Error| {
                let why = error.without_url().to_string();
                FetchError::Failed { address: url.to_string(), why }
            };
            let mut reply = self.client(&url).await?.get(url.clone()).send().await.map_err(failed)?;
            let status = reply.status();
            if status.is_redirection() {
                let next = reply.headers().get(header::LOCATION).and_then(|value| value.to_str().ok());
                let next = next.and_then(|next| url.join(next).ok());
                url = web_address(next.as_ref().map_or("", Url::as_str))?;
                continue;
            }
            if !status.is_success() {
                return Err(FetchError::Status { address: url.to_string(), status: status.as_u16() });
            }
            let mut bytes = Vec::new();
            while let Some(piece) = reply.chunk().await.map_err(failed)? {
                if bytes.len() + piece.len() > self.bytes {
                    return Err(FetchError::TooLarge { address: url.to_string(), limit: self.bytes });
                }
                bytes.extend_from_slice(&piece);
            }
            return Ok(Fetched { bytes, address: url.to_string() });
        }
        Err(FetchError::TooManyRedirects(address.to_owned()))
    }

    /// A client that connects to the checked addresses, and to no others.
    async fn client(&self, url: &Url) -> Result<Client, FetchError> {
        let host = url.host_str().unwrap_or_default().to_owned();
        let port = url.port_or_known_default().unwrap_or(80);
        let addresses = self.addresses(&host, port).await?;
        // The store's cryptography serves here too; an error only says that it is already installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        // No time limit of its own: the limit for the whole fetch has a clear error, and a second one of the same
        // length would sometimes expire first.
        let builder = Client::builder().no_proxy().redirect(redirect::Policy::none());
        let client = builder.resolve_to_addrs(&host, &addresses).build();
        client.map_err(|error| FetchError::Failed { address: url.to_string(), why: error.to_string() })
    }

    async fn addresses(&self, host: &str, port: u16) -> Result<Vec<SocketAddr>, FetchError> {
        if let Some((_, address)) = self.trusted.iter().find(|(trusted, _)| trusted == host) {
            return Ok(vec![*address]);
        }
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let addresses: Vec<SocketAddr> = match bare.parse::<IpAddr>() {
            Ok(address) => vec![SocketAddr::new(address, port)],
            Err(_) => match tokio::net::lookup_host((bare, port)).await {
                Ok(found) => found.collect(),
                Err(_) => return Err(FetchError::Unknown(host.to_owned())),
            },
        };
        // One private address among public ones is the trap.
        if let Some(private) = addresses.iter().find(|address| !is_public(address.ip())) {
            return Err(FetchError::Private { host: host.to_owned(), address: private.ip() });
        }
        if addresses.is_empty() {
            return Err(FetchError::Unknown(host.to_owned()));
        }
        Ok(addresses)
    }
}

fn web_address(text: &str) -> Result<Url, FetchError> {
    let refused = || FetchError::NotAnAddress(text.to_owned());
    let url = Url::parse(text).map_err(|_| refused())?;
    let plain = url.username().is_empty() && url.password().is_none();
    if !["http", "https"].contains(&url.scheme()) || url.host_str().is_none() || !plain {
        return Err(refused());
    }
    Ok(url)
}
