//! Checks what is installed, configured and missing, and how to fix it. The checks change nothing.

use std::{
    fs,
    path::{Path, PathBuf},
};

use schemars::JsonSchema;
use serde::Serialize;
use tutti_core::Problem;
use tutti_settings::Way;
use tutti_store::{Soundness, Store, private_files};

use crate::{Place, Setup, flows::AGENTS, key_of};

/// The result of one check.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Check {
    pub what: String,
    pub state: State,
    pub detail: String,
    /// Commands or actions that fix it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub mend: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum State {
    Ok,
    /// Missing, but optional.
    Missing,
    Broken,
}

impl Check {
    fn new(what: impl Into<String>, state: State, detail: impl Into<String>) -> Self {
        Self { what: what.into(), state, detail: detail.into(), mend: Vec::new() }
    }

    fn broken(what: impl Into<String>, problem: Problem) -> Self {
        Self { what: what.into(), state: State::Broken, detail: problem.detail, mend: problem.hints }
    }

    fn mend(mut self, how: impl Into<String>) -> Self {
        self.mend.push(how.into());
        self
    }
}

/// Runs all checks.
pub async fn checks(place: &Place) -> Vec<Check> {
    let mut checks = vec![
        Check::new("tutti", State::Ok, env!("CARGO_PKG_VERSION")),
        data_folder(&place.data),
        free_space(&place.data),
    ];
    checks.extend(open_files(&place.data));
    match Setup::resolve(place, true) {
        Ok(setup) => {
            checks.push(settings_files(&setup));
            checks.push(store(&setup).await);
            checks.push(recognition(&setup));
            checks.extend(providers(&setup));
            checks.extend(agents(&setup));
        }
        Err(problems) => {
            checks.extend(problems.0.into_iter().map(|problem| Check::broken("settings", problem)));
        }
    }
    checks
}

/// Whether the data folder is writable, or can be created.
fn data_folder(data: &Path) -> Check {
    let place = nearest_existing(data);
    let probe = place.join(format!(".tutti-doctor-{}", std::process::id()));
    let tried = fs::OpenOptions::new().write(true).create_new(true).open(&probe);
    let _ = fs::remove_file(&probe);
    let shown = data.display();
    match tried {
        Err(error) => {
            Check::new("data folder", State::Broken, format!("{} is not writable: {error}", place.display()))
                .mend("make it writable, or choose another folder with `--data DIR`")
        }
        Ok(_) if place == data => Check::new("data folder", State::Ok, format!("{shown} is writable")),
        Ok(_) => Check::new("data folder", State::Ok, format!("{shown} will be created when needed")),
    }
}

/// The data folder and files in it that other users of this machine have rights to.
fn open_files(data: &Path) -> Option<Check> {
    // What is in a closed folder cannot be reached.
    if !private_files::is_open_to_others(data) {
        return None;
    }
    let mut found = Vec::new();
    list_open(data, 0, &mut found);
    let first = found.first()?;
    let shown = data.display();
    let detail = match found.len() {
        1 => format!("other users of this machine have rights to {}", first.display()),
        count => {
            format!("other users of this machine have rights to {} and {} more", first.display(), count - 1)
        }
    };
    Some(Check::new("file permissions", State::Broken, detail).mend(format!("chmod -R go= {shown}")))
}

/// Levels of folders in the data folder that are looked into.
const DEPTH: usize = 3;

fn list_open(path: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    if private_files::is_open_to_others(path) {
        found.push(path.to_owned());
    }
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    entries.sort();
    for entry in entries.iter().filter(|entry| depth < DEPTH && !entry.is_symlink()) {
        list_open(entry, depth + 1, found);
    }
}

fn nearest_existing(folder: &Path) -> PathBuf {
    let here = PathBuf::from(".");
    let existing = folder.ancestors().find(|ancestor| ancestor.exists() && !ancestor.as_os_str().is_empty());
    existing.map_or(here, Path::to_owned)
}

/// With less free space, the next backup or large upload may fail.
const LITTLE_SPACE: u64 = 200 * 1024 * 1024;

fn free_space(data: &Path) -> Check {
    match rustix::fs::statvfs(nearest_existing(data)) {
        Ok(stat) => {
            let free = stat.f_bavail.saturating_mul(stat.f_frsize);
            let detail = format!("{} MB free", free / (1024 * 1024));
            if free < LITTLE_SPACE {
                Check::new("disk", State::Broken, detail).mend("free some space; committed data are safe")
            } else {
                Check::new("disk", State::Ok, detail)
            }
        }
        Err(error) => Check::new("disk", State::Missing, format!("the free space is unknown: {error}")),
    }
}

fn settings_files(setup: &Setup) -> Check {
    let read: Vec<String> = setup.files.iter().map(|path| path.display().to_string()).collect();
    match read.as_slice() {
        [] => Check::new("settings", State::Ok, "no tutti.toml; the defaults apply"),
        read => Check::new("settings", State::Ok, format!("read from {}", read.join(" and "))),
    }
}

