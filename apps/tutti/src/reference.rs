//! Tests that the committed generated files are up to date: the command-line reference and the schemas.

use std::{env, fs, path::PathBuf};

use clap::{Arg, ArgAction, Command};

use crate::{
    args,
    flows::{AGENTS, contracts},
};

fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// Compares with the committed file; UPDATE=1 rewrites it.
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
    fresh("docs/cli.md", &reference());
}

/// Every command has its own heading with its usage, and every option a row with as many cells as its table.
#[test]
fn the_reference_has_every_command_and_option() {
    let text = reference();
    let sections: Vec<&str> = text.split("\n## ").flat_map(|part| part.split("\n### ")).collect();
    let whole = build_command();
    let mut all = vec![];
    let mut open: Vec<&Command> = subcommands(&whole);
    while let Some(command) = open.pop() {
        open.extend(subcommands(command));
        all.push(command);
    }
    for command in all {
        let name = command.get_bin_name().unwrap();
        let section = sections.iter().find(|part| part.starts_with(&format!("`{name}`\n")));
        let section = section.unwrap_or_else(|| panic!("`{name}` has no section"));
        assert!(section.contains(&format!("\n{name}")), "`{name}` has no usage");
        for argument in own(command) {
            assert!(section.contains(&format!("| `{}` |", syntax(argument))), "`{name}`: {argument}");
        }
    }
    for row in text.lines().filter(|line| line.starts_with("| ")) {
        let bars = row.matches('|').count() - row.matches("\\|").count();
        assert!(bars == 3 || bars == 4, "a bar splits a cell: {row}");
    }
}

const HEAD: &str = "\
# The command line

<!-- Generated from the arguments by a test of apps/tutti; `make update` rewrites it. -->

Data goes to stdout, messages to stderr. With `--json`, data is one JSON document, or one line per entry where
there are many; times are RFC 3339 in UTC, and an error is one JSON line on stderr. Colour and progress bars
appear only on a terminal. Every command accepts `--help`.

Runs, sessions and items can be named by any unique prefix of their id.

## Exit codes

| exit code | meaning |
| --- | --- |
| 0 | success |
| 1 | finished, but something was rejected, failed its check or differs; also a failed run |
| 2 | wrong usage or bad input |
| 3 | refused by a gate, or waiting for review |
| 4 | a model provider failed, or a deadline passed |
| 5 | internal error, or the store failed |
| 130 | interrupted; finished steps are kept |

Each section below names the codes that have a special meaning for its command.

## Environment variables

| variable | meaning |
| --- | --- |
| `TUTTI_DATA` | the same as `--data` |
| `TUTTI_SECTION_KEY` | any setting, such as `TUTTI_STUDY_QUESTIONS`; see [settings.md](settings.md) |
| `N_ITEMS`, `SEED`, `MODEL_DESIGNER`, … | settings of `tutti forge` under other names; see [settings.md](settings.md) |
| `GEMINI_API_KEY`, … | the key of a model provider; `api_key_env` names the variable |
| `OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_SERVICE_NAME` | where traces go, and under which name; see [watching.md](watching.md) |
| `NO_COLOR` | if not empty, no colour |
| `USER` | the default of `tutti review answer --by` |
";

fn build_command() -> Command {
    let mut command = args::command();
    command.build();
    command
}

fn reference() -> String {
    let command = build_command();
    let row = |sub: &Command| {
        let name = sub.get_bin_name().unwrap_or_default();
        format!("| [`{name}`](#{}) | {} |\n", name.replace(' ', "-"), about(sub))
    };
    let rows = subcommands(&command).into_iter().map(row).collect::<Vec<_>>().concat();
    let global = table(command.get_arguments().filter(|argument| argument.is_global_set()));
    let sections: String = subcommands(&command).into_iter().map(|sub| section(sub, 2)).collect();
    format!(
        "{HEAD}\n## Options of every command\n\n{global}\n## Commands\n\n| command | purpose |\n| --- | --- |\n{rows}{sections}"
    )
}

