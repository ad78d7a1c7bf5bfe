//! Merges a stored item with an added one of the same id.

use crate::Item;

/// The outcome for one item.
#[derive(Debug, Clone, PartialEq)]
pub enum Merged {
    /// Nothing in it is new.
    Same,
    /// The next version of the stored item.
    Changed(Box<Item>),
}

/// `next` takes the place of `stored`, which has the same id; both are in normal form. Names are added to those that
/// the item has; version and history stay those of the stored item.
pub fn merge(stored: &Item, mut next: Item) -> Merged {
    next.version = stored.version;
    next.previous.clone_from(&stored.previous);
    // In the order they came.
    let new = std::mem::replace(&mut next.aliases, stored.aliases.clone());
    for alias in new {
        if !next.aliases.contains(&alias) {
            next.aliases.push(alias);
        }
    }
    if next == *stored {
        return Merged::Same;
    }
    Merged::Changed(Box::new(stored.next_version(|item| {
        let (version, previous) = (item.version, item.previous.take());
        *item = next;
        item.version = version;
        item.previous = previous;
    })))
}
