//! The bank: one row per item, its earlier versions as blobs under their hashes.
//!
//! Items are written all or none, and only over what the writer saw: if somebody changed a row in between, nothing is
//! written and the writer is told which row.

use serde_json::Value;
use sqlx::{AnyConnection, Row, any::AnyRow};
use tutti_core::{ContentHash, Owner};

use crate::{
    Millis, Owned, StoreError,
    db::{Cell, Dialect, insert_many},
    operation::OpOutcome,
    payload,
    read::{int, optional_int, text},
    seal,
};

/// An item to be stored in the bank.
#[derive(Debug, Clone)]
pub struct NewItem {
    pub id: String,
    pub kind: String,
    pub version: u32,
    /// Of the whole item.
    pub hash: ContentHash,
    /// The searchable text, in lower case.
    pub words: String,
    pub tags: Vec<String>,
    pub item: Value,
    /// The row that this one replaces; without it, the id must be new.
    pub replaces: Option<Replaced>,
}

/// The row that a writer saw in the bank and wants to replace.
#[derive(Debug, Clone)]
pub struct Replaced {
    /// Differs from the new item's id if its content gives it a new one.
    pub id: String,
    pub hash: ContentHash,
    /// The bytes that `hash` is the hash of, kept as the earlier version.
    pub bytes: Vec<u8>,
}

/// The outcome of a put.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PutOutcome {
    Stored,
    /// The row with this id is not what the writer saw. Nothing was written.
    Changed {
        id: String,
    },
}

/// An item as stored.
#[derive(Debug, Clone, PartialEq)]
pub struct ItemRow {
    pub id: String,
    pub version: u32,
    pub hash: ContentHash,
    pub item: Value,
    pub created_at: Millis,
    pub updated_at: Millis,
}

/// Which items to list.
#[derive(Debug, Clone, Default)]
pub struct ItemFilter {
    pub kind: Option<String>,
    pub tag: Option<String>,
    /// Words that occur in it, in any case.
    pub words: Option<String>,
    /// At most this many, in the order of their ids; 0 means no limit.
    pub limit: u32,
    /// Only ids after this one, for the next page.
    pub after: Option<String>,
}

pub(crate) async fn put(
    connection: &mut AnyConnection,
    dialect: Dialect,
    owner: &Owner,
    items: &[NewItem],
    at: Millis,
) -> Result<OpOutcome, sqlx::Error> {
    turns(connection, dialect, owner).await?;
    for item in items {
        let (id, seen) = match &item.replaces {
            Some(replaced) => (&replaced.id, Some(replaced.hash.as_str())),
            None => (&item.id, None),
        };
        if stored_hash(connection, owner, id).await?.as_deref() != seen {
            return Ok(OpOutcome::Put(PutOutcome::Changed { id: id.clone() }));
        }
        // A new id may not collide with an unrelated row.
        if *id != item.id && stored_hash(connection, owner, &item.id).await?.is_some() {
            return Ok(OpOutcome::Put(PutOutcome::Changed { id: item.id.clone() }));
        }
    }
    let (mut rows, mut blobs) = (Vec::new(), Vec::new());
    for item in items {
        let mut created_at = at;
        if let Some(replaced) = &item.replaces {
            created_at = remove(connection, owner, &replaced.id).await?.unwrap_or(at);
            blobs.push(payload::blob_cells((owner.clone(), replaced.hash.clone(), replaced.bytes.clone())));
            if replaced.id != item.id {
                rename(connection, owner, &replaced.id, &item.id).await?;
            }
        }
        let packed = payload::pack(owner, &item.item);
        blobs.extend(packed.blob.map(payload::blob_cells));
        rows.push(vec![
            Cell::text(owner.as_str()),
            Cell::text(&item.id),
            Cell::text(&item.kind),
            Cell::Int(item.version.into()),
            Cell::text(item.hash.as_str()),
            Cell::text(&item.words),
            Cell::Text(tag_column(&item.tags)),
            Cell::Text(packed.column),
            Cell::Int(created_at),
            Cell::Int(at),
        ]);
    }
    let into = "items (owner, id, kind, version, hash, words, tags, item, created_at, updated_at)";
    insert_many(connection, dialect, into, "", rows).await?;
    insert_many(connection, dialect, "blobs (owner, hash, bytes)", " on conflict do nothing", blobs).await?;
    Ok(OpOutcome::Put(PutOutcome::Stored))
}

async fn stored_hash(
    connection: &mut AnyConnection,
    owner: &Owner,
    id: &str,
) -> Result<Option<String>, sqlx::Error> {
    let sql = "select hash from items where owner = $1 and id = $2";
    let row = sqlx::query(sql).bind(owner.as_str()).bind(id).fetch_optional(connection).await?;
    row.map(|row| row.try_get(0)).transpose()
}

