//! We read packages written by qti-package-maker, and it checks the packages we write.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::Command;

use tutti_core::canonical_json;
use tutti_exchange::{About, Format, read, write};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap()
}

fn run(arguments: &[&OsStr]) -> String {
    let python = root().join("target/qti-package-maker/bin/python");
    assert!(python.exists(), "there is no qti-package-maker in target: run tests/setup/install.sh");
    let script = root().join("tests/importers/qti-package-maker/package.py");
    let output = Command::new(python).arg(script).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[track_caller]
fn check(file: &str, format: Format, expected: &[&str], skipped: &str) {
    let folder = tempfile::tempdir().unwrap();
    run(&["write".as_ref(), folder.path().as_ref()]);
    let import = read(format, &fs::read(folder.path().join(file)).unwrap()).unwrap();
    let said: Vec<String> = import
        .items
        .iter()
        .map(|item| {
            format!("{} | {}", item.stem.as_str(), canonical_json(&serde_json::to_value(&item.body).unwrap()))
        })
        .collect();
    for (said, expected) in said.iter().zip(expected) {
        assert_eq!(said, expected);
    }
    assert_eq!(said.len(), expected.len());
    assert_eq!(import.skipped.len(), 1);
    assert_eq!(import.skipped[0].why, skipped);
}

const PLANETS: &str = r#"Which planet is **largest**? | {"key":"B","kind":"multiple_choice","options":[{"label":"A","text":"Mars"},{"label":"B","text":"Jupiter"},{"label":"C","text":"Venus"}]}"#;
const PRIMES: &str = r#"Which numbers are prime? | {"keys":["A","C"],"kind":"multiple_response","options":[{"label":"A","text":"2"},{"label":"B","text":"9"},{"label":"C","text":"11"},{"label":"D","text":"15"}]}"#;
const LEGS: &str = r#"A {{first}} has four legs and a {{second}} two. | {"gaps":[{"accepts":["dog","cat"],"name":"first"},{"accepts":["bird"],"name":"second"}],"kind":"cloze"}"#;

#[test]
fn its_canvas_package_is_read() {
    check(
        "canvas.zip",
        Format::Canvas,
        &[
            PLANETS,
            PRIMES,
            r#"How many metres are in 2.5 km? | {"kind":"numeric","tolerance":{"absolute":"25"},"value":"2500.0"}"#,
            r#"What do bees make? | {"accepts":["honey","wax"],"kind":"short_answer"}"#,
            LEGS,
        ],
        "its kind is matching_question, which Tutti does not support",
    );
}

#[test]
fn its_qti_21_package_is_read() {
    check(
        "qti21.zip",
        Format::Qti22,
        &[
            PLANETS,
            PRIMES,
            r#"How many metres are in 2.5 km? | {"kind":"numeric","tolerance":{"absolute":"25.0"},"value":"2500.0"}"#,
            r#"What do bees make? | {"accepts":["honey","wax"],"kind":"short_answer"}"#,
            LEGS,
        ],
        "its kind is matchInteraction, which Tutti does not support",
    );
}

/// Every key, dependency, image and identifier in our packages leads somewhere. Formulas are pictures that Canvas
/// makes itself, so those are not in the package.
#[test]
fn our_packages_hold_together() {
    let folder = tempfile::tempdir().unwrap();
    let bank = fs::read(root().join("samples/bank.jsonl")).unwrap();
    let items = read(Format::Jsonl, &bank).unwrap().items;
    for format in [Format::Canvas, Format::Qti22, Format::Qti3] {
        let path = folder.path().join(format!("{format}.zip"));
        let export = write(format, &items, &About { title: "Sample bank".into(), at: 0 }).unwrap();
        fs::write(&path, export.bytes).unwrap();
        let said = run(&["check".as_ref(), path.as_ref()]);
        let faults: Vec<&str> = said.lines().filter(|line| !line.contains("equation_images")).collect();
        assert_eq!(faults, Vec::<&str>::new());
    }
    let broken = folder.path().join("broken.zip");
    Command::new(root().join("target/qti-package-maker/bin/python"))
        .args(["-c", "import sys, zipfile; zipfile.ZipFile(sys.argv[1], 'w').writestr('x', '')"])
        .arg(&broken)
        .status()
        .unwrap();
    assert!(run(&["check".as_ref(), broken.as_ref()]).contains("imsmanifest.xml: missing"));
}
