//! Keys, which log in without a password: the cookies of logins, API tokens and reset codes.

use sqlx::{AnyConnection, any::AnyRow};
use tutti_core::{ContentHash, Owner};

use crate::{
    AccountOutcome, Millis, Store, StoreError,
    db::{Cell, Dialect, insert_many},
    operation::{Op, OpOutcome},
    read::{int, optional_int, optional_text, owner_of, parse_column, text},
    rows::KeyKind,
};

/// A key that logs in without a password: the cookie of a login, or a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyRow {
    pub owner: Owner,
    pub id: String,
    pub kind: KeyKind,
    /// Its name, chosen by the owner.
    pub name: String,
    /// Its first characters, to recognise it.
    pub start: String,
    pub made_at: Millis,
    pub used_at: Option<Millis>,
    pub expires_at: Option<Millis>,
    /// The role that it is limited to; none for the role of its account.
    pub role: Option<String>,
    /// The flows that it may start; none for all.
    pub flows: Option<Vec<String>>,
}

/// A key with the account that it opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyHolder {
    pub key: KeyRow,
    pub name: String,
    pub role: String,
    /// Whether the account is disabled, so that the key opens nothing.
    pub is_disabled: bool,
}

/// A page of keys of all owners ends before this key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyPlace {
    pub made_at: Millis,
    pub id: String,
}

/// A key of a deleted or disabled account would open nothing, and is not created.
pub(crate) async fn add_key(
    connection: &mut AnyConnection,
    dialect: Dialect,
    key: &KeyRow,
    hash: &ContentHash,
) -> Result<AccountOutcome, sqlx::Error> {
    let there =
        sqlx::query("select owner from accounts where owner = $1 and disabled = 0").bind(key.owner.as_str());
    if there.fetch_optional(&mut *connection).await?.is_none() {
        return Ok(AccountOutcome::NotThere);
    }
    let cells = vec![
        Cell::text(key.owner.as_str()),
        Cell::text(&key.id),
        Cell::text(key.kind.as_str()),
        Cell::text(&key.name),
        Cell::text(&key.start),
        Cell::text(hash.as_str()),
        Cell::Int(key.made_at),
        Cell::optional_int(key.used_at),
        Cell::optional_int(key.expires_at),
        Cell::optional_text(key.role.as_deref()),
        Cell::optional_text(key.flows.as_ref().map(|flows| serde_json::json!(flows).to_string()).as_deref()),
    ];
    let into = "keys (owner, id, kind, name, start, hash, made_at, used_at, expires_at, role, flows)";
    insert_many(connection, dialect, into, "", vec![cells]).await?;
    Ok(AccountOutcome::Done)
}

/// Deletes the keys that a new password or a disabled account ends.
pub(crate) async fn end_all(
    connection: &mut AnyConnection,
    owner: &Owner,
    but: Option<&ContentHash>,
    keep_tokens: bool,
) -> Result<(), sqlx::Error> {
    let sql = "delete from keys where owner = $1 and hash <> $2 and kind <> $3";
    let kept = if keep_tokens { KeyKind::Token.as_str() } else { "" };
    let but = but.map_or("", ContentHash::as_str);
    sqlx::query(sql).bind(owner.as_str()).bind(but).bind(kept).execute(connection).await.map(|_| ())
}

pub(crate) async fn use_key(
    connection: &mut AnyConnection,
    hash: &ContentHash,
    at: Millis,
) -> Result<OpOutcome, sqlx::Error> {
    let sql = "update keys set used_at = $2 where hash = $1 and coalesce(used_at, 0) < $2";
    let done = sqlx::query(sql).bind(hash.as_str()).bind(at).execute(connection).await?;
    Ok(OpOutcome::Count(done.rows_affected()))
}

const KEY: &str =
    "k.owner, k.id, k.kind, k.name, k.start, k.made_at, k.used_at, k.expires_at, k.role as limited, k.flows";

