//! Who an account is at a sign-on provider. Issuer and subject identify a person; names do not.

use sqlx::AnyConnection;
use tutti_core::Owner;

use crate::{
    AccountOutcome, AccountRow, Millis, Store, StoreError, accounts,
    db::Dialect,
    read::{owner_of, text},
};

/// A person at a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityRow {
    pub owner: Owner,
    pub issuer: String,
    /// Unique and permanent at the issuer.
    pub subject: String,
    pub made_at: Millis,
}

/// Adds an account together with its identity, or neither.
pub(crate) async fn add(
    connection: &mut AnyConnection,
    dialect: Dialect,
    account: &AccountRow,
    identity: &IdentityRow,
) -> Result<AccountOutcome, sqlx::Error> {
    let known = sqlx::query("select owner from identities where issuer = $1 and subject = $2");
    let known = known.bind(&identity.issuer).bind(&identity.subject);
    if known.fetch_optional(&mut *connection).await?.is_some() {
        return Ok(AccountOutcome::Taken);
    }
    let outcome = accounts::add(connection, dialect, account).await?;
    if outcome == AccountOutcome::Done {
        let sql = "insert into identities (owner, issuer, subject, made_at) values ($1, $2, $3, $4)";
        let made = sqlx::query(sql).bind(identity.owner.as_str()).bind(&identity.issuer);
        made.bind(&identity.subject).bind(identity.made_at).execute(connection).await?;
    }
    Ok(outcome)
}

impl Store {
    /// The account of a person at a provider.
    pub async fn account_by_identity(
        &self,
        issuer: &str,
        subject: &str,
    ) -> Result<Option<Owner>, StoreError> {
        let sql = "select owner from identities where issuer = $1 and subject = $2";
        let row = sqlx::query(sql).bind(issuer).bind(subject).fetch_optional(self.readers()).await;
        row.map_err(|error| self.db().error(&error))?.as_ref().map(owner_of).transpose()
    }

    /// The issuer at which an account logs in; none for a local account.
    pub async fn issuer_of(&self, owner: &Owner) -> Result<Option<String>, StoreError> {
        let sql = "select issuer from identities where owner = $1".to_owned();
        self.fetch(sql, owner.as_str()).await?.first().map(|row| text(row, "issuer")).transpose()
    }
}
