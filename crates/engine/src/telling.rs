//! What happens in runs, told to whoever watches this process: logs, spans and metrics are made of it (`tutti-watch`).
//!
//! Told after it is in the journal. Nothing of what went in or came out is told, only hashes. It costs nothing while
//! nobody watches.

use serde_json::Value;
use tutti_core::{ContentHash, RunId};
use tutti_store::{Millis, RunRow};

use crate::{Account, End};

pub(crate) fn began(row: &RunRow, resumed: bool) {
    tracing::info!(
        target: "tutti::run",
        owner = row.owner.as_str(),
        run = row.id.as_str(),
        flow = row.flow,
        status = if resumed { "resumed" } else { "began" },
    );
}

/// The run ended or was put aside. A run that was abandoned is somebody else's now.
pub(crate) fn ended(
    account: &Account,
    parent: Option<&RunId>,
    flow: &str,
    times: (Millis, Millis),
    end: &End,
) {
    let problem = match end {
        End::Failed(problem) => Some(problem.clone()),
        End::Stopped(stop) => Some(stop.problem()),
        End::Done(_) | End::Cancelled | End::Parked { .. } | End::Abandoned(_) => None,
    };
    tracing::info!(
        target: "tutti::run",
        owner = account.owner.as_str(),
        run = account.run.as_str(),
        parent = parent.map(RunId::as_str),
        flow,
        status = end.status().as_str(),
        started_at = times.0,
        ended_at = times.1,
        error = problem.as_ref().map(|problem| problem.code.name()),
        detail = problem.as_ref().map(|problem| problem.detail.as_str()),
    );
}

/// A step as the journal has it: what it gave, or why it gave nothing.
pub(crate) struct Finished<'a> {
    pub(crate) key: &'a str,
    pub(crate) input: &'a ContentHash,
    pub(crate) output: &'a Value,
    pub(crate) started_at: Millis,
    pub(crate) ended_at: Millis,
}

pub(crate) fn finished(account: &Account, flow: &str, step: &Finished<'_>) {
    let output = step.output;
    // Whoever only counts needs no hash of what may be large.
    let is_hashed = tracing::enabled!(target: "tutti::hash", tracing::Level::INFO);
    let output_hash = is_hashed.then(|| ContentHash::of_json(output));
    let way = output.pointer("/ok/way").and_then(Value::as_str);
    let failed = ["/ok/problem", "/final", "/again/problem"];
    let problem = || failed.iter().find_map(|place| output.pointer(place));
    let text = |field: &str| problem().and_then(|problem| problem.get(field)).and_then(Value::as_str);
    tracing::info!(
        target: "tutti::step",
        owner = account.owner.as_str(),
        run = account.run.as_str(),
        flow,
        key = step.key,
        way,
        input_hash = step.input.as_str(),
        output_hash = output_hash.as_ref().map(ContentHash::as_str),
        started_at = step.started_at,
        ended_at = step.ended_at,
        error = text("code"),
        detail = text("detail"),
    );
}

/// A gate's verdict or a recovery. Other notes are for the flow's own page.
pub(crate) fn noted(account: &Account, flow: &str, key: &str, note: &Value) {
    let verdict = note.pointer("/gate/verdict").and_then(Value::as_str);
    let recovery = note.get("recovery").and_then(Value::as_str);
    if verdict.is_some() || recovery.is_some() {
        tracing::info!(
            target: "tutti::note",
            owner = account.owner.as_str(),
            run = account.run.as_str(),
            flow,
            key,
            verdict,
            recovery,
        );
    }
}

pub(crate) fn asked(account: &Account, flow: &str, name: &str) {
    tracing::info!(
        target: "tutti::review",
        owner = account.owner.as_str(),
        run = account.run.as_str(),
        flow,
        key = name,
    );
}
