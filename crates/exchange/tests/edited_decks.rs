//! Our decks after edits in Anki: visible fields win, hidden data stays.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{Cursor, Read, Write};

use rusqlite::Connection;
use tutti_exchange::{About, Format, Import, ReadError, read, write};
use tutti_item::Item;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

/// The item as JSON through a deck whose notes were changed by `change`, the right side of an `UPDATE`.
fn import_edited(item: &str, change: &str) -> Result<Import, ReadError> {
    let item: Item = serde_json::from_str(item).unwrap();
    let about = About { title: "Deck".into(), at: 1_763_200_000 };
    let deck = write(Format::Apkg, &[item], &about).unwrap().bytes;
    let mut file = Vec::new();
    let mut archive = ZipArchive::new(Cursor::new(deck)).unwrap();
    archive.by_name("collection.anki2").unwrap().read_to_end(&mut file).unwrap();
    let mut connection = Connection::open_in_memory().unwrap();
    connection.deserialize_read_exact("main", file.as_slice(), file.len(), false).unwrap();
    connection.execute_batch(&format!("UPDATE notes SET {change}")).unwrap();
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("collection.anki2", SimpleFileOptions::default()).unwrap();
    zip.write_all(&connection.serialize("main").unwrap()).unwrap();
    read(Format::Apkg, &zip.finish().unwrap().into_inner())
}

/// The body of the item and the parts that no field shows.
#[track_caller]
fn check(item: &str, change: &str, expected: &str) {
    let import = import_edited(item, change).unwrap_or_else(|error| panic!("{error}"));
    let [item] = import.items.as_slice() else { panic!("{import:?}") };
    let body = serde_json::to_value(&item.body).unwrap();
    let shown = serde_json::json!([item.stem, body, item.seed, item.aliases]);
    let expected: serde_json::Value = serde_json::from_str(expected).unwrap();
    assert_eq!(shown, expected);
}

#[track_caller]
fn check_refused(item: &str, change: &str, expected: &str) {
    let error = import_edited(item, change).unwrap_err();
    assert!(error.to_string().contains(expected), "{error}");
    assert!(error.hint.is_some());
}

const CHOICE: &str = r#"{"stem": "Q", "seed": 7, "body": {"kind": "multiple_choice", "key": "B", "options":
    [{"label": "A", "text": "one"}, {"label": "B", "text": "two", "rationale": "why"}]}}"#;
const CLOZE: &str = r#"{"stem": "{{x}} is red", "seed": 7,
    "body": {"kind": "cloze", "gaps": [{"name": "x", "accepts": ["a rose", "roses"]}]}}"#;

#[test]
fn edits_come_through() {
    check(
        CHOICE,
        "flds = replace(flds, 'two', 'both')",
        r#"["Q", {"kind": "multiple_choice", "key": "B", "options": [{"label": "A", "text": "one"},
            {"label": "B", "text": "both", "rationale": "why"}]}, 7, []]"#,
    );
    check(
        CHOICE,
        "flds = replace(flds, char(31) || 'B' || char(31), char(31) || 'A, B' || char(31))",
        r#"["Q", {"kind": "multiple_response", "keys": ["A", "B"], "options": [{"label": "A", "text": "one"},
            {"label": "B", "text": "two", "rationale": "why"}]}, 7, []]"#,
    );
    check(
        CHOICE,
        "guid = 'own', flds = 'New' || char(31) || '<div>x</div><div>y</div>' || char(31) || 'A'
            || char(31) || char(31) || char(31)",
        r#"["New", {"kind": "multiple_choice", "key": "A", "options": [{"label": "A", "text": "x"},
            {"label": "B", "text": "y"}]}, null, ["own"]]"#,
    );
    check(
        CLOZE,
        "flds = replace(flds, ' is red', ' or {{c2::a bus::a thing}} is &lt;b&gt;red')",
        r#"["{{x}} or {{2-2}} is <b>red", {"kind": "cloze", "gaps": [{"name": "x", "accepts": ["a rose", "roses"]},
            {"name": "2-2", "accepts": ["a bus"], "hint": "a thing"}]}, 7, []]"#,
    );
}

#[test]
fn edits_that_cannot_be_meant() {
    check_refused(CHOICE, "flds = replace(flds, '}', '')", "the field Details cannot be read");
    check_refused(
        CHOICE,
        "flds = replace(flds, char(31) || 'B' || char(31), char(31) || 'C' || char(31))",
        "the key `C` is not one of its options",
    );
    check_refused(
        CHOICE,
        "flds = replace(flds, char(31) || 'B' || char(31), char(31) || char(31))",
        "it has no key",
    );
    let statement = r#"{"stem": "Q", "body": {"kind": "true_false", "answer": true}}"#;
    check_refused(statement, "flds = replace(flds, 'True', 'Maybe')", "`maybe` is neither True nor False");
}
