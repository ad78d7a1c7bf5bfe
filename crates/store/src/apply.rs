//! The statements behind each operation. All run inside the writer's transaction.

use std::collections::HashSet;

use serde::Serialize;
use serde_json::Value;
use sqlx::{AnyConnection, AssertSqlSafe, Row, any::AnyRow};
use tutti_core::{Problem, RunId};

use crate::{
    AnswerOutcome, Append, NewRun, RunStatus, Transition, Waits, accounts,
    db::{Cell, Dialect, bind, insert_many, values},
    forget, items, ledger,
    op::{Op, Outcome},
    payload, records,
};

/// What the writer must know about a process before it lets it append.
pub(crate) struct Fence {
    /// Runs of this process that somebody asked to cancel.
    pub(crate) cancelled: HashSet<RunId>,
}

/// `living` is the process in place `n`, if it may write. Its row stays locked until the commit, so that nobody
/// can depose it between the check and the write.
fn living(dialect: Dialect, n: usize) -> String {
    let lock = if dialect == Dialect::Postgres { "for share" } else { "" };
    format!("with living as (select id from workers where id = ${n} and deposed = 0 {lock})")
}

/// How many runs of the process in place `n` somebody asked to cancel: nearly always none.
fn cancelled(n: usize) -> String {
    format!("(select count(*) from runs where worker = ${n} and cancel = 1)")
}

/// None if the process was deposed or never registered.
pub(crate) async fn fence(
    connection: &mut AnyConnection,
    dialect: Dialect,
    worker: &str,
) -> Result<Option<Fence>, sqlx::Error> {
    let sql = format!("{} select {} from living", living(dialect, 1), cancelled(1));
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

pub(crate) const JOURNAL: &str = "journal (run, key, owner, n, kind, input, output, started_at, ended_at)";

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
        cancelled(last),
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
        cancelled(worker),
    );
    let query = lines.into_iter().flatten().fold(sqlx::query(AssertSqlSafe(sql)), bind);
    let query = query.bind(append.worker.as_str()).bind(end.status.as_str()).bind(end.stop.map(json));
    let query = query.bind(end.output.map(ToString::to_string)).bind(append.at).bind(append.run.as_str());
    let rows = query.fetch_all(&mut *connection).await?;
    fence_of(connection, &append.worker, rows.into_iter().next()).await
}

/// How a run ended, of an [`Append`] that says so.
pub(crate) struct Ending<'a> {
    pub(crate) status: RunStatus,
    pub(crate) stop: Option<&'a Problem>,
    pub(crate) output: Option<&'a Value>,
}

pub(crate) async fn transition(
    connection: &mut AnyConnection,
    dialect: Dialect,
    append: &Append,
) -> Result<(), sqlx::Error> {
    let Some(transition) = &append.transition else { return Ok(()) };
    let (run, at) = (append.run.as_str(), append.at);
    match transition {
        Transition::Ask { name, flow, question } => {
            sqlx::query(
                "insert into reviews (run, name, owner, flow, question, asked_at)
                 values ($1, $2, $3, $4, $5, $6) on conflict do nothing",
            )
            .bind(run.to_owned())
            .bind(name.clone())
            .bind(append.owner.as_str().to_owned())
            .bind(flow.clone())
            .bind(json(question))
            .bind(at)
            .execute(connection)
            .await?;
        }
        Transition::Park { waits, wake_at } => {
            sqlx::query(
                "update runs set status = 'parked', waits = $2, wake_at = $3, worker = null, updated_at = $4
                 where id = $1",
            )
            .bind(run.to_owned())
            .bind(json(waits))
            .bind(*wake_at)
            .bind(at)
            .execute(&mut *connection)
            .await?;
            // What it waits for may have come between the run's last look and this commit.
            match waits {
                Waits::Review { name } => {
                    sqlx::query(
                        "update runs set status = 'queued' where id = $1 and exists (select 1 from reviews
                         where run = $1 and name = $2 and answer is not null)",
                    )
                    .bind(run.to_owned())
                    .bind(name.clone())
                    .execute(connection)
                    .await?;
                }
                Waits::Children => requeue_parent(connection, run).await?,
                Waits::Sleep => {}
            }
        }
        Transition::End { status, stop, output } => {
            let output = output.as_ref().map(|value| payload::pack(&append.owner, value));
            sqlx::query(
                "update runs set status = $2, stop = $3, output = $4, waits = null, wake_at = null,
                 worker = null, updated_at = $5 where id = $1",
            )
            .bind(run.to_owned())
            .bind(status.as_str())
            .bind(stop.as_ref().map(json))
            .bind(output.as_ref().map(|packed| packed.column.clone()))
            .bind(at)
            .execute(&mut *connection)
            .await?;
            let blobs = output.and_then(|packed| packed.blob).map(payload::blob_cells).into_iter().collect();
            insert_many(connection, dialect, "blobs (owner, hash, bytes)", " on conflict do nothing", blobs)
                .await?;
            if let Some(parent) = &append.parent {
                lock_run(connection, dialect, parent.as_str()).await?;
                requeue_parent(connection, parent.as_str()).await?;
            }
        }
    }
    Ok(())
}

