//! Accounts as admins manage them: create, change, delete.

use tutti_core::{Code, Owner, Problem};
use tutti_store::{AccountChange, AccountOutcome, AccountRow, Millis, NewLine};

use crate::{Accounts, By, Role, audit::deeds, name::Name, password, resets::TOKENS_KEPT, role_of, secret};

/// An account, without its password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub owner: Owner,
    pub name: String,
    pub role: Role,
    pub is_disabled: bool,
    pub created_at: Millis,
    pub updated_at: Millis,
}

/// A change to an account.
#[derive(Debug, Clone, Copy, Default)]
pub struct Change<'a> {
    pub role: Option<Role>,
    pub password: Option<&'a str>,
    /// Whether the tokens of the account survive a new password.
    pub keep_tokens: bool,
    pub is_disabled: Option<bool>,
}

impl Account {
    fn of(row: AccountRow) -> Result<Self, Problem> {
        let AccountRow { owner, name, role, is_disabled, created_at, updated_at, password: _ } = row;
        Ok(Self { owner, name, role: role_of(&role)?, is_disabled, created_at, updated_at })
    }
}

pub(crate) fn no_account(id: &str) -> Problem {
    Problem::new(Code::NotFound, format!("there is no account `{id}`"))
}

impl Accounts {
    /// Every account, by name.
    pub async fn list(&self) -> Result<Vec<Account>, Problem> {
        self.0.store.accounts().await?.into_iter().map(Account::of).collect()
    }

    pub async fn get(&self, owner: &Owner) -> Result<Option<Account>, Problem> {
        self.0.store.account(owner).await?.map(Account::of).transpose()
    }

    /// The name of an account; for a deleted account, its id.
    pub async fn name_of(&self, owner: &Owner) -> Result<String, Problem> {
        Ok(self.0.store.account(owner).await?.map_or_else(|| owner.to_string(), |account| account.name))
    }

    pub async fn add(&self, by: By<'_>, name: &str, password: &str, role: Role) -> Result<Account, Problem> {
        let name = Name::parse(name)?;
        password::check(password, &name, "/password")?;
        let row = AccountRow {
            owner: Owner::parse(secret::fresh_id())
                .map_err(|error| Problem::new(Code::Internal, error.to_string()))?,
            name: name.as_str().to_owned(),
            password: self.0.passwords.hash(password).await?,
            role: role.name().to_owned(),
            is_disabled: false,
            created_at: by.at,
            updated_at: by.at,
        };
        let subject = format!("{}: role {}", row.name, row.role);
        let line = by.line(&row.owner, deeds::ACCOUNT_MADE, Some(subject));
        let account = Account::of(row.clone())?;
        let change = AccountChange::Add { account: row, only_first: false };
        match self.0.store.change_accounts(change, Some(line)).await? {
            AccountOutcome::Done => Ok(account),
            _ => {
                Err(Problem::new(Code::Conflict, format!("the name `{}` is taken", name.as_str()))
                    .at("/name"))
            }
        }
    }

    /// Sets the role or password of an account, disables or enables it; effective at once.
    pub async fn change(&self, by: By<'_>, owner: &Owner, change: Change<'_>) -> Result<Account, Problem> {
        let missing = || no_account(owner.as_str());
        let account = self.get(owner).await?.ok_or_else(missing)?;
        if let Some(password) = change.password {
            if by.owner == owner {
                let problem = Problem::new(
                    Code::Refused,
                    "you cannot change your own password here, because the current one is required",
                );
                return Err(problem.at("/password").hint("change it in your own account"));
            }
            password::check(password, &Name::parse(&account.name)?, "/password")?;
        }
        if let Some(role) = change.role.filter(|role| *role != account.role) {
            let (owner, keep) = (owner.clone(), Role::Admin.name().to_owned());
            let change = AccountChange::Role { owner, role: role.name().to_owned(), keep, at: by.at };
            let line = change_line(by, &account, &format!("role {}", role.name()));
            self.carry_out(change, line, &account).await?;
        }
        if let Some(is_disabled) = change.is_disabled.filter(|wanted| *wanted != account.is_disabled) {
            self.disable(by, &account, is_disabled).await?;
        }
        if let Some(password) = change.password {
            self.give(by, &account, password, change.keep_tokens).await?;
        }
        self.get(owner).await?.ok_or_else(missing)
    }

