//! The first stage: exactly what was written and where, and the errors of each value on its own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tutti_core::{Code, Problem, nearest};

use crate::from_toml::read_toml;
use crate::read::SettingsFile;
use crate::settings::Source;
use crate::table::{Key, SECTIONS, Section, section};
use crate::value::{Misfit, Value};
use crate::variables::{PROVIDER, PROVIDER_KEY, VARIABLES, Variable};

/// Everything settings may come from, besides the built-in defaults.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    /// Later files win over earlier ones.
    pub files: &'a [SettingsFile],
    /// The environment. `TUTTI_SECTION_KEY` is read, and the few variables with names of their own; an empty variable
    /// counts as not set.
    pub env: &'a BTreeMap<String, String>,
    /// The arguments of `--set`: `section.key=value`. Later ones win.
    pub flags: &'a [String],
}

impl std::fmt::Debug for Sources<'_> {
    /// Without variables and flags, which may contain passwords.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sources").field("files", &self.files).finish_non_exhaustive()
    }
}

/// A place in the settings: a section, and the part of it if it is a family.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) section: &'static str,
    /// Empty for a section that is not a family.
    pub(crate) part: String,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.section)?;
        if self.part.is_empty() { Ok(()) } else { write!(f, ".{}", self.part) }
    }
}

/// One written value. None if it is invalid and was reported.
pub(crate) struct Entry {
    pub(crate) value: Option<Value>,
    pub(crate) source: Source,
}

/// A part of a family was mentioned, perhaps without any value.
pub(crate) struct Mention {
    pub(crate) source: Source,
    /// Something in it was not understood, so a value that seems to be missing may be misspelt.
    pub(crate) doubtful: bool,
}

#[derive(Default)]
pub(crate) struct Written {
    /// The last written entry of each value.
    pub(crate) entries: BTreeMap<(Place, &'static str), Entry>,
    pub(crate) mentions: BTreeMap<Place, Mention>,
    /// A syntax error hid the rest of a file, so a value that seems to be missing may be there.
    pub(crate) cut_short: bool,
    flaws: Vec<(Source, Problem)>,
    files: Vec<PathBuf>,
}

impl Written {
    pub(crate) fn read(sources: &Sources<'_>) -> Self {
        let mut written = Self::default();
        for file in sources.files {
            written.files.push(file.path.clone());
            read_toml(&mut written, file);
        }
        for variable in VARIABLES {
            if let Some(text) = sources.env.get(variable.name).filter(|text| !text.is_empty()) {
                written.read_named_variable(variable, text);
            }
        }
        for (variable, text) in sources.env.iter().filter(|(_, text)| !text.is_empty()) {
            if let Some(rest) = variable.strip_prefix("TUTTI_") {
                written.read_variable(variable, &rest.to_lowercase(), text);
            }
        }
        for flag in sources.flags {
            written.read_flag(flag);
        }
        written
    }

    /// The parts of a family that were mentioned.
    pub(crate) fn parts(&self, section: &'static str) -> impl Iterator<Item = &Place> {
        self.mentions.keys().filter(move |place| place.section == section)
    }

    /// All problems, in the order of the sources, and of lines within a file.
    pub(crate) fn problems(mut self) -> Vec<Problem> {
        let rank = |source: &Source| match source {
            Source::Default => (0, 0),
            Source::File { path, line } => {
                (self.files.iter().position(|file| file == path).unwrap_or(0), *line)
            }
            Source::Env(_) => (usize::MAX - 1, 0),
            Source::Flag => (usize::MAX, 0),
        };
        self.flaws.sort_by_key(|(source, _)| rank(source));
        self.flaws.into_iter().map(|(_, problem)| problem).collect()
    }

    pub(crate) fn flaw(&mut self, source: &Source, detail: &str, hint: Option<String>) {
        let problem = Problem::new(Code::BadSettings, format!("{source}: {detail}"));
        self.flaws.push((source.clone(), hint.into_iter().fold(problem, Problem::hint)));
    }

