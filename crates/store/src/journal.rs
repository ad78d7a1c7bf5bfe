//! Appending to journals. The check that the process is not deposed is part of the transaction that appends.

use std::collections::HashSet;

use serde_json::Value;
use sqlx::{AnyConnection, AssertSqlSafe, Row, any::AnyRow};
use tutti_core::{ContentHash, Owner, Problem, RunId};

use crate::{
    Append, Entry, RunStatus,
    db::{Cell, Dialect, bind, insert_many, values},
    payload::{self, json_text},
    schema::{Kind, table_named},
    seal::{Field, seal_of},
};

/// What the writer must know about a process before it lets it append.
pub(crate) struct Fence {
    /// Runs of this process for which cancellation was requested.
    pub(crate) cancelled: HashSet<RunId>,
}

/// `living` is the process in place `n`, if it may write. Its row stays locked until the commit, so that nobody
/// can depose it between the check and the write.
fn living(dialect: Dialect, n: usize) -> String {
    let lock = if dialect == Dialect::Postgres { "for share" } else { "" };
    format!("with living as (select id from workers where id = ${n} and deposed = 0 {lock})")
}

/// The number of runs of the process in place `n` for which cancellation was requested: nearly always none.
fn cancelled_count(n: usize) -> String {
    format!("(select count(*) from runs where worker = ${n} and cancel = 1)")
}

/// None if the process was deposed or never registered.
pub(crate) async fn fence(
    connection: &mut AnyConnection,
    dialect: Dialect,
    worker: &str,
) -> Result<Option<Fence>, sqlx::Error> {
    let sql = format!("{} select {} from living", living(dialect, 1), cancelled_count(1));
    let row = sqlx::query(AssertSqlSafe(sql)).bind(worker).fetch_optional(&mut *connection).await?;
    fence_of(connection, worker, row).await
}

async fn fence_of(
    connection: &mut AnyConnection,
    worker: &str,
    row: Option<AnyRow>,
) -> Result<Option<Fence>, sqlx::Error> {
    let Some(row) = row else { return Ok(None) };
    let mut cancelled = HashSet::new();
    if row.try_get::<i64, _>(0)? > 0 {
        let rows = sqlx::query("select id from runs where worker = $1 and cancel = 1")
            .bind(worker)
            .fetch_all(connection)
            .await?;
        for row in rows {
            cancelled.extend(RunId::parse(row.try_get::<String, _>(0)?));
        }
    }
    Ok(Some(Fence { cancelled }))
}

const JOURNAL: &str = "journal (run, key, owner, n, kind, input, output, started_at, ended_at, seal)";

/// Fence, lines and commit in one statement, which is a transaction of its own. A single run pays one trip to
/// the database for a step instead of four.
pub(crate) async fn append(
    connection: &mut AnyConnection,
    dialect: Dialect,
    worker: &str,
    lines: Vec<Vec<Cell>>,
) -> Result<Option<Fence>, sqlx::Error> {
    let columns = lines.first().map_or(0, Vec::len);
    let last = lines.len() * columns + 1;
    let sql = format!(
        "{} insert into {JOURNAL} select v.* from ({}) as v, living returning {}",
        living(dialect, last),
        values(dialect, lines.len(), columns),
        cancelled_count(last),
    );
    let query = lines.into_iter().flatten().fold(sqlx::query(AssertSqlSafe(sql)), bind);
    let rows = query.bind(worker).fetch_all(&mut *connection).await?;
    fence_of(connection, worker, rows.into_iter().next()).await
}

