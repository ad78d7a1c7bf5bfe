//! The tables of `docs/watching.md`.

use std::fmt::Write;

use crate::metrics::FIGURES;

/// Fields of a line of the log: name, where, meaning.
const FIELDS: [(&str, &str, &str); 20] = [
    ("at", "all", "when, in UTC"),
    ("level", "all", "info, warn or error"),
    ("event", "all", "run, step, call, note, review or message"),
    ("trace_id", "all", "the run or session; of a message, the request or run it is about"),
    ("owner", "all but message", "whose run it is"),
    ("flow", "run, step, note, review", "the flow"),
    ("stage", "step, call, note, review", "the place in the plan"),
    (
        "status",
        "run, step, call",
        "of a run began, resumed, parked, done, …; of a call billed, cached, failed, …",
    ),
    ("duration_ms", "run, step, call", "how long it took; of a run, since it was stored"),
    ("errors", "run, step, call", "code and detail, empty if all went well"),
    ("agent", "step, call", "the agent, or the name of the step"),
    ("way", "step", "native, or a provider and its model"),
    ("input_hash", "step", "SHA-256 of what went in"),
    ("output_hash", "step", "SHA-256 of what came out"),
    ("tokens_used", "step, call", "tokens in and out"),
    ("input_tokens, output_tokens", "call", "the two of them"),
    ("micro_usd", "call", "what it cost, in millionths of a dollar"),
    ("provider, model", "call", "who was asked"),
    ("verdict", "note", "of a gate: pass, flagged or blocked"),
    ("recovery", "note", "retry, fallback, repair, regeneration or reroute"),
];

/// Spans: name, kind, parent, attributes beside `tutti.run.id` and `gen_ai.conversation.id`.
const SPANS: [(&str, &str, &str, &str); 4] = [
    ("run FLOW", "internal", "the run that started it, if one did", "tutti.flow, tutti.status"),
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
        .map(|(name, place, meaning)| [ticked(name), (*place).to_owned(), (*meaning).to_owned()]);
    let spans = SPANS.iter().map(|(name, kind, parent, attributes)| {
        [ticked(name), (*kind).to_owned(), (*parent).to_owned(), ticked(attributes)]
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
        [ticked(&name), (*kind).to_owned(), ticked(labels), (*meaning).to_owned()]
    });
    table(&["metric", "kind", "labels", "what"], rows)
}

/// Each of some words between ticks.
fn ticked(words: &str) -> String {
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
