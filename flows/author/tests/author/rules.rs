//! The generated table of rules matches the code.

#[path = "../../../../tests/src/rule_tables.rs"]
mod rule_tables;

use std::fmt::Write;
use std::fs;

use tutti_author::index::INDEX;
use tutti_author::rules;
use tutti_author::{gates::Gate, routing::Rule};

fn path(path: &str) -> String {
    format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))
}

/// A line of the table, after a look whether the code and the test are there.
fn line(says: &str, code: &str, file: &str, function: &str, variant: &str, test: &str) -> String {
    let source = fs::read_to_string(path(&format!("src/{file}.rs"))).unwrap();
    assert!(source.contains(&format!("pub fn {function}(")), "{code}: there is no {function} in {file}.rs");
    let test = test_name(file, code, variant, test);
    let says = says.trim();
    format!("| {says} | `{code}` | `{file}::{function}` | `{test}` |")
}

/// The full name of a test, after a look whether it is there and speaks of the variant.
fn test_name(file: &str, code: &str, variant: &str, test: &str) -> String {
    let tests = fs::read_to_string(path(&format!("src/{file}/tests.rs"))).unwrap();
    let start = format!("#[test]\nfn {test}()");
    let body = tests.split(&start).nth(1).unwrap_or_else(|| panic!("{code}: no test {test}"));
    let body = body.split("#[test]").next().unwrap();
    let whole = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric());
    let named = body.match_indices(variant).any(|(at, _)| whole(&body[at + variant.len()..]));
    assert!(named, "{code}: the test {test} does not speak of {variant}");
    format!("{file}::tests::{test}")
}

fn table() -> String {
    let mut text = String::from(
        "# The rules of author\n\n\
         <!-- Generated from the code by flows/author/tests/author/rules.rs; `make update` rewrites it. -->\n\n\
         Each test has a case that breaks its rule and one that keeps it.\n\n\
         ## Routing\n\nWhere a task goes next: `flows/author/src/routing.rs`.\n\n\
         | rule | code | function | test |\n| --- | --- | --- | --- |\n",
    );
    for rule in Rule::ALL {
        let variant = format!("Rule::{rule:?}");
        let line = line(rule.says(), rule.code(), "routing", rule.function(), &variant, rule.test());
        writeln!(text, "{line}").unwrap();
    }
    text.push_str(
        "\n## Gates\n\nWhat must hold before a task goes on: `flows/author/src/gates.rs`.\n\n\
         | gate | code | function | test |\n| --- | --- | --- | --- |\n",
    );
    for gate in Gate::ALL {
        let variant = format!("Gate::{gate:?}");
        let line = line(gate.says(), gate.code(), "gates", gate.function(), &variant, gate.test());
        writeln!(text, "{line}").unwrap();
    }
    text.push_str(
        "\nMetadata, Familiarity Quiz and CQ1 to CQ9 of an expansion are compared byte for byte by `Frozen::compare` of \
         `crates/taskfile`; the test is `an_expansion_keeps_every_frozen_byte` in `flows/author/tests/author/scripted.rs`.\n\n\
         ## One question\n\nWhat every candidate must be, whoever reviewed it: `flows/author/src/rules.rs`, with planted \
         flaws in `flows/author/tests/review/plant.rs`. High rejects.\n\n| rule | code | weight | test |\n\
         | --- | --- | --- | --- |\n",
    );
    for rule in rules::Rule::ALL {
        let test = test_name("rules", rule.code(), &format!("Rule::{rule:?}"), rule.test());
        let (says, code, weight) = (rule.message(), rule.code(), rule.severity());
        writeln!(text, "| {says} | `{code}` | {weight:?} | `{test}` |").unwrap();
    }
    let workflow = rule_tables::index(INDEX);
    write!(text, "\n## Workflow\n\nPaths, inputs, agents and outputs.\n\n{workflow}").unwrap();
    text
}

#[test]
fn the_table_of_rules_is_fresh() {
    rule_tables::fresh("docs/author-rules.md", &table());
}

#[test]
fn codes_are_unique() {
    let mut codes: Vec<&str> =
        Rule::ALL.iter().map(|rule| rule.code()).chain(Gate::ALL.iter().map(|gate| gate.code())).collect();
    let count = codes.len();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), count);
}
