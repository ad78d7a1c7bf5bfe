//! The single writer of a process: operations that arrive together are committed together.
//!
//! Nearly all of the cost of a commit is the flush to disk. While one batch is being flushed the next one gathers, so a
//! single run pays one flush per step and sixty-four runs share it. An operation is confirmed after its commit, never
//! before.
//!
//! A lone operation that is one statement is written by its caller: passing it to another task and back costs as much
//! as a fast disk. Such a caller holds a connection but never a transaction, so one that is no longer polled blocks
//! nobody: after a moment the queue continues with its own connection.
//!
//! If a batch fails, it is rolled back and its operations are tried one by one, so that one bad operation does not fail
//! the others.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use sqlx::AnyConnection;
use tokio::sync::{Notify, mpsc, oneshot};

use crate::{
    Append, StoreError, Transition,
    db::{Cell, Db, Dialect},
    journal::{self, Ending, FEW_LINES, Fence, JournalRows},
    operation::{self, Op, OpOutcome, QueuedOp},
    payload, run_changes,
};

/// Called around each commit; tests crash the process in it.
pub type CommitHook = Arc<dyn Fn(Boundary) + Send + Sync>;

/// A side of a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Boundary {
    BeforeCommit,
    AfterCommit,
}

const LARGEST_BATCH: usize = 256;

/// Accepts operations: writes them at once if they are simple and nobody else is writing, otherwise together with
/// those that wait.
pub(crate) struct Scribe {
    pen: Arc<Pen>,
    queue: mpsc::UnboundedSender<QueuedOp>,
    /// Operations in the queue. While there are any, nobody jumps it.
    queued: Arc<AtomicUsize>,
}

/// The writer, when nobody has it.
struct Pen {
    db: Db,
    hook: Option<CommitHook>,
    idle: Mutex<Option<Writer>>,
    put_back: Notify,
}

/// How long the queue waits for a caller that has the pen: far longer than a write takes.
const PATIENCE: Duration = Duration::from_millis(250);

impl Pen {
    fn take(&self) -> Option<Writer> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn put_back(&self, writer: Writer) {
        // A connection that was given up may come back to find another in its place; then it is closed.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(writer);
        self.put_back.notify_one();
    }

    async fn wait(&self) -> Writer {
        let given_up = tokio::time::Instant::now() + PATIENCE;
        loop {
            if let Some(writer) = self.take() {
                return writer;
            }
            if tokio::time::timeout_at(given_up, self.put_back.notified()).await.is_err() {
                return Writer { db: self.db.clone(), connection: None, hook: self.hook.clone() };
            }
        }
    }
}

impl Scribe {
    pub(crate) fn new(db: Db, connection: AnyConnection, hook: Option<CommitHook>) -> Self {
        let writer = Writer { db: db.clone(), connection: Some(connection), hook: hook.clone() };
        let pen = Arc::new(Pen { db, hook, idle: Mutex::new(Some(writer)), put_back: Notify::new() });
        let (queue, requests) = mpsc::unbounded_channel();
        let queued = Arc::default();
        tokio::spawn(write_queued(Arc::clone(&pen), requests, Arc::clone(&queued)));
        Self { pen, queue, queued }
    }

    pub(crate) async fn write(&self, op: Op) -> Result<OpOutcome, StoreError> {
        let ops = std::slice::from_ref(&op);
        if self.queued.load(Ordering::SeqCst) == 0
            && Single::of(ops, self.pen.db.dialect).is_some()
            && let Some(mut writer) = self.pen.take()
        {
            // A caller who is dropped here takes the connection along; the queue opens another.
            let mut outcomes = writer.write(ops).await;
            self.pen.put_back(writer);
            return outcomes.pop().unwrap_or(Err(StoreError::Closed));
        }
        let (reply, answer) = oneshot::channel();
        self.queued.fetch_add(1, Ordering::SeqCst);
        self.queue.send(QueuedOp { op, reply }).map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }
}

