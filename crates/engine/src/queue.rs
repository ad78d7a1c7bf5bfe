//! Claims ready runs for this process and drives them, until none is left or for as long as the process serves.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use tokio::task::JoinSet;
use tutti_core::{Code, Owner, Problem, RunId};
use tutti_store::RunRow;

use crate::{
    End, EngineError, Executor, Stop, Trouble,
    drive::{drive, stop_damaged},
    live::{Listed, pause_after},
};

/// A run that this process has claimed and lists as live.
pub(crate) type Claimed = (RunRow, Listed);

/// Another process may answer a review or submit a run: look again this often.
const LOOK_AGAIN: Duration = Duration::from_millis(500);

impl Executor {
    /// In a separate task, so that a caller that goes away does not stop the run half-way.
    pub(crate) async fn spawn_drive(&self, (row, listed): Claimed) -> End {
        let shared = Arc::clone(&self.shared);
        let task = tokio::spawn(async move { drive(&shared, row, listed, false).await });
        task.await.unwrap_or_else(|error| {
            End::Abandoned(Stop::Store(Problem::new(
                Code::Internal,
                format!("the task of the run was lost: {error}"),
            )))
        })
    }

    /// Declares dead processes dead; their runs can be resumed. Returns how many runs that freed.
    pub async fn recover(&self) -> Result<u64, EngineError> {
        let shared = &self.shared;
        shared.worker().depose_the_dead(&shared.store, shared.clock.now(), shared.lease).await
    }

    pub(crate) async fn claim_one(&self, owner: &Owner, id: &RunId) -> Result<Option<Claimed>, EngineError> {
        let _claiming = self.shared.claiming.read().await;
        let (store, worker) = (&self.shared.store, self.shared.worker());
        let won = store.claim(&worker.id, vec![id.clone()], self.shared.clock.now()).await?;
        if won == [true] { self.list(owner, id, &worker.id).await } else { Ok(None) }
    }

    /// A claimed run as live. None if another process has taken it since.
    async fn list(&self, owner: &Owner, id: &RunId, worker: &str) -> Result<Option<Claimed>, EngineError> {
        let row = self.shared.store.of(owner).run(id).await?;
        let ours = row.filter(|row| row.worker.as_deref() == Some(worker));
        Ok(ours.map(|row| (row, Listed::new(&self.shared, id))))
    }

    /// Drives every run that is ready or due, of every owner, until none is left. Returns how many were driven.
    pub async fn drive_ready(&self) -> Result<usize, EngineError> {
        let mut tasks = JoinSet::new();
        let mut driven = 0;
        loop {
            let claimed = self.claim_batch().await?;
            if claimed.is_empty() && tasks.is_empty() {
                return Ok(driven);
            }
            driven += claimed.len();
            for run in claimed {
                let this = self.clone();
                tasks.spawn(async move { this.spawn_drive(run).await });
            }
            // Claims enough to keep every slot busy; the rest stays free for other processes.
            while tasks.len() >= self.shared.parallel || !tasks.is_empty() && self.nothing_ready().await? {
                if let Some(Ok(End::Abandoned(stop))) = tasks.join_next().await {
                    return Err(EngineError::Abandoned(stop.problem()));
                }
            }
        }
    }

    async fn nothing_ready(&self) -> Result<bool, EngineError> {
        let due = self.shared.store.next_due().await?;
        Ok(due.is_none_or(|due| due > self.shared.clock.now()))
    }

    async fn claim_batch(&self) -> Result<Vec<Claimed>, EngineError> {
        let _claiming = self.shared.claiming.read().await;
        let (store, worker) = (&self.shared.store, self.shared.worker());
        let limit = self.shared.parallel as i64;
        let ids = store.claim_ready(&worker.id, limit, self.shared.clock.now()).await?;
        let mut claimed = Vec::with_capacity(ids.len());
        for id in ids {
            let Some(owner) = store.owner_of(&id).await? else { continue };
            match self.list(&owner, &id, &worker.id).await {
                Err(EngineError::Store(error)) if error.is_damage() => {
                    stop_damaged(&self.shared, &owner, &id, Some(&worker.id), error).await;
                }
                listed => claimed.extend(listed?),
            }
        }
        Ok(claimed)
    }

    /// Drives whatever becomes ready until `shutdown` completes; then releases everything in good order. While the
    /// store fails, it tries again after growing pauses, and takes its runs up when the store is back.
    pub async fn serve(&self, shutdown: impl Future<Output = ()>) -> Result<(), EngineError> {
        tokio::pin!(shutdown);
        let mut tasks = JoinSet::new();
        let mut failures = 0;
        loop {
            // What a look that is cut short has claimed is released with everything else.
            let looked = tokio::select! {
                () = &mut shutdown => return self.close().await,
                looked = self.look(&mut tasks) => looked,
            };
            failures = if looked.is_ok() { 0 } else { failures + 1 };
            self.shared.report(Trouble::claiming, looked.err().map(Problem::from));
            let pause = if failures == 0 { LOOK_AGAIN } else { pause_after(failures, self.shared.lease) };
            tokio::select! {
                () = &mut shutdown => return self.close().await,
                () = self.shared.ready.notified(), if failures == 0 => {}
                () = tokio::time::sleep(pause) => {}
                Some(_) = tasks.join_next(), if failures == 0 => {}
            }
        }
    }

    /// Takes up what is ready.
    async fn look(&self, tasks: &mut JoinSet<End>) -> Result<(), EngineError> {
        self.shared.rejoin().await?;
        self.give_back_stranded().await?;
        self.recover().await?;
        if tasks.len() < self.shared.parallel {
            for run in self.claim_batch().await? {
                let this = self.clone();
                tasks.spawn(async move { this.spawn_drive(run).await });
            }
        }
        Ok(())
    }

    /// Puts runs that this process has claimed but does not drive back into the queue.
    async fn give_back_stranded(&self) -> Result<(), EngineError> {
        let shared = &self.shared;
        if !shared.unsettled.swap(false, Ordering::SeqCst) {
            return Ok(());
        }
        let _nobody_claims = shared.claiming.write().await;
        let (worker, now) = (shared.worker(), shared.clock.now());
        let given_back = async {
            let mut stranded = shared.store.runs_of_worker(&worker.id).await?;
            stranded.retain(|run| !shared.live.has(run));
            let all = stranded.len();
            stranded.retain(|run| !shared.live.rests(run, now));
            let left = all - stranded.len();
            if !stranded.is_empty() {
                let released = shared.store.release(&worker.id, stranded).await?;
                tracing::info!(runs = released, "runs that the store had failed are taken up again");
            }
            Ok(left)
        };
        let left = given_back.await;
        if !matches!(left, Ok(0)) {
            shared.unsettled.store(true, Ordering::SeqCst);
        }
        left.map(|_| ())
    }
}
