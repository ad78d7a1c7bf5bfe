//! Names of providers and of the models they serve.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Why a text names no model or provider.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{given}` is not {wanted}")]
pub struct BadModelName {
    /// The text as given.
    pub given: String,
    /// What was expected.
    pub wanted: &'static str,
}

/// A provider as the settings call it: `gemini`, `ollama`, `lab-vllm`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ProviderName(String);

impl ProviderName {
    pub fn parse(text: impl Into<String>) -> Result<Self, BadModelName> {
        let given = text.into();
        let fits = (1..=40).contains(&given.len())
            && given.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_".contains(&b));
        if fits {
            Ok(Self(given))
        } else {
            Err(BadModelName {
                given,
                wanted: "a provider name: use 1 to 40 lowercase letters, digits, - and _",
            })
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A model at a provider, written `provider:model`. The model part is the provider's business and may hold
/// anything, further colons included (`ollama:llama3.2:3b`).
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ModelName {
    pub provider: ProviderName,
    pub model: String,
}

impl FromStr for ModelName {
    type Err = BadModelName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad =
            || BadModelName { given: text.to_owned(), wanted: "a model name: write it as provider:model" };
        let (provider, model) = text.split_once(':').ok_or_else(bad)?;
        if model.is_empty() || model.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err(bad());
        }
        Ok(Self { provider: ProviderName::parse(provider)?, model: model.to_owned() })
    }
}

impl TryFrom<String> for ModelName {
    type Error = BadModelName;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<ModelName> for String {
    fn from(name: ModelName) -> Self {
        name.to_string()
    }
}

impl TryFrom<String> for ProviderName {
    type Error = BadModelName;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(text)
    }
}

impl From<ProviderName> for String {
    fn from(name: ProviderName) -> Self {
        name.0
    }
}

impl fmt::Display for ProviderName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for ModelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.provider, self.model)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_colon_parts_provider_and_model() {
        let name: ModelName = "ollama:llama3.2:3b".parse().unwrap();
        assert_eq!((name.provider.as_str(), name.model.as_str()), ("ollama", "llama3.2:3b"));
        assert_eq!(name.to_string(), "ollama:llama3.2:3b");
    }

    #[test]
    fn names_that_are_refused() {
        for bad in ["gpt-4o", "", ":x", "openai:", "Open AI:x", "openai:a b", "openai:a\nb"] {
            assert!(bad.parse::<ModelName>().is_err(), "{bad:?} was accepted");
        }
    }
}