fn subcommands(command: &Command) -> Vec<&Command> {
    command.get_subcommands().filter(|sub| sub.get_name() != "help").collect()
}

fn about(command: &Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

/// A command and everything below it.
fn section(command: &Command, level: usize) -> String {
    let usage = command.clone().render_usage().to_string();
    let usage: Vec<&str> = usage.trim_start_matches("Usage: ").lines().map(str::trim).collect();
    let (name, about) = (command.get_bin_name().unwrap_or_default(), about(command));
    let mut text =
        format!("\n{} `{name}`\n\n{about}.\n\n```text\n{}\n```\n", "#".repeat(level), usage.join("\n"));
    let rows = table(own(command));
    if !rows.is_empty() {
        text.extend(["\n", &rows]);
    }
    if let Some(after) = command.get_after_help() {
        text.extend(["\n", &after.to_string(), "\n"]);
    }
    text + &subcommands(command).into_iter().map(|sub| section(sub, level + 1)).collect::<String>()
}

/// The arguments of this command alone.
fn own(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|argument| {
        !argument.is_global_set() && !["help", "version"].contains(&argument.get_id().as_str())
    })
}

/// An argument as it is typed, with bars escaped: they separate cells.
fn syntax(argument: &Arg) -> String {
    let value = argument.get_value_names().map(|names| names.join(" ")).unwrap_or_default();
    let names: Vec<String> = argument
        .get_short()
        .map(|short| format!("-{short}"))
        .into_iter()
        .chain(argument.get_long().map(|long| format!("--{long}")))
        .collect();
    let text = match names.as_slice() {
        [] => value,
        names if matches!(argument.get_action(), ArgAction::SetTrue) => names.join(", "),
        names => format!("{} {value}", names.join(", ")),
    };
    text.replace('|', "\\|")
}

fn table<'a>(arguments: impl Iterator<Item = &'a Arg>) -> String {
    let rows: String = arguments.map(row).collect();
    if rows.is_empty() {
        return rows;
    }
    format!("| argument | meaning | default |\n| --- | --- | --- |\n{rows}")
}

fn row(argument: &Arg) -> String {
    let switch = matches!(argument.get_action(), ArgAction::SetTrue);
    let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
    // Defaults that come from settings are unknown to clap; the help text states them in clap's own form.
    let (help, decided) = match help.split_once(" [default: ") {
        Some((help, default)) => (help.to_owned(), default.trim_end_matches(']').to_owned()),
        None => (help, String::new()),
    };
    let possible: Vec<String> = argument
        .get_possible_values()
        .iter()
        .filter(|_| !switch)
        .map(|value| match value.get_help() {
            Some(help) => format!("`{}` ({help})", value.get_name()),
            None => format!("`{}`", value.get_name()),
        })
        .collect();
    let possible = if possible.is_empty() { String::new() } else { format!(": {}", possible.join(", ")) };
    let default = argument.get_default_values().first().filter(|_| !switch && decided.is_empty());
    let default = default.map_or(decided, |value| format!("`{}`", value.to_string_lossy()));
    let variable = argument.get_env().filter(|_| !argument.is_hide_env_set());
    let variable =
        variable.map_or(String::new(), |name| format!("; environment: `{}`", name.to_string_lossy()));
    let meaning = format!("{help}{possible}{variable}").replace('|', "\\|");
    format!("| `{}` | {meaning} | {default} |\n", syntax(argument))
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
        // The library of reasoning schemas is also in this folder.
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

#[test]
fn the_readme_names_every_agent_as_settings_do() {
    let readme = fs::read_to_string(repository("README.md")).unwrap();
    for agent in AGENTS {
        assert!(readme.contains(&format!("`{}`", agent.name)), "README.md does not name {}", agent.name);
    }
}
