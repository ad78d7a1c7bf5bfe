#![allow(clippy::unwrap_used, reason = "a test may panic")]

use super::*;
use crate::order::Asked;

const TEXT: &str = "CARING FOR BONSAI\n\
    12 Garden Review\n\
    A bonsai is a tree that is kept small in a shallow pot by pruning its shoots and roots. Most species need a cold rest in\n\
    winter, and a tree without it dies within two years.\n\
    Watering\n\
    Akadama is a baked clay from Japan that holds water and air at the same time. A pot with akadama is watered when its surface turns\n\
    light, because the clay changes colour as it dries. In summer a pot may need water twice a day.\n\
    Repotting\n\
    Young trees are repotted every 2 years and old trees every 5 years. Repotting is done in early spring, before the buds open. At\n\
    most a third of the root ball is cut away. A conifer must keep its old soil on one side, since its roots live with a\n\
    fungus called mycorrhiza that dies if all the soil is washed off.\n\
    Wiring\n\
    Copper wire is wound round a branch at an angle of 45 degrees and stays for three to six months. If the wire cuts into the bark, it\n\
    is cut off in pieces and not unwound.\n";

fn question(id: &str, level: Level, question: &str, options: &[&str]) -> Asked {
    Asked {
        question_id: id.to_owned(),
        level,
        question: question.to_owned(),
        options: options.iter().map(|text| (*text).to_owned()).collect(),
        key: Some(0),
    }
}

fn map() -> CoverageMap {
    cover(&ToCover {
        reference: TEXT.to_owned(),
        existing: vec![
            question(
                "CQ1",
                Level::Remembering,
                "How often are old trees repotted?",
                &["Every 5 years", "Every 2 years"],
            ),
            question(
                "CQ2",
                Level::Understanding,
                "Why does akadama turn light?",
                &["The clay dries", "The sun bleaches it"],
            ),
        ],
    })
    .unwrap()
}

#[test]
fn what_is_asked_is_covered_and_the_rest_is_not() {
    let map = map();
    let covered = |name: &str| {
        map.covered_concepts.iter().find(|covered| covered.concept.to_lowercase().contains(name))
    };
    let under = |name: &str| {
        map.under_covered_concepts.iter().any(|under| under.concept.to_lowercase().contains(name))
    };
    assert_eq!(
        covered("akadama").map(|covered| covered.tested_by.clone()),
        Some(vec!["CQ2".to_owned()]),
        "{map:#?}"
    );
    assert!(under("wire"), "{map:#?}");
    assert!(under("soil"), "{map:#?}");
    let names = map.covered_concepts.iter().map(|covered| &covered.concept);
    let names = names.chain(map.under_covered_concepts.iter().map(|under| &under.concept));
    assert!(names.into_iter().all(|name| !name.to_lowercase().contains("review")), "{map:#?}");
}

#[test]
fn the_summary_adds_up_and_the_best_come_first() {
    let map = map();
    let summary = &map.coverage_summary;
    assert_eq!(
        summary.total_reference_concepts,
        map.covered_concepts.len() + map.under_covered_concepts.len()
    );
    assert_eq!(summary.concepts_tested_by_cq1_cq9, map.covered_concepts.len());
    assert_eq!(summary.concepts_not_tested, map.under_covered_concepts.len());
    let worth: Vec<u8> = map
        .under_covered_concepts
        .iter()
        .map(|under| under.importance as u8 + under.testability as u8)
        .collect();
    assert!(worth.windows(2).all(|pair| pair[0] >= pair[1]), "{worth:?}");
    for under in &map.under_covered_concepts {
        assert!(under.rationale.ends_with('.') && !under.suggested_bloom_levels.is_empty(), "{under:?}");
    }
}

#[test]
fn no_questions_cover_nothing_and_no_text_has_no_concepts() {
    let map = cover(&ToCover { reference: TEXT.to_owned(), existing: Vec::new() }).unwrap();
    assert_eq!(map.coverage_summary.coverage_percentage, "0%");
    let map = cover(&ToCover::default()).unwrap();
    assert_eq!(map.coverage_summary.total_reference_concepts, 0);
}

#[test]
fn broken_and_empty_names_are_no_concepts() {
    let page = "KEEPING BEES\n\
        A hive in the care of Mette Dahl gives 20 kilos of honey. Dahl feeds her bees from October on.\n\
        If bees have shortness of breath, the hive is too damp. Shortness of breath ends when the lid is opened for 2 hours.\n\
        Smoke lowers the chanceof stings. The chance of stings is 1 in 40 with smoke, and the chanceof stings is 1 in 4 without.\n\
        A bad situation is a hive without a queen. If the bad situation lasts for 3 weeks, the hive dies.\n\
        Visit the website of the Nordic Bee Board. The website of the Nordic Bee Board has a form with 12 fields.\n\
        The Bee Health Test asks for 30 answers. For the Bee Health Test you must know 9 mites.\n";
    let map = cover(&ToCover { reference: page.to_owned(), existing: Vec::new() }).unwrap();
    let names: Vec<String> =
        map.under_covered_concepts.iter().map(|under| under.concept.to_lowercase()).collect();
    for bad in ["chanceof", "situation", "board", "test", "october"] {
        assert!(!names.iter().any(|name| name.contains(bad)), "{bad} in {names:?}");
    }
    assert!(names.iter().any(|name| name == "shortness of breath"), "{names:?}");
    assert!(names.iter().all(|name| name != "breath"), "{names:?}");
}
