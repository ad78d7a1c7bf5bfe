//! How many injected flaws are found, and how many findings are false.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::print_stdout, reason = "the table is what the test is for")]
#![allow(
    clippy::too_many_lines,
    clippy::assigning_clones,
    reason = "a mutator is a list of cases, read one at a time"
)]

mod labelled_items;
mod mutate;

use std::collections::BTreeMap;

use tutti_core::Severity;
use tutti_item::{
    Item, cues,
    duplicates::{Bank, Relation},
    flaws::{self, Rule},
};

fn rules(item: &Item) -> Vec<Rule> {
    flaws::check(item).into_iter().map(|flaw| flaw.rule).collect()
}

fn texts(item: &Item) -> Vec<&str> {
    item.options().iter().map(|option| option.text.as_str()).collect()
}

#[test]
fn clean_items_have_no_serious_flaw() {
    let items = labelled_items::clean();
    assert!(items.len() >= 60);
    for item in &items {
        assert_eq!(item.validate(), [], "{}", item.stem);
        for flaw in flaws::check(item) {
            println!("{} {:?} {} | {}", flaw.rule, flaw.severity, flaw.quote, item.stem);
            assert_ne!(flaw.severity, Severity::High);
        }
    }
    let serious: Vec<_> =
        flaws::check_set(&items).into_iter().filter(|flaw| flaw.severity > Severity::Low).collect();
    assert_eq!(serious, []);
}

/// Recall is over the injected flaws; a flag on the clean item that was spoiled is a false one. The last column is
/// how often the rule fires on items spoiled in another way: some of these are right, for a spoiled item may well
/// have two flaws.
#[test]
fn injected_flaws_are_found() {
    let items = labelled_items::clean();
    let clean: Vec<_> = items.iter().map(rules).collect();
    // What each spoiled item shows: the rule it was spoiled by, the place of the clean item, the rules that fired.
    let mut spoiled = Vec::new();
    for rule in Rule::ALL.iter().copied() {
        for (turn, item) in items.iter().enumerate() {
            if let Some(mutant) = mutate::mutate(item, rule, turn) {
                spoiled.push((rule, turn, rules(&mutant), mutant));
            }
        }
    }
    println!("| rule | injected | recall | precision | elsewhere |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    let mut poor = Vec::new();
    for rule in Rule::ALL.iter().copied() {
        let (mut injected, mut found, mut false_flags, mut others, mut fired) =
            (0u32, 0u32, 0u32, 0u32, 0u32);
        for (by, turn, shown, mutant) in &spoiled {
            let (before, after) = (clean[*turn].contains(&rule), shown.contains(&rule));
            if *by != rule {
                others += 1;
                fired += u32::from(after && !before);
                continue;
            }
            injected += 1;
            found += u32::from(after);
            false_flags += u32::from(before);
            if !after {
                println!("missed {rule}: {} {:?}", mutant.stem, texts(mutant));
            }
        }
        let recall = f64::from(found) / f64::from(injected.max(1));
        let precision = f64::from(found) / (f64::from(found) + f64::from(false_flags)).max(1.0);
        let elsewhere = 100.0 * f64::from(fired) / f64::from(others);
        println!("| {rule} | {injected} | {recall:.2} | {precision:.2} | {elsewhere:.1} % |");
        if injected < 10 || recall < 0.9 || precision < 0.9 {
            poor.push(rule);
        }
    }
    assert_eq!(poor, [], "these rules miss the mark");
}

/// The cues that a spoiled item has, and a clean one has not.
#[test]
fn the_test_wise_solver_needs_cues() {
    let items = labelled_items::clean();
    let clean = cues::expected_score(&items);
    println!("clean: {clean:?}");
    assert!(clean.expected < clean.chance + 0.03, "{clean:?}");
    assert!(clean.hits < clean.chance + 2.0 * clean.standard_error, "{clean:?}");
    for rule in [
        Rule::LongestKey,
        Rule::StemEcho,
        Rule::GrammaticalCue,
        Rule::ConvergenceCue,
        Rule::KeyStandsOut,
        Rule::LogicalCue,
    ] {
        let spoiled: Vec<_> =
            items.iter().enumerate().filter_map(|(turn, item)| mutate::mutate(item, rule, turn)).collect();
        let score = cues::expected_score(&spoiled);
        let cracked = spoiled
            .iter()
            .filter(|item| cues::guess(item).unwrap().decisive_cue(item.key_place().unwrap()).is_some())
            .count();
        println!(
            "{rule}: expected {:.2}, hits {:.2}, chance {:.2}, cracked {cracked} of {}",
            score.expected, score.hits, score.chance, score.items
        );
        assert!(score.hits > score.chance + 3.0 * score.standard_error, "{rule}: {score:?}");
        assert!(score.expected > 1.5 * score.chance, "{rule}: {score:?}");
    }
}

/// Whole items written for one flaw each, in wordings that the lists were not written for. The first set has since
/// been used to widen the rules. The second was set aside, but by the hand that then widened them: ten of its fifteen
/// gains share a word with the widening, so what it shows is the most one may hope for. The third was read, not used.
/// What to expect of others' items only items by others can tell.
#[test]
fn flaws_in_other_words() {
    let (recall, alarms) = measure("seen", labelled_items::seen_items());
    assert!(recall >= 0.9 && alarms <= 0.1, "{recall} {alarms}");
    let (recall, alarms) = measure("known", labelled_items::known_items());
    assert!(recall >= 0.7 && alarms <= 0.1, "{recall} {alarms}");
    let (recall, alarms) = measure("held out", labelled_items::held_out_items());
    assert!(recall >= 0.7 && alarms <= 0.1, "{recall} {alarms}");
}

/// What a rule looks at.
fn family(rule: Rule) -> &'static str {
    match rule {
        Rule::NoneOfTheAbove
        | Rule::AllOfTheAbove
        | Rule::AbsoluteTerms
        | Rule::VagueTerms
        | Rule::SourcePhrase
        | Rule::SourceTrivia => "phrases",
        Rule::NegativeStem
        | Rule::NegativeNotEmphasised
        | Rule::DoubleNegative
        | Rule::FillInTheBlank
        | Rule::UnfocusedStem
        | Rule::Ambiguous
        | Rule::Gratuitous => "stem",
        Rule::LongestKey
        | Rule::StemEcho
        | Rule::KeyStandsOut
        | Rule::GrammaticalCue
        | Rule::ConvergenceCue
        | Rule::AnswerInStem
        | Rule::LogicalCue => "key",
        _ => "options",
    }
}

