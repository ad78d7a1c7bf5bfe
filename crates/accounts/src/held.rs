//! Keys that were looked up lately, so that a request need not read the store.
//!
//! What this process revokes or changes counts at once: it takes the key out, and whoever was reading the store
//! meanwhile may not put what they read in. What another process does is seen after a few seconds.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::sync::broadcast;
use tutti_core::{ContentHash, Owner};
use tutti_store::{KeyKind, Millis};

use crate::Who;

/// How long what was read is believed.
const BELIEVED: Millis = 5000;
const MOST: usize = 10_000;

/// A key as it was read.
#[derive(Debug, Clone)]
pub(crate) struct Held {
    pub(crate) who: Who,
    pub(crate) kind: KeyKind,
    pub(crate) made_at: Millis,
    pub(crate) used_at: Millis,
    pub(crate) expires_at: Option<Millis>,
}

#[derive(Debug)]
pub(crate) struct Keys {
    inner: Mutex<Inner>,
    /// Whose keys were taken out.
    told: broadcast::Sender<Owner>,
}

/// Owners whose keys changed that wait for a slow listener.
const BEHIND: usize = 64;

impl Default for Keys {
    fn default() -> Self {
        Self { inner: Mutex::default(), told: broadcast::channel(BEHIND).0 }
    }
}

#[derive(Debug, Default)]
struct Inner {
    /// With the time it was read at.
    held: HashMap<ContentHash, (Held, Millis)>,
    /// Counts what was taken out.
    changes: u64,
}

/// When somebody began to read the store.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Since(u64);

impl Keys {
    pub(crate) fn get(&self, hash: &ContentHash, now: Millis) -> Option<Held> {
        let inner = self.inner();
        let (held, read_at) = inner.held.get(hash)?;
        (*read_at..read_at + BELIEVED).contains(&now).then(|| held.clone())
    }

    /// To be asked for before the store is read.
    pub(crate) fn since(&self) -> Since {
        Since(self.inner().changes)
    }

    /// Keeps what was read, unless something was taken out since.
    pub(crate) fn put(&self, hash: &ContentHash, held: &Held, since: Since, now: Millis) {
        let mut inner = self.inner();
        if inner.changes != since.0 {
            return;
        }
        if inner.held.len() >= MOST {
            inner.held.retain(|_, (_, read_at)| *read_at + BELIEVED > now);
        }
        if inner.held.len() >= MOST {
            inner.held.clear();
        }
        inner.held.insert(hash.clone(), (held.clone(), now));
    }

    pub(crate) fn used(&self, hash: &ContentHash, now: Millis) {
        if let Some((held, _)) = self.inner().held.get_mut(hash) {
            held.used_at = now;
        }
    }

    /// Takes out what is held of an owner. To be called after the store was changed, before anybody is told.
    pub(crate) fn forget(&self, owner: &Owner) {
        let mut inner = self.inner();
        inner.changes += 1;
        inner.held.retain(|_, (held, _)| held.who.owner != *owner);
        drop(inner);
        // It is no matter if nobody listens.
        let _ = self.told.send(owner.clone());
    }

    pub(crate) fn listen(&self) -> broadcast::Receiver<Owner> {
        self.told.subscribe()
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Role;

    fn held(owner: &str) -> Held {
        let who = Who { owner: Owner::parse(owner).unwrap(), name: owner.into(), role: Role::Learner };
        Held { who, kind: KeyKind::Token, made_at: 0, used_at: 0, expires_at: None }
    }

    #[test]
    fn what_was_read_is_believed_for_a_while() {
        let keys = Keys::default();
        let hash = ContentHash::of_bytes(b"k");
        keys.put(&hash, &held("ann"), keys.since(), 1000);
        assert!(keys.get(&hash, 1000).is_some());
        assert!(keys.get(&hash, 1000 + BELIEVED - 1).is_some());
        assert!(keys.get(&hash, 1000 + BELIEVED).is_none());
        assert!(keys.get(&hash, 999).is_none(), "a clock that went back is not believed");
    }

    #[test]
    fn a_revoked_key_does_not_come_back() {
        let keys = Keys::default();
        let (a, b) = (ContentHash::of_bytes(b"a"), ContentHash::of_bytes(b"b"));
        keys.put(&a, &held("ann"), keys.since(), 0);
        keys.put(&b, &held("bob"), keys.since(), 0);
        let since = keys.since();
        keys.forget(&held("ann").who.owner);
        assert!(keys.get(&a, 0).is_none());
        assert!(keys.get(&b, 0).is_some());
        // Somebody read the store before it was changed, and comes with it now.
        keys.put(&a, &held("ann"), since, 0);
        assert!(keys.get(&a, 0).is_none());
        keys.put(&a, &held("ann"), keys.since(), 0);
        assert!(keys.get(&a, 0).is_some());
    }

    #[test]
    fn memory_is_bounded() {
        let keys = Keys::default();
        for n in 0..(MOST + 10) {
            keys.put(&ContentHash::of_bytes(&n.to_be_bytes()), &held("ann"), keys.since(), 0);
        }
        assert!(keys.inner().held.len() <= MOST);
    }
}
