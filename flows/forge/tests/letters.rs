//! A thousand items of one run: the key positions, and what a test-wise candidate gains from them.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may panic, and says what it counted")]

use std::collections::BTreeMap;

use tutti_forge::native::{design, implement};
use tutti_forge::{BUILT_IN, Order, Package, briefs, item_of, read_library};
use tutti_item::{Item, cues};

fn packages() -> Vec<Package> {
    let schemas = read_library(BUILT_IN).unwrap();
    let made = briefs(1000, 7, &schemas, [0.3, 0.5, 0.2]).into_iter().map(|brief| {
        let idea = design(&brief).unwrap();
        implement(&Order { brief, idea, attempt: 0, failed: Vec::new() }).unwrap()
    });
    made.collect()
}

#[test]
fn letters_are_even_and_cues_lead_nowhere() {
    let packages = packages();
    let mut letters: BTreeMap<usize, BTreeMap<String, usize>> = BTreeMap::new();
    for package in &packages {
        let question = &package.question;
        let of_size = letters.entry(question.options.len()).or_default();
        *of_size.entry(question.correct_option.clone()).or_default() += 1;
    }
    for (options, counts) in &letters {
        let total: usize = counts.values().sum();
        let shares: BTreeMap<&str, f64> =
            counts.iter().map(|(letter, count)| (letter.as_str(), *count as f64 / total as f64)).collect();
        eprintln!("{options} options, {total} items: {shares:.3?}");
        for (letter, share) in shares {
            let off = (share - 1.0 / *options as f64).abs();
            assert!(off <= 0.03, "{letter} of {options} is the key of {share:.3} of {total}");
        }
    }
    let items: Vec<Item> = packages.iter().map(item_of).collect();
    let score = cues::expected_score(&items);
    eprintln!("test-wise: {score:.3?}");
    assert!((score.hits - score.chance).abs() <= 0.03, "{score:?}");
    assert!((score.expected - score.chance).abs() <= 0.03, "{score:?}");
}
