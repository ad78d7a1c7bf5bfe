//! Logins: how the first admin and everybody else logs in, and what ends a login.

use std::sync::{PoisonError, atomic::Ordering};

use tutti_core::{Code, Owner, Problem};
use tutti_store::{AccountChange, AccountOutcome, AccountRow, KeyKind, KeyRow, Millis, NewLine};

use crate::{
    Accounts, By, Denied, Key, Role, Who, audit::deeds, name::Name, password, resets, role_of,
    second_factor::CodeCheck, secret, throttle::Origin,
};

const DAY: Millis = 24 * 60 * 60 * 1000;
/// How long a login that is over still proves that its browser is known.
const KNOWN_FOR: Millis = 30 * DAY;
/// Maximum number of logins per account; the oldest is dropped.
const LOGINS: usize = 50;

/// How long a login lasts; from the settings `server.session_idle_days` and `server.session_days`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionLengths {
    /// An unused login ends after this long,
    idle: Millis,
    /// and every login after this long.
    most: Millis,
}

impl SessionLengths {
    pub const fn of_days(idle: u32, most: u32) -> Self {
        Self { idle: idle as Millis * DAY, most: most as Millis * DAY }
    }

    /// Every login ends after this long, so a browser need not keep it longer.
    pub const fn longest(self) -> Millis {
        self.most
    }

    pub(crate) fn is_over(self, key: &KeyRow, now: Millis) -> bool {
        match key.kind {
            KeyKind::Login => now >= self.end(key),
            KeyKind::Token | KeyKind::Reset => key.expires_at.is_some_and(|at| now >= at),
        }
    }

    /// When a login ends if it is not used again.
    fn end(self, key: &KeyRow) -> Millis {
        (key.used_at.unwrap_or(key.made_at) + self.idle).min(key.made_at + self.most)
    }
}

/// What somebody has beside the password. With the first two, failed attempts of others do not slow them down.
#[derive(Debug, Clone, Copy, Default)]
pub struct Proof<'a> {
    /// The cookie of an earlier login of the account, valid or over for at most thirty days.
    pub session: Option<&'a str>,
    /// A code that an admin made. Works once.
    pub code: Option<&'a str>,
    /// A code of the second factor, or one for when it is lost.
    pub one_time_code: Option<&'a str>,
}

