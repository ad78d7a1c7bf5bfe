//! The store: one schema on SQLite or Postgres.
//!
//! Guarantees: a confirmed write is on disk; a batch is written whole or not at all; a deposed process writes nothing
//! more; every row of user data has an owner, and [`Owned`] is the only way to read it. It has no clock and knows
//! nothing of flows: the engine passes what to write and the time.
//!
//! Not in here: what the rows mean for a run (the engine), and what a command prints (the binary).

mod accounts;
mod audit;
mod backup;
mod collection;
mod counts;
mod cross_owner;
mod db;
mod error;
mod files;
mod forget;
mod frozen;
mod identities;
mod integrity;
mod items;
mod journal;
mod keys;
mod ledger;
mod manifest;
mod mirror;
mod operation;
mod owner_export;
mod pages;
mod payload;
pub mod private_files;
mod read;
mod records;
mod rows;
mod run_changes;
mod run_heads;
mod schema;
mod seal;
mod sealing;
mod second_factors;
mod sqlite_check;
mod url;
mod usage;
mod workers;
mod writer;

use std::sync::Arc;

use serde_json::Value;
use sqlx::AnyPool;
use tutti_core::{Budget, ContentHash, Limit, Owner, RunId};

pub use self::{
    accounts::{AccountChange, AccountOutcome, AccountRow},
    audit::{AuditLine, NewLine},
    backup::{Copied, Damaged, backup, restore, verify_backup},
    collection::Collection,
    counts::ItemCounts,
    error::StoreError,
    identities::IdentityRow,
    integrity::{Fault, Soundness, Verification},
    items::{ItemFilter, ItemRow, NewItem, PutOutcome, Replaced},
    keys::{KeyHolder, KeyPlace, KeyRow},
    operation::{AnswerOutcome, Append, Transition},
    owner_export::{OwnerExport, Piece},
    read::{Owned, RunFilter},
    records::{NewRecord, Over, Record, RecordFilter, RecordsOutcome},
    rows::{
        Entry, EntryKind, KeyKind, LedgerRow, LedgerState, Millis, NewRun, Question, ReviewRow, RunRow,
        RunStatus, Waits,
    },
    run_heads::RunHead,
    second_factors::{SecondFactorChange, SecondFactorRow},
    url::StoreUrl,
    writer::{Boundary, CommitHook},
};
use self::{
    db::Db,
    operation::{Op, OpOutcome},
};

/// An open store. Cheap to clone; the writer ends when the last clone is dropped.
#[derive(Debug, Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    db: Db,
    readers: AnyPool,
    writer: writer::Scribe,
}

impl std::fmt::Debug for Inner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Inner({})", self.db.url)
    }
}

/// Another process with runs assigned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerRow {
    pub id: String,
    /// None if it never registered or has retired, although runs are still assigned to it.
    pub heartbeat_at: Option<Millis>,
    pub deposed: bool,
}

impl Store {
    /// Opens and, if needed, creates or migrates.
    pub async fn open(url: &StoreUrl) -> Result<Self, StoreError> {
        Self::open_with(url, None).await
    }

    /// As [`Store::open`], with a hook around every commit.
    pub async fn open_with(url: &StoreUrl, hook: Option<CommitHook>) -> Result<Self, StoreError> {
        let db = Db::new(url);
        let mut connection = db.connect().await?;
        db.migrate(&mut connection).await?;
        let readers = db.readers()?;
        let writer = writer::Scribe::new(db.clone(), connection, hook);
        Ok(Self { inner: Arc::new(Inner { db, readers, writer }) })
    }

    pub fn url(&self) -> &StoreUrl {
        &self.inner.db.url
    }

    /// The store as `owner` sees it.
    pub fn of(&self, owner: &Owner) -> Owned {
        Owned { store: self.clone(), owner: owner.clone() }
    }

    fn db(&self) -> &Db {
        &self.inner.db
    }

    fn readers(&self) -> &AnyPool {
        &self.inner.readers
    }

    async fn write(&self, op: Op) -> Result<OpOutcome, StoreError> {
        self.inner.writer.write(op).await
    }

    /// Stores runs; returns for each whether it is new. With a worker they are running from the start.
    pub async fn create(
        &self,
        runs: Vec<NewRun>,
        worker: Option<&str>,
        at: Millis,
    ) -> Result<Vec<bool>, StoreError> {
        flags(self.write(Op::Create { runs, worker: worker.map(str::to_owned), at }).await?)
    }