/// Wakes a parent that waits for its children once none of them is unfinished.
async fn requeue_parent(connection: &mut AnyConnection, parent: &str) -> Result<(), sqlx::Error> {
    sqlx::query(
        "update runs set status = 'queued' where id = $1 and status = 'parked' and waits = $2
         and not exists (select 1 from runs c where c.parent = $1
                         and c.status not in ('done', 'failed', 'cancelled'))",
    )
    .bind(parent.to_owned())
    .bind(json(&Waits::Children))
    .execute(connection)
    .await?;
    Ok(())
}

/// On Postgres, writers that look at a run and then act on it take turns; SQLite has one writer anyway.
pub(crate) async fn lock_run(
    connection: &mut AnyConnection,
    dialect: Dialect,
    run: &str,
) -> Result<(), sqlx::Error> {
    if dialect == Dialect::Postgres {
        sqlx::query("select id from runs where id = $1 for update")
            .bind(run.to_owned())
            .fetch_optional(connection)
            .await?;
    }
    Ok(())
}

pub(crate) async fn op(
    connection: &mut AnyConnection,
    dialect: Dialect,
    op: &Op,
) -> Result<Outcome, sqlx::Error> {
    match op {
        Op::Append(_) => Err(sqlx::Error::Protocol("appends go through the journal".into())),
        Op::Create { runs, worker, at } => create(connection, dialect, runs, worker.as_deref(), *at).await,
        Op::Import { run, at, .. } => {
            create(connection, dialect, std::slice::from_ref(&**run), None, *at).await.map(|_| Outcome::Done)
        }
        Op::Claim { worker, ids, at } => claim(connection, worker, ids, *at).await,
        Op::ClaimReady { worker, limit, at } => claim_ready(connection, dialect, worker, *limit, *at).await,
        Op::Register { worker, at } => {
            // A worker that is not listed is refused like a deposed one, so old rows can go.
            let old = "delete from workers where heartbeat_at < $1
                       and not exists (select 1 from runs where worker = workers.id)";
            sqlx::query(old).bind(*at - FORGOTTEN_AFTER).execute(&mut *connection).await?;
            let sql = "insert into workers (id, started_at, heartbeat_at) values ($1, $2, $2)";
            let query = sqlx::query(sql).bind(worker.clone()).bind(*at);
            query.execute(connection).await.map(|_| Outcome::Done)
        }
        Op::Heartbeat { worker, at } => {
            let sql = "update workers set heartbeat_at = $2 where id = $1 and deposed = 0";
            let query = sqlx::query(sql).bind(worker.clone()).bind(*at);
            query.execute(connection).await.map(|done| Outcome::Count(done.rows_affected()))
        }
        Op::Retire { worker } => retire(connection, worker, "delete from workers where id = $1").await,
        Op::Depose { worker } => {
            retire(connection, worker, "update workers set deposed = 1 where id = $1").await
        }
        Op::Answer { .. } => answer(connection, dialect, op).await,
        Op::Cancel { owner, run } => sqlx::query(
            "update runs set cancel = 1,
                 status = case when status in ('parked', 'stopped') then 'queued' else status end
                 where owner = $1 and (id = $2 or substr(id, 1, length($3)) = $3)
                 and status not in ('done', 'failed', 'cancelled')",
        )
        .bind(owner.as_str().to_owned())
        .bind(run.as_str().to_owned())
        .bind(format!("{run}/"))
        .execute(connection)
        .await
        .map(|done| Outcome::Count(done.rows_affected())),
        Op::Requeue { .. } => requeue(connection, op).await,
        Op::Reserve { owner, root, row, budget } => {
            ledger::reserve(connection, dialect, owner.as_str(), root, row, budget).await
        }
        Op::Settle { owner, row } => ledger::settle(connection, owner.as_str(), row).await,
        Op::PutReply { owner, hash, reply, at } => {
            let sql =
                "insert into replies (owner, hash, reply, at) values ($1, $2, $3, $4) on conflict do nothing";
            let query = sqlx::query(sql).bind(owner.as_str().to_owned()).bind(hash.clone());
            query.bind(reply.to_string()).bind(*at).execute(connection).await.map(|_| Outcome::Done)
        }
        Op::PutItems { owner, items, at } => items::put(connection, dialect, owner, items, *at).await,
        Op::PutRecords { owner, records, at } => records::put(connection, dialect, owner, records, *at).await,
        Op::PutBlob { owner, hash, bytes } => {
            let cells = payload::blob_cells((owner.clone(), hash.clone(), bytes.clone()));
            records::put_blobs(connection, dialect, vec![cells]).await.map(|()| Outcome::Done)
        }
        Op::DeleteItem { owner, id, hash, versions } => {
            items::delete(connection, dialect, owner, id, hash, versions).await
        }
        Op::ChangeAccounts { change, line } => {
            accounts::change(connection, dialect, change, line.as_ref()).await
        }
        Op::UseKey { hash, at } => accounts::use_key(connection, hash, *at).await,
        Op::Sweep => forget::sweep(connection, dialect).await,
    }
}

