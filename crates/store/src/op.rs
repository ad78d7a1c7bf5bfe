//! What can be written, and what each write answers.

use serde_json::Value;
use tokio::sync::oneshot;
use tutti_core::{Budget, ContentHash, Limit, Owner, Problem, RunId};

use crate::{
    AccountChange, AccountOutcome, Entry, LedgerRow, Millis, NewItem, NewLine, NewRecord, NewRun, PutOutcome,
    Question, RecordsOutcome, RunStatus, StoreError, Waits,
};

/// Journal lines of one run, written together with what they change about it.
#[derive(Debug, Clone)]
pub struct Append {
    /// The process that writes; refused if it was deposed.
    pub worker: String,
    pub owner: Owner,
    pub run: RunId,
    pub parent: Option<RunId>,
    pub entries: Vec<Entry>,
    pub transition: Option<Transition>,
    pub at: Millis,
}

#[derive(Debug, Clone)]
pub enum Transition {
    /// Put aside. If what it waits for has already come, it is queued again in the same commit.
    Park { waits: Waits, wake_at: Option<Millis> },
    /// A question to a person; the run goes on until it parks on it.
    Ask { name: String, flow: String, question: Question },
    /// The end, or a stop that can be mended.
    End { status: RunStatus, stop: Option<Problem>, output: Option<Value> },
}

/// What became of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswerOutcome {
    Accepted,
    /// Somebody was faster.
    AlreadyAnswered {
        answer: String,
        by: String,
    },
    NotAsked,
}

#[derive(Debug, Clone)]
pub(crate) enum Op {
    Create {
        runs: Vec<NewRun>,
        worker: Option<String>,
        at: Millis,
    },
    /// A run with the first entries of another one's journal.
    Import {
        run: Box<NewRun>,
        entries: Vec<Entry>,
        at: Millis,
    },
    Append(Append),
    Claim {
        worker: String,
        ids: Vec<RunId>,
        at: Millis,
    },
    ClaimReady {
        worker: String,
        limit: i64,
        at: Millis,
    },
    Register {
        worker: String,
        at: Millis,
    },
    Heartbeat {
        worker: String,
        at: Millis,
    },
    Retire {
        worker: String,
    },
    Depose {
        worker: String,
    },
    Answer {
        owner: Owner,
        run: RunId,
        name: String,
        answer: String,
        by: String,
        at: Millis,
    },
    Cancel {
        owner: Owner,
        run: RunId,
    },
    Requeue {
        owner: Owner,
        run: RunId,
        budget: Option<Budget>,
        deadline: Option<Millis>,
    },
    Reserve {
        owner: Owner,
        root: String,
        row: Box<LedgerRow>,
        budget: Budget,
    },
    Settle {
        owner: Owner,
        row: Box<LedgerRow>,
    },
    PutReply {
        owner: Owner,
        hash: String,
        reply: Value,
        at: Millis,
    },
    PutItems {
        owner: Owner,
        items: Vec<NewItem>,
        at: Millis,
    },
    PutRecords {
        owner: Owner,
        records: Vec<NewRecord>,
        at: Millis,
    },
    PutBlob {
        owner: Owner,
        hash: ContentHash,
        bytes: Vec<u8>,
    },
    DeleteItem {
        owner: Owner,
        id: String,
        hash: ContentHash,
        /// Earlier versions that nothing else leads to.
        versions: Vec<ContentHash>,
    },
    ChangeAccounts {
        change: Box<AccountChange>,
        line: Option<NewLine>,
    },
    UseKey {
        hash: ContentHash,
        at: Millis,
    },
    /// Deletes what there is of owners who were forgotten.
    Sweep,
}

#[derive(Debug)]
pub(crate) enum Outcome {
    Done,
    Flags(Vec<bool>),
    Ids(Vec<RunId>),
    Count(u64),
    Appended { cancelled: bool },
    Answer(AnswerOutcome),
    Reserved(Result<(), Limit>),
    Put(PutOutcome),
    Records(RecordsOutcome),
    Account(AccountOutcome),
}

/// An operation on its way to the writer.
pub(crate) struct Request {
    pub(crate) op: Op,
    pub(crate) reply: oneshot::Sender<Result<Outcome, StoreError>>,
}
