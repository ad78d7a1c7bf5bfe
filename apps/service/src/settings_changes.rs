//! Changes settings from the page: writes them into the settings file if the result is valid.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;
use toml_edit::{Array, DocumentMut, Item, Table};
use tutti_core::{Code, Problem};
use tutti_settings::{SettingsFile, Source};
use tutti_store::private_files;

use crate::{
    Place, Problems, Setup,
    settings_guard::{self, Editor},
};

/// Values by their dotted keys; None removes a value, so that the default applies.
pub type Changes = BTreeMap<String, Option<Value>>;

/// Writes the changes, all or none, and returns the new settings.
pub fn change(place: &Place, changes: &Changes, editor: Editor) -> Result<Setup, Problems> {
    let path = place.own_file();
    let mut files = place.files()?;
    let at = files.iter().position(|file| file.path == path);
    let before = at.map(|at| files[at].text.clone()).unwrap_or_default();
    let document: DocumentMut = before.parse().map_err(|error: toml_edit::TomlError| {
        Problem::new(Code::BadSettings, format!("{}: {}", path.display(), error.message()))
    })?;
    let at = at.unwrap_or_else(|| {
        files.insert(0, SettingsFile { path: path.clone(), text: String::new() });
        0
    });
    // If the existing settings are already invalid, the changes are not to blame.
    let current = Setup::with_files(place, true, files.clone())?;
    for (key, value) in changes {
        let server = &current.settings.server;
        let checked = settings_guard::check(place, server, editor, key, value.as_ref());
        checked.map_err(|problem| problem.at(pointer(key)))?;
    }
    let mut tried = |but: Option<&str>| -> Result<Setup, Problems> {
        let mut document = document.clone();
        for (key, value) in changes.iter().filter(|(key, _)| Some(key.as_str()) != but) {
            put(&mut document, key, value.as_ref()).map_err(|problem| problem.at(pointer(key)))?;
        }
        files[at].text = document.to_string();
        Setup::with_files(place, true, files.clone())
    };
    // Apply all changes at once, since one may need another: a provider needs a kind before its address is valid. If the
    // result is invalid, blame the change without which the rest is valid; a key that cannot be written reports itself.
    let setup = match tried(None) {
        Ok(setup) => setup,
        Err(problems) => {
            let blamed = changes.keys().find(|key| tried(Some(key)).is_ok()).or(changes.keys().next());
            let named = |problem: Problem| match (&problem.pointer, blamed) {
                (None, Some(key)) => problem.at(pointer(key)),
                _ => problem,
            };
            return Err(Problems(problems.0.into_iter().map(named).collect()));
        }
    };
    for (key, value) in changes {
        check_not_overruled(&setup, key, value.as_ref(), &path)?;
    }
    let failed = |error: std::io::Error| {
        Problem::new(Code::BadSettings, format!("{} cannot be written: {error}", path.display()))
    };
    if let Some(folder) = path.parent() {
        private_files::create_folder(folder).map_err(failed)?;
    }
    let partial = path.with_extension("toml.partial");
    private_files::write(&partial, files[at].text.as_bytes())
        .and_then(|()| fs::rename(&partial, &path))
        .map_err(failed)?;
    Ok(setup)
}

/// The text of the settings file; empty if there is none.
pub fn text(place: &Place) -> String {
    fs::read_to_string(place.own_file()).unwrap_or_default()
}

fn pointer(key: &str) -> String {
    format!("/set/{}", key.replace('~', "~0").replace('/', "~1"))
}

fn put(document: &mut DocumentMut, key: &str, value: Option<&Value>) -> Result<(), Problem> {
    let parts: Vec<&str> = key.split('.').collect();
    let (Some((name, sections)), 2..=3) = (parts.split_last(), parts.len()) else {
        let problem = Problem::new(Code::BadInput, format!("`{key}` is not a setting"));
        return Err(problem.hint("write `section.key` or `section.name.key`"));
    };
    let mut table: &mut Table = document.as_table_mut();
    for section in sections {
        let item = table.entry(section).or_insert_with(|| {
            let mut made = Table::new();
            made.set_implicit(true);
            Item::Table(made)
        });
        table = item.as_table_mut().ok_or_else(|| {
            Problem::new(Code::BadSettings, format!("{section} is written in a form that Tutti cannot edit"))
                .hint("change it in the file")
        })?;
    }
    let Some(value) = value else {
        table.remove(name);
        // Remove a provider or an agent without any keys.
        if let ([section, named], true) = (sections, table.is_empty())
            && let Some(parent) = document.get_mut(section).and_then(Item::as_table_mut)
        {
            parent.remove(named);
        }
        return Ok(());
    };
    table.set_implicit(false);
    table.insert(name, Item::Value(toml(value)?));
    Ok(())
}

