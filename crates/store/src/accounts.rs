//! Accounts, their keys, and the audit log.
//!
//! A change and its line in the log are committed together. Passwords are stored only as slow hashes, keys only as
//! hashes. What a role allows and how long a key is valid is not known here.

use std::fmt;

use sqlx::{AnyConnection, Row, any::AnyRow};
use tutti_core::{ContentHash, Owner};

use crate::{
    Millis, Store, StoreError,
    db::{Cell, Dialect, insert_many},
    forget,
    operation::{Op, OpOutcome},
    read::{int, optional_int, optional_text, owner_of, parse_column, text},
    rows::KeyKind,
};

/// An account.
#[derive(Clone, PartialEq, Eq)]
pub struct AccountRow {
    /// The owner of its data. Never reused, so a name can be.
    pub owner: Owner,
    pub name: String,
    /// A PHC string.
    pub password: String,
    pub role: String,
    pub created_at: Millis,
    pub updated_at: Millis,
}

impl fmt::Debug for AccountRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AccountRow({}, {}, {})", self.owner, self.name, self.role)
    }
}

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
}

/// A key with the account that it opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyHolder {
    pub key: KeyRow,
    pub name: String,
    pub role: String,
}

/// A line for the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLine {
    /// The account that it concerns, if any.
    pub owner: Option<Owner>,
    pub at: Millis,
    /// The name of the person who did it, if known.
    pub who: Option<String>,
    pub what: String,
    pub subject: Option<String>,
    pub address: Option<String>,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditLine {
    /// Counts up.
    pub n: i64,
    pub line: NewLine,
}

/// A change to accounts or keys.
#[derive(Debug, Clone)]
pub enum AccountChange {
    /// `only_first`: only if nobody has this role yet.
    Add {
        account: AccountRow,
        only_first: bool,
    },
    /// Ends every login but one.
    Password {
        owner: Owner,
        password: String,
        but: Option<ContentHash>,
        at: Millis,
    },
    /// `keep` is a role that at least one account must keep.
    Role {
        owner: Owner,
        role: String,
        keep: String,
        at: Millis,
    },
    /// Deletes the account with everything that is its owner's. `keep` as above.
    Forget {
        owner: Owner,
        keep: String,
        at: Millis,
    },
    AddKey {
        key: KeyRow,
        hash: ContentHash,
    },
    RemoveKey {
        owner: Owner,
        id: String,
    },
    /// Deletes keys of this kind that were not used since one moment or were made before another, for all owners.
    RemoveOld {
        kind: KeyKind,
        used_before: Millis,
        made_before: Millis,
    },
    /// Nothing but the line.
    Nothing,
}

/// The outcome of a change. Only a change that was made has its line in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountOutcome {
    Done,
    /// The name is taken, or an account already has the role.
    Taken,
    NotThere,
    /// No other account has the role that must be kept.
    Last,
    /// A process is at work for this owner.
    Busy,
}

pub(crate) async fn change(
    connection: &mut AnyConnection,
    dialect: Dialect,
    change: &AccountChange,
    line: Option<&NewLine>,
) -> Result<OpOutcome, sqlx::Error> {
    if dialect == Dialect::Postgres {
        // One change at a time, between looking and writing; SQLite has one writer anyway.
        sqlx::query("select pg_advisory_xact_lock(hashtext('accounts'))").execute(&mut *connection).await?;
    }
    let outcome = apply_change(connection, dialect, change).await?;
    if let Some(line) = line.filter(|_| outcome == AccountOutcome::Done) {
        log(connection, line).await?;
    }
    Ok(OpOutcome::Account(outcome))
}

