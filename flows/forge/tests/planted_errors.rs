//! Errors planted in accepted items, one kind at a time: the verifier finds them, and passes the unchanged items.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may panic, and says what it counted")]

#[path = "planted_errors/claims.rs"]
mod claims;
#[path = "planted_errors/forms.rs"]
mod forms;

use std::collections::BTreeSet;

use tutti_forge::dice::Dice;
use tutti_forge::native::{design, implement};
use tutti_forge::report::ItemVerdict;
use tutti_forge::verify::{Blind, verify};
use tutti_forge::{BUILT_IN, Order, Package, briefs, read_library};

const ITEMS: u64 = 300;
const SEED: u64 = 7;
const LEAST: f64 = 0.99;

/// What one kind of error makes of an item.
#[derive(Default)]
pub(crate) struct Plants {
    pub(crate) wrong: Vec<Package>,
    /// Changes that left a right item, by an argument that does not ask the verifier.
    pub(crate) harmless: usize,
}

impl From<Vec<Package>> for Plants {
    fn from(wrong: Vec<Package>) -> Self {
        Self { wrong, harmless: 0 }
    }
}

/// None planted means that the kind does not apply.
pub(crate) type Planter = fn(&Package, &mut Dice) -> Plants;

fn passes(package: &Package) -> bool {
    verify(package, &Blind::NotAsked).verdict == ItemVerdict::Pass
}

fn accepted_packages() -> Vec<Package> {
    let schemas = read_library(BUILT_IN).unwrap();
    let briefs = briefs(ITEMS, SEED, &schemas, [1.0, 1.0, 1.0]);
    let kinds: BTreeSet<(&str, usize)> =
        briefs.iter().map(|brief| (brief.schema.id.as_str(), brief.difficulty as usize)).collect();
    assert_eq!(kinds.len(), 14 * 3);
    let made = briefs.into_iter().map(|brief| {
        let idea = design(&brief).unwrap();
        implement(&Order { brief, idea, attempt: 0, failed: Vec::new() }).unwrap()
    });
    made.collect()
}

/// One line of the table; whether enough was caught.
fn check(kind: &str, planter: Planter, items: &[Package]) -> bool {
    let (mut planted, mut caught, mut harmless) = (0, 0, 0);
    let mut missed = Vec::new();
    for (place, item) in (0..).zip(items) {
        let plants = planter(item, &mut Dice::new(SEED, &[place, kind.len() as u64]));
        harmless += plants.harmless;
        for wrong in plants.wrong {
            assert!(wrong != *item, "{kind} changes nothing in {item:#?}");
            planted += 1;
            if passes(&wrong) { missed.push(wrong) } else { caught += 1 }
        }
    }
    let share = f64::from(caught) / f64::from(planted.max(1));
    eprintln!("{kind:<58} {planted:>5} {caught:>5} {:>6.1} % {harmless:>5} harmless", share * 100.0);
    let enough = planted > 0 && share >= LEAST;
    if !enough {
        for package in missed.iter().take(5) {
            eprintln!("  missed: {}", serde_json::to_string(package).unwrap());
        }
    }
    enough
}

#[test]
fn planted_errors_are_caught() {
    let items = accepted_packages();
    let untouched = items.iter().filter(|item| passes(item)).count();
    eprintln!("{untouched} of {} untouched items pass", items.len());
    assert!(untouched as f64 >= LEAST * items.len() as f64);
    eprintln!("{:<58} {:>5} {:>5} {:>8}", "kind", "sown", "caught", "");
    let few: Vec<&str> = forms::KINDS
        .iter()
        .chain(claims::KINDS)
        .filter(|(kind, planter)| !check(kind, *planter, &items))
        .map(|(kind, _)| *kind)
        .collect();
    assert!(few.is_empty(), "less than {LEAST} caught of: {few:?}");
}
