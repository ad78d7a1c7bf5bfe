#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../../../../tests/src/known_wrong.rs"]
mod known_wrong;

use super::*;
use crate::candidate::{Level, Offered};
use known_wrong::known_wrong;

const TEXT: &str = "Planting hedges\n\
    A hedge of hornbeam is planted between November and March, while the ground is free of frost. The plants stand 25\n\
    centimetres apart, and each is cut back by a third in its first spring so that it branches near the ground.\n\
    Hornbeam keeps its brown leaves through the winter, which shelters nesting birds.\n\
    In dry summers a young hedge needs 10 litres of water for each metre every week.\n";

#[test]
fn samples_are_read_with_and_without_keys() {
    let text = "Sample questions\n\n\
        1. When is a hornbeam hedge\nplanted?\nA) In May\nB) Between November and\nMarch\n*C) In July\n\n\
        Q2) How far apart?\n(a) 25 centimetres\n(b) 50 centimetres\nAnswer: a\n\
        3. Name a hedge plant.\n\
        4. What shelters birds?\nA. Leaves\nB. Roots\n\nAnswers\n4. B\n";
    let found = samples(text);
    assert_eq!(found.len(), 4);
    let shown: Vec<(usize, &str, Vec<&str>, Option<usize>)> = found[..3]
        .iter()
        .map(|sample| {
            let options = sample.options.iter().map(String::as_str).collect();
            (sample.number, sample.question.as_str(), options, sample.key)
        })
        .collect();
    assert_eq!(
        shown,
        [
            (
                1,
                "When is a hornbeam hedge planted?",
                vec!["In May", "Between November and March", "In July"],
                Some(2)
            ),
            (2, "How far apart?", vec!["25 centimetres", "50 centimetres"], Some(0)),
            (3, "Name a hedge plant.", vec![], None),
        ]
    );
    let fourth = found.last().unwrap();
    assert_eq!((fourth.number, fourth.question.as_str(), fourth.key), (4, "What shelters birds?", Some(1)));
    // The heading above the list of answers is taken for the end of the last option.
    let options = |texts: [&str; 2]| texts.map(str::to_owned).to_vec();
    known_wrong(&fourth.options, &options(["Leaves", "Roots Answers"]), &options(["Leaves", "Roots"]));
    assert!(samples("").is_empty());
}

fn sample(question: &str, options: &[&str], key: Option<usize>) -> Sample {
    Sample {
        number: 1,
        question: question.to_owned(),
        options: options.iter().map(|o| (*o).to_owned()).collect(),
        key,
    }
}

/// `in`, `partial` or `out`.
#[track_caller]
fn check(sample: Sample, expected: &str) {
    let shown = sample.question.clone();
    let found = extract(&ToExtract { reference: TEXT.to_owned(), samples: vec![sample] }).unwrap();
    let place = match (found.in_scope.len(), found.partial.len(), found.out_of_scope.len()) {
        (1, 0, 0) => "in",
        (0, 1, 0) => "partial",
        _ => "out",
    };
    assert_eq!(place, expected, "{shown}: {found:?}");
    assert!(found.all().all(|sorted| !sorted.reason.is_empty()));
    assert!(found.partial.iter().all(|sorted| !sorted.adaptation.is_empty()));
}

#[test]
fn samples_are_sorted_by_what_the_reference_says() {
    check(
        sample(
            "How far apart do hornbeam plants stand in a hedge?",
            &["25 centimetres", "10 centimetres"],
            Some(0),
        ),
        "in",
    );
    check(sample("How much water does a young hedge need in dry summers?", &[], None), "in");
    check(
        sample("Which mineral fertiliser prevents chlorosis of azaleas?", &["Iron chelate", "Urea"], Some(0)),
        "out",
    );
    check(
        sample(
            "Which fungus attacks a young hornbeam hedge in dry summers?",
            &["Mildew", "Rust", "Honey fungus"],
            Some(0),
        ),
        "partial",
    );
    check(
        sample(
            "What does a young hedge need in dry summers?",
            &["10 litres of water each week", "Superphosphate granules", "Copper sulphate", "Peat mulch"],
            Some(0),
        ),
        "partial",
    );
}

#[test]
fn the_scope_names_topics_and_facts() {
    let found = extract(&ToExtract {
        reference: TEXT.to_owned(),
        samples: vec![sample("Which mineral fertiliser prevents chlorosis of azaleas?", &[], None)],
    })
    .unwrap();
    assert_eq!(found.scope.topics, ["Planting hedges"]);
    assert!(found.scope.facts.iter().any(|fact| fact.contains("10 litres")), "{:?}", found.scope.facts);
    assert!(found.scope.not_covered.iter().any(|word| word == "chlorosis"), "{:?}", found.scope.not_covered);
}

#[test]
fn a_copy_is_known() {
    let candidate = |question: &str, options: &[&str]| Candidate {
        question_id: String::new(),
        level: Level::Remembering,
        question: question.to_owned(),
        options: options
            .iter()
            .map(|text| Offered {
                text: (*text).to_owned(),
                draw: None,
                misconception: String::new(),
                evidence: String::new(),
            })
            .collect(),
        key: 0,
        concept: String::new(),
        target: None,
    };
    let samples =
        [sample("How far apart do hornbeam plants stand?", &["25 cm", "50 cm", "75 cm", "100 cm"], Some(0))];
    let check = |question: &str, options: &[&str], expected: Option<usize>| {
        assert_eq!(
            find_copied(&candidate(question, options), &samples, Language::English),
            expected,
            "{question}"
        );
    };
    check("How far apart do hornbeam plants stand?", &["20 cm", "30 cm"], Some(1));
    check(
        "How far apart should hornbeam plants stand in rows?",
        &["25 cm", "50 cm", "75 cm", "90 cm"],
        Some(1),
    );
    check("When is a hornbeam hedge cut back?", &["In its first spring", "In its second summer"], None);
}
