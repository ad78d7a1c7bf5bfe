//! Translates genai's errors into ones that a caller can act on.
//!
//! Providers agree on little: the same condition comes as a status, a code in the body, or a sentence. The marks
//! searched for here are those of the services and servers named in [`crate::Kind`].

use std::time::{Duration, SystemTime};

use genai::webc;
use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};
use serde_json::Value;

use crate::error::{BodyFault, CallError};
use crate::settings::Secret;

/// Enough to see what happened, too little to flood a log.
const EXCERPT: usize = 500;

/// The context needed to classify a failure.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Judge<'a> {
    pub(crate) key: Option<&'a Secret>,
    /// The most bytes a reply may have.
    pub(crate) limit: usize,
    /// For retry dates of responses that carry no date of their own.
    pub(crate) date: SystemTime,
}

impl Judge<'_> {
    pub(crate) fn failure(&self, error: genai::Error) -> CallError {
        match error {
            genai::Error::WebModelCall { webc_error, .. }
            | genai::Error::WebAdapterCall { webc_error, .. } => self.plain(webc_error),
            genai::Error::WebStream { error, cause, .. } => self.stream_failure(error, &cause),
            genai::Error::HttpError { status, body, headers, .. } => {
                self.status(status.as_u16(), &body, &headers)
            }
            genai::Error::ChatResponse { body, .. } => self.error_inside(&body),
            genai::Error::ChatResponseGeneration { response_body, cause, .. } => {
                if response_body.get("error").is_some() {
                    return self.error_inside(&response_body);
                }
                self.bad_body(BodyFault::Malformed(cause), &response_body.to_string())
            }
            genai::Error::StreamParse { serde_error, .. } if serde_error.is_eof() => {
                self.bad_body(BodyFault::Truncated, "")
            }
            genai::Error::StreamParse { serde_error, .. } => {
                self.bad_body(BodyFault::Malformed(serde_error.to_string()), "")
            }
            // A frame of a stream that lacks a field it must have.
            genai::Error::JsonValueExt(cause) => self.bad_body(BodyFault::Malformed(cause.to_string()), ""),
            other => CallError::Unsendable(self.excerpt(&other.to_string())),
        }
    }

    fn plain(&self, error: webc::Error) -> CallError {
        match error {
            webc::Error::ResponseFailedStatus { status, body, headers } => {
                self.status(status.as_u16(), &body, &headers)
            }
            webc::Error::ResponseFailedNotJson { content_type, body } => {
                self.bad_body(BodyFault::ContentType(content_type), &body)
            }
            webc::Error::ResponseFailedInvalidJson { body, cause } => {
                // serde_json's words for an end in the middle; genai keeps only the text of its error.
                let fault =
                    if cause.starts_with("EOF") { BodyFault::Truncated } else { BodyFault::Malformed(cause) };
                self.bad_body(fault, &body)
            }
            webc::Error::JsonValueExt(cause) => self.bad_body(BodyFault::Malformed(cause.to_string()), ""),
            webc::Error::Reqwest(error) => self.transport(&error.without_url()),
        }
    }

    fn stream_failure(&self, error: genai::BoxError, cause: &str) -> CallError {
        match error.downcast::<genai::Error>() {
            Ok(inner) => self.failure(*inner),
            Err(error) => match error.downcast::<reqwest::Error>() {
                Ok(inner) => self.transport(&inner.without_url()),
                // The remaining case is text that is not UTF-8.
                Err(_) => self.bad_body(BodyFault::Malformed(self.excerpt(cause)), ""),
            },
        }
    }

    fn transport(&self, error: &reqwest::Error) -> CallError {
        if error.is_builder() {
            return CallError::Unsendable(self.excerpt(&error.to_string()));
        }
        // Only a body that was being read makes these two; it is read after a status was seen.
        let answered = error.is_body() || error.is_decode();
        CallError::Broken { answered, cause: self.excerpt(&with_causes(error)) }
    }

    fn status(&self, status: u16, body: &str, headers: &HeaderMap) -> CallError {
        if body.len() > self.limit {
            return CallError::TooLarge { limit: self.limit };
        }
        let parsed: Value = serde_json::from_str(body).unwrap_or_default();
        let retry_after = retry_after(headers, &parsed, self.date);
        self.judge(status, &parsed, body, retry_after)
    }

    fn judge(&self, status: u16, parsed: &Value, body: &str, retry_after: Option<Duration>) -> CallError {
        let excerpt = self.excerpt(body);
        match status {
            // Money has run out, which waiting does not mend.
            429 if body.contains("insufficient_quota") => CallError::BadRequest { status, body: excerpt },
            429 => CallError::RateLimited { retry_after },
            400 | 413 | 422 | 500 if is_context_overflow(parsed, body) => {
                CallError::ContextOverflow { body: excerpt }
            }
            // Gemini answers a wrong key with 400.
            400 if body.contains("API_KEY_INVALID") => CallError::Unauthorized { status, body: excerpt },
            401 | 403 => CallError::Unauthorized { status, body: excerpt },
            // The server gave up waiting, or saw the request too early.
            408 | 425 | 500.. => CallError::Server { status, body: excerpt, retry_after },
            _ => CallError::BadRequest { status, body: excerpt },
        }
    }

    /// An error object in a reply with a success status: gateways send it when the model behind them fails, and every
    /// stream does once it has started.
    pub(crate) fn error_inside(&self, value: &Value) -> CallError {
        let error = value.get("error").unwrap_or(value);
        let status = match error.get("code") {
            Some(Value::Number(code)) => code.as_u64(),
            Some(Value::String(code)) => code.parse().ok(),
            _ => None,
        };
        let kind = error.get("type").and_then(Value::as_str).unwrap_or_default();
        let status = match (status.and_then(|status| u16::try_from(status).ok()), kind) {
            (Some(status @ 400..=599), _) => Some(status),
            (_, "overloaded_error") => Some(529),
            (_, "rate_limit_error") => Some(429),
            (_, "api_error" | "server_error") => Some(500),
            (_, "invalid_request_error" | "exceed_context_size_error") => Some(400),
            _ => None,
        };
        let body = value.to_string();
        match status {
            Some(status) => {
                let retry_after = retry_after(&HeaderMap::new(), value, self.date);
                self.judge(status, value, &body, retry_after)
            }
            None => self.bad_body(BodyFault::ErrorInside, &body),
        }
    }

    pub(crate) fn bad_body(&self, fault: BodyFault, body: &str) -> CallError {
        if body.len() > self.limit {
            return CallError::TooLarge { limit: self.limit };
        }
        CallError::BadBody { fault, body: self.excerpt(body) }
    }

    /// The beginning of a text, without the key: providers like to quote it back.
    fn excerpt(&self, text: &str) -> String {
        let cut = text.chars().take(EXCERPT).count() < text.chars().count();
        // The key is taken out before cutting, so that no half of it is left at the end.
        let mut text = match self.key {
            Some(key) if !key.expose().is_empty() => text.replace(key.expose(), "[key]"),
            _ => text.to_owned(),
        };
        if cut {
            text = text.chars().take(EXCERPT).collect();
            text.push_str("...");
        }
        text
    }
}

