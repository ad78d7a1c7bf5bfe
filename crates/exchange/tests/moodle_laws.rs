//! Properties of GIFT and Moodle XML: nothing panics, and any item with any characters survives a round trip.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;

use proptest::prelude::*;
use tutti_core::Severity;
use tutti_exchange::{About, Format, read, read_as_it_is, write};
use tutti_item::{Body, Choice, Gap, Item, Label, Solution, SolutionStep, Tolerance, normal_form};

const FORMATS: [Format; 2] = [Format::Gift, Format::Moodle];

/// Words with every sign that means something in GIFT, in gaps, in HTML, in XML or in our own texts.
fn words() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-zæ0-9 ]{1,6}",
        4 => "[~=#{}:\\\\%*\\[\\]<>&\"'/$_`!.()\\-]{1,3}",
        1 => Just("\\(\\frac{1}{2} < x\\)".to_owned()),
        1 => Just("{1:SA:=x}".to_owned()),
        1 => Just("]]>".to_owned()),
        1 => Just("&&058;".to_owned()),
        1 => Just("\n".to_owned()),
        1 => Just("**b**".to_owned()),
    ];
    prop::collection::vec(piece, 1..6).prop_map(|pieces| pieces.concat())
}

fn answers() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[a-z~=#{}:\\\\%*\\[\\]<>&\"'/$ -]{1,8}", 1..3)
}

fn options() -> impl Strategy<Value = Vec<Choice>> {
    prop::collection::vec((words(), prop::option::of(words())), 2..5).prop_map(|texts| {
        let choice = |(place, (text, rationale)): (usize, (String, Option<String>))| Choice {
            label: Label::at(place),
            text: text.into(),
            rationale: rationale.map(Into::into),
        };
        texts.into_iter().enumerate().map(choice).collect::<Vec<_>>()
    })
}

fn body() -> impl Strategy<Value = Body> {
    let keys = prop::collection::btree_set(0..2_usize, 1..3);
    let number =
        prop_oneof!["-?[0-9]{1,3}", "[0-9]\\.[0-9]{1,3}", "[1-9]/[1-9]", "[1-9]e-?[1-9]", "\\.[0-9]"];
    let tolerance = prop_oneof![
        Just(Tolerance::Exact),
        "0\\.[0-9]{1,2}".prop_map(Tolerance::Absolute),
        "0\\.0[0-9]".prop_map(Tolerance::Relative),
    ];
    prop_oneof![
        (options(), 0..2_usize)
            .prop_map(|(options, key)| Body::MultipleChoice { options, key: Label::at(key) }),
        (options(), keys).prop_map(|(options, keys)| Body::MultipleResponse {
            options,
            keys: keys.into_iter().map(Label::at).collect()
        }),
        any::<bool>().prop_map(|answer| Body::TrueFalse { answer }),
        (number, tolerance, prop::option::of("[a-z^<&\\]-]{1,4}"))
            .prop_map(|(value, tolerance, unit)| Body::Numeric { value, tolerance, unit }),
        (answers(), any::<bool>())
            .prop_map(|(accepts, case_sensitive)| Body::ShortAnswer { accepts, case_sensitive }),
        (answers(), prop::option::of("[a-z:#<]{1,4}"))
            .prop_map(|(accepts, hint)| Body::Cloze { gaps: vec![Gap { name: "g".into(), accepts, hint }] }),
        words().prop_map(|back| Body::Flashcard { back: back.into() }),
    ]
}

fn item() -> impl Strategy<Value = Item> {
    let tags = prop::collection::btree_set("[a-z\\[\\]<>&%\\\\:`]{1,6}", 0..3);
    let known = (
        tags,
        prop::option::of(any::<u64>()),
        prop::option::of(words()),
        prop::option::of("[a-z0-9:\\]-]{1,8}"),
    );
    (words(), words(), body(), known).prop_map(|(stem, rest, body, (tags, seed, step, alias))| {
        let stem = if matches!(body, Body::Cloze { .. }) { format!("{stem} {{{{g}}}} {rest}") } else { stem };
        let mut item = Item::new(stem, body);
        item.tags = tags.into_iter().collect::<BTreeSet<_>>();
        item.seed = seed;
        item.aliases = alias.into_iter().collect();
        let steps =
            step.into_iter().map(|text| SolutionStep { text: text.into(), methods: Vec::new() }).collect();
        item.solution = Solution { steps, insight: None };
        normal_form(item)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn any_item_comes_back(item in item()) {
        prop_assume!(item.validate().iter().all(|fault| fault.severity != Severity::High));
        let about = About { title: "a/b:c".into(), at: 0 };
        for format in FORMATS {
            let export = write(format, std::slice::from_ref(&item), &about).unwrap();
            if export.items == 0 {
                continue;
            }
            let mut less = item.clone();
            for loss in &export.losses {
                loss.aspect.remove(&mut less);
            }
            let text = String::from_utf8(export.bytes.clone()).unwrap();
            match read_as_it_is(format, &export.bytes) {
                Ok(import) => prop_assert_eq!(import.items, vec![normal_form(less)], "{}", text),
                Err(error) => prop_assert!(false, "{}\n{}", error, text),
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(
        bytes in prop::collection::vec(any::<u8>(), 0..60),
        signs in "[a-bT~=#{}:\\\\%\\[\\]\n./<>-]{0,60}",
        xml in "(<(question type='(multichoice|cloze|numerical|essay)'|answer fraction='100'|text|questiontext|file name='x')>|</(question|answer|text)>|[a{}1:SA=~#&;%]){0,30}",
    ) {
        for format in FORMATS {
            let _ = read(format, &bytes);
            let _ = read(format, signs.as_bytes());
            let _ = read(format, format!("<quiz>{xml}</quiz>").as_bytes());
            let _ = read(format, format!("<quiz><question type='cloze'><questiontext><text><![CDATA[{signs}{xml}]]></text></questiontext></question></quiz>").as_bytes());
        }
    }
}
