//! The rows of the schema as types. Statuses and kinds are enums here and text in the database.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tutti_core::{Budget, ContentHash, Owner, Problem, RunId};

/// Milliseconds since 1970, UTC. The store has no clock; the caller passes the time.
pub type Millis = i64;

macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$vdoc])* $variant),* }

        impl $name {
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }

            pub fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)* _ => None }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}
named! {
    /// The status of a run.
    RunStatus {
        /// Ready to be driven; no process drives it yet.
        Queued = "queued",
        /// A process drives it.
        Running = "running",
        /// Waits for a person, a time or its children, and costs nothing meanwhile.
        Parked = "parked",
        /// Ended early for a reason that can be fixed (budget, deadline, changed code); can be resumed.
        Stopped = "stopped",
        Done = "done",
        Failed = "failed",
        Cancelled = "cancelled",
    }
}

impl RunStatus {
    /// Nothing will change any more.
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::Cancelled)
    }
}

named! {
    /// What a journal row records.
    EntryKind {
        /// The run began: flow, version, input.
        Start = "start",
        /// The result of one effect.
        Step = "step",
        /// When a durable sleep ends.
        Sleep = "sleep",
        /// What a person (or time) answered.
        Wait = "wait",
        /// The outcomes of child runs.
        Children = "children",
        /// Something worth showing that decides nothing: a recovery, progress.
        Note = "note",
        /// The run was put aside.
        Park = "park",
        /// The run ended.
        End = "end",
    }
}

/// Why a run is parked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "waits", rename_all = "snake_case")]
pub enum Waits {
    Review { name: String },
    Sleep,
    Children,
}

/// A run about to be stored.
#[derive(Debug, Clone)]
pub struct NewRun {
    pub id: RunId,
    pub owner: Owner,
    pub parent: Option<RunId>,
    pub flow: String,
    pub version: u32,
    pub input: Value,
    pub deadline: Option<Millis>,
    pub budget: Budget,
    /// The run this one was forked from, and from which step.
    pub forked_from: Option<String>,
}

/// A run as stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunRow {
    pub id: RunId,
    pub owner: Owner,
    pub parent: Option<RunId>,
    pub flow: String,
    pub version: u32,
    pub input: Value,
    pub status: RunStatus,
    pub waits: Option<Waits>,
    /// Why it stopped, failed or was cancelled.
    pub stop: Option<Problem>,
    pub output: Option<Value>,
    /// The process that drives it.
    pub worker: Option<String>,
    pub wake_at: Option<Millis>,
    pub cancel_requested: bool,
    pub deadline: Option<Millis>,
    pub budget: Budget,
    pub forked_from: Option<String>,
    pub created_at: Millis,
    pub updated_at: Millis,
}

/// One line of a run's journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Position in the run, from 0.
    pub n: i64,
    /// Place in the plan; unique in its run.
    pub key: String,
    pub kind: EntryKind,
    /// Hash of the step's input, compared when the code reaches it again.
    pub input: Option<ContentHash>,
    pub output: Value,
    pub started_at: Millis,
    pub ended_at: Millis,
}

/// A question to a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// What is asked, in one sentence.
    pub ask: String,
    /// Why a person is needed.
    pub why: String,
    /// What to look at before answering.
    #[serde(default)]
    pub evidence: Vec<String>,
    /// The accepted answers. Empty accepts any text, and so does one that begins with `@` and names the text.
    #[serde(default)]
    pub allowed: Vec<String>,
}

impl Question {
    /// Whether any text is accepted, besides words with a special meaning.
    pub fn accepts_text(&self) -> bool {
        self.allowed.is_empty() || self.allowed.iter().any(|answer| answer.starts_with('@'))
    }

    pub fn accepts(&self, answer: &str) -> bool {
        self.accepts_text() || self.allowed.iter().any(|allowed| allowed == answer)
    }
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReviewRow {
    pub run: RunId,
    pub name: String,
    pub flow: String,
    pub question: Question,
    pub asked_at: Millis,
    pub answer: Option<String>,
    pub answered_by: Option<String>,
    pub answered_at: Option<Millis>,
}

named! {
    /// A key that logs in without a password.
    KeyKind {
        /// The cookie of a login on the page.
        Login = "login",
        /// What a program sends.
        Token = "token",
        /// What an admin gives to somebody who cannot log in; works once.
        Reset = "reset",
    }
}

named! {
    /// The outcome of one attempt at a model call.
    LedgerState {
        /// Sent; no answer recorded yet. After a crash it stays so: the provider may have billed it.
        Started = "started",
        Billed = "billed",
        /// Answered from the cache, nothing paid.
        Cached = "cached",
        Failed = "failed",
        /// Failed on our side after the provider had done the work.
        FailedBilled = "failed_billed",
        /// Abandoned by us before the answer came.
        Interrupted = "interrupted",
    }
}

/// One attempt at a model call.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LedgerRow {
    pub id: String,
    pub run: String,
    pub step: String,
    pub agent: String,
    pub provider: String,
    pub model: String,
    pub request: ContentHash,
    pub state: LedgerState,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub cached_tokens: u64,
    pub micro_usd: u64,
    /// What was reserved before the call and counts against the budget. After the end it is what the call may have
    /// cost without being counted.
    pub reserved_tokens: u64,
    pub reserved_micro_usd: u64,
    pub started_at: Millis,
    pub ended_at: Option<Millis>,
}
