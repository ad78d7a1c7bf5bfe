//! Documents and code kept together: what ARCHITECTURE.md promises is checked here over the sources.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use tutti_core::Code;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Files below `folder` with one of the endings, as paths from the root.
fn files(folder: &str, endings: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() {
                if name != "target"
                    && name != "node_modules"
                    && !name.starts_with('.')
                    && name != "tutti-data"
                {
                    folders.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                found.push(path.strip_prefix(root()).unwrap().to_string_lossy().into_owned());
            }
        }
    }
    found.sort();
    found
}

fn rust() -> Vec<String> {
    files(".", &[".rs"])
}

/// The text without its unit tests, which may do what the code may not.
fn without_tests(source: &str) -> &str {
    source.split("#[cfg(test)]").next().unwrap_or(source)
}

/// `ticked` words of a text.
fn ticked(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn every_invariant_has_its_test() {
    let text = read("ARCHITECTURE.md");
    let section = text.split("## Invariants").nth(1).unwrap().split("\n## ").next().unwrap();
    let mut expected = 1;
    for (number, body) in numbered(section) {
        assert_eq!(number, expected, "invariants are numbered in order");
        expected += 1;
        let guards = body.split("Guard:").nth(1).unwrap_or_else(|| panic!("invariant {number} has no guard"));
        let mut file = None;
        let mut tests = 0;
        for word in ticked(guards) {
            if word.contains('/') {
                file = Some(read(word));
            } else {
                let source =
                    file.as_ref().unwrap_or_else(|| panic!("invariant {number}: no file before {word}"));
                assert!(
                    source.contains(&format!("fn {word}(")),
                    "invariant {number}: there is no test `{word}`"
                );
                tests += 1;
            }
        }
        assert!(tests > 0, "invariant {number} names no test");
    }
    assert!(expected > 10);
}

/// The numbered items of a list, with their continuation lines.
fn numbered(block: &str) -> Vec<(usize, String)> {
    let mut items: Vec<(usize, String)> = Vec::new();
    for line in block.lines() {
        let number = line.split_once(". ").and_then(|(n, _)| n.parse().ok());
        match (number, items.last_mut()) {
            (Some(number), _) => items.push((number, line.to_owned())),
            (None, Some((_, body))) if line.starts_with(' ') => {
                body.push(' ');
                body.push_str(line.trim());
            }
            _ => {}
        }
    }
    items
}

#[test]
fn documents_name_files_that_are_there() {
    let places =
        ["crates/", "apps/", "tests/", "bench/", "docs/", "schemas/", "samples/", "flows/", "web/", ".ci/"];
    let mut missing = Vec::new();
    for document in files(".", &[".md"]) {
        let text = read(&document);
        let folder = Path::new(&document).parent().unwrap().to_owned();
        for word in ticked(&text) {
            let named =
                places.iter().any(|place| word.starts_with(place)) && !word.contains([' ', '*', '<', '{']);
            if named && !root().join(word).exists() && !root().join(&folder).join(word).exists() {
                missing.push(format!("{document}: `{word}`"));
            }
        }
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = target.split('#').next().unwrap();
            if !target.is_empty() && !target.contains("://") && !root().join(&folder).join(target).exists() {
                missing.push(format!("{document}: link to {target}"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn every_dependency_has_its_line() {
    let manifest = read("Cargo.toml");
    let section = manifest.split("[workspace.dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
    let chosen: BTreeSet<&str> = section
        .lines()
        .filter_map(|line| line.split_once(" = ").map(|(name, _)| name))
        .filter(|name| !name.starts_with("tutti-"))
        .collect();
    let document = read("docs/dependencies.md");
    let explained: BTreeSet<&str> = document
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`').map(|(name, _)| name))
        .collect();
    assert_eq!(chosen, explained, "the manifest and docs/dependencies.md differ");
    let manifests: String =
        files(".", &["Cargo.toml"]).iter().filter(|path| *path != "Cargo.toml").map(|p| read(p)).collect();
    for name in chosen {
        let used = [".workspace", " = {"].iter().any(|after| manifests.contains(&format!("\n{name}{after}")));
        assert!(used, "{name} is declared but no crate uses it");
    }
}

#[test]
fn every_error_code_has_its_page() {
    let document = read("docs/errors.md");
    let pages: Vec<&str> = document.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    assert_eq!(pages, codes, "docs/errors.md has the codes in the order of the enum");
}

#[track_caller]
fn check_absent(path: &str, words: &[&str]) {
    let source = read(path);
    for word in words {
        assert!(!without_tests(&source).contains(word), "{path} uses `{word}`");
    }
}

#[test]
fn pure_crates_do_no_io() {
    let pure =
        ["composer", "core", "exchange", "item", "language", "maths", "print", "psychometrics", "taskfile"];
    for path in pure.iter().flat_map(|name| files(&format!("crates/{name}/src"), &[".rs"])) {
        check_absent(
            &path,
            &["std::fs", "std::net", "std::env", "std::process", "SystemTime", "Instant", "tokio"],
        );
    }
}

/// Flow code is where `Run<'_>` is taken: in the flows themselves and in the tour.
#[test]
fn flow_code_is_pure() {
    let impure = [
        "tokio::spawn",
        "select!",
        "join_all",
        "timeout(",
        "SystemTime",
        "Instant::now",
        "rand::",
        "std::env",
        "std::fs",
    ];
    let flows: Vec<String> = rust()
        .into_iter()
        .filter(|path| {
            (path.starts_with("flows/") && path.contains("/src/"))
                || path == "apps/tutti/src/tour.rs"
                || path == "tests/src/matrix.rs"
        })
        .collect();
    assert!(!flows.is_empty());
    for path in flows {
        check_absent(&path, &impure);
    }
}

#[test]
fn gates_are_pure() {
    for path in rust() {
        let source = read(&path);
        for line in without_tests(&source).lines() {
            let impure = line.contains("async fn") && line.contains("-> Verdict");
            assert!(!impure, "{path}: a gate that waits is no gate: {line}");
        }
    }
}

#[test]
fn models_are_called_in_one_place() {
    for path in rust() {
        let allowed =
            path.starts_with("crates/model/") || path.contains("/tests/") || path == "tests/tests/tidy.rs";
        let one_place = path == "crates/agent/src/call.rs" || path.starts_with("crates/agent/src/decode");
        if !allowed && !one_place {
            check_absent(&path, &["decode_with::<", "models.call(", "call_streaming("]);
        }
    }
}

/// Statements on user data are scoped by owner; those the executor needs across owners are counted here.
#[test]
fn every_query_is_scoped() {
    let files = ["read", "items", "heads", "counts", "everything"]
        .map(|name| read(&format!("crates/store/src/{name}.rs")));
    let source = files.concat();
    let statements: Vec<&str> = source
        .split('"')
        .skip(1)
        .step_by(2)
        .filter(|text| text.contains(" from ") && !text.contains("pg_advisory"))
        .collect();
    assert!(statements.len() > 12);
    for statement in statements {
        assert!(statement.contains("owner = $1"), "not scoped by owner: {statement}");
    }
}

#[test]
fn real_calls_are_forbidden_in_tests() {
    assert_eq!(std::env::var("TUTTI_MODELS_OFFLINE").as_deref(), Ok("true"), "run the tests with nextest");
}

#[test]
fn sources_are_in_order() {
    let mut faults = Vec::new();
    for path in rust() {
        let source = read(&path);
        let lines = source.lines().count();
        if lines > 700 {
            faults.push(format!("{path} has {lines} lines: perhaps two rooms"));
        }
        if path == "tests/tests/tidy.rs" {
            continue;
        }
        for word in ["todo!(", "unimplemented!(", "TODO", "FIXME", "#[ignore", "dbg!("] {
            if source.contains(word) {
                faults.push(format!("{path} holds `{word}`"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
