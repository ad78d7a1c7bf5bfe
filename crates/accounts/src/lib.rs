//! Accounts: who may log in, what they may do, and the log of what was done.
//!
//! Guarantees: a password is stored only as its Argon2id hash, a login or token only as its hash; what is revoked, ended
//! or changed takes effect with the next request, in every process that shares the store; there is always an admin who can log in; the log is append-only and
//! written in the same transaction as the change that it reports; deleting an account deletes its data. It has no clock:
//! the caller passes the time.
//!
//! Not in here: HTTP, cookies and what is behind a permission (the server).

mod audit;
mod denial;
mod export;
mod key_changes;
mod logins;
mod name;
mod password;
mod people;
mod qr;
mod resets;
mod role;
mod second_factor;
mod secret;
mod sign_on;
mod throttle;
mod tokens;
mod totp;
mod who;

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering},
};

use tutti_core::{Code, Owner, Problem};
use tutti_store::{KeyHolder, KeyKind, KeyRow, Millis, NewLine, Store};

pub use self::{
    audit::deeds,
    denial::Denied,
    export::export,
    logins::{NewLogin, Proof, SessionLengths},
    people::{Account, Change},
    resets::ResetCode,
    role::{Permission, Role},
    second_factor::{Enrolment, SecondFactor},
    sign_on::{RoleTable, SignOn},
    tokens::{NewToken, Token, TokenRequest},
    who::{Key, Scope, Who},
};
use self::{key_changes::KeyChanges, password::Passwords, throttle::Throttle};

/// Who does something, from where and when, for the log.
#[derive(Debug, Clone, Copy)]
pub struct By<'a> {
    pub owner: &'a Owner,
    pub name: &'a str,
    pub address: &'a str,
    pub at: Millis,
}

impl<'a> By<'a> {
    /// Somebody with access to the machine.
    fn terminal(owner: &'a Owner, at: Millis) -> Self {
        Self { owner, name: "the terminal", address: "this machine", at }
    }

    /// A line about an account.
    fn line(&self, about: &Owner, what: &str, subject: Option<String>) -> NewLine {
        NewLine {
            owner: Some(about.clone()),
            at: self.at,
            who: Some(self.name.to_owned()),
            what: what.to_owned(),
            subject,
            address: Some(self.address.to_owned()),
        }
    }
}

/// The accounts of a store. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Accounts(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    changes: KeyChanges,
    throttle: Throttle,
    sessions: SessionLengths,
    passwords: Passwords,
    /// The code that the first admin types. Each process makes a new one and stores it nowhere else.
    code: Mutex<Option<String>>,
    /// Once there is an admin, there always is one.
    has_admin: AtomicBool,
}

/// Interval between two records of the use of a key.
const NOTED_EVERY: Millis = 60_000;

impl Accounts {
    pub fn new(store: Store, sessions: SessionLengths) -> Self {
        Self(Arc::new(Inner {
            store,
            changes: KeyChanges::default(),
            throttle: Throttle::default(),
            sessions,
            passwords: Passwords::default(),
            code: Mutex::default(),
            has_admin: AtomicBool::new(false),
        }))
    }

    /// How long a login lasts.
    pub fn sessions(&self) -> SessionLengths {
        self.0.sessions
    }

    /// The account behind a request, by the cookie of a login.
    pub async fn by_session(&self, session: &str, now: Millis) -> Result<Option<Who>, Problem> {
        self.by_key(session, KeyKind::Login, now).await
    }

    /// The account behind a request, by a token.
    pub async fn by_token(&self, token: &str, now: Millis) -> Result<Option<Who>, Problem> {
        self.by_key(token, KeyKind::Token, now).await
    }

    /// Reads the key with every request, so that a change by any process counts at once.
    async fn by_key(&self, secret: &str, kind: KeyKind, now: Millis) -> Result<Option<Who>, Problem> {
        if !secret::is_one(secret, kind) {
            return Ok(None);
        }
        let hash = secret::hash(secret);
        let found = self.0.store.key_holder(&hash).await?.filter(|holder| holder.key.kind == kind);
        let Some(holder) = found else { return Ok(None) };
        let used_at = holder.key.used_at;
        let who = self.opened_by(holder, now)?;
        if who.is_some() && used_at.is_none_or(|at| now - at >= NOTED_EVERY) {
            self.0.store.use_key(&hash, now).await?;
        }
        Ok(who)
    }

    /// The account that a key opens, unless the key is over or the account is disabled.
    fn opened_by(&self, holder: KeyHolder, now: Millis) -> Result<Option<Who>, Problem> {
        let KeyHolder { key, name, role, is_disabled } = holder;
        if is_disabled || self.0.sessions.is_over(&key, now) {
            return Ok(None);
        }
        let KeyRow { owner, id, kind, flows, role: limited, .. } = key;
        let role = role_of(&role)?;
        let scope = match kind {
            KeyKind::Login => None,
            KeyKind::Token => {
                // Tokens from before there were scopes have the role of their account.
                let role = limited.as_deref().map_or(Ok(role), role_of)?;
                Some(Scope { role, flows })
            }
            KeyKind::Reset => return Ok(None),
        };
        Ok(Some(Who { owner, name, role, key: Key { id, scope } }))
    }

    /// Whether the first admin must still be created.
    pub async fn needs_setup(&self) -> Result<bool, Problem> {
        let has_admin = &self.0.has_admin;
        if !has_admin.load(Ordering::Relaxed) && self.0.store.accounts_with(Role::Admin.name()).await? > 0 {
            has_admin.store(true, Ordering::Relaxed);
        }
        Ok(!has_admin.load(Ordering::Relaxed))
    }
}

fn role_of(stored: &str) -> Result<Role, Problem> {
    Role::parse(stored).ok_or_else(|| Problem::new(Code::StoreFailed, format!("`{stored}` is not a role")))
}