fn with_causes(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        text.push_str(": ");
        text.push_str(&inner.to_string());
        cause = inner.source();
    }
    text
}

fn is_context_overflow(parsed: &Value, body: &str) -> bool {
    let error = parsed.get("error").unwrap_or(parsed);
    let named = ["code", "type"].iter().filter_map(|field| error.get(field)?.as_str()).any(|name| {
        // OpenAI; llama.cpp; Anthropic's limit on the bytes of a request.
        matches!(name, "context_length_exceeded" | "exceed_context_size_error" | "request_too_large")
    });
    let body = body.to_ascii_lowercase();
    let said = [
        "maximum context length",               // vLLM, OpenRouter
        "exceeds the available context size",   // llama.cpp before it had a type for it
        "prompt is too long",                   // Anthropic
        "exceeds the maximum number of tokens", // Gemini
    ];
    named || said.iter().any(|phrase| body.contains(phrase))
}

/// How long the provider asks us to wait: `retry-after-ms`, `Retry-After` in seconds or as a date, or Gemini's
/// `retryDelay` in the body. A date is read against the response's own `Date`, so that a clock that is off
/// does no harm; `date` serves when there is none.
fn retry_after(headers: &HeaderMap, body: &Value, date: SystemTime) -> Option<Duration> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    if let Some(milliseconds) = text("retry-after-ms").and_then(|text| text.parse().ok()) {
        return Some(Duration::from_millis(milliseconds));
    }
    if let Some(text) = text(RETRY_AFTER.as_str()) {
        if let Ok(seconds) = text.parse::<f64>() {
            return Duration::try_from_secs_f64(seconds).ok();
        }
        let until = httpdate::parse_http_date(text).ok()?;
        let sent = date_of(headers).unwrap_or(date);
        return Some(until.duration_since(sent).unwrap_or_default());
    }
    let delay = body
        .pointer("/error/details")?
        .as_array()?
        .iter()
        .find_map(|detail| detail.get("retryDelay")?.as_str()?.strip_suffix('s')?.parse::<f64>().ok())?;
    Duration::try_from_secs_f64(delay).ok()
}

