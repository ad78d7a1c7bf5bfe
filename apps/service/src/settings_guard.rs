//! What may be set from the page. Someone who has taken over an admin's session must not read the machine: its
//! environment through the key of a provider, its network through the address of one, its files through a path.
//!
//! Values in the settings file are not checked here: whoever can edit it has the machine already.

use std::path::{Component, Path};

use serde_json::Value;
use tutti_core::{Code, Problem};
use tutti_settings::{Reach, ServerSettings, known_keys};

use crate::Place;

/// Who changes settings from the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Editor {
    /// The person whose machine this is: a server without accounts.
    Local,
    /// An admin of a server with accounts.
    Admin,
}

/// Sections that decide who can reach what. They can be changed only in the file.
const FILE_ONLY: [&str; 4] = ["store", "server", "sso", "watch"];

/// Variables that hold keys of model providers by common convention.
const KEY_VARIABLES: [&str; 14] = [
    "ANTHROPIC_API_KEY",
    "AZURE_OPENAI_API_KEY",
    "CEREBRAS_API_KEY",
    "COHERE_API_KEY",
    "DEEPSEEK_API_KEY",
    "FIREWORKS_API_KEY",
    "GEMINI_API_KEY",
    "GOOGLE_API_KEY",
    "GROQ_API_KEY",
    "MISTRAL_API_KEY",
    "OPENAI_API_KEY",
    "OPENROUTER_API_KEY",
    "TOGETHER_API_KEY",
    "XAI_API_KEY",
];
/// Variables made for Tutti.
const KEY_PREFIX: &str = "MODEL_KEY_";

/// Public addresses of model providers. Only https, because a key goes there.
const PROVIDER_HOSTS: [&str; 12] = [
    "api.anthropic.com",
    "api.cerebras.ai",
    "api.cohere.com",
    "api.deepseek.com",
    "api.fireworks.ai",
    "api.groq.com",
    "api.mistral.ai",
    "api.openai.com",
    "api.together.xyz",
    "api.x.ai",
    "generativelanguage.googleapis.com",
    "openrouter.ai",
];

/// Whether a setting can be changed only in the settings file.
pub fn is_file_only(key: &str) -> bool {
    FILE_ONLY.contains(&key.split('.').next().unwrap_or_default())
}

/// Checks one change. `server` holds the settings in effect.
pub(crate) fn check(
    place: &Place,
    server: &ServerSettings,
    editor: Editor,
    key: &str,
    value: Option<&Value>,
) -> Result<(), Problem> {
    if is_file_only(key) {
        let problem =
            Problem::new(Code::Forbidden, format!("{key} can be changed only in the settings file"));
        let file = place.own_file();
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        return Err(problem.hint(format!("edit {name} on the server, then restart it")));
    }
    // Anything that is not a text fails later, because it does not fit its key.
    let Some(text) = value.and_then(Value::as_str) else { return Ok(()) };
    match reach(key) {
        Reach::Variable => check_variable(server, text),
        Reach::Address if editor == Editor::Admin => check_address(server, text),
        Reach::Path => check_path(place, text),
        Reach::Address | Reach::Own => Ok(()),
    }
}

fn reach(key: &str) -> Reach {
    let (section, name) = (key.split('.').next(), key.rsplit('.').next());
    let known =
        known_keys().into_iter().find(|known| Some(known.section) == section && Some(known.key) == name);
    known.map_or(Reach::Own, |known| known.reach)
}

fn check_variable(server: &ServerSettings, name: &str) -> Result<(), Problem> {
    let is_listed = server.key_variables.iter().any(|listed| listed == name);
    if KEY_VARIABLES.contains(&name) || name.starts_with(KEY_PREFIX) || is_listed {
        return Ok(());
    }
    // The text is not repeated: it may be a key that was typed into the wrong field.
    Err(Problem::new(Code::Forbidden, "this variable may not be used as the key of a provider")
        .hint(format!("use the usual variable, such as OPENAI_API_KEY, or one that begins with {KEY_PREFIX}"))
        .hint("or add it to server.key_variables in the settings file"))
}

fn check_address(server: &ServerSettings, address: &str) -> Result<(), Problem> {
    let (scheme, rest) = address.split_once("://").unwrap_or(("", address));
    let host = rest.split('/').next().unwrap_or_default().to_ascii_lowercase();
    let is_listed = server.allowed_hosts.iter().any(|listed| listed.eq_ignore_ascii_case(&host));
    if is_listed || scheme == "https" && PROVIDER_HOSTS.contains(&host.as_str()) {
        return Ok(());
    }
    Err(Problem::new(Code::Forbidden, format!("the host {host} may not be entered here"))
        .hint("add it to server.allowed_hosts in the settings file, then restart the server"))
}