impl Store {
    /// The key with this hash, and the account that it opens.
    pub async fn key_holder(&self, hash: &ContentHash) -> Result<Option<KeyHolder>, StoreError> {
        let sql = format!(
            "select {KEY}, a.name as account, a.role, a.disabled from keys k
             join accounts a on a.owner = k.owner where k.hash = $1"
        );
        self.fetch(sql, hash.as_str()).await?.first().map(key_holder).transpose()
    }

    /// A key of one owner, and the account that it opens.
    pub async fn key(&self, owner: &Owner, id: &str) -> Result<Option<KeyHolder>, StoreError> {
        let sql = format!(
            "select {KEY}, a.name as account, a.role, a.disabled from keys k
             join accounts a on a.owner = k.owner where k.owner = $1 and k.id = $2"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(owner.as_str().to_owned())
            .bind(id.to_owned())
            .fetch_all(self.readers())
            .await
            .map_err(|error| self.db().error(&error))?;
        rows.first().map(key_holder).transpose()
    }

    /// The keys of one owner, the newest first.
    pub async fn keys(&self, owner: &Owner, kind: KeyKind) -> Result<Vec<KeyRow>, StoreError> {
        let sql = format!("select {KEY} from keys k where k.owner = $1 order by k.made_at desc, k.id");
        let rows = self.fetch(sql, owner.as_str()).await?;
        let keys: Vec<KeyRow> = rows.iter().map(key_row).collect::<Result<_, _>>()?;
        Ok(keys.into_iter().filter(|key| key.kind == kind).collect())
    }

    /// The keys of all owners with the accounts that they open, the newest first.
    pub async fn all_keys(
        &self,
        kind: KeyKind,
        after: Option<&KeyPlace>,
        limit: u32,
    ) -> Result<Vec<KeyHolder>, StoreError> {
        let sql = format!(
            "select {KEY}, a.name as account, a.role, a.disabled from keys k
             join accounts a on a.owner = k.owner
             where k.kind = $1 and (k.made_at < $2 or (k.made_at = $2 and k.id > $3))
             order by k.made_at desc, k.id limit $4"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(kind.as_str())
            .bind(after.map_or(i64::MAX, |place| place.made_at))
            .bind(after.map_or(String::new(), |place| place.id.clone()))
            .bind(i64::from(limit))
            .fetch_all(self.readers())
            .await
            .map_err(|error| self.db().error(&error))?;
        rows.iter().map(key_holder).collect()
    }

    /// Records the use of a key. False if it is gone.
    pub async fn use_key(&self, hash: &ContentHash, at: Millis) -> Result<bool, StoreError> {
        let op = Op::UseKey { hash: hash.clone(), at };
        Ok(crate::count(self.write(op).await?)? == 1)
    }
}

fn key_holder(row: &AnyRow) -> Result<KeyHolder, StoreError> {
    Ok(KeyHolder {
        key: key_row(row)?,
        name: text(row, "account")?,
        role: text(row, "role")?,
        is_disabled: int(row, "disabled")? != 0,
    })
}

fn key_row(row: &AnyRow) -> Result<KeyRow, StoreError> {
    Ok(KeyRow {
        owner: owner_of(row)?,
        id: text(row, "id")?,
        kind: parse_column(row, "kind", KeyKind::parse)?,
        name: text(row, "name")?,
        start: text(row, "start")?,
        made_at: int(row, "made_at")?,
        used_at: optional_int(row, "used_at")?,
        expires_at: optional_int(row, "expires_at")?,
        role: optional_text(row, "limited")?,
        flows: optional_text(row, "flows")?.as_deref().map(flows).transpose()?,
    })
}

fn flows(stored: &str) -> Result<Vec<String>, StoreError> {
    serde_json::from_str(stored).map_err(|error| StoreError::Damaged(format!("flows of a key: {error}")))
}
