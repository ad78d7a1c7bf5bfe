//! Tests that documents and code agree: the promises of ARCHITECTURE.md are checked against the sources.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::{
    collections::{BTreeMap, BTreeSet},
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

/// The text without its unit tests, to which the rules do not apply.
fn without_tests(source: &str) -> &str {
    source.split("#[cfg(test)]").next().unwrap_or(source)
}

/// `ticked` words of a text.
fn code_spans(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn every_invariant_has_its_test() {
    let text = read("ARCHITECTURE.md");
    let section = text.split("## Invariants").nth(1).unwrap().split("\n## ").next().unwrap();
    let mut expected = 1;
    for (number, body) in numbered_items(section) {
        assert_eq!(number, expected, "invariants are numbered in order");
        expected += 1;
        let guards = body.split("Guard:").nth(1).unwrap_or_else(|| panic!("invariant {number} has no guard"));
        check_guards(&format!("invariant {number}"), guards);
    }
    assert!(expected > 10);
}

/// Every test named in a text exists in the file named before it, and at least one is named.
#[track_caller]
fn check_guards(whose: &str, guards: &str) {
    let mut file = None;
    let mut tests = 0;
    for word in code_spans(guards) {
        if word.contains('/') {
            file = Some(read(word));
        } else {
            let source = file.as_ref().unwrap_or_else(|| panic!("{whose}: no file before {word}"));
            assert!(source.contains(&format!("fn {word}(")), "{whose}: there is no test `{word}`");
            tests += 1;
        }
    }
    assert!(tests > 0, "{whose} names no test");
}

#[test]
fn every_boundary_has_its_test() {
    let text = read("docs/security.md");
    let rows = text.lines().filter(|line| line.starts_with("| ") && line.contains(" → "));
    let mut found = 0;
    for row in rows {
        let mut cells = row.trim_matches('|').split(" | ").map(str::trim);
        let (boundary, guards) = (cells.next().unwrap(), cells.nth(1).unwrap());
        check_guards(boundary, guards);
        found += 1;
    }
    assert!(found > 10);
}

/// The numbered items of a list, with their continuation lines.
fn numbered_items(block: &str) -> Vec<(usize, String)> {
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
        for word in code_spans(&text) {
            // `path::function` refers to a function in the file at the path.
            let word = word.split("::").next().unwrap();
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
    let pure = [
        "composer",
        "core",
        "exchange",
        "families",
        "item",
        "language",
        "lexicon",
        "maths",
        "print",
        "psychometrics",
        "taskfile",
        "untrusted",
    ];
    for path in pure.iter().flat_map(|name| files(&format!("crates/{name}/src"), &[".rs"])) {
        check_absent(
            &path,
            &["std::fs", "std::net", "std::env", "std::process", "SystemTime", "Instant", "tokio"],
        );
    }
}

/// Untrusted zip archives, Zstandard and XML are opened with one set of limits; writing an archive needs none.
#[test]
fn untrusted_files_are_opened_in_one_crate() {
    let sources = rust().into_iter().filter(|path| path.contains("/src/") && !path.ends_with("/tests.rs"));
    for path in sources.filter(|path| !path.starts_with("crates/untrusted/")) {
        check_absent(&path, &["ZipArchive", "zip::read", "roxmltree", "ruzstd", "quick_xml"]);
    }
}

/// A second list of negations would be a second definition of negation.
#[test]
fn negations_are_listed_in_the_lexicon_only() {
    let certain = ["never", "ikke", "ikkje", "aldri"];
    let common =
        ["not", "no", "none", "nobody", "nothing", "neither", "nor", "without", "cannot", "ingen", "uten"];
    let mut faults = Vec::new();
    for path in
        rust().into_iter().filter(|path| path.contains("/src/") && !path.starts_with("crates/lexicon/"))
    {
        let source = read(&path);
        for array in without_tests(&source).split('[').skip(1).filter_map(|rest| rest.split(']').next()) {
            let words: BTreeSet<&str> = array.split('"').skip(1).step_by(2).collect();
            let is_list = certain.iter().any(|word| words.contains(word))
                || common.iter().filter(|word| words.contains(*word)).count() > 1;
            if is_list {
                faults.push(format!("{path}: [{}]", array.trim()));
            }
        }
    }
    assert!(faults.is_empty(), "use `tutti_lexicon` for negations:\n{}", faults.join("\n"));
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
                || path == "apps/service/src/tour.rs"
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
            assert!(!impure, "{path}: a gate must not be async: {line}");
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
    let files = ["read", "items", "run_heads", "counts", "owner_export", "records", "files", "usage"]
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

/// The flows of the product and the files that declare them.
fn declared_flows() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for path in sources("flows").into_iter().chain(sources("apps")) {
        let source = read(&path);
        let declarations = without_tests(&source).split("flow!(\"").skip(1);
        found.extend(declarations.map(|rest| (rest.split('"').next().unwrap().to_owned(), path.clone())));
    }
    found
}

/// The code of the crates in a folder, without their tests.
fn sources(folder: &str) -> Vec<String> {
    let in_src = |path: &String| path.contains("/src/") && !path.contains("/tests/");
    files(folder, &[".rs"]).into_iter().filter(in_src).collect()
}

/// Lines of code: no unit tests, no comments.
fn code_lines(source: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = without_tests(source).lines().enumerate();
    lines.map(|(n, line)| (n + 1, line)).filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// Code that depends on the engine uses the declaration of a flow, never its name.
#[test]
fn a_flow_is_named_in_its_declaration_only() {
    let flows = declared_flows();
    assert!(flows.len() > 10, "{flows:?}");
    let know_the_engine = files(".", &["Cargo.toml"])
        .into_iter()
        .filter(|path| path != "Cargo.toml" && read(path).contains("tutti-engine"))
        .map(|path| path.trim_end_matches("Cargo.toml").to_owned() + "src");
    let mut faults = Vec::new();
    for path in know_the_engine.flat_map(|folder| files(&folder, &[".rs"])) {
        for (name, declared_in) in &flows {
            let literal = format!("\"{name}\"");
            let source = read(&path);
            let found: Vec<usize> =
                code_lines(&source).filter(|(_, line)| line.contains(&literal)).map(|(n, _)| n).collect();
            let allowed = usize::from(path == *declared_in);
            if found.len() > allowed {
                faults.push(format!("{path} names the flow {literal} in lines {found:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Every journal entry has a type in the code that writes it; no other code reads its JSON directly.
#[test]
fn journals_are_read_by_type() {
    let mut faults = Vec::new();
    for path in ["apps", "crates/engine", "crates/watch"].iter().flat_map(|folder| sources(folder)) {
        let source = read(&path);
        for (n, line) in code_lines(&source) {
            let digs =
                [".pointer(", ".output[\"", ".input[\"", "note[\""].iter().any(|dig| line.contains(dig));
            // Headers, the fields of log events and the keywords of a schema are looked up by name.
            let by_name = line.split(".get(\"").nth(1).is_some_and(|name| !name.starts_with('/'));
            let known =
                ["headers().get(", "fields.get(", "schema.get("].iter().any(|known| line.contains(known));
            if digs || (by_name && !known) {
                faults.push(format!("{path}:{n}: {}", line.trim()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A kind of records is named only where its collection is declared, with the type of its values.
#[test]
fn every_record_kind_is_declared_once() {
    let mut declared = BTreeMap::new();
    for path in rust() {
        let ours = path.contains("/src/") && path != "crates/store/src/collection.rs";
        let source = if ours { read(&path) } else { continue };
        for line in without_tests(&source).lines().filter(|line| line.contains("Collection::new(")) {
            let kind = line.split("Collection::new(\"").nth(1).and_then(|rest| rest.split('"').next());
            let kind = kind.filter(|_| line.contains("const "));
            let kind = kind.unwrap_or_else(|| panic!("{path}: not a constant with a literal kind: {line}"));
            if let Some(other) = declared.insert(kind.to_owned(), path.clone()) {
                panic!("the record kind `{kind}` is declared in {other} and in {path}");
            }
        }
    }
    assert!(declared.len() >= 9, "{declared:?}");
}

/// Import formats are for imports: the bank and the flows store items without them.
#[test]
fn storing_an_item_needs_no_format() {
    let mut manifests = files("flows", &["Cargo.toml"]);
    assert!(!manifests.is_empty());
    manifests.push("crates/bank/Cargo.toml".to_owned());
    for path in manifests {
        let manifest = read(&path);
        let needed = manifest.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
        assert!(!needed.contains("tutti-exchange"), "{path} depends on the import formats");
    }
}

/// A type that exists only for its schema would list fields that other code reads.
#[test]
fn requests_are_described_by_the_types_that_read_them() {
    let found = files("apps/server/src/api", &[".rs"]);
    assert!(found.len() > 10, "{found:?}");
    for path in found {
        assert!(!read(&path).contains("dead_code"), "{path}");
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
            faults.push(format!("{path} has {lines} lines: consider splitting it"));
        }
        if path == "tests/tests/tidy.rs" {
            continue;
        }
        for word in ["todo!(", "unimplemented!(", "TODO", "FIXME", "#[ignore", "dbg!("] {
            if source.contains(word) {
                faults.push(format!("{path} contains `{word}`"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A test that passes because its data is missing reports that: all tests look for data in one place, which keeps a list.
#[test]
fn shared_data_is_found_in_one_place() {
    for path in rust() {
        if path != "tests/src/shared_data.rs" && path != "tests/tests/tidy.rs" {
            let source = read(&path);
            for word in ["shared/data", "DATA_SAMPLES"] {
                assert!(
                    !source.contains(word),
                    "{path} looks for shared data itself: use `shared_data::find`"
                );
            }
        }
    }
}

/// Past participles that do not end in `-ed`. Those that are verbs as well, such as `cut` and `put`, are not here.
const PARTICIPLES: &str = "\
    begun bent bought bound broken brought built caught chosen dealt done drawn driven fallen felt \
    forbidden forgotten fought found frozen given gone grown heard held hidden hung kept known laid left \
    lent lost made meant overlaid overridden paid rewritten said seen sent shown sold sought spelt spent \
    spoilt spoken stood struck taken taught thought thrown told torn undone unknown unseen unsent \
    withdrawn withheld won worn woven written";

/// A function is named by a verb or by what it returns.
#[test]
fn functions_are_not_bare_participles() {
    let participles: BTreeSet<&str> = PARTICIPLES.split(' ').collect();
    let other_words = ["embed", "exceed", "feed", "need", "proceed", "seed", "speed", "succeed"];
    let idiomatic = [
        ("apps/service/src/doctor.rs", "broken", "makes a value in the state of this name"),
        ("crates/document/src/error.rs", "damaged", "makes the variant of this name"),
        ("crates/engine/src/stop.rs", "failed", "makes the variant of this name"),
        ("crates/maths/src/compare.rs", "undecided", "makes the variant of this name"),
        ("crates/model/src/clock.rs", "elapsed", "as in `std::time::Instant`"),
        ("crates/psychometrics/src/irt/refusal.rs", "bound", "the noun"),
        ("crates/watch/src/subscriber.rs", "enabled", "a method of `tracing::Subscriber`"),
    ];
    let mut faults = Vec::new();
    for path in rust() {
        let source = read(&path);
        for declaration in source.split("fn ").skip(1) {
            let name = declaration.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
            let is_regular = name.ends_with("ed") && !name.contains('_') && !other_words.contains(&name);
            let is_idiomatic = idiomatic.iter().any(|(file, known, _)| *file == path && *known == name);
            if (is_regular || participles.contains(&name)) && !is_idiomatic {
                faults.push(format!("{path}: `{name}`"));
            }
        }
    }
    assert!(faults.is_empty(), "neither a verb nor a noun:\n{}", faults.join("\n"));
}

/// A word of the glossary is the name of one type at most.
#[test]
fn glossary_words_name_one_type_each() {
    let words = [
        "Agent", "Contract", "Finding", "Flow", "Outcome", "Owner", "Problem", "Recovery", "Review", "Run",
        "Severity", "Step", "Stop", "Verdict", "Worker",
    ];
    let mut declared: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let sources = rust()
        .into_iter()
        .filter(|path| path.contains("/src/") && !path.contains("/tests/") && !path.ends_with("/tests.rs"));
    for path in sources {
        let source = read(&path);
        for (n, line) in code_lines(&source) {
            let parts: Vec<&str> = line.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
            for pair in parts.windows(2).filter(|pair| ["struct", "enum", "trait", "type"].contains(&pair[0]))
            {
                if let Some(word) = words.iter().find(|word| **word == pair[1]) {
                    declared.entry(*word).or_default().push(format!("{path}:{n}"));
                }
            }
        }
    }
    assert!(declared.len() > 10, "{declared:?}");
    for (word, places) in declared {
        assert!(places.len() < 2, "`{word}` is the name of {} types: {}", places.len(), places.join(", "));
    }
}
