//! Records: data kept between runs, such as sessions, cards and documents, each a value under a kind and an id.
//!
//! Records are written all or none, and only over what the writer saw. Other crates read and write them through a
//! [`Collection`](crate::Collection), which knows the kind and the type of its values.

use serde_json::Value;
use sqlx::{AnyConnection, Row, any::AnyRow};
use tutti_core::{ContentHash, Owner};

use crate::{
    Millis, Owned, StoreError,
    db::{Cell, Dialect, insert_many},
    files,
    operation::{Op, OpOutcome},
    payload,
    read::{int, optional_int, text},
    seal,
};

/// A record to be stored, made by its [`Collection`](crate::Collection).
#[derive(Debug, Clone)]
pub struct NewRecord {
    pub(crate) kind: &'static str,
    pub(crate) id: String,
    pub(crate) rank: i64,
    /// None removes the record.
    pub(crate) value: Option<Value>,
    pub(crate) over: Over,
}

/// What a writer expects to overwrite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Over {
    /// There must be no such record.
    Nothing,
    /// The record must be as it was when this hash was read.
    This(ContentHash),
    /// Whatever is there.
    Anything,
}

/// The outcome of writing records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordsOutcome {
    Stored,
    /// This one is not what the writer saw. Nothing was written.
    Changed {
        kind: &'static str,
        id: String,
    },
}

/// A record as stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Record<T> {
    pub id: String,
    /// The order of lists: when a card is due, when a session began.
    pub rank: i64,
    /// Of the value as stored.
    pub hash: ContentHash,
    pub value: T,
    pub created_at: Millis,
    pub updated_at: Millis,
}

impl<T> Record<T> {
    /// For a write that must replace exactly this.
    pub fn over(&self) -> Over {
        Over::This(self.hash.clone())
    }
}

/// Which records of a collection to list.
#[derive(Debug, Clone, Default)]
pub struct RecordFilter {
    /// Only ids with this prefix.
    pub prefix: String,
    /// Only up to this rank.
    pub up_to: Option<i64>,
    pub highest_first: bool,
    /// At most this many; 0 means no limit.
    pub limit: u32,
    /// How many to leave out first, for the next page.
    pub offset: u32,
}

