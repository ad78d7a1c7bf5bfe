//! Tests of the account rules, on a real store with a controlled clock.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod deleting;
mod eviction;
mod keys;
mod logins;
mod people;
mod second_factor;

use tempfile::TempDir;
use tutti_accounts::{Account, Accounts, By, NewLogin, Proof, Role, SessionLengths, TokenRequest, Who};
use tutti_core::{Code, Owner};
use tutti_store::{AccountChange, KeyKind, Millis, Store, StoreUrl};

const DAY: Millis = 24 * 60 * 60 * 1000;
const MINUTE: Millis = 60 * 1000;
const PASSWORD: &str = "a quiet afternoon";
const HERE: &str = "192.0.2.1";
const ELSEWHERE: &str = "203.0.113.9";
const SESSIONS: SessionLengths = SessionLengths::of_days(14, 90);

/// A token with no other wish than a name.
fn token(name: &str) -> TokenRequest<'_> {
    TokenRequest { name, ..TokenRequest::default() }
}

/// A server's accounts, with an admin called `root`.
struct World {
    accounts: Accounts,
    store: Store,
    root: NewLogin,
    folder: TempDir,
}

async fn empty() -> (Accounts, Store, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&StoreUrl::Sqlite(folder.path().join("t.db"))).await.unwrap();
    (Accounts::new(store.clone(), SESSIONS), store, folder)
}

async fn world() -> World {
    let (accounts, store, folder) = empty().await;
    let code = accounts.setup_code().await.unwrap().unwrap();
    let root = accounts.set_up(&code, "root", PASSWORD, HERE, 0).await.unwrap();
    World { accounts, store, root, folder }
}

fn by(who: &Who, at: Millis) -> By<'_> {
    By { owner: &who.owner, name: &who.name, address: HERE, at }
}

impl World {
    async fn add(&self, name: &str, role: Role) -> Account {
        self.accounts.add(by(&self.root.who, 0), name, PASSWORD, role).await.unwrap()
    }

    async fn log_in(&self, name: &str, at: Millis) -> NewLogin {
        self.accounts.log_in(name, PASSWORD, Proof::default(), HERE, at).await.unwrap()
    }

    /// Whom a login lets in.
    async fn session(&self, session: &str, at: Millis) -> Option<Who> {
        self.accounts.by_session(session, at).await.unwrap()
    }

    /// What the log says, oldest first: who did what, about whom, to what.
    async fn log(&self) -> Vec<String> {
        let lines = self.accounts.audit(None, 1000).await.unwrap();
        let accounts = self.accounts.list().await.unwrap();
        let name = |owner: &Owner| {
            let found = accounts.iter().find(|account| account.owner == *owner);
            found.map_or_else(|| "(gone)".to_owned(), |account| account.name.clone())
        };
        let told = |line: &tutti_store::AuditLine| {
            let line = &line.line;
            let about = line.owner.as_ref().map_or_else(|| "nobody".to_owned(), name);
            let subject = line.subject.as_ref().map_or_else(String::new, |subject| format!(" [{subject}]"));
            format!("{} {} about {about}{subject}", line.who.as_deref().unwrap_or("somebody"), line.what)
        };
        lines.iter().rev().map(told).collect()
    }
}

fn code<T: std::fmt::Debug>(result: Result<T, tutti_core::Problem>) -> (Code, Option<String>) {
    let problem = result.unwrap_err();
    (problem.code, problem.pointer)
}

/// Lets the next statements of a test see the store as it is after a restart.
async fn reopen(world: &World) -> Accounts {
    Accounts::new(Store::open(world.store.url()).await.unwrap(), SESSIONS)
}

#[tokio::test]
async fn secrets_are_not_in_the_store() {
    let world = world().await;
    let ann = world.log_in("root", 1).await;
    let token = world.accounts.make_token(by(&ann.who, 1), token("script")).await.unwrap();
    let whole = std::fs::read(world.folder.path().join("t.db")).unwrap();
    let log = std::fs::read(world.folder.path().join("t.db-wal")).unwrap();
    for secret in [PASSWORD, &ann.session, &world.root.session, &token.secret] {
        for bytes in [&whole, &log] {
            let found = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
            assert!(!found, "{secret} can be read in the store");
        }
    }
    let told =
        format!("{:?} {:?}", world.store.accounts().await.unwrap(), world.accounts.list().await.unwrap());
    assert!(!told.contains("argon2"), "{told}");
}

#[tokio::test]
async fn a_change_that_is_not_made_is_not_in_the_log() {
    let world = world().await;
    let before = world.log().await;
    let line = tutti_store::NewLine {
        owner: None,
        at: 1,
        who: None,
        what: "nothing".into(),
        subject: None,
        address: None,
    };
    let gone = Owner::parse("gone").unwrap();
    let remove = AccountChange::RemoveKey { owner: gone.clone(), id: "x".into() };
    world.store.change_accounts(remove, Some(line)).await.unwrap();
    assert_eq!(world.log().await, before);
    assert!(world.store.keys(&gone, KeyKind::Token).await.unwrap().is_empty());
}
