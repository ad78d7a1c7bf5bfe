//! The files of a session: what was made, and one line of log for every node that took part.

use std::path::Path;

use serde_json::{Value, json};
use tutti_core::{ContentHash, Problem, RunId};
use tutti_engine::End;
use tutti_store::{EntryKind, Owned};

use crate::files;

/// Writes what there is: the log always, the rest if the run is done.
pub(crate) async fn write(out: &Path, store: &Owned, run: &RunId, end: &End) -> Result<(), Problem> {
    let mut written = vec![("log.jsonl", log(store, run).await?)];
    if let End::Done(report) = end {
        let pretty = |name: &str| format!("{:#}\n", report.get(name).unwrap_or(&Value::Null));
        written.push(("handover.json", pretty("handover")));
        written.push(("flashcards.json", pretty("flashcards")));
        written.push(("quiz.json", pretty("quiz")));
    }
    files::write_all(out, &written)
}

/// One line for every step: which agent, what went in and out, how long it took, what it cost.
async fn log(store: &Owned, run: &RunId) -> Result<String, Problem> {
    let ledger = store.ledger(run).await?;
    let mut lines = String::new();
    for entry in store.journal(run).await?.iter().filter(|entry| entry.kind == EntryKind::Step) {
        let output = &entry.output;
        let problem = output.pointer("/ok/problem").or_else(|| output.get("final"));
        let tokens: u64 = ledger
            .iter()
            .filter(|call| call.step == entry.key)
            .map(|call| call.input_tokens + call.output_tokens)
            .sum();
        let agent = entry.key.rsplit('/').next().unwrap_or_default().split('#').next().unwrap_or_default();
        let line = json!({
            "trace_id": run,
            "stage": entry.key,
            "agent": agent,
            "input_hash": entry.input,
            "output_hash": ContentHash::of_json(output),
            "duration_ms": entry.ended_at - entry.started_at,
            "tokens_used": tokens,
            "errors": problem.filter(|problem| !problem.is_null()).into_iter().collect::<Vec<_>>(),
            "status": if problem.is_some_and(|problem| !problem.is_null()) { "failed" } else { "done" },
        });
        lines.push_str(&line.to_string());
        lines.push('\n');
    }
    Ok(lines)
}
