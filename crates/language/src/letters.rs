//! The likelihood of a text's letters in each language, given the two letters before each.
//!
//! The tables are in `letters/`, one per language; a sentence is enough to distinguish most languages.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::Language;

/// The languages that have a table, in the order of the costs below.
pub(crate) const LANGUAGES: [Language; 6] = [
    Language::English,
    Language::Bokmal,
    Language::Nynorsk,
    Language::Danish,
    Language::Swedish,
    Language::German,
];

const TABLES: [&str; 6] = [
    include_str!("letters/english.txt"),
    include_str!("letters/bokmal.txt"),
    include_str!("letters/nynorsk.txt"),
    include_str!("letters/danish.txt"),
    include_str!("letters/swedish.txt"),
    include_str!("letters/german.txt"),
];

/// What a letter costs after the ones before it, in half units of −ln p.
type Cost = u16;

/// For a letter that a table has at shorter length only.
const SHORTER: Cost = 2;
/// For a letter that a table does not have.
const UNKNOWN: Cost = 28;

/// A letter and the two before it in its word; `\0` where the word has none.
type Letters = [char; 3];

/// What the letters of a lowercase word cost in each of [`LANGUAGES`].
pub(crate) fn costs(word: &str) -> [u32; 6] {
    let tables = tables();
    let mut sums = [0; 6];
    let mut last: Letters = ['\0'; 3];
    for letter in word.chars() {
        last = [last[1], last[2], letter];
        let [first, second, third] = last;
        let known = [last, ['\0', second, third], ['\0', '\0', third]].map(|letters| tables.get(&letters));
        // At the beginning of a word the shorter ones are the same.
        let from = if first != '\0' {
            0
        } else if second != '\0' {
            1
        } else {
            2
        };
        for (language, sum) in sums.iter_mut().enumerate() {
            let cost = (0..).zip(&known[from..]).find_map(|(shorter, costs)| {
                costs.and_then(|costs| costs[language]).map(|cost| cost + shorter * SHORTER)
            });
            *sum += u32::from(cost.unwrap_or(UNKNOWN));
        }
    }
    sums
}

fn tables() -> &'static HashMap<Letters, [Option<Cost>; 6]> {
    static ALL: OnceLock<HashMap<Letters, [Option<Cost>; 6]>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all: HashMap<Letters, [Option<Cost>; 6]> = HashMap::new();
        for (language, table) in TABLES.into_iter().enumerate() {
            for line in table.lines().filter(|line| !line.starts_with('#')) {
                let Some((before, after)) = line.split_once(' ') else { continue };
                let mut before = before.chars().filter(|c| *c != '-').rev();
                let (second, first) = (before.next().unwrap_or('\0'), before.next().unwrap_or('\0'));
                let mut after = after.chars();
                while let (Some(letter), Some(cost)) = (after.next(), after.next()) {
                    let costs = all.entry([first, second, letter]).or_default();
                    costs[language] = cost.to_digit(36).map(|cost| cost as Cost);
                }
            }
        }
        all
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_whole() {
        for (language, table) in LANGUAGES.into_iter().zip(TABLES) {
            for line in table.lines().filter(|line| !line.starts_with('#')) {
                let (before, after) = line.split_once(' ').unwrap();
                assert!((1..=2).contains(&before.chars().count()), "{language:?}: {line}");
                assert_eq!(after.chars().count() % 2, 0, "{language:?}: {line}");
                let odd = after.chars().skip(1).step_by(2).find(|cost| !cost.is_digit(36));
                assert_eq!(odd, None, "{language:?}: {line}");
            }
        }
    }

    #[test]
    fn a_word_costs_least_in_its_own_language() {
        for (word, language) in [
            ("through", Language::English),
            ("ikkje", Language::Nynorsk),
            ("människor", Language::Swedish),
            ("zwischen", Language::German),
            ("kjærlighet", Language::Bokmal),
            ("hvorfor", Language::Danish),
        ] {
            let costs = costs(word);
            let least = LANGUAGES.into_iter().zip(costs).min_by_key(|(_, cost)| *cost).unwrap();
            assert_eq!(least.0, language, "{word}: {costs:?}");
        }
        assert_eq!(costs(""), [0; 6]);
    }
}
