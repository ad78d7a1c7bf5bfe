//! Python's csv module and openpyxl read our sheets, and we read theirs.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use tutti_exchange::{About, Format, read, write};
use tutti_item::{Body, Item};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn script(job: &str, file: &Path) -> String {
    let python = root().join("target/openpyxl/bin/python");
    assert!(python.exists(), "there is no {}: run tests/setup/install.sh", python.display());
    let script = root().join("tests/importers/openpyxl/sheet.py");
    let output = Command::new(python).arg(script).arg(job).arg(file).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn bank() -> Vec<Item> {
    let mut bank = read(Format::Jsonl, include_bytes!("../../../samples/bank.jsonl")).unwrap().items;
    bank.push(Item::multiple_choice("=1+1 is", ["-2", "@two", "+ 2", "'=2"], 0));
    bank
}

#[test]
fn openpyxl_and_csv_see_the_same_cells() {
    let folder = tempfile::tempdir().unwrap();
    let about = About { title: "Sample bank".into(), at: 1_763_200_000 };
    let cells = |format: Format| -> Value {
        let file = folder.path().join(format!("bank.{}", format.extension()));
        std::fs::write(&file, write(format, &bank(), &about).unwrap().bytes).unwrap();
        serde_json::from_str(&script("cells", &file)).unwrap()
    };
    let (csv, mut xlsx) = (cells(Format::Csv), cells(Format::Xlsx));
    // The one difference: CSV keeps a text from being a formula with an apostrophe, typed cells need none.
    let guarded = |cell: &str| {
        if cell.starts_with(['=', '@']) || cell == "+ 2" { format!("'{cell}") } else { cell.to_owned() }
    };
    for cell in xlsx["rows"].as_array_mut().unwrap().iter_mut().flat_map(|row| row.as_array_mut().unwrap()) {
        *cell = Value::String(guarded(cell.as_str().unwrap()));
    }
    assert_eq!(xlsx["rows"], csv["rows"]);
    assert_eq!(csv["rows"].as_array().unwrap().len(), bank().len() + 1);
    assert_eq!(xlsx["types"], json!(["s"]));
    assert_eq!(
        (&xlsx["frozen"], &xlsx["title"], &xlsx["wrapped"]),
        (&json!("A2"), &json!("Sample bank"), &json!(true))
    );
}

#[test]
fn a_sheet_that_a_teacher_typed_is_imported() {
    let folder = tempfile::tempdir().unwrap();
    for format in [Format::Csv, Format::Xlsx] {
        let file = folder.path().join(format!("teacher.{}", format.extension()));
        script("make", &file);
        let items = read(format, &std::fs::read(&file).unwrap()).unwrap().items;
        let keys: Vec<String> = items
            .iter()
            .map(|item| match &item.body {
                Body::MultipleChoice { key, options } => format!("{key} of {}", options.len()),
                Body::MultipleResponse { keys, .. } => keys.iter().map(ToString::to_string).collect(),
                _ => String::new(),
            })
            .collect();
        assert_eq!(keys, ["B of 4", "A of 2", "A of 2", "AC"], "{format}");
        assert_eq!(items[0].options()[1].text.as_str(), "5", "{format}");
        assert_eq!(items[0].solution.steps[0].text.as_str(), "Count on from 3.", "{format}");
        assert_eq!(items[1].tags.iter().collect::<Vec<_>>(), ["decimals", "fractions"], "{format}");
        assert_eq!(items[2].solution.steps[0].text.as_str(), "Se på kartet:\nlengst nord.", "{format}");
    }
}
