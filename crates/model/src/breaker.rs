//! A circuit breaker: after enough consecutive failures a provider is not called for a while, then one call is let
//! through as a probe.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::settings::BreakerSettings;

#[derive(Debug)]
pub(crate) struct Breaker {
    settings: BreakerSettings,
    state: Mutex<State>,
}

#[derive(Debug, Clone, Copy)]
enum State {
    Closed {
        failures: u32,
    },
    Open {
        since: Instant,
    },
    /// One call is finding out. `since` is kept for the case that it is given up without a result.
    Probing {
        since: Instant,
    },
}

impl Breaker {
    pub(crate) fn new(settings: BreakerSettings) -> Self {
        Self { settings, state: Mutex::new(State::Closed { failures: 0 }) }
    }

    /// How long a call would have to wait, if it may not go now.
    pub(crate) fn refusal(&self, now: Instant) -> Option<Duration> {
        match *self.lock() {
            State::Closed { .. } => None,
            State::Open { since } => {
                let remaining = (since + self.settings.cool_down).saturating_duration_since(now);
                (!remaining.is_zero()).then_some(remaining)
            }
            State::Probing { .. } => Some(Duration::ZERO),
        }
    }

    /// Permission for one call. A pass that is dropped unused changes nothing.
    pub(crate) fn admit(&self, now: Instant) -> Result<Pass<'_>, Duration> {
        if let Some(remaining) = self.refusal(now) {
            return Err(remaining);
        }
        let mut state = self.lock();
        match *state {
            State::Closed { .. } => Ok(Pass { breaker: self, probe: false }),
            State::Open { since } => {
                *state = State::Probing { since };
                Ok(Pass { breaker: self, probe: true })
            }
            // Another call took the probe between the two checks.
            State::Probing { .. } => Err(Duration::ZERO),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A call that the breaker let through.
#[derive(Debug)]
pub(crate) struct Pass<'a> {
    breaker: &'a Breaker,
    probe: bool,
}

impl Pass<'_> {
    pub(crate) fn record_success(self) {
        let mut state = self.breaker.lock();
        // A late success of a call from before the outage does not end it; the probe does.
        if self.probe || matches!(*state, State::Closed { .. }) {
            *state = State::Closed { failures: 0 };
        }
    }

    pub(crate) fn record_failure(self, now: Instant) {
        let mut state = self.breaker.lock();
        match *state {
            State::Closed { failures } if failures + 1 < self.breaker.settings.failures => {
                *state = State::Closed { failures: failures + 1 };
            }
            State::Closed { .. } => *state = State::Open { since: now },
            State::Probing { .. } if self.probe => *state = State::Open { since: now },
            State::Open { .. } | State::Probing { .. } => {}
        }
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        let mut state = self.breaker.lock();
        if let (true, State::Probing { since }) = (self.probe, *state) {
            *state = State::Open { since };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COOL_DOWN: Duration = Duration::from_secs(30);

    fn breaker() -> Breaker {
        Breaker::new(BreakerSettings { failures: 3, cool_down: COOL_DOWN })
    }

    fn fail(breaker: &Breaker, times: usize, now: Instant) {
        for _ in 0..times {
            breaker.admit(now).unwrap().record_failure(now);
        }
    }

    #[test]
    fn opens_after_failures_in_a_row_only() {
        let (breaker, now) = (breaker(), Instant::now());
        fail(&breaker, 2, now);
        breaker.admit(now).unwrap().record_success();
        fail(&breaker, 2, now);
        assert_eq!(breaker.refusal(now), None);
        fail(&breaker, 1, now);
        assert_eq!(breaker.refusal(now), Some(COOL_DOWN));
        assert_eq!(breaker.admit(now + COOL_DOWN / 3).unwrap_err(), COOL_DOWN * 2 / 3);
    }

    #[test]
    fn one_probe_decides() {
        let (breaker, now) = (breaker(), Instant::now());
        fail(&breaker, 3, now);
        let later = now + COOL_DOWN;
        let probe = breaker.admit(later).unwrap();
        assert_eq!(breaker.admit(later).unwrap_err(), Duration::ZERO, "only one");
        probe.record_failure(later);
        assert_eq!(breaker.refusal(later), Some(COOL_DOWN), "a failed probe starts the wait again");
        breaker.admit(later + COOL_DOWN).unwrap().record_success();
        assert_eq!(breaker.refusal(later + COOL_DOWN), None);
    }

    #[test]
    fn a_probe_that_is_given_up_makes_room_for_another() {
        let (breaker, now) = (breaker(), Instant::now());
        fail(&breaker, 3, now);
        drop(breaker.admit(now + COOL_DOWN).unwrap());
        assert!(breaker.admit(now + COOL_DOWN).is_ok());
    }

    #[test]
    fn late_results_of_older_calls_do_not_decide() {
        let (breaker, now) = (breaker(), Instant::now());
        let (late_success, late_failure) = (breaker.admit(now).unwrap(), breaker.admit(now).unwrap());
        fail(&breaker, 3, now);
        late_success.record_success();
        assert!(breaker.refusal(now).is_some());
        let probe = breaker.admit(now + COOL_DOWN).unwrap();
        late_failure.record_failure(now + COOL_DOWN);
        probe.record_success();
        assert_eq!(breaker.refusal(now + COOL_DOWN), None);
    }
}
