//! Computations off the threads that answer requests.
//!
//! A lane drives a bounded number of computations at a time, each on a thread of its own, and a smaller number per
//! account, so that nobody can fill it alone. What does not fit waits; what cannot wait is refused. A computation has a
//! time limit, and it is abandoned with the future of whoever asked for it: it ends at its next `await` or at the next
//! step of its [`Work`], and only then is its place free again.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{
    runtime::Handle,
    sync::{OwnedSemaphorePermit, Semaphore, oneshot},
};
use tutti_core::{Code, Owner, Problem, Work};

/// How many computations a lane takes.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub at_once: usize,
    pub at_once_per_account: usize,
    pub waiting: usize,
    pub waiting_per_account: usize,
    /// How long one may take.
    pub time: Duration,
}

/// Why a computation has no result.
#[derive(Debug)]
pub struct Refused {
    pub problem: Box<Problem>,
    /// After how many seconds it makes sense to ask again.
    pub retry_after: Option<u64>,
}

impl Refused {
    fn new(problem: Problem, retry_after: Option<u64>) -> Self {
        Self { problem: Box::new(problem), retry_after }
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        *refused.problem
    }
}

/// A queue of computations of one kind. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Lane(Arc<State>);

#[derive(Debug)]
struct State {
    limits: Limits,
    places: Arc<Semaphore>,
    accounts: Mutex<HashMap<Owner, Account>>,
    running: AtomicUsize,
    waiting: AtomicUsize,
}

/// The computations of one account; forgotten when it has none.
#[derive(Debug)]
struct Account {
    places: Arc<Semaphore>,
    /// Running and waiting.
    all: usize,
}

impl Lane {
    pub fn new(limits: Limits) -> Self {
        Self(Arc::new(State {
            limits,
            places: Arc::new(Semaphore::new(limits.at_once)),
            accounts: Mutex::default(),
            running: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
        }))
    }

    pub fn running(&self) -> usize {
        self.0.running.load(Ordering::Relaxed)
    }

    pub fn waiting(&self) -> usize {
        self.0.waiting.load(Ordering::Relaxed)
    }

    /// Computes something that does not wait for anything.
    pub async fn compute<T: Send + 'static>(
        &self,
        owner: &Owner,
        computation: impl FnOnce(&Work) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        self.drive(owner, |work| async move { computation(&work) }).await
    }

    /// Drives a future that computes for long between its awaits. It must not wait for a place in this lane.
    pub async fn drive<T, F>(&self, owner: &Owner, computation: impl FnOnce(Work) -> F) -> Result<T, Refused>
    where
        T: Send + 'static,
        F: Future<Output = T> + Send + 'static,
    {
        let place = self.enter(owner).await?;
        let work = Work::new();
        let future = computation(work.clone());
        // Both are dropped with this future, or when the time is up.
        let abandon = work.abandon_on_drop();
        let (wanted, unwanted) = oneshot::channel::<()>();
        let runtime = Handle::current();
        let thread = tokio::task::spawn_blocking(move || {
            let _place = place;
            runtime.block_on(async move {
                tokio::select! {
                    biased;
                    _ = unwanted => None,
                    value = future => Some(value),
                }
            })
        });
        let ended = tokio::time::timeout(self.0.limits.time, thread).await;
        drop((abandon, wanted));
        match ended {
            Ok(Ok(Some(value))) => Ok(value),
            Ok(Ok(None)) | Err(_) => Err(self.too_long()),
            Ok(Err(lost)) if lost.is_panic() => std::panic::resume_unwind(lost.into_panic()),
            Ok(Err(lost)) => Err(Refused::new(
                Problem::new(Code::Unavailable, format!("the computation was lost: {lost}")),
                Some(1),
            )),
        }
    }

    fn too_long(&self) -> Refused {
        let seconds = self.0.limits.time.as_secs();
        let problem =
            Problem::new(Code::TookTooLong, format!("the computation took longer than {seconds} s"));
        Refused::new(problem.hint("send less at a time"), None)
    }

    async fn enter(&self, owner: &Owner) -> Result<Place, Refused> {
        let listed = self.list(owner)?;
        let queued = Counted::new(self, |state| &state.waiting);
        // First among one's own, then among all: whoever waits for their own keeps nobody else waiting.
        let own = listed.places().acquire_owned().await;
        let shared = Arc::clone(&self.0.places).acquire_owned().await;
        drop(queued);
        match (own, shared) {
            (Ok(own), Ok(shared)) => Ok(Place {
                _permits: [own, shared],
                _running: Counted::new(self, |state| &state.running),
                _listed: listed,
            }),
            _ => Err(Refused::new(Problem::new(Code::Unavailable, "the server is ending"), None)),
        }
    }

    /// Lists a computation under its account, unless there are too many.
    fn list(&self, owner: &Owner) -> Result<Listed, Refused> {
        let limits = self.0.limits;
        if self.waiting() >= limits.waiting {
            let problem = Problem::new(Code::Unavailable, "the server is busy with other requests");
            return Err(Refused::new(problem.hint("try again in a few seconds"), Some(5)));
        }
        let mut accounts = self.accounts();
        let account = accounts.entry(owner.clone()).or_insert_with(|| Account {
            places: Arc::new(Semaphore::new(limits.at_once_per_account)),
            all: 0,
        });
        if account.all >= limits.at_once_per_account + limits.waiting_per_account {
            let detail = format!("{} of your requests are still being computed", account.all);
            let problem = Problem::new(Code::TooManyRequests, detail);
            return Err(Refused::new(problem.hint("wait until one of them is answered"), Some(2)));
        }
        account.all += 1;
        Ok(Listed { lane: self.clone(), owner: owner.clone() })
    }

    fn accounts(&self) -> MutexGuard<'_, HashMap<Owner, Account>> {
        self.0.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of a computation that is at work.
