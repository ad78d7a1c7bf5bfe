//! Deletes an owner's rows from every table at once.
//!
//! The tables are taken from the schema, so one that is added later is not missed. What stays is the audit log, which
//! nobody may change, and the fact that the owner is gone: a request in flight during the deletion may still have
//! written something, which is deleted with the next owner or when the server starts.

use sqlx::{AnyConnection, AssertSqlSafe, Row};
use tutti_core::Owner;

use crate::{
    AccountOutcome, Millis, Store, StoreError,
    db::{Cell, Dialect, insert_many},
    operation::{Op, OpOutcome},
    schema::tables,
};

/// Refused while a process is working for the owner: it would continue to write.
pub(crate) async fn forget(
    connection: &mut AnyConnection,
    dialect: Dialect,
    owner: &Owner,
    at: Millis,
) -> Result<AccountOutcome, sqlx::Error> {
    let lock = if dialect == Dialect::Postgres { "for update" } else { "" };
    let sql = format!("select worker from runs where owner = $1 {lock}");
    let runs = sqlx::query(AssertSqlSafe(sql)).bind(owner.as_str()).fetch_all(&mut *connection).await?;
    for run in runs {
        if run.try_get::<Option<String>, _>(0)?.is_some() {
            return Ok(AccountOutcome::Busy);
        }
    }
    let there = sqlx::query("select owner from accounts where owner = $1").bind(owner.as_str());
    if there.fetch_optional(&mut *connection).await?.is_none() {
        return Ok(AccountOutcome::NotThere);
    }
    // The local owner may come back; others never do, because ids are not reused.
    if *owner == Owner::local() {
        delete(connection, dialect, "owner = 'local'").await?;
    } else {
        let row = vec![Cell::text(owner.as_str()), Cell::Int(at)];
        insert_many(connection, dialect, "forgotten (owner, at)", " on conflict do nothing", vec![row])
            .await?;
    }
    sweep(connection, dialect).await?;
    Ok(AccountOutcome::Done)
}

/// Deletes the remaining data of forgotten owners.
pub(crate) async fn sweep(
    connection: &mut AnyConnection,
    dialect: Dialect,
) -> Result<OpOutcome, sqlx::Error> {
    // If nobody was forgotten, no table need be searched.
    if sqlx::query("select owner from forgotten limit 1").fetch_optional(&mut *connection).await?.is_none() {
        return Ok(OpOutcome::Count(0));
    }
    delete(connection, dialect, "owner in (select owner from forgotten)").await.map(OpOutcome::Count)
}

async fn delete(connection: &mut AnyConnection, dialect: Dialect, whose: &str) -> Result<u64, sqlx::Error> {
    // Deleted data is also overwritten; otherwise it would remain in the free pages of the file.
    if dialect == Dialect::Sqlite {
        sqlx::raw_sql("pragma secure_delete = on").execute(&mut *connection).await?;
    }
    let mut deleted = 0;
    for table in tables().iter().filter(|table| !KEPT.contains(&table.name)) {
        let sql = format!("delete from {} where {whose}", table.name);
        deleted += sqlx::query(AssertSqlSafe(sql)).execute(&mut *connection).await?.rows_affected();
    }
    if dialect == Dialect::Sqlite {
        sqlx::raw_sql("pragma secure_delete = off").execute(connection).await?;
    }
    Ok(deleted)
}

const KEPT: [&str; 2] = ["audit", "forgotten"];

impl Store {
    /// Deletes what was written for owners after they were forgotten; returns how many rows.
    pub async fn sweep_forgotten(&self) -> Result<u64, StoreError> {
        crate::count(self.write(Op::Sweep).await?)
    }
}