fn check_path(place: &Place, path: &str) -> Result<(), Problem> {
    let file = place.own_file();
    let path = file.parent().unwrap_or(Path::new("")).join(path);
    // Without `..`, and with links resolved as far as the path exists.
    let is_plain = path.components().all(|part| part != Component::ParentDir);
    let real = path.ancestors().find_map(|existing| existing.canonicalize().ok());
    let data = place.data.canonicalize().ok();
    if is_plain && real.zip(data).is_some_and(|(real, data)| real.starts_with(data)) {
        return Ok(());
    }
    Err(Problem::new(Code::Forbidden, "only paths inside the data folder may be entered here")
        .hint("set other paths in the settings file"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check_change(editor: Editor, key: &str, value: &str) -> Result<(), String> {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        std::fs::create_dir_all(data.join("prompts")).unwrap();
        std::os::unix::fs::symlink("/", data.join("link")).unwrap();
        let place = Place { data, config: None, settings: Vec::new() };
        let server = ServerSettings {
            allowed_hosts: vec!["10.0.0.7:8000".into(), "llm.campus.example".into()],
            key_variables: vec!["CAMPUS_KEY".into()],
            ..tutti_settings::Settings::default().server
        };
        let value = json!(value);
        check(&place, &server, editor, key, Some(&value)).map_err(|problem| problem.detail)
    }

    #[test]
    fn only_variables_for_keys_are_read() {
        for (name, is_allowed) in [
            ("OPENAI_API_KEY", true),
            ("MODEL_KEY_CAMPUS", true),
            ("CAMPUS_KEY", true),
            ("DATABASE_URL", false),
            ("AWS_SECRET_ACCESS_KEY", false),
            ("PATH", false),
            ("TUTTI_STORE_URL", false),
            ("sk-secret", false),
        ] {
            for editor in [Editor::Local, Editor::Admin] {
                let checked = check_change(editor, "providers.x.api_key_env", name);
                assert_eq!(checked.is_ok(), is_allowed, "{name}");
                assert!(checked.err().is_none_or(|detail| !detail.contains(name)), "{name}");
            }
        }
    }

    #[test]
    fn an_admin_enters_only_known_hosts() {
        for (address, is_allowed) in [
            ("https://api.openai.com/v1", true),
            ("https://OpenRouter.ai/api/v1", true),
            ("http://10.0.0.7:8000/v1", true),
            ("http://llm.campus.example", true),
            ("http://api.openai.com/v1", false),
            ("https://api.openai.com.evil.example/v1", false),
            ("https://api.openai.com:8443/v1", false),
            ("http://10.0.0.7/v1", false),
            ("http://127.0.0.1:11434/v1", false),
            ("http://169.254.169.254/latest/meta-data", false),
            ("http://[::1]:5432", false),
            ("https://evil.example", false),
        ] {
            for key in ["providers.x.base_url", "search.url"] {
                assert_eq!(check_change(Editor::Admin, key, address).is_ok(), is_allowed, "{key} {address}");
                assert_eq!(check_change(Editor::Local, key, address), Ok(()), "{key} {address}");
            }
        }
    }

    #[test]
    fn paths_stay_in_the_data_folder() {
        for (path, is_allowed) in [
            ("prompts", true),
            ("not/there/yet", true),
            ("../elsewhere", false),
            ("prompts/../../x", false),
            ("/etc", false),
            ("link/etc", false),
        ] {
            for key in ["models.prompts", "forge.library", "forge.out"] {
                assert_eq!(check_change(Editor::Local, key, path).is_ok(), is_allowed, "{key} {path}");
            }
        }
    }

    #[test]
    fn every_setting_that_reaches_out_is_guarded() {
        let (local, admin) = (Editor::Local, Editor::Admin);
        for known in known_keys() {
            let key = if known.is_family {
                format!("{}.x.{}", known.section, known.key)
            } else {
                format!("{}.{}", known.section, known.key)
            };
            let refused = |editor, value| check_change(editor, &key, value).is_err();
            match known.reach {
                Reach::Variable => assert!(refused(local, "HOME"), "{key}"),
                Reach::Path => assert!(refused(local, "/etc/shadow"), "{key}"),
                Reach::Address => assert!(refused(admin, "http://192.168.0.1"), "{key}"),
                Reach::Own => {}
            }
        }
    }
}
