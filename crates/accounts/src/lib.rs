//! Accounts: who may log in, what they may do, and the log of what was done.
//!
//! Guarantees: a password is stored only as its Argon2id hash, a login or token only as its hash; what is revoked, ended
//! or changed takes effect with the next request of this process; there is always an admin; the log is append-only and
//! written in the same transaction as the change that it reports; deleting an account deletes its data. It has no clock:
//! the caller passes the time.
//!
//! Not in here: HTTP, cookies and what is behind a permission (the server).

mod audit;
mod denial;
mod export;
mod key_cache;
mod logins;
mod name;
mod password;
mod people;
mod role;
mod secret;
mod throttle;
mod tokens;

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering},
};

use tutti_core::{Code, Owner, Problem};
use tutti_store::{KeyHolder, KeyKind, Millis, NewLine, Store};

pub use self::{
    audit::deeds,
    denial::Denied,
    export::export,
    logins::{ENDS_AFTER, NewLogin},
    people::{Account, Change},
    role::{Permission, Role},
    tokens::{NewToken, Token},
};
use self::{
    key_cache::{CachedKey, KeyCache},
    password::Passwords,
    throttle::Throttle,
};

/// A logged-in account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Who {
    pub owner: Owner,
    pub name: String,
    pub role: Role,
}

/// Who does something, from where and when, for the log.
#[derive(Debug, Clone, Copy)]
pub struct By<'a> {
    pub owner: &'a Owner,
    pub name: &'a str,
    pub address: &'a str,
    pub at: Millis,
}

impl By<'_> {
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
    keys: KeyCache,
    throttle: Throttle,
    passwords: Passwords,
    /// The code that the first admin types. Each process makes a new one and stores it nowhere else.
    code: Mutex<Option<String>>,
    /// Once there is an admin, there always is one.
    has_admin: AtomicBool,
}

/// Interval between two records of the use of a key.
const NOTED_EVERY: Millis = 60_000;

impl Accounts {
    pub fn new(store: Store) -> Self {
        Self(Arc::new(Inner {
            store,
            keys: KeyCache::default(),
            throttle: Throttle::default(),
            passwords: Passwords::default(),
            code: Mutex::default(),
            has_admin: AtomicBool::new(false),
        }))
    }

    /// The account behind a request, by the cookie of a login.
    pub async fn by_session(&self, session: &str, now: Millis) -> Result<Option<Who>, Problem> {
        self.by_key(session, KeyKind::Login, now).await
    }

    /// The account behind a request, by a token.
    pub async fn by_token(&self, token: &str, now: Millis) -> Result<Option<Who>, Problem> {
        self.by_key(token, KeyKind::Token, now).await
    }

    async fn by_key(&self, secret: &str, kind: KeyKind, now: Millis) -> Result<Option<Who>, Problem> {
        if !secret::is_one(secret, kind) {
            return Ok(None);
        }
        let Inner { store, keys, .. } = &*self.0;
        let hash = secret::hash(secret);
        let key = match keys.get(&hash, now) {
            Some(key) => key,
            None => {
                let since = keys.since();
                let Some(holder) = store.key_holder(&hash).await? else { return Ok(None) };
                let key = cached_key(holder)?;
                keys.put(&hash, &key, since, now);
                key
            }
        };
        if key.kind != kind || logins::is_over(&key, now) {
            return Ok(None);
        }
        if now - key.used_at >= NOTED_EVERY {
            store.use_key(&hash, now).await?;
            keys.note_use(&hash, now);
        }
        Ok(Some(key.who))
    }

    /// Completes when a login or token of an owner ends or changes its meaning. Anything granted for longer than a
    /// request must then be checked again. Listens from the moment of the call.
    pub fn wait_for_change(&self, owner: &Owner) -> impl Future<Output = ()> + Send + 'static {
        let (mut changes, owner) = (self.0.keys.listen(), owner.clone());
        async move {
            // A listener that missed something checks again, too.
            while changes.recv().await.is_ok_and(|whose| whose != owner) {}
        }
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

fn cached_key(holder: KeyHolder) -> Result<CachedKey, Problem> {
    let KeyHolder { key, name, role } = holder;
    let role = role_of(&role)?;
    let used_at = key.used_at.unwrap_or(key.made_at);
    let who = Who { owner: key.owner, name, role };
    Ok(CachedKey { who, kind: key.kind, made_at: key.made_at, used_at, expires_at: key.expires_at })
}

fn role_of(stored: &str) -> Result<Role, Problem> {
    Role::parse(stored).ok_or_else(|| Problem::new(Code::StoreFailed, format!("`{stored}` is not a role")))
}
