//! What this process drives, and what it could not finish because the store failed.
//!
//! A claimed run is either live here or stranded: its claim was confirmed too late, or driving it ended because the
//! journal could not be written. A serving process gives stranded runs back, so that they are driven again.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::watch;
use tutti_core::RunId;
use tutti_store::Millis;

use crate::{End, Stop, executor::Shared};

/// The first pause after a failure of the store; each further one is twice as long.
const SHORTEST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// How long to wait after this many failures in a row. A third of the lease at most, so that runs are taken up within
/// one lease after the store is back.
pub(crate) fn pause_after(failures: u32, lease: Duration) -> Duration {
    let pause = SHORTEST_PAUSE.saturating_mul(1 << failures.saturating_sub(1).min(10));
    pause.min(LONGEST_PAUSE).min(lease / 3)
}

#[derive(Default)]
pub(crate) struct Live {
    /// The runs driven by this process, and how to interrupt each.
    runs: Mutex<HashMap<RunId, watch::Sender<Option<Stop>>>>,
    /// Runs that the store failed, and when each may be tried again.
    failed: Mutex<HashMap<RunId, Failed>>,
}

#[derive(Clone, Copy)]
struct Failed {
    times: u32,
    rests_until: Millis,
}

impl Live {
    fn runs(&self) -> MutexGuard<'_, HashMap<RunId, watch::Sender<Option<Stop>>>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failures(&self) -> MutexGuard<'_, HashMap<RunId, Failed>> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn has(&self, run: &RunId) -> bool {
        self.runs().contains_key(run)
    }

    pub(crate) fn rests(&self, run: &RunId, now: Millis) -> bool {
        self.failures().get(run).is_some_and(|failed| failed.rests_until > now)
    }

    pub(crate) fn interrupt(&self, run: &RunId, stop: &Stop) {
        if let Some(sender) = self.runs().get(run) {
            sender.send_replace(Some(stop.clone()));
        }
    }

    pub(crate) fn interrupt_where(&self, which: impl Fn(&RunId) -> bool, stop: &Stop) {
        for (_, sender) in self.runs().iter().filter(|(run, _)| which(run)) {
            sender.send_replace(Some(stop.clone()));
        }
    }

    /// Remembers how driving a run ended, for [`Live::rests`].
    pub(crate) fn record_end(&self, run: &RunId, end: &End, now: Millis, lease: Duration) {
        let mut failed = self.failures();
        if !matches!(end, End::Abandoned(Stop::Store(_))) {
            failed.remove(run);
            return;
        }
        let times = failed.get(run).map_or(1, |failed| failed.times + 1);
        let rests_until = now.saturating_add(pause_after(times, lease).as_millis() as Millis);
        failed.insert(run.clone(), Failed { times, rests_until });
    }
}

/// A run in the list of live ones, until this is dropped.
pub(crate) struct Listed {
    shared: Arc<Shared>,
    run: RunId,
    pub(crate) interrupt: watch::Receiver<Option<Stop>>,
}

impl Listed {
    pub(crate) fn new(shared: &Arc<Shared>, run: &RunId) -> Self {
        let (sender, interrupt) = watch::channel(None);
        shared.live.runs().insert(run.clone(), sender);
        Self { shared: Arc::clone(shared), run: run.clone(), interrupt }
    }
}

impl Drop for Listed {
    fn drop(&mut self) {
        // The run may have been claimed and listed again since it parked.
        let mut runs = self.shared.live.runs();
        if runs.get(&self.run).is_some_and(|sender| sender.subscribe().same_channel(&self.interrupt)) {
            runs.remove(&self.run);
        }
        drop(runs);
        self.shared.ready.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_stay_within_the_lease() {
        let pause = |failures| pause_after(failures, Duration::from_secs(30)).as_millis();
        assert_eq!([1, 2, 3, 6, 7, 40].map(pause), [250, 500, 1000, 8000, 10_000, 10_000]);
        assert_eq!(pause_after(40, Duration::from_secs(3)), Duration::from_secs(1));
    }
}
