//! Child runs: parallel work that survives a crash, because each branch has its own journal.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use serde_json::json;
use tokio::{sync::Semaphore, task::JoinSet};
use tutti_core::{Code, ContentHash, Problem, RunId};
use tutti_store::{EntryKind, NewRun, RunRow, RunStatus, Waits};

use crate::{
    Child, ChildOutcome, End, Stop,
    drive::{Driven, drive, line},
    live::Listed,
};

impl Driven {
    pub(crate) async fn run_children(
        &self,
        key: String,
        children: Vec<Child>,
        at_once: usize,
    ) -> Result<Vec<ChildOutcome>, Stop> {
        let plan = json!(children);
        let input = ContentHash::of_json(&plan);
        if let Some(entry) = self.visit(&key, EntryKind::Children)? {
            if entry.input.as_ref().is_some_and(|recorded| *recorded != input) {
                return Err(self.stop_with(Stop::Mismatch(children_mismatch(&key))));
            }
            return serde_json::from_value(entry.output).map_err(|error| {
                self.stop_with(Stop::Mismatch(Problem::new(
                    Code::JournalMismatch,
                    format!("`{key}`: {error}"),
                )))
            });
        }
        let started = self.now();
        let ids = self.child_ids(&children)?;
        let (mut outcomes, fresh, waiting) = self.take_up(&children, &ids).await?;

        // A waiting parent does not count as working: otherwise nested children could starve each other.
        let permit = self.permit.lock().await.take();
        drop(permit);
        let driven = self.drive_children(fresh, at_once).await;
        let permit = Arc::clone(&self.shared.permits).acquire_owned().await.ok();
        *self.permit.lock().await = permit;

        let mut parked = waiting;
        let mut stop = None;
        for (id, end) in driven? {
            match end {
                End::Done(value) => drop(outcomes.insert(id, ChildOutcome::Done(value))),
                End::Failed(problem) => drop(outcomes.insert(id, ChildOutcome::Failed(problem))),
                End::Cancelled => drop(outcomes.insert(id, ChildOutcome::Failed(Stop::Cancelled.problem()))),
                End::Parked { .. } => parked = true,
                End::Stopped(other) | End::Abandoned(other) => stop = Some(stop.unwrap_or(other)),
            }
        }
        // An interruption of the whole family is not an outcome of a child.
        self.within_limits(async { Ok(()) }).await?;
        if let Some(stop) = stop {
            return Err(self.stop_with(stop));
        }
        if parked {
            return Err(self.stop_with(Stop::Parked { waits: Waits::Children, wake_at: None }));
        }
        let outcomes: Vec<ChildOutcome> = ids.iter().filter_map(|id| outcomes.remove(id)).collect();
        let entry = tutti_store::Entry {
            input: Some(input),
            started_at: started,
            ..line(self.next(), key, EntryKind::Children, json!(outcomes), self.now())
        };
        self.append(entry, None).await?;
        Ok(outcomes)
    }

    fn child_ids(&self, children: &[Child]) -> Result<Vec<RunId>, Stop> {
        let mut ids = Vec::with_capacity(children.len());
        let mut seen = HashSet::new();
        for child in children {
            let id = self.account.run.child(&child.key).map_err(|error| {
                self.stop_with(Stop::failed(Code::Internal, format!("a child's place in the plan: {error}")))
            })?;
            if !seen.insert(id.clone()) {
                return Err(
                    self.stop_with(Stop::failed(Code::Internal, format!("two children at `{}`", child.key)))
                );
            }
            ids.push(id);
        }
        Ok(ids)
    }

