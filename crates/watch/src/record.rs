//! One `tracing` event as a record of its kind and fields.

use std::fmt;

use serde_json::{Map, Value};
use tracing::{
    Event, Level,
    field::{Field, Visit},
};

use crate::redact::Redactor;

/// One event: its kind, and its fields by name.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) kind: Kind,
    pub(crate) level: Level,
    pub(crate) place: &'static str,
    pub(crate) fields: Map<String, Value>,
}

/// What an event is about, by its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Run,
    Step,
    Note,
    Review,
    Call,
    /// A message of any other part.
    Message,
}

impl Kind {
    pub(crate) fn of(target: &str) -> Self {
        match target {
            "tutti::run" => Self::Run,
            "tutti::step" => Self::Step,
            "tutti::note" => Self::Note,
            "tutti::review" => Self::Review,
            "tutti::call" => Self::Call,
            _ => Self::Message,
        }
    }
}

impl Record {
    /// Secrets are masked before anybody sees them.
    pub(crate) fn read(event: &Event<'_>, redactor: &Redactor) -> Self {
        let metadata = event.metadata();
        let mut fields = Fields(Map::new(), redactor);
        event.record(&mut fields);
        Self {
            kind: Kind::of(metadata.target()),
            level: *metadata.level(),
            place: metadata.target(),
            fields: fields.0,
        }
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.fields.get(name).and_then(Value::as_str)
    }

    /// As [`Self::text`]; empty where it is missing.
    pub(crate) fn word(&self, name: &str) -> &str {
        self.text(name).unwrap_or_default()
    }

    pub(crate) fn number(&self, name: &str) -> i64 {
        self.fields.get(name).and_then(Value::as_i64).unwrap_or_default()
    }

    pub(crate) fn count(&self, name: &str) -> u64 {
        u64::try_from(self.number(name)).unwrap_or_default()
    }

    /// The duration, from whichever fields carry it.
    pub(crate) fn milliseconds(&self) -> i64 {
        match self.fields.get("duration_ms").and_then(Value::as_i64) {
            Some(length) => length,
            None => self.number("ended_at") - self.number("started_at"),
        }
    }

    /// The name of the step or agent: the last part of the key, without the number of the attempt.
    pub(crate) fn step(&self) -> &str {
        let key = self.word("key");
        let place = key.rsplit('/').next().unwrap_or(key);
        place.split(['#', '!', '?']).next().unwrap_or(place)
    }
}

struct Fields<'a>(Map<String, Value>, &'a Redactor);

impl Fields<'_> {
    fn put(&mut self, field: &Field, value: Value) {
        self.0.insert(field.name().to_owned(), value);
    }
}

impl Visit for Fields<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field, self.1.clean(value).into());
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field, value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field, value.into());
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.put(field, value.into());
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field, value.into());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.put(field, self.1.clean(&format!("{value:?}")).into());
    }
}