/// A new login.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLogin {
    pub who: Who,
    /// The secret that the browser sends from now on. It is stored nowhere else.
    pub session: String,
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
        // Not a possible name, so nobody's attempts to log in count for it.
        let origin = Origin { name: "setup code", address, proof: None };
        let attempt = self.0.throttle.begin(origin, at).map_err(Denied::too_often)?;
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
            is_disabled: false,
            created_at: at,
            updated_at: at,
        };
        let by = By { owner: &account.owner, name: name.as_str(), address, at };
        let line =
            by.line(&account.owner, deeds::ACCOUNT_MADE, Some(format!("{}: role admin", account.name)));
        let change = AccountChange::Add { account: account.clone(), only_first: true };
        if self.0.store.change_accounts(change, Some(line)).await? != AccountOutcome::Done {
            return Err(already_set_up().into());
        }
        self.0.has_admin.store(true, Ordering::Relaxed);
        *self.0.code.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.make_login(&account, address, at).await
    }

    /// Logs in with a password. An unknown name, a disabled account and a wrong password look the same.
    pub async fn log_in(
        &self,
        name: &str,
        password: &str,
        proof: Proof<'_>,
        address: &str,
        at: Millis,
    ) -> Result<NewLogin, Denied> {
        let name = Name::from_typed(name);
        let account = match &name {
            Some(name) => self.0.store.account_by_name(name.as_str()).await?,
            None => None,
        };
        let one_time_code = proof.one_time_code;
        let code = self.reset_code(account.as_ref(), proof.code, at).await?;
        let browser = self.known_browser(account.as_ref(), proof.session, at).await?;
        let proof = code.as_ref().map(|code| code.id.as_str()).or(browser.as_deref());
        let origin = Origin { name: name.as_ref().map_or("", Name::as_str), address, proof };
        let attempt = self.0.throttle.begin(origin, at).map_err(Denied::too_often)?;
        let hash = account.as_ref().map(|account| account.password.clone());
        let is_right = self.0.passwords.is(password, hash).await?;
        let Some(account) = account.as_ref().filter(|account| is_right && !account.is_disabled) else {
            // Text that is not a valid name may be a password typed into the wrong field.
            let subject = name.map(|name| match &account {
                Some(account) if is_right && account.is_disabled => format!("{}: disabled", account.name),
                _ => name.as_str().to_owned(),
            });
            let line = NewLine {
                owner: account.map(|account| account.owner),
                at,
                who: None,
                what: deeds::LOGIN_FAILED.to_owned(),
                subject,
                address: Some(address.to_owned()),
            };
            self.0.store.change_accounts(AccountChange::Nothing, Some(line)).await?;
            return Err(Problem::new(Code::Unauthorized, "the name or the password is wrong").into());
        };
        match self.check_code(account, one_time_code, address, at).await? {
            CodeCheck::Right => self.0.throttle.record_success(&attempt),
            check => return Err(self.deny_code(account, check, &attempt, address, at).await?),
        }
        if let Some(code) = code {
            let by = By { owner: &account.owner, name: &account.name, address, at };
            let line = by.line(&account.owner, deeds::RESET_CODE_USED, None);
            if !self.remove_key(&code, Some(line)).await? {
                return Err(resets::wrong_code().into());
            }
        }
        self.make_login(account, address, at).await
    }

    /// The id of a login of the account that is valid or was not long ago.
    async fn known_browser(
        &self,
        account: Option<&AccountRow>,
        session: Option<&str>,
        at: Millis,
    ) -> Result<Option<String>, Problem> {
        let (Some(account), Some(session)) = (account, session) else { return Ok(None) };
        let found = self.0.store.key_holder(&secret::hash(session)).await?.map(|holder| holder.key);
        let known = found.filter(|key| {
            key.kind == KeyKind::Login
                && key.owner == account.owner
                && at < self.0.sessions.end(key) + KNOWN_FOR
        });
        Ok(known.map(|key| key.id))
    }

    /// Logs somebody in whose account is known: by a password, or by another way to prove it.
    pub(crate) async fn make_login(
        &self,
        account: &AccountRow,
        address: &str,
        at: Millis,
    ) -> Result<NewLogin, Denied> {
        let store = &self.0.store;
        let id = secret::fresh_id();
        let who = Who {
            owner: account.owner.clone(),
            name: account.name.clone(),
            role: role_of(&account.role)?,
            key: Key { id: id.clone(), scope: None },
        };
        let SessionLengths { idle, most } = self.0.sessions;
        let (used_before, made_before) = (at - idle - KNOWN_FOR, at - most - KNOWN_FOR);
        let old = AccountChange::RemoveOld { kind: KeyKind::Login, used_before, made_before };
        store.change_accounts(old, None).await?;
        let session = secret::fresh(KeyKind::Login);
        let key = KeyRow {
            owner: who.owner.clone(),
            id,
            kind: KeyKind::Login,
            name: String::new(),
            start: secret::start(&session, KeyKind::Login),
            made_at: at,
            used_at: Some(at),
            expires_at: None,
            role: None,
            flows: None,
        };
        let by = By { owner: &who.owner, name: &who.name, address, at };
        let line = by.line(&who.owner, deeds::LOGGED_IN, None);
        let change = AccountChange::AddKey { key, hash: secret::hash(&session) };
        if store.change_accounts(change, Some(line)).await? != AccountOutcome::Done {
            return Err(Problem::new(Code::Unauthorized, "the account was deleted or disabled").into());
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
        self.0.changes.tell(&key.owner);
        Ok(outcome == AccountOutcome::Done)
    }
}

fn already_set_up() -> Problem {
    Problem::new(Code::Conflict, "there is an admin already").hint("log in, or ask them for an account")
}
