//! Accounts as admins manage them: create, change, delete.

use tutti_core::{Code, Owner, Problem};
use tutti_store::{AccountChange, AccountOutcome, AccountRow, Millis, NewLine};

use crate::{Accounts, By, Role, audit::deeds, name::Name, password, role_of, secret};

/// An account, without its password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub owner: Owner,
    pub name: String,
    pub role: Role,
    pub created_at: Millis,
    pub updated_at: Millis,
}

/// A change to an account.
#[derive(Debug, Clone, Copy, Default)]
pub struct Change<'a> {
    pub role: Option<Role>,
    pub password: Option<&'a str>,
}

impl Account {
    fn of(row: AccountRow) -> Result<Self, Problem> {
        let AccountRow { owner, name, role, created_at, updated_at, password: _ } = row;
        Ok(Self { owner, name, role: role_of(&role)?, created_at, updated_at })
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

    /// Sets the role or password of an account, effective at once.
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
        if let Some(password) = change.password {
            self.give(by, &account, password).await?;
        }
        self.get(owner).await?.ok_or_else(missing)
    }

    /// Sets a new password for somebody who forgot theirs, at the request of somebody with access to the machine.
    /// Ends the account's logins.
    pub async fn reset(&self, name: &str, at: Millis) -> Result<String, Problem> {
        let account = self
            .0
            .store
            .account_by_name(name)
            .await?
            .ok_or_else(|| no_account(name).hint("`tutti accounts list` shows who may log in"))?;
        let password = secret::fresh_code();
        let by = By { owner: &Owner::local(), name: "the terminal", address: "this machine", at };
        self.give(by, &Account::of(account)?, &password).await?;
        Ok(password)
    }

    /// Sets the password of an account and ends its logins.
    async fn give(&self, by: By<'_>, account: &Account, password: &str) -> Result<(), Problem> {
        let password = self.0.passwords.hash(password).await?;
        let change = AccountChange::Password { owner: account.owner.clone(), password, but: None, at: by.at };
        self.carry_out(change, change_line(by, account, "password"), account).await?;
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
        self.0.keys.forget(&account.owner);
        match outcome {
            AccountOutcome::Done | AccountOutcome::Busy => Ok(outcome),
            AccountOutcome::Last => Err(last_admin()),
            AccountOutcome::NotThere | AccountOutcome::Taken => Err(no_account(account.owner.as_str())),
        }
    }

    /// Whether an account may be deleted as far as is known now.
    pub async fn may_delete(&self, owner: &Owner) -> Result<Account, Problem> {
        let account = self.get(owner).await?.ok_or_else(|| no_account(owner.as_str()))?;
        let is_last =
            account.role == Role::Admin && self.0.store.accounts_with(Role::Admin.name()).await? == 1;
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
    Problem::new(Code::Conflict, "this is the last admin").hint("make somebody else an admin first")
}
