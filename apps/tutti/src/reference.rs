//! Generated files are checked in and proved fresh: the reference of the command line, and the schemas.

use std::{env, fs, path::PathBuf};

use clap::{ArgAction, Command};

use crate::{args, flows::contracts};

fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// Compares with the committed file; UPDATE=1 writes it anew.
#[track_caller]
fn fresh(path: &str, text: &str) {
    let file = repository(path);
    if env::var_os("UPDATE").is_some() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
    }
    let committed = fs::read_to_string(&file).unwrap_or_default();
    assert!(committed == text, "{path} is stale: UPDATE=1 cargo test -p tutti reference");
}

#[test]
fn the_committed_reference_of_the_command_line_is_fresh() {
    let mut command = args::command();
    command.build();
    let subs = command.get_subcommands().filter(|sub| sub.get_name() != "help");
    let commands: String = subs.map(describe).collect();
    let text = format!("{HEAD}\n## Options of every command\n\n{}{commands}", arguments(&command, true));
    fresh("docs/cli.md", &text);
}

const HEAD: &str = "\
# The command line

<!-- Printed from the arguments by a test of apps/tutti; UPDATE=1 writes it anew. -->

Data goes to stdout, talk to stderr. With `--json` the data is one JSON document, or one line each where there
are many, times are RFC 3339 in UTC, and a problem is a JSON line on stderr. Colour and progress appear only on
a terminal; `NO_COLOR` is honoured.

| exit code | meaning |
| --- | --- |
| 0 | done |
| 1 | done, but something was rejected or failed its check; a failed run, too |
| 2 | usage or bad input |
| 3 | a gate refused, or a person is waited for |
| 4 | a model provider failed, or time ran out |
| 5 | internal, or the store |
| 130 | interrupted; nothing that was finished is lost |

A run may be named by the beginning of its id, as long as only one begins so.
";

/// A command and everything below it.
fn describe(command: &Command) -> String {
    let subs: Vec<&Command> = command.get_subcommands().filter(|sub| sub.get_name() != "help").collect();
    if !subs.is_empty() {
        return subs.into_iter().map(describe).collect();
    }
    let mut command = command.clone();
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let name = command.get_bin_name().unwrap_or_default();
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let rows = arguments(&command, false);
    let gap = if rows.is_empty() { "" } else { "\n" };
    format!("\n## `{name}`\n\n{about}.\n\n```text\n{usage}\n```\n{gap}{rows}")
}

fn arguments(command: &Command, global: bool) -> String {
    let wanted = command.get_arguments().filter(|argument| {
        argument.is_global_set() == global && !["help", "version"].contains(&argument.get_id().as_str())
    });
    let rows: String = wanted
        .map(|argument| {
            let value = argument.get_value_names().map(|names| names.join(" ")).unwrap_or_default();
            let name = match argument.get_long() {
                Some(long) if matches!(argument.get_action(), ArgAction::SetTrue) => format!("--{long}"),
                Some(long) => format!("--{long} {value}"),
                None => value,
            };
            let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
            let possible: Vec<String> = argument
                .get_possible_values()
                .iter()
                .filter(|_| !matches!(argument.get_action(), ArgAction::SetTrue))
                .map(|value| format!("`{}`", value.get_name()))
                .collect();
            let possible =
                if possible.is_empty() { String::new() } else { format!(": {}", possible.join(", ")) };
            let default = argument
                .get_default_values()
                .first()
                .filter(|_| !matches!(argument.get_action(), ArgAction::SetTrue));
            let default = default.map_or(String::new(), |value| format!("`{}`", value.to_string_lossy()));
            let variable = argument.get_env().filter(|_| !argument.is_hide_env_set());
            let variable = variable
                .map_or(String::new(), |name| format!("; or the variable `{}`", name.to_string_lossy()));
            format!("| `{name}` | {help}{possible}{variable} | {default} |\n")
                .replace("JSON|@FILE", "JSON\\|@FILE")
        })
        .collect();
    if rows.is_empty() {
        rows
    } else {
        format!("| argument | what it is | default |\n| --- | --- | --- |\n{rows}")
    }
}

#[test]
fn the_committed_schemas_are_fresh() {
    for contract in contracts() {
        let text = serde_json::to_string_pretty(&(contract.schema)()).unwrap() + "\n";
        fresh(&format!("schemas/{}.json", contract.name), &text);
    }
    let mut names: Vec<String> = fs::read_dir(repository("schemas"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        // The library of reasoning schemas lives here, too.
        .filter(|name| name != "esat.md")
        .collect();
    names.sort();
    let expected: Vec<String> =
        contracts().iter().map(|contract| format!("{}.json", contract.name)).collect();
    assert_eq!(names, expected, "a schema without a contract, or the other way round");
}

#[test]
fn the_command_line_is_well_formed() {
    args::command().debug_assert();
}
