//! The settings of a provider: its address, capabilities and prices.

use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use reqwest::Url;
use serde::{Deserialize, Serialize};
use tutti_core::{Code, Money, Problem};

use crate::name::ProviderName;
use crate::request::Usage;

/// A value that is never printed: its `Debug` shows dots, and it has no `Display` or `Serialize`.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    pub fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(...)")
    }
}

/// The API protocol of a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Gemini,
    /// Chat completions: OpenAI, and everything compatible with it (Ollama's `/v1`, vLLM, llama.cpp,
    /// OpenRouter).
    OpenAi,
    Anthropic,
}

impl Kind {
    /// Where the provider's own service is. Local servers always give a base URL.
    fn public_url(self) -> &'static str {
        match self {
            Self::Gemini => "https://generativelanguage.googleapis.com/v1beta/",
            Self::OpenAi => "https://api.openai.com/v1/",
            Self::Anthropic => "https://api.anthropic.com/v1/",
        }
    }
}

/// The JSON support of an endpoint. Endpoints of one kind differ, so it is a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JsonSupport {
    /// It takes the JSON Schema of the reply.
    Schema,
    /// It can be told to answer with some JSON object. Anthropic has no such switch, so there it is the same
    /// as `PromptOnly`.
    Object,
    /// It can only be asked to, by the prompt.
    PromptOnly,
}

/// Prices per million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    pub input: Money,
    pub output: Money,
    /// For input tokens from the provider's prompt cache.
    pub cached_input: Money,
}

impl Price {
    pub fn of(&self, usage: &Usage) -> Money {
        let cached = usage.cached_input.min(usage.input);
        let fresh = tutti_core::Tokens(usage.input.0 - cached.0);
        let parts = [
            self.input.per_million(fresh),
            self.cached_input.per_million(cached),
            self.output.per_million(usage.output),
        ];
        Money::from_micro_usd(parts.iter().fold(0, |sum, part| sum.saturating_add(part.micro_usd())))
    }
}

/// When to stop calling a provider that is down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BreakerSettings {
    /// Failures in a row that open the circuit.
    pub failures: u32,
    /// How long it stays open before one call is let through to see.
    pub cool_down: Duration,
}

impl Default for BreakerSettings {
    fn default() -> Self {
        Self { failures: 5, cool_down: Duration::from_secs(30) }
    }
}

/// One provider.
#[derive(Debug, Clone)]
pub struct ProviderSettings {
    pub name: ProviderName,
    pub kind: Kind,
    /// With or without a slash at the end. `None` is the kind's public service.
    pub base_url: Option<String>,
    /// Local servers need none.
    pub api_key: Option<Secret>,
    pub json: JsonSupport,
    /// Calls in flight at once; more wait.
    pub concurrency: usize,
    /// `None` costs nothing, as a local model does.
    pub price: Option<Price>,
    pub breaker: BreakerSettings,
}

impl ProviderSettings {
    pub fn new(name: ProviderName, kind: Kind) -> Self {
        Self {
            name,
            kind,
            base_url: None,
            api_key: None,
            json: JsonSupport::Schema,
            concurrency: 4,
            price: None,
            breaker: BreakerSettings::default(),
        }
    }

    /// The base URL, checked, with the slash at the end that joining paths needs.
    pub(crate) fn endpoint(&self) -> Result<Url, SetupError> {
        let given = self.base_url.as_deref().unwrap_or(self.kind.public_url());
        let bad = |why| SetupError::BadUrl { provider: self.name.clone(), why };
        let mut url = Url::parse(given).map_err(|_| bad("is not a URL"))?;
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
            return Err(bad("must begin with http:// or https:// and name a host"));
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(bad("may not have a query or a fragment"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(bad("may not hold a user name or password; use the API key setting"));
        }
        if !url.path().ends_with('/') {
            let path = format!("{}/", url.path());
            url.set_path(&path);
        }
        Ok(url)
    }
}

/// Whether a URL stays on this machine.
pub(crate) fn is_loopback(url: &Url) -> bool {
    let Some(host) = url.host_str() else { return false };
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    bare == "localhost" || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Settings that make no working set of providers.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    #[error("the base URL of provider `{provider}` {why}")]
    BadUrl {
        provider: ProviderName,
        /// The rest of the sentence. The URL itself is left out: it may hold a password.
        why: &'static str,
    },
    #[error("there are two providers called `{0}`")]
    Twice(ProviderName),
    #[error("provider `{0}` needs a concurrency of at least 1")]
    NoConcurrency(ProviderName),
    /// The HTTP client could not be made, for instance because the system has no certificates.
    #[error("no HTTP client for provider `{provider}`: {cause}")]
    NoClient { provider: ProviderName, cause: String },
}

impl From<SetupError> for Problem {
    fn from(error: SetupError) -> Self {
        Self::new(Code::BadSettings, error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use tutti_core::Tokens;

    use super::*;

    fn at(base_url: &str) -> ProviderSettings {
        let name = ProviderName::parse("p").unwrap();
        ProviderSettings { base_url: Some(base_url.to_owned()), ..ProviderSettings::new(name, Kind::OpenAi) }
    }

    #[test]
    fn a_secret_is_not_printed() {
        let settings =
            ProviderSettings { api_key: Some(Secret::new("sk-very-secret")), ..at("http://localhost") };
        assert!(!format!("{settings:?}").contains("very"));
    }

    #[test]
    fn base_urls() {
        for (given, taken) in [
            ("http://127.0.0.1:8080/v1", Some("http://127.0.0.1:8080/v1/")),
            ("http://127.0.0.1:8080/v1/", Some("http://127.0.0.1:8080/v1/")),
            ("https://openrouter.ai/api/v1", Some("https://openrouter.ai/api/v1/")),
            ("http://localhost:1234", Some("http://localhost:1234/")),
            ("ftp://localhost/", None),
            ("localhost:11434", None),
            ("https://host/v1?key=1", None),
            ("https://me:pw@host/v1", None),
        ] {
            assert_eq!(at(given).endpoint().ok().as_ref().map(Url::as_str), taken, "{given}");
        }
    }

    #[test]
    fn what_counts_as_this_machine() {
        for (url, here) in [
            ("http://127.0.0.1:1/", true),
            ("http://127.9.9.9/", true),
            ("http://[::1]:80/", true),
            ("http://LOCALHOST/", true),
            ("http://localhost.example.org/", false),
            ("http://10.0.0.1/", false),
            ("http://0.0.0.0/", false),
            ("https://api.openai.com/v1/", false),
        ] {
            assert_eq!(is_loopback(&Url::parse(url).unwrap()), here, "{url}");
        }
    }

    #[test]
    fn cached_tokens_have_their_own_price() {
        let price = Price {
            input: Money::from_micro_usd(1_000_000),
            output: Money::from_micro_usd(4_000_000),
            cached_input: Money::from_micro_usd(100_000),
        };
        let usage = Usage { input: Tokens(100), output: Tokens(10), cached_input: Tokens(60) };
        assert_eq!(price.of(&usage).micro_usd(), 40 + 6 + 40);
    }
}
