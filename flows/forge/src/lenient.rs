//! Lenient reading of what models write instead of the requested form.
//!
//! Accepted are a one-element list for a value, a value for a one-element list, `yes` for true, a number for a text,
//! and odd capitals. The result is typed; input without a plausible meaning is an error.

use serde::{Deserialize, Deserializer, de};
use serde_json::Value;

/// A text; a number or a truth value as it would be written; the only member of a list.
pub(crate) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    as_text(&Value::deserialize(deserializer)?).map_err(de::Error::custom)
}

/// As [`text`]; null and an empty list are nothing.
pub(crate) fn optional_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Null => Ok(None),
        Value::Array(list) if list.is_empty() => Ok(None),
        value => as_text(&value).map(Some).map_err(de::Error::custom),
    }
}

/// Texts; a single one is a list of one.
pub(crate) fn list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Null => Ok(Vec::new()),
        Value::Array(list) => list.iter().map(as_text).collect::<Result<_, _>>().map_err(de::Error::custom),
        value => as_text(&value).map(|text| vec![text]).map_err(de::Error::custom),
    }
}

/// True or false, however it is said.
pub(crate) fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    let value = Value::deserialize(deserializer)?;
    if let Value::Bool(flag) = value {
        return Ok(flag);
    }
    match as_text(&value).map_err(de::Error::custom)?.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "y" | "1" | "viable" => Ok(true),
        "false" | "no" | "n" | "0" | "not viable" => Ok(false),
        other => Err(de::Error::custom(format!("`{other}` is neither yes nor no"))),
    }
}

pub(crate) fn as_text(value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(flag) => Ok(flag.to_string()),
        Value::Array(list) => match list.as_slice() {
            [only] => as_text(only),
            _ => Err(format!("one text is wanted, not {}", list.len())),
        },
        Value::Null => Err("a text is missing".to_owned()),
        Value::Object(_) => Err("a text is wanted, not an object".to_owned()),
    }
}

/// A name such as `structural_flaw`, whatever its capitals, spaces and dashes.
pub(crate) fn name(text: &str) -> String {
    text.trim().to_ascii_lowercase().replace([' ', '-'], "_")
}
