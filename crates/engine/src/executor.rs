//! The embedded executor: a process that drives the runs of this machine on the store. This file holds its setup and
//! state; `lifecycle.rs` has the operations on a run, and `queue.rs` drives whatever is ready.

use std::{
    path::PathBuf,
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::{Notify, Semaphore, broadcast, watch},
    task::JoinHandle,
};
use tutti_core::{Owner, Problem, RunId};
use tutti_store::Store;

use crate::{
    Clock, EngineError, Event, Flows, Services, Stop, SystemClock, What, live::Live, worker::Worker,
};

/// The options of an executor. Resolved values: the binary reads files and variables.
#[derive(Debug, Clone)]
pub struct Options {
    /// Folder for the lock file of this process.
    pub locks: PathBuf,
    /// Maximum number of concurrent runs.
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

/// Drives runs. Cheap to clone.
#[derive(Clone)]
pub struct Executor {
    pub(crate) shared: Arc<Shared>,
    /// Renews the lease; ends with the last clone.
    _heartbeat: Arc<Heartbeat>,
}

/// Why the store cannot be used at the moment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trouble {
    claiming: Option<Problem>,
    heartbeat: Option<Problem>,
}

impl Trouble {
    pub fn problem(&self) -> Option<&Problem> {
        self.claiming.as_ref().or(self.heartbeat.as_ref())
    }

    pub(crate) fn claiming(&mut self) -> &mut Option<Problem> {
        &mut self.claiming
    }
}

pub(crate) struct Shared {
    pub(crate) store: Store,
    pub(crate) flows: Flows,
    services: RwLock<Arc<Services>>,
    pub(crate) clock: Arc<dyn Clock>,
    /// Another one after this process was deposed.
    worker: RwLock<Arc<Worker>>,
    locks: PathBuf,
    pub(crate) permits: Arc<Semaphore>,
    pub(crate) inline_sleep: Duration,
    pub(crate) parallel: usize,
    pub(crate) lease: Duration,
    pub(crate) live: Live,
    /// Read-locked from before a claim until the claimed runs are live, so that none looks stranded in between.
    pub(crate) claiming: tokio::sync::RwLock<()>,
    /// Runs may be stranded.
    pub(crate) unsettled: AtomicBool,
    /// Another process declared this one dead.
    deposed: AtomicBool,
    pub(crate) trouble: watch::Sender<Trouble>,
    events: broadcast::Sender<Event>,
    /// A run became ready in this process.
    pub(crate) ready: Notify,
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

    pub(crate) fn worker(&self) -> Arc<Worker> {
        Arc::clone(&self.worker.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Registers under another name after this process was deposed. Runs that are still winding down keep the old
    /// name, under which they can write nothing.
    pub(crate) async fn rejoin(&self) -> Result<(), EngineError> {
        if self.deposed.load(Ordering::SeqCst) {
            let worker = Worker::new(&self.locks)?;
            worker.register(&self.store, self.clock.now()).await?;
            *self.worker.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(worker);
            self.deposed.store(false, Ordering::SeqCst);
        }
        Ok(())
    }

    /// Logs when the store fails and when it is back, and tells those who watch.
    pub(crate) fn report(&self, which: fn(&mut Trouble) -> &mut Option<Problem>, problem: Option<Problem>) {
        self.trouble.send_if_modified(|trouble| {
            let was_well = trouble.problem().is_none();
            *which(trouble) = problem;
            match (was_well, trouble.problem()) {
                (true, Some(problem)) => {
                    tracing::error!(detail = %problem.detail, "the store failed; trying again until it is back");
                }
                (false, None) => tracing::info!("the store is back"),
                _ => return false,
            }
            true
        });
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
            worker: RwLock::new(Arc::new(worker)),
            locks: options.locks,
            permits: Arc::new(Semaphore::new(options.parallel.max(1))),
            inline_sleep: options.inline_sleep,
            parallel: options.parallel.max(1),
            lease: options.lease,
            live: Live::default(),
            claiming: tokio::sync::RwLock::default(),
            unsettled: AtomicBool::new(false),
            deposed: AtomicBool::new(false),
            trouble: watch::Sender::new(Trouble::default()),
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

    /// The services that flows may use besides their run.
    pub fn services(&self) -> Arc<Services> {
        self.shared.services()
    }

    /// Sets the services of runs that are driven from now on; active runs keep theirs.
    pub fn set_services(&self, services: Services) {
        *self.shared.services.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(services);
    }

    /// All events in this process from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.shared.events.subscribe()
    }

    /// Whether the store fails at the moment, as seen by [`Executor::serve`] and the heartbeat.
    pub fn trouble(&self) -> watch::Receiver<Trouble> {
        self.shared.trouble.subscribe()
    }

    /// Writes to the store, to see whether that is possible.
    pub async fn probe(&self) -> Result<(), EngineError> {
        let written = self.shared.store.heartbeat(&self.shared.worker().id, self.shared.clock.now()).await;
        Ok(written.map(|_| ())?)
    }

    /// Stops: runs in progress go back to the queue, to be resumed by another process.
    pub async fn close(&self) -> Result<(), EngineError> {
        self.shared.live.interrupt_where(|_| true, &Stop::LeaseLost);
        self.shared.worker().retire(&self.shared.store).await
    }
}

impl std::fmt::Debug for Executor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Executor({})", self.shared.worker().id)
    }
}

async fn keep_alive(shared: std::sync::Weak<Shared>, every: Duration) {
    loop {
        tokio::time::sleep(every).await;
        let Some(shared) = shared.upgrade() else { return };
        let worker = shared.worker();
        shared.unsettled.store(true, Ordering::SeqCst);
        match shared.store.heartbeat(&worker.id, shared.clock.now()).await {
            // A step may hang for long; another process may have cancelled its run in the meantime.
            Ok(true) => {
                for run in shared.store.to_cancel(&worker.id).await.unwrap_or_default() {
                    shared.live.interrupt(&run, &Stop::Cancelled);
                }
            }
            Ok(false) => {
                shared.live.interrupt_where(|_| true, &Stop::LeaseLost);
                shared.deposed.store(true, Ordering::SeqCst);
                shared.ready.notify_one();
            }
            // A store that cannot be written to stops the runs themselves at their next line.
            Err(error) => {
                shared.report(|trouble| &mut trouble.heartbeat, Some(error.into()));
                continue;
            }
        }
        shared.report(|trouble| &mut trouble.heartbeat, None);
    }
}
