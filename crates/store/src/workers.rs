//! Statements on the processes that drive runs: they register, send heartbeats, retire, or are deposed.

use sqlx::AnyConnection;

use crate::{Millis, operation::OpOutcome};

/// A week without a heartbeat, in milliseconds.
const FORGOTTEN_AFTER: Millis = 7 * 24 * 3600 * 1000;

pub(crate) async fn register(
    connection: &mut AnyConnection,
    worker: &str,
    at: Millis,
) -> Result<OpOutcome, sqlx::Error> {
    // A worker that is not listed is refused like a deposed one, so old rows can go.
    let old = "delete from workers where heartbeat_at < $1
               and not exists (select 1 from runs where worker = workers.id)";
    sqlx::query(old).bind(at - FORGOTTEN_AFTER).execute(&mut *connection).await?;
    let sql = "insert into workers (id, started_at, heartbeat_at) values ($1, $2, $2)";
    sqlx::query(sql).bind(worker.to_owned()).bind(at).execute(connection).await?;
    Ok(OpOutcome::Done)
}

pub(crate) async fn heartbeat(
    connection: &mut AnyConnection,
    worker: &str,
    at: Millis,
) -> Result<OpOutcome, sqlx::Error> {
    let sql = "update workers set heartbeat_at = $2 where id = $1 and deposed = 0";
    let done = sqlx::query(sql).bind(worker.to_owned()).bind(at).execute(connection).await?;
    Ok(OpOutcome::Count(done.rows_affected()))
}

/// Leaves in good order.
pub(crate) async fn retire(connection: &mut AnyConnection, worker: &str) -> Result<OpOutcome, sqlx::Error> {
    free_runs(connection, worker, "delete from workers where id = $1").await
}

/// Declares it dead: it can write nothing more.
pub(crate) async fn depose(connection: &mut AnyConnection, worker: &str) -> Result<OpOutcome, sqlx::Error> {
    free_runs(connection, worker, "update workers set deposed = 1 where id = $1").await
}

async fn free_runs(
    connection: &mut AnyConnection,
    worker: &str,
    first: &'static str,
) -> Result<OpOutcome, sqlx::Error> {
    sqlx::query(first).bind(worker.to_owned()).execute(&mut *connection).await?;
    let freed = sqlx::query("update runs set status = 'queued', worker = null where worker = $1")
        .bind(worker.to_owned())
        .execute(connection)
        .await?;
    Ok(OpOutcome::Count(freed.rows_affected()))
}