async fn write_queued(
    pen: Arc<Pen>,
    mut requests: mpsc::UnboundedReceiver<QueuedOp>,
    queued: Arc<AtomicUsize>,
) {
    let mut batch = Vec::with_capacity(LARGEST_BATCH);
    while requests.recv_many(&mut batch, LARGEST_BATCH).await > 0 {
        let mut writer = pen.wait().await;
        let (ops, replies): (Vec<Op>, Vec<_>) = batch.drain(..).map(|r| (r.op, r.reply)).unzip();
        let outcomes = writer.write(&ops).await;
        pen.put_back(writer);
        queued.fetch_sub(ops.len(), Ordering::SeqCst);
        for (reply, outcome) in replies.into_iter().zip(outcomes) {
            // Nobody listens when the caller was cancelled; what was committed stays committed.
            let _ = reply.send(outcome);
        }
    }
}

struct Writer {
    db: Db,
    /// None after a lost connection; opened again for the next batch.
    connection: Option<AnyConnection>,
    hook: Option<CommitHook>,
}

impl Writer {
    async fn write(&mut self, ops: &[Op]) -> Vec<Result<OpOutcome, StoreError>> {
        match self.transaction(ops).await {
            Ok(outcomes) => outcomes,
            Err(error) if ops.len() == 1 => vec![Err(error)],
            Err(_) => {
                let mut outcomes = Vec::with_capacity(ops.len());
                for op in ops {
                    let alone = self.transaction(std::slice::from_ref(op)).await;
                    outcomes.push(alone.and_then(|mut one| one.pop().unwrap_or(Err(StoreError::Closed))));
                }
                outcomes
            }
        }
    }

    async fn transaction(&mut self, ops: &[Op]) -> Result<Vec<Result<OpOutcome, StoreError>>, StoreError> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.db.connect().await?,
        };
        if let Err(gone) = self.db.check_file() {
            // The file may be put back.
            self.connection = Some(connection);
            return Err(gone);
        }
        let mut outcomes = commit(&self.db, self.hook.as_ref(), &mut connection, ops).await;
        if matches!(outcomes, Err(StoreError::Busy { .. })) && self.db.wake_writer() {
            let _ = sqlx::raw_sql("rollback").execute(&mut connection).await;
            outcomes = commit(&self.db, self.hook.as_ref(), &mut connection, ops).await;
        }
        match &outcomes {
            Ok(_) => self.connection = Some(connection),
            Err(error) => {
                let rolled_back = sqlx::raw_sql("rollback").execute(&mut connection).await.is_ok();
                if rolled_back && !matches!(error, StoreError::Unreachable { .. }) {
                    self.connection = Some(connection);
                }
            }
        }
        outcomes
    }
}

