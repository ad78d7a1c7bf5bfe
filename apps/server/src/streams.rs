//! The open event streams of each account and each address.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tutti_core::Owner;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Whose {
    Account(Owner),
    Address(String),
}

/// Counts streams. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(crate) struct Streams(Arc<Mutex<HashMap<Whose, u64>>>);

/// A stream, counted until it is dropped.
#[derive(Debug)]
pub(crate) struct OpenStream {
    streams: Streams,
    whose: [Whose; 2],
}

/// Which limit a stream would break, and how many are open.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum TooMany {
    OfAccount(u64),
    OfAddress(u64),
}

impl Streams {
    fn counts(&self) -> MutexGuard<'_, HashMap<Whose, u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn of_account(&self, owner: &Owner) -> u64 {
        self.counts().get(&Whose::Account(owner.clone())).copied().unwrap_or_default()
    }

    pub(crate) fn open(
        &self,
        owner: &Owner,
        address: &str,
        per_account: u64,
        per_address: u64,
    ) -> Result<OpenStream, TooMany> {
        let whose = [Whose::Account(owner.clone()), Whose::Address(address.to_owned())];
        let mut counts = self.counts();
        let [of_account, of_address] =
            whose.each_ref().map(|whose| counts.get(whose).copied().unwrap_or_default());
        if of_account >= per_account {
            return Err(TooMany::OfAccount(of_account));
        }
        if of_address >= per_address {
            return Err(TooMany::OfAddress(of_address));
        }
        for whose in &whose {
            *counts.entry(whose.clone()).or_default() += 1;
        }
        Ok(OpenStream { streams: self.clone(), whose })
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut counts = self.streams.counts();
        for whose in &self.whose {
            if let Some(count) = counts.get_mut(whose) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(whose);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]

    use super::*;

    #[test]
    fn nobody_opens_more_than_the_limit() {
        let streams = Streams::default();
        let owner = |name: &str| Owner::parse(name).unwrap();
        let open = |name: &str, address: &str| streams.open(&owner(name), address, 2, 3);
        let first = open("a", "192.0.2.1").unwrap();
        let _second = open("a", "192.0.2.2").unwrap();
        assert_eq!(open("a", "192.0.2.3").unwrap_err(), TooMany::OfAccount(2));
        drop(first);
        let _first = open("a", "192.0.2.3").unwrap();
        let _others = [open("b", "192.0.2.3").unwrap(), open("c", "192.0.2.3").unwrap()];
        assert_eq!(open("d", "192.0.2.3").unwrap_err(), TooMany::OfAddress(3));
        assert_eq!(streams.of_account(&owner("a")), 2);
        assert_eq!(streams.of_account(&owner("d")), 0);
    }
}
