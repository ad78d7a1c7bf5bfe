//! Backup and restore. A backup is itself a SQLite database with today's schema, whatever the store is, so a
//! backup of one kind of store can be restored into the other and opened with any SQLite tool.

use std::path::Path;

use sqlx::{AnyConnection, AssertSqlSafe, Connection};

use crate::{
    StoreError, StoreUrl,
    db::{Cell, Db, cells, insert_many},
    schema::{Table, tables},
};

/// How many rows of each table were copied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copied(pub Vec<(&'static str, u64)>);

impl Copied {
    pub fn total(&self) -> u64 {
        self.0.iter().map(|(_, rows)| rows).sum()
    }
}

/// Copies everything in `from` into a new file. The file appears whole or not at all.
pub async fn backup(from: &StoreUrl, file: &Path) -> Result<Copied, StoreError> {
    if file.exists() {
        return Err(StoreError::CannotOpen {
            place: file.display().to_string(),
            cause: "it exists already; a backup never overwrites".into(),
        });
    }
    let partial = file.with_extension("partial");
    remove(&partial).await?;
    let to = StoreUrl::Sqlite(partial.clone());
    let copied = copy(from, &to).await?;
    // The copy is closed, so its write-ahead log is merged and the file is complete by itself.
    tokio::fs::rename(&partial, file)
        .await
        .map_err(|e| StoreError::CannotOpen { place: file.display().to_string(), cause: e.to_string() })?;
    Ok(copied)
}

/// Copies a backup into an empty store.
pub async fn restore(file: &Path, to: &StoreUrl) -> Result<Copied, StoreError> {
    if !file.exists() {
        return Err(StoreError::CannotOpen {
            place: file.display().to_string(),
            cause: "there is no such file".into(),
        });
    }
    // SQLite treats an empty file as an empty database, and would make it one.
    let mut head = [0; SQLITE_HEAD.len()];
    let read = std::fs::File::open(file).and_then(|mut file| std::io::Read::read_exact(&mut file, &mut head));
    if read.is_err() || head != *SQLITE_HEAD {
        return Err(StoreError::Corrupt {
            place: file.display().to_string(),
            cause: "it is not a backup".into(),
        });
    }
    copy(&StoreUrl::Sqlite(file.to_owned()), to).await
}

/// The first bytes of every SQLite file.
const SQLITE_HEAD: &[u8; 16] = b"SQLite format 3\0";

async fn copy(from: &StoreUrl, to: &StoreUrl) -> Result<Copied, StoreError> {
    let (source, target) = (Db::new(from), Db::new(to));
    let mut reading = source.connect().await?;
    source.migrate(&mut reading).await?;
    let mut writing = target.connect().await?;
    target.migrate(&mut writing).await?;

    let read_failed = |error: sqlx::Error| source.error(&error);
    let write_failed = |error: sqlx::Error| target.error(&error);
    sqlx::raw_sql(source.dialect.begin_snapshot()).execute(&mut reading).await.map_err(read_failed)?;
    sqlx::raw_sql(target.dialect.begin()).execute(&mut writing).await.map_err(write_failed)?;
    let mut copied = Vec::new();
    for table in tables() {
        if count(&mut writing, table.name).await.map_err(write_failed)? > 0 {
            return Err(StoreError::NotEmpty { place: to.to_string(), table: table.name });
        }
        copied.push((table.name, copy_table(&mut reading, &mut writing, &table, &source, &target).await?));
    }
    // No process drives anything in a copy, and nobody is logged in: a login that has ended since must not come back.
    for sql in [
        "update runs set status = 'queued' where status = 'running'",
        "update runs set worker = null where worker is not null",
        "delete from keys where kind = 'login'",
        "commit",
    ] {
        sqlx::raw_sql(sql).execute(&mut writing).await.map_err(write_failed)?;
    }
    if let StoreUrl::Sqlite(_) = to {
        sqlx::raw_sql("pragma wal_checkpoint(truncate)").execute(&mut writing).await.map_err(write_failed)?;
    }
    writing.close().await.map_err(write_failed)?;
    reading.close().await.map_err(read_failed)?;
    Ok(Copied(copied))
}

/// Pages of this many rows keep the memory of a copy bounded.
const PAGE: i64 = 512;

async fn copy_table(
    reading: &mut AnyConnection,
    writing: &mut AnyConnection,
    table: &Table,
    source: &Db,
    target: &Db,
) -> Result<u64, StoreError> {
    let names: Vec<&str> = table.columns.iter().map(|(name, _)| *name).collect();
    let (table_name, names) = (table.name, names.join(", "));
    let mut copied = 0;
    loop {
        // The first three columns are unique together in every table, or fewer are; else a page could miss a row.
        let order = if table.columns.len() < 3 { "1" } else { "1, 2, 3" };
        let sql = format!("select {names} from {table_name} order by {order} limit {PAGE} offset {copied}");
        let rows =
            sqlx::query(AssertSqlSafe(sql)).fetch_all(&mut *reading).await.map_err(|e| source.error(&e))?;
        let page = rows
            .iter()
            .map(|row| cells(row, &table.columns))
            .collect::<Result<Vec<Vec<Cell>>, _>>()
            .map_err(|e| source.error(&e))?;
        let size = page.len() as i64;
        insert_many(writing, target.dialect, &format!("{table_name} ({names})"), "", page)
            .await
            .map_err(|e| target.error(&e))?;
        copied += size;
        if size < PAGE {
            return Ok(copied as u64);
        }
    }
}

async fn count(connection: &mut AnyConnection, table: &str) -> Result<i64, sqlx::Error> {
    use sqlx::Row;
    sqlx::query(AssertSqlSafe(format!("select count(*) from {table}")))
        .fetch_one(connection)
        .await?
        .try_get(0)
}

async fn remove(file: &Path) -> Result<(), StoreError> {
    match tokio::fs::remove_file(file).await {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(StoreError::CannotOpen { place: file.display().to_string(), cause: error.to_string() })
        }
        _ => Ok(()),
    }
}
