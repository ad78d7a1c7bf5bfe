//! The errors of a call, and what to do about each.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tutti_core::{Code, Limit, Problem};

use crate::name::ProviderName;

/// One failed attempt. Serialisable as far as a provider caused it, because a cassette keeps those.
///
/// `body` fields hold the beginning of what the provider sent, with the API key taken out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallError {
    #[error("the provider asks for fewer calls")]
    RateLimited {
        /// How long it asks us to wait, if it says so.
        retry_after: Option<Duration>,
    },
    #[error("the provider failed with status {status}: {body}")]
    Server {
        status: u16,
        body: String,
        /// How long it asks us to wait, if it says so.
        retry_after: Option<Duration>,
    },
    #[error("no answer within {after:?}")]
    Timeout {
        /// The time that was allowed, waiting for a free place included.
        after: Duration,
        /// Whether the request was on its way; if not, the time passed waiting for a free slot.
        sent: bool,
    },
    #[error("the connection broke: {cause}")]
    Broken {
        /// Whether a successful reply had started.
        answered: bool,
        cause: String,
    },
    #[error("the provider's answer cannot be used: {fault}; it begins: {body}")]
    BadBody { fault: BodyFault, body: String },
    #[error("the provider's answer is larger than {limit} bytes")]
    TooLarge {
        /// The limit that was exceeded, in bytes.
        limit: usize,
    },
    #[error("the prompt is longer than the model can read: {body}")]
    ContextOverflow { body: String },
    #[error("the provider refused the request with status {status}: {body}")]
    BadRequest { status: u16, body: String },
    #[error("the provider refused the API key with status {status}: {body}")]
    Unauthorized { status: u16, body: String },
    /// The call was not made.
    #[error("{0}")]
    #[serde(skip)]
    BudgetReached(Limit),
    /// The call was not made.
    #[error("provider `{provider}` keeps failing; it is tried again in {remaining:?}")]
    #[serde(skip)]
    CircuitOpen {
        provider: ProviderName,
        /// Until the next call is let through; zero while another call is finding out.
        remaining: Duration,
    },
    /// The call was not made.
    #[error("real calls are forbidden here, and {host} is not this machine")]
    #[serde(skip)]
    CallsForbidden { host: String },
    /// The call was not made.
    #[error("the cassette holds no such request to {model}{}", describe_differences(differences))]
    #[serde(skip)]
    NotRecorded {
        model: String,
        /// Where the request differs from the nearest recorded one, a line each; empty when none is near.
        differences: Vec<String>,
    },
    /// The call was not made.
    #[error("there is no provider called `{name}`; there are: {known}")]
    #[serde(skip)]
    UnknownProvider {
        name: ProviderName,
        /// The names there are, with commas.
        known: String,
    },
    /// The call was not made: the request cannot be expressed in the provider's protocol.
    #[error("the request cannot be sent: {0}")]
    #[serde(skip)]
    Unsendable(String),
    /// The cost could not be written down, so nothing more may be spent.
    #[error("the ledger failed: {0}")]
    #[serde(skip)]
    Ledger(String),
    /// The answer came but the cassette could not be written.
    #[error("the cassette cannot be written: {0}")]
    #[serde(skip)]
    Cassette(String),
}

/// What is wrong with an answer that came with a success status.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BodyFault {
    /// Its content type is not JSON.
    ContentType(String),
    /// It is JSON that stops in the middle.
    Truncated,
    /// It is not JSON, or not the JSON of this wire.
    Malformed(String),
    /// There is no answer in it.
    Empty,
    /// The stream stopped before its end mark.
    Unfinished,
    /// It contains an error object instead of an answer.
    ErrorInside,
}

impl fmt::Display for BodyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ContentType(found) => write!(f, "its content type is `{found}`, not JSON"),
            Self::Truncated => f.write_str("the JSON stops in the middle"),
            Self::Malformed(cause) => write!(f, "it is not the expected JSON ({cause})"),
            Self::Empty => f.write_str("there is no answer in it"),
            Self::Unfinished => f.write_str("the stream stopped before its end"),
            Self::ErrorInside => f.write_str("it holds an error"),
        }
    }
}

fn describe_differences(differences: &[String]) -> String {
    if differences.is_empty() {
        return ", nor one near it".to_owned();
    }
    format!("; the nearest one differs:\n  {}", differences.join("\n  "))
}

/// What the caller should do after a failed attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advice {
    /// The same request may well succeed later.
    Retry {
        /// How long the provider asked us to wait, if it said so.
        after: Option<Duration>,
    },
    /// The same request fails again here; another provider may take it.
    Fallback,
    /// No provider can help.
    Stop,
}