fn toml(value: &Value) -> Result<toml_edit::Value, Problem> {
    Ok(match value {
        Value::Bool(on) => (*on).into(),
        Value::String(text) => text.as_str().into(),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => whole.into(),
            (None, Some(real)) => real.into(),
            (None, None) => return Err(Problem::new(Code::BadInput, format!("{number} is too large"))),
        },
        Value::Array(list) => toml_edit::Value::Array(list.iter().map(toml).collect::<Result<Array, _>>()?),
        Value::Null | Value::Object(_) => {
            return Err(Problem::new(
                Code::BadInput,
                "a setting must be a text, a number, true or false, or a list",
            ));
        }
    })
}

/// Refuses a change that a variable or a flag would override.
fn check_not_overruled(
    setup: &Setup,
    key: &str,
    value: Option<&Value>,
    path: &std::path::Path,
) -> Result<(), Problem> {
    let Some(setting) = setup.settings.explain().into_iter().find(|setting| setting.key == key) else {
        return Ok(());
    };
    let is_elsewhere = match &setting.source {
        Source::Env(_) | Source::Flag => true,
        Source::File { path: other, .. } => other != path,
        Source::Default => false,
    };
    if value.is_none() || !is_elsewhere {
        return Ok(());
    }
    let by = setting.source;
    let problem = Problem::new(Code::Conflict, format!("{key} is set by {by}, which overrides this file"));
    Err(problem.at(pointer(key)).hint(format!("change it there: {by}")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(before: &str, changes: Value, expected: Result<&str, (&str, Code)>) {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("own.toml");
        fs::write(&config, before).unwrap();
        let place = Place { data: folder.path().to_owned(), config: Some(config), settings: Vec::new() };
        let changes = serde_json::from_value(changes).unwrap();
        let changed = change(&place, &changes, Editor::Local);
        match expected {
            Ok(after) => {
                assert_eq!(
                    changed.map(|_| text(&place)).map_err(|problems| problems.0),
                    Ok(after.to_owned())
                );
            }
            Err((pointer, code)) => {
                let problem = changed.unwrap_err().first();
                assert_eq!((problem.pointer.as_deref(), problem.code), (Some(pointer), code), "{problem}");
                assert_eq!(text(&place), before, "nothing is written");
            }
        }
    }

    #[test]
    fn settings_are_changed_in_their_file() {
        check("", json!({ "study.questions": 12 }), Ok("[study]\nquestions = 12\n"));
        check(
            "# mine\n[study]\nquestions = 3 # few\n",
            json!({ "study.flashcards": 9 }),
            Ok("# mine\n[study]\nquestions = 3 # few\nflashcards = 9\n"),
        );
        check("[study]\nquestions = 3\n", json!({ "study.questions": null }), Ok("[study]\n"));
        check(
            "",
            json!({ "study.questions": 12, "agents.coach.model": "nobody:x" }),
            Err(("/set/agents.coach.model", Code::BadSettings)),
        );
    }

    #[test]
    fn a_provider_comes_and_goes_whole() {
        let local = json!({
            "providers.local.base_url": "http://127.0.0.1:9/v1",
            "providers.local.concurrency": 2,
            "providers.local.kind": "openai",
        });
        let written =
            "[providers.local]\nbase_url = \"http://127.0.0.1:9/v1\"\nconcurrency = 2\nkind = \"openai\"\n";
        check("", local, Ok(written));
        let gone = json!({
            "providers.local.base_url": null,
            "providers.local.concurrency": null,
            "providers.local.kind": null,
        });
        check(written, gone, Ok(""));
        check(
            written,
            json!({ "providers.local.kind": null }),
            Err(("/set/providers.local.kind", Code::BadSettings)),
        );
        check(
            "",
            json!({ "providers.local.base_url": "http://x" }),
            Err(("/set/providers.local.base_url", Code::BadSettings)),
        );
    }

    #[test]
    fn who_can_reach_the_server_is_decided_in_the_file() {
        for key in ["store.url", "server.accounts", "server.allowed_hosts", "watch.otlp"] {
            let pointer = format!("/set/{key}");
            check("", json!({ key: null }), Err((&pointer, Code::Forbidden)));
            check("", json!({ key: "x" }), Err((&pointer, Code::Forbidden)));
        }
    }

    #[test]
    fn no_variable_of_the_machine_becomes_a_key() {
        let change = json!({ "providers.x.kind": "openai", "providers.x.api_key_env": "DATABASE_URL" });
        check("", change, Err(("/set/providers.x.api_key_env", Code::Forbidden)));
    }

    #[test]
    fn what_does_not_fit_is_named_and_nothing_is_written() {
        check("", json!({ "study.questions": "many" }), Err(("/set/study.questions", Code::BadSettings)));
        check("", json!({ "study.question": 3 }), Err(("/set/study.question", Code::BadSettings)));
        check("", json!({ "questions": 3 }), Err(("/set/questions", Code::BadInput)));
        check("", json!({ "study.questions": {} }), Err(("/set/study.questions", Code::BadInput)));
    }
}
