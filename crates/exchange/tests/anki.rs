//! Anki's own library imports our decks, and we read decks from it and from genanki.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;
use tutti_exchange::{About, Format, Import, merge, read, write};
use tutti_item::{Body, Item, Merged, normal_form};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

/// What a script of tests/importers/anki prints.
fn python(script: &str, arguments: &[&Path]) -> String {
    let python = root().join("target/anki/bin/python");
    assert!(python.exists(), "there is no target/anki: tests/setup/install.sh makes it");
    let script = root().join("tests/importers/anki").join(script);
    let output = Command::new(python).arg(script).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn bank() -> Vec<Item> {
    read(Format::Jsonl, include_bytes!("../../../samples/bank.jsonl")).unwrap().items
}

fn import(path: &Path) -> Import {
    read(Format::Apkg, &fs::read(path).unwrap()).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn anki_imports_our_deck_and_gives_it_back() {
    let folder = tempfile::tempdir().unwrap();
    let deck = folder.path().join("deck.apkg");
    let about = About { title: "Sample bank".into(), at: 1_763_200_000 };
    let bank = bank();
    fs::write(&deck, write(Format::Apkg, &bank, &about).unwrap().bytes).unwrap();
    let told: Value = serde_json::from_str(&python("import.py", &[&deck, folder.path()])).unwrap();

    let counts = |which: usize| {
        ["found", "new", "updated", "duplicate", "conflicting", "broken"]
            .map(|name| told["imports"][which][name].as_u64().unwrap())
    };
    let items = bank.len() as u64;
    assert_eq!(counts(0), [items, items, 0, 0, 0, 0]);
    assert_eq!(counts(1), [items, 0, 0, items, 0, 0], "the second import");
    assert_eq!(
        told["types"],
        serde_json::json!(["Tutti card", "Tutti choice", "Tutti cloze", "Tutti question", "Tutti statement"])
    );
    assert_eq!(told["without_sum"], 0);
    let media: Vec<&str> =
        told["media"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    assert_eq!(media.len(), 2, "{media:?}");
    assert!(media.iter().any(|name| name.ends_with("-parabola.png")), "{media:?}");

    let notes = told["notes"].as_array().unwrap();
    for item in &bank {
        let note = notes.iter().find(|note| note["guid"] == item.id.as_str()).unwrap();
        check_cards(item, note);
    }

    for file in ["legacy.apkg", "new.apkg"] {
        let back = import(&folder.path().join(file));
        assert_eq!(back.skipped, [], "{file}");
        assert_eq!(back.items.len(), bank.len(), "{file}");
        for item in &back.items {
            let stored = bank.iter().find(|stored| stored.id == item.id).unwrap();
            assert_eq!(*item, normal_form(stored.clone()), "{file}");
            assert_eq!(merge(stored, item, Format::Apkg), Merged::Same, "{file}");
        }
    }
}

/// As many cards as there are gaps, each without a fault, the answer on the back alone.
#[track_caller]
fn check_cards(item: &Item, note: &Value) {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let cards: Vec<(String, String)> = note["cards"]
        .as_array()
        .unwrap()
        .iter()
        .map(|card| (text(&card["front"]), text(&card["back"])))
        .collect();
    let expected = if let Body::Cloze { gaps } = &item.body { gaps.len() } else { 1 };
    assert_eq!(cards.len(), expected, "{}", item.id);
    assert!(note["cards"].as_array().unwrap().iter().all(|card| card["deck"] == "Sample bank"));
    for (card, (front, back)) in cards.iter().enumerate() {
        let answer = match &item.body {
            Body::MultipleChoice { key, .. } => format!("<div class=\"key\">{key}</div>"),
            Body::MultipleResponse { keys, .. } => {
                let keys: Vec<_> = keys.iter().map(tutti_item::Label::as_str).collect();
                format!("<div class=\"key\">{}</div>", keys.join(" "))
            }
            Body::TrueFalse { answer: true } => "<div class=\"key\">True</div>".to_owned(),
            Body::TrueFalse { answer: false } => "<div class=\"key\">False</div>".to_owned(),
            Body::Numeric { value, unit, .. } => {
                format!("<div class=\"key\">{value} {}</div>", unit.as_deref().unwrap_or_default())
            }
            Body::ShortAnswer { accepts, .. } => format!("<div class=\"key\">{} </div>", accepts[0]),
            Body::Cloze { gaps } => format!(">{}<", gaps[card].accepts[0]),
            Body::Flashcard { .. } => "test the ones it proposes".to_owned(),
        };
        assert!(back.contains(&answer), "{}: `{answer}` is not on the back: {back}", item.id);
        assert!(!front.contains(&answer), "{}: `{answer}` is on the front: {front}", item.id);
        for side in [front, back] {
            let fault = ["{{", "}}", "has a problem", "unknown field", "Invalid", "&lt;p&gt;"]
                .into_iter()
                .find(|fault| side.contains(fault));
            assert_eq!(fault, None, "{}: {side}", item.id);
        }
        let typed = matches!(item.body, Body::Numeric { .. } | Body::ShortAnswer { .. });
        assert_eq!(front.contains("[[type:Answer]]"), typed, "{}", item.id);
    }
    let front = &cards[0].0;
    let maths = item.stem.as_str().matches("\\(").count();
    assert!(front.matches("\\(").count() >= maths && front.matches("\\)").count() >= maths, "{front}");
    assert_eq!(front.contains("<img src="), item.figure.is_some() || !item.images.is_empty(), "{front}");
}

/// Each item as its kind, stem and answers, and what was said about the rest.
fn summary(import: &Import) -> Vec<String> {
    let item = |item: &Item| {
        let answer = match &item.body {
            Body::Flashcard { back } => back.to_string(),
            Body::ShortAnswer { accepts, .. } => accepts.join(" / "),
            Body::Cloze { gaps } => gaps
                .iter()
                .map(|gap| {
                    format!("{}={}({})", gap.name, gap.accepts[0], gap.hint.as_deref().unwrap_or_default())
                })
                .collect::<Vec<_>>()
                .join(" "),
            other => panic!("{other:?}"),
        };
        let (kind, _) = item.id.as_str().split_once('-').unwrap();
        let mut line = format!("{kind} {:?}: {} -> {answer}", item.aliases, item.stem);
        for step in &item.solution.steps {
            line.extend([" [", step.text.as_str(), "]"]);
        }
        line
    };
    let skipped = import.skipped.iter().map(|skipped| format!("{}: {}", skipped.place, skipped.why));
    import.items.iter().map(item).chain(skipped).collect()
}

#[test]
fn decks_of_others_are_read() {
    let folder = tempfile::tempdir().unwrap();
    python("stock.py", &[folder.path()]);
    let genanki = import(&folder.path().join("genanki.apkg"));
    assert_eq!(
        summary(&genanki),
        [
            r#"card ["genanki-basic"]: What is **2** + \(\frac{1}{2}\)? -> \[\frac{5}{2}\]"#,
            r#"cloze ["genanki-cloze"]: Water is {{1}} and boils at {{2}} °C. -> 1=H₂O(a formula) 2=100() [At sea level.]"#,
            "card [\"genanki-media\"]: Which colour?\n![a dot](red_dot.png) -> Red",
            r#"sa ["genanki-typed"]: The capital of Norway? -> Oslo"#,
            "card [\"genanki-odd\"]: fjell -> mountain\n\n**Example:** Et høyt *fjell*.",
            "note 3 (genanki-media): the sound `red.mp3` was left out",
        ]
    );
    assert_eq!(genanki.items[0].seed, Some(7));
    assert_eq!(genanki.items[0].tags, ["sums".to_owned()].into());
    assert_eq!(genanki.items[2].images["red_dot.png"].media_type, "image/png");

    let legacy = import(&folder.path().join("legacy.apkg"));
    assert_eq!(
        summary(&legacy),
        [
            r#"card ["stock-1"]: Old maths: \(x^2\) -> \[\frac{1}{2}\] and \(y\)"#,
            "card [\"stock-2\"]: Two lines\n\nof `code` -> ![](red_dot.png)",
            r#"card ["stock-3"]: ett -> one"#,
            r#"card ["stock-4"]: to -> two"#,
            r#"sa ["stock-5"]: Symbol of sodium? -> Na"#,
            r#"cloze ["stock-6"]: {{1}} and {{2}} and {{3}}; {{4}} again. -> 1=Air() 2=water() 3=a nested thing() 4=Air() [Compost.]"#,
            r#"cloze ["stock-7"]: \(x =\){{1}} and {{2}} -> 1=\(2\)() 2=\(x^3\)()"#,
            r#"cloze ["stock-8"]: let {{1}} x -> 1=mut()"#,
            "note 9 (stock-9): its gaps are parts of a picture",
            "note 10 (stock-10): its first field is empty: the sound `only.mp3` was left out",
        ]
    );
    assert_eq!(legacy.items[0].tags, ["calculus".to_owned(), "unit::one".to_owned()].into());
    assert_eq!(import(&folder.path().join("new.apkg")), legacy, "the newer format holds the same");
}
