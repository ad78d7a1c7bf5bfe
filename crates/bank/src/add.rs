//! Adding items: the plan of what would happen, and its execution.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;
use tutti_core::canonical_json;
use tutti_item::{Item, ItemId, Merged, merge, normal_form, remove_active_content};
use tutti_store::{Millis, NewItem, PutOutcome, Replaced};

use crate::words::words;
use crate::{Bank, BankError};

/// The outcomes of added items, in their order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Addition {
    pub items: Vec<(ItemId, AddOutcome)>,
    writes: Vec<Write>,
}

/// The outcome for one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Outcome")]
pub enum AddOutcome {
    New,
    /// An item with this id exists and gets a new version.
    Changed,
    /// It is already stored, and nothing in it is new.
    Same,
}

#[derive(Debug, Clone, PartialEq)]
struct Write {
    item: Item,
    replaces: Option<Item>,
}

impl Addition {
    /// The outcomes of adding to a bank that does not exist yet.
    pub fn to_nothing<'a>(items: impl IntoIterator<Item = &'a Item>) -> Self {
        let mut seen = BTreeSet::new();
        let outcome = |item: &Item| {
            let id = normal_form(item.clone()).id;
            let outcome = if seen.insert(id.clone()) { AddOutcome::New } else { AddOutcome::Same };
            (id, outcome)
        };
        Self { items: items.into_iter().map(outcome).collect(), writes: Vec::new() }
    }

    pub fn count(&self, outcome: AddOutcome) -> usize {
        self.items.iter().filter(|(_, found)| *found == outcome).count()
    }
}

/// How often an addition is planned again because somebody else wrote in between. Each time, somebody succeeded.
const TRIES: usize = 100;

impl Bank {
    /// Adds items, all or none. An item that is already stored gets a new version if anything in it is new.
    pub async fn add(&self, items: &[Item], at: Millis) -> Result<Addition, BankError> {
        let items: Vec<(Item, ())> = items.iter().map(|item| (item.clone(), ())).collect();
        let replace = |stored: &Item, next: &Item, (): &()| merge(&normal_form(stored.clone()), next.clone());
        self.import(&items, replace, at).await
    }

    /// Adds items from elsewhere, all or none. `merge` gets a stored item, the incoming one with the same id, and its
    /// source: a source that cannot represent something must not remove it.
    pub async fn import<S>(
        &self,
        items: &[(Item, S)],
        merge: impl Fn(&Item, &Item, &S) -> Merged,
        at: Millis,
    ) -> Result<Addition, BankError> {
        for _ in 0..TRIES {
            let addition = self.plan_import(items, &merge).await?;
            let rows: Vec<NewItem> = addition.writes.iter().map(row).collect();
            if rows.is_empty() || self.store.put_items(rows, at).await? == PutOutcome::Stored {
                return Ok(addition);
            }
        }
        Err(BankError::Contended)
    }

    /// What [`Self::import`] would do. Nothing is written.
    pub async fn plan_import<S>(
        &self,
        items: &[(Item, S)],
        merge: impl Fn(&Item, &Item, &S) -> Merged,
    ) -> Result<Addition, BankError> {
        let mut addition = Addition::default();
        // An item may occur twice in a file; the second is merged with the first.
        let mut at: BTreeMap<ItemId, usize> = BTreeMap::new();
        for (item, source) in items {
            let item = normal_form(item.clone());
            let write = at.get(&item.id).copied();
            let there = match write {
                Some(write) => Some(addition.writes[write].item.clone()),
                None => self.get(&item.id).await?,
            };
            let outcome = match there {
                None => {
                    at.insert(item.id.clone(), addition.writes.len());
                    addition.writes.push(Write { item: item.clone(), replaces: None });
                    AddOutcome::New
                }
                Some(stored) => match (merge(&stored, &item, source), write) {
                    (Merged::Same, _) => AddOutcome::Same,
                    (Merged::Changed(next), Some(write)) => {
                        // Not stored yet, so there is no earlier version to count.
                        let first = &mut addition.writes[write].item;
                        let (version, previous) = (first.version, first.previous.take());
                        *first = Item { version, previous, ..*next };
                        AddOutcome::Changed
                    }
                    (Merged::Changed(next), None) => {
                        at.insert(item.id.clone(), addition.writes.len());
                        addition.writes.push(Write { item: *next, replaces: Some(stored) });
                        AddOutcome::Changed
                    }
                },
            };
            addition.items.push((item.id, outcome));
        }
        Ok(addition)
    }

    /// Stores the next version of an item. False if the item is no longer what `from` says.
    pub async fn replace(&self, from: &Item, next: &Item, at: Millis) -> Result<bool, BankError> {
        let mut item = next.clone();
        remove_active_content(&mut item);
        let write = Write { item, replaces: Some(from.clone()) };
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
