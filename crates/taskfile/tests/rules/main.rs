//! Every rule: one file that breaks it, and a similar one that does not.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod shape;
mod task;
mod writing;

use std::collections::BTreeSet;

use tutti_core::Severity;
use tutti_taskfile::{Rule, TaskDocument, TaskFile, check_named};

const SAMPLE: &str = include_str!("../../../../samples/railway-signal-lamps.md");
const NAME: &str = "railway-signal-lamps.md";

/// Which rules had their two files.
#[derive(Default)]
struct Seen(BTreeSet<Rule>);

impl Seen {
    #[track_caller]
    fn check(&mut self, rule: Rule, breaks: &str, keeps: &str) {
        let found = |text: &str| {
            check_named(text, Some(NAME)).into_iter().filter(|defect| defect.rule == rule).count()
        };
        assert!(found(breaks) > 0, "{rule} is not broken: {:#?}", check_named(breaks, Some(NAME)));
        assert_eq!(found(keeps), 0, "{rule} is broken: {:#?}", check_named(keeps, Some(NAME)));
        self.0.insert(rule);
    }
}

/// The sample with each of these changed once.
#[track_caller]
fn with(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(SAMPLE.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    })
}

/// The sample as data, changed and written again.
fn document(change: impl FnOnce(&mut TaskDocument)) -> String {
    let mut document = TaskFile::read(SAMPLE).file.document().unwrap();
    change(&mut document);
    document.to_markdown()
}

#[test]
fn the_sample_is_sound() {
    assert_eq!(check_named(SAMPLE, Some(NAME)), []);
    assert_eq!(document(|_| {}), SAMPLE);
}

#[test]
fn every_rule_is_broken_and_kept() {
    let mut seen = Seen::default();
    shape::check(&mut seen);
    task::check(&mut seen);
    writing::check(&mut seen);
    let missing: Vec<Rule> = Rule::all().into_iter().filter(|rule| !seen.0.contains(rule)).collect();
    assert_eq!(missing, [], "rules without their two files");
}

#[test]
fn codes_are_stable_words() {
    let codes: BTreeSet<&str> = Rule::all().into_iter().map(Rule::code).collect();
    assert_eq!(codes.len(), Rule::all().len(), "two rules share a code");
    assert!(codes.iter().all(|code| code.bytes().all(|byte| byte == b'_' || byte.is_ascii_lowercase())));
}

/// The defects of the sample with these changes, as `line: severity rule (place): message`.
#[track_caller]
fn list_defects(changes: &[(&str, &str)]) -> String {
    let defects = check_named(&with(changes), Some(NAME));
    defects.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_defect_says_where_and_what() {
    insta::assert_snapshot!(list_defects(&[
        ("| **Use case** |", "| **Task type** |"),
        ("\"A. red\", \"B. blue\"", "\"A. $\\rho$\", \"B. $\\pi$\""),
        ("[\"B. rapeseed\"]", "[\"B. B. rapeseed\"]"),
        ("[\"C. 6\"]", "[\"C. 6\", \"D. 8\"]"),
        ("| **Bloom's level** | Researcher-only | Applying |", "| **Bloom's level** | Applying |"),
    ]), @r"
    6: low old_row_name (Task type): `Task type` is now called `Use case`
    70: high invalid_escape (CQ1): \pi in Options: JSON requires two backslashes
    70: high misread_escape (CQ1): \rho in Options: JSON reads a control character; write two backslashes
    72: high key_not_verbatim (CQ1): “A. red” is not an option
    81: high key_not_verbatim (CQ2): “B. B. rapeseed” matches B, but not word for word
    90: high several_keys (CQ3): 2 keys: C. 6 | D. 8
    127: medium missing_visibility (CQ7): the row has no Visibility cell
    ");
}

#[test]
fn a_key_that_is_shown_is_grave() {
    let text =
        with(&[("| **Correct answers** | Researcher-only |", "| **Correct answers** | Participants |")]);
    let found = check_named(&text, Some(NAME));
    assert_eq!((found[0].rule, found[0].severity), (Rule::WrongVisibility, Severity::High));
}