    /// Stores a queued run that begins with the journal entries of another.
    pub async fn import(&self, run: NewRun, entries: Vec<Entry>, at: Millis) -> Result<(), StoreError> {
        self.write(Op::Import { run: Box::new(run), entries, at }).await.map(|_| ())
    }

    /// Appends to a journal. True if cancellation of the run was requested.
    pub async fn append(&self, append: Append) -> Result<bool, StoreError> {
        match self.write(Op::Append(append)).await? {
            OpOutcome::Appended { cancelled } => Ok(cancelled),
            other => Err(wrong_outcome(&other)),
        }
    }

    /// Claims runs for `worker`; returns for each whether it was won.
    pub async fn claim(&self, worker: &str, ids: Vec<RunId>, at: Millis) -> Result<Vec<bool>, StoreError> {
        flags(self.write(Op::Claim { worker: worker.to_owned(), ids, at }).await?)
    }

    /// Claims up to `limit` runs that are ready or due.
    pub async fn claim_ready(&self, worker: &str, limit: i64, at: Millis) -> Result<Vec<RunId>, StoreError> {
        match self.write(Op::ClaimReady { worker: worker.to_owned(), limit, at }).await? {
            OpOutcome::Ids(ids) => Ok(ids),
            other => Err(wrong_outcome(&other)),
        }
    }

    /// Gives claimed runs back to the queue; returns how many were still the worker's.
    pub async fn release(&self, worker: &str, ids: Vec<RunId>) -> Result<u64, StoreError> {
        count(self.write(Op::Release { worker: worker.to_owned(), ids }).await?)
    }

    pub async fn register_worker(&self, worker: &str, at: Millis) -> Result<(), StoreError> {
        self.write(Op::Register { worker: worker.to_owned(), at }).await.map(|_| ())
    }

    /// False if the worker was deposed.
    pub async fn heartbeat(&self, worker: &str, at: Millis) -> Result<bool, StoreError> {
        Ok(count(self.write(Op::Heartbeat { worker: worker.to_owned(), at }).await?)? == 1)
    }

    /// A worker retires in good order; its runs are free.
    pub async fn retire_worker(&self, worker: &str) -> Result<u64, StoreError> {
        count(self.write(Op::Retire { worker: worker.to_owned() }).await?)
    }

    /// Declares another worker dead: it can write nothing more, and its runs are free.
    pub async fn depose_worker(&self, worker: &str) -> Result<u64, StoreError> {
        count(self.write(Op::Depose { worker: worker.to_owned() }).await?)
    }

    /// Workers with runs assigned.
    pub async fn busy_workers(&self) -> Result<Vec<WorkerRow>, StoreError> {
        let rows = sqlx::query(
            "select r.worker as id, max(w.heartbeat_at) as heartbeat_at, max(coalesce(w.deposed, 1)) as deposed
             from runs r left join workers w on w.id = r.worker where r.worker is not null group by r.worker",
        )
        .fetch_all(self.readers())
        .await
        .map_err(|error| self.db().error(&error))?;
        rows.iter()
            .map(|row| {
                use sqlx::Row;
                Ok(WorkerRow {
                    id: read::text(row, "id")?,
                    heartbeat_at: row.try_get("heartbeat_at").map_err(|error| self.db().error(&error))?,
                    deposed: read::int(row, "deposed")? != 0,
                })
            })
            .collect()
    }

    /// Runs assigned to a worker.
    pub async fn runs_of_worker(&self, worker: &str) -> Result<Vec<RunId>, StoreError> {
        self.run_ids("select id from runs where worker = $1", worker).await
    }

    /// Runs of a worker for which cancellation was requested.
    pub async fn to_cancel(&self, worker: &str) -> Result<Vec<RunId>, StoreError> {
        self.run_ids("select id from runs where worker = $1 and cancel = 1", worker).await
    }

    async fn run_ids(&self, sql: &'static str, worker: &str) -> Result<Vec<RunId>, StoreError> {
        let rows = sqlx::query(sql)
            .bind(worker.to_owned())
            .fetch_all(self.readers())
            .await
            .map_err(|error| self.db().error(&error))?;
        rows.iter()
            .map(|row| {
                RunId::parse(read::text(row, "id")?).map_err(|error| StoreError::Damaged(error.to_string()))
            })
            .collect()
    }

