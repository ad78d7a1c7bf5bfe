//! Moodle XML exchanged with other tools.
//!
//! Moodle's own importer is not in any package registry and is not run here; our files follow its source. What is
//! checked: `moodle-xml-parser` reads our choices and gap texts with the same texts, marks and feedback (it supports no
//! other kinds), and we read what `moodle-questions` and `moocloze` write.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tutti_exchange::{About, Format, Import, read, write};
use tutti_item::{Body, Item, RichText};

fn run(script: &str, arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let root: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let python = root.join("target/moodle/bin/python");
    assert!(python.exists(), "there is no Python in target/moodle: run tests/setup/install.sh");
    let mut process = Command::new(python)
        .arg(root.join("tests/importers/moodle").join(script))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    process.stdin.take().unwrap().write_all(input).unwrap();
    let output = process.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn import_from(tool: &str) -> Import {
    read(Format::Moodle, &run("write.py", &[tool], b"")).unwrap()
}

#[test]
fn moodle_xml_parser_reads_our_choices_and_gap_texts() {
    let bank = read(Format::Jsonl, include_bytes!("../../../samples/bank.jsonl")).unwrap().items;
    let xml = write(Format::Moodle, &bank, &About { title: "Sample".into(), at: 0 }).unwrap();
    let found: Value = serde_json::from_slice(&run("read.py", &[], &xml.bytes)).unwrap();
    let choices: Vec<&Item> = bank.iter().filter(|item| !item.options().is_empty()).collect();
    assert_eq!(found["multichoice"].as_array().unwrap().len(), choices.len());
    for (item, question) in choices.iter().zip(found["multichoice"].as_array().unwrap()) {
        let single = matches!(item.body, Body::MultipleChoice { .. });
        assert_eq!(question["single"], single, "{}", item.id);
        let marks: Vec<f64> = match &item.body {
            Body::MultipleChoice { options, key } => {
                options.iter().map(|option| if option.label == *key { 100.0 } else { 0.0 }).collect()
            }
            // Two of four are right: each is half of the marks, each wrong one takes a half.
            Body::MultipleResponse { options, keys } => {
                options.iter().map(|option| if keys.contains(&option.label) { 50.0 } else { -50.0 }).collect()
            }
            _ => Vec::new(),
        };
        let options = question["options"].as_array().unwrap();
        let found: Vec<f64> =
            options.iter().map(|option| option["score_fraction"].as_f64().unwrap()).collect();
        assert_eq!(found, marks, "{}", item.id);
        for (option, expected) in options.iter().zip(item.options()) {
            assert_eq!(option["answer"], expected.text.as_str(), "{}", item.id);
            let feedback = expected.rationale.as_ref().map(RichText::as_str);
            assert_eq!(option["feedback"], json!(feedback), "{}", item.id);
        }
    }
    let gaps: Vec<Value> = found["cloze"][0]["gaps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|gap| {
            json!([
                gap["sub_type"],
                gap["options"].as_array().unwrap().iter().map(|o| &o["answer"]).collect::<Vec<_>>()
            ])
        })
        .collect();
    assert_eq!(gaps, [json!(["SHORTANSWER", ["air", "oxygen"]]), json!(["SHORTANSWER", ["water"]])]);
}

#[test]
fn we_read_what_moodle_questions_writes() {
    let import = import_from("moodle-questions");
    assert_eq!(import.skipped, []);
    let [choice, short] = import.items.as_slice() else { panic!("{:?}", import.items) };
    assert_eq!(choice.stem.as_str(), "Where is \\(x^2 - 1 < 0\\)?");
    assert_eq!(choice.key_place(), Some(1));
    assert_eq!(choice.options()[0].rationale.as_ref().unwrap().as_str(), "There it is positive.");
    assert_eq!(choice.solution.steps[0].text.as_str(), "Between the **roots**.");
    assert_eq!(choice.aliases, ["17"]);
    assert_eq!(short.body, Body::ShortAnswer { accepts: vec!["Fe".into()], case_sensitive: false });
}

#[test]
fn we_read_what_moocloze_writes() {
    let import = import_from("moocloze");
    assert_eq!(import.skipped[0].why, "one of its gaps asks for several options");
    let [water] = import.items.as_slice() else { panic!("{:?}", import.items) };
    assert_eq!(water.stem.as_str(), "Water boils at {{1}} degrees, is {{2}} and is a {{3}}.");
    let Body::Cloze { gaps } = &water.body else { panic!("{water:?}") };
    let accepts: Vec<&str> = gaps.iter().map(|gap| gap.accepts[0].as_str()).collect();
    assert_eq!(accepts, ["100", "wet", "liquid"]);
    assert_eq!(water.solution.steps[0].text.as_str(), "At sea level.");
}
