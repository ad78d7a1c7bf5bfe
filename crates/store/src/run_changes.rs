//! Statements that change runs and their reviews. All run inside the writer's transaction.

use std::collections::HashSet;

use sqlx::{AnyConnection, AssertSqlSafe, Row};
use tutti_core::{Owner, RunId};

use crate::{
    AnswerOutcome, Append, NewRun, RunStatus, Transition, Waits,
    db::{Cell, Dialect, insert_many},
    operation::{Op, OpOutcome},
    payload::{self, json_text},
};

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
            .bind(json_text(question))
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
            .bind(json_text(waits))
            .bind(*wake_at)
            .bind(at)
            .execute(&mut *connection)
            .await?;
            // What it waits for may have arrived between the run's last check and this commit.
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
            .bind(stop.as_ref().map(json_text))
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
    .bind(json_text(&Waits::Children))
    .execute(connection)
    .await?;
    Ok(())
}

/// On Postgres, writers that read a run and then change it take turns; SQLite has one writer anyway.
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

pub(crate) async fn create(
    connection: &mut AnyConnection,
    dialect: Dialect,
    runs: &[NewRun],
    worker: Option<&str>,
    at: i64,
) -> Result<OpOutcome, sqlx::Error> {
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
            Cell::Text(json_text(&run.budget)),
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
    Ok(OpOutcome::Flags(created))
}

const CLAIMABLE: &str = "(status in ('queued', 'stopped') or (status = 'parked' and wake_at <= $2))";

/// A process that was declared dead claims nothing.
const ALIVE: &str = "exists (select 1 from workers where id = $1 and deposed = 0)";

pub(crate) async fn claim(
    connection: &mut AnyConnection,
    worker: &str,
    ids: &[RunId],
    at: i64,
) -> Result<OpOutcome, sqlx::Error> {
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
    Ok(OpOutcome::Flags(won))
}

/// Puts runs of a worker back into the queue.
pub(crate) async fn release(
    connection: &mut AnyConnection,
    worker: &str,
    ids: &[RunId],
) -> Result<OpOutcome, sqlx::Error> {
    let mut released = 0;
    for id in ids {
        let query =
            sqlx::query("update runs set status = 'queued', worker = null where id = $1 and worker = $2");
        let query = query.bind(id.as_str().to_owned()).bind(worker.to_owned());
        released += query.execute(&mut *connection).await?.rows_affected();
    }
    Ok(OpOutcome::Count(released))
}

/// Takes the runs that are ready, oldest first. A child is left to its parent unless the parent is parked.
pub(crate) async fn claim_ready(
    connection: &mut AnyConnection,
    dialect: Dialect,
    worker: &str,
    limit: i64,
    at: i64,
) -> Result<OpOutcome, sqlx::Error> {
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
    Ok(OpOutcome::Ids(ids.into_iter().filter_map(|id| RunId::parse(id).ok()).collect()))
}

/// Requests cancellation of a run and its children; parked and stopped ones are queued, so that they notice.
pub(crate) async fn cancel(
    connection: &mut AnyConnection,
    owner: &Owner,
    run: &RunId,
) -> Result<OpOutcome, sqlx::Error> {
    let sql = "update runs set cancel = 1,
               status = case when status in ('parked', 'stopped') then 'queued' else status end
               where owner = $1 and (id = $2 or substr(id, 1, length($3)) = $3)
               and status not in ('done', 'failed', 'cancelled')";
    let query = sqlx::query(sql).bind(owner.as_str().to_owned()).bind(run.as_str().to_owned());
    let done = query.bind(format!("{run}/")).execute(connection).await?;
    Ok(OpOutcome::Count(done.rows_affected()))
}

pub(crate) async fn answer(
    connection: &mut AnyConnection,
    dialect: Dialect,
    op: &Op,
) -> Result<OpOutcome, sqlx::Error> {
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
        .bind(json_text(&Waits::Review { name: name.clone() }))
        .bind(*at)
        .execute(connection)
        .await?;
        return Ok(OpOutcome::Answer(AnswerOutcome::Accepted));
    }
    let earlier =
        sqlx::query("select answer, answered_by from reviews where owner = $1 and run = $2 and name = $3")
            .bind(owner.as_str().to_owned())
            .bind(run.as_str().to_owned())
            .bind(name.clone())
            .fetch_optional(connection)
            .await?;
    Ok(OpOutcome::Answer(match earlier {
        Some(row) => AnswerOutcome::AlreadyAnswered {
            answer: row.try_get::<Option<String>, _>(0)?.unwrap_or_default(),
            by: row.try_get::<Option<String>, _>(1)?.unwrap_or_default(),
        },
        None => AnswerOutcome::NotAsked,
    }))
}

/// Makes a stopped family ready again, with a new budget or deadline if one is given.
pub(crate) async fn requeue(connection: &mut AnyConnection, op: &Op) -> Result<OpOutcome, sqlx::Error> {
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
        bound(format!("update runs set budget = $4 where {family}"), Some(json_text(budget)))
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
    Ok(OpOutcome::Count(done.rows_affected()))
}
