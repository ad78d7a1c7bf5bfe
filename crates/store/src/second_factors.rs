//! Second factors of accounts: the secret of a phone, the last code that was used, and codes for when the phone is lost.
//!
//! A code is used up in the same statement that finds it unused, so that two logins at once cannot share one.

use std::fmt;

use sqlx::AnyConnection;
use tutti_core::{ContentHash, Owner};

use crate::{
    AccountOutcome, Millis, Store, StoreError,
    read::{int, optional_int, text},
};

/// The second factor of an account.
#[derive(Clone, PartialEq, Eq)]
pub struct SecondFactorRow {
    /// In base 32.
    pub secret: String,
    /// The last time step whose code was used.
    pub step: i64,
    /// None until the owner has shown that their phone makes the right codes.
    pub confirmed_at: Option<Millis>,
    /// How many recovery codes are left.
    pub recovery_codes: i64,
}

impl fmt::Debug for SecondFactorRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecondFactorRow").field("step", &self.step).finish_non_exhaustive()
    }
}

/// A change to a second factor. `NotThere` means that there is nothing to change, or that the code was used before.
#[derive(Clone)]
pub enum SecondFactorChange {
    /// Replaces one that was not confirmed; `Taken` if there is a confirmed one.
    Begin {
        owner: Owner,
        secret: String,
        at: Millis,
    },
    /// Confirms it with the code of a step, and stores the hashes of recovery codes.
    Confirm {
        owner: Owner,
        step: i64,
        codes: Vec<ContentHash>,
        at: Millis,
    },
    /// Uses the code of a step, and with it all earlier ones.
    UseStep {
        owner: Owner,
        step: i64,
    },
    UseRecoveryCode {
        owner: Owner,
        hash: ContentHash,
    },
    Remove {
        owner: Owner,
    },
}

impl fmt::Debug for SecondFactorChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecondFactorChange")
    }
}

pub(crate) async fn change(
    connection: &mut AnyConnection,
    change: &SecondFactorChange,
) -> Result<AccountOutcome, sqlx::Error> {
    let query = match change {
        SecondFactorChange::Begin { owner, secret, at } => {
            let there = sqlx::query("select owner from accounts where owner = $1").bind(owner.as_str());
            if there.fetch_optional(&mut *connection).await?.is_none() {
                return Ok(AccountOutcome::NotThere);
            }
            let sql = "delete from second_factors where owner = $1 and confirmed_at is null";
            sqlx::query(sql).bind(owner.as_str()).execute(&mut *connection).await?;
            let sql = "insert into second_factors (owner, secret, step, made_at) values ($1, $2, 0, $3)
                       on conflict do nothing";
            let made = sqlx::query(sql).bind(owner.as_str()).bind(secret).bind(*at);
            let is_made = made.execute(connection).await?.rows_affected() == 1;
            return Ok(if is_made { AccountOutcome::Done } else { AccountOutcome::Taken });
        }
        SecondFactorChange::Confirm { owner, step, codes, at } => {
            let sql = "delete from recovery_codes where owner = $1";
            sqlx::query(sql).bind(owner.as_str()).execute(&mut *connection).await?;
            for code in codes {
                let sql = "insert into recovery_codes (owner, hash) values ($1, $2)";
                sqlx::query(sql).bind(owner.as_str()).bind(code.as_str()).execute(&mut *connection).await?;
            }
            let sql = "update second_factors set confirmed_at = $2, step = $3
                       where owner = $1 and confirmed_at is null";
            sqlx::query(sql).bind(owner.as_str()).bind(*at).bind(*step)
        }
        SecondFactorChange::UseStep { owner, step } => {
            let sql = "update second_factors set step = $2 where owner = $1 and step < $2";
            sqlx::query(sql).bind(owner.as_str()).bind(*step)
        }
        SecondFactorChange::UseRecoveryCode { owner, hash } => {
            let sql = "delete from recovery_codes where owner = $1 and hash = $2";
            sqlx::query(sql).bind(owner.as_str()).bind(hash.as_str())
        }
        SecondFactorChange::Remove { owner } => {
            let sql = "delete from recovery_codes where owner = $1";
            sqlx::query(sql).bind(owner.as_str()).execute(&mut *connection).await?;
            sqlx::query("delete from second_factors where owner = $1").bind(owner.as_str())
        }
    };
    let changed = query.execute(connection).await?.rows_affected();
    Ok(if changed == 1 { AccountOutcome::Done } else { AccountOutcome::NotThere })
}

impl Store {
    pub async fn second_factor(&self, owner: &Owner) -> Result<Option<SecondFactorRow>, StoreError> {
        let sql = "select secret, step, confirmed_at,
                   (select count(*) from recovery_codes where owner = $1) as codes
                   from second_factors where owner = $1";
        let rows = self.fetch(sql.to_owned(), owner.as_str()).await?;
        let read = |row| {
            Ok(SecondFactorRow {
                secret: text(row, "secret")?,
                step: int(row, "step")?,
                confirmed_at: optional_int(row, "confirmed_at")?,
                recovery_codes: int(row, "codes")?,
            })
        };
        rows.first().map(read).transpose()
    }
}
