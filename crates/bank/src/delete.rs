//! Removing an item from the bank, with its versions.

use std::collections::HashSet;

use tutti_core::ContentHash;
use tutti_item::Item;

use crate::{Bank, BankError, item};

impl Bank {
    /// Deletes an item with its earlier versions, except those that another item is based on. False if the item has
    /// changed.
    pub async fn delete(&self, of: &Item) -> Result<bool, BankError> {
        let mut versions: HashSet<ContentHash> = self.earlier_versions(of).await?.into_iter().collect();
        if !versions.is_empty() {
            for row in self.store.changed_items().await? {
                let other = item(row)?;
                if other.id != of.id {
                    for hash in self.earlier_versions(&other).await? {
                        versions.remove(&hash);
                    }
                }
            }
        }
        let versions = versions.into_iter().collect();
        Ok(self.store.delete_item(of.id.as_str(), &of.content_hash(), versions).await?)
    }

    /// The hashes of the earlier versions.
    async fn earlier_versions(&self, of: &Item) -> Result<Vec<ContentHash>, BankError> {
        let links = std::iter::once(of.previous.clone());
        let further = self.history(of).await?.into_iter().map(|item| item.previous);
        Ok(links.chain(further).flatten().map(|link| link.hash).collect())
    }
}