/// The end of a run without a parent, all in one trip: SQLite takes several statements at once. Places without
/// a number go on from statement to statement, so the arguments stand in the order of the text.
pub(crate) async fn append_end(
    connection: &mut AnyConnection,
    append: &Append,
    end: &Ending<'_>,
    lines: Vec<Vec<Cell>>,
) -> Result<Option<Fence>, sqlx::Error> {
    let dialect = Dialect::Sqlite;
    let columns = lines.first().map_or(0, Vec::len);
    let worker = lines.len() * columns + 1;
    let sql = format!(
        "begin immediate;
         {} insert into {JOURNAL} select v.* from ({}) as v, living returning {};
         with living as (select id from workers where id = ? and deposed = 0)
         update runs set status = ?, stop = ?, output = ?, updated_at = ?, waits = null, wake_at = null, worker = null
         where id = ? and exists (select 1 from living);
         commit",
        living(dialect, worker),
        values(dialect, lines.len(), columns),
        cancelled_count(worker),
    );
    let query = lines.into_iter().flatten().fold(sqlx::query(AssertSqlSafe(sql)), bind);
    let query = query.bind(append.worker.as_str()).bind(end.status.as_str()).bind(end.stop.map(json_text));
    let query = query.bind(end.output.map(ToString::to_string)).bind(append.at).bind(append.run.as_str());
    let rows = query.fetch_all(&mut *connection).await?;
    fence_of(connection, &append.worker, rows.into_iter().next()).await
}

/// The values of a line as they are stored, in the order of the schema. `output` is its column.
pub(crate) fn seal_fields<'a>(
    owner: &'a Owner,
    run: &'a str,
    entry: &'a Entry,
    output: &'a str,
) -> [Field<'a>; 9] {
    [
        run.into(),
        (&entry.key).into(),
        owner.as_str().into(),
        entry.n.into(),
        entry.kind.as_str().into(),
        entry.input.as_ref().map(ContentHash::as_str).into(),
        output.into(),
        entry.started_at.into(),
        entry.ended_at.into(),
    ]
}

/// How a run ended, of an [`Append`] that says so.
pub(crate) struct Ending<'a> {
    pub(crate) status: RunStatus,
    pub(crate) stop: Option<&'a Problem>,
    pub(crate) output: Option<&'a Value>,
}

/// Batches of up to this many lines are written with one statement: each size is one to prepare.
pub(crate) const FEW_LINES: usize = 8;

/// The journal rows of a batch, gathered so that they go in with one statement.
#[derive(Default)]
pub(crate) struct JournalRows {
    pub(crate) rows: Vec<Vec<Cell>>,
    blobs: Vec<Vec<Cell>>,
}

impl JournalRows {
    pub(crate) fn of(append: &Append) -> Self {
        let mut journal = Self::default();
        journal.add(&append.owner, append.run.as_str(), &append.entries);
        journal
    }

    /// The rows, if there are some but not many, and none is large.
    pub(crate) fn few(self) -> Option<Vec<Vec<Cell>>> {
        let fits = (1..=FEW_LINES).contains(&self.rows.len()) && self.blobs.is_empty();
        fits.then_some(self.rows)
    }

    pub(crate) fn add(&mut self, owner: &Owner, run: &str, entries: &[Entry]) {
        for entry in entries {
            let packed = payload::pack(owner, &entry.output);
            let seal = seal_fields(owner, run, entry, &packed.column);
            let seal = table_named("journal")
                .map_or(Cell::Null(Kind::Int), |table| Cell::Int(seal_of(table, &seal)));
            self.blobs.extend(packed.blob.map(payload::blob_cells));
            self.rows.push(vec![
                Cell::text(run),
                Cell::text(&entry.key),
                Cell::text(owner.as_str()),
                Cell::Int(entry.n),
                Cell::text(entry.kind.as_str()),
                Cell::optional_text(entry.input.as_ref().map(ContentHash::as_str)),
                Cell::Text(packed.column),
                Cell::Int(entry.started_at),
                Cell::Int(entry.ended_at),
                seal,
            ]);
        }
    }

    pub(crate) async fn write(
        self,
        connection: &mut AnyConnection,
        dialect: Dialect,
    ) -> Result<(), sqlx::Error> {
        insert_many(connection, dialect, "blobs (owner, hash, bytes)", " on conflict do nothing", self.blobs)
            .await?;
        insert_many(connection, dialect, JOURNAL, "", self.rows).await?;
        Ok(())
    }
}
