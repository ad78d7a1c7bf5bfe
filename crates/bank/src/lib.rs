//! The bank: items in the store, as one owner sees them.
//!
//! Guarantees: items are added all or none; an item that is stored already is not added again; the version before a
//! change can be read back. It knows no formats: the importer decides how an item from a file is merged with the stored
//! one.

mod add;
mod delete;
mod error;
mod similar;
mod words;

pub use add::{AddOutcome, Addition};
pub use error::BankError;
pub use tutti_store::ItemFilter as Filter;

use tutti_item::{Item, ItemId};
use tutti_store::{ItemRow, Owned};

/// The items of one owner.
#[derive(Debug, Clone)]
pub struct Bank {
    store: Owned,
}

impl Bank {
    pub fn new(store: Owned) -> Self {
        Self { store }
    }

    /// In the order of their ids.
    pub async fn list(&self, filter: &Filter) -> Result<Vec<Item>, BankError> {
        self.store.items(filter).await?.into_iter().map(item).collect()
    }

    pub async fn count(&self) -> Result<u64, BankError> {
        Ok(self.store.item_count().await?)
    }

    pub async fn get(&self, id: &ItemId) -> Result<Option<Item>, BankError> {
        self.store.item(id.as_str()).await?.map(item).transpose()
    }

    /// The item with this id, or the one that had it before its text was changed.
    pub async fn find(&self, id: &ItemId) -> Result<Option<Item>, BankError> {
        if let Some(item) = self.get(id).await? {
            return Ok(Some(item));
        }
        match self.store.current_item_id(id.as_str()).await? {
            Some(now) => self.get(&ItemId::from_stored(now)).await,
            None => Ok(None),
        }
    }

    /// The ids that begin with `prefix`, at most twenty: people type the first few characters.
    pub async fn ids(&self, prefix: &str) -> Result<Vec<ItemId>, BankError> {
        let ids = self.store.items_by_prefix(prefix).await?;
        Ok(ids.into_iter().map(ItemId::from_stored).collect())
    }

    /// The versions before this one, the latest first.
    pub async fn history(&self, of: &Item) -> Result<Vec<Item>, BankError> {
        let mut versions = Vec::new();
        let mut previous = of.previous.clone();
        // Versions count down, so a chain that does not is damaged; it must not be followed for ever.
        while let Some(link) = previous.take().filter(|_| versions.len() < of.version as usize) {
            let Some(value) = self.store.earlier_item(&link.hash).await? else { break };
            let item: Item = serde_json::from_value(value)
                .map_err(|error| BankError::Damaged { id: link.id.to_string(), what: error.to_string() })?;
            previous.clone_from(&item.previous);
            versions.push(item);
        }
        Ok(versions)
    }
}

fn item(row: ItemRow) -> Result<Item, BankError> {
    serde_json::from_value(row.item)
        .map_err(|error| BankError::Damaged { id: row.id, what: error.to_string() })
}
