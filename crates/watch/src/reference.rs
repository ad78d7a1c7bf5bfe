//! The tables of `docs/watching.md`.

use std::fmt::Write;

use crate::metrics::FIGURES;

/// Fields of a line of the log: name, where, meaning.
const FIELDS: [(&str, &str, &str); 20] = [
    ("at", "all", "when, in UTC"),
    ("level", "all", "info, warn or error"),
    ("event", "all", "run, step, call, note, review or message"),
    ("trace_id", "all", "the run or session; for a message, the request or run it concerns"),
    ("owner", "all but message", "the account that owns the run"),
    ("flow", "run, step, note, review", "the flow"),
    ("stage", "step, call, note, review", "the key of the step"),
    (
        "status",
        "run, step, call",
        "for a run: began, resumed, parked, done, …; for a call: billed, cached, failed, …",
    ),
    ("duration_ms", "run, step, call", "duration in milliseconds; for a run, since it was stored"),
    ("errors", "run, step, call", "code and detail; empty on success"),
    ("agent", "step, call", "the agent, or the name of the step"),
    ("way", "step", "native, or a provider and its model"),
    ("input_hash", "step", "SHA-256 of the input"),
    ("output_hash", "step", "SHA-256 of the output"),
    ("tokens_used", "step, call", "input and output tokens together"),
    ("input_tokens, output_tokens", "call", "the same, separately"),
    ("micro_usd", "call", "cost, in millionths of a US dollar"),
    ("provider, model", "call", "the provider and model that were called"),
    ("verdict", "note", "the verdict of a gate: pass, flagged or blocked"),
    ("recovery", "note", "retry, fallback, repair, regeneration or reroute"),
];

/// Spans: name, kind, parent, attributes beside `tutti.run.id` and `gen_ai.conversation.id`.
const SPANS: [(&str, &str, &str, &str); 4] = [
    ("run FLOW", "internal", "its parent run, if any", "tutti.flow, tutti.status"),
    ("step NAME", "internal", "its run", "tutti.flow, tutti.step, tutti.input_hash, tutti.output_hash"),
    (
        "invoke_agent AGENT",
        "internal",
        "its run",
        "as a step, and gen_ai.operation.name, gen_ai.agent.name, gen_ai.provider.name, gen_ai.request.model, tutti.way",
    ),
    (
        "chat MODEL",
        "client",
        "the step of its agent",
        "tutti.step, gen_ai.operation.name, gen_ai.provider.name, gen_ai.request.model, gen_ai.agent.name, \
         gen_ai.usage.input_tokens, gen_ai.usage.output_tokens, gen_ai.usage.cache_read.input_tokens, tutti.call.state",
    ),
];

/// The tables by their names.
pub fn reference() -> [(&'static str, String); 3] {
    let fields = FIELDS
        .iter()
        .map(|(name, place, meaning)| [as_code(name), (*place).to_owned(), (*meaning).to_owned()]);
    let spans = SPANS.iter().map(|(name, kind, parent, attributes)| {
        [as_code(name), (*kind).to_owned(), (*parent).to_owned(), as_code(attributes)]
    });
    [
        ("fields", table(&["field", "in", "what"], fields)),
        ("spans", table(&["span", "kind", "below", "attributes"], spans)),
        ("metrics", metrics_table()),
    ]
}

/// The figures as a table.
pub fn metrics_table() -> String {
    let rows = FIGURES.iter().map(|(name, kind, labels, meaning)| {
        let name = match *kind {
            "counter" => format!("{name}_total"),
            "info" => format!("{name}_info"),
            _ => (*name).to_owned(),
        };
        [as_code(&name), (*kind).to_owned(), as_code(labels), (*meaning).to_owned()]
    });
    table(&["metric", "kind", "labels", "what"], rows)
}

/// Each of some words between ticks.
fn as_code(words: &str) -> String {
    let words = words.split(", ").filter(|word| !word.is_empty());
    let words: Vec<String> = words
        .map(|word| match word.strip_prefix("as a step") {
            Some(rest) => format!("as a step{rest}"),
            None => match word.strip_prefix("and ") {
                Some(word) => format!("and `{word}`"),
                None => format!("`{word}`"),
            },
        })
        .collect();
    words.join(", ")
}

fn table<const N: usize>(head: &[&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let mut text = format!("| {} |\n| {} |\n", head.join(" | "), vec!["---"; N].join(" | "));
    for row in rows {
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    text
}
