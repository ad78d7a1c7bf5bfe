//! Near-duplicates: the same item reworded, or the same template with other numbers.
//!
//! An item is reduced to a set of features (content words, pairs of neighbours, whole options) with its numbers masked
//! and kept apart. Items with the same features form one entry. The search is exact: two sets that have half of all
//! their features in common cannot differ in every one of the rarer half of either, so only the entries that share
//! those are counted, and only the ones that could still reach the threshold are compared in full. (MinHash in bands
//! was tried first: it misses one in twenty and was slower where items share a template.) Rewording by synonyms alone
//! leaves no words in common and is not detected.

mod features;

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Item, ItemId};
use features::Features;

/// The minimum similarity if the numbers are the same: half of all features in common.
const REWORDED: f64 = 0.5;
/// The minimum similarity if they differ.
const TEMPLATE: f64 = 0.75;
/// Entries with the same numbers that are compared one by one rather than counted.
const FEW: usize = 1_000;
/// Maximum number of matches returned.
const MATCHES: usize = 50;
/// How two items are similar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// The same words and numbers.
    Same,
    /// The same numbers in similar words.
    Reworded,
    /// Similar words around other numbers.
    SameTemplate,
}

/// An item of the bank that is similar to the query.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Match {
    pub id: ItemId,
    pub relation: Relation,
    /// The share of features in common, numbers left out.
    pub similarity: f64,
}

/// How two items are similar, or none if they are not.
pub fn compare(a: &Item, b: &Item) -> Option<(Relation, f64)> {
    let (a, b) = (Features::of(a), Features::of(b));
    let similarity = a.similarity(&b.words);
    Some((relation(similarity, a.numbers == b.numbers)?, similarity))
}

/// A template with other numbers requires more similarity than a rewording, which keeps them.
fn relation(similarity: f64, same_numbers: bool) -> Option<Relation> {
    match (similarity, same_numbers) {
        (0.98.., true) => Some(Relation::Same),
        (REWORDED.., true) => Some(Relation::Reworded),
        (TEMPLATE.., false) => Some(Relation::SameTemplate),
        _ => None,
    }
}

/// Items that share all features.
#[derive(Debug)]
struct Entry {
    words: Box<[u32]>,
    /// Numbers and place in `ids`, in the order of adding.
    members: Vec<(u64, u32)>,
}

/// Items that can be searched for similar ones.
#[derive(Debug, Default)]
pub struct Bank {
    ids: Vec<ItemId>,
    entries: Vec<Entry>,
    /// By the hash of all features.
    by_words: HashMap<u64, u32>,
    /// The entries that have a feature.
    holders: HashMap<u32, Vec<u32>>,
    /// The entries that have a member with these numbers.
    with_numbers: HashMap<u64, Vec<u32>>,
    /// How many features each entry has, close together for the count.
    sizes: Vec<u32>,
}

impl Bank {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn len(&self) -> usize {
        self.ids.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    pub fn add(&mut self, item: &Item) {
        let features = Features::of(item);
        let member = (features.numbers, self.ids.len() as u32);
        self.ids.push(item.id.clone());
        let whole = features.whole();
        if let Some(entry) = self.by_words.get(&whole).and_then(|at| self.entries.get_mut(*at as usize))
            && *entry.words == *features.words
        {
            entry.members.push(member);
            let at = self.by_words[&whole];
            let same = self.with_numbers.entry(features.numbers).or_default();
            if same.last() != Some(&at) {
                same.push(at);
            }
            return;
        }
        let at = self.entries.len() as u32;
        for word in &features.words {
            self.holders.entry(*word).or_default().push(at);
        }
        self.with_numbers.entry(features.numbers).or_default().push(at);
        self.by_words.insert(whole, at);
        self.sizes.push(features.words.len() as u32);
        self.entries.push(Entry { words: features.words.into(), members: vec![member] });
    }

    /// The items similar to this one, the closest first. An item that was added finds itself.
    pub fn find(&self, item: &Item) -> Vec<Match> {
        let features = Features::of(item);
        let mut matches = Vec::new();
        for at in self.candidates(&features) {
            let entry = &self.entries[at as usize];
            let similarity = features.similarity(&entry.words);
            let same = relation(similarity, true);
            let other = relation(similarity, false);
            if same.is_none() && other.is_none() {
                continue;
            }
            let mut told = 0;
            for (numbers, place) in &entry.members {
                let equal = *numbers == features.numbers;
                // A template may have thousands of members: those with the same numbers are all reported.
                if let Some(relation) = if equal { same } else { other }.filter(|_| equal || told < MATCHES) {
                    told += usize::from(!equal);
                    matches.push((relation, similarity, *place));
                }
            }
        }
        matches.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
        matches.truncate(MATCHES);
        matches
            .into_iter()
            .map(|(relation, similarity, place)| Match {
                id: self.ids[place as usize].clone(),
                relation,
                similarity,
            })
            .collect()
    }

