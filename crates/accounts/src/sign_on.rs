//! Single sign-on: accounts of people whom a provider has proved.
//!
//! Issuer and subject identify a person. A name is only a suggestion for the name of the new account, so nobody gets an
//! account of somebody else by calling themselves like them. Such an account has no password.

use tutti_core::{Code, Owner, Problem};
use tutti_store::{AccountChange, AccountOutcome, AccountRow, IdentityRow, Millis, NewLine};
use unicode_normalization::UnicodeNormalization;

use crate::{Accounts, By, Denied, NewLogin, Role, audit::deeds, name::Name, role_of, secret};

/// Which role members of a group get.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RoleTable {
    /// In the order in which they decide.
    pub by_group: Vec<(String, Role)>,
    /// For members of no such group. None means that they are refused.
    pub default: Option<Role>,
}

impl RoleTable {
    pub fn role(&self, groups: &[String]) -> Option<Role> {
        let matching = self.by_group.iter().find(|(group, _)| groups.contains(group));
        matching.map(|(_, role)| *role).or(self.default)
    }
}

/// A person whom a provider has proved.
#[derive(Debug, Clone, Copy)]
pub struct SignOn<'a> {
    pub issuer: &'a str,
    pub subject: &'a str,
    /// What they call themselves.
    pub name: Option<&'a str>,
    /// The role that their groups give them.
    pub role: Role,
}

/// How many names are tried for a new account before one is made up.
const NUMBERED: u32 = 50;

impl Accounts {
    /// Logs in a person whom a provider has proved. The first time, they get an account; later, their role follows their
    /// groups, except that the last admin stays one.
    pub async fn sign_on(&self, person: SignOn<'_>, address: &str, at: Millis) -> Result<NewLogin, Denied> {
        if self.needs_setup().await? {
            let problem = Problem::new(Code::Conflict, "this server has no admin yet");
            return Err(problem.hint("create the first admin, then log in again").into());
        }
        let SignOn { issuer, subject, .. } = person;
        let account = match self.0.store.account_by_identity(issuer, subject).await? {
            Some(owner) => self.0.store.account(&owner).await?,
            None => Some(self.add_person(person, address, at).await?),
        };
        let gone = || Problem::new(Code::Unauthorized, "the account was deleted");
        let account = account.ok_or_else(gone)?;
        if account.is_disabled {
            let line = NewLine {
                owner: Some(account.owner),
                at,
                who: None,
                what: deeds::LOGIN_FAILED.to_owned(),
                subject: Some(format!("{}: disabled", account.name)),
                address: Some(address.to_owned()),
            };
            self.0.store.change_accounts(AccountChange::Nothing, Some(line)).await?;
            let problem = Problem::new(Code::Forbidden, "this account is disabled");
            return Err(problem.hint("an admin can enable it").into());
        }
        let account = self.follow_role(account, person.role, address, at).await?;
        self.make_login(&account, address, at).await
    }

    /// Creates the account of a person who comes for the first time.
    async fn add_person(&self, person: SignOn<'_>, address: &str, at: Millis) -> Result<AccountRow, Denied> {
        let SignOn { issuer, subject, name, role } = person;
        let store = &self.0.store;
        let wanted = account_name(name);
        for n in 1..=NUMBERED {
            let name = match n {
                1 => wanted.clone(),
                NUMBERED => format!("person-{}", &secret::fresh_id()[..16]),
                n => format!("{wanted}-{n}"),
            };
            let name = Name::parse(&name)?.as_str().to_owned();
            let owner = Owner::parse(secret::fresh_id())
                .map_err(|error| Problem::new(Code::Internal, error.to_string()))?;
            let account = AccountRow {
                owner: owner.clone(),
                name,
                password: String::new(),
                role: role.name().to_owned(),
                is_disabled: false,
                created_at: at,
                updated_at: at,
            };
            let (issuer, subject) = (issuer.to_owned(), subject.to_owned());
            let identity = IdentityRow { owner, issuer, subject, made_at: at };
            let by = By { owner: &account.owner, name: &account.name, address, at };
            let about = format!("{}: role {}, by single sign-on", account.name, account.role);
            let line = by.line(&account.owner, deeds::ACCOUNT_MADE, Some(about));
            let change =
                AccountChange::AddWithIdentity { account: account.clone(), identity: identity.clone() };
            if store.change_accounts(change, Some(line)).await? == AccountOutcome::Done {
                return Ok(account);
            }
            // The name is taken, or the same person came in by another window.
            if let Some(owner) = store.account_by_identity(&identity.issuer, &identity.subject).await?
                && let Some(account) = store.account(&owner).await?
            {
                return Ok(account);
            }
        }
        Err(Problem::new(Code::Conflict, "no free name was found for the account").into())
    }

