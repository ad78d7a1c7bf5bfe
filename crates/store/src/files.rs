//! Files, stored unchanged under their hashes.

use sqlx::{AnyConnection, Row};
use tutti_core::{ContentHash, Owner};

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

/// Deletes a file or a large value, unless anything that the owner has stored contains its hash. Reads all of it.
pub(crate) async fn delete_unnamed(
    connection: &mut AnyConnection,
    dialect: Dialect,
    owner: &Owner,
    hash: &str,
) -> Result<(), sqlx::Error> {
    let in_bytes = match dialect {
        Dialect::Sqlite => "instr(other.bytes, cast($2 as blob)) > 0",
        Dialect::Postgres => "position(convert_to($2, 'UTF8') in other.bytes) > 0",
    };
    let sql = format!(
        "delete from blobs where owner = $1 and hash = $2
         and not exists (select 1 from items where owner = $1 and item like $3)
         and not exists (select 1 from records where owner = $1 and (value like $3 or id like $3))
         and not exists (select 1 from runs where owner = $1 and (input like $3 or output like $3))
         and not exists (select 1 from runs join journal on journal.run = runs.id
                         where runs.owner = $1 and (journal.input like $3 or journal.output like $3))
         and not exists (select 1 from reviews where owner = $1 and question like $3)
         and not exists (select 1 from blobs other
                         where other.owner = $1 and other.hash <> $2 and {in_bytes})"
    );
    let query = sqlx::query(sqlx::AssertSqlSafe(sql));
    query.bind(owner.as_str()).bind(hash).bind(format!("%{hash}%")).execute(connection).await?;
    Ok(())
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
