//! A log line for an event record.

use std::fmt::Write;

use serde_json::{Map, Value, json};
use tutti_core::rfc3339;

use crate::record::{Kind, Record};

/// A log line, or none if the record is not for the log. `tokens` are those of the step's model calls.
pub(crate) fn line(record: &Record, tokens: u64, now: i64) -> Value {
    let mut line = Map::new();
    let mut put = |name: &str, value: Value| {
        if !value.is_null() {
            line.insert(name.to_owned(), value);
        }
    };
    let ended_at = record.fields.get("ended_at").and_then(Value::as_i64).unwrap_or(now);
    put("at", rfc3339(ended_at).into());
    let failed = record.text("error").is_some();
    let level = if record.kind != Kind::Message && failed { "WARN" } else { record.level.as_str() };
    put("level", level.to_lowercase().into());
    let text = |name: &str| record.text(name).map_or(Value::Null, Value::from);
    put("event", event(record.kind).into());
    if record.kind == Kind::Message {
        put("message", text("message"));
        put("trace_id", record.text("trace").or(record.text("run")).map_or(Value::Null, Value::from));
        put("place", record.place.into());
        for (name, value) in &record.fields {
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
        let error = record.text("error")?;
        Some(json!({ "code": error, "detail": record.text("detail").unwrap_or(error) }))
    };
    match record.kind {
        Kind::Run => {
            put("status", text("status"));
            if record.fields.contains_key("ended_at") {
                put("duration_ms", record.milliseconds().into());
                put("errors", errors().into_iter().collect());
            }
        }
        Kind::Step => {
            put("agent", record.step().into());
            put("way", text("way"));
            put("input_hash", text("input_hash"));
            put("output_hash", text("output_hash"));
            put("duration_ms", record.milliseconds().into());
            put("tokens_used", tokens.into());
            put("errors", errors().into_iter().collect());
            put("status", if failed { "failed" } else { "done" }.into());
        }
        Kind::Call => {
            put("agent", text("agent"));
            put("provider", text("provider"));
            put("model", text("model"));
            put("input_tokens", record.count("input_tokens").into());
            put("output_tokens", record.count("output_tokens").into());
            put("tokens_used", (record.count("input_tokens") + record.count("output_tokens")).into());
            put("micro_usd", record.count("micro_usd").into());
            put("duration_ms", record.milliseconds().into());
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
