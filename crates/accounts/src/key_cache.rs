//! A cache of recently used keys, so that a request need not read the store.
//!
//! Revocations and changes by this process take effect at once: they remove the key, and a lookup that started before
//! cannot put it back. Changes by other processes are seen after a few seconds.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio::sync::broadcast;
use tutti_core::{ContentHash, Owner};
use tutti_store::{KeyKind, Millis};

use crate::Who;

/// How long an entry is used.
const FRESH_FOR: Millis = 5000;
const MOST: usize = 10_000;

/// A key as it was read.
#[derive(Debug, Clone)]
pub(crate) struct CachedKey {
    pub(crate) who: Who,
    pub(crate) kind: KeyKind,
    pub(crate) made_at: Millis,
    pub(crate) used_at: Millis,
    pub(crate) expires_at: Option<Millis>,
}

#[derive(Debug)]
pub(crate) struct KeyCache {
    inner: Mutex<Inner>,
    /// Owners whose keys were removed.
    changes: broadcast::Sender<Owner>,
}

/// How many changes may wait for a slow listener.
const BEHIND: usize = 64;

impl Default for KeyCache {
    fn default() -> Self {
        Self { inner: Mutex::default(), changes: broadcast::channel(BEHIND).0 }
    }
}

#[derive(Debug, Default)]
struct Inner {
    /// With the time it was read at.
    keys: HashMap<ContentHash, (CachedKey, Millis)>,
    /// Counts removals.
    changes: u64,
}

/// When a caller started to read the store.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Since(u64);

impl KeyCache {
    pub(crate) fn get(&self, hash: &ContentHash, now: Millis) -> Option<CachedKey> {
        let inner = self.inner();
        let (key, read_at) = inner.keys.get(hash)?;
        (*read_at..read_at + FRESH_FOR).contains(&now).then(|| key.clone())
    }

    /// Must be called before the store is read.
    pub(crate) fn since(&self) -> Since {
        Since(self.inner().changes)
    }

    /// Inserts what was read, unless something was removed in between.
    pub(crate) fn put(&self, hash: &ContentHash, key: &CachedKey, since: Since, now: Millis) {
        let mut inner = self.inner();
        if inner.changes != since.0 {
            return;
        }
        if inner.keys.len() >= MOST {
            inner.keys.retain(|_, (_, read_at)| *read_at + FRESH_FOR > now);
        }
        if inner.keys.len() >= MOST {
            inner.keys.clear();
        }
        inner.keys.insert(hash.clone(), (key.clone(), now));
    }

    pub(crate) fn note_use(&self, hash: &ContentHash, now: Millis) {
        if let Some((key, _)) = self.inner().keys.get_mut(hash) {
            key.used_at = now;
        }
    }

    /// Removes the keys of an owner. To be called after the store was changed, before anybody is notified.
    pub(crate) fn forget(&self, owner: &Owner) {
        let mut inner = self.inner();
        inner.changes += 1;
        inner.keys.retain(|_, (key, _)| key.who.owner != *owner);
        drop(inner);
        // It does not matter if nobody listens.
        let _ = self.changes.send(owner.clone());
    }

    pub(crate) fn listen(&self) -> broadcast::Receiver<Owner> {
        self.changes.subscribe()
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Role;

    fn key_of(owner: &str) -> CachedKey {
        let who = Who { owner: Owner::parse(owner).unwrap(), name: owner.into(), role: Role::Learner };
        CachedKey { who, kind: KeyKind::Token, made_at: 0, used_at: 0, expires_at: None }
    }

    #[test]
    fn what_was_read_is_believed_for_a_while() {
        let keys = KeyCache::default();
        let hash = ContentHash::of_bytes(b"k");
        keys.put(&hash, &key_of("ann"), keys.since(), 1000);
        assert!(keys.get(&hash, 1000).is_some());
        assert!(keys.get(&hash, 1000 + FRESH_FOR - 1).is_some());
        assert!(keys.get(&hash, 1000 + FRESH_FOR).is_none());
        assert!(keys.get(&hash, 999).is_none(), "a clock that went back is not believed");
    }

    #[test]
    fn a_revoked_key_does_not_come_back() {
        let keys = KeyCache::default();
        let (a, b) = (ContentHash::of_bytes(b"a"), ContentHash::of_bytes(b"b"));
        keys.put(&a, &key_of("ann"), keys.since(), 0);
        keys.put(&b, &key_of("bob"), keys.since(), 0);
        let since = keys.since();
        keys.forget(&key_of("ann").who.owner);
        assert!(keys.get(&a, 0).is_none());
        assert!(keys.get(&b, 0).is_some());
        // A caller read the store before it was changed, and stores the result now.
        keys.put(&a, &key_of("ann"), since, 0);
        assert!(keys.get(&a, 0).is_none());
        keys.put(&a, &key_of("ann"), keys.since(), 0);
        assert!(keys.get(&a, 0).is_some());
    }

    #[test]
    fn memory_is_bounded() {
        let keys = KeyCache::default();
        for n in 0..(MOST + 10) {
            keys.put(&ContentHash::of_bytes(&n.to_be_bytes()), &key_of("ann"), keys.since(), 0);
        }
        assert!(keys.inner().keys.len() <= MOST);
    }
}