struct Place {
    _permits: [OwnedSemaphorePermit; 2],
    _running: Counted,
    _listed: Listed,
}

/// A computation in the list of its account.
struct Listed {
    lane: Lane,
    owner: Owner,
}

impl Listed {
    fn places(&self) -> Arc<Semaphore> {
        let accounts = self.lane.accounts();
        // It is there for as long as this entry is.
        accounts
            .get(&self.owner)
            .map_or_else(|| Arc::new(Semaphore::new(1)), |account| Arc::clone(&account.places))
    }
}

impl Drop for Listed {
    fn drop(&mut self) {
        let mut accounts = self.lane.accounts();
        if let Some(account) = accounts.get_mut(&self.owner) {
            account.all -= 1;
            if account.all == 0 {
                accounts.remove(&self.owner);
            }
        }
    }
}

/// One more in a counter, until it is dropped.
struct Counted {
    lane: Lane,
    counter: fn(&State) -> &AtomicUsize,
}

impl Counted {
    fn new(lane: &Lane, counter: fn(&State) -> &AtomicUsize) -> Self {
        counter(&lane.0).fetch_add(1, Ordering::Relaxed);
        Self { lane: lane.clone(), counter }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        (self.counter)(&self.lane.0).fetch_sub(1, Ordering::Relaxed);
    }
}

/// The lanes of a process. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Offload {
    /// What a page shows: short, and there may be several per page.
    pub views: Lane,
    /// Analyses, imports, exports and checks, which may take long.
    pub jobs: Lane,
}