async fn commit(
    db: &Db,
    hook: Option<&CommitHook>,
    connection: &mut AnyConnection,
    ops: &[Op],
) -> Result<Vec<Result<OpOutcome, StoreError>>, StoreError> {
    let sql = |error: sqlx::Error| db.error(&error);
    let (before, after) =
        (|| call_hook(hook, Boundary::BeforeCommit), || call_hook(hook, Boundary::AfterCommit));
    match Single::of(ops, db.dialect) {
        Some(Single::Lines { worker, lines }) => {
            before();
            let appended = journal::append(connection, db.dialect, worker, lines).await.map_err(sql)?;
            after();
            return Ok(ops.iter().map(|op| outcome(op, appended.as_ref())).collect());
        }
        Some(Single::End { append, ending, lines }) => {
            before();
            let ended = journal::append_end(connection, append, &ending, lines).await.map_err(sql)?;
            after();
            return Ok(ops.iter().map(|op| outcome(op, ended.as_ref())).collect());
        }
        Some(Single::NewRun(op)) => {
            before();
            let created = operation::execute(connection, db.dialect, op).await.map_err(sql)?;
            after();
            return Ok(vec![Ok(created)]);
        }
        None => {}
    }
    sqlx::raw_sql(db.dialect.begin()).execute(&mut *connection).await.map_err(sql)?;
    if let [op @ Op::Append(append)] = ops
        && let Some(lines) = JournalRows::of(append).few()
    {
        let fence = journal::append(connection, db.dialect, &append.worker, lines).await.map_err(sql)?;
        if fence.is_some() {
            run_changes::transition(connection, db.dialect, append).await.map_err(sql)?;
        }
        before();
        sqlx::raw_sql("commit").execute(&mut *connection).await.map_err(sql)?;
        after();
        return Ok(vec![outcome(op, fence.as_ref())]);
    }

    let mut fences = HashMap::new();
    for op in ops {
        if let Op::Append(append) = op
            && !fences.contains_key(append.worker.as_str())
        {
            let fence = journal::fence(connection, db.dialect, &append.worker).await.map_err(sql)?;
            fences.insert(append.worker.as_str(), fence);
        }
    }

    let mut journal = JournalRows::default();
    let mut outcomes = Vec::with_capacity(ops.len());
    for op in ops {
        // A refusal belongs to one operation; a failing statement to the whole transaction.
        outcomes.push(match op {
            Op::Append(append) => {
                let fence = fences.get(append.worker.as_str()).and_then(Option::as_ref);
                if fence.is_some() {
                    journal.add(&append.owner, append.run.as_str(), &append.entries);
                    run_changes::transition(connection, db.dialect, append).await.map_err(sql)?;
                }
                outcome(op, fence)
            }
            Op::Import { run, entries, .. } => {
                journal.add(&run.owner, run.id.as_str(), entries);
                Ok(operation::execute(connection, db.dialect, op).await.map_err(sql)?)
            }
            other => Ok(operation::execute(connection, db.dialect, other).await.map_err(sql)?),
        });
    }
    journal.write(connection, db.dialect).await.map_err(sql)?;

    before();
    sqlx::raw_sql("commit").execute(&mut *connection).await.map_err(sql)?;
    after();
    Ok(outcomes)
}

fn call_hook(hook: Option<&CommitHook>, boundary: Boundary) {
    if let Some(hook) = hook {
        hook(boundary);
    }
}

fn outcome(op: &Op, fence: Option<&Fence>) -> Result<OpOutcome, StoreError> {
    let Op::Append(append) = op else { return Err(StoreError::Closed) };
    let fence = fence.ok_or(StoreError::Deposed)?;
    Ok(OpOutcome::Appended { cancelled: fence.cancelled.contains(&append.run) })
}

/// A batch that is one trip to the database, and a transaction of its own.
enum Single<'a> {
    /// The last lines of a run that has no parent.
    End {
        append: &'a Append,
        ending: Ending<'a>,
        lines: Vec<Vec<Cell>>,
    },
    /// A few small lines of one process, and nothing else.
    Lines {
        worker: &'a str,
        lines: Vec<Vec<Cell>>,
    },
    NewRun(&'a Op),
}

impl<'a> Single<'a> {
    fn of(ops: &'a [Op], dialect: Dialect) -> Option<Self> {
        if let [
            Op::Append(append @ Append { transition: Some(Transition::End { status, stop, output }), .. }),
        ] = ops
        {
            let alone = append.parent.is_none() && output.as_ref().is_none_or(payload::is_small);
            let lines = JournalRows::of(append).few().filter(|_| alone && dialect == Dialect::Sqlite)?;
            let ending = Ending { status: *status, stop: stop.as_ref(), output: output.as_ref() };
            return Some(Self::End { append, ending, lines });
        }
        if let [op @ Op::Create { runs, .. }] = ops {
            return matches!(runs.as_slice(), [run] if payload::is_small(&run.input))
                .then_some(Self::NewRun(op));
        }
        let mut worker = None;
        let mut journal = JournalRows::default();
        for op in ops {
            let Op::Append(append) = op else { return None };
            let same = *worker.get_or_insert(append.worker.as_str()) == append.worker;
            if append.transition.is_some() || !same || journal.rows.len() > FEW_LINES {
                return None;
            }
            journal.add(&append.owner, append.run.as_str(), &append.entries);
        }
        Some(Self::Lines { worker: worker?, lines: journal.few()? })
    }
}