    /// Gives an account the role of its groups.
    async fn follow_role(
        &self,
        account: AccountRow,
        role: Role,
        address: &str,
        at: Millis,
    ) -> Result<AccountRow, Denied> {
        if role_of(&account.role)? == role {
            return Ok(account);
        }
        let change = AccountChange::Role {
            owner: account.owner.clone(),
            role: role.name().to_owned(),
            keep: Role::Admin.name().to_owned(),
            at,
        };
        let by = By { owner: &account.owner, name: &account.name, address, at };
        let line = |what: String| {
            by.line(&account.owner, deeds::ACCOUNT_CHANGED, Some(format!("{}: {what}", account.name)))
        };
        let new = line(format!("role {}, by the groups of single sign-on", role.name()));
        let outcome = self.0.store.change_accounts(change, Some(new)).await?;
        self.0.changes.tell(&account.owner);
        match outcome {
            AccountOutcome::Done => Ok(AccountRow { role: role.name().to_owned(), ..account }),
            AccountOutcome::Last => {
                let kept = line(format!(
                    "role admin kept: the groups say {}, but this is the last admin",
                    role.name()
                ));
                self.0.store.change_accounts(AccountChange::Nothing, Some(kept)).await?;
                Ok(account)
            }
            _ => Err(Problem::new(Code::Unauthorized, "the account was deleted").into()),
        }
    }

    /// Whether an account logs in with a password; one of single sign-on does not.
    pub async fn has_password(&self, owner: &Owner) -> Result<bool, Problem> {
        Ok(self.0.store.issuer_of(owner).await?.is_none())
    }

    /// Refuses to give a password to an account that logs in by single sign-on.
    pub(crate) async fn check_has_password(&self, owner: &Owner) -> Result<(), Problem> {
        match self.0.store.issuer_of(owner).await? {
            None => Ok(()),
            Some(issuer) => {
                let detail =
                    format!("this account logs in by single sign-on at {issuer} and has no password");
                Err(Problem::new(Code::Conflict, detail))
            }
        }
    }
}

/// A possible name of an account, as close as possible to what a person calls themselves.
fn account_name(claimed: Option<&str>) -> String {
    // Room for a number.
    const LONGEST: usize = 36;
    let claimed = claimed.unwrap_or_default();
    let person = claimed.split_once('@').map_or(claimed, |(person, _)| person);
    let person = person.trim().to_lowercase();
    let plain = person.nfkd().filter_map(|c| match c {
        'a'..='z' | '0'..='9' | '.' | '-' | '_' => Some(c),
        c if c.is_whitespace() => Some('.'),
        _ => None,
    });
    let name: String = plain.take(LONGEST).collect();
    if Name::parse(&name).is_ok() { name } else { "person".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_matching_group_decides() {
        let by_group = vec![("heads".to_owned(), Role::Admin), ("staff".to_owned(), Role::Author)];
        let check = |groups: &[&str], default: Option<Role>, expected: Option<Role>| {
            let groups: Vec<String> = groups.iter().map(|group| (*group).to_owned()).collect();
            let table = RoleTable { by_group: by_group.clone(), default };
            assert_eq!(table.role(&groups), expected, "{groups:?}");
        };
        check(&["staff"], None, Some(Role::Author));
        check(&["staff", "heads"], None, Some(Role::Admin));
        check(&["Staff"], None, None);
        check(&[], None, None);
        check(&["visitors"], Some(Role::Learner), Some(Role::Learner));
        check(&["staff"], Some(Role::Learner), Some(Role::Author));
    }

    #[test]
    fn names_are_made_possible() {
        let check = |claimed: Option<&str>, expected: &str| assert_eq!(account_name(claimed), expected);
        check(Some("ann"), "ann");
        check(Some("Ann.Berg@example.org"), "ann.berg");
        check(Some(" Bob Böe "), "bob.boe");
        check(Some("李"), "person");
        check(Some("x"), "person");
        check(Some("@example.org"), "person");
        check(None, "person");
        check(Some(&"x".repeat(100)), &"x".repeat(36));
    }
}
