//! The two clocks a call needs, so that tests need not sleep.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// A source of time.
pub trait Clock: fmt::Debug + Send + Sync {
    /// For measuring how long ago something was.
    fn now(&self) -> Instant;
    /// For reading dates that a provider sends.
    fn date(&self) -> SystemTime;
}

/// The machine's own clocks.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Instant {
        Instant::now()
    }

    fn date(&self) -> SystemTime {
        SystemTime::now()
    }
}

/// A clock that moves only when told to. Its date starts at the Unix epoch.
#[derive(Debug)]
pub struct ManualClock {
    start: Instant,
    elapsed: Mutex<Duration>,
}

impl Default for ManualClock {
    fn default() -> Self {
        Self { start: Instant::now(), elapsed: Mutex::default() }
    }
}

impl ManualClock {
    pub fn advance(&self, by: Duration) {
        *self.elapsed.lock().unwrap_or_else(PoisonError::into_inner) += by;
    }

    fn elapsed(&self) -> Duration {
        *self.elapsed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Instant {
        self.start + self.elapsed()
    }

    fn date(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + self.elapsed()
    }
}