impl Offload {
    /// Lanes for a server whose accounts share this machine, or for its only user.
    pub fn new(is_shared: bool) -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let own = |at_once: usize| if is_shared { at_once.div_ceil(2) } else { at_once };
        let (views, jobs) = (cores.max(4), cores.max(2));
        Self {
            views: Lane::new(Limits {
                at_once: views,
                at_once_per_account: own(views),
                waiting: 256,
                waiting_per_account: 32,
                time: Duration::from_secs(20),
            }),
            jobs: Lane::new(Limits {
                at_once: jobs,
                at_once_per_account: own(jobs),
                waiting: 64,
                waiting_per_account: 2,
                time: Duration::from_mins(2),
            }),
        }
    }

    pub fn lanes(&self) -> [(&'static str, &Lane); 2] {
        [("views", &self.views), ("jobs", &self.jobs)]
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]

    use std::sync::mpsc;

    use super::*;

    fn lane(time: Duration) -> Lane {
        Lane::new(Limits { at_once: 2, at_once_per_account: 1, waiting: 2, waiting_per_account: 1, time })
    }

    fn owner(name: &str) -> Owner {
        Owner::parse(name).unwrap()
    }

    /// Computes until the sender is dropped or nobody wants the result.
    fn until_told(told: mpsc::Receiver<()>) -> impl FnOnce(&Work) -> bool + Send + 'static {
        move |work| loop {
            if work.check().is_err() {
                return false;
            }
            match told.recv_timeout(Duration::from_millis(1)) {
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                _ => return true,
            }
        }
    }

    async fn until(what: impl Fn() -> bool) {
        while !what() {
            tokio::task::yield_now().await;
        }
    }

    fn start(lane: &Lane, name: &str) -> (mpsc::Sender<()>, tokio::task::JoinHandle<Result<bool, Refused>>) {
        let (tell, told) = mpsc::channel();
        let (lane, owner) = (lane.clone(), owner(name));
        (tell, tokio::spawn(async move { lane.compute(&owner, until_told(told)).await }))
    }

    #[tokio::test]
    async fn what_does_not_fit_waits_or_is_refused() {
        let lane = lane(Duration::from_mins(1));
        let (tell, first) = start(&lane, "a");
        until(|| lane.running() == 1).await;
        let (tell_second, second) = start(&lane, "a");
        until(|| lane.waiting() == 1).await;
        let refused = lane.compute(&owner("a"), |_| ()).await.unwrap_err();
        assert_eq!((refused.problem.code, refused.retry_after), (Code::TooManyRequests, Some(2)));
        // Another account does not wait for this one.
        lane.compute(&owner("b"), |_| ()).await.unwrap();
        let (tell_third, third) = start(&lane, "c");
        until(|| lane.running() == 2).await;
        let (tell_fourth, fourth) = start(&lane, "d");
        until(|| lane.waiting() == 2).await;
        let refused = lane.compute(&owner("e"), |_| ()).await.unwrap_err();
        assert_eq!((refused.problem.code, refused.retry_after), (Code::Unavailable, Some(5)));
        drop((tell, tell_second, tell_third, tell_fourth));
        for task in [first, second, third, fourth] {
            assert!(task.await.unwrap().unwrap());
        }
        until(|| lane.running() == 0).await;
        assert!(lane.accounts().is_empty(), "nobody is remembered");
    }

    #[tokio::test]
    async fn a_computation_ends_when_nobody_wants_it() {
        let lane = lane(Duration::from_mins(1));
        let (_tell, task) = start(&lane, "a");
        until(|| lane.running() == 1).await;
        let (_other, waiting) = start(&lane, "a");
        until(|| lane.waiting() == 1).await;
        waiting.abort();
        until(|| lane.waiting() == 0).await;
        task.abort();
        until(|| lane.running() == 0).await;
        // The same for a future that waits.
        let waits = lane.clone();
        let task =
            tokio::spawn(async move { waits.drive(&owner("a"), |_| std::future::pending::<()>()).await });
        until(|| lane.running() == 1).await;
        task.abort();
        until(|| lane.running() == 0).await;
    }

    #[tokio::test]
    async fn a_computation_has_a_time_limit() {
        let lane = lane(Duration::from_millis(20));
        let (_tell, told) = mpsc::channel();
        let refused = lane.compute(&owner("a"), until_told(told)).await.unwrap_err();
        assert_eq!((refused.problem.code, refused.retry_after), (Code::TookTooLong, None));
        until(|| lane.running() == 0).await;
    }

    #[tokio::test]
    async fn a_panic_is_the_callers() {
        let lane = lane(Duration::from_mins(1));
        let task = tokio::spawn(async move { lane.compute(&owner("a"), |_| panic!("on purpose")).await });
        assert!(task.await.unwrap_err().is_panic());
    }
}
