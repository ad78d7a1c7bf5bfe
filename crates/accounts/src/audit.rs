//! The audit log: append-only, never changed.

use tutti_core::Problem;
use tutti_store::{AccountChange, AuditLine, Millis, NewLine};

use crate::Accounts;

/// The names of logged actions.
pub mod deeds {
    pub const LOGGED_IN: &str = "logged_in";
    pub const LOGIN_FAILED: &str = "login_failed";
    pub const LOGGED_OUT: &str = "logged_out";
    pub const PASSWORD_CHANGED: &str = "password_changed";
    pub const TOKEN_MADE: &str = "token_made";
    pub const TOKEN_REVOKED: &str = "token_revoked";
    pub const ACCOUNT_MADE: &str = "account_made";
    pub const ACCOUNT_CHANGED: &str = "account_changed";
    pub const ACCOUNT_DELETED: &str = "account_deleted";
    pub const DATA_EXPORTED: &str = "data_exported";
}

impl Accounts {
    /// Logs an action that happened elsewhere. `who` is a name; the line is about that account.
    pub async fn note(
        &self,
        at: Millis,
        who: Option<&str>,
        what: &str,
        subject: Option<&str>,
        address: Option<&str>,
    ) -> Result<(), Problem> {
        let account = match who {
            Some(name) => self.0.store.account_by_name(name).await?,
            None => None,
        };
        let line = NewLine {
            owner: account.map(|account| account.owner),
            at,
            who: who.map(str::to_owned),
            what: what.to_owned(),
            subject: subject.map(str::to_owned),
            address: address.map(str::to_owned),
        };
        self.0.store.change_accounts(AccountChange::Nothing, Some(line)).await?;
        Ok(())
    }

    /// The log, the newest first, from before line `before`.
    pub async fn audit(&self, before: Option<i64>, limit: u32) -> Result<Vec<AuditLine>, Problem> {
        Ok(self.0.store.audit(before, limit).await?)
    }
}
