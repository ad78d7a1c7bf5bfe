//! The operations on a run: start, resume, answer a review, cancel.

use tokio::task::JoinSet;
use tutti_core::{Owner, RunId};
use tutti_store::{AnswerOutcome, Millis, NewRun, RunStatus, Waits};

use crate::{
    End, EngineError, Executor, Mended, Stop, Submission, children::fresh_row, drive::drive, live::Listed,
};

impl Executor {
    /// Stores a run and drives it to its end, or until it parks. If the future is dropped, the run stays assigned to
    /// this process, as after a crash, until [`Executor::close`] puts it back in the queue.
    pub async fn run(&self, owner: &Owner, submission: Submission) -> Result<(RunId, End), EngineError> {
        let worker = self.shared.worker();
        let now = self.shared.clock.now();
        let claiming = self.shared.claiming.read().await;
        let new = self.create(owner, submission, Some(&worker.id)).await?;
        let id = new.id.clone();
        let listed = Listed::new(&self.shared, &id);
        drop(claiming);
        let row = fresh_row(new, &worker.id, now);
        Ok((id, drive(&self.shared, row, listed, true).await))
    }

    /// Stores a run for the next process that drives runs.
    pub async fn submit(&self, owner: &Owner, submission: Submission) -> Result<RunId, EngineError> {
        let new = self.create(owner, submission, None).await?;
        self.shared.ready.notify_one();
        Ok(new.id)
    }

    async fn create(
        &self,
        owner: &Owner,
        submission: Submission,
        worker: Option<&str>,
    ) -> Result<NewRun, EngineError> {
        let flow = self.shared.flows.get(&submission.flow)?;
        let now = self.shared.clock.now();
        let new = NewRun {
            id: submission.id.unwrap_or_else(RunId::fresh),
            owner: owner.clone(),
            parent: None,
            flow: flow.name.to_owned(),
            version: flow.version,
            input: submission.input,
            deadline: submission.within.map(|within| now.saturating_add(within.as_millis() as Millis)),
            budget: submission.budget,
            forked_from: None,
        };
        let created = self.shared.store.create(vec![new.clone()], worker, now).await?;
        if created == [true] { Ok(new) } else { Err(EngineError::Exists { id: new.id }) }
    }

    /// Resumes a run: after a crash, a stop whose cause was fixed, an answer, or the end of a sleep.
    pub async fn resume(&self, owner: &Owner, id: &RunId, mended: Mended) -> Result<End, EngineError> {
        self.recover().await?;
        let store = self.shared.store.of(owner);
        let row = store.run(id).await?.ok_or_else(|| EngineError::NoSuchRun { id: id.to_string() })?;
        if row.status.is_final() {
            return Err(EngineError::Ended { id: id.clone(), status: row.status });
        }
        let now = self.shared.clock.now();
        let deadline = mended.within.map(|within| now.saturating_add(within.as_millis() as Millis));
        store.requeue(id, mended.budget, deadline).await?;
        self.drive_family(owner, id).await
    }

    /// Drives a run and those of its family that are ready, until nothing more can be done.
    async fn drive_family(&self, owner: &Owner, id: &RunId) -> Result<End, EngineError> {
        let store = self.shared.store.of(owner);
        loop {
            let mut progress = false;
            if let Some(run) = self.claim_one(owner, id).await? {
                progress = true;
                match self.spawn_drive(run).await {
                    End::Parked { waits: Waits::Children, .. } => {}
                    end => return Ok(end),
                }
            }
            let now = self.shared.clock.now();
            let mut tasks = JoinSet::new();
            for child in store.ready_in_family(id, now).await?.into_iter().filter(|child| child != id) {
                if let Some(run) = self.claim_one(owner, &child).await? {
                    progress = true;
                    let this = self.clone();
                    tasks.spawn(async move { this.spawn_drive(run).await });
                }
            }
            if !progress {
                break;
            }
            while let Some(end) = tasks.join_next().await {
                if let Ok(End::Abandoned(stop)) = end {
                    return Ok(End::Abandoned(stop));
                }
            }
        }
        let row = store.run(id).await?.ok_or_else(|| EngineError::NoSuchRun { id: id.to_string() })?;
        match row.status {
            RunStatus::Done => Ok(End::Done(row.output.unwrap_or_default())),
            RunStatus::Parked => {
                Ok(End::Parked { waits: row.waits.unwrap_or(Waits::Children), wake_at: row.wake_at })
            }
            RunStatus::Failed => Ok(End::Failed(row.stop.unwrap_or_else(|| Stop::Cancelled.problem()))),
            RunStatus::Cancelled => Ok(End::Cancelled),
            RunStatus::Running | RunStatus::Stopped | RunStatus::Queued => {
                Err(EngineError::Busy { id: id.clone() })
            }
        }
    }

    /// Answers a review, if the answer is one of the allowed ones, and continues the run.
    pub async fn answer(
        &self,
        owner: &Owner,
        run: &RunId,
        name: &str,
        answer: &str,
        by: &str,
    ) -> Result<(), EngineError> {
        let store = self.shared.store.of(owner);
        let reviews = store.reviews_of(run).await?;
        let Some(review) = reviews.iter().find(|review| review.name == name) else {
            let asked = reviews.into_iter().map(|review| review.name).collect();
            return Err(EngineError::NoSuchReview { run: run.clone(), name: name.to_owned(), asked });
        };
        if review.answer.is_none() && !review.question.accepts(answer) {
            return Err(EngineError::NotAllowed {
                name: name.to_owned(),
                answer: answer.to_owned(),
                allowed: review.question.allowed.clone(),
            });
        }
        match store.answer(run, name, answer, by, self.shared.clock.now()).await? {
            AnswerOutcome::Accepted => {
                self.shared.ready.notify_one();
                Ok(())
            }
            AnswerOutcome::AlreadyAnswered { answer, by } => {
                Err(EngineError::AlreadyAnswered { run: run.clone(), name: name.to_owned(), answer, by })
            }
            AnswerOutcome::NotAsked => {
                Err(EngineError::NoSuchReview { run: run.clone(), name: name.to_owned(), asked: Vec::new() })
            }
        }
    }

    /// Cancels a run and its children: those driven here or parked at once, those in another process at its next
    /// journal line.
    pub async fn cancel(&self, owner: &Owner, id: &RunId) -> Result<u64, EngineError> {
        let store = self.shared.store.of(owner);
        let row = store.run(id).await?.ok_or_else(|| EngineError::NoSuchRun { id: id.to_string() })?;
        if row.status.is_final() {
            return Err(EngineError::Ended { id: id.clone(), status: row.status });
        }
        self.recover().await?;
        let affected = store.cancel(id).await?;
        let below = format!("{id}/");
        self.shared
            .live
            .interrupt_where(|run| run == id || run.as_str().starts_with(&below), &Stop::Cancelled);
        let now = self.shared.clock.now();
        for member in store.ready_in_family(id, now).await? {
            if let Some(run) = self.claim_one(owner, &member).await? {
                self.spawn_drive(run).await;
            }
        }
        Ok(affected)
    }
}