    /// Numbers that few entries have narrow the search: the others must be more similar.
    fn candidates(&self, features: &Features) -> Vec<u32> {
        let same = self.with_numbers.get(&features.numbers).map_or(&[][..], Vec::as_slice);
        if same.len() > FEW {
            return self.near(features, REWORDED);
        }
        let mut found = self.near(features, TEMPLATE);
        found.extend_from_slice(same);
        found.sort_unstable();
        found.dedup();
        found
    }

    /// All entries that may be this similar.
    fn near(&self, features: &Features, least: f64) -> Vec<u32> {
        if features.words.is_empty() {
            return self.by_words.get(&features.whole()).copied().into_iter().collect();
        }
        let count = features.words.len();
        let mut lists: Vec<&[u32]> =
            features.words.iter().map(|word| self.holders.get(word).map_or(&[][..], Vec::as_slice)).collect();
        lists.sort_unstable_by_key(|list| list.len());
        // A similar entry has this many of them, so it has one of the rarest that are left.
        let wanted = (least * count as f64).ceil() as usize;
        let rarest = count - wanted + 1;
        let mut shared = vec![0u16; self.entries.len()];
        let mut touched = Vec::new();
        for at in lists[..rarest].iter().copied().flatten() {
            let shared = &mut shared[*at as usize];
            if *shared == 0 {
                touched.push(*at);
            }
            *shared = shared.saturating_add(1);
        }
        touched.retain(|at| {
            let most = usize::from(shared[*at as usize]) + count - rarest;
            let size = self.sizes[*at as usize] as usize;
            let most = most.min(size).min(count);
            most as f64 >= least * (count + size - most) as f64
        });
        touched
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(stem: &str) -> Item {
        Item::multiple_choice(stem, ["north", "south", "east"], 0)
    }

    #[track_caller]
    fn check(a: &str, b: &str, expected: Option<Relation>) {
        let (a, b) = (item(a), item(b));
        assert_eq!(compare(&a, &b).map(|(relation, _)| relation), expected, "{:?}", compare(&a, &b));
        let mut bank = Bank::new();
        bank.add(&a);
        assert_eq!(bank.find(&b).first().map(|found| found.relation), expected);
    }

    const TRAIN: &str = "A train leaves the station at 8:15 and travels 120 km at a steady 80 km/h towards the coast. \
                         In which direction does the driver look at sunrise?";

    #[test]
    fn reworded_is_told_from_other_numbers() {
        check(TRAIN, &TRAIN.replace("  ", " "), Some(Relation::Same));
        check(TRAIN, &TRAIN.replace("120", "150").replace("80 km", "75 km"), Some(Relation::SameTemplate));
        let reworded = "At 8:15 a train leaves the station. It travels 120 km towards the coast at a steady speed \
                        of 80 km/h. Which direction does the driver look in at sunrise?";
        check(TRAIN, reworded, Some(Relation::Reworded));
        check(TRAIN, "Which side of a tree in a northern forest has the most moss on it?", None);
        check("\\(3x+4=10\\): which way?", "\\(5x + 7 = 12\\): which way?", Some(Relation::SameTemplate));
    }

    #[test]
    fn options_tell_short_stems_apart() {
        let a = Item::multiple_choice("Which of these numbers is prime?", ["51", "57", "61"], 2);
        let b = Item::multiple_choice("Which of these numbers is prime?", ["33", "39", "41"], 2);
        let c = Item::multiple_choice("Which of these is a mammal?", ["shark", "dolphin", "tuna"], 1);
        let d = Item::multiple_choice("Which of these is a mammal?", ["eagle", "sparrow", "bat"], 2);
        assert_eq!(compare(&a, &b).map(|found| found.0), Some(Relation::SameTemplate));
        assert_eq!(compare(&c, &d), None);
    }

    #[test]
    fn a_template_with_many_members_gives_the_same_numbers_first() {
        let mut bank = Bank::new();
        for n in 0..500 {
            bank.add(&item(&format!(
                "A shop sells {n} apples in the morning. Which way does the shop face?"
            )));
        }
        let found = bank.find(&item("A shop sells 321 apples in the morning. Which way does the shop face?"));
        assert_eq!(bank.len(), 500);
        assert_eq!(found[0].relation, Relation::Same);
        assert!(found[1..].iter().all(|found| found.relation == Relation::SameTemplate));
        assert_eq!(found.len(), MATCHES);
    }
}