fn date_of(headers: &HeaderMap) -> Option<SystemTime> {
    httpdate::parse_http_date(headers.get(DATE)?.to_str().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use reqwest::header::{HeaderName, HeaderValue};
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check_wait(headers: &[(&'static str, &'static str)], body: &Value, expected: Option<Duration>) {
        let headers: HeaderMap = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect();
        assert_eq!(retry_after(&headers, body, SystemTime::UNIX_EPOCH), expected);
    }

    #[test]
    fn every_way_to_ask_for_patience() {
        let none = Value::Null;
        let seconds = |n| Some(Duration::from_secs(n));
        check_wait(&[], &none, None);
        check_wait(&[("retry-after", "7")], &none, seconds(7));
        check_wait(&[("retry-after", "0.5")], &none, Some(Duration::from_millis(500)));
        check_wait(
            &[("retry-after-ms", "250"), ("retry-after", "1")],
            &none,
            Some(Duration::from_millis(250)),
        );
        let date = ("date", "Sun, 06 Nov 1994 08:49:37 GMT");
        check_wait(&[date, ("retry-after", "Sun, 06 Nov 1994 08:50:37 GMT")], &none, seconds(60));
        check_wait(&[date, ("retry-after", "Sun, 06 Nov 1994 08:49:00 GMT")], &none, seconds(0));
        check_wait(&[("retry-after", "Thu, 01 Jan 1970 00:00:30 GMT")], &none, seconds(30));
        check_wait(&[("retry-after", "soon")], &none, None);
        check_wait(&[("retry-after", "-3")], &none, None);
        let gemini = json!({"error": {"details": [{"@type": "x"}, {"retryDelay": "35s"}]}});
        check_wait(&[], &gemini, seconds(35));
    }

    #[test]
    fn a_quoted_key_is_taken_out_also_where_the_excerpt_ends() {
        let key = Secret::new("sk-1234567890");
        let judge = Judge { key: Some(&key), limit: 10_000, date: SystemTime::UNIX_EPOCH };
        for filler in [0, EXCERPT - 5, EXCERPT - 1] {
            let body = format!("{}sk-1234567890 is wrong", "x".repeat(filler));
            let text = judge.excerpt(&body);
            assert!(!text.contains("sk-"), "{text}");
        }
    }

    #[test]
    fn errors_inside_a_success() {
        let judge = Judge { key: None, limit: 10_000, date: SystemTime::UNIX_EPOCH };
        let inside = |value: Value| judge.error_inside(&value);
        assert!(matches!(
            inside(json!({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}})),
            CallError::Server { status: 529, .. }
        ));
        assert!(matches!(
            inside(json!({"error": {"code": 429, "message": "slow"}})),
            CallError::RateLimited { retry_after: None }
        ));
        assert!(matches!(
            inside(json!({"message": "who knows"})),
            CallError::BadBody { fault: BodyFault::ErrorInside, .. }
        ));
    }
}
