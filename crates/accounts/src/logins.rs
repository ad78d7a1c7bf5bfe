//! Logins: how the first admin and everybody else logs in, and what ends a login.

use std::sync::{PoisonError, atomic::Ordering};

use tutti_core::{Code, Owner, Problem};
use tutti_store::{AccountChange, AccountOutcome, AccountRow, KeyKind, KeyRow, Millis, NewLine};

use crate::{
    Accounts, By, Denied, Role, Who, audit::deeds, key_cache::CachedKey, name::Name, password, role_of,
    secret,
};

const DAY: Millis = 24 * 60 * 60 * 1000;
/// An unused login ends after this long,
const IDLE: Millis = 14 * DAY;
/// and every login after this long, so a browser need not keep it longer.
pub const ENDS_AFTER: Millis = 90 * DAY;
/// Maximum number of logins per account; the oldest is dropped.
const LOGINS: usize = 50;

/// A new login.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLogin {
    pub who: Who,
    /// The secret that the browser sends from now on. It is stored nowhere else.
    pub session: String,
}

pub(crate) fn is_over(key: &CachedKey, now: Millis) -> bool {
    match key.kind {
        KeyKind::Login => now >= key.used_at + IDLE || now >= key.made_at + ENDS_AFTER,
        KeyKind::Token => key.expires_at.is_some_and(|at| now >= at),
    }
}

