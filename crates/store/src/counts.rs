//! How many items a bank has of each kind and under each tag, for filters.

use std::{cmp::Reverse, collections::BTreeMap};

use crate::{ItemFilter, Owned, StoreError, items::containing, read::text};

/// Counts, the most frequent first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ItemCounts {
    pub kinds: Vec<(String, usize)>,
    pub tags: Vec<(String, usize)>,
}

impl Owned {
    /// Of the items that fit kind, tag and words.
    pub async fn item_counts(&self, filter: &ItemFilter) -> Result<ItemCounts, StoreError> {
        let sql = "select kind, tags from items where owner = $1 and ($2 = '' or kind = $2)
                   and tags like $3 escape '!' and words like $4 escape '!'";
        let tag =
            filter.tag.as_ref().map_or("%".to_owned(), |tag| containing(&format!("\n{}\n", tag.trim())));
        let words = filter.words.as_ref().map_or("%".to_owned(), |words| containing(words.trim()));
        let rows = sqlx::query(sql)
            .bind(self.owner().as_str().to_owned())
            .bind(filter.kind.clone().unwrap_or_default())
            .bind(tag)
            .bind(words)
            .fetch_all(self.pool())
            .await
            .map_err(self.store_error())?;
        let (mut kinds, mut tags) = (BTreeMap::new(), BTreeMap::new());
        for row in &rows {
            *kinds.entry(text(row, "kind")?).or_insert(0) += 1;
            for tag in text(row, "tags")?.split('\n').filter(|tag| !tag.is_empty()) {
                *tags.entry(tag.to_owned()).or_insert(0) += 1;
            }
        }
        Ok(ItemCounts { kinds: by_count(kinds), tags: by_count(tags) })
    }
}

fn by_count(counts: BTreeMap<String, usize>) -> Vec<(String, usize)> {
    let mut ranked: Vec<_> = counts.into_iter().collect();
    ranked.sort_by_key(|(_, count)| Reverse(*count));
    ranked
}
