//! Task files: check.

use std::fs;

use crate::{World, check};

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/railway-signal-lamps.md");

/// A world with the sample task as it is, and once more with these changes as `flawed.md`.
fn world(changes: &[(&str, &str)]) -> World {
    let world = World::new();
    let text = fs::read_to_string(SAMPLE).unwrap();
    fs::write(world.path("railway-signal-lamps.md"), &text).unwrap();
    let flawed = changes.iter().fold(text, |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    });
    fs::write(world.path("flawed.md"), flawed).unwrap();
    world
}

const CHANGES: &[(&str, &str)] = &[
    ("| **Use case** |", "| **Task type** |"),
    ("\"A. red\", \"B. blue\"", "\"A. $\\rho$\", \"B. $\\pi$\""),
    ("[\"B. rapeseed\"]", "[\"B. Rapeseed\"]"),
];

#[test]
fn a_sound_file_passes() {
    check!(world(&[]), "author check railway-signal-lamps.md", @r"
    status 0
    --- stdout

    --- stderr
    1 file checked, 0 defects: 0 high, 0 medium, 0 low
    ");
}

#[test]
fn every_defect_has_its_line() {
    check!(world(CHANGES), "author check railway-signal-lamps.md flawed.md", @r"
    status 1
    --- stdout
    --- stderr
    ");
    let lines = world(CHANGES).documents("author check flawed.md");
    assert_eq!(lines[0], serde_json::json!({
        "file": "flawed.md",
        "line": 6,
        "severity": "low",
        "rule": "old_row_name",
        "place": "Task type",
        "message": "`Task type` is called `Use case` now",
    }));
}

#[test]
fn what_is_only_form_does_not_fail() {
    let world = world(&[("| **Use case** |", "| **Task type** |"), ("railway-signal-lamps |", "flawed |")]);
    assert_eq!(world.run(&["author", "check", "flawed.md"]).status.code(), Some(0));
}

#[test]
fn a_file_that_is_not_there() {
    check!(World::new(), "author check nowhere.md", @r"
    status 2
    --- stdout

    --- stderr
    error[not_found]: nowhere.md cannot be read: No such file or directory (os error 2)
    ");
}
