//! The five kinds of recovery, each with its own name and counter, never mixed.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tutti_core::Problem;

use crate::Stop;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Recovery {
    /// The same request again, after a pause.
    Retry,
    /// The same request to another provider, or to the native way.
    Fallback,
    /// The contract error shown to the model.
    Repair,
    /// The flow's own loop: a gate refused, the maker tries again with the reports.
    Regeneration,
    /// Another agent, or a person.
    Reroute,
}

impl Recovery {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Retry => "retry",
            Self::Fallback => "fallback",
            Self::Repair => "repair",
            Self::Regeneration => "regeneration",
            Self::Reroute => "reroute",
        }
    }
}

/// The pauses between attempts; one attempt more than there are pauses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pauses(pub Vec<Duration>);

impl Default for Pauses {
    /// One, three and five seconds.
    fn default() -> Self {
        Self([1, 3, 5].map(Duration::from_secs).to_vec())
    }
}

impl Pauses {
    /// A single attempt.
    pub fn none() -> Self {
        Self(Vec::new())
    }

    /// The first `attempts - 1` of the usual pauses; the last one repeats.
    pub fn for_attempts(attempts: u32) -> Self {
        let usual = Self::default().0;
        Self((0..attempts.saturating_sub(1) as usize).map(|i| usual[i.min(usual.len() - 1)]).collect())
    }

    /// The pause after failed attempt `n` (from 1): ours, or longer if the provider asked for it.
    pub fn after(&self, n: u32, asked: Option<Duration>) -> Option<Duration> {
        let ours = *self.0.get(n.checked_sub(1)? as usize)?;
        Some(asked.map_or(ours, |asked| asked.max(ours)))
    }
}

/// Why the body of a step has no value.
#[derive(Debug, Clone, PartialEq)]
pub enum Failure {
    /// Worth another attempt, perhaps not before `after`.
    Again { problem: Problem, after: Option<Duration> },
    /// Another attempt would end the same way.
    Final(Problem),
    /// The run itself must stop; nothing is journalled.
    Stop(Stop),
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Final(problem)
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_follow_the_schedule_and_the_other_side() {
        let pauses = Pauses::default();
        let s = Duration::from_secs;
        assert_eq!(pauses.after(1, None), Some(s(1)));
        assert_eq!(pauses.after(2, Some(s(7))), Some(s(7)));
        assert_eq!(pauses.after(3, Some(s(2))), Some(s(5)));
        assert_eq!(pauses.after(4, None), None);
        assert_eq!(Pauses::for_attempts(1), Pauses::none());
        assert_eq!(Pauses::for_attempts(6).0, [s(1), s(3), s(5), s(5), s(5)]);
    }
}
