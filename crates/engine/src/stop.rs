//! Why a run stops. A stop is always passed up with `?`; no gate may swallow it, and the executor enforces it even if
//! the flow's code tries.

use tutti_core::{Code, Limit, Problem};
use tutti_store::{RunStatus, StoreError, Waits};

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Stop {
    #[error("cancelled")]
    Cancelled,
    /// Put aside until a person, a time or the children are ready. Not an error: the run continues later.
    #[error("parked")]
    Parked { waits: Waits, wake_at: Option<i64> },
    #[error("{0}")]
    Budget(Limit),
    #[error("the deadline passed")]
    Deadline,
    /// The code no longer does what the journal recorded, or what was stored is damaged.
    #[error("{0}")]
    Mismatch(Problem),
    /// Another process drives this run now; this one must not write anything more.
    #[error("another process took over this run")]
    LeaseLost,
    /// The journal cannot be written. The run is left as it is, to be resumed.
    #[error("{0}")]
    Store(Problem),
    /// The flow gave up.
    #[error("{0}")]
    Failed(Problem),
}

impl Stop {
    pub fn failed(code: Code, detail: impl Into<String>) -> Self {
        Self::Failed(Problem::new(code, detail))
    }

    /// What is written about it, or None if nothing may be written.
    pub(crate) fn ending(&self) -> Option<RunStatus> {
        match self {
            Self::Cancelled => Some(RunStatus::Cancelled),
            Self::Failed(_) => Some(RunStatus::Failed),
            Self::Budget(_) | Self::Deadline | Self::Mismatch(_) => Some(RunStatus::Stopped),
            Self::Parked { .. } | Self::LeaseLost | Self::Store(_) => None,
        }
    }

    pub fn problem(&self) -> Problem {
        match self {
            Self::Cancelled => Problem::new(Code::Cancelled, "the run was cancelled"),
            Self::Parked { waits, .. } => Problem::new(
                Code::AwaitsReview,
                match waits {
                    Waits::Review { name } => format!("the run waits for a person: {name}"),
                    Waits::Sleep => "the run sleeps".to_owned(),
                    Waits::Children => "the run waits for its children".to_owned(),
                },
            ),
            Self::Budget(limit) => Problem::new(Code::BudgetReached, limit.to_string())
                .hint("raise it and continue with `tutti runs resume RUN --calls N --tokens N --usd N`"),
            Self::Deadline => Problem::new(Code::DeadlinePassed, "the deadline of the run passed")
                .hint("continue with a new one: `tutti runs resume RUN --within SECONDS`"),
            Self::LeaseLost => Problem::new(Code::LeaseLost, self.to_string()),
            Self::Mismatch(problem) | Self::Store(problem) | Self::Failed(problem) => problem.clone(),
        }
    }
}

impl From<StoreError> for Stop {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Deposed => Self::LeaseLost,
            // Trying again does not help; after a restore, the run can be resumed.
            damage if damage.is_damage() => Self::Mismatch(damage.into()),
            other => Self::Store(other.into()),
        }
    }
}