    async fn disable(&self, by: By<'_>, account: &Account, is_disabled: bool) -> Result<(), Problem> {
        let (owner, keep) = (account.owner.clone(), Role::Admin.name().to_owned());
        let what = if is_disabled { deeds::ACCOUNT_DISABLED } else { deeds::ACCOUNT_ENABLED };
        let line = by.line(&owner, what, Some(account.name.clone()));
        let change = AccountChange::Disable { owner, is_disabled, keep, at: by.at };
        self.carry_out(change, line, account).await.map(|_| ())
    }

    /// Disables or enables an account at the request of somebody with access to the machine.
    pub async fn set_disabled(&self, name: &str, is_disabled: bool, at: Millis) -> Result<(), Problem> {
        let account = self.account_named(name).await?;
        self.disable(By::terminal(&Owner::local(), at), &account, is_disabled).await
    }

    /// Sets a new password for somebody who forgot theirs, at the request of somebody with access to the machine.
    /// Ends the account's logins and, unless they are kept, its tokens.
    pub async fn reset(&self, name: &str, keep_tokens: bool, at: Millis) -> Result<String, Problem> {
        let account = self.account_named(name).await?;
        let password = secret::fresh_code();
        self.give(By::terminal(&Owner::local(), at), &account, &password, keep_tokens).await?;
        Ok(password)
    }

    pub(crate) async fn account_named(&self, name: &str) -> Result<Account, Problem> {
        let found = self.0.store.account_by_name(name).await?;
        Account::of(found.ok_or_else(|| no_account(name).hint("`tutti accounts list` shows who may log in"))?)
    }

    /// Sets the password of an account and ends its logins and, unless they are kept, its tokens.
    async fn give(
        &self,
        by: By<'_>,
        account: &Account,
        password: &str,
        keep_tokens: bool,
    ) -> Result<(), Problem> {
        self.check_has_password(&account.owner).await?;
        let password = self.0.passwords.hash(password).await?;
        let owner = account.owner.clone();
        let change =
            AccountChange::Password { owner, password, but: None, keep_tokens, code: None, at: by.at };
        let what = if keep_tokens { format!("password, {TOKENS_KEPT}") } else { "password".to_owned() };
        self.carry_out(change, change_line(by, account, &what), account).await?;
        Ok(())
    }

    /// Done, or busy.
    async fn carry_out(
        &self,
        change: AccountChange,
        line: NewLine,
        account: &Account,
    ) -> Result<AccountOutcome, Problem> {
        let outcome = self.0.store.change_accounts(change, Some(line)).await?;
        self.0.changes.tell(&account.owner);
        match outcome {
            AccountOutcome::Done | AccountOutcome::Busy => Ok(outcome),
            AccountOutcome::Last => Err(last_admin()),
            AccountOutcome::NotThere | AccountOutcome::Taken => Err(no_account(account.owner.as_str())),
        }
    }

    /// Whether an account may be deleted as far as is known now.
    pub async fn may_delete(&self, owner: &Owner) -> Result<Account, Problem> {
        let account = self.get(owner).await?.ok_or_else(|| no_account(owner.as_str()))?;
        let is_admin = account.role == Role::Admin && !account.is_disabled;
        let is_last = is_admin && self.0.store.accounts_with(Role::Admin.name()).await? == 1;
        if is_last { Err(last_admin()) } else { Ok(account) }
    }

    /// Deletes an account with all data of its owner. False, and nothing is done, while one of its runs is active.
    pub async fn delete(&self, by: By<'_>, owner: &Owner) -> Result<bool, Problem> {
        let account = self.may_delete(owner).await?;
        let line = by.line(owner, deeds::ACCOUNT_DELETED, Some(account.name.clone()));
        let change =
            AccountChange::Forget { owner: owner.clone(), keep: Role::Admin.name().to_owned(), at: by.at };
        Ok(self.carry_out(change, line, &account).await? == AccountOutcome::Done)
    }
}

/// The log line of a change.
fn change_line(by: By<'_>, account: &Account, what: &str) -> NewLine {
    by.line(&account.owner, deeds::ACCOUNT_CHANGED, Some(format!("{}: {what}", account.name)))
}

fn last_admin() -> Problem {
    Problem::new(Code::Conflict, "this is the last admin who can log in")
        .hint("make somebody else an admin first")
}
