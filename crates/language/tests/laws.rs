//! Properties that hold for any text.

use proptest::prelude::*;
use tutti_language::{
    Kind, Language, Text, causes, centrality, contrasts, definitions, detect, enumerations,
    is_self_contained, quantities, sentences, similarity, summary, terms,
};

/// Words and signs that the rules look at, and some that no rule expects.
fn pieces() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "Photosynthesis",
        "is",
        "a",
        "the",
        "process",
        "that",
        "called",
        "plants",
        "because",
        "of",
        "leads to",
        "if",
        "There are",
        "three",
        "types",
        "kl.",
        "f.eks.",
        "Dr.",
        "U.S.",
        "J.",
        "3.",
        "mai",
        "1 500",
        "10–20",
        "37,5",
        "°C",
        "%",
        "$",
        "kr.",
        "NOK",
        "3:1",
        "(",
        ")",
        "[3]",
        "«",
        "»",
        "\"",
        "“",
        "”",
        ",",
        ":",
        ";",
        ".",
        "!",
        "?",
        "…",
        "\n",
        "\n\n",
        "- ",
        "1. ",
        "# ",
        "også kalt",
        "består av",
        "er",
        "en",
        "som",
        "med",
        "menes",
        "fordi",
        "mens",
        "og",
        "and",
        "e\u{301}",
        "\u{301}",
        "שלום",
        "مرحبا",
        "👩‍👩‍👧",
        "🇳🇴",
        "水は百度で沸騰する。",
        "\u{202e}",
        "\u{200d}",
        "\u{ad}",
        "\u{0}",
        "ﬁ",
        "İ",
        "ß",
        "(DNA)",
        "acid",
        "Diffusion: the movement of",
        "twice",
        "1814",
        "−5",
        "\u{a0}",
        "'s",
        "-",
        "—",
    ];
    let piece = prop_oneof![4 => prop::sample::select(PIECES).prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)];
    let gap = prop_oneof![3 => Just(" "), 1 => Just("")];
    prop::collection::vec((piece, gap), 0..60)
        .prop_map(|pieces| pieces.into_iter().map(|(piece, gap)| piece + gap).collect())
}

fn language() -> impl Strategy<Value = Language> {
    prop::sample::select(&Language::ALL[..])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn sentences_tile_the_text(source in pieces(), language in language()) {
        let mut end = 0;
        for range in sentences(&source, language) {
            prop_assert!(range.start >= end && range.start < range.end);
            prop_assert!(source[end..range.start].trim().is_empty());
            prop_assert_eq!(source[range.clone()].trim(), &source[range.clone()]);
            end = range.end;
        }
        prop_assert!(source[end..].trim().is_empty());
    }

    #[test]
    fn everything_found_stands_in_the_text(source in pieces(), more in pieces(), language in language()) {
        let text = Text::new(&[("1", &source), ("2", &more)], language);
        let count = text.sentences().len();
        for (place, sentence) in text.sentences().iter().enumerate() {
            prop_assert_eq!(&text.blocks()[sentence.block].1[sentence.range.clone()], sentence.text);
            for word in text.words(place) {
                prop_assert_eq!(&sentence.text[word.range.clone()], word.text);
            }
            let contained = is_self_contained(&text, place);
            prop_assert!(!contained || sentence.kind != Kind::Heading);
        }
        prop_assert!(definitions(&text).iter().all(|one| one.sentence < count && !one.term.is_empty() && !one.definition.is_empty()));
        prop_assert!(enumerations(&text).iter().all(|one| one.sentence < count && one.items.len() >= 2));
        prop_assert!(causes(&text).iter().all(|one| one.sentence < count && !one.cause.is_empty() && !one.effect.is_empty()));
        prop_assert!(contrasts(&text).iter().all(|one| one.sentence < count && !one.left.is_empty() && !one.right.is_empty()));
        for one in quantities(&text) {
            let written = &text.sentences()[one.sentence].text[one.range.clone()];
            prop_assert_eq!(written.split_whitespace().collect::<String>(), one.value.split_whitespace().collect::<String>());
            prop_assert!(one.number.is_finite());
        }
        let terms = terms(&text, 5);
        prop_assert!(terms.len() <= 5 && terms.iter().all(|term| term.count > 0 && term.sentences.iter().all(|place| *place < count)));
        let rank = centrality(&text);
        prop_assert!(rank.len() == count && rank.iter().all(|rank| (0.0..=1.0).contains(rank)));
        let chosen = summary(&text, 3);
        prop_assert!(chosen.len() <= 3 && chosen.windows(2).all(|pair| pair[0] < pair[1]));
        prop_assert!(chosen.iter().all(|place| is_self_contained(&text, *place)));
    }

    #[test]
    fn likeness_is_symmetric(a in pieces(), b in pieces(), language in language()) {
        let there = similarity(&a, &b, language);
        prop_assert!((0.0..=1.0).contains(&there));
        prop_assert_eq!(there.to_bits(), similarity(&b, &a, language).to_bits());
        prop_assert!((similarity(&a, &a, language) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn any_text_has_a_language(source in pieces()) {
        prop_assert_eq!(detect(&source), detect(&source));
    }
}

#[test]
fn a_line_without_an_end_is_read_in_time() {
    let long = "word ".repeat(40_000);
    let text = Text::new(&[("1", &long)], Language::English);
    assert_eq!(text.sentences().len(), 1);
    assert!(definitions(&text).is_empty() && enumerations(&text).is_empty());
    assert!(terms(&text, 3).len() <= 3);
    let verbs = "work ".repeat(40_000);
    let text = Text::new(&[("1", &verbs)], Language::English);
    assert!(terms(&text, 3).len() <= 3 && summary(&text, 3).is_empty());
    let measures = "5 km ".repeat(30_000);
    assert_eq!(quantities(&Text::new(&[("1", &measures)], Language::English)).len(), 30_000);
    let brackets = ".[".repeat(50_000);
    assert_eq!(sentences(&brackets, Language::English).len(), 1);
    let nested = "(".repeat(50_000);
    assert!(causes(&Text::new(&[("1", &nested)], Language::English)).is_empty());
    let stops = ".".repeat(50_000);
    assert_eq!(sentences(&stops, Language::Bokmal).len(), 1);
    let numbers = "5 ".repeat(30_000);
    assert!(quantities(&Text::new(&[("1", &numbers)], Language::Bokmal)).is_empty());
}
