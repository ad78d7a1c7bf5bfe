//! Generates the tables in `docs/forge-rules.md` and `docs/study-rules.md` from the rules of each flow.
//!
//! A rule is declared once, with its code and its description. The function that checks it and the test that breaks it
//! are found by searching the sources, so a rule without a check or a test fails here.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../src/rule_tables.rs"]
mod rule_tables;

use std::fmt::Write;

use rule_tables::{Source, fresh, index, sources};
use tutti_forge::rules as forge;
use tutti_study::rules as study;

/// Whether this position is in a test: in a tests folder, or in the unit tests of a file.
fn is_test(source: &Source, at: usize) -> bool {
    source.path.contains("/tests/")
        || source.path.ends_with("/tests.rs")
        || source.text.find("#[cfg(test)]").is_some_and(|start| start < at)
}

/// The name of the function around a position.
fn around(text: &str, at: usize) -> Option<&str> {
    let start = text[..at].rfind("fn ")? + "fn ".len();
    text[start..].split(['(', '<']).next()
}

/// Functions that mention one of the words as a whole, as `path::function`; those of tests, or the others.
fn mentions(sources: &[Source], words: &[&str], tests: bool) -> Vec<String> {
    let whole = |c: Option<char>| !c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let mut found = Vec::new();
    for source in sources.iter().filter(|source| !source.path.ends_with("/src/rules.rs")) {
        for word in words {
            for (at, _) in source.text.match_indices(word) {
                let (before, after) = (&source.text[..at], &source.text[at + word.len()..]);
                let alone = whole(before.chars().next_back()) && whole(after.chars().next());
                if alone && is_test(source, at) == tests {
                    let function = around(&source.text, at).unwrap_or_default();
                    found.push(format!("`{}::{function}`", source.path));
                }
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// The rows of one rule: where it is checked, and the first test that breaks it.
fn row(sources: &[Source], variant: &str, code: &str, says: &str) -> String {
    let variant = format!("Rule::{variant}");
    // A crate that the flow depends on uses the code directly.
    let checked = mentions(sources, &[&variant, &format!("\"{code}\"")], false);
    assert!(!checked.is_empty(), "{variant} has no check");
    let mut tests = mentions(sources, &[&variant], true);
    if tests.is_empty() {
        tests = mentions(sources, &[code], true);
    }
    let test = tests.first().unwrap_or_else(|| panic!("no test breaks {variant}"));
    format!("| {} | `{code}` | {} | {test} |\n", says.trim(), checked.join(", "))
}

fn head(flow: &str, verb: &str) -> String {
    format!(
        "# The rules of {flow}\n\n\
         <!-- Generated from flows/{flow}/src/rules.rs by tests/tests/rules.rs; `make update` rewrites it. -->\n\n\
         ## Checks\n\n{verb}, with the function that checks each and a test that breaks it.\n\n"
    )
}

#[test]
fn the_table_of_forge_rules_is_fresh() {
    let sources = sources("flows/forge");
    let mut text = head("forge", "The requirements of the Verifier for an item");
    text.push_str("| rule | code | failure type | checked in | test |\n| --- | --- | --- | --- | --- |\n");
    for rule in forge::Rule::ALL {
        let row = row(&sources, &format!("{rule:?}"), rule.code(), rule.says());
        let code = format!("| `{}` |", rule.code());
        text.push_str(&row.replacen(&code, &format!("{code} `{}` |", rule.failure()), 1));
    }
    write!(text, "\n## Pipeline\n\nStages, scores, settings and files.\n\n{}", index(forge::INDEX)).unwrap();
    fresh("docs/forge-rules.md", &text);
}

#[test]
fn the_table_of_study_rules_is_fresh() {
    let sources = [sources("crates/library"), sources("flows/study")].concat();
    let mut text = head("study", "The requirements for documents, cards, questions and messages");
    text.push_str("| rule | code | checked in | test |\n| --- | --- | --- | --- |\n");
    for rule in study::Rule::ALL {
        text.push_str(&row(&sources, &format!("{rule:?}"), rule.code(), rule.says()));
    }
    write!(
        text,
        "\n## Protocol\n\nContracts, workflow, errors, logs and scenarios.\n\n{}",
        index(study::INDEX)
    )
    .unwrap();
    fresh("docs/study-rules.md", &text);
}

#[test]
fn codes_are_unique() {
    let codes = [
        forge::Rule::ALL.iter().map(|rule| rule.code()).collect::<Vec<_>>(),
        study::Rule::ALL.iter().map(|rule| rule.code()).collect(),
    ];
    for mut codes in codes {
        let count = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), count);
    }
}
