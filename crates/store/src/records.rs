//! Records: what flows keep between runs, such as sessions, cards and documents, each a value under a kind and an id.
//!
//! Records are put all together or not at all, and only over what the writer saw. Files are kept as they are, under
//! their hashes.

use serde_json::Value;
use sqlx::{AnyConnection, Row, any::AnyRow};
use tutti_core::{ContentHash, Owner};

use crate::{
    Millis, Owned, StoreError,
    db::{Cell, Dialect, insert_many},
    op::{Op, Outcome},
    payload,
    read::{int, text},
};

/// A record on its way into the store.
#[derive(Debug, Clone)]
pub struct NewRecord {
    /// Such as `session`: a list holds records of one kind.
    pub kind: String,
    pub id: String,
    /// What lists are ordered by: when a card is due, when a session began.
    pub rank: i64,
    /// None removes the record.
    pub value: Option<Value>,
    pub over: Over,
}

/// What a writer means to write over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Over {
    /// There must be no such record.
    Nothing,
    /// The record must be as it was when this hash was read.
    This(ContentHash),
    /// Whatever is there.
    Anything,
}

/// What became of records that were put.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordsOutcome {
    Stored,
    /// This one is not what the writer saw. Nothing was written.
    Changed {
        kind: String,
        id: String,
    },
}

/// A record as stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    pub id: String,
    pub rank: i64,
    /// Of the value, for the next put.
    pub hash: ContentHash,
    pub value: Value,
    pub created_at: Millis,
    pub updated_at: Millis,
}

/// Which records of a kind to list.
#[derive(Debug, Clone, Default)]
pub struct RecordFilter {
    pub kind: String,
    /// Only ids that begin so.
    pub prefix: String,
    /// Only up to this rank.
    pub up_to: Option<i64>,
    pub highest_first: bool,
    /// At most this many; 0 is no limit.
    pub limit: u32,
    /// How many to leave out first, for the next page.
    pub offset: u32,
}

pub(crate) async fn put(
    connection: &mut AnyConnection,
    dialect: Dialect,
    owner: &Owner,
    records: &[NewRecord],
    at: Millis,
) -> Result<Outcome, sqlx::Error> {
    if dialect == Dialect::Postgres {
        // Writers of one owner take turns between looking and writing; SQLite has one writer anyway.
        sqlx::query("select pg_advisory_xact_lock(hashtext($1))")
            .bind(format!("records/{owner}"))
            .execute(&mut *connection)
            .await?;
    }
    let mut created = Vec::with_capacity(records.len());
    for record in records {
        let sql = "select hash, created_at from records where owner = $1 and kind = $2 and id = $3";
        let row = sqlx::query(sql)
            .bind(owner.as_str())
            .bind(&record.kind)
            .bind(&record.id)
            .fetch_optional(&mut *connection)
            .await?;
        let (hash, created_at) = match row {
            Some(row) => (Some(row.try_get::<String, _>(0)?), row.try_get::<i64, _>(1)?),
            None => (None, at),
        };
        let seen = match &record.over {
            Over::Nothing => hash.is_none(),
            Over::This(seen) => hash.as_deref() == Some(seen.as_str()),
            Over::Anything => true,
        };
        if !seen {
            let (kind, id) = (record.kind.clone(), record.id.clone());
            return Ok(Outcome::Records(RecordsOutcome::Changed { kind, id }));
        }
        created.push(created_at);
    }
    let (mut rows, mut blobs) = (Vec::new(), Vec::new());
    for (record, created_at) in records.iter().zip(created) {
        sqlx::query("delete from records where owner = $1 and kind = $2 and id = $3")
            .bind(owner.as_str())
            .bind(&record.kind)
            .bind(&record.id)
            .execute(&mut *connection)
            .await?;
        let Some(value) = &record.value else { continue };
        let packed = payload::pack(owner, value);
        blobs.extend(packed.blob.map(payload::blob_cells));
        rows.push(vec![
            Cell::text(owner.as_str()),
            Cell::text(&record.kind),
            Cell::text(&record.id),
            Cell::Int(record.rank),
            Cell::text(ContentHash::of_json(value).as_str()),
            Cell::Text(packed.column),
            Cell::Int(created_at),
            Cell::Int(at),
        ]);
    }
    let into = "records (owner, kind, id, rank, hash, value, created_at, updated_at)";
    if !rows.is_empty() {
        insert_many(connection, dialect, into, "", rows).await?;
    }
    put_blobs(connection, dialect, blobs).await?;
    Ok(Outcome::Records(RecordsOutcome::Stored))
}

