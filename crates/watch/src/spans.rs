//! What was told, as OpenTelemetry spans.
//!
//! The ids follow from the run: its family is one trace, and every run and step has the same span id in every process, so
//! a run that was killed here and went on there is one tree. Names and attributes are those of the conventions for
//! generative AI where there are some.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use opentelemetry::{
    InstrumentationScope, KeyValue,
    trace::{SpanContext, SpanId, SpanKind, Status, TraceFlags, TraceId, TraceState},
};
use opentelemetry_sdk::trace::{SpanData, SpanEvents, SpanLinks};
use tutti_core::ContentHash;

use crate::told::{Kind, Told};

/// The span that ends with this, if one does. Times are milliseconds since 1970.
pub(crate) fn span(told: &Told, now: i64) -> Option<SpanData> {
    let run = told.text("run")?;
    let ended_at = told.fields.get("ended_at").and_then(serde_json::Value::as_i64).unwrap_or(now);
    let started_at = ended_at - told.milliseconds().max(0);
    let key = told.word("key");
    let (id, parent, kind) = match told.kind {
        Kind::Run if is_over(told) => {
            (span_id(run, ""), told.text("parent").map(|parent| span_id(parent, "")), SpanKind::Internal)
        }
        Kind::Step => (span_id(run, key), Some(span_id(run, "")), SpanKind::Internal),
        Kind::Call => (call_id(told, started_at), Some(span_id(run, key)), SpanKind::Client),
        Kind::Run | Kind::Note | Kind::Review | Kind::Message => return None,
    };
    let attributes = attributes(told, run);
    let status = match told.text("error") {
        Some(error) => Status::error(error.to_owned()),
        None => Status::Unset,
    };
    Some(SpanData {
        span_context: SpanContext::new(trace_id(run), id, TraceFlags::SAMPLED, false, TraceState::default()),
        parent_span_id: parent.unwrap_or(SpanId::INVALID),
        parent_span_is_remote: false,
        span_kind: kind,
        name: name(told).into(),
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
fn is_over(told: &Told) -> bool {
    told.fields.contains_key("ended_at") && told.word("status") != "parked"
}

fn name(told: &Told) -> String {
    match told.kind {
        Kind::Call => format!("chat {}", told.word("model")),
        Kind::Step if told.text("way").is_some() => format!("invoke_agent {}", told.step()),
        Kind::Step => format!("step {}", told.step()),
        _ => format!("run {}", told.word("flow")),
    }
}

fn attributes(told: &Told, run: &str) -> Vec<KeyValue> {
    let mut attributes = vec![
        KeyValue::new("tutti.run.id", run.to_owned()),
        KeyValue::new("gen_ai.conversation.id", root_of(run).to_owned()),
    ];
    let mut put = |name: &'static str, value: &str| {
        if !value.is_empty() {
            attributes.push(KeyValue::new(name, value.to_owned()));
        }
    };
    put("tutti.flow", told.word("flow"));
    put("tutti.step", told.word("key"));
    put("error.type", told.word("error"));
    match told.kind {
        Kind::Run => put("tutti.status", told.word("status")),
        Kind::Step => {
            put("tutti.input_hash", told.word("input_hash"));
            put("tutti.output_hash", told.word("output_hash"));
            if let Some(way) = told.text("way") {
                put("tutti.way", way);
                put("gen_ai.operation.name", "invoke_agent");
                put("gen_ai.agent.name", told.step());
                // A way is `native`, or a provider and its model.
                let (provider, model) = way.split_once(':').unwrap_or(("tutti", ""));
                put("gen_ai.provider.name", provider.rsplit('+').next().unwrap_or(provider));
                put("gen_ai.request.model", model);
            }
        }
        Kind::Call => {
            put("gen_ai.operation.name", "chat");
            put("gen_ai.provider.name", told.word("provider"));
            put("gen_ai.request.model", told.word("model"));
            put("gen_ai.agent.name", told.word("agent"));
            put("tutti.call.state", told.word("status"));
            attributes.push(KeyValue::new("gen_ai.usage.input_tokens", told.number("input_tokens")));
            attributes.push(KeyValue::new("gen_ai.usage.output_tokens", told.number("output_tokens")));
            let cached = told.number("cached_tokens");
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
fn call_id(told: &Told, started_at: i64) -> SpanId {
    let (run, key) = (told.word("run"), told.word("key"));
    let (status, tokens) = (told.word("status"), told.count("output_tokens"));
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
