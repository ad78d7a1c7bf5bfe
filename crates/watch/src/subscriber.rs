//! The `tracing` subscriber that receives every event.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::{SystemTime, UNIX_EPOCH},
};

use tracing::{
    Event, Level, Metadata, Subscriber,
    level_filters::LevelFilter,
    span::{self, Attributes, Id},
};

use crate::{
    export::Spans,
    line::{line, words},
    log::{Job, Writer},
    metrics::Metrics,
    record::{Kind, Record},
    redact::Redactor,
    spans::span,
};

pub(crate) struct Watcher {
    pub(crate) log: Option<Writer>,
    pub(crate) spans: Option<Spans>,
    pub(crate) metrics: Metrics,
    pub(crate) redactor: Redactor,
    /// What the model calls of steps that are not finished used, by run and key.
    pub(crate) tokens: Mutex<HashMap<(String, String), u64>>,
}

impl Watcher {
    /// The tokens of a step. Counted with its calls, given once it is finished, forgotten when its run ends.
    fn tokens(&self, record: &Record) -> u64 {
        let mut tokens = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        let place = || (record.word("run").to_owned(), record.word("key").to_owned());
        match record.kind {
            Kind::Call => {
                let used = record.count("input_tokens") + record.count("output_tokens");
                *tokens.entry(place()).or_default() += used;
                used
            }
            Kind::Step => tokens.remove(&place()).unwrap_or_default(),
            Kind::Run if !tokens.is_empty() => {
                tokens.retain(|(run, _), _| run != record.word("run"));
                0
            }
            _ => 0,
        }
    }
}

impl Subscriber for Watcher {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        // Asked before a hash is made that only logs and spans show.
        if metadata.target() == "tutti::hash" {
            return self.spans.is_some() || self.log.as_ref().is_some_and(|log| log.has_file);
        }
        let most = match metadata.target() {
            target if target.starts_with("tutti") => Level::INFO,
            // It warns of every mistake that a client makes, with its words.
            target if target.starts_with("rmcp") => Level::ERROR,
            _ => Level::WARN,
        };
        metadata.is_event() && *metadata.level() <= most
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::INFO)
    }

    fn event(&self, event: &Event<'_>) {
        let record = Record::read(event, &self.redactor);
        let tokens = self.tokens(&record);
        self.metrics.see(&record);
        if let Some(spans) = &self.spans
            && let Some(span) = span(&record, now())
        {
            spans.send(span);
        }
        let Some(log) = &self.log else { return };
        let is_for_people = log.has_stderr && record.kind == Kind::Message && record.level <= Level::WARN;
        if !log.has_file && !is_for_people {
            return;
        }
        let line = line(&record, tokens, now());
        if log.has_file {
            log.write(Job::Line(line.to_string()));
        }
        if is_for_people {
            log.write(Job::Words(words(&line)));
        }
    }

    // Spans of libraries are none of ours.
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_millis() as i64)
}
