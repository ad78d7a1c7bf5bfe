//! What was told, as a line of the log.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use crate::told::{Kind, Told};

/// A line, or none if it is nothing for the log. `tokens` are those of the step's model calls.
pub(crate) fn line(told: &Told, tokens: u64, now: i64) -> Value {
    let mut line = Map::new();
    let mut put = |name: &str, value: Value| {
        if !value.is_null() {
            line.insert(name.to_owned(), value);
        }
    };
    let ended_at = told.fields.get("ended_at").and_then(Value::as_i64).unwrap_or(now);
    put("at", rfc3339(ended_at).into());
    let failed = told.text("error").is_some();
    let level = if told.kind != Kind::Message && failed { "WARN" } else { told.level.as_str() };
    put("level", level.to_lowercase().into());
    let text = |name: &str| told.text(name).map_or(Value::Null, Value::from);
    put("event", event(told.kind).into());
    if told.kind == Kind::Message {
        put("message", text("message"));
        put("trace_id", told.text("trace").or(told.text("run")).map_or(Value::Null, Value::from));
        put("place", told.place.into());
        for (name, value) in &told.fields {
            if !["message", "trace", "run"].contains(&name.as_str()) {
                put(name, value.clone());
            }
        }
        return Value::Object(line);
    }
    put("trace_id", text("run"));
    put("owner", text("owner"));
    put("flow", text("flow"));
    put("stage", text("key"));
    let errors = || {
        let error = told.text("error")?;
        Some(json!({ "code": error, "detail": told.text("detail").unwrap_or(error) }))
    };
    match told.kind {
        Kind::Run => {
            put("status", text("status"));
            if told.fields.contains_key("ended_at") {
                put("duration_ms", told.milliseconds().into());
                put("errors", errors().into_iter().collect());
            }
        }
        Kind::Step => {
            put("agent", told.step().into());
            put("way", text("way"));
            put("input_hash", text("input_hash"));
            put("output_hash", text("output_hash"));
            put("duration_ms", told.milliseconds().into());
            put("tokens_used", tokens.into());
            put("errors", errors().into_iter().collect());
            put("status", if failed { "failed" } else { "done" }.into());
        }
        Kind::Call => {
            put("agent", text("agent"));
            put("provider", text("provider"));
            put("model", text("model"));
            put("input_tokens", told.count("input_tokens").into());
            put("output_tokens", told.count("output_tokens").into());
            put("tokens_used", (told.count("input_tokens") + told.count("output_tokens")).into());
            put("micro_usd", told.count("micro_usd").into());
            put("duration_ms", told.milliseconds().into());
            put("errors", errors().into_iter().collect());
            put("status", text("status"));
        }
        Kind::Note => {
            put("verdict", text("verdict"));
            put("recovery", text("recovery"));
        }
        Kind::Review | Kind::Message => {}
    }
    Value::Object(line)
}

const fn event(kind: Kind) -> &'static str {
    match kind {
        Kind::Run => "run",
        Kind::Step => "step",
        Kind::Note => "note",
        Kind::Review => "review",
        Kind::Call => "call",
        Kind::Message => "message",
    }
}

/// `2026-11-15T10:08:36.000Z`.
fn rfc3339(at: i64) -> String {
    jiff::Timestamp::from_millisecond(at).map_or_else(|_| at.to_string(), |at| format!("{at:.3}"))
}

/// The same in words, for a person at a terminal.
pub(crate) fn words(line: &Value) -> String {
    let text = |name: &str| line[name].as_str().unwrap_or_default();
    let mut words = format!("{}: {}", text("level"), text("message"));
    let fields = line.as_object().into_iter().flatten();
    for (name, value) in fields {
        if !["at", "level", "event", "message", "place"].contains(&name.as_str()) {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let _ = write!(words, " {name}={value}");
        }
    }
    words
}
