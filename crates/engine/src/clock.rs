//! The engine's clock. Flows have none; tests use one that they set.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use tokio::sync::Notify;
use tutti_store::Millis;

use crate::BoxFuture;

/// A source of time.
pub trait Clock: Send + Sync + fmt::Debug {
    fn now(&self) -> Millis;

    fn sleep_until(&self, at: Millis) -> BoxFuture<'static, ()>;

    /// Completes when `at` has passed, without making time pass: for deadlines.
    fn wait_until(&self, at: Millis) -> BoxFuture<'static, ()>;
}

/// The time of this machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Millis {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis)
    }

    fn sleep_until(&self, at: Millis) -> BoxFuture<'static, ()> {
        let left = Duration::from_millis(at.saturating_sub(self.now()).max(0) as u64);
        Box::pin(tokio::time::sleep(left))
    }

    fn wait_until(&self, at: Millis) -> BoxFuture<'static, ()> {
        self.sleep_until(at)
    }
}

/// A clock that stands still until somebody sleeps, and then jumps to the end of the sleep. For tests and
/// simulations: hours of back-off pass at once, and every instant is the same on every execution.
#[derive(Debug, Clone, Default)]
pub struct JumpingClock {
    now: Arc<AtomicI64>,
    jumped: Arc<Notify>,
}

impl JumpingClock {
    pub fn at(start: Millis) -> Self {
        Self { now: Arc::new(AtomicI64::new(start)), jumped: Arc::default() }
    }

    pub fn advance(&self, by: Duration) {
        self.now.fetch_add(by.as_millis() as Millis, Ordering::SeqCst);
        self.jumped.notify_waiters();
    }
}

impl Clock for JumpingClock {
    fn now(&self) -> Millis {
        self.now.load(Ordering::SeqCst)
    }

    fn sleep_until(&self, at: Millis) -> BoxFuture<'static, ()> {
        self.now.fetch_max(at, Ordering::SeqCst);
        self.jumped.notify_waiters();
        Box::pin(async {})
    }

    fn wait_until(&self, at: Millis) -> BoxFuture<'static, ()> {
        let clock = self.clone();
        Box::pin(async move {
            loop {
                let jumped = clock.jumped.notified();
                if clock.now() >= at {
                    return;
                }
                jumped.await;
            }
        })
    }
}
