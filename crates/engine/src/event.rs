//! Live events, for progress bars and pages. The journal is the source of truth; events only mirror it.

use serde::Serialize;
use tutti_core::{Owner, RunId};
use tutti_store::{Millis, RunStatus};

use crate::NoteRecord;

#[derive(Debug, Clone, Serialize)]
pub struct Event {
    pub owner: Owner,
    pub run: RunId,
    pub at: Millis,
    #[serde(flatten)]
    pub what: What,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum What {
    Started { flow: String },
    Resumed { finished_steps: usize },
    StepStarted { key: String },
    StepFinished { key: String, milliseconds: i64 },
    Noted { key: String, note: NoteRecord },
    Asked { name: String },
    Parked { wake_at: Option<Millis> },
    Ended { status: RunStatus },
}
