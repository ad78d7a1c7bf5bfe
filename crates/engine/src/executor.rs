//! The embedded executor: drives runs of this machine on the store.

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock},
    time::Duration,
};

use serde_json::Value;
use tokio::{
    sync::{Notify, Semaphore, broadcast, watch},
    task::{JoinHandle, JoinSet},
};
use tutti_core::{Budget, Owner, Problem, RunId};
use tutti_store::{AnswerOutcome, Millis, NewRun, RunRow, RunStatus, Store, Waits};

use crate::{
    Clock, EngineError, Event, Flows, Services, Stop, SystemClock, What, children::fresh_row, drive::drive,
    worker::Worker,
};

/// How an executor works. Resolved values: reading files and variables is the binary's business.
#[derive(Debug, Clone)]
pub struct Options {
    /// Folder for the lock file of this process.
    pub locks: PathBuf,
    /// Runs at work at the same time.
    pub parallel: usize,
    /// After this long without a heartbeat a process on another machine counts as dead.
    pub lease: Duration,
    /// Sleeps up to this long keep the run in memory; longer ones park it.
    pub inline_sleep: Duration,
    pub clock: Arc<dyn Clock>,
}

impl Options {
    pub fn new(locks: impl Into<PathBuf>) -> Self {
        Self {
            locks: locks.into(),
            parallel: 8,
            lease: Duration::from_secs(30),
            inline_sleep: Duration::from_secs(10),
            clock: Arc::new(SystemClock),
        }
    }
}

/// What somebody wants done.
#[derive(Debug, Clone)]
pub struct Submission {
    pub flow: String,
    pub input: Value,
    /// A fresh one if none is given.
    pub id: Option<RunId>,
    /// How long the run and its children may take together.
    pub within: Option<Duration>,
    pub budget: Budget,
}

impl Submission {
    pub fn new(flow: impl Into<String>, input: Value) -> Self {
        Self { flow: flow.into(), input, id: None, within: None, budget: Budget::default() }
    }
}

/// How driving a run came to an end, for now or for good.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    Done(Value),
    Failed(Problem),
    Cancelled,
    /// Waits; costs nothing meanwhile.
    Parked {
        waits: Waits,
        wake_at: Option<Millis>,
    },
    /// Budget, deadline or changed code: can be mended and resumed.
    Stopped(Stop),
    /// The store failed or another process took over; nothing more was written.
    Abandoned(Stop),
}

impl End {
    pub(crate) fn from_stop(stop: Stop) -> Self {
        match stop {
            Stop::Cancelled => Self::Cancelled,
            Stop::Failed(problem) => Self::Failed(problem),
            Stop::Parked { waits, wake_at } => Self::Parked { waits, wake_at },
            Stop::Budget(_) | Stop::Deadline | Stop::Mismatch(_) => Self::Stopped(stop),
            Stop::LeaseLost | Stop::Store(_) => Self::Abandoned(stop),
        }
    }

    pub fn status(&self) -> RunStatus {
        match self {
            Self::Done(_) => RunStatus::Done,
            Self::Failed(_) => RunStatus::Failed,
            Self::Cancelled => RunStatus::Cancelled,
            Self::Parked { .. } => RunStatus::Parked,
            Self::Stopped(_) => RunStatus::Stopped,
            Self::Abandoned(_) => RunStatus::Running,
        }
    }
}

/// Drives runs. Cheap to clone.
#[derive(Clone)]
pub struct Executor {
    pub(crate) shared: Arc<Shared>,
    /// Renews the lease; ends with the last clone.
    _heartbeat: Arc<Heartbeat>,
}

pub(crate) struct Shared {
    pub(crate) store: Store,
    pub(crate) flows: Flows,
    services: RwLock<Arc<Services>>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) worker: Worker,
    pub(crate) permits: Arc<Semaphore>,
    pub(crate) inline_sleep: Duration,
    parallel: usize,
    lease: Duration,
    /// The runs in the hands of this process, and how to interrupt each.
    live: Mutex<HashMap<RunId, watch::Sender<Option<Stop>>>>,
    events: broadcast::Sender<Event>,
    /// Somebody in this process made a run ready.
    ready: Notify,
}

struct Heartbeat(JoinHandle<()>);

