//! Everything that is found in whole texts, for a person to read before accepting a change.

use tutti_language::{
    Language, Text, causes, contrasts, definitions, detect, enumerations, quantities, summary, terms,
};

fn findings(source: &str) -> String {
    let language = detect(source);
    let blocks: Vec<_> = source.split("\n\n").map(|block| ("block", block)).collect();
    let text = Text::new(&blocks, language);
    let mut out = format!("{}, {} sentences\n", language.code(), text.sentences().len());
    let mut part = |name: &str, lines: Vec<String>| {
        out.extend(["\n", name, "\n"]);
        out.extend(lines.into_iter().map(|line| format!("  {line}\n")));
    };
    part(
        "terms",
        terms(&text, 12).into_iter().map(|term| format!("{} ({})", term.text, term.count)).collect(),
    );
    let show =
        |one: tutti_language::Definition| format!("{} = {} ({:?})", one.term, one.definition, one.kind);
    part("definitions", definitions(&text).into_iter().map(show).collect());
    let show = |one: tutti_language::Enumeration| {
        let members = one.members.map(|members| format!(" ({members})")).unwrap_or_default();
        let ordered = if one.ordered { ", in order" } else { "" };
        format!("{}{members} > {} ({:?}{ordered})", one.head, one.items.join(" / "), one.relation)
    };
    part("enumerations", enumerations(&text).into_iter().map(show).collect());
    let show = |one: tutti_language::Cause| format!("{} → {} ({:?})", one.cause, one.effect, one.marker);
    part("causes", causes(&text).into_iter().map(show).collect());
    let show = |one: tutti_language::Contrast| format!("{} | {} ({:?})", one.left, one.right, one.marker);
    part("contrasts", contrasts(&text).into_iter().map(show).collect());
    let show = |one: tutti_language::Quantity| {
        let of = one.of.map(|of| format!(" of {of}")).unwrap_or_default();
        format!("{}{of} ({:?})", one.value, one.kind)
    };
    part("quantities", quantities(&text).into_iter().map(show).collect());
    let chosen = summary(&text, 4).into_iter().map(|place| text.sentences()[place].text.to_owned()).collect();
    part("summary", chosen);
    out
}

#[test]
fn english() {
    insta::assert_snapshot!("tides", findings(include_str!("samples/tides.txt")));
    insta::assert_snapshot!("renting", findings(include_str!("samples/renting.txt")));
    insta::assert_snapshot!("printing", findings(include_str!("samples/printing.txt")));
}

#[test]
fn norwegian() {
    insta::assert_snapshot!("fotosyntese", findings(include_str!("samples/fotosyntese.txt")));
    insta::assert_snapshot!("storting", findings(include_str!("samples/storting.txt")));
    insta::assert_snapshot!("vatn", findings(include_str!("samples/vatn.txt")));
}

/// Other languages have sentences, a centre and likeness, and no patterns.
#[test]
fn other_languages_degrade() {
    let source = "Le cœur est un muscle qui pompe le sang. Le sang transporte l'oxygène dans tout le corps humain. Les poumons \
        apportent l'oxygène au sang. Il fait beau aujourd'hui.";
    assert_eq!(detect(source), Language::Other);
    let text = Text::new(&[("1", source)], Language::Other);
    assert_eq!(text.sentences().len(), 4);
    assert!(definitions(&text).is_empty() && causes(&text).is_empty());
    assert!(!summary(&text, 2).is_empty());
}
