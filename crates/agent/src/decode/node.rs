//! A parsed value before a schema gives it a type.
//!
//! Numbers keep their spelling: `1.50` becomes a number or the text `1.50`, as the contract requires.

use std::collections::HashMap;

use serde_json::{Number, Value};

/// Nesting beyond this is an attack or an accident; the readers stop there, so recursion over a node is safe.
pub(super) const MAX_DEPTH: usize = 128;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Node {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Node>),
    /// In the order written; keys are unique.
    Map(Vec<(String, Node)>),
}

impl Node {
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "boolean",
            Self::Number(_) => "number",
            Self::Text(_) => "string",
            Self::List(_) => "array",
            Self::Map(_) => "object",
        }
    }

    pub(super) fn entries(&self) -> &[(String, Node)] {
        if let Self::Map(entries) = self { entries } else { &[] }
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.entries().iter().any(|(name, _)| name == key)
    }

    /// The plain JSON value.
    pub(super) fn into_value(self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(truth) => Value::Bool(truth),
            Self::Number(spelling) => number(&spelling).map_or(Value::String(spelling), Value::Number),
            Self::Text(text) => Value::String(text),
            Self::List(items) => items.into_iter().map(Self::into_value).collect(),
            Self::Map(entries) => {
                Value::Object(entries.into_iter().map(|(key, inner)| (key, inner.into_value())).collect())
            }
        }
    }
}

/// A map being read. The index keeps a reply of a million keys from taking a million steps for each.
#[derive(Debug, Default)]
pub(super) struct MapBuilder {
    entries: Vec<(String, Node)>,
    index: HashMap<String, usize>,
}

impl MapBuilder {
    /// Adds an entry, or reports that the key already has another value: nobody can know which was meant.
    pub(super) fn insert(&mut self, key: String, value: Node) -> Result<(), String> {
        match self.index.get(&key) {
            None => {
                self.index.insert(key.clone(), self.entries.len());
                self.entries.push((key, value));
                Ok(())
            }
            Some(at) if self.entries[*at].1 == value => Ok(()),
            Some(_) => Err(format!("the key \"{key}\" is given twice with different values")),
        }
    }

    pub(super) fn finish(self) -> Node {
        Node::Map(self.entries)
    }
}

/// The number with this spelling, or none if JSON cannot represent it.
pub(super) fn number(spelling: &str) -> Option<Number> {
    if !is_number(spelling) {
        return None;
    }
    let spelling = spelling.strip_prefix('+').unwrap_or(spelling);
    if let Ok(whole) = spelling.parse::<i64>() {
        return Some(whole.into());
    }
    if let Ok(whole) = spelling.parse::<u64>() {
        return Some(whole.into());
    }
    Number::from_f64(spelling.parse().ok()?)
}

/// Digits with an optional sign, point and exponent; nothing else (`inf`, `0x1f`, `7/10`) is a number.
pub(super) fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent_fits = exponent.is_none_or(|exponent| {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !exponent.is_empty() && digits(exponent)
    });
    digits(whole) && digits(fraction) && !(whole.is_empty() && fraction.is_empty()) && exponent_fits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(spelling: &str, expected: Option<&str>) {
        assert_eq!(number(spelling).map(|n| n.to_string()).as_deref(), expected, "{spelling}");
    }

    #[test]
    fn numbers_and_what_is_not_one() {
        check("7", Some("7"));
        check("+7", Some("7"));
        check("-0.50", Some("-0.5"));
        check(".5", Some("0.5"));
        check("5.", Some("5.0"));
        check("1e3", Some("1000.0"));
        check("18446744073709551615", Some("18446744073709551615"));
        for bad in ["", ".", "-", "7/10", "7 of 10", "0x1f", "inf", "NaN", "1e", "1e999", "1,000", "7%", "٣"]
        {
            check(bad, None);
        }
    }
}
