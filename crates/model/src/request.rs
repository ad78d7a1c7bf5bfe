//! The request to a model, and its reply.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tutti_core::{ContentHash, Spend, Tokens};

use crate::name::ModelName;
use crate::settings::Price;

/// Sent when a request names no limit: without one a budget could not be kept, and some wires demand it.
const DEFAULT_MAX_TOKENS: u32 = 4096;

/// One question to one model. Everything but the idempotency key is part of its identity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    pub model: ModelName,
    pub system: Option<String>,
    pub turns: Vec<Turn>,
    /// The shape the answer should have; how it is asked for depends on the provider's `JsonSupport`.
    pub schema: Option<OutputSchema>,
    pub temperature: Option<f64>,
    /// The most tokens to answer with; 4096 when not given.
    pub max_tokens: Option<u32>,
    /// Sent as the `Idempotency-Key` header.
    #[serde(skip)]
    pub idempotency_key: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    pub role: Role,
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    User,
    Assistant,
}

/// A JSON Schema with the name some providers want for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OutputSchema {
    /// Letters, digits, `-` and `_`.
    pub name: String,
    pub schema: Value,
}

impl Request {
    /// One user turn and nothing else.
    pub fn new(model: ModelName, text: impl Into<String>) -> Self {
        Self {
            model,
            system: None,
            turns: vec![Turn { role: Role::User, text: text.into() }],
            schema: None,
            temperature: None,
            max_tokens: None,
            idempotency_key: None,
        }
    }

    /// The name of this question in caches and cassettes.
    pub fn hash(&self) -> ContentHash {
        ContentHash::of_json(&self.to_json())
    }

    /// The request without its idempotency key.
    pub(crate) fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    pub(crate) fn output_limit(&self) -> u32 {
        self.max_tokens.unwrap_or(DEFAULT_MAX_TOKENS)
    }

    /// The most this request is expected to cost. Three bytes to a token is more tokens than English takes,
    /// and about right for scripts with three bytes to a letter.
    pub(crate) fn estimate(&self, price: Option<&Price>) -> Spend {
        let turns: usize = self.turns.iter().map(|turn| turn.text.len()).sum();
        let system = self.system.as_ref().map_or(0, String::len);
        let schema = self.schema.as_ref().map_or(0, |schema| schema.schema.to_string().len());
        let input = Tokens(((turns + system + schema) as u64).div_ceil(3));
        Usage { input, output: Tokens(self.output_limit().into()), cached_input: Tokens(0) }.spend(price)
    }
}

/// What a model answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// The text, without white space around it.
    pub text: String,
    pub usage: Usage,
    pub finish: Finish,
    /// The model as the provider calls it, which may be more exact than what was asked for.
    pub model: String,
    /// Whether it was answered without a call.
    pub from_cache: bool,
}

/// Tokens as the provider counted them; zero where it did not say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// All input tokens, cached ones included.
    pub input: Tokens,
    /// All output tokens, thinking included.
    pub output: Tokens,
    /// Input tokens that came from the provider's prompt cache.
    pub cached_input: Tokens,
}

impl Usage {
    /// What one call with this usage costs.
    pub(crate) fn spend(&self, price: Option<&Price>) -> Spend {
        Spend {
            tokens: Tokens(self.input.0.saturating_add(self.output.0)),
            money: price.map(|price| price.of(self)).unwrap_or_default(),
            calls: 1,
        }
    }
}

/// Why the model stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Finish {
    /// It was done.
    Stop,
    /// It reached the token limit; the text is cut off.
    Length,
    /// The provider's filter withheld the answer, or part of it.
    Filtered,
    /// The provider's own word for it, or `unstated`.
    Other(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> Request {
        Request::new("p:m".parse().unwrap(), "hello")
    }

    #[test]
    fn the_idempotency_key_is_not_part_of_the_hash() {
        let keyed = Request { idempotency_key: Some("k".to_owned()), ..request() };
        assert_eq!(keyed.hash(), request().hash());
    }

    #[test]
    fn everything_else_is() {
        let hash = request().hash();
        let schema = OutputSchema { name: "s".to_owned(), schema: Value::Bool(true) };
        for changed in [
            Request { model: "p:other".parse().unwrap(), ..request() },
            Request { model: "q:m".parse().unwrap(), ..request() },
            Request { system: Some(String::new()), ..request() },
            Request { turns: vec![Turn { role: Role::Assistant, text: "hello".to_owned() }], ..request() },
            Request { schema: Some(schema), ..request() },
            Request { temperature: Some(0.0), ..request() },
            Request { max_tokens: Some(4096), ..request() },
        ] {
            assert_ne!(changed.hash(), hash, "{changed:?}");
        }
    }

    #[test]
    fn the_estimate_counts_everything_sent() {
        let request = Request {
            system: Some("12345".to_owned()),
            schema: Some(OutputSchema { name: "s".to_owned(), schema: Value::Bool(true) }),
            max_tokens: Some(100),
            ..request()
        };
        let estimate = request.estimate(None);
        assert_eq!((estimate.tokens, estimate.calls), (Tokens(5 + 100), 1), "14 bytes are 5 tokens");
    }
}