async fn apply_change(
    connection: &mut AnyConnection,
    dialect: Dialect,
    change: &AccountChange,
) -> Result<AccountOutcome, sqlx::Error> {
    let query = match change {
        AccountChange::Add { account, only_first } => {
            if *only_first && others_with(connection, &account.role, "").await? > 0 {
                return Ok(AccountOutcome::Taken);
            }
            return add(connection, dialect, account).await;
        }
        AccountChange::Role { owner, role, keep, at } => {
            if role != keep && is_last(connection, owner, keep).await? {
                return Ok(AccountOutcome::Last);
            }
            let sql = "update accounts set role = $2, updated_at = $3 where owner = $1";
            sqlx::query(sql).bind(owner.as_str()).bind(role).bind(*at)
        }
        AccountChange::Forget { owner, keep, at } => {
            if is_last(connection, owner, keep).await? {
                return Ok(AccountOutcome::Last);
            }
            return forget::forget(connection, dialect, owner, *at).await;
        }
        AccountChange::Password { owner, password, but, at } => {
            let sql = "delete from keys where owner = $1 and kind = $2 and hash <> $3";
            let but = but.as_ref().map_or("", ContentHash::as_str);
            let ended = sqlx::query(sql).bind(owner.as_str()).bind(KeyKind::Login.as_str()).bind(but);
            ended.execute(&mut *connection).await?;
            let sql = "update accounts set password = $2, updated_at = $3 where owner = $1";
            sqlx::query(sql).bind(owner.as_str()).bind(password).bind(*at)
        }
        AccountChange::AddKey { key, hash } => return add_key(connection, dialect, key, hash).await,
        AccountChange::RemoveKey { owner, id } => {
            sqlx::query("delete from keys where owner = $1 and id = $2").bind(owner.as_str()).bind(id)
        }
        AccountChange::RemoveOld { kind, used_before, made_before } => {
            let sql =
                "delete from keys where kind = $1 and (coalesce(used_at, made_at) < $2 or made_at < $3)";
            let removed = sqlx::query(sql).bind(kind.as_str()).bind(*used_before).bind(*made_before);
            removed.execute(connection).await?;
            return Ok(AccountOutcome::Done);
        }
        AccountChange::Nothing => return Ok(AccountOutcome::Done),
    };
    let changed = query.execute(connection).await?.rows_affected();
    Ok(if changed == 1 { AccountOutcome::Done } else { AccountOutcome::NotThere })
}

/// How many other accounts have a role.
async fn others_with(connection: &mut AnyConnection, role: &str, but: &str) -> Result<i64, sqlx::Error> {
    let sql = "select count(*) from accounts where role = $1 and owner <> $2";
    sqlx::query(sql).bind(role).bind(but).fetch_one(connection).await?.try_get(0)
}

async fn is_last(connection: &mut AnyConnection, owner: &Owner, role: &str) -> Result<bool, sqlx::Error> {
    let sql = "select count(*) from accounts where owner = $1 and role = $2";
    let row = sqlx::query(sql).bind(owner.as_str()).bind(role).fetch_one(&mut *connection).await?;
    Ok(row.try_get::<i64, _>(0)? == 1 && others_with(connection, role, owner.as_str()).await? == 0)
}

async fn add(
    connection: &mut AnyConnection,
    dialect: Dialect,
    account: &AccountRow,
) -> Result<AccountOutcome, sqlx::Error> {
    let cells = vec![
        Cell::text(account.owner.as_str()),
        Cell::text(&account.name),
        Cell::text(&account.password),
        Cell::text(&account.role),
        Cell::Int(account.created_at),
        Cell::Int(account.updated_at),
    ];
    let into = "accounts (owner, name, password, role, created_at, updated_at)";
    let made = insert_many(connection, dialect, into, " on conflict do nothing returning owner", vec![cells]);
    Ok(if made.await?.is_empty() { AccountOutcome::Taken } else { AccountOutcome::Done })
}

/// A key of a deleted account would open nothing, and is not created.
async fn add_key(
    connection: &mut AnyConnection,
    dialect: Dialect,
    key: &KeyRow,
    hash: &ContentHash,
) -> Result<AccountOutcome, sqlx::Error> {
    let there = sqlx::query("select owner from accounts where owner = $1").bind(key.owner.as_str());
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
    ];
    let into = "keys (owner, id, kind, name, start, hash, made_at, used_at, expires_at)";
    insert_many(connection, dialect, into, "", vec![cells]).await?;
    Ok(AccountOutcome::Done)
}

async fn log(connection: &mut AnyConnection, line: &NewLine) -> Result<(), sqlx::Error> {
    let sql = "insert into audit (n, owner, at, who, what, subject, address)
               select coalesce(max(n), 0) + 1, $1, $2, $3, $4, $5, $6 from audit";
    sqlx::query(sql)
        .bind(line.owner.as_ref().map_or("", Owner::as_str))
        .bind(line.at)
        .bind(line.who.clone())
        .bind(line.what.clone())
        .bind(line.subject.clone())
        .bind(line.address.clone())
        .execute(connection)
        .await?;
    Ok(())
}

const ACCOUNT: &str = "owner, name, password, role, created_at, updated_at";

impl Store {
    /// Makes a change, and writes its line into the log if it was made.
    pub async fn change_accounts(
        &self,
        change: AccountChange,
        line: Option<NewLine>,
    ) -> Result<AccountOutcome, StoreError> {
        match self.write(Op::ChangeAccounts { change: Box::new(change), line }).await? {
            OpOutcome::Account(outcome) => Ok(outcome),
            other => Err(crate::wrong_outcome(&other)),
        }
    }