impl Drop for Heartbeat {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Shared {
    pub(crate) fn services(&self) -> Arc<Services> {
        Arc::clone(&self.services.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn enlist(&self, run: &RunId) -> watch::Receiver<Option<Stop>> {
        let (sender, receiver) = watch::channel(None);
        self.live().insert(run.clone(), sender);
        receiver
    }

    pub(crate) fn dismiss(&self, run: &RunId) {
        self.live().remove(run);
        self.ready.notify_one();
    }

    pub(crate) fn interrupt(&self, run: &RunId, stop: &Stop) {
        if let Some(sender) = self.live().get(run) {
            sender.send_replace(Some(stop.clone()));
        }
    }

    fn interrupt_where(&self, which: impl Fn(&RunId) -> bool, stop: &Stop) {
        for (_, sender) in self.live().iter().filter(|(run, _)| which(run)) {
            sender.send_replace(Some(stop.clone()));
        }
    }

    fn live(&self) -> MutexGuard<'_, HashMap<RunId, watch::Sender<Option<Stop>>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn emit(&self, owner: &Owner, run: &RunId, what: What) {
        if self.events.receiver_count() > 0 {
            let event = Event { owner: owner.clone(), run: run.clone(), at: self.clock.now(), what };
            let _ = self.events.send(event);
        }
    }
}

impl Executor {
    /// Registers this process as a driver of runs.
    pub async fn start(
        store: Store,
        flows: Flows,
        services: Services,
        options: Options,
    ) -> Result<Self, EngineError> {
        let worker = Worker::new(&options.locks)?;
        worker.register(&store, options.clock.now()).await?;
        let shared = Arc::new(Shared {
            store,
            flows,
            services: RwLock::new(Arc::new(services)),
            clock: options.clock,
            worker,
            permits: Arc::new(Semaphore::new(options.parallel.max(1))),
            inline_sleep: options.inline_sleep,
            parallel: options.parallel.max(1),
            lease: options.lease,
            live: Mutex::default(),
            events: broadcast::channel(1024).0,
            ready: Notify::new(),
        });
        let heartbeat = tokio::spawn(keep_alive(Arc::downgrade(&shared), options.lease / 3));
        Ok(Self { shared, _heartbeat: Arc::new(Heartbeat(heartbeat)) })
    }

    pub fn store(&self) -> &Store {
        &self.shared.store
    }

    pub fn flows(&self) -> &Flows {
        &self.shared.flows
    }

    /// What flows may use besides their run.
    pub fn services(&self) -> Arc<Services> {
        self.shared.services()
    }

    /// Gives runs that are driven from now on other services; those in hand go on with what they have.
    pub fn set_services(&self, services: Services) {
        *self.shared.services.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(services);
    }

    /// Everything that happens in this process from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.shared.events.subscribe()
    }

    /// Stores a run and drives it to its end, or until it parks. If the future is dropped the run stays in the
    /// hands of this process, as after a crash, until [`Executor::close`] puts it back in the queue.
    pub async fn run(&self, owner: &Owner, submission: Submission) -> Result<(RunId, End), EngineError> {
        let worker = self.shared.worker.id.clone();
        let now = self.shared.clock.now();
        let new = self.create(owner, submission, Some(&worker)).await?;
        let id = new.id.clone();
        let row = fresh_row(new, &worker, now);
        Ok((id, drive(&self.shared, row, true).await))
    }

    /// Stores a run for whoever drives next.
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

    /// In a task of its own, so that a caller who goes away does not take the run with it half-way.
    async fn spawned(&self, row: RunRow, fresh: bool) -> End {
        let shared = Arc::clone(&self.shared);
        let task = tokio::spawn(async move { drive(&shared, row, fresh).await });
        task.await.unwrap_or_else(|error| {
            End::Abandoned(Stop::Store(Problem::new(
                tutti_core::Code::Internal,
                format!("the task of the run was lost: {error}"),
            )))
        })
    }

    /// Declares dead processes dead; their runs are free to be resumed. Tells how many runs that freed.
    pub async fn recover(&self) -> Result<u64, EngineError> {
        let shared = &self.shared;
        shared.worker.depose_the_dead(&shared.store, shared.clock.now(), shared.lease).await
    }

