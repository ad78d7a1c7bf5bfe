//! Tables that link rules to code and tests, checked against the sources. Included by path, so that a crate needs no
//! dependency for it.
#![allow(dead_code, clippy::unwrap_used, reason = "not every test needs all of it, and a test may panic")]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().find(|folder| folder.join("Cargo.lock").exists()).unwrap().to_owned()
}

#[derive(Clone)]
pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// Rust files below `folder`, in the order of their paths.
pub(crate) fn sources(folder: &str) -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                found.push(Source { path: path.strip_prefix(root()).unwrap().display().to_string(), text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// Resolves `path::name` to the only file whose path ends so and that declares the name; a path alone to the only file.
pub(crate) fn place(all: &[Source], entry: &str) -> String {
    let (path, name) = entry.split_once("::").unwrap_or((entry, ""));
    let declares = |source: &&Source| {
        let ends = source.path.strip_suffix(path).is_some_and(|before| before.ends_with('/'));
        let kinds = ["fn ", "const ", "struct ", "enum ", "static "];
        let named = |kind: &&str| {
            source.text.match_indices(&format!("{kind}{name}")).any(|(at, found)| {
                !source.text[at + found.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
            })
        };
        (ends || source.path == path) && (name.is_empty() || kinds.iter().any(named))
    };
    let found: Vec<&Source> = all.iter().filter(declares).collect();
    match found.as_slice() {
        [one] if name.is_empty() => format!("`{}`", one.path),
        [one] => format!("`{}::{name}`", one.path),
        [] if root().join(path).exists() => format!("`{path}`"),
        [] => panic!("{entry} is not found"),
        several => {
            panic!("{entry} is in {:?}", several.iter().map(|source| &source.path).collect::<Vec<_>>())
        }
    }
}

/// A table of rules, the code that implements each, and the test that fails without it.
pub(crate) fn index(rows: &[(&str, &str, &str)]) -> String {
    let all: Vec<Source> = ["crates", "flows", "apps"].iter().flat_map(|folder| sources(folder)).collect();
    let mut text = String::from("| rule | code | test |\n| --- | --- | --- |\n");
    for (says, code, test) in rows {
        writeln!(text, "| {says} | {} | {} |", place(&all, code), place(&all, test)).unwrap();
    }
    text
}

/// Compares with the committed file; UPDATE=1 rewrites it.
#[track_caller]
pub(crate) fn fresh(path: &str, text: &str) {
    let file = root().join(path);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, text).unwrap();
    }
    let committed = fs::read_to_string(&file).unwrap_or_default();
    assert!(committed == text, "{path} is out of date: `make update` rewrites it");
}
