//! `tracing` events about runs, from which `tutti-watch` makes logs, spans and metrics.
//!
//! An event is emitted after its journal entry is written. It carries hashes, never inputs or outputs. It costs nothing
//! while nobody listens.

use serde_json::Value;
use tutti_core::{ContentHash, RunId, Verdict};
use tutti_store::{Millis, RunRow};

use crate::{End, NoteRecord, Recovery, RunAccount, StepOutline};

pub(crate) fn tell_start(row: &RunRow, resumed: bool) {
    tracing::info!(
        target: "tutti::run",
        owner = row.owner.as_str(),
        run = row.id.as_str(),
        flow = row.flow,
        status = if resumed { "resumed" } else { "began" },
    );
}

/// The run ended or was put aside. An abandoned run belongs to another process.
pub(crate) fn tell_end(
    account: &RunAccount,
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

/// A step as the journal has it.
pub(crate) struct Finished<'a> {
    pub(crate) key: &'a str,
    pub(crate) input: &'a ContentHash,
    pub(crate) output: &'a Value,
    pub(crate) outline: &'a StepOutline,
    pub(crate) started_at: Millis,
    pub(crate) ended_at: Millis,
}

pub(crate) fn tell_step(account: &RunAccount, flow: &str, step: &Finished<'_>) {
    // Counting needs no hash of what may be large.
    let is_hashed = tracing::enabled!(target: "tutti::hash", tracing::Level::INFO);
    let output_hash = is_hashed.then(|| ContentHash::of_json(step.output));
    let problem = step.outline.problem.as_ref();
    tracing::info!(
        target: "tutti::step",
        owner = account.owner.as_str(),
        run = account.run.as_str(),
        flow,
        key = step.key,
        way = step.outline.way.as_deref(),
        input_hash = step.input.as_str(),
        output_hash = output_hash.as_ref().map(ContentHash::as_str),
        started_at = step.started_at,
        ended_at = step.ended_at,
        error = problem.map(|problem| problem.code.name()),
        detail = problem.map(|problem| problem.detail.as_str()),
    );
}

/// A gate's verdict or a recovery. Other notes are only for the flow's own page.
pub(crate) fn tell_note(account: &RunAccount, flow: &str, key: &str, note: &NoteRecord) {
    let verdict = note.verdict().map(Verdict::name);
    let recovery = note.recovery().map(Recovery::name);
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

pub(crate) fn tell_question(account: &RunAccount, flow: &str, name: &str) {
    tracing::info!(
        target: "tutti::review",
        owner = account.owner.as_str(),
        run = account.run.as_str(),
        flow,
        key = name,
    );
}