/// The share of flaws that are found, and of clean items flagged above low.
fn measure(what: &str, items: Vec<(Option<Rule>, Item)>) -> (f64, f64) {
    let (mut flawed, mut found, mut clean, mut flagged) = (0u32, 0u32, 0u32, 0u32);
    let mut families: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    for (rule, item) in items {
        let shown = flaws::check(&item);
        let Some(rule) = rule else {
            clean += 1;
            flagged += u32::from(shown.iter().any(|flaw| flaw.severity > Severity::Low));
            for flaw in shown {
                println!("false alarm {} {:?} {:?}: {}", flaw.rule, flaw.severity, flaw.quote, item.stem);
            }
            continue;
        };
        flawed += 1;
        let (of_family, found_of_family) = families.entry(family(rule)).or_default();
        *of_family += 1;
        if shown.iter().any(|flaw| flaw.rule == rule) {
            found += 1;
            *found_of_family += 1;
        } else {
            println!("missed {rule}: {} {:?}", item.stem, texts(&item));
        }
    }
    for (family, (flawed, found)) in families {
        println!("{what}, {family}: {found} of {flawed}");
    }
    println!("{what}: {found} of {flawed} flaws found; {flagged} of {clean} clean items flagged above low");
    (f64::from(found) / f64::from(flawed), f64::from(flagged) / f64::from(clean))
}

/// Other numbers are a template, other order is a rewording, and no two clean items are alike.
#[test]
fn near_duplicates_of_clean_items() {
    let items = labelled_items::clean();
    let mut bank = Bank::new();
    for item in &items {
        assert_eq!(bank.find(item), [], "{}", item.stem);
        bank.add(item);
    }
    let (mut templates, mut renumbered, mut turned_round) = (0, 0, 0);
    for item in &items {
        let options = || item.options().iter().map(|option| option.text.clone());
        let first = |stem: &str| {
            let found = bank.find(&Item::multiple_choice(stem, options(), 0)).into_iter().next();
            found.filter(|found| found.id == item.id).map(|found| found.relation)
        };
        let stem = item.stem.as_str();
        if let Some(digit) = stem.find(|c: char| c.is_ascii_digit()) {
            templates += 1;
            let other = format!("{}7{}", &stem[..digit], &stem[digit..]);
            renumbered += usize::from(first(&other) == Some(Relation::SameTemplate));
        }
        // The first half of the words after the second, which breaks one pair of neighbours and adds another.
        let words: Vec<_> = stem.trim_end_matches('?').split(' ').collect();
        let (head, tail) = words.split_at(words.len() / 2);
        let other = format!("{}, {}?", tail.join(" "), head.join(" "));
        turned_round += usize::from(matches!(first(&other), Some(Relation::Same | Relation::Reworded)));
    }
    println!("{renumbered} of {templates} templates, {turned_round} of {} rewordings found", items.len());
    assert_eq!(renumbered, templates);
    assert!(turned_round * 20 >= items.len() * 19);
}
