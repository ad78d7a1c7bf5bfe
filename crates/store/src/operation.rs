//! The write operations, their results, and the statements they run.

use serde_json::Value;
use sqlx::AnyConnection;
use tokio::sync::oneshot;
use tutti_core::{Budget, ContentHash, Limit, Owner, Problem, RunId};

use crate::{
    AccountChange, AccountOutcome, Entry, LedgerRow, Millis, NewItem, NewLine, NewRecord, NewRun, PutOutcome,
    Question, RecordsOutcome, RunStatus, StoreError, Waits, accounts,
    db::{Cell, Dialect, insert_many},
    files, forget, items, keys, ledger, payload, records, run_changes, workers,
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
    /// Put aside. If what it waits for is already there, it is queued again in the same commit.
    Park { waits: Waits, wake_at: Option<Millis> },
    /// A question to a person; the run continues until it parks on it.
    Ask { name: String, flow: String, question: Question },
    /// The end, or a stop whose cause can be fixed.
    End { status: RunStatus, stop: Option<Problem>, output: Option<Value> },
}

/// The outcome of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswerOutcome {
    Accepted,
    /// Another answer was faster.
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
    /// Gives claimed runs back.
    Release {
        worker: String,
        ids: Vec<RunId>,
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
        /// Files to delete afterwards, unless something else of the owner names them.
        files: Vec<ContentHash>,
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
        /// Earlier versions that nothing else refers to.
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
    /// Deletes the remaining data of forgotten owners.
    Sweep,
}

#[derive(Debug)]
pub(crate) enum OpOutcome {
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
pub(crate) struct QueuedOp {
    pub(crate) op: Op,
    pub(crate) reply: oneshot::Sender<Result<OpOutcome, StoreError>>,
}

/// Runs the statements of one operation, except journal lines, which the writer gathers.
pub(crate) async fn execute(
    connection: &mut AnyConnection,
    dialect: Dialect,
    op: &Op,
) -> Result<OpOutcome, sqlx::Error> {
    match op {
        Op::Append(_) => Err(sqlx::Error::Protocol("appends go through the journal".into())),
        Op::Create { runs, worker, at } => {
            run_changes::create(connection, dialect, runs, worker.as_deref(), *at).await
        }
        Op::Import { run, at, .. } => {
            run_changes::create(connection, dialect, std::slice::from_ref(&**run), None, *at)
                .await
                .map(|_| OpOutcome::Done)
        }
        Op::Claim { worker, ids, at } => run_changes::claim(connection, worker, ids, *at).await,
        Op::ClaimReady { worker, limit, at } => {
            run_changes::claim_ready(connection, dialect, worker, *limit, *at).await
        }
        Op::Release { worker, ids } => run_changes::release(connection, worker, ids).await,
        Op::Register { worker, at } => workers::register(connection, worker, *at).await,
        Op::Heartbeat { worker, at } => workers::heartbeat(connection, worker, *at).await,
        Op::Retire { worker } => workers::retire(connection, worker).await,
        Op::Depose { worker } => workers::depose(connection, worker).await,
        Op::Answer { .. } => run_changes::answer(connection, dialect, op).await,
        Op::Cancel { owner, run } => run_changes::cancel(connection, owner, run).await,
        Op::Requeue { .. } => run_changes::requeue(connection, op).await,
        Op::Reserve { owner, root, row, budget } => {
            ledger::reserve(connection, dialect, owner.as_str(), root, row, budget).await
        }
        Op::Settle { owner, row } => ledger::settle(connection, owner.as_str(), row).await,
        Op::PutReply { owner, hash, reply, at } => {
            let row = vec![
                Cell::text(owner.as_str()),
                Cell::text(hash),
                Cell::Text(reply.to_string()),
                Cell::Int(*at),
            ];
            let into = "replies (owner, hash, reply, at)";
            insert_many(connection, dialect, into, " on conflict do nothing", vec![row]).await?;
            Ok(OpOutcome::Done)
        }
        Op::PutItems { owner, items, at } => items::put(connection, dialect, owner, items, *at).await,
        Op::PutRecords { owner, records, files, at } => {
            records::put(connection, dialect, owner, records, files, *at).await
        }
        Op::PutBlob { owner, hash, bytes } => {
            let cells = payload::blob_cells((owner.clone(), hash.clone(), bytes.clone()));
            files::put_blobs(connection, dialect, vec![cells]).await.map(|()| OpOutcome::Done)
        }
        Op::DeleteItem { owner, id, hash, versions } => {
            items::delete(connection, dialect, owner, id, hash, versions).await
        }
        Op::ChangeAccounts { change, line } => {
            accounts::change(connection, dialect, change, line.as_ref()).await
        }
        Op::UseKey { hash, at } => keys::use_key(connection, hash, *at).await,
        Op::Sweep => forget::sweep(connection, dialect).await,
    }
}
