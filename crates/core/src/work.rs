//! A long computation that its caller can watch and abandon.
//!
//! The computation calls [`Work::step`] between its parts and returns at once when that fails; the caller keeps a clone,
//! reads [`Work::progress`], and abandons it when nobody waits for the result any more. This is cooperative: nothing is
//! interrupted, so nothing is left half done.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::{Code, Problem};

/// Shared between a computation and its caller; clones refer to the same work.
#[derive(Debug, Clone, Default)]
pub struct Work(Arc<State>);

#[derive(Debug, Default)]
struct State {
    abandoned: AtomicBool,
    done: AtomicUsize,
    total: AtomicUsize,
}

/// How far a computation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    pub done: usize,
    /// Zero until it is known; at least `done`.
    pub total: usize,
}

/// The caller no longer wants the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Abandoned;

impl std::fmt::Display for Abandoned {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the work was cancelled before it was finished")
    }
}

impl std::error::Error for Abandoned {}

impl From<Abandoned> for Problem {
    fn from(abandoned: Abandoned) -> Self {
        Self::new(Code::Cancelled, abandoned.to_string())
    }
}

impl Work {
    pub fn new() -> Self {
        Self::default()
    }

    /// From now on every step fails.
    pub fn abandon(&self) {
        self.0.abandoned.store(true, Ordering::Relaxed);
    }

    /// A guard that abandons the work when it is dropped, such as with the future of a request whose client is gone.
    pub fn abandon_on_drop(&self) -> AbandonOnDrop {
        AbandonOnDrop(self.clone())
    }

    pub fn progress(&self) -> Progress {
        let done = self.0.done.load(Ordering::Relaxed);
        Progress { done, total: self.0.total.load(Ordering::Relaxed).max(done) }
    }

    /// Announces that so many more steps will follow.
    pub fn expect(&self, steps: usize) {
        self.0.total.fetch_add(steps, Ordering::Relaxed);
    }

    /// Counts a step; fails if the caller no longer wants the result.
    pub fn step(&self) -> Result<(), Abandoned> {
        self.0.done.fetch_add(1, Ordering::Relaxed);
        self.check()
    }

    /// Fails if the caller no longer wants the result.
    pub fn check(&self) -> Result<(), Abandoned> {
        if self.0.abandoned.load(Ordering::Relaxed) { Err(Abandoned) } else { Ok(()) }
    }
}

/// Abandons its work when dropped; if the work is finished by then, nothing happens.
#[derive(Debug)]
#[must_use = "dropping it abandons the work"]
pub struct AbandonOnDrop(Work);

impl Drop for AbandonOnDrop {
    fn drop(&mut self) {
        self.0.abandon();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caller_sees_progress_and_can_abandon() {
        let caller = Work::new();
        let worker = caller.clone();
        assert_eq!(caller.progress(), Progress { done: 0, total: 0 });
        worker.expect(3);
        assert_eq!(worker.step(), Ok(()));
        assert_eq!(caller.progress(), Progress { done: 1, total: 3 });
        drop(caller.abandon_on_drop());
        assert_eq!(worker.check(), Err(Abandoned));
        assert_eq!(worker.step(), Err(Abandoned));
        assert_eq!(Problem::from(Abandoned).code, Code::Cancelled);
    }

    #[test]
    fn more_steps_than_announced_are_no_more_than_all() {
        let work = Work::new();
        work.expect(1);
        assert_eq!((work.step(), work.step()), (Ok(()), Ok(())));
        assert_eq!(work.progress(), Progress { done: 2, total: 2 });
    }
}
