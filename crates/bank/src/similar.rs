//! Finds items of the bank that ask the same as others in other words.

use tutti_item::duplicates::{Bank as Index, Relation};
use tutti_item::{Item, ItemId};

use crate::{Bank, BankError, Filter};

/// Items that are read at a time.
const PAGE: u32 = 500;

impl Bank {
    /// For each item, the item of the bank that asks the same in the same or similar words. An item is not similar to
    /// itself: one that is already in the bank, word for word, is not new.
    pub async fn find_similar(&self, items: &[Item]) -> Result<Vec<Option<ItemId>>, BankError> {
        let mut index = Index::new();
        let mut page = Filter { limit: PAGE, ..Filter::default() };
        loop {
            let found = self.list(&page).await?;
            for item in &found {
                index.add(item);
            }
            match found.last() {
                Some(last) if found.len() == PAGE as usize => page.after = Some(last.id.to_string()),
                _ => break,
            }
        }
        let like = |item: &Item| {
            let mut found = index.find(item).into_iter();
            found.find(|found| found.relation != Relation::SameTemplate && found.id != item.id)
        };
        Ok(items.iter().map(|item| like(item).map(|found| found.id)).collect())
    }
}
