//! Files, stored unchanged under their hashes.

use sqlx::{AnyConnection, Row};
use tutti_core::ContentHash;

use crate::{
    Owned, StoreError,
    db::{Cell, Dialect, insert_many},
    operation::Op,
};

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

impl Owned {
    /// Stores a file as it is and returns its hash.
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
            .map_err(self.store_error())?;
        let Some(row) = row else { return Ok(None) };
        let bytes: Vec<u8> = row.try_get("bytes").map_err(self.store_error())?;
        if ContentHash::of_bytes(&bytes) != hash {
            return Err(StoreError::DamagedRow { table: "blobs", key: hash.to_string() });
        }
        Ok(Some(bytes))
    }
}
