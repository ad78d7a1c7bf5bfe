//! Claims ready runs for this process and drives them, until none is left or for as long as the process serves.

use std::{sync::Arc, time::Duration};

use tokio::task::JoinSet;
use tutti_core::{Code, Owner, Problem, RunId};
use tutti_store::RunRow;

use crate::{End, EngineError, Executor, Stop, drive::drive};

impl Executor {
    /// In a separate task, so that a caller that goes away does not stop the run half-way.
    pub(crate) async fn spawn_drive(&self, row: RunRow, fresh: bool) -> End {
        let shared = Arc::clone(&self.shared);
        let task = tokio::spawn(async move { drive(&shared, row, fresh).await });
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
        shared.worker.depose_the_dead(&shared.store, shared.clock.now(), shared.lease).await
    }

    pub(crate) async fn claim_one(&self, owner: &Owner, id: &RunId) -> Result<Option<RunRow>, EngineError> {
        let store = &self.shared.store;
        let won = store.claim(&self.shared.worker.id, vec![id.clone()], self.shared.clock.now()).await?;
        if won == [true] { Ok(store.of(owner).run(id).await?) } else { Ok(None) }
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
            for row in claimed {
                let this = self.clone();
                tasks.spawn(async move { this.spawn_drive(row, false).await });
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

    async fn claim_batch(&self) -> Result<Vec<RunRow>, EngineError> {
        let store = &self.shared.store;
        let limit = self.shared.parallel as i64;
        let ids = store.claim_ready(&self.shared.worker.id, limit, self.shared.clock.now()).await?;
        let mut rows = Vec::with_capacity(ids.len());
        for id in ids {
            if let Some(owner) = store.owner_of(&id).await? {
                rows.extend(store.of(&owner).run(&id).await?);
            }
        }
        Ok(rows)
    }

    /// Drives whatever becomes ready until `shutdown` completes; then releases everything in good order.
    pub async fn serve(&self, shutdown: impl Future<Output = ()>) -> Result<(), EngineError> {
        tokio::pin!(shutdown);
        let mut tasks = JoinSet::new();
        loop {
            self.recover().await?;
            if tasks.len() < self.shared.parallel {
                for row in self.claim_batch().await? {
                    let this = self.clone();
                    tasks.spawn(async move { this.spawn_drive(row, false).await });
                }
            }
            // Another process may answer a review or submit a run: look again every half second.
            let look_again = tokio::time::sleep(Duration::from_millis(500));
            tokio::select! {
                () = &mut shutdown => return self.close().await,
                () = self.shared.ready.notified() => {}
                () = look_again => {}
                Some(_) = tasks.join_next() => {}
            }
        }
    }
}
