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
    pub const ACCOUNT_DISABLED: &str = "account_disabled";
    pub const ACCOUNT_ENABLED: &str = "account_enabled";
    pub const RESET_CODE_MADE: &str = "reset_code_made";
    pub const RESET_CODE_USED: &str = "reset_code_used";
    pub const SECOND_FACTOR_ON: &str = "second_factor_on";
    pub const SECOND_FACTOR_OFF: &str = "second_factor_off";
    pub const RECOVERY_CODE_USED: &str = "recovery_code_used";
    pub const DATA_EXPORTED: &str = "data_exported";
    pub const AUDIT_EXPORTED: &str = "audit_exported";
    pub const BACKUP_TAKEN: &str = "backup_taken";
    pub const SETTINGS_CHANGED: &str = "settings_changed";
    pub const REVIEW_ANSWERED: &str = "review_answered";
    pub const DOCUMENT_DELETED: &str = "document_deleted";
    pub const ITEM_DELETED: &str = "item_deleted";
    pub const ITEMS_IMPORTED: &str = "items_imported";
    pub const ITEMS_EXPORTED: &str = "items_exported";
    pub const RUN_CANCELLED: &str = "run_cancelled";
    /// An answer with the status 403.
    pub const REFUSED: &str = "refused";
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

    /// The log, the oldest first, from after line `after`; 0 for the beginning.
    pub async fn audit_from(&self, after: i64, limit: u32) -> Result<Vec<AuditLine>, Problem> {
        Ok(self.0.store.audit_from(after, limit).await?)
    }

    /// The log, the newest first, from before line `before`.
    pub async fn audit(&self, before: Option<i64>, limit: u32) -> Result<Vec<AuditLine>, Problem> {
        Ok(self.0.store.audit(before, limit).await?)
    }
}
