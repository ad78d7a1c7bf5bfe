//! How a command ended, as a number; and what it has to say if that is not well.

use std::process::ExitCode;

use tutti_core::{BadId, Code, Problem, RunId};
use tutti_engine::{End, EngineError};
use tutti_store::StoreError;

/// The exit codes of the reference, and nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    Done = 0,
    /// Done, but something was rejected or failed its check. A failed run, too.
    Rejected = 1,
    /// Usage, or input that does not fit.
    Usage = 2,
    /// A gate refused, or a person is waited for.
    Waits = 3,
    Upstream = 4,
    Internal = 5,
    /// Ctrl-C, as shells count it.
    Interrupted = 130,
}

impl Exit {
    pub(crate) fn of_code(code: Code) -> Self {
        match code.status() {
            400..=415 => Self::Usage,
            422 => Self::Waits,
            502 | 504 => Self::Upstream,
            _ => Self::Internal,
        }
    }

    pub(crate) fn of_end(end: &End) -> Self {
        match end {
            End::Done(_) => Self::Done,
            End::Failed(_) => Self::Rejected,
            End::Parked { .. } | End::Cancelled => Self::Waits,
            End::Stopped(stop) | End::Abandoned(stop) => Self::of_code(stop.problem().code),
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a command was not carried out. Bad settings come several at a time, everything else alone.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Problems(pub(crate) Vec<Problem>);

impl Problems {
    pub(crate) fn internal(error: &dyn std::error::Error) -> Self {
        Problem::new(Code::Internal, error.to_string()).into()
    }

    /// The first decides: they are of one kind.
    pub(crate) fn exit(&self) -> Exit {
        self.0.first().map_or(Exit::Internal, |problem| Exit::of_code(problem.code))
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}

impl From<Vec<Problem>> for Problems {
    fn from(problems: Vec<Problem>) -> Self {
        Self(problems)
    }
}

impl From<StoreError> for Problems {
    fn from(error: StoreError) -> Self {
        Problem::from(error).into()
    }
}

impl From<EngineError> for Problems {
    fn from(error: EngineError) -> Self {
        match &error {
            EngineError::Busy { id } => {
                let id = id.clone();
                named(error.into(), &id).into()
            }
            _ => Problem::from(error).into(),
        }
    }
}

/// Hints speak of RUN where a library cannot know what is typed for it.
pub(crate) fn named(mut problem: Problem, run: &RunId) -> Problem {
    for hint in &mut problem.hints {
        *hint = hint.replace(" RUN ", &format!(" {run} ")).replace(" RUN`", &format!(" {run}`"));
    }
    problem
}

impl From<BadId> for Problems {
    fn from(error: BadId) -> Self {
        Problem::new(Code::BadInput, error.to_string()).into()
    }
}

/// What every command gives back.
pub(crate) type Ended = Result<Exit, Problems>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_its_number() {
        let of =
            |exit| Code::ALL.iter().filter(move |code| Exit::of_code(**code) == exit).map(|code| code.name());
        assert_eq!(of(Exit::Internal).collect::<Vec<_>>(), ["store_failed", "internal"]);
        assert_eq!(
            of(Exit::Usage).collect::<Vec<_>>(),
            [
                "bad_input",
                "bad_settings",
                "not_found",
                "conflict",
                "too_large",
                "unknown_type",
                "journal_mismatch",
                "lease_lost"
            ]
        );
        assert_eq!(
            of(Exit::Upstream).collect::<Vec<_>>(),
            ["deadline_passed", "upstream_failed", "upstream_timeout", "contract_broken"]
        );
        assert_eq!(
            of(Exit::Waits).collect::<Vec<_>>(),
            ["unreadable", "refused", "awaits_review", "cancelled", "budget_reached", "calls_forbidden"]
        );
        assert_eq!(of(Exit::Done).count(), 0);
    }
}