    /// When the next parked run is due, and whether any run is ready now (then 0).
    pub async fn next_due(&self) -> Result<Option<Millis>, StoreError> {
        let row = sqlx::query(
            "select min(case when status = 'queued' then 0 else wake_at end) as due from runs
             where status in ('queued', 'parked')",
        )
        .fetch_one(self.readers())
        .await
        .map_err(|error| self.db().error(&error))?;
        use sqlx::Row;
        row.try_get("due").map_err(|error| self.db().error(&error))
    }

    /// The owner of a run. Only the executor asks, to drive runs of every owner.
    pub async fn owner_of(&self, run: &RunId) -> Result<Option<Owner>, StoreError> {
        let row = sqlx::query("select owner from runs where id = $1")
            .bind(run.as_str().to_owned())
            .fetch_optional(self.readers())
            .await
            .map_err(|error| self.db().error(&error))?;
        row.map(|row| {
            Owner::parse(read::text(&row, "owner")?).map_err(|error| StoreError::Damaged(error.to_string()))
        })
        .transpose()
    }
}

impl Owned {
    /// Answers a review, once.
    pub async fn answer(
        &self,
        run: &RunId,
        name: &str,
        answer: &str,
        by: &str,
        at: Millis,
    ) -> Result<AnswerOutcome, StoreError> {
        let op = Op::Answer {
            owner: self.owner.clone(),
            run: run.clone(),
            name: name.to_owned(),
            answer: answer.to_owned(),
            by: by.to_owned(),
            at,
        };
        match self.store.write(op).await? {
            OpOutcome::Answer(outcome) => Ok(outcome),
            other => Err(wrong_outcome(&other)),
        }
    }

    /// Requests cancellation of a run and its children; returns how many are affected.
    pub async fn cancel(&self, run: &RunId) -> Result<u64, StoreError> {
        count(self.store.write(Op::Cancel { owner: self.owner.clone(), run: run.clone() }).await?)
    }

    /// Makes a stopped run and its stopped children ready again.
    pub async fn requeue(
        &self,
        run: &RunId,
        budget: Option<Budget>,
        deadline: Option<Millis>,
    ) -> Result<u64, StoreError> {
        let op = Op::Requeue { owner: self.owner.clone(), run: run.clone(), budget, deadline };
        count(self.store.write(op).await?)
    }

    /// Reserves a call's estimated cost before it is made; refused if it could exceed the budget.
    pub async fn reserve(
        &self,
        row: LedgerRow,
        root: &RunId,
        budget: Budget,
    ) -> Result<Result<(), Limit>, StoreError> {
        let op = Op::Reserve {
            owner: self.owner.clone(),
            root: root.as_str().to_owned(),
            row: Box::new(row),
            budget,
        };
        match self.store.write(op).await? {
            OpOutcome::Reserved(outcome) => Ok(outcome),
            other => Err(wrong_outcome(&other)),
        }
    }

    /// Replaces a reservation with the actual cost of the call. False if it was already settled.
    pub async fn settle(&self, row: LedgerRow) -> Result<bool, StoreError> {
        if row.state == LedgerState::Started {
            return Err(StoreError::Damaged("a call cannot be settled as started".into()));
        }
        let op = Op::Settle { owner: self.owner.clone(), row: Box::new(row) };
        Ok(count(self.store.write(op).await?)? == 1)
    }

    pub async fn keep_reply(
        &self,
        request: &ContentHash,
        reply: Value,
        at: Millis,
    ) -> Result<(), StoreError> {
        let op = Op::PutReply { owner: self.owner.clone(), hash: request.as_str().to_owned(), reply, at };
        self.store.write(op).await.map(|_| ())
    }
}

fn flags(outcome: OpOutcome) -> Result<Vec<bool>, StoreError> {
    match outcome {
        OpOutcome::Flags(flags) => Ok(flags),
        other => Err(wrong_outcome(&other)),
    }
}

fn count(outcome: OpOutcome) -> Result<u64, StoreError> {
    match outcome {
        OpOutcome::Count(count) => Ok(count),
        other => Err(wrong_outcome(&other)),
    }
}

fn wrong_outcome(outcome: &OpOutcome) -> StoreError {
    StoreError::Damaged(format!("the writer answered {outcome:?} to another question"))
}
