//! Tests of every command with the real binary, each in its own folder, with status, stdout and stderr in one
//! snapshot.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod author;
mod backup;
mod driving;
mod errors;
mod forge;
mod items;
mod journals;
mod json;
mod models;
mod read_only;
mod reviews;
mod study;

use std::{
    path::PathBuf,
    process::{Command, Output},
};

use serde_json::{Value, json};

/// A working folder with its data folder.
struct World {
    folder: tempfile::TempDir,
}

impl World {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// A world with a finished run `easy`, and a run `hard` that waits for a person.
    fn with_runs() -> Self {
        let world = Self::new();
        world.start("easy", EASY);
        world.start("hard", HARD);
        world
    }

    fn start(&self, id: &str, text: &str) -> Output {
        let task = task(id, text, 0).to_string();
        self.run(&["runs", "start", "tour_text", "--id", id, "--input", &task])
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// The binary, without the settings of the user who runs the tests.
    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tutti"));
        command.args(args).current_dir(self.folder.path());
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            if text.starts_with("TUTTI_") || tutti_settings::is_variable(&text) {
                command.env_remove(name);
            }
        }
        command.env("NO_COLOR", "1").env("USER", "ann");
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    /// Status and both streams of a command line.
    fn show(&self, words: &str) -> String {
        show_output(&self.run(&words.split_whitespace().collect::<Vec<_>>()))
    }

    /// The single document that a command prints with `--json`.
    fn document(&self, words: &str) -> Value {
        let mut args: Vec<_> = words.split_whitespace().collect();
        args.push("--json");
        let output = self.run(&args);
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", show_output(&output)))
    }

    /// The lines that a command prints with `--json`.
    fn documents(&self, words: &str) -> Vec<Value> {
        let mut args: Vec<_> = words.split_whitespace().collect();
        args.push("--json");
        let output = self.run(&args);
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

fn show_output(output: &Output) -> String {
    let status = output.status.code().map_or("killed".to_owned(), |code| code.to_string());
    let stream = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
    format!("status {status}\n--- stdout\n{}\n--- stderr\n{}", stream(&output.stdout), stream(&output.stderr))
}

const EASY: &str = "The cat sat on the mat. It was warm there.";
const HARD: &str = "Notwithstanding antecedent negotiations, obligations concerning periodic examination of \
                    enumerated installations are indivisible.";

/// The input of the flow `tour_text`.
fn task(name: &str, text: &str, pause_seconds: u64) -> Value {
    json!({ "text": { "name": name, "text": text }, "ease_at_least": 60.0, "pause_seconds": pause_seconds })
}

/// Filters for output that differs between executions.
const FILTERS: &[(&str, &str)] = &[
    (r"\b[0-7][0-9a-hjkmnp-tv-z]{25}\b", "[RUN]"),
    (r"\d{4}-\d\d-\d\dT[\d:.]+Z", "[AT]"),
    (r"just now|\b\d+ (s|min) ago|\bin \d+ (s|min)", "[WHEN]"),
    (r"\b\d+ ms\b|\b\d+\.\d s\b", "[TIME]"),
    (r"\d+ MB free", "[SPACE] free"),
    (r"schema version \d+", "schema version [N]"),
    // Column widths depend on the values above.
    (r"(\S) {2,}", "$1  "),
];

/// Status, stdout and stderr of a command, in one snapshot.
macro_rules! check {
    ($world:expr, $words:expr, @$snapshot:literal) => {
        insta::with_settings!({ filters => crate::FILTERS.iter().copied() }, {
            insta::assert_snapshot!($world.show($words), @$snapshot);
        })
    };
}
use check;