impl CallError {
    /// What went wrong, without anything that the provider sent: for those who may test a provider but not read what
    /// is behind its address.
    pub fn summary(&self) -> String {
        match self {
            Self::Server { status, .. } => format!("the provider failed with status {status}"),
            Self::Broken { answered: false, .. } => "the provider cannot be reached".to_owned(),
            Self::Broken { answered: true, .. } => {
                "the connection broke in the middle of the answer".to_owned()
            }
            Self::BadBody { .. } => "the answer is not that of a model provider of this kind".to_owned(),
            Self::ContextOverflow { .. } => "the prompt is longer than the model can read".to_owned(),
            Self::BadRequest { status: 404, .. } => {
                "the provider does not know this model, or its address is wrong (status 404)".to_owned()
            }
            Self::BadRequest { status, .. } => {
                format!("the provider refused the request with status {status}")
            }
            Self::Unauthorized { status, .. } => {
                format!("the provider refused the API key with status {status}")
            }
            other => other.to_string(),
        }
    }

    pub fn advice(&self) -> Advice {
        match self {
            // "Not implemented" and "version not supported" are as final as a 4xx.
            Self::Server { status: 501 | 505, .. }
            | Self::TooLarge { .. }
            | Self::ContextOverflow { .. }
            | Self::BadRequest { .. }
            | Self::Unauthorized { .. }
            | Self::CircuitOpen { .. } => Advice::Fallback,
            Self::RateLimited { retry_after } | Self::Server { retry_after, .. } => {
                Advice::Retry { after: *retry_after }
            }
            Self::Timeout { .. } | Self::Broken { .. } | Self::BadBody { .. } => {
                Advice::Retry { after: None }
            }
            Self::BudgetReached(_)
            | Self::CallsForbidden { .. }
            | Self::NotRecorded { .. }
            | Self::UnknownProvider { .. }
            | Self::Unsendable(_)
            | Self::Ledger(_)
            | Self::Cassette(_) => Advice::Stop,
        }
    }

    /// The kind of failure, in one word for counters and traces.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::RateLimited { .. } => "rate_limited",
            Self::Server { .. } => "server_error",
            Self::Timeout { .. } => "timeout",
            Self::Broken { .. } => "connection_broken",
            Self::BadBody { .. } => "bad_body",
            Self::TooLarge { .. } => "too_large",
            Self::ContextOverflow { .. } => "context_overflow",
            Self::BadRequest { .. } => "bad_request",
            Self::Unauthorized { .. } => "unauthorized",
            Self::BudgetReached(_) => "budget_reached",
            Self::CircuitOpen { .. } => "circuit_open",
            Self::CallsForbidden { .. } => "calls_forbidden",
            Self::NotRecorded { .. } => "not_recorded",
            Self::UnknownProvider { .. } => "unknown_provider",
            Self::Unsendable(_) => "unsendable",
            Self::Ledger(_) => "ledger_failed",
            Self::Cassette(_) => "cassette_failed",
        }
    }

    /// Whether the provider may charge for the attempt all the same: it had begun to answer, or we hung up
    /// while it was working.
    pub fn is_billed(&self) -> bool {
        match self {
            Self::Broken { answered, .. } => *answered,
            Self::Timeout { sent, .. } => *sent,
            Self::BadBody { .. } | Self::TooLarge { .. } | Self::Cassette(_) => true,
            _ => false,
        }
    }

    /// Whether it is a sign that the provider is down, as opposed to not liking this request.
    pub(crate) fn is_outage(&self) -> bool {
        matches!(
            self,
            Self::Server { .. }
                | Self::Timeout { sent: true, .. }
                | Self::Broken { .. }
                | Self::BadBody { .. }
        )
    }

    fn code(&self) -> Code {
        match self {
            Self::Timeout { .. } => Code::UpstreamTimeout,
            Self::ContextOverflow { .. } | Self::Unsendable(_) => Code::BadInput,
            Self::Unauthorized { .. } | Self::UnknownProvider { .. } => Code::BadSettings,
            Self::BudgetReached(_) => Code::BudgetReached,
            Self::CallsForbidden { .. } => Code::CallsForbidden,
            Self::NotRecorded { .. } => Code::NotFound,
            Self::Ledger(_) | Self::Cassette(_) => Code::StoreFailed,
            Self::RateLimited { .. }
            | Self::Server { .. }
            | Self::Broken { .. }
            | Self::BadBody { .. }
            | Self::TooLarge { .. }
            | Self::BadRequest { .. }
            | Self::CircuitOpen { .. } => Code::UpstreamFailed,
        }
    }

    fn hint(&self) -> Option<&'static str> {
        Some(match self {
            Self::RateLimited { .. } => "wait, or lower the provider's concurrency in the settings",
            Self::Timeout { .. } => "allow more time, or choose a faster model",
            Self::Broken { answered: false, .. } => "check that the provider runs and its base URL is right",
            Self::BadBody { fault: BodyFault::ContentType(_), .. } => {
                "check the base URL: something other than a model API may be answering there"
            }
            Self::TooLarge { .. } => "ask for a shorter answer, or raise the limit on reply size",
            Self::ContextOverflow { .. } => {
                "use smaller parts of the document, or a model with a larger context"
            }
            Self::BadRequest { status: 404, .. } => "check the model's name and the provider's base URL",
            Self::BadRequest { status: 400, .. } => {
                "if the provider cannot take a JSON schema, set its `json` to object or prompt_only"
            }
            Self::Unauthorized { .. } => "check the provider's API key",
            Self::BudgetReached(_) => "raise the budget of the run, or start a smaller one",
            Self::CircuitOpen { .. } => "name a fallback provider, or wait until it is back",
            Self::CallsForbidden { .. } => {
                "allow real calls in the settings, or use a server on this machine"
            }
            Self::NotRecorded { .. } => "record the cassette again if the change is wanted",
            Self::UnknownProvider { .. } => "add the provider to the settings, or correct the model's name",
            _ => return None,
        })
    }
}