pub(crate) async fn put(
    connection: &mut AnyConnection,
    dialect: Dialect,
    owner: &Owner,
    records: &[NewRecord],
    files: &[ContentHash],
    at: Millis,
) -> Result<OpOutcome, sqlx::Error> {
    if dialect == Dialect::Postgres {
        // Writers of one owner take turns between reading and writing; SQLite has one writer anyway.
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
            .bind(record.kind)
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
            let (kind, id) = (record.kind, record.id.clone());
            return Ok(OpOutcome::Records(RecordsOutcome::Changed { kind, id }));
        }
        created.push(created_at);
    }
    let (mut rows, mut blobs, mut unused) = (Vec::new(), Vec::new(), Vec::new());
    for (record, created_at) in records.iter().zip(created) {
        let sql = "delete from records where owner = $1 and kind = $2 and id = $3 returning value";
        let deleted = sqlx::query(sql)
            .bind(owner.as_str())
            .bind(record.kind)
            .bind(&record.id)
            .fetch_optional(&mut *connection)
            .await?;
        let Some(value) = &record.value else {
            let column: Option<String> = deleted.map(|row| row.try_get(0)).transpose()?;
            if let Some(payload::Column::Blob(hash)) = column.as_deref().map(payload::column) {
                unused.push(hash.to_owned());
            }
            continue;
        };
        let packed = payload::pack(owner, value);
        blobs.extend(packed.blob.map(payload::blob_cells));
        rows.push(vec![
            Cell::text(owner.as_str()),
            Cell::text(record.kind),
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
    files::put_blobs(connection, dialect, blobs).await?;
    for hash in unused.iter().map(String::as_str).chain(files.iter().map(ContentHash::as_str)) {
        files::delete_unnamed(connection, dialect, owner, hash).await?;
    }
    Ok(OpOutcome::Records(RecordsOutcome::Stored))
}

const COLUMNS: &str = "kind, id, rank, hash, value, created_at, updated_at, seal";

impl Owned {
    /// Writes records of any collections, all or none.
    pub async fn put_records(
        &self,
        records: Vec<NewRecord>,
        at: Millis,
    ) -> Result<RecordsOutcome, StoreError> {
        self.put_records_and_delete_files(records, Vec::new(), at).await
    }

    /// Like [`Self::put_records`]; the files go with them, unless anything else of the owner names their hash.
    pub async fn put_records_and_delete_files(
        &self,
        records: Vec<NewRecord>,
        files: Vec<ContentHash>,
        at: Millis,
    ) -> Result<RecordsOutcome, StoreError> {
        match self.store.write(Op::PutRecords { owner: self.owner.clone(), records, files, at }).await? {
            OpOutcome::Records(outcome) => Ok(outcome),
            other => Err(crate::wrong_outcome(&other)),
        }
    }

    pub(crate) async fn record(&self, kind: &str, id: &str) -> Result<Option<Record<Value>>, StoreError> {
        let rows = self.record_row(COLUMNS, kind, id).await?;
        Ok(self.record_rows(&rows).await?.pop())
    }

    pub(crate) async fn has_record(&self, kind: &str, id: &str) -> Result<bool, StoreError> {
        Ok(!self.record_row("id", kind, id).await?.is_empty())
    }

    async fn record_row(&self, columns: &str, kind: &str, id: &str) -> Result<Vec<AnyRow>, StoreError> {
        let sql = format!("select {columns} from records where owner = $1 and kind = $2 and id = $3");
        sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(self.owner.as_str().to_owned())
            .bind(kind.to_owned())
            .bind(id.to_owned())
            .fetch_all(self.pool())
            .await
            .map_err(self.store_error())
    }

    pub(crate) async fn records(
        &self,
        kind: &str,
        filter: &RecordFilter,
    ) -> Result<Vec<Record<Value>>, StoreError> {
        let rows = self.select_rows(COLUMNS, kind, filter).await?;
        self.record_rows(&rows).await
    }

    pub(crate) async fn record_ids(
        &self,
        kind: &str,
        filter: &RecordFilter,
    ) -> Result<Vec<String>, StoreError> {
        self.select_rows("id", kind, filter).await?.iter().map(|row| text(row, "id")).collect()
    }

    async fn select_rows(
        &self,
        columns: &str,
        kind: &str,
        filter: &RecordFilter,
    ) -> Result<Vec<AnyRow>, StoreError> {
        let order = if filter.highest_first { "desc" } else { "asc" };
        let sql = format!(
            "select {columns} from records where owner = $1 and kind = $2 and substr(id, 1, length($3)) = $3
             and rank <= $4 order by rank {order}, id {order} limit $5 offset $6"
        );
        sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(self.owner.as_str().to_owned())
            .bind(kind.to_owned())
            .bind(filter.prefix.clone())
            .bind(filter.up_to.unwrap_or(i64::MAX))
            .bind(if filter.limit == 0 { i64::MAX } else { filter.limit.into() })
            .bind(i64::from(filter.offset))
            .fetch_all(self.pool())
            .await
            .map_err(self.store_error())
    }

    async fn record_rows(&self, rows: &[AnyRow]) -> Result<Vec<Record<Value>>, StoreError> {
        let mut records = Vec::with_capacity(rows.len());
        for row in rows {
            let (kind, id) = (text(row, "kind")?, text(row, "id")?);
            let (hash, value) = (text(row, "hash")?, text(row, "value")?);
            let (rank, created_at, updated_at) =
                (int(row, "rank")?, int(row, "created_at")?, int(row, "updated_at")?);
            let fields = [
                self.owner.as_str().into(),
                (&kind).into(),
                (&id).into(),
                rank.into(),
                (&hash).into(),
                (&value).into(),
                created_at.into(),
                updated_at.into(),
            ];
            seal::check("records", &fields, optional_int(row, "seal")?, || format!("{kind} {id}"))?;
            records.push(Record {
                id,
                rank,
                hash: ContentHash::from_stored(hash),
                value: self.payload(value).await?,
                created_at,
                updated_at,
            });
        }
        Ok(records)
    }
}
