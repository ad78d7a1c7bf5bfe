//! Tests of `tutti items`: import, list, show, check, export and analyze.

use std::fs;

use crate::{World, check};

/// A world with the sample bank in its folder as `bank.jsonl`, imported.
fn world() -> World {
    let world = World::new();
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/bank.jsonl");
    fs::copy(sample, world.path("bank.jsonl")).unwrap();
    assert!(world.run(&["items", "import", "bank.jsonl"]).status.success());
    world
}

#[test]
fn an_empty_bank() {
    let world = World::new();
    check!(world, "items list", @r"
    status 0
    --- stdout

    --- stderr
    the bank is empty; `tutti items import FILE` fills it
    ");
    check!(world, "items show mc-1", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: there is no bank yet
    hint: `tutti items import FILE` creates one; `--data DIR` selects another data folder
    ");
    check!(world, "items export --to gift", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: no item matches, so there is nothing to export
    hint: `tutti items list` accepts the same filters and lists the items
    ");
    assert!(!world.path("tutti-data").exists(), "looking makes nothing");
}

#[test]
fn what_is_there() {
    let world = world();
    check!(world, "items import bank.jsonl --dry-run", @r"
    status 0
    --- stdout
    bank.jsonl  jsonl  12 items
    0 new, 0 changed, 12 already there
    --- stderr
    nothing was written: this was a dry run
    ");
    check!(world, "items list --tag geometry", @r"
    status 0
    --- stdout
    id  tags  question
    mc-e1c8b8399009a21d4142  geometry  The triangle in the figure has legs 3 and 4. How long is its longest sid…
    tf-d0084dbe3be57e84206b  geometry  The angle in a semicircle is a right angle.
    --- stderr
    2 of 12 items
    ");
    check!(world, "items list --search osmosis", @r"
    status 0
    --- stdout
    id  tags  question
    sa-5f16d7ad26f965aa9883  cell biology  What is the movement of water through a membrane towards the side with m…
    --- stderr
    1 of 12 items
    ");
    check!(world, "items show mc-88", @r"
    status 0
    --- stdout
    mc-88b5a7f9a8aa5ac17d03

    The curve in the picture is \(y = x^2 - 2\).
    [a parabola with its lowest point below the origin]
    For which values of \(x\) is \(y < 0\)?

      A  \(x < \sqrt{2}\)
         Forgets the negative root: at \(x = -2\) the curve is above the axis.
    * B  \(-\sqrt{2} < x < \sqrt{2}\)
         The curve lies below the axis between its roots.
      C  \(-2 < x < 2\)
         Takes the constant for the root.
      D  \(x < -\sqrt{2}\) or \(x > \sqrt{2}\)
         These are the values for which \(y > 0\).

    1. The roots are where \(x^2 = 2\), so \(x = \pm\sqrt{2}\).
    2. The curve opens upwards, so it is below the axis between them.
    Key idea: Read the sign from the picture, not from algebra.

    tags inequalities, quadratics & graphs
    level Applying
    share right 0.60 (0.40 to 0.80, expected)
    seed 7
    also known as M1-Medium-0001
    --- stderr
    ");
    check!(world, "items show mc-", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: `mc-` is a prefix of more than one item: mc-88b5a7f9a8aa5ac17d03, mc-9ab79f203336cbbc3934, mc-e1c8b8399009a21d4142, mc-f2d5e3c9dd9a64aec477
    hint: type one more character
    ");
}

#[test]
fn out_and_back() {
    let world = world();
    check!(world, "items export --to gift --tag number", @r"
    status 0
    --- stdout
    items.gift  1 item
    --- stderr
    ");
    check!(world, "items export --to gift --tag number", @r"
    status 2
    --- stdout

    --- stderr
    error[conflict]: items.gift already exists
    hint: choose another file with `--out`, or overwrite it with `--force`
    ");
    check!(world, "items export --to moodle --out all.xml", @r"
    status 0
    --- stdout
    all.xml  12 items
    --- stderr
    not carried: option labels of its own (1 item)
    not carried: the methods of solution steps (1 item)
    not carried: evidence from sources (1 item)
    not carried: the formal claim (1 item)
    not carried: who made it (1 item)
    not carried: a relative tolerance (written as an absolute one) (1 item)
    not carried: the form of the number (written as a decimal) (1 item)
    ");
    check!(world, "items import all.xml items.gift", @r"
    status 0
    --- stdout
    all.xml  moodle  12 items
    items.gift  gift  1 item
    0 new, 0 changed, 13 already there
    --- stderr
    `tutti items list` shows the bank
    ");
    check!(world, "items export --to pdf --title Mock --out mock.pdf", @r"
    status 0
    --- stdout
    mock.pdf  12 items
    mock-key.pdf  the key
    --- stderr
    ");
    assert!(fs::read(world.path("mock-key.pdf")).unwrap().starts_with(b"%PDF"));
    check!(world, "items export --to word", @"
    status 2
    --- stdout

    --- stderr
    error: invalid value 'word' for '--to <FORMAT>': `word` is not a format: use one of jsonl, apkg, gift, moodle, qti22, qti3, canvas, csv, xlsx, pdf

    For more information, try '--help'.
    ");
}

#[test]
fn every_format_comes_back_as_what_is_there() {
    let world = world();
    for format in ["jsonl", "apkg", "gift", "moodle", "qti22", "qti3", "canvas", "csv", "xlsx"] {
        let file = format!("{format}.out");
        // The contents identify the format; plain text needs its file name.
        let file = if ["jsonl", "gift", "csv"].contains(&format) { format!("out.{format}") } else { file };
        let written = world.run(&["items", "export", "--to", format, "--out", &file]);
        assert!(written.status.success(), "{format}: {}", String::from_utf8_lossy(&written.stderr));
        let report = world.document(&format!("items import {file}"));
        assert_eq!(report["files"][0]["format"], format);
        let outcomes = report["items"].as_array().unwrap();
        assert!(outcomes.len() >= 11 && outcomes.iter().all(|item| item["outcome"] == "same"), "{report}");
    }
}

#[test]
fn a_changed_key_is_a_new_version() {
    let world = world();
    let text = fs::read_to_string(world.path("bank.jsonl")).unwrap();
    let line = text.lines().find(|line| line.contains("hovedstaden")).unwrap();
    fs::write(world.path("mended.jsonl"), line.replace("\"key\": \"B\"", "\"key\": \"C\"")).unwrap();
    check!(world, "items import mended.jsonl", @r"
    status 0
    --- stdout
    mended.jsonl  jsonl  1 item
    0 new, 1 changed, 0 already there
    --- stderr
    `tutti items list` shows the bank
    ");
    let versions = world.documents("items show mc-9a --history");
    let keys: Vec<_> = versions.iter().map(|item| (&item["version"], &item["body"]["key"])).collect();
    assert_eq!(serde_json::json!(keys), serde_json::json!([[2, "C"], [1, "B"]]));
}

#[test]
fn flaws() {
    let world = World::new();
    let item = r#"{"stem":"Which of these is not a planet?","body":{"kind":"multiple_choice","options":[
        {"label":"A","text":"Mars"},{"label":"B","text":"Venus"},{"label":"C","text":"The Moon, which circles the Earth once a month"},
        {"label":"D","text":"All of the above"}],"key":"C"}}"#;
    fs::write(world.path("one.jsonl"), item.replace('\n', " ")).unwrap();
    check!(world, "items check one.jsonl", @r"
    status 1
    --- stdout
    mc-784e0949f60e86438376
      high  all_of_the_above  all of the above: “All of the above”
      high  longest_key  the key is conspicuously long: “The Moon, which circles the Earth once a month”
      low  negative_stem  a negative question: “not”
      medium  negative_not_emphasised  a negation without emphasis: “not”
    --- stderr
    1 item checked, 1 with flaws, 4 flaws
    ");
    check!(world, "items check one.jsonl --json", @r#"
    status 1
    --- stdout
    {"item":"mc-784e0949f60e86438376","rule":"all_of_the_above","severity":"high","quote":"All of the above"}
    {"item":"mc-784e0949f60e86438376","rule":"longest_key","severity":"high","quote":"The Moon, which circles the Earth once a month"}
    {"item":"mc-784e0949f60e86438376","rule":"negative_stem","severity":"low","quote":"not"}
    {"item":"mc-784e0949f60e86438376","rule":"negative_not_emphasised","severity":"medium","quote":"not"}
    --- stderr
    "#);
    check!(world, "items check", @r"
    status 0
    --- stdout

    --- stderr
    0 items checked, 0 with flaws, 0 flaws
    ");
}

/// A broken file is refused with its name, the place and a hint, and the bank is unchanged.
#[test]
fn bad_files_change_nothing() {
    let world = world();
    let write = |name: &str, bytes: &[u8]| fs::write(world.path(name), bytes).unwrap();
    write("open.gift", b"// one\n::Q1:: 1+1? {=2 ~3}\n\n::Q2:: What now? {=yes ~no\n\n::Q3:: Last {T}\n");
    write("entity.xml", b"<?xml version=\"1.0\"?>\n<!DOCTYPE quiz [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n<quiz><question type=\"truefalse\"><name><text>&x;</text></name></question></quiz>");
    write("column.csv", b"question,A,B,C,D\nWhich?,1,2,3,4\n");
    let utf16: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain("kind,stem\ntrue_false,\u{e5}\n".encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    write("utf16.csv", &utf16);
    write(
        "latex.jsonl",
        br#"{"stem":"What is \\(\\frac{1}{\\)?","body":{"kind":"true_false","answer":true}}"#,
    );
    write(
        "half.jsonl",
        b"{\"stem\":\"A fine one.\",\"body\":{\"kind\":\"true_false\",\"answer\":true}}\n{\"stem\":",
    );
    write("bomb.apkg", &bomb());
    write("notes.docx", b"hello");
    check!(world, "items import open.gift", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: open.gift: line 4: the brace is not closed
    hint: a blank line ends a question: close the brace before it, or write `\{` for a literal brace
    hint: it was read as gift; `--from` selects another format
    ");
    check!(world, "items import entity.xml", @"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: entity.xml: line 1: the document declares its own document type, with entities
    hint: remove the `<!DOCTYPE …>`; Moodle does not write one
    hint: it was read as moodle; `--from` selects another format
    ");
    check!(world, "items import column.csv", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: column.csv: line 1: there is no column `key`; the first row has `question`, `A`, `B`, `C`, `D`
    hint: the first row names the columns: at least `stem` (or `question`) and `key`, `answers` or `back`; options are `option_a`, `option_b`, … or `A`, `B`, …
    hint: it was read as csv; `--from` selects another format
    ");
    check!(world, "items import utf16.csv", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: utf16.csv: line 1: there is no column `key`; the first row has `kind`, `stem`
    hint: the first row names the columns: at least `stem` (or `question`) and `key`, `answers` or `back`; options are `option_a`, `option_b`, … or `A`, `B`, …
    hint: it was read as csv; `--from` selects another format
    ");
    check!(world, "items import latex.jsonl", @r#"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: latex.jsonl: question 1: the formula `\frac{1}{` cannot be read: Expected closing token "}", but reached end of input.
    hint: correct the question in the file, or remove it; nothing was imported
    hint: it was read as jsonl; `--from` selects another format
    "#);
    check!(world, "items import bank.jsonl half.jsonl", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: half.jsonl: line 2, column 8: not an item: EOF while parsing a value at line 1 column 8
    hint: each line is one item; `tutti schema item` shows its fields
    hint: it was read as jsonl; `--from` selects another format
    ");
    check!(world, "items import bomb.apkg", @"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: bomb.apkg: collection.anki2: it unpacks from 1043638 bytes to 1073741824; it is refused
    hint: it was made to exhaust memory; do not open it elsewhere either
    hint: it was read as apkg; `--from` selects another format
    ");
    check!(world, "items import notes.docx", @r"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: notes.docx is in an unknown format
    hint: name the format with `--from`: jsonl, apkg, gift, moodle, qti22, qti3, canvas, csv, xlsx
    ");
    check!(world, "items import absent.csv", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: absent.csv cannot be read: No such file or directory (os error 2)
    ");
    assert_eq!(world.documents("items list --limit 0").len(), 12);
}

/// An archive whose collection is a gigabyte of zeros.
fn bomb() -> Vec<u8> {
    use std::io::Write;
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.start_file("collection.anki2", zip::write::SimpleFileOptions::default()).unwrap();
    let zeros = vec![0; 1 << 20];
    (0..1024).for_each(|_| zip.write_all(&zeros).unwrap());
    zip.finish().unwrap().into_inner()
}

#[test]
fn answers_say_how_good_items_are() {
    let world = World::new();
    let item = |stem: &str, name: &str| {
        format!(
            r#"{{"aliases":["{name}"],"stem":"{stem}","body":{{"kind":"multiple_choice","options":[{{"label":"A","text":"one"}},{{"label":"B","text":"two"}},{{"label":"C","text":"three"}}],"key":"A"}}}}"#
        )
    };
    fs::write(
        world.path("three.jsonl"),
        [item("First?", "Q1"), item("Second?", "Q2"), item("Third?", "Q3")].join("\n"),
    )
    .unwrap();
    let mut table = "person,Q1,Q2,Q3\n".to_owned();
    for person in 0..60 {
        let answer = |right: bool, wrong: &str| if right { "A".to_owned() } else { wrong.to_owned() };
        let (first, second, third) = (person % 3 != 0, person < 30, person % 2 == 0);
        let row = [format!("p{person}"), answer(first, "B"), answer(second, "C"), answer(third, "")];
        table += &row.join(",");
        table.push('\n');
    }
    fs::write(world.path("answers.csv"), table).unwrap();
    check!(world, "items analyze answers.csv", @"
    status 2
    --- stdout

    --- stderr
    error[bad_input]: answers.csv: line 2, cell 2: `B` is not an answer to item `Q1`: there is no key for it, so 0 or 1 is expected
    hint: one row per person, one column per item; cells hold options, or 1 and 0
    hint: set the key of an item that is not in the bank with `--key ITEM=OPTION`
    ");
    assert!(world.run(&["items", "import", "three.jsonl"]).status.success());
    check!(world, "items analyze answers.csv --save --charts charts", @r"
    status 0
    --- stdout
    item  n  p  r  D  a  b  look at
    Q1  60  0.67  0.00  0.58  –  –  weak_discrimination, idle_distractor
    Q2  60  0.50  0.00  0.68  –  –  weak_discrimination, idle_distractor
    Q3  30  1.00  –  0.00  –  –  constant_item, idle_distractor, often_not_reached

    3 items by 60 persons; mean 1.67, standard deviation 0.86, alpha 0.000
    --- stderr
    no curve was fitted: too few answers to item `Q3` for the 1PL model: needed 100, 30 there
    the charts are in charts
    the difficulty of 3 items is in the bank
    ");
    let measured = &world.documents("items list --search first")[0]["difficulty"];
    assert_eq!(measured["source"]["answers"], 60);
    assert!(world.path("charts/item-map.vl.json").exists());
    check!(world, "items analyze bank.csv", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: bank.csv cannot be read: No such file or directory (os error 2)
    ");
}