    /// Creates missing children and takes up the unfinished ones that nobody drives. Returns the outcomes of those
    /// that have ended, the runs to drive, and whether to wait for others.
    async fn take_up(
        &self,
        children: &[Child],
        ids: &[RunId],
    ) -> Result<(HashMap<RunId, ChildOutcome>, Vec<(RunRow, Listed, bool)>, bool), Stop> {
        let _claiming = self.shared.claiming.read().await;
        let store = &self.shared.store;
        let worker = &self.worker;
        let listed = |row: RunRow, fresh| {
            let listed = Listed::new(&self.shared, &row.id);
            (row, listed, fresh)
        };
        let failed = |error: tutti_store::StoreError| self.stop_with(error.into());
        let mut new = Vec::with_capacity(children.len());
        for (child, id) in children.iter().zip(ids) {
            let flow =
                self.shared.flows.get(&child.flow).map_err(|e| self.stop_with(Stop::Failed(e.into())))?;
            new.push(NewRun {
                id: id.clone(),
                owner: self.account.owner.clone(),
                parent: Some(self.account.run.clone()),
                flow: child.flow.clone(),
                version: flow.version,
                input: child.input.clone(),
                deadline: self.account.deadline,
                budget: self.account.budget,
                forked_from: None,
            });
        }
        let created = store.create(new.clone(), Some(worker), self.now()).await.map_err(failed)?;
        let mut to_drive: Vec<(RunRow, Listed, bool)> = new
            .into_iter()
            .zip(&created)
            .filter(|(_, created)| **created)
            .map(|(run, _)| listed(fresh_row(run, worker, self.now()), true))
            .collect();

        let mut outcomes = HashMap::new();
        let mut waiting = false;
        if created.contains(&false) {
            let rows = store.of(&self.account.owner).children(&self.account.run).await.map_err(failed)?;
            let mut known: HashMap<RunId, RunRow> =
                rows.into_iter().map(|row| (row.id.clone(), row)).collect();
            let mut unfinished = Vec::new();
            for id in ids.iter().zip(&created).filter(|(_, created)| !**created).map(|(id, _)| id) {
                let Some(row) = known.remove(id) else { continue };
                match (row.status, row.output, row.stop) {
                    (RunStatus::Done, Some(output), _) => {
                        outcomes.insert(id.clone(), ChildOutcome::Done(output));
                    }
                    (RunStatus::Failed | RunStatus::Cancelled, _, Some(stop)) => {
                        outcomes.insert(id.clone(), ChildOutcome::Failed(stop));
                    }
                    _ => unfinished.push(id.clone()),
                }
            }
            let won = store.claim(worker, unfinished.clone(), self.now()).await.map_err(failed)?;
            for (id, won) in unfinished.into_iter().zip(won) {
                if !won {
                    waiting = true;
                } else if let Some(row) = store.of(&self.account.owner).run(&id).await.map_err(failed)? {
                    to_drive.push(listed(row, false));
                }
            }
        }
        Ok((outcomes, to_drive, waiting))
    }

    async fn drive_children(
        &self,
        rows: Vec<(RunRow, Listed, bool)>,
        at_once: usize,
    ) -> Result<Vec<(RunId, End)>, Stop> {
        let places = Arc::new(Semaphore::new(at_once));
        let mut tasks = JoinSet::new();
        for (row, listed, fresh) in rows {
            let (shared, places) = (Arc::clone(&self.shared), Arc::clone(&places));
            let interrupt = self.interrupt.clone();
            tasks.spawn(async move {
                let _place = places.acquire_owned().await;
                let id = row.id.clone();
                // A child that waited for a slot has not seen the interrupt sent to those at work.
                let told = interrupt.borrow().clone();
                let end = match told {
                    None => drive(&shared, row, listed, fresh).await,
                    Some(Stop::Cancelled) => {
                        drive(&shared, RunRow { cancel_requested: true, ..row }, listed, fresh).await
                    }
                    Some(stop) => End::Abandoned(stop),
                };
                (id, end)
            });
        }
        let mut ends = Vec::new();
        while let Some(joined) = tasks.join_next().await {
            ends.push(joined.map_err(|error| {
                self.stop_with(Stop::Store(Problem::new(
                    Code::Internal,
                    format!("a child was lost: {error}"),
                )))
            })?);
        }
        Ok(ends)
    }
}

/// The row that the store would return for a run it has just created for us; saves a read per child.
pub(crate) fn fresh_row(run: NewRun, worker: &str, at: i64) -> RunRow {
    RunRow {
        id: run.id,
        owner: run.owner,
        parent: run.parent,
        flow: run.flow,
        version: run.version,
        input: run.input,
        status: RunStatus::Running,
        waits: None,
        stop: None,
        output: None,
        worker: Some(worker.to_owned()),
        wake_at: None,
        cancel_requested: false,
        deadline: run.deadline,
        budget: run.budget,
        forked_from: run.forked_from,
        created_at: at,
        updated_at: at,
    }
}

fn children_mismatch(key: &str) -> Problem {
    Problem::new(
        Code::JournalMismatch,
        format!("`{key}` was recorded with other children than the code now expects"),
    )
    .hint("the code changed under this run: fork it from the step before")
}
