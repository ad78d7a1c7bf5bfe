//! Ends what was granted for longer than a request: event streams.
//!
//! A request reads its key from the store, so whatever is revoked, ended or changed counts with the next request of
//! every process. A stream has no next request. It is told at once of changes by this process, and looks at the store
//! now and then for those by others.

use std::time::Duration;

use tokio::sync::broadcast;
use tutti_core::Owner;
use tutti_store::Millis;

use crate::{Accounts, Who};

/// How many changes may wait for a slow listener.
const BEHIND: usize = 64;
/// How often a stream looks at the store.
const LOOK: Duration = Duration::from_secs(2);

/// Owners whose keys this process changed.
#[derive(Debug)]
pub(crate) struct KeyChanges(broadcast::Sender<Owner>);

impl Default for KeyChanges {
    fn default() -> Self {
        Self(broadcast::channel(BEHIND).0)
    }
}

impl KeyChanges {
    /// To be called after the store was changed.
    pub(crate) fn tell(&self, owner: &Owner) {
        // It does not matter if nobody listens.
        let _ = self.0.send(owner.clone());
    }
}

impl Accounts {
    /// Completes when a login or token ends or changes its meaning, in whatever process. What was granted must then be
    /// checked again. Listens from the moment of the call; `now` is the clock.
    pub fn wait_for_change<C: Fn() -> Millis + Send + 'static>(
        &self,
        who: &Who,
        now: C,
    ) -> impl Future<Output = ()> + Send + use<C> {
        let (mut changes, accounts, who) = (self.0.changes.0.subscribe(), self.clone(), who.clone());
        async move {
            loop {
                let is_changed = tokio::select! {
                    // A listener that missed something checks again, too.
                    change = changes.recv() => change.map_or(true, |owner| owner == who.owner),
                    () = tokio::time::sleep(LOOK) => accounts.is_changed(&who, now()).await,
                };
                if is_changed {
                    return;
                }
            }
        }
    }

    /// A store that cannot be read says nothing about keys.
    async fn is_changed(&self, who: &Who, now: Millis) -> bool {
        match self.0.store.key(&who.owner, &who.key.id).await {
            Ok(found) => {
                found.and_then(|holder| self.opened_by(holder, now).ok().flatten()).as_ref() != Some(who)
            }
            Err(_) => false,
        }
    }
}
