//! The provider's description of itself.

use serde::Deserialize;

use crate::{
    SsoError,
    http::{Http, check_address},
};

/// How this client proves who it is at the token endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClientAuth {
    Basic,
    Post,
}

/// What we use of the description. Every address in it was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Metadata {
    pub(crate) authorization_endpoint: String,
    pub(crate) token_endpoint: String,
    pub(crate) jwks_uri: String,
    pub(crate) userinfo_endpoint: Option<String>,
    pub(crate) client_auth: ClientAuth,
    /// Whether every response must name the issuer (RFC 9207).
    pub(crate) names_issuer_in_responses: bool,
}

#[derive(Deserialize)]
struct Document {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    userinfo_endpoint: Option<String>,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
    code_challenge_methods_supported: Option<Vec<String>>,
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

impl Metadata {
    pub(crate) async fn fetch(http: &Http, issuer: &str) -> Result<Self, SsoError> {
        let address = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
        Self::check(http.get(&address).await?, issuer, &address)
    }

    fn check(document: Document, issuer: &str, address: &str) -> Result<Self, SsoError> {
        if document.issuer != issuer {
            return Err(SsoError::WrongIssuer(crate::error::plain(&document.issuer)));
        }
        let lists = |names: &Option<Vec<String>>, name: &str| {
            names.as_ref().is_none_or(|names| names.iter().any(|known| known == name))
        };
        if !lists(&document.code_challenge_methods_supported, "S256") {
            let why = "it does not support PKCE with S256".to_owned();
            return Err(SsoError::Malformed { address: address.to_owned(), why });
        }
        let endpoints = [&document.authorization_endpoint, &document.token_endpoint, &document.jwks_uri];
        for endpoint in endpoints.into_iter().chain(&document.userinfo_endpoint) {
            check_address(endpoint)?;
        }
        let methods = &document.token_endpoint_auth_methods_supported;
        let is_post = !lists(methods, "client_secret_basic") && lists(methods, "client_secret_post");
        Ok(Self {
            authorization_endpoint: document.authorization_endpoint,
            token_endpoint: document.token_endpoint,
            jwks_uri: document.jwks_uri,
            userinfo_endpoint: document.userinfo_endpoint,
            client_auth: if is_post { ClientAuth::Post } else { ClientAuth::Basic },
            names_issuer_in_responses: document.authorization_response_iss_parameter_supported,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[track_caller]
    fn check(changes: &Value, expected: Result<ClientAuth, &str>) {
        let mut document = json!({
            "issuer": "https://login.example",
            "authorization_endpoint": "https://login.example/auth",
            "token_endpoint": "https://login.example/token",
            "jwks_uri": "https://login.example/keys",
        });
        for (name, value) in changes.as_object().unwrap() {
            document[name] = value.clone();
        }
        let document = serde_json::from_value(document).unwrap();
        let read = Metadata::check(document, "https://login.example", "there");
        let read = read.map(|metadata| metadata.client_auth).map_err(|error| error.to_string());
        assert_eq!(read, expected.map_err(str::to_owned));
    }

    #[test]
    fn descriptions() {
        check(&json!({}), Ok(ClientAuth::Basic));
        let methods = |names: &[&str]| json!({ "token_endpoint_auth_methods_supported": names });
        check(&methods(&["client_secret_post"]), Ok(ClientAuth::Post));
        check(&methods(&["client_secret_post", "client_secret_basic"]), Ok(ClientAuth::Basic));
        check(&methods(&["private_key_jwt"]), Ok(ClientAuth::Basic));
        check(
            &json!({ "issuer": "https://evil.example" }),
            Err(
                "the sign-on provider calls itself `https://evil.example`, which is not the issuer in the settings",
            ),
        );
        check(
            &json!({ "issuer": "https://login.example/" }),
            Err(
                "the sign-on provider calls itself `https://login.example/`, which is not the issuer in the settings",
            ),
        );
        for endpoint in ["authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"] {
            check(
                &json!({ endpoint: "http://login.example/x" }),
                Err(
                    "`http://login.example/x` is not an https address; http is allowed only for this machine",
                ),
            );
        }
        check(
            &json!({ "code_challenge_methods_supported": ["plain"] }),
            Err(
                "the sign-on provider's answer at there is not as the standard says: it does not support PKCE with S256",
            ),
        );
    }
}
