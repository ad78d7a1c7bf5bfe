//! Accounts and every change to them and their keys.
//!
//! A change and its line in the log are committed together. Passwords are stored only as slow hashes, keys only as
//! hashes. What a role allows and how long a key is valid is not known here.

use std::fmt;

use sqlx::{AnyConnection, Row, any::AnyRow};
use tutti_core::{ContentHash, Owner};

use crate::{
    IdentityRow, KeyRow, Millis, NewLine, SecondFactorChange, Store, StoreError, audit,
    db::{Cell, Dialect, insert_many},
    forget, identities, keys,
    operation::{Op, OpOutcome},
    read::{int, owner_of, text},
    rows::KeyKind,
    second_factors,
};

/// An account.
#[derive(Clone, PartialEq, Eq)]
pub struct AccountRow {
    /// The owner of its data. Never reused, so a name can be.
    pub owner: Owner,
    pub name: String,
    /// A PHC string; empty for an account of single sign-on, which has none.
    pub password: String,
    pub role: String,
    /// Nobody can log in, and no key of it works.
    pub is_disabled: bool,
    pub created_at: Millis,
    pub updated_at: Millis,
}

impl fmt::Debug for AccountRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AccountRow({}, {}, {})", self.owner, self.name, self.role)
    }
}

/// A change to accounts or keys.
#[derive(Debug, Clone)]
pub enum AccountChange {
    /// `only_first`: only if nobody has this role yet.
    Add {
        account: AccountRow,
        only_first: bool,
    },
    /// Adds an account of single sign-on.
    AddWithIdentity {
        account: AccountRow,
        identity: IdentityRow,
    },
    SecondFactor(SecondFactorChange),
    /// Ends every login but one, every reset code and, unless they are kept, every token.
    Password {
        owner: Owner,
        password: String,
        but: Option<ContentHash>,
        keep_tokens: bool,
        /// The id of the reset code that allows it; only if it was not used before.
        code: Option<String>,
        at: Millis,
    },
    /// `keep` is a role that at least one account must keep.
    Role {
        owner: Owner,
        role: String,
        keep: String,
        at: Millis,
    },
    /// Disables an account, which ends its logins and reset codes, or enables it again. `keep` as above.
    Disable {
        owner: Owner,
        is_disabled: bool,
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
    /// No other account that is not disabled has the role that must be kept.
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
        audit::log(connection, dialect, line).await?;
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
        AccountChange::AddWithIdentity { account, identity } => {
            return identities::add(connection, dialect, account, identity).await;
        }
        AccountChange::SecondFactor(change) => return second_factors::change(connection, change).await,
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
        AccountChange::Disable { owner, is_disabled, keep, at } => {
            if *is_disabled {
                if is_last(connection, owner, keep).await? {
                    return Ok(AccountOutcome::Last);
                }
                keys::end_all(connection, owner, None, true).await?;
            }
            let sql = "update accounts set disabled = $2, updated_at = $3 where owner = $1";
            sqlx::query(sql).bind(owner.as_str()).bind(i64::from(*is_disabled)).bind(*at)
        }
        AccountChange::Password { owner, password, but, keep_tokens, code, at } => {
            if let Some(code) = code
                && !remove_key(connection, owner, code).await?
            {
                return Ok(AccountOutcome::NotThere);
            }
            keys::end_all(connection, owner, but.as_ref(), *keep_tokens).await?;
            let sql = "update accounts set password = $2, updated_at = $3 where owner = $1";
            sqlx::query(sql).bind(owner.as_str()).bind(password).bind(*at)
        }
        AccountChange::AddKey { key, hash } => return keys::add_key(connection, dialect, key, hash).await,
        AccountChange::RemoveKey { owner, id } => {
            let is_removed = remove_key(connection, owner, id).await?;
            return Ok(if is_removed { AccountOutcome::Done } else { AccountOutcome::NotThere });
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

/// False if it was gone already.
async fn remove_key(connection: &mut AnyConnection, owner: &Owner, id: &str) -> Result<bool, sqlx::Error> {
    let removed = sqlx::query("delete from keys where owner = $1 and id = $2").bind(owner.as_str()).bind(id);
    Ok(removed.execute(connection).await?.rows_affected() == 1)
}

/// How many other accounts that are not disabled have a role.
async fn others_with(connection: &mut AnyConnection, role: &str, but: &str) -> Result<i64, sqlx::Error> {
    let sql = "select count(*) from accounts where role = $1 and owner <> $2 and disabled = 0";
    sqlx::query(sql).bind(role).bind(but).fetch_one(connection).await?.try_get(0)
}

async fn is_last(connection: &mut AnyConnection, owner: &Owner, role: &str) -> Result<bool, sqlx::Error> {
    let sql = "select count(*) from accounts where owner = $1 and role = $2 and disabled = 0";
    let row = sqlx::query(sql).bind(owner.as_str()).bind(role).fetch_one(&mut *connection).await?;
    Ok(row.try_get::<i64, _>(0)? == 1 && others_with(connection, role, owner.as_str()).await? == 0)
}

pub(crate) async fn add(
    connection: &mut AnyConnection,
    dialect: Dialect,
    account: &AccountRow,
) -> Result<AccountOutcome, sqlx::Error> {
    let cells = vec![
        Cell::text(account.owner.as_str()),
        Cell::text(&account.name),
        Cell::text(&account.password),
        Cell::text(&account.role),
        Cell::Int(i64::from(account.is_disabled)),
        Cell::Int(account.created_at),
        Cell::Int(account.updated_at),
    ];
    let into = "accounts (owner, name, password, role, disabled, created_at, updated_at)";
    let made = insert_many(connection, dialect, into, " on conflict do nothing returning owner", vec![cells]);
    Ok(if made.await?.is_empty() { AccountOutcome::Taken } else { AccountOutcome::Done })
}

const ACCOUNT: &str = "owner, name, password, role, disabled, created_at, updated_at";

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

    /// How many accounts that are not disabled have a role.
    pub async fn accounts_with(&self, role: &str) -> Result<i64, StoreError> {
        let sql = "select count(*) as n from accounts where role = $1 and disabled = 0".to_owned();
        self.fetch(sql, role).await?.first().map_or(Ok(0), |row| int(row, "n"))
    }

    pub(crate) async fn fetch(&self, sql: String, first: &str) -> Result<Vec<AnyRow>, StoreError> {
        sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(first.to_owned())
            .fetch_all(self.readers())
            .await
            .map_err(|error| self.db().error(&error))
    }
}

fn account_row(row: &AnyRow) -> Result<AccountRow, StoreError> {
    Ok(AccountRow {
        owner: owner_of(row)?,
        name: text(row, "name")?,
        password: text(row, "password")?,
        role: text(row, "role")?,
        is_disabled: int(row, "disabled")? != 0,
        created_at: int(row, "created_at")?,
        updated_at: int(row, "updated_at")?,
    })
}
