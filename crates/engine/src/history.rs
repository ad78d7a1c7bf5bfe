//! What a journal says about its run, and how a new run begins with part of an older journal.

use serde::Serialize;
use serde_json::Value;
use tutti_core::{Owner, Problem, RunId, nearest};
use tutti_store::{Entry, EntryKind, Millis, NewRun, RunStatus, Waits};

use crate::{EndRecord, EngineError, Executor, ParkRecord};

/// The state of a run according to its journal alone. The `runs` table must say the same.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Projection {
    /// `Queued` stands for a run that is neither parked nor ended: whether a process drives it at the moment depends
    /// on leases, not on the journal.
    pub status: RunStatus,
    pub waits: Option<Waits>,
    pub wake_at: Option<Millis>,
    pub stop: Option<Problem>,
    pub output: Option<Value>,
}

/// Derives the state of a run from its journal.
pub fn project(journal: &[Entry]) -> Projection {
    let none = Projection { status: RunStatus::Queued, waits: None, wake_at: None, stop: None, output: None };
    let Some(last) = journal.last() else { return none };
    if let Some(ParkRecord { waits, wake_at }) = ParkRecord::read(last) {
        return Projection { status: RunStatus::Parked, waits: Some(waits), wake_at, ..none };
    }
    match EndRecord::read(last) {
        Some(EndRecord { status, stop, output }) => Projection { status, stop, output, ..none },
        None => none,
    }
}

impl Executor {
    /// A new run that has done everything `id` did before `from`, and will do the rest again.
    pub async fn fork(&self, owner: &Owner, id: &RunId, from: &str) -> Result<RunId, EngineError> {
        self.fork_as(RunId::fresh(), owner, id, from).await
    }

    /// As [`Self::fork`], under this id.
    pub async fn fork_as(
        &self,
        fork: RunId,
        owner: &Owner,
        id: &RunId,
        from: &str,
    ) -> Result<RunId, EngineError> {
        let store = self.shared.store.of(owner);
        let row = store.run(id).await?.ok_or_else(|| EngineError::NoSuchRun { id: id.to_string() })?;
        let flow = self.shared.flows.get(&row.flow)?;
        let journal = store.journal(id).await?;
        let Some(point) = find_step(&journal, from) else {
            let keys = journal.iter().filter(|e| is_step(e)).map(|entry| entry.key.as_str());
            return Err(EngineError::NoSuchStep {
                run: id.clone(),
                key: from.to_owned(),
                nearest: nearest(from, keys).map(str::to_owned),
            });
        };
        let point = (point.n, point.key.clone());
        let kept = journal
            .into_iter()
            .filter(|e| e.n < point.0 && !matches!(e.kind, EntryKind::Park | EntryKind::End))
            .collect();
        let new = NewRun {
            id: fork.clone(),
            owner: owner.clone(),
            parent: None,
            flow: row.flow,
            version: flow.version,
            input: row.input,
            deadline: None,
            budget: row.budget,
            forked_from: Some(format!("{id} at {}", point.1)),
        };
        self.shared.store.import(new, kept, self.shared.clock.now()).await?;
        Ok(fork)
    }
}

/// A step by its key; `draft` means `draft#1`.
fn find_step<'a>(journal: &'a [Entry], key: &str) -> Option<&'a Entry> {
    let first_attempt = format!("{key}#1");
    journal.iter().find(|entry| is_step(entry) && (entry.key == key || entry.key == first_attempt))
}

fn is_step(entry: &Entry) -> bool {
    matches!(entry.kind, EntryKind::Step | EntryKind::Sleep | EntryKind::Wait | EntryKind::Children)
}