    /// Goes on with a run: after a crash, a stop that was mended, an answer, or a sleep that is over.
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
            if let Some(row) = self.claim_one(owner, id).await? {
                progress = true;
                match self.spawned(row, false).await {
                    End::Parked { waits: Waits::Children, .. } => {}
                    end => return Ok(end),
                }
            }
            let now = self.shared.clock.now();
            let mut tasks = JoinSet::new();
            for child in store.ready_in_family(id, now).await?.into_iter().filter(|child| child != id) {
                if let Some(row) = self.claim_one(owner, &child).await? {
                    progress = true;
                    let this = self.clone();
                    tasks.spawn(async move { this.spawned(row, false).await });
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

    async fn claim_one(&self, owner: &Owner, id: &RunId) -> Result<Option<RunRow>, EngineError> {
        let store = &self.shared.store;
        let won = store.claim(&self.shared.worker.id, vec![id.clone()], self.shared.clock.now()).await?;
        if won == [true] { Ok(store.of(owner).run(id).await?) } else { Ok(None) }
    }

    /// Drives every run that is ready or due, of every owner, until none is left. Tells how many were driven.
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
                tasks.spawn(async move { this.spawned(row, false).await });
            }
            // Enough claimed to keep every place busy; the rest stays free for other processes.
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

    /// Drives whatever becomes ready until `shutdown` completes; then lets go of everything in good order.
    pub async fn serve(&self, shutdown: impl Future<Output = ()>) -> Result<(), EngineError> {
        tokio::pin!(shutdown);
        let mut tasks = JoinSet::new();
        loop {
            self.recover().await?;
            if tasks.len() < self.shared.parallel {
                for row in self.claim_batch().await? {
                    let this = self.clone();
                    tasks.spawn(async move { this.spawned(row, false).await });
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

    /// Answers a review, if the answer is one of the allowed ones, and drives the run on.
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

    /// Cancels a run and its children: those at work here at once, those parked right away, those in another
    /// process at its next journal line.
    pub async fn cancel(&self, owner: &Owner, id: &RunId) -> Result<u64, EngineError> {
        let store = self.shared.store.of(owner);
        let row = store.run(id).await?.ok_or_else(|| EngineError::NoSuchRun { id: id.to_string() })?;
        if row.status.is_final() {
            return Err(EngineError::Ended { id: id.clone(), status: row.status });
        }
        self.recover().await?;
        let affected = store.cancel(id).await?;
        let below = format!("{id}/");
        self.shared.interrupt_where(|run| run == id || run.as_str().starts_with(&below), &Stop::Cancelled);
        let now = self.shared.clock.now();
        for member in store.ready_in_family(id, now).await? {
            if let Some(row) = self.claim_one(owner, &member).await? {
                self.spawned(row, false).await;
            }
        }
        Ok(affected)
    }

    /// Leaves: runs in hand go back to the queue, to be resumed by whoever comes next.
    pub async fn close(&self) -> Result<(), EngineError> {
        self.shared.interrupt_where(|_| true, &Stop::LeaseLost);
        self.shared.worker.retire(&self.shared.store).await
    }
}

impl std::fmt::Debug for Executor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Executor({})", self.shared.worker.id)
    }
}

/// What was changed before a stopped run goes on.
#[derive(Debug, Clone, Default)]
pub struct Mended {
    pub budget: Option<Budget>,
    pub within: Option<Duration>,
}

async fn keep_alive(shared: std::sync::Weak<Shared>, every: Duration) {
    loop {
        tokio::time::sleep(every).await;
        let Some(shared) = shared.upgrade() else { return };
        match shared.store.heartbeat(&shared.worker.id, shared.clock.now()).await {
            // A step may hang for long; somebody in another process may have cancelled its run meanwhile.
            Ok(true) => {
                for run in shared.store.to_cancel(&shared.worker.id).await.unwrap_or_default() {
                    shared.interrupt(&run, &Stop::Cancelled);
                }
            }
            Ok(false) => shared.interrupt_where(|_| true, &Stop::LeaseLost),
            // A store that cannot be written stops the runs themselves at their next line.
            Err(error) => tracing::warn!(%error, "the heartbeat could not be written"),
        }
    }
}
