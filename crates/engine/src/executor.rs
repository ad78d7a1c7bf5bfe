//! The embedded executor: a process that drives the runs of this machine on the store. This file holds its setup and
//! state; `lifecycle.rs` has the operations on a run, and `queue.rs` drives whatever is ready.

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock},
    time::Duration,
};

use tokio::{
    sync::{Notify, Semaphore, broadcast, watch},
    task::JoinHandle,
};
use tutti_core::{Owner, RunId};
use tutti_store::Store;

use crate::{Clock, EngineError, Event, Flows, Services, Stop, SystemClock, What, worker::Worker};

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

pub(crate) struct Shared {
    pub(crate) store: Store,
    pub(crate) flows: Flows,
    services: RwLock<Arc<Services>>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) worker: Worker,
    pub(crate) permits: Arc<Semaphore>,
    pub(crate) inline_sleep: Duration,
    pub(crate) parallel: usize,
    pub(crate) lease: Duration,
    /// The runs driven by this process, and how to interrupt each.
    live: Mutex<HashMap<RunId, watch::Sender<Option<Stop>>>>,
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

    pub(crate) fn interrupt_where(&self, which: impl Fn(&RunId) -> bool, stop: &Stop) {
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

    /// Stops: runs in progress go back to the queue, to be resumed by another process.
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

async fn keep_alive(shared: std::sync::Weak<Shared>, every: Duration) {
    loop {
        tokio::time::sleep(every).await;
        let Some(shared) = shared.upgrade() else { return };
        match shared.store.heartbeat(&shared.worker.id, shared.clock.now()).await {
            // A step may hang for long; another process may have cancelled its run in the meantime.
            Ok(true) => {
                for run in shared.store.to_cancel(&shared.worker.id).await.unwrap_or_default() {
                    shared.interrupt(&run, &Stop::Cancelled);
                }
            }
            Ok(false) => shared.interrupt_where(|_| true, &Stop::LeaseLost),
            // A store that cannot be written to stops the runs themselves at their next line.
            Err(error) => tracing::warn!(%error, "the heartbeat could not be written"),
        }
    }
}