async fn store(setup: &Setup) -> Check {
    if !setup.store_exists() {
        return Check::new("store", State::Ok, format!("{} will be created by the first run", setup.url));
    }
    let found = match Store::open(&setup.url).await {
        Ok(store) => store.verify().await,
        Err(error) => Err(error),
    };
    match found {
        Err(error) => Check::broken("store", error.into()),
        Ok(found) => soundness(&setup.url.to_string(), &found),
    }
}

/// Faults that are listed one by one.
const LISTED_FAULTS: usize = 20;

fn soundness(url: &str, found: &Soundness) -> Check {
    if found.faults.is_empty() {
        let mut detail = format!("{url} is intact, schema version {}", found.schema);
        if found.unsealed > 0 {
            let unsealed = format!("; {} rows of an earlier version have no seal", found.unsealed);
            detail.push_str(&unsealed);
        }
        return Check::new("store", State::Ok, detail);
    }
    let mut listed: Vec<String> = found.faults.iter().take(LISTED_FAULTS).map(ToString::to_string).collect();
    if found.faults.len() > LISTED_FAULTS {
        listed.push(format!("and {} more", found.faults.len() - LISTED_FAULTS));
    }
    Check::new("store", State::Broken, format!("{url} is damaged: {}", listed.join("; ")))
        .mend("restore the last sound backup into an empty folder: `tutti --data DIR restore BACKUP`")
        .mend("or save what is sound with `tutti backup FILE --skip-damaged` and restore that")
}

/// Checks Tesseract and the languages set for scanned pages.
fn recognition(setup: &Setup) -> Check {
    let what = "text recognition";
    let wanted: Vec<&str> = setup.settings.documents.languages.split('+').collect();
    let Ok(listed) = std::process::Command::new("tesseract").arg("--list-langs").output() else {
        return Check::new(what, State::Missing, "Tesseract is not installed; scanned pages cannot be read")
            .mend("install the package tesseract-ocr and one for each language");
    };
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let absent: Vec<&str> =
        wanted.iter().copied().filter(|name| !listed.lines().any(|line| line.trim() == *name)).collect();
    if absent.is_empty() {
        return Check::new(what, State::Ok, format!("Tesseract with {}", wanted.join(", ")));
    }
    Check::new(what, State::Missing, format!("Tesseract has no {}", absent.join(", ")))
        .mend("install the languages, or change documents.languages")
}

/// Whether each provider has its key. Keys are never printed.
fn providers(setup: &Setup) -> Vec<Check> {
    if setup.settings.providers.is_empty() {
        let check =
            Check::new("providers", State::Missing, "no model provider is configured; agents work natively");
        return vec![
            check.mend("add a [providers.NAME] section to tutti.toml; docs/settings.md lists the keys"),
        ];
    }
    let providers = setup.settings.providers.iter();
    providers
        .map(|(name, provider)| {
            let what = format!("provider {name}");
            let kind = provider.kind.name();
            match &provider.api_key_env {
                None => Check::new(what, State::Ok, format!("{kind}, without a key")),
                Some(_) if key_of(provider).is_some() => {
                    Check::new(what, State::Ok, format!("{kind}, its key is set"))
                }
                Some(variable) => {
                    Check::new(what, State::Broken, format!("{kind}, but {variable} is not set"))
                        .mend(format!("export {variable}=…"))
                }
            }
        })
        .collect()
}

fn agents(setup: &Setup) -> Vec<Check> {
    let chosen = &setup.settings.agents;
    let unknown =
        chosen.keys().filter(|name| AGENTS.iter().all(|agent| agent.name != name.as_str())).map(|name| {
            let near = tutti_core::nearest(name, AGENTS.iter().map(|agent| agent.name));
            let check = Check::new(
                format!("agent {name}"),
                State::Broken,
                "the settings name it, but it does not exist",
            );
            match near {
                Some(near) => check.mend(format!("did you mean `{near}`?")),
                None => check.mend(format!("remove [agents.{name}] from the settings")),
            }
        });
    let known = AGENTS.iter().map(|agent| {
        let what = format!("agent {}", agent.name);
        let (way, model) = match chosen.get(agent.name) {
            Some(settings) => (settings.way, settings.model.as_ref()),
            None => (Way::Native, None),
        };
        let possible = if way == Way::Native { agent.native } else { agent.prompt.is_some() };
        match (possible, model) {
            (true, Some(model)) if way != Way::Native => {
                Check::new(what, State::Ok, format!("{} ({model})", way.name()))
            }
            (true, _) => Check::new(what, State::Ok, way.name()),
            (false, _) => {
                let other = if way == Way::Native { "model" } else { "native" };
                Check::new(what, State::Broken, format!("it has no {} way", way.name()))
                    .mend(format!("set agents.{}.way = \"{other}\"", agent.name))
            }
        }
    });
    known.chain(unknown).collect()
}