impl Accounts {
    /// The code that the first admin must type; none if there is an admin. It stays the same until this process ends.
    pub async fn setup_code(&self) -> Result<Option<String>, Problem> {
        if !self.needs_setup().await? {
            return Ok(None);
        }
        let mut code = self.0.code.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Some(code.get_or_insert_with(secret::fresh_code).clone()))
    }

    /// Creates the first admin, once, and logs them in. They get the data that was made on this machine before there
    /// were accounts.
    pub async fn set_up(
        &self,
        code: &str,
        name: &str,
        password: &str,
        address: &str,
        at: Millis,
    ) -> Result<NewLogin, Denied> {
        if !self.needs_setup().await? {
            return Err(already_set_up().into());
        }
        let attempt = self.0.throttle.begin(None, address, at).map_err(Denied::too_often)?;
        let known = self.0.code.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let plain = |code: &str| secret::hash(&secret::plain_code(code));
        if known.is_none_or(|known| plain(&known) != plain(code)) {
            let problem = Problem::new(Code::Unauthorized, "this is not the code of this server").at("/code");
            return Err(problem.hint("the server prints it when it starts").into());
        }
        self.0.throttle.record_success(&attempt);
        let name = Name::parse(name)?;
        password::check(password, &name, "/password")?;
        let account = AccountRow {
            owner: Owner::local(),
            name: name.as_str().to_owned(),
            password: self.0.passwords.hash(password).await?,
            role: Role::Admin.name().to_owned(),
            created_at: at,
            updated_at: at,
        };
        let who = Who { owner: account.owner.clone(), name: account.name.clone(), role: Role::Admin };
        let by = By { owner: &who.owner, name: &who.name, address, at };
        let line = by.line(&who.owner, deeds::ACCOUNT_MADE, Some(format!("{}: role admin", who.name)));
        let change = AccountChange::Add { account, only_first: true };
        if self.0.store.change_accounts(change, Some(line)).await? != AccountOutcome::Done {
            return Err(already_set_up().into());
        }
        self.0.has_admin.store(true, Ordering::Relaxed);
        *self.0.code.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.make_login(who, address, at).await
    }

    /// Logs in with a password. An unknown name and a wrong password look the same.
    pub async fn log_in(
        &self,
        name: &str,
        password: &str,
        address: &str,
        at: Millis,
    ) -> Result<NewLogin, Denied> {
        let name = Name::from_typed(name);
        let attempt =
            self.0.throttle.begin(name.as_ref().map(Name::as_str), address, at).map_err(Denied::too_often)?;
        let account = match &name {
            Some(name) => self.0.store.account_by_name(name.as_str()).await?,
            None => None,
        };
        let hash = account.as_ref().map(|account| account.password.clone());
        let is_right = self.0.passwords.is(password, hash).await?;
        let Some(account) = account.as_ref().filter(|_| is_right) else {
            let line = NewLine {
                owner: account.map(|account| account.owner),
                at,
                who: None,
                what: deeds::LOGIN_FAILED.to_owned(),
                // Text that is not a valid name may be a password typed into the wrong field.
                subject: name.map(|name| name.as_str().to_owned()),
                address: Some(address.to_owned()),
            };
            self.0.store.change_accounts(AccountChange::Nothing, Some(line)).await?;
            return Err(Problem::new(Code::Unauthorized, "the name or the password is wrong").into());
        };
        self.0.throttle.record_success(&attempt);
        let who =
            Who { owner: account.owner.clone(), name: account.name.clone(), role: role_of(&account.role)? };
        self.make_login(who, address, at).await
    }

    async fn make_login(&self, who: Who, address: &str, at: Millis) -> Result<NewLogin, Denied> {
        let store = &self.0.store;
        let (used_before, made_before) = (at - IDLE, at - ENDS_AFTER);
        let old = AccountChange::RemoveOld { kind: KeyKind::Login, used_before, made_before };
        store.change_accounts(old, None).await?;
        let session = secret::fresh(KeyKind::Login);
        let key = KeyRow {
            owner: who.owner.clone(),
            id: secret::fresh_id(),
            kind: KeyKind::Login,
            name: String::new(),
            start: secret::start(&session, KeyKind::Login),
            made_at: at,
            used_at: Some(at),
            expires_at: None,
        };
        let by = By { owner: &who.owner, name: &who.name, address, at };
        let line = by.line(&who.owner, deeds::LOGGED_IN, None);
        let change = AccountChange::AddKey { key, hash: secret::hash(&session) };
        if store.change_accounts(change, Some(line)).await? != AccountOutcome::Done {
            return Err(Problem::new(Code::Unauthorized, "the account was deleted").into());
        }
        let oldest = store.keys(&who.owner, KeyKind::Login).await?.into_iter().skip(LOGINS);
        for key in oldest {
            self.remove_key(&key, None).await?;
        }
        Ok(NewLogin { who, session })
    }

    /// Ends a login. A login that has already ended is not an error.
    pub async fn log_out(&self, session: &str, by: By<'_>) -> Result<(), Problem> {
        if let Some(holder) = self.0.store.key_holder(&secret::hash(session)).await?
            && holder.key.kind == KeyKind::Login
        {
            let line = by.line(&holder.key.owner, deeds::LOGGED_OUT, None);
            self.remove_key(&holder.key, Some(line)).await?;
        }
        Ok(())
    }

    /// Removes a key. False if it was already gone.
    pub(crate) async fn remove_key(&self, key: &KeyRow, line: Option<NewLine>) -> Result<bool, Problem> {
        let change = AccountChange::RemoveKey { owner: key.owner.clone(), id: key.id.clone() };
        let outcome = self.0.store.change_accounts(change, line).await?;
        self.0.keys.forget(&key.owner);
        Ok(outcome == AccountOutcome::Done)
    }

    /// Checks the caller's own password before something that cannot be undone. `pointer` is the field.
    pub async fn confirm(&self, by: By<'_>, password: &str, pointer: &str) -> Result<(), Denied> {
        let attempt = self.0.throttle.begin(Some(by.name), by.address, by.at).map_err(Denied::too_often)?;
        let account = self.0.store.account(by.owner).await?;
        if !self.0.passwords.is(password, account.map(|account| account.password)).await? {
            return Err(Problem::new(Code::Forbidden, "the password is wrong").at(pointer.to_owned()).into());
        }
        self.0.throttle.record_success(&attempt);
        Ok(())
    }

    /// Changes the caller's own password and ends every login but this one.
    pub async fn set_password(
        &self,
        by: By<'_>,
        current: &str,
        new: &str,
        session: Option<&str>,
    ) -> Result<(), Denied> {
        self.confirm(by, current, "/current").await?;
        password::check(new, &Name::parse(by.name)?, "/new")?;
        let password = self.0.passwords.hash(new).await?;
        let but = session.map(secret::hash);
        let change = AccountChange::Password { owner: by.owner.clone(), password, but, at: by.at };
        let line = by.line(by.owner, deeds::PASSWORD_CHANGED, None);
        let outcome = self.0.store.change_accounts(change, Some(line)).await?;
        self.0.keys.forget(by.owner);
        match outcome {
            AccountOutcome::Done => Ok(()),
            _ => Err(crate::people::no_account(by.name).into()),
        }
    }
}

fn already_set_up() -> Problem {
    Problem::new(Code::Conflict, "there is an admin already").hint("log in, or ask them for an account")
}