    pub(crate) fn unknown_section(&mut self, source: &Source, name: &str) {
        let known: Vec<_> = SECTIONS.iter().map(|section| section.name).collect();
        let hint = nearest(name, known.iter().copied()).map(|name| format!("did you mean {name}?"));
        let detail = format!("{name:?} is not a known section; the sections are {}", known.join(", "));
        self.flaw(source, &detail, hint);
    }

    /// The part of a family, or nothing if the name is not allowed.
    pub(crate) fn mention(&mut self, source: &Source, section: &Section, part: &str) -> Option<Place> {
        let place = Place { section: section.name, part: part.to_owned() };
        let Some(naming) = section.naming else { return Some(place) };
        if !naming.fits(part) {
            let allowed = naming.allowed_values();
            self.flaw(
                source,
                &format!("{part:?} is not a valid NAME for [{}.NAME]; use {allowed}", section.name),
                None,
            );
            return None;
        }
        self.mentions
            .entry(place.clone())
            .or_insert_with(|| Mention { source: source.clone(), doubtful: false });
        Some(place)
    }

    pub(crate) fn key(
        &mut self,
        source: &Source,
        place: &Place,
        section: &Section,
        name: &str,
    ) -> Option<&'static Key> {
        let key = section.key(name);
        if key.is_none() {
            if let Some(mention) = self.mentions.get_mut(place) {
                mention.doubtful = true;
            }
            if let Some(variable) = variable_for_secrets(section).filter(|_| is_secret(name)) {
                self.refuse_secret(source, &format!("{place}.{name}"), variable);
            } else {
                let known: Vec<_> = section.keys.iter().map(|key| key.name).collect();
                let hint = nearest(name, known.iter().copied()).map(|key| format!("did you mean {key}?"));
                let detail = format!("{place} has no key {name:?}; it has {}", known.join(", "));
                self.flaw(source, &detail, hint);
            }
        }
        key
    }

    pub(crate) fn entry(
        &mut self,
        source: Source,
        place: Place,
        key: &'static Key,
        read: Result<Value, Misfit>,
    ) {
        let value = match read {
            Ok(value) => Some(value),
            Err(Misfit { found, hint }) => {
                let detail =
                    format!("{place}.{} must be {}, found {found}", key.name, key.kind.allowed_values());
                self.flaw(&source, &detail, hint);
                None
            }
        };
        self.entries.insert((place, key.name), Entry { value, source });
    }

    /// `variable` is the key that names one, and an example.
    fn refuse_secret(&mut self, source: &Source, key: &str, variable: (&str, &str)) {
        let (name, example) = variable;
        let hint = format!(
            "put the key into a variable of its own, such as {example}, and write its name: {name} = \"{example}\""
        );
        self.flaw(source, &format!("{key}: a key does not belong in settings"), Some(hint));
    }

    /// `rest` is the name after `TUTTI_`, in lowercase.
    fn read_variable(&mut self, variable: &str, rest: &str, text: &str) {
        let source = Source::Env(variable.to_owned());
        let (first, rest) = rest.split_once('_').unwrap_or((rest, ""));
        let Some(section) = section(first) else {
            // Other variables are not settings: TUTTI_DATA is one. Only likely typos are reported.
            if !rest.is_empty() && nearest(first, SECTIONS.iter().map(|section| section.name)).is_some() {
                self.unknown_section(&source, first);
            }
            return;
        };
        let (part, key) = if section.naming.is_some() { split_family(section, rest) } else { ("", rest) };
        if key.is_empty() {
            let name = if section.naming.is_some() { "_NAME_KEY" } else { "_KEY" };
            let form = format!("TUTTI_{}{name}", first.to_uppercase());
            return self.flaw(
                &source,
                &format!("this variable does not name a setting; the form is {form}"),
                None,
            );
        }
        let part = self.known_part(section, part);
        let Some(place) = self.mention(&source, section, &part) else { return };
        let Some(key) = self.key(&source, &place, section, key) else { return };
        self.entry(source, place, key, Value::read_text(key.kind, text, Path::new("")));
    }