    /// Every account, by name.
    pub async fn accounts(&self) -> Result<Vec<AccountRow>, StoreError> {
        let sql = format!("select {ACCOUNT} from accounts where $1 = '' order by name");
        self.fetch(sql, "").await?.iter().map(account_row).collect()
    }

    pub async fn account_by_name(&self, name: &str) -> Result<Option<AccountRow>, StoreError> {
        let sql = format!("select {ACCOUNT} from accounts where name = $1");
        self.fetch(sql, name).await?.first().map(account_row).transpose()
    }

    pub async fn account(&self, owner: &Owner) -> Result<Option<AccountRow>, StoreError> {
        let sql = format!("select {ACCOUNT} from accounts where owner = $1");
        self.fetch(sql, owner.as_str()).await?.first().map(account_row).transpose()
    }

    /// How many accounts have a role.
    pub async fn accounts_with(&self, role: &str) -> Result<i64, StoreError> {
        let sql = "select count(*) as n from accounts where role = $1".to_owned();
        self.fetch(sql, role).await?.first().map_or(Ok(0), |row| int(row, "n"))
    }

    /// The key with this hash, and the account that it opens.
    pub async fn key_holder(&self, hash: &ContentHash) -> Result<Option<KeyHolder>, StoreError> {
        let sql = "select k.owner, k.id, k.kind, k.name, k.start, k.made_at, k.used_at, k.expires_at,
                   a.name as account, a.role from keys k join accounts a on a.owner = k.owner where k.hash = $1";
        let rows = self.fetch(sql.to_owned(), hash.as_str()).await?;
        let opened =
            |row| Ok(KeyHolder { key: key_row(row)?, name: text(row, "account")?, role: text(row, "role")? });
        rows.first().map(opened).transpose()
    }

    /// The keys of one owner, the newest first.
    pub async fn keys(&self, owner: &Owner, kind: KeyKind) -> Result<Vec<KeyRow>, StoreError> {
        let sql = "select owner, id, kind, name, start, made_at, used_at, expires_at from keys
                   where owner = $1 order by made_at desc, id";
        let rows = self.fetch(sql.to_owned(), owner.as_str()).await?;
        let keys: Vec<KeyRow> = rows.iter().map(key_row).collect::<Result<_, _>>()?;
        Ok(keys.into_iter().filter(|key| key.kind == kind).collect())
    }

    /// Records the use of a key. False if it is gone.
    pub async fn use_key(&self, hash: &ContentHash, at: Millis) -> Result<bool, StoreError> {
        let op = Op::UseKey { hash: hash.clone(), at };
        Ok(crate::count(self.write(op).await?)? == 1)
    }

    /// The log, the newest first, from before line `before`.
    pub async fn audit(&self, before: Option<i64>, limit: u32) -> Result<Vec<AuditLine>, StoreError> {
        let sql = "select n, owner, at, who, what, subject, address from audit
                   where n < $1 order by n desc limit $2";
        let rows = sqlx::query(sql)
            .bind(before.unwrap_or(i64::MAX))
            .bind(i64::from(limit))
            .fetch_all(self.readers())
            .await
            .map_err(|error| self.db().error(&error))?;
        rows.iter().map(audit_line).collect()
    }

    pub(crate) async fn fetch(&self, sql: String, first: &str) -> Result<Vec<AnyRow>, StoreError> {
        sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(first.to_owned())
            .fetch_all(self.readers())
            .await
            .map_err(|error| self.db().error(&error))
    }
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

fn account_row(row: &AnyRow) -> Result<AccountRow, StoreError> {
    Ok(AccountRow {
        owner: owner_of(row)?,
        name: text(row, "name")?,
        password: text(row, "password")?,
        role: text(row, "role")?,
        created_at: int(row, "created_at")?,
        updated_at: int(row, "updated_at")?,
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
    })
}

fn audit_line(row: &AnyRow) -> Result<AuditLine, StoreError> {
    let owner = Some(text(row, "owner")?).filter(|owner| !owner.is_empty());
    let line = NewLine {
        owner: owner.map(Owner::parse).transpose().map_err(|error| StoreError::Damaged(error.to_string()))?,
        at: int(row, "at")?,
        who: optional_text(row, "who")?,
        what: text(row, "what")?,
        subject: optional_text(row, "subject")?,
        address: optional_text(row, "address")?,
    };
    Ok(AuditLine { n: int(row, "n")?, line })
}
