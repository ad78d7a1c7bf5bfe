//! OpenTelemetry spans from event records.
//!
//! The ids are derived from the run: its family is one trace, and every run and step has the same span id in every
//! process, so a run that was killed in one process and resumed in another is one tree. Names and attributes follow the
//! conventions for generative AI where they apply.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use opentelemetry::{
    InstrumentationScope, KeyValue,
    trace::{SpanContext, SpanId, SpanKind, Status, TraceFlags, TraceId, TraceState},
};
use opentelemetry_sdk::trace::{SpanData, SpanEvents, SpanLinks};
use tutti_core::ContentHash;

use crate::record::{Kind, Record};

/// The span that ends with this, if one does. Times are milliseconds since 1970.
pub(crate) fn span(record: &Record, now: i64) -> Option<SpanData> {
    let run = record.text("run")?;
    let ended_at = record.fields.get("ended_at").and_then(serde_json::Value::as_i64).unwrap_or(now);
    let started_at = ended_at - record.milliseconds().max(0);
    let key = record.word("key");
    let (id, parent, kind) = match record.kind {
        Kind::Run if is_over(record) => {
            (span_id(run, ""), record.text("parent").map(|parent| span_id(parent, "")), SpanKind::Internal)
        }
        Kind::Step => (span_id(run, key), Some(span_id(run, "")), SpanKind::Internal),
        Kind::Call => (call_id(record, started_at), Some(span_id(run, key)), SpanKind::Client),
        Kind::Run | Kind::Note | Kind::Review | Kind::Message => return None,
    };
    let attributes = attributes(record, run);
    let status = match record.text("error") {
        Some(error) => Status::error(error.to_owned()),
        None => Status::Unset,
    };
    Some(SpanData {
        span_context: SpanContext::new(trace_id(run), id, TraceFlags::SAMPLED, false, TraceState::default()),
        parent_span_id: parent.unwrap_or(SpanId::INVALID),
        parent_span_is_remote: false,
        span_kind: kind,
        name: name(record).into(),
        start_time: time(started_at),
        end_time: time(ended_at),
        attributes,
        dropped_attributes_count: 0,
        events: SpanEvents::default(),
        links: SpanLinks::default(),
        status,
        instrumentation_scope: InstrumentationScope::builder("tutti")
            .with_version(env!("CARGO_PKG_VERSION"))
            .build(),
    })
}

/// A run that is put aside has not ended: its span comes with its end.
fn is_over(record: &Record) -> bool {
    record.fields.contains_key("ended_at") && record.word("status") != "parked"
}

fn name(record: &Record) -> String {
    match record.kind {
        Kind::Call => format!("chat {}", record.word("model")),
        Kind::Step if record.text("way").is_some() => format!("invoke_agent {}", record.step()),
        Kind::Step => format!("step {}", record.step()),
        _ => format!("run {}", record.word("flow")),
    }
}

fn attributes(record: &Record, run: &str) -> Vec<KeyValue> {
    let mut attributes = vec![
        KeyValue::new("tutti.run.id", run.to_owned()),
        KeyValue::new("gen_ai.conversation.id", root_of(run).to_owned()),
    ];
    let mut put = |name: &'static str, value: &str| {
        if !value.is_empty() {
            attributes.push(KeyValue::new(name, value.to_owned()));
        }
    };
    put("tutti.flow", record.word("flow"));
    put("tutti.step", record.word("key"));
    put("error.type", record.word("error"));
    match record.kind {
        Kind::Run => put("tutti.status", record.word("status")),
        Kind::Step => {
            put("tutti.input_hash", record.word("input_hash"));
            put("tutti.output_hash", record.word("output_hash"));
            if let Some(way) = record.text("way") {
                put("tutti.way", way);
                put("gen_ai.operation.name", "invoke_agent");
                put("gen_ai.agent.name", record.step());
                // A way is `native`, or a provider and its model.
                let (provider, model) = way.split_once(':').unwrap_or(("tutti", ""));
                put("gen_ai.provider.name", provider.rsplit('+').next().unwrap_or(provider));
                put("gen_ai.request.model", model);
            }
        }
        Kind::Call => {
            put("gen_ai.operation.name", "chat");
            put("gen_ai.provider.name", record.word("provider"));
            put("gen_ai.request.model", record.word("model"));
            put("gen_ai.agent.name", record.word("agent"));
            put("tutti.call.state", record.word("status"));
            attributes.push(KeyValue::new("gen_ai.usage.input_tokens", record.number("input_tokens")));
            attributes.push(KeyValue::new("gen_ai.usage.output_tokens", record.number("output_tokens")));
            let cached = record.number("cached_tokens");
            attributes.push(KeyValue::new("gen_ai.usage.cache_read.input_tokens", cached));
        }
        Kind::Note | Kind::Review | Kind::Message => {}
    }
    attributes
}

fn root_of(run: &str) -> &str {
    run.split('/').next().unwrap_or(run)
}

/// The id of a run is a ULID, which has as many bits as a trace id.
fn trace_id(run: &str) -> TraceId {
    let root = root_of(run);
    match ulid::Ulid::from_string(&root.to_uppercase()) {
        Ok(id) => TraceId::from_bytes(u128::from(id).to_be_bytes()),
        Err(_) => TraceId::from_bytes(bytes(root)),
    }
}

fn span_id(run: &str, key: &str) -> SpanId {
    SpanId::from_bytes(bytes(&format!("{run}\n{key}")))
}

/// Two calls of one step differ in when they began, or in how they ended.
fn call_id(record: &Record, started_at: i64) -> SpanId {
    let (run, key) = (record.word("run"), record.word("key"));
    let (status, tokens) = (record.word("status"), record.count("output_tokens"));
    SpanId::from_bytes(bytes(&format!("{run}\n{key}\ncall {started_at} {status} {tokens}")))
}

/// The first bytes of a hash. Never all zero, which would be no id.
fn bytes<const N: usize>(text: &str) -> [u8; N] {
    let hash = ContentHash::of_bytes(text.as_bytes());
    let mut bytes = [0; N];
    for (at, byte) in bytes.iter_mut().enumerate() {
        let digits = hash.as_str().get(2 * at..2 * at + 2).unwrap_or_default();
        *byte = u8::from_str_radix(digits, 16).unwrap_or(1);
    }
    if bytes.iter().all(|byte| *byte == 0) {
        bytes[N - 1] = 1;
    }
    bytes
}

fn time(at: i64) -> SystemTime {
    UNIX_EPOCH + Duration::from_millis(u64::try_from(at).unwrap_or_default())
}
