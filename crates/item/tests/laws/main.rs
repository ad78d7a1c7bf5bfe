//! Properties that hold for every item.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;

use proptest::prelude::*;
use tutti_item::{
    Body, Choice, Difficulty, DifficultySource, Evidence, Gap, Image, ImageData, Item, ItemId, Label,
    Provenance, RichText, Solution, SolutionStep, Tolerance, cues, duplicates, flaws,
};

/// Words, maths, marks and signs as people and machines write them, and anything else.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[A-Za-zæøå]{1,9}",
        2 => "-?[0-9]{1,4}(\\.[0-9]{1,2})?",
        1 => Just("\\(x^2 + 1\\)".to_owned()),
        1 => Just("![a](b.png)".to_owned()),
        1 => Just("**not**".to_owned()),
        1 => Just("all of the above".to_owned()),
        1 => Just("____".to_owned()),
        1 => Just("{{gap}}".to_owned()),
        1 => Just("\\(".to_owned()),
        1 => "\\PC{0,6}",
    ];
    prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.join(" "))
}

fn body() -> impl Strategy<Value = Body> {
    let choices = || {
        prop::collection::vec((text(), prop::option::of(text())), 0..9).prop_map(|texts| {
            let choice = |(place, (text, why)): (usize, (String, Option<String>))| Choice {
                label: Label::at(place),
                text: text.into(),
                rationale: why.map(RichText::from),
            };
            texts.into_iter().enumerate().map(choice).collect::<Vec<_>>()
        })
    };
    let label = || (0usize..9).prop_map(Label::at);
    let tolerance = prop_oneof![
        Just(Tolerance::Exact),
        text().prop_map(Tolerance::Absolute),
        text().prop_map(Tolerance::Relative)
    ];
    let gap = (text(), prop::collection::vec(text(), 0..3), prop::option::of(text()))
        .prop_map(|(name, accepts, hint)| Gap { name, accepts, hint });
    prop_oneof![
        6 => (choices(), label()).prop_map(|(options, key)| Body::MultipleChoice { options, key }),
        2 => (choices(), prop::collection::btree_set(label(), 0..4))
            .prop_map(|(options, keys)| Body::MultipleResponse { options, keys }),
        1 => any::<bool>().prop_map(|answer| Body::TrueFalse { answer }),
        1 => (text(), tolerance, prop::option::of(text()))
            .prop_map(|(value, tolerance, unit)| Body::Numeric { value, tolerance, unit }),
        1 => (prop::collection::vec(text(), 0..3), any::<bool>())
            .prop_map(|(accepts, case_sensitive)| Body::ShortAnswer { accepts, case_sensitive }),
        1 => prop::collection::vec(gap, 0..3).prop_map(|gaps| Body::Cloze { gaps }),
        1 => text().prop_map(|back| Body::Flashcard { back: back.into() }),
    ]
}

fn item() -> impl Strategy<Value = Item> {
    (text(), body(), prop::option::of(text()), any::<Option<u64>>(), 0u8..3).prop_map(
        |(stem, body, extra, seed, language)| {
            let mut item = Item::new(stem, body);
            item.seed = seed;
            item.language = [None, Some("en"), Some("nb")][usize::from(language)].map(str::to_owned);
            if let Some(extra) = extra {
                item.solution = Solution {
                    steps: vec![SolutionStep { text: extra.clone().into(), methods: vec![extra.clone()] }],
                    insight: None,
                };
                item.evidence = vec![Evidence { document: extra.clone(), block: None, quote: extra.clone() }];
                item.claim = Some(serde_json::json!({ "text": extra }));
                item.tags = BTreeSet::from([extra.clone()]);
                item.images.insert(
                    "b.png".to_owned(),
                    Image { media_type: "image/png".to_owned(), data: ImageData::inline(extra.as_bytes()) },
                );
                item.difficulty = Some(Difficulty {
                    mean: 0.5,
                    low: 0.25,
                    high: 0.75,
                    source: DifficultySource::Data { answers: 3 },
                });
                item.provenance = Provenance { flow: Some(extra), ..Provenance::default() };
            }
            item.with_content_id()
        },
    )
}

/// Every run of whitespace outside maths made another one.
fn rewrap(text: &RichText, with: &str) -> RichText {
    RichText::from(format!("{with}{}{with}", text.as_str().split(' ').collect::<Vec<_>>().join(with)))
}

