//! Exit codes, and the problems behind them.

use std::process::ExitCode;

use tutti_core::{Code, Problem};
use tutti_engine::End;
use tutti_service::Problems;

/// The exit codes listed in `docs/cli.md`; there are no others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    Done = 0,
    /// Done, but something was rejected or failed its check; also a failed run.
    Rejected = 1,
    /// Wrong usage or bad input.
    Usage = 2,
    /// Refused by a gate, or waiting for review.
    Waits = 3,
    Upstream = 4,
    Internal = 5,
    /// Ctrl-C, with the number that shells use.
    Interrupted = 130,
}

impl Exit {
    pub(crate) fn of_code(code: Code) -> Self {
        match code.status() {
            400..=415 | 428 | 429 => Self::Usage,
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

/// The first problem decides: all have the same kind.
pub(crate) fn of_problems(problems: &Problems) -> Exit {
    problems.0.first().map_or(Exit::Internal, |problem| Exit::of_code(problem.code))
}

/// What was typed has no place in a document: the sentence says which it is.
pub(crate) fn without_pointer(problem: Problem) -> Problem {
    Problem { pointer: None, ..problem }
}

/// The result of every command.
pub(crate) type Ended = Result<Exit, Problems>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_its_number() {
        let of =
            |exit| Code::ALL.iter().filter(move |code| Exit::of_code(**code) == exit).map(|code| code.name());
        assert_eq!(
            of(Exit::Internal).collect::<Vec<_>>(),
            ["unavailable", "storage_full", "store_failed", "damaged", "internal"]
        );
        assert_eq!(
            of(Exit::Usage).collect::<Vec<_>>(),
            [
                "bad_input",
                "bad_settings",
                "unauthorized",
                "forbidden",
                "quota_reached",
                "not_found",
                "method_not_allowed",
                "too_slow",
                "conflict",
                "precondition_failed",
                "too_large",
                "unknown_type",
                "precondition_required",
                "too_many_requests",
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
            [
                "unreadable",
                "refused",
                "awaits_review",
                "took_too_long",
                "cancelled",
                "budget_reached",
                "calls_forbidden"
            ]
        );
        assert_eq!(of(Exit::Done).count(), 0);
    }
}