    /// A variable cannot spell a dash: `TUTTI_PROVIDERS_MY_HOST_KIND` is about `my-host` if there is one.
    fn known_part(&self, section: &Section, part: &str) -> String {
        let spelt = |place: &&Place| place.section == section.name && place.part.replace('-', "_") == part;
        self.mentions.keys().find(spelt).map_or_else(|| part.to_owned(), |place| place.part.clone())
    }

    fn read_flag(&mut self, flag: &str) {
        let source = Source::Flag;
        let is_key = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        let (path, text) = match flag.split_once('=') {
            Some((path, text)) if path.chars().all(is_key) => (path, text),
            _ => {
                // The text after the key is not shown: it may contain a password.
                let start = flag.split(|c| !is_key(c)).next().unwrap_or_default();
                let detail = format!("{start:?} must be followed by a value: section.key=value");
                return self.flaw(&source, &detail, None);
            }
        };
        self.read_path(source, path, text);
    }

    /// A variable with a name of its own. Models may be named without their provider there.
    fn read_named_variable(&mut self, variable: &Variable, text: &str) {
        let source = || Source::Env(variable.name.to_owned());
        for path in variable.keys {
            let is_model = path.rsplit('.').next() == Some("model");
            if !is_model || text.contains(':') {
                self.read_path(source(), path, text);
                continue;
            }
            self.read_path(source(), path, &format!("{PROVIDER}:{text}"));
            if !self.parts("providers").any(|place| place.part == PROVIDER) {
                self.read_path(source(), &format!("providers.{PROVIDER}.kind"), PROVIDER);
                self.read_path(source(), &format!("providers.{PROVIDER}.api_key_env"), PROVIDER_KEY);
            }
        }
    }

    /// `section.key` or `section.NAME.key`, and what was written for it.
    fn read_path(&mut self, source: Source, path: &str, text: &str) {
        let mut steps = path.splitn(3, '.');
        let first = steps.next().unwrap_or_default();
        let Some(section) = section(first) else { return self.unknown_section(&source, first) };
        let (part, key) = match (section.naming, steps.next(), steps.next()) {
            (None, Some(key), None) => ("", key),
            (Some(_), Some(part), Some(key)) => (part, key),
            (naming, _, _) => {
                let form = if naming.is_some() { ".NAME.KEY=VALUE" } else { ".KEY=VALUE" };
                let detail = format!("{path:?} is not of the form {first}{form}");
                return self.flaw(&source, &detail, None);
            }
        };
        let Some(place) = self.mention(&source, section, part) else { return };
        let Some(key) = self.key(&source, &place, section, key) else { return };
        self.entry(source, place, key, Value::read_text(key.kind, text, Path::new("")));
    }
}

/// The part and the key in `my_host_base_url`: the key is the one of the table that ends it. If there is none, the
/// most similar one.
fn split_family<'a>(section: &Section, rest: &'a str) -> (&'a str, &'a str) {
    let splits = || rest.match_indices('_').map(|(at, _)| (&rest[..at], &rest[at + 1..]));
    splits()
        .find(|(_, key)| section.key(key).is_some() || is_secret(key))
        .or_else(|| splits().find(|(_, key)| nearest(key, section.keys.iter().map(|key| key.name)).is_some()))
        .or_else(|| rest.split_once('_'))
        .unwrap_or((rest, ""))
}

/// The key that names the variable of a section's secret, with an example of a name.
fn variable_for_secrets(section: &Section) -> Option<(&'static str, &'static str)> {
    match section.name {
        "providers" => Some(("api_key_env", "GEMINI_API_KEY")),
        "sso" => Some(("client_secret_env", "OIDC_CLIENT_SECRET")),
        _ => None,
    }
}

/// Whether a key of that name would contain a secret.
fn is_secret(name: &str) -> bool {
    let bare: String = name.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
    ["key", "clientsecret", "apikey", "token", "apitoken", "accesstoken", "secret", "secretkey", "password"]
        .contains(&bare.as_str())
}