/// A week without a heartbeat, in milliseconds.
const FORGOTTEN_AFTER: i64 = 7 * 24 * 3600 * 1000;

async fn create(
    connection: &mut AnyConnection,
    dialect: Dialect,
    runs: &[NewRun],
    worker: Option<&str>,
    at: i64,
) -> Result<Outcome, sqlx::Error> {
    let status = if worker.is_some() { RunStatus::Running } else { RunStatus::Queued };
    let (mut rows, mut blobs) = (Vec::new(), Vec::new());
    for run in runs {
        let packed = payload::pack(&run.owner, &run.input);
        blobs.push(packed.blob.map(payload::blob_cells));
        rows.push(vec![
            Cell::text(run.id.as_str()),
            Cell::text(run.owner.as_str()),
            Cell::optional_text(run.parent.as_ref().map(RunId::as_str)),
            Cell::text(run.id.root().as_str()),
            Cell::text(&run.flow),
            Cell::Int(run.version.into()),
            Cell::Text(packed.column),
            Cell::text(status.as_str()),
            Cell::optional_text(worker),
            Cell::optional_int(run.deadline),
            Cell::Text(json(&run.budget)),
            Cell::optional_text(run.forked_from.as_deref()),
            Cell::Int(at),
            Cell::Int(at),
        ]);
    }
    let into = "runs (id, owner, parent, root, flow, version, input, status, worker, deadline, budget, \
                forked_from, created_at, updated_at)";
    let made = insert_many(connection, dialect, into, " on conflict do nothing returning id", rows).await?;
    let mut fresh = made.iter().map(|row| row.try_get(0)).collect::<Result<HashSet<String>, _>>()?;
    // An id that is named twice is new once.
    let created: Vec<bool> = runs.iter().map(|run| fresh.remove(run.id.as_str())).collect();
    let blobs = blobs.into_iter().zip(&created).filter_map(|(blob, new)| blob.filter(|_| *new)).collect();
    insert_many(connection, dialect, "blobs (owner, hash, bytes)", " on conflict do nothing", blobs).await?;
    Ok(Outcome::Flags(created))
}

const CLAIMABLE: &str = "(status in ('queued', 'stopped') or (status = 'parked' and wake_at <= $2))";

/// A process that was declared dead takes nothing on.
const ALIVE: &str = "exists (select 1 from workers where id = $1 and deposed = 0)";

async fn claim(
    connection: &mut AnyConnection,
    worker: &str,
    ids: &[RunId],
    at: i64,
) -> Result<Outcome, sqlx::Error> {
    let sql = format!(
        "update runs set status = 'running', worker = $1, updated_at = $2, wake_at = null, waits = null, stop = null
         where id = $3 and worker is null and {CLAIMABLE} and {ALIVE}"
    );
    let mut won = Vec::with_capacity(ids.len());
    for id in ids {
        let query = sqlx::query(AssertSqlSafe(sql.clone()));
        let query = query.bind(worker.to_owned()).bind(at).bind(id.as_str().to_owned());
        won.push(query.execute(&mut *connection).await?.rows_affected() == 1);
    }
    Ok(Outcome::Flags(won))
}

