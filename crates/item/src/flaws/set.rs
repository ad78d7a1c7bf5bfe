//! Flaws of a set of items that no single item shows.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_core::{Finding, Severity};

use crate::duplicates::{Bank, Relation};
use crate::words::Text;
use crate::{Item, ItemId};

/// A rule about a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SetRule {
    /// One letter has more keys than its share.
    KeyLetterSkew,
    /// Four or more keys in a row on one letter.
    KeyLetterRun,
    /// The keys repeat a short pattern.
    KeyLetterPattern,
    /// The longest option is the key far more often than by chance.
    LongestKeyShare,
    /// Two items ask the same in the same words.
    RepeatedStem,
    /// Two items ask the same in like words, or like things with other numbers.
    NearDuplicate,
}

impl SetRule {
    pub const fn name(self) -> &'static str {
        match self {
            Self::KeyLetterSkew => "key_letter_skew",
            Self::KeyLetterRun => "key_letter_run",
            Self::KeyLetterPattern => "key_letter_pattern",
            Self::LongestKeyShare => "longest_key_share",
            Self::RepeatedStem => "repeated_stem",
            Self::NearDuplicate => "near_duplicate",
        }
    }
}

/// One flaw of a set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SetFlaw {
    pub rule: SetRule,
    pub severity: Severity,
    /// What was counted.
    pub detail: String,
    /// The items it is about; empty for the whole set.
    pub items: Vec<ItemId>,
}

impl From<SetFlaw> for Finding {
    fn from(flaw: SetFlaw) -> Self {
        Finding::new(flaw.rule.name(), flaw.severity, flaw.detail)
    }
}

/// The flaws of a set, whose order is the order in which it is asked.
pub fn check_set(items: &[Item]) -> Vec<SetFlaw> {
    let mut flaws = Vec::new();
    let keys: Vec<_> = items.iter().filter_map(|item| item.key_place().map(|place| (item, place))).collect();
    letters(&keys, &mut flaws);
    runs(&keys, &mut flaws);
    pattern(&keys, &mut flaws);
    longest(&keys, &mut flaws);
    find_repeats(items, &mut flaws);
    flaws
}

/// More keys on a letter than its share rounded up is low; so many that chance gives them less than about once in
/// a hundred sets is medium.
fn letters(keys: &[(&Item, usize)], flaws: &mut Vec<SetFlaw>) {
    if keys.len() < 4 {
        return;
    }
    for letter in 0..8 {
        let places = keys.iter().map(|(item, _)| item.options().len()).filter(|count| *count > letter);
        let (expected, variance) = places.fold((0.0, 0.0), |(sum, spread), count| {
            let share = 1.0 / count as f64;
            (sum + share, spread + share * (1.0 - share))
        });
        let found = keys.iter().filter(|(_, place)| *place == letter).count();
        if found as f64 > f64::ceil(expected) {
            // Eight letters are looked at, so each must be rarer than one in a hundred: 2.9 deviations.
            let rare = found as f64 - expected > 2.9 * f64::sqrt(variance);
            flaws.push(SetFlaw {
                rule: SetRule::KeyLetterSkew,
                severity: if rare { Severity::Medium } else { Severity::Low },
                detail: format!(
                    "{found} of {} keys are {}; even would be {expected:.1}",
                    keys.len(),
                    crate::Label::at(letter)
                ),
                items: Vec::new(),
            });
        }
    }
}

fn runs(keys: &[(&Item, usize)], flaws: &mut Vec<SetFlaw>) {
    for run in keys.chunk_by(|a, b| a.1 == b.1).filter(|run| run.len() >= 4) {
        flaws.push(SetFlaw {
            rule: SetRule::KeyLetterRun,
            severity: Severity::Low,
            detail: format!("{} keys in a row are {}", run.len(), crate::Label::at(run[0].1)),
            items: run.iter().map(|(item, _)| item.id.clone()).collect(),
        });
    }
}

fn pattern(keys: &[(&Item, usize)], flaws: &mut Vec<SetFlaw>) {
    let repeats = |period: usize| keys.iter().zip(keys.iter().skip(period)).all(|(a, b)| a.1 == b.1);
    let found = (2..=8).find(|period| keys.len() >= 8.max(3 * period) && repeats(*period));
    if let Some(period) = found.filter(|_| keys.iter().any(|key| key.1 != keys[0].1)) {
        let letters: String = keys.iter().take(period).map(|(_, place)| crate::Label::at(*place).0).collect();
        flaws.push(SetFlaw {
            rule: SetRule::KeyLetterPattern,
            severity: Severity::Medium,
            detail: format!("the keys repeat {letters}"),
            items: Vec::new(),
        });
    }
}

fn longest(keys: &[(&Item, usize)], flaws: &mut Vec<SetFlaw>) {
    let (mut found, mut counted, mut expected, mut variance) = (0usize, 0usize, 0.0, 0.0);
    for (item, place) in keys {
        let lengths: Vec<_> =
            item.options().iter().map(|option| Text::new(option.text.as_str()).length()).collect();
        let top = lengths.iter().max().copied().unwrap_or(0);
        // Without one option that is longer than the rest, length tells nothing.
        if lengths.iter().filter(|length| **length == top).count() != 1 {
            continue;
        }
        let share = 1.0 / lengths.len() as f64;
        counted += 1;
        expected += share;
        variance += share * (1.0 - share);
        found += usize::from(lengths.get(*place) == Some(&top));
    }
    if counted >= 8 && found as f64 - expected > 2.33 * f64::sqrt(variance) {
        flaws.push(SetFlaw {
            rule: SetRule::LongestKeyShare,
            severity: Severity::Medium,
            detail: format!(
                "the key is the longest option in {found} of {counted}; chance gives {expected:.1}"
            ),
            items: Vec::new(),
        });
    }
}

/// An item is told of once, with the earlier one that is most like it.
fn find_repeats(items: &[Item], flaws: &mut Vec<SetFlaw>) {
    let mut stems: HashMap<String, ItemId> = HashMap::with_capacity(items.len());
    let mut bank = Bank::new();
    for item in items {
        let stem = Text::new(item.stem.as_str()).flat().to_owned();
        let earlier = stems.get(&stem).filter(|_| !stem.is_empty());
        let near = bank.find(item).into_iter().next();
        // "Which of these is a prime?" may be asked of several lists; the id tells those apart.
        let found = match (earlier, near) {
            (Some(id), _) if *id == item.id => Some((SetRule::RepeatedStem, Severity::High, id.clone())),
            (Some(id), _) => Some((SetRule::RepeatedStem, Severity::Low, id.clone())),
            (None, Some(near)) if near.relation == Relation::SameTemplate => {
                Some((SetRule::NearDuplicate, Severity::Low, near.id))
            }
            (None, Some(near)) => Some((SetRule::NearDuplicate, Severity::Medium, near.id)),
            (None, None) => None,
        };
        if let Some((rule, severity, id)) = found {
            let detail = format!("asked twice: {}", item.stem.as_str().trim());
            flaws.push(SetFlaw { rule, severity, detail, items: vec![id, item.id.clone()] });
        }
        stems.entry(stem).or_insert_with(|| item.id.clone());
        bank.add(item);
    }
}