/// The creation time of the row, if there was one.
async fn remove(
    connection: &mut AnyConnection,
    owner: &Owner,
    id: &str,
) -> Result<Option<Millis>, sqlx::Error> {
    let sql = "delete from items where owner = $1 and id = $2 returning created_at";
    let row = sqlx::query(sql).bind(owner.as_str()).bind(id).fetch_optional(connection).await?;
    row.map(|row| row.try_get(0)).transpose()
}

/// Makes an item available under its former names, so that old addresses lead to the new one.
async fn rename(
    connection: &mut AnyConnection,
    owner: &Owner,
    from: &str,
    to: &str,
) -> Result<(), sqlx::Error> {
    // It may take back a former name.
    for sql in [
        "update item_names set id = $3 where owner = $1 and id = $2",
        "insert into item_names (owner, former, id) values ($1, $2, $3)
         on conflict (owner, former) do update set id = excluded.id",
        "delete from item_names where owner = $1 and former = $3 and $2 <> $3",
    ] {
        sqlx::query(sql).bind(owner.as_str()).bind(from).bind(to).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Deletes an item of the bank with its versions. Nothing happens if it has changed since the writer saw it.
pub(crate) async fn delete(
    connection: &mut AnyConnection,
    dialect: Dialect,
    owner: &Owner,
    id: &str,
    hash: &ContentHash,
    versions: &[ContentHash],
) -> Result<OpOutcome, sqlx::Error> {
    turns(connection, dialect, owner).await?;
    let sql = "delete from items where owner = $1 and id = $2 and hash = $3 returning item";
    let row = sqlx::query(sql).bind(owner.as_str()).bind(id).bind(hash.as_str());
    let Some(row) = row.fetch_optional(&mut *connection).await? else { return Ok(OpOutcome::Count(0)) };
    let column: String = row.try_get(0)?;
    let sql = "delete from item_names where owner = $1 and id = $2";
    sqlx::query(sql).bind(owner.as_str()).bind(id).execute(&mut *connection).await?;
    let large = match payload::column(&column) {
        payload::Column::Blob(hash) => Some(hash),
        payload::Column::Json(_) => None,
    };
    for hash in versions.iter().map(ContentHash::as_str).chain(large) {
        // The same bytes may be a large value of something else.
        let sql = "delete from blobs where owner = $1 and hash = $2
                   and not exists (select 1 from items where owner = $1 and item = $3)
                   and not exists (select 1 from records where owner = $1 and value = $3)
                   and not exists (select 1 from runs where owner = $1 and (input = $3 or output = $3))
                   and not exists (select 1 from journal where owner = $1 and output = $3)";
        let query = sqlx::query(sql).bind(owner.as_str()).bind(hash).bind(format!("@{hash}"));
        query.execute(&mut *connection).await?;
    }
    Ok(OpOutcome::Count(1))
}

/// Writers to one bank take turns between reading and writing; SQLite has one writer anyway.
async fn turns(connection: &mut AnyConnection, dialect: Dialect, owner: &Owner) -> Result<(), sqlx::Error> {
    if dialect == Dialect::Postgres {
        let sql = "select pg_advisory_xact_lock(hashtext($1))";
        sqlx::query(sql).bind(owner.as_str()).execute(connection).await?;
    }
    Ok(())
}

/// Each tag on a separate line, so that one is found without being part of another.
fn tag_column(tags: &[String]) -> String {
    tags.iter().fold("\n".to_owned(), |column, tag| column + &tag.to_lowercase() + "\n")
}

/// A pattern for `like … escape '!'` that finds the text itself.
pub(crate) fn containing(text: &str) -> String {
    let literal: String = text
        .to_lowercase()
        .chars()
        .flat_map(|c| "%_!".contains(c).then_some('!').into_iter().chain([c]))
        .collect();
    format!("%{literal}%")
}

impl Owned {
    /// Puts items into the bank, all or none.
    pub async fn put_items(&self, items: Vec<NewItem>, at: Millis) -> Result<PutOutcome, StoreError> {
        let op = crate::operation::Op::PutItems { owner: self.owner.clone(), items, at };
        match self.store.write(op).await? {
            OpOutcome::Put(outcome) => Ok(outcome),
            other => Err(crate::wrong_outcome(&other)),
        }
    }

    pub async fn items(&self, filter: &ItemFilter) -> Result<Vec<ItemRow>, StoreError> {
        let limit = if filter.limit == 0 { i64::MAX } else { filter.limit.into() };
        let sql = "select id, kind, version, hash, words, tags, item, created_at, updated_at, seal from items
                   where owner = $1 and ($2 = '' or kind = $2) and tags like $3 escape '!'
                   and words like $4 escape '!' and id > $5 order by id limit $6";
        let tag =
            filter.tag.as_ref().map_or("%".to_owned(), |tag| containing(&format!("\n{}\n", tag.trim())));
        let words = filter.words.as_ref().map_or("%".to_owned(), |words| containing(words.trim()));
        let rows = sqlx::query(sql)
            .bind(self.owner.as_str().to_owned())
            .bind(filter.kind.clone().unwrap_or_default())
            .bind(tag)
            .bind(words)
            .bind(filter.after.clone().unwrap_or_default())
            .bind(limit)
            .fetch_all(self.pool())
            .await
            .map_err(self.store_error())?;
        self.item_rows(&rows).await
    }

    pub async fn item(&self, id: &str) -> Result<Option<ItemRow>, StoreError> {
        let sql = "select id, kind, version, hash, words, tags, item, created_at, updated_at, seal from items
                   where owner = $1 and id = $2";
        let rows = self.rows(sql.to_owned(), id).await?;
        Ok(self.item_rows(&rows).await?.pop())
    }

    /// The current id of an item with this former id.
    pub async fn current_item_id(&self, former: &str) -> Result<Option<String>, StoreError> {
        let sql = "select id from item_names where owner = $1 and former = $2";
        let rows = self.rows(sql.to_owned(), former).await?;
        rows.first().map(|row| text(row, "id")).transpose()
    }

    /// Deletes an item with these versions of it. False if it has changed since the writer saw it.
    pub async fn delete_item(
        &self,
        id: &str,
        hash: &ContentHash,
        versions: Vec<ContentHash>,
    ) -> Result<bool, StoreError> {
        let (owner, id, hash) = (self.owner.clone(), id.to_owned(), hash.clone());
        let op = crate::operation::Op::DeleteItem { owner, id, hash, versions };
        Ok(crate::count(self.store.write(op).await?)? == 1)
    }

    /// Items that were changed after they were added, with what is known of their earlier versions.
    pub async fn changed_items(&self) -> Result<Vec<ItemRow>, StoreError> {
        let sql = "select id, kind, version, hash, words, tags, item, created_at, updated_at, seal from items
                   where owner = $1 and version > 1 and $2 = '' order by id";
        let rows = self.rows(sql.to_owned(), "").await?;
        self.item_rows(&rows).await
    }

    /// The items whose id begins with `prefix`, at most twenty.
    pub async fn items_by_prefix(&self, prefix: &str) -> Result<Vec<String>, StoreError> {
        let sql =
            "select id from items where owner = $1 and substr(id, 1, length($2)) = $2 order by id limit 20";
        let rows = self.rows(sql.to_owned(), prefix).await?;
        rows.iter().map(|row| text(row, "id")).collect()
    }

    /// How many items there are.
    pub async fn item_count(&self) -> Result<u64, StoreError> {
        let sql = "select count(*) as n from items where owner = $1 and $2 = ''";
        let rows = self.rows(sql.to_owned(), "").await?;
        rows.first().map_or(Ok(0), |row| int(row, "n").map(|n| n as u64))
    }

    /// An earlier version, by the hash its successor names.
    pub async fn earlier_item(&self, hash: &ContentHash) -> Result<Option<Value>, StoreError> {
        let sql = "select bytes from blobs where owner = $1 and hash = $2";
        let rows = self.rows(sql.to_owned(), hash.as_str()).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let bytes: Vec<u8> = row.try_get("bytes").map_err(self.store_error())?;
        payload::parse_blob(hash.as_str(), &bytes).map(Some)
    }

    async fn item_rows(&self, rows: &[AnyRow]) -> Result<Vec<ItemRow>, StoreError> {
        let mut items = Vec::with_capacity(rows.len());
        for row in rows {
            let (id, hash, item) = (text(row, "id")?, text(row, "hash")?, text(row, "item")?);
            let (kind, words, tags) = (text(row, "kind")?, text(row, "words")?, text(row, "tags")?);
            let (version, created_at, updated_at) =
                (int(row, "version")?, int(row, "created_at")?, int(row, "updated_at")?);
            let fields = [
                self.owner.as_str().into(),
                (&id).into(),
                (&kind).into(),
                version.into(),
                (&hash).into(),
                (&words).into(),
                (&tags).into(),
                (&item).into(),
                created_at.into(),
                updated_at.into(),
            ];
            seal::check("items", &fields, optional_int(row, "seal")?, || id.clone())?;
            items.push(ItemRow {
                id,
                version: version as u32,
                hash: ContentHash::from_stored(hash),
                item: self.payload(item).await?,
                created_at,
                updated_at,
            });
        }
        Ok(items)
    }
}