pub(crate) async fn put_blobs(
    connection: &mut AnyConnection,
    dialect: Dialect,
    blobs: Vec<Vec<Cell>>,
) -> Result<(), sqlx::Error> {
    if blobs.is_empty() {
        return Ok(());
    }
    let into = "blobs (owner, hash, bytes)";
    insert_many(connection, dialect, into, " on conflict do nothing", blobs).await.map(|_| ())
}

const COLUMNS: &str = "id, rank, hash, value, created_at, updated_at";

impl Owned {
    /// Puts records, all or none.
    pub async fn put_records(
        &self,
        records: Vec<NewRecord>,
        at: Millis,
    ) -> Result<RecordsOutcome, StoreError> {
        match self.store.write(Op::PutRecords { owner: self.owner.clone(), records, at }).await? {
            Outcome::Records(outcome) => Ok(outcome),
            other => Err(crate::unexpected(&other)),
        }
    }

    pub async fn record(&self, kind: &str, id: &str) -> Result<Option<Record>, StoreError> {
        let sql = format!("select {COLUMNS} from records where owner = $1 and kind = $2 and id = $3");
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(self.owner.as_str().to_owned())
            .bind(kind.to_owned())
            .bind(id.to_owned())
            .fetch_all(self.pool())
            .await
            .map_err(self.failed())?;
        Ok(self.record_rows(&rows).await?.pop())
    }

    pub async fn records(&self, filter: &RecordFilter) -> Result<Vec<Record>, StoreError> {
        let order = if filter.highest_first { "desc" } else { "asc" };
        let sql = format!(
            "select {COLUMNS} from records where owner = $1 and kind = $2 and substr(id, 1, length($3)) = $3
             and rank <= $4 order by rank {order}, id {order} limit $5 offset $6"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(self.owner.as_str().to_owned())
            .bind(filter.kind.clone())
            .bind(filter.prefix.clone())
            .bind(filter.up_to.unwrap_or(i64::MAX))
            .bind(if filter.limit == 0 { i64::MAX } else { filter.limit.into() })
            .bind(i64::from(filter.offset))
            .fetch_all(self.pool())
            .await
            .map_err(self.failed())?;
        self.record_rows(&rows).await
    }

    /// Keeps a file as it is and tells its hash.
    pub async fn keep_file(&self, bytes: Vec<u8>) -> Result<ContentHash, StoreError> {
        let hash = ContentHash::of_bytes(&bytes);
        let op = Op::PutBlob { owner: self.owner.clone(), hash: hash.clone(), bytes };
        self.store.write(op).await.map(|_| hash)
    }

    pub async fn file(&self, hash: ContentHash) -> Result<Option<Vec<u8>>, StoreError> {
        let row = sqlx::query("select bytes from blobs where owner = $1 and hash = $2")
            .bind(self.owner.as_str().to_owned())
            .bind(hash.as_str().to_owned())
            .fetch_optional(self.pool())
            .await
            .map_err(self.failed())?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(row.try_get("bytes").map_err(self.failed())?))
    }

    async fn record_rows(&self, rows: &[AnyRow]) -> Result<Vec<Record>, StoreError> {
        let mut records = Vec::with_capacity(rows.len());
        for row in rows {
            records.push(Record {
                id: text(row, "id")?,
                rank: int(row, "rank")?,
                hash: ContentHash::from_stored(text(row, "hash")?),
                value: self.payload(text(row, "value")?).await?,
                created_at: int(row, "created_at")?,
                updated_at: int(row, "updated_at")?,
            });
        }
        Ok(records)
    }
}
