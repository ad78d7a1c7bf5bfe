//! Adding items: what would happen, and making it happen.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;
use tutti_core::canonical_json;
use tutti_exchange::{Format, Merged, merge, normal};
use tutti_item::{Item, ItemId};
use tutti_store::{Millis, NewItem, PutOutcome, Replaced};

use crate::words::words;
use crate::{Bank, BankError};

/// What becomes of items that are added, in their order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Addition {
    pub items: Vec<(ItemId, Outcome)>,
    writes: Vec<Write>,
}

/// What becomes of one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    New,
    /// There is one with this id, and it gets another version.
    Changed,
    /// It is there already and nothing in it is new.
    Same,
}

#[derive(Debug, Clone, PartialEq)]
struct Write {
    item: Item,
    replaces: Option<Item>,
}

impl Addition {
    /// What adding to a bank that does not exist yet would do.
    pub fn to_nothing(items: &[(Item, Format)]) -> Self {
        let mut seen = BTreeSet::new();
        let outcome = |(item, _): &(Item, Format)| {
            let id = normal(item.clone()).id;
            let outcome = if seen.insert(id.clone()) { Outcome::New } else { Outcome::Same };
            (id, outcome)
        };
        Self { items: items.iter().map(outcome).collect(), writes: Vec::new() }
    }

    pub fn count(&self, outcome: Outcome) -> usize {
        self.items.iter().filter(|(_, found)| *found == outcome).count()
    }
}

/// How often an addition is planned anew because somebody else wrote in between.
const TRIES: usize = 5;

impl Bank {
    /// What adding these items would do. Nothing is written. The format is what an item was read from: what it
    /// cannot hold is kept from the stored item.
    pub async fn plan(&self, items: &[(Item, Format)]) -> Result<Addition, BankError> {
        let mut addition = Addition::default();
        // An item may stand in a file twice; the second meets the first.
        let mut at: BTreeMap<ItemId, usize> = BTreeMap::new();
        for (item, format) in items {
            let item = normal(item.clone());
            let write = at.get(&item.id).copied();
            let there = match write {
                Some(write) => Some(addition.writes[write].item.clone()),
                None => self.get(&item.id).await?,
            };
            let outcome = match there {
                None => {
                    at.insert(item.id.clone(), addition.writes.len());
                    addition.writes.push(Write { item: item.clone(), replaces: None });
                    Outcome::New
                }
                Some(stored) => match (merge(&stored, &item, *format), write) {
                    (Merged::Same, _) => Outcome::Same,
                    (Merged::Changed(next), Some(write)) => {
                        // Not stored yet, so there is no earlier version to count.
                        let first = &mut addition.writes[write].item;
                        let (version, previous) = (first.version, first.previous.take());
                        *first = Item { version, previous, ..*next };
                        Outcome::Changed
                    }
                    (Merged::Changed(next), None) => {
                        at.insert(item.id.clone(), addition.writes.len());
                        addition.writes.push(Write { item: *next, replaces: Some(stored) });
                        Outcome::Changed
                    }
                },
            };
            addition.items.push((item.id, outcome));
        }
        Ok(addition)
    }

    /// Adds items, all or none.
    pub async fn add(&self, items: &[(Item, Format)], at: Millis) -> Result<Addition, BankError> {
        for _ in 0..TRIES {
            let addition = self.plan(items).await?;
            let rows: Vec<NewItem> = addition.writes.iter().map(row).collect();
            if rows.is_empty() || self.store.put_items(rows, at).await? == PutOutcome::Stored {
                return Ok(addition);
            }
        }
        Err(BankError::Contended)
    }

    /// Puts the next version of an item in its place. False if the item is no longer what `from` says.
    pub async fn replace(&self, from: &Item, next: &Item, at: Millis) -> Result<bool, BankError> {
        let write = Write { item: next.clone(), replaces: Some(from.clone()) };
        Ok(self.store.put_items(vec![row(&write)], at).await? == PutOutcome::Stored)
    }
}

fn row(write: &Write) -> NewItem {
    let item = &write.item;
    let value = serde_json::to_value(item).unwrap_or_default();
    let replaces = write.replaces.as_ref().map(|stored| Replaced {
        id: stored.id.to_string(),
        hash: stored.content_hash(),
        bytes: canonical_json(&serde_json::to_value(stored).unwrap_or_default()).into_bytes(),
    });
    NewItem {
        id: item.id.to_string(),
        kind: item.body.kind().to_owned(),
        version: item.version,
        hash: item.content_hash(),
        words: words(item),
        tags: item.tags.iter().cloned().collect(),
        item: value,
        replaces,
    }
}
