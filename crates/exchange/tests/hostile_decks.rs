//! Broken and hostile decks: each is refused with the place and the next step, quickly and with little memory.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{Cursor, Write};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use rusqlite::Connection;
use tutti_exchange::{About, Format, read, read_as_it_is, write};
use tutti_item::Item;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A collection that `sql` has changed.
fn collection(sql: &str) -> Vec<u8> {
    let connection = Connection::open_in_memory().unwrap();
    connection
        .execute_batch(
            r#"CREATE TABLE col (id integer primary key, models text);
               CREATE TABLE notes (id integer primary key, guid text, mid integer, tags text, flds text);
               INSERT INTO col VALUES (1, '{"7": {"name": "Basic", "flds": [{"name": "Front"}, {"name": "Back"}]}}');
               INSERT INTO notes VALUES (1, 'a', 7, ' x ', 'front' || char(31) || 'back');"#,
        )
        .unwrap();
    connection.execute_batch(sql).unwrap();
    connection.serialize("main").unwrap().to_vec()
}

fn deck(sql: &str) -> Vec<u8> {
    zip(&[("collection.anki2", &collection(sql)), ("media", b"{}")])
}

/// `"place: what"` of the refusal has this in it, and there is a hint.
#[track_caller]
fn check(bytes: &[u8], expected: &str) {
    let started = Instant::now();
    let error = read(Format::Apkg, bytes).expect_err(expected);
    let took = started.elapsed();
    assert!(error.to_string().contains(expected), "`{error}`, not `{expected}`");
    assert!(error.hint.is_some(), "`{error}` has no hint");
    assert!(took < Duration::from_secs(5), "`{error}` took {took:?}");
}

/// Zstandard by hand: `megabytes` of zeros in blocks that repeat one byte.
fn zeros(megabytes: usize) -> Vec<u8> {
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38];
    for block in 0..megabytes * 8 {
        let last = u32::from(block + 1 == megabytes * 8);
        let head = (128 << 10) << 3 | 1 << 1 | last;
        frame.extend(&head.to_le_bytes()[..3]);
        frame.push(0);
    }
    frame
}

/// The archive with another length for its first file, in both of its headers.
fn lying(mut bytes: Vec<u8>, length: u32) -> Vec<u8> {
    let end = bytes.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
    bytes[22..26].copy_from_slice(&length.to_le_bytes());
    bytes[end + 24..end + 28].copy_from_slice(&length.to_le_bytes());
    bytes
}

#[test]
fn a_deck_of_the_least_shape_is_read() {
    let import = read(Format::Apkg, &deck("")).unwrap();
    assert_eq!(import.items.len(), 1);
    assert_eq!(import.items[0].stem.as_str(), "front");
}

#[test]
fn what_is_no_deck() {
    check(b"", "the archive: it is not a zip file or is damaged");
    check(b"PK\x03\x04 and then nothing", "the archive: it is not a zip file or is damaged");
    let whole = deck("");
    check(&whole[..whole.len() / 2], "the archive: it is not a zip file or is damaged");
    check(&zip(&[("readme.txt", b"hello")]), "the archive: there is no collection in it");
    check(&zip(&[("collection.anki2", b"hello")]), "collection.anki2: it is not an SQLite database");
    check(&zip(&[("collection.anki21", b"")]), "collection.anki21: it is not an SQLite database");
    check(
        &zip(&[("collection.anki21b", b"hello")]),
        "collection.anki21b: it is damaged and cannot be unpacked",
    );
    let mut torn = collection("");
    torn.truncate(5000);
    check(&zip(&[("collection.anki2", &torn)]), "collection.anki2: the database is damaged");
}

#[test]
fn what_is_no_collection() {
    check(&deck("DROP TABLE notes"), "collection.anki2: there is no table `notes`");
    check(&deck("DROP TABLE col"), "collection.anki2: there is no table `col`");
    check(
        &deck("ALTER TABLE notes DROP COLUMN flds"),
        "collection.anki2: the database is damaged: no such column",
    );
    check(
        &deck("UPDATE col SET models = 'x'"),
        "collection.anki2, col.models: the note types cannot be read",
    );
    check(&deck("UPDATE col SET models = x'ff'"), "collection.anki2, row 1: column 1 is Blob, not text");
    check(&deck("UPDATE col SET models = '{}'"), "note 1 (a): its note type 7 is not in the file");
    check(
        &deck("UPDATE notes SET mid = 'x'"),
        "collection.anki2, row 1: column 2 is Text, not a whole number",
    );
    check(&deck("UPDATE notes SET flds = cast(x'ff' as text)"), "row 1: the text in column 4 is not UTF-8");
    check(
        &deck("CREATE TABLE notetypes (id integer primary key, name text, config blob)"),
        "collection.anki2: there is no table `fields`",
    );
}

