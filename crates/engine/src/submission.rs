//! What a caller submits, and how driving it ended.

use std::time::Duration;

use serde_json::Value;
use tutti_core::{Budget, Problem, RunId};
use tutti_store::{Millis, RunStatus, Waits};

use crate::Stop;

/// The request for a run.
#[derive(Debug, Clone)]
pub struct Submission {
    pub flow: String,
    pub input: Value,
    /// A new id if none is given.
    pub id: Option<RunId>,
    /// How long the run and its children may take together.
    pub within: Option<Duration>,
    pub budget: Budget,
}

impl Submission {
    pub fn new(flow: impl Into<String>, input: Value) -> Self {
        Self { flow: flow.into(), input, id: None, within: None, budget: Budget::default() }
    }
}

/// How driving a run ended, for now or for good.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    Done(Value),
    Failed(Problem),
    Cancelled,
    /// Waiting; costs nothing meanwhile.
    Parked {
        waits: Waits,
        wake_at: Option<Millis>,
    },
    /// Budget, deadline or changed code: can be fixed and resumed.
    Stopped(Stop),
    /// The store failed or another process took over; nothing more was written.
    Abandoned(Stop),
}

impl End {
    pub(crate) fn from_stop(stop: Stop) -> Self {
        match stop {
            Stop::Cancelled => Self::Cancelled,
            Stop::Failed(problem) => Self::Failed(problem),
            Stop::Parked { waits, wake_at } => Self::Parked { waits, wake_at },
            Stop::Budget(_) | Stop::Deadline | Stop::Mismatch(_) => Self::Stopped(stop),
            Stop::LeaseLost | Stop::Store(_) => Self::Abandoned(stop),
        }
    }

    pub fn status(&self) -> RunStatus {
        match self {
            Self::Done(_) => RunStatus::Done,
            Self::Failed(_) => RunStatus::Failed,
            Self::Cancelled => RunStatus::Cancelled,
            Self::Parked { .. } => RunStatus::Parked,
            Self::Stopped(_) => RunStatus::Stopped,
            Self::Abandoned(_) => RunStatus::Running,
        }
    }
}

/// What was changed before a stopped run resumes.
#[derive(Debug, Clone, Default)]
pub struct Mended {
    pub budget: Option<Budget>,
    pub within: Option<Duration>,
}
