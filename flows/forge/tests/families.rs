//! Every family, at every difficulty, over many seeds: its items are verified, clean and varied.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may panic, and says what it counted")]

use std::collections::{BTreeMap, BTreeSet};

use tutti_forge::native::{Family, design, families, implement};
use tutti_forge::report::{ItemVerdict, Layer};
use tutti_forge::verify::{Blind, verify};
use tutti_forge::{BUILT_IN, Brief, Difficulty, Idea, Order, Package, Schema, read_library};

/// Items made of each family at each difficulty.
const EACH: u64 = 40;

fn schema(id: &str) -> Schema {
    read_library(BUILT_IN).unwrap().into_iter().find(|schema| schema.id == id).unwrap()
}

fn make_package(family: &Family, difficulty: Difficulty, slot: u64) -> Package {
    let brief = Brief { schema: schema(&family.schema), difficulty, seed: 7, slot, refused: Vec::new() };
    let idea = Idea { family: Some(family.name.clone()), ..design(&brief).unwrap() };
    let order = Order { brief, idea, attempt: 0, failed: Vec::new() };
    implement(&order)
        .unwrap_or_else(|problem| panic!("{} {} {difficulty}: {problem}", family.schema, family.name))
}

fn each() -> impl Iterator<Item = (&'static Family, Difficulty)> {
    families().flat_map(|family| Difficulty::ALL.map(|difficulty| (family, difficulty)))
}

#[test]
fn every_item_is_proved() {
    for (family, difficulty) in each() {
        for slot in 0..EACH {
            let package = make_package(family, difficulty, slot);
            let report = verify(&package, &Blind::NotAsked);
            let layers = report.layers.unwrap();
            let all = [layers.form, layers.syllabus, layers.proof, layers.paths] == [Layer::Pass; 4];
            assert!(
                report.verdict == ItemVerdict::Pass && all,
                "{} {} {difficulty} slot {slot}: {report:#?}\n{package:#?}",
                family.schema,
                family.name
            );
        }
    }
}

/// Stems differ in more than their numbers, and numbers differ from item to item.
#[test]
fn items_of_a_family_vary() {
    for (family, difficulty) in each() {
        let stems: Vec<String> =
            (0..EACH).map(|slot| make_package(family, difficulty, slot).question.stem).collect();
        let distinct: BTreeSet<&String> = stems.iter().collect();
        let wordless = |stem: &String| stem.replace(|c: char| c.is_ascii_digit(), "");
        let wordings: BTreeSet<String> = stems.iter().map(wordless).collect();
        assert!(
            distinct.len() * 10 >= stems.len() * 7 && wordings.len() >= 3,
            "{} {} {difficulty}: {} stems, {} wordings of {}",
            family.schema,
            family.name,
            distinct.len(),
            wordings.len(),
            stems.len()
        );
    }
}

#[test]
fn every_schema_has_its_families() {
    let mut by_schema: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for family in families() {
        assert!(by_schema.entry(&family.schema).or_default().insert(&family.name), "{} twice", family.name);
        assert!(
            family.wrong_paths.len() >= 3 && !family.idea.contains(|c: char| c.is_ascii_digit()),
            "{}",
            family.name
        );
    }
    for (schema, families) in &by_schema {
        assert!(families.len() >= 3, "{schema} has {} families", families.len());
    }
}

/// A thing that begins with a vowel has `an` before it. A point called A has none.
#[test]
fn articles_fit_their_nouns() {
    let mut odd = BTreeSet::new();
    for (family, difficulty) in each() {
        for slot in 0..EACH {
            let package = make_package(family, difficulty, slot);
            let text = format!("{} {}", package.question.stem, package.solution.reasoning);
            let words: Vec<&str> = text.split_whitespace().collect();
            for pair in words.windows(2) {
                let vowel = pair[1].starts_with(['a', 'e', 'i', 'o', 'u']);
                let sounds_otherwise =
                    ["uni", "use", "one", "eu"].iter().any(|start| pair[1].starts_with(start));
                let point = pair[0] == "A" && ["and", "is", "exerts", "or", "are", "on"].contains(&pair[1]);
                let wrong = ["a", "A"].contains(&pair[0]) && vowel && !sounds_otherwise && !point;
                if wrong {
                    odd.insert(format!("{} {}: {} {}", family.schema, family.name, pair[0], pair[1]));
                }
            }
        }
    }
    assert!(odd.is_empty(), "{odd:#?}");
}