#[test]
fn a_database_that_wants_to_run_something() {
    let endless = "DROP TABLE notes; CREATE VIEW notes AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)
        SELECT id, 'g' AS guid, 7 AS mid, '' AS tags, 'x' AS flds FROM n";
    check(&deck(endless), "there is no table `notes`");
    let computed =
        "DROP TABLE notes; CREATE TABLE notes (id integer primary key, guid text, mid integer, tags text,
        flds text AS (hex(zeroblob(1000000000))))";
    check(&deck(computed), "the table `notes` has computed columns");
    let many = "WITH RECURSIVE n(id) AS (SELECT 2 UNION ALL SELECT id + 1 FROM n LIMIT 250000)
        INSERT INTO notes SELECT id, 'g', 7, '', 'x' FROM n";
    check(&deck(many), "more than 200000 rows");
}

#[test]
fn media_that_lie() {
    let with = |media: &[u8]| zip(&[("collection.anki2", &collection("")), ("media", media)]);
    check(&with(b"hello"), "media: the list of media files cannot be read");
    check(&with(b"[1]"), "media: the list of media files cannot be read");
    check(
        &with(br#"{"0": "../../etc/passwd"}"#),
        "media, entry 0: `../../etc/passwd` is not a valid name of a media file",
    );
    check(&with(br#"{"0": "C:\\boot.ini"}"#), "is not a valid name of a media file");
    check(&with(br#"{"../0": "a.png"}"#), "media, entry ../0: `a.png` is not a valid name of a media file");
}

#[test]
fn bombs() {
    let before = peak();
    let zip_of_zeros = |megabytes: usize| zip(&[("collection.anki21", vec![0; megabytes << 20].as_slice())]);
    check(&zip_of_zeros(64), "to 67108864; it is refused");
    check(&lying(zip_of_zeros(16), 3 << 30), "to 3221225472; it is refused");
    check(&lying(zip_of_zeros(16), 1000), "collection.anki21: it cannot be unpacked: File is larger");
    let mut state = 1_u32;
    let noise: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    })
    .take(3 << 20)
    .collect();
    let large = lying(zip(&[("collection.anki21", noise.as_slice())]), 400 << 20);
    check(&large, "collection.anki21: the archive unpacks to more than 256 MB");
    let five_gigabytes = zeros(5 << 10);
    let bomb = zip(&[("collection.anki21b", five_gigabytes.as_slice())]);
    check(&bomb, "collection.anki21b: it unpacks to more than");
    assert!(peak() - before < 200 << 10, "{} KB", peak() - before);
}

#[test]
fn a_million_empty_files() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for number in 0..60_000 {
        zip.start_file(number.to_string(), options).unwrap();
    }
    let bytes = zip.finish().unwrap().into_inner();
    let before = peak();
    check(&bytes, "the archive: more than 20000 files inside");
    // The same list of files again and again, as it would be in one of a million.
    let list = bytes.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
    let mut million = bytes[..list].to_vec();
    for _ in 0..17 {
        million.extend(&bytes[list..]);
    }
    check(&million, "the archive: more than 20000 files inside");
    assert!(peak() - before < 200 << 10, "{} KB", peak() - before);
}

/// The most memory this process has had, in KB; where the system does not say, none.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
}

proptest! {
    /// Damage anywhere in a deck is an error or another deck, never a panic.
    #[test]
    fn a_damaged_deck_does_no_harm(at in 0.0..1.0_f64, length in 1..40_usize, byte in any::<u8>()) {
        let mut bytes = collection("");
        let at = (bytes.len() as f64 * at) as usize;
        let end = (at + length).min(bytes.len());
        bytes[at..end].fill(byte);
        let _ = read(Format::Apkg, &zip(&[("collection.anki2", &bytes)]));
    }

    #[test]
    fn any_bytes_are_a_deck_or_none(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = read(Format::Apkg, &bytes);
        let _ = read(Format::Apkg, &zip(&[("collection.anki21b", &bytes)]));
    }

    /// Any field is read in time and gives an item that can be written again.
    #[test]
    fn any_field_is_read(front in FIELD, back in FIELD) {
        let sql = format!(
            "UPDATE notes SET flds = '{}' || char(31) || '{}'", front.replace('\'', "''"), back.replace('\'', "''"));
        for kind in [0, 1] {
            let models = format!("UPDATE col SET models = replace(models, '\"flds\"', '\"type\": {kind}, \"flds\"')");
            let import = read_as_it_is(Format::Apkg, &deck(&format!("{sql}; {models}"))).unwrap();
            let about = About { title: "x".into(), at: 0 };
            let items: Vec<Item> = import.items;
            let again = read_as_it_is(Format::Apkg, &write(Format::Apkg, &items, &about).unwrap().bytes).unwrap();
            prop_assert_eq!(again.items, items);
        }
    }
}

/// Pieces of what fields are made of, in any order.
const FIELD: &str = r"(a|b | |\{\{c1::|\{\{c2::|::|\}\}|\\\(|\\\)|\\\[|\\\]|\[\$\]|\[/\$\]|\[latex\]|\[/latex\]|\$|\[sound:|\]|<b>|</b>|<br>|<code>|</code>|<div>|</div>|<p>|<ul>|<li>|&lt;|&amp;|\{|\}|\*|_|`|\\|-|1\.|<img src='x'>|\^|é|<!--|-->){0,14}";