/// Takes the runs that are ready, oldest first. A child is left to its parent unless the parent is parked.
async fn claim_ready(
    connection: &mut AnyConnection,
    dialect: Dialect,
    worker: &str,
    limit: i64,
    at: i64,
) -> Result<Outcome, sqlx::Error> {
    let skip = if dialect == Dialect::Postgres { "for update skip locked" } else { "" };
    let sql = format!(
        "update runs set status = 'running', worker = $1, updated_at = $2, wake_at = null, waits = null
         where worker is null and {ALIVE} and id in (
            select id from runs r where worker is null
            and (status = 'queued' or (status = 'parked' and wake_at <= $2))
            and (parent is null or exists (select 1 from runs p where p.id = r.parent and p.status = 'parked'))
            order by created_at limit $3 {skip})
         returning id"
    );
    let rows = sqlx::query(AssertSqlSafe(sql))
        .bind(worker.to_owned())
        .bind(at)
        .bind(limit)
        .fetch_all(connection)
        .await?;
    let ids = rows.iter().map(|row| row.try_get::<String, _>(0)).collect::<Result<Vec<_>, _>>()?;
    Ok(Outcome::Ids(ids.into_iter().filter_map(|id| RunId::parse(id).ok()).collect()))
}

async fn retire(
    connection: &mut AnyConnection,
    worker: &str,
    first: &'static str,
) -> Result<Outcome, sqlx::Error> {
    sqlx::query(first).bind(worker.to_owned()).execute(&mut *connection).await?;
    let freed = sqlx::query("update runs set status = 'queued', worker = null where worker = $1")
        .bind(worker.to_owned())
        .execute(connection)
        .await?;
    Ok(Outcome::Count(freed.rows_affected()))
}

async fn answer(connection: &mut AnyConnection, dialect: Dialect, op: &Op) -> Result<Outcome, sqlx::Error> {
    let Op::Answer { owner, run, name, answer, by, at } = op else {
        return Err(sqlx::Error::Protocol("not an answer".into()));
    };
    lock_run(connection, dialect, run.as_str()).await?;
    let written = sqlx::query(
        "update reviews set answer = $4, answered_by = $5, answered_at = $6
         where owner = $1 and run = $2 and name = $3 and answer is null",
    )
    .bind(owner.as_str().to_owned())
    .bind(run.as_str().to_owned())
    .bind(name.clone())
    .bind(answer.clone())
    .bind(by.clone())
    .bind(*at)
    .execute(&mut *connection)
    .await?;
    if written.rows_affected() == 1 {
        sqlx::query(
            "update runs set status = 'queued', updated_at = $4
             where owner = $1 and id = $2 and status = 'parked' and waits = $3",
        )
        .bind(owner.as_str().to_owned())
        .bind(run.as_str().to_owned())
        .bind(json(&Waits::Review { name: name.clone() }))
        .bind(*at)
        .execute(connection)
        .await?;
        return Ok(Outcome::Answer(AnswerOutcome::Accepted));
    }
    let earlier =
        sqlx::query("select answer, answered_by from reviews where owner = $1 and run = $2 and name = $3")
            .bind(owner.as_str().to_owned())
            .bind(run.as_str().to_owned())
            .bind(name.clone())
            .fetch_optional(connection)
            .await?;
    Ok(Outcome::Answer(match earlier {
        Some(row) => AnswerOutcome::AlreadyAnswered {
            answer: row.try_get::<Option<String>, _>(0)?.unwrap_or_default(),
            by: row.try_get::<Option<String>, _>(1)?.unwrap_or_default(),
        },
        None => AnswerOutcome::NotAsked,
    }))
}

/// Makes a stopped family ready again, with a new budget or deadline if one is given.
async fn requeue(connection: &mut AnyConnection, op: &Op) -> Result<Outcome, sqlx::Error> {
    let Op::Requeue { owner, run, budget, deadline } = op else {
        return Err(sqlx::Error::Protocol("not a requeue".into()));
    };
    let family = "owner = $1 and (id = $2 or substr(id, 1, length($3)) = $3) \
                  and status not in ('done', 'failed', 'cancelled')";
    let bound = |sql: String, value: Option<String>| {
        let query = sqlx::query(AssertSqlSafe(sql)).bind(owner.as_str().to_owned());
        let query = query.bind(run.as_str().to_owned()).bind(format!("{run}/"));
        if let Some(value) = value { query.bind(value) } else { query }
    };
    if let Some(budget) = budget {
        bound(format!("update runs set budget = $4 where {family}"), Some(json(budget)))
            .execute(&mut *connection)
            .await?;
    }
    if let Some(deadline) = deadline {
        bound(format!("update runs set deadline = {deadline} where {family}"), None)
            .execute(&mut *connection)
            .await?;
    }
    let stopped = format!(
        "update runs set status = 'queued', stop = null where {family}
         and (status = 'stopped' or (status = 'parked' and waits like '%children%'))"
    );
    let done = bound(stopped, None).execute(connection).await?;
    Ok(Outcome::Count(done.rows_affected()))
}

fn json(value: &impl Serialize) -> String {
    // Our own row types hold nothing that JSON cannot say.
    serde_json::to_string(value).unwrap_or_default()
}