proptest! {
    #[test]
    fn items_read_back_equal(item in item()) {
        let json = serde_json::to_string(&item).unwrap();
        let back: Item = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(&back, &item);
        prop_assert_eq!(back.content_hash(), item.content_hash());
    }

    #[test]
    fn the_id_survives_whitespace_and_order(item in item(), turn in 0usize..9, with in prop::sample::select(vec!["  ", "\n", " \t ", "\u{a0}"])) {
        let mut other = item.clone();
        other.stem = rewrap(&item.stem, with);
        other.seed = None;
        other.tags.clear();
        if let Body::MultipleChoice { options, .. } | Body::MultipleResponse { options, .. } = &mut other.body {
            let length = options.len().max(1);
            options.rotate_left(turn % length);
            options.reverse();
            for (place, option) in options.iter_mut().enumerate() {
                option.label = Label::at(place);
                option.text = rewrap(&option.text, with);
                option.rationale = None;
            }
        }
        prop_assert_eq!(ItemId::of(&other), item.id);
    }

    #[test]
    fn another_word_is_another_item(item in item()) {
        let mut other = item.clone();
        other.stem = RichText::from(format!("{} indeed", item.stem));
        prop_assert_ne!(ItemId::of(&other), item.id);
    }

    #[test]
    fn checks_take_any_text(item in item(), other in item()) {
        item.validate();
        for flaw in flaws::check(&item) {
            prop_assert!(flaw.pointer.starts_with('/'));
        }
        flaws::check_set(&[item.clone(), other.clone(), item.clone()]);
        if let Some(guess) = cues::guess(&item) {
            prop_assert!((guess.shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!((0.0..=1.0).contains(&guess.confidence));
        }
        let mut bank = duplicates::Bank::new();
        bank.add(&item);
        bank.add(&other);
        prop_assert!(bank.find(&item).iter().any(|found| found.id == item.id));
        // The search finds what comparing one by one finds.
        let compared = duplicates::compare(&item, &other).map(|(relation, _)| relation);
        let found = bank.find(&item).into_iter().filter(|found| found.id == other.id).map(|found| found.relation).next();
        prop_assert!(item.id == other.id || found == compared, "{:?} {:?}", found, compared);
    }
}

#[test]
fn an_old_item_still_reads() {
    let item: Item = serde_json::from_str(
        r#"{"stem": "2 + 2?", "body": {"kind": "numeric", "value": "4"}, "bloom": "Remembering", "unknown": 1}"#,
    )
    .unwrap();
    assert_eq!((item.version, item.with_content_id().id.as_str().len()), (1, "num-".len() + 20));
}

/// Ids are stored in banks, exports and other people's systems.
#[test]
fn ids_stay_what_they_were() {
    let item = Item::multiple_choice("Which way is \\(x > 0\\)?", ["left", "right"], 1);
    assert_eq!(item.id.as_str(), "mc-061957874b2d3e3528e8");
}

#[test]
fn an_image_counts_by_its_bytes() {
    let shown = |name: &str, data: ImageData| {
        let mut item = Item::new(format!("What is ![it]({name})?"), Body::TrueFalse { answer: true });
        item.images.insert(name.to_owned(), Image { media_type: "image/png".to_owned(), data });
        item.with_content_id().id
    };
    let inline = ImageData::inline(b"dots");
    assert_eq!(shown("a.png", inline.clone()), shown("b.png", ImageData::Stored(inline.hash())));
    assert_ne!(shown("a.png", inline), shown("a.png", ImageData::inline(b"lines")));
}

#[test]
fn the_schema_names_every_kind() {
    let schema = serde_json::to_string(&schemars::schema_for!(Item)).unwrap();
    for kind in [
        "multiple_choice",
        "multiple_response",
        "true_false",
        "numeric",
        "short_answer",
        "cloze",
        "flashcard",
    ] {
        assert!(schema.contains(&format!("\"{kind}\"")), "{kind}");
    }
}

/// Found by the law above: an option without words was looked for past the end of the stem.
#[test]
fn an_empty_option_is_found_nowhere() {
    let item = Item::multiple_choice("all of the above", ["", "all of the above"], 1);
    assert!(flaws::check(&item).iter().all(|flaw| !flaw.quote.is_empty()));
}
