//! A collection: the records of one kind, with the type of their values.
//!
//! Each collection is declared once, as a constant in the crate that owns the type:
//!
//! ```
//! # use tutti_store::Collection;
//! const NOTES: Collection<Vec<String>> = Collection::new("note");
//! ```
//!
//! Rows are stored under the kind, which never changes. A value that no longer has the type is an error that names its
//! record.

use std::marker::PhantomData;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{Millis, NewRecord, Over, Owned, Record, RecordFilter, RecordsOutcome, StoreError};

/// The records of one kind.
#[derive(Debug)]
pub struct Collection<T> {
    kind: &'static str,
    values: PhantomData<fn() -> T>,
}

impl<T: Serialize + DeserializeOwned> Collection<T> {
    pub const fn new(kind: &'static str) -> Self {
        Self { kind, values: PhantomData }
    }

    pub async fn get(&self, store: &Owned, id: &str) -> Result<Option<Record<T>>, StoreError> {
        store.record(self.kind, id).await?.map(|record| self.decode(record)).transpose()
    }

    /// Whether there is such a record, readable or not.
    pub async fn contains(&self, store: &Owned, id: &str) -> Result<bool, StoreError> {
        store.has_record(self.kind, id).await
    }

    pub async fn list(&self, store: &Owned, filter: &RecordFilter) -> Result<Vec<Record<T>>, StoreError> {
        let records = store.records(self.kind, filter).await?;
        records.into_iter().map(|record| self.decode(record)).collect()
    }

    /// Like [`Self::list`], but leaves out what cannot be read.
    pub async fn list_readable(
        &self,
        store: &Owned,
        filter: &RecordFilter,
    ) -> Result<Vec<Record<T>>, StoreError> {
        let records = store.records(self.kind, filter).await?;
        Ok(records.into_iter().filter_map(|record| self.decode(record).ok()).collect())
    }

    /// Only the ids, without reading the values.
    pub async fn ids(&self, store: &Owned, filter: &RecordFilter) -> Result<Vec<String>, StoreError> {
        store.record_ids(self.kind, filter).await
    }

    /// Writes one record. Lists are ordered by `rank`.
    pub async fn put(
        &self,
        store: &Owned,
        id: &str,
        rank: i64,
        value: &T,
        over: Over,
        at: Millis,
    ) -> Result<RecordsOutcome, StoreError> {
        store.put_records(vec![self.record(id, rank, value, over)?], at).await
    }

    /// Removes a record, whatever its value.
    pub async fn remove(&self, store: &Owned, id: &str, at: Millis) -> Result<(), StoreError> {
        store.put_records(vec![self.removal(id, Over::Anything)], at).await.map(|_| ())
    }

    /// A record to write together with others by [`Owned::put_records`].
    pub fn record(&self, id: &str, rank: i64, value: &T, over: Over) -> Result<NewRecord, StoreError> {
        let value = serde_json::to_value(value).map_err(|error| StoreError::UnwritableRecord {
            kind: self.kind,
            id: id.to_owned(),
            cause: error.to_string(),
        })?;
        Ok(NewRecord { kind: self.kind, id: id.to_owned(), rank, value: Some(value), over })
    }

    /// The removal of a record, to write together with others.
    pub fn removal(&self, id: &str, over: Over) -> NewRecord {
        NewRecord { kind: self.kind, id: id.to_owned(), rank: 0, value: None, over }
    }

    fn decode(&self, record: Record<Value>) -> Result<Record<T>, StoreError> {
        let Record { id, rank, hash, value, created_at, updated_at } = record;
        match serde_json::from_value(value) {
            Ok(value) => Ok(Record { id, rank, hash, value, created_at, updated_at }),
            Err(error) => Err(StoreError::DamagedRecord { kind: self.kind, id, cause: error.to_string() }),
        }
    }
}