impl From<CallError> for Problem {
    fn from(error: CallError) -> Self {
        let problem = Self::new(error.code(), error.to_string());
        match error.hint() {
            Some(hint) => problem.hint(hint),
            None => problem,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(error: CallError, advice: Advice, billed: bool, code: Code) {
        assert_eq!(error.advice(), advice, "{error}");
        assert_eq!(error.is_billed(), billed, "{error}");
        assert_eq!(Problem::from(error).code, code);
    }

    #[test]
    fn a_summary_holds_nothing_of_the_reply() {
        let sent = || "root:x:0:0".to_owned();
        for error in [
            CallError::Server { status: 500, body: sent(), retry_after: None },
            CallError::Broken { answered: false, cause: sent() },
            CallError::Broken { answered: true, cause: sent() },
            CallError::BadBody { fault: BodyFault::Malformed(sent()), body: sent() },
            CallError::BadBody { fault: BodyFault::ContentType(sent()), body: sent() },
            CallError::ContextOverflow { body: sent() },
            CallError::BadRequest { status: 404, body: sent() },
            CallError::BadRequest { status: 400, body: sent() },
            CallError::Unauthorized { status: 401, body: sent() },
        ] {
            assert!(!error.summary().contains("root"), "{}", error.summary());
        }
    }

    #[test]
    fn advice_billing_and_code() {
        let body = String::new;
        let retry = Advice::Retry { after: None };
        let minute = Some(Duration::from_mins(1));
        let upstream = Code::UpstreamFailed;
        check(
            CallError::RateLimited { retry_after: minute },
            Advice::Retry { after: minute },
            false,
            upstream,
        );
        for status in [500, 502, 503, 504, 529] {
            check(CallError::Server { status, body: body(), retry_after: None }, retry, false, upstream);
        }
        let after = Duration::from_secs(1);
        check(CallError::Timeout { after, sent: true }, retry, true, Code::UpstreamTimeout);
        check(CallError::Timeout { after, sent: false }, retry, false, Code::UpstreamTimeout);
        check(CallError::Broken { answered: true, cause: body() }, retry, true, upstream);
        check(CallError::Broken { answered: false, cause: body() }, retry, false, upstream);
        check(CallError::BadBody { fault: BodyFault::Truncated, body: body() }, retry, true, upstream);
        check(CallError::TooLarge { limit: 1 }, Advice::Fallback, true, upstream);
        check(CallError::BadRequest { status: 400, body: body() }, Advice::Fallback, false, upstream);
        check(
            CallError::Unauthorized { status: 401, body: body() },
            Advice::Fallback,
            false,
            Code::BadSettings,
        );
        check(CallError::ContextOverflow { body: body() }, Advice::Fallback, false, Code::BadInput);
        check(CallError::CallsForbidden { host: body() }, Advice::Stop, false, Code::CallsForbidden);
        check(CallError::Ledger(body()), Advice::Stop, false, Code::StoreFailed);
    }
}
