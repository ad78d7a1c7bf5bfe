//! Settings, tests of providers, and diagnostics.

use std::collections::BTreeMap;
use std::time::Instant;

use axum::{Json, extract::State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tutti_accounts::{Permission::Settings as MaySettings, deeds};
use tutti_agent::Desk;
use tutti_core::{Budget, Code, Problem};
use tutti_model::{CallAccount, ModelName};
use tutti_service::{
    Setup, doctor,
    flows::AGENTS,
    key_of, settings_changes,
    settings_guard::{self, Editor},
};
use tutti_settings::{Settings, Way, known_keys};
use tutti_store::StoreUrl;

use crate::{
    app::{App, Caller},
    body::Body,
    failure::Answer,
    routes::{Needs, Routes},
};

const MAY: Needs = Needs::May(MaySettings);

pub(super) fn routes(routes: &mut Routes) {
    routes
        .get("/api/settings", MAY, "List every setting and where it came from", show)
        .gives::<SettingsView>(200)
        .view();
    routes
        .patch(
            "/api/settings",
            MAY,
            "Change settings; writes the settings file and takes effect at once",
            change,
        )
        .takes::<Change>()
        .gives::<SettingsView>(200)
        .fails(&[409])
        .view();
    routes
        .post("/api/settings/test", MAY, "Test a provider with a small request", test)
        .takes::<Test>()
        .gives::<Tested>(200)
        .fails(&[404]);
    routes
        .get("/api/doctor", MAY, "Report what is installed, configured and missing", doctor)
        .gives::<Checks>(200);
}

#[derive(Serialize, JsonSchema)]
struct SettingsView {
    /// The file that changes are written to.
    file: String,
    text: String,
    values: Vec<ValueView>,
    providers: Vec<ProviderView>,
    agents: Vec<AgentView>,
    budget: Budget,
    /// All sections and keys that can be set.
    known: Vec<KnownView>,
}

#[derive(Serialize, JsonSchema)]
struct ValueView {
    /// `section.key` or `section.name.key`.
    key: String,
    /// The value as TOML; none if not set.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<String>,
    /// Whether it can be changed only in the settings file on the server.
    file_only: bool,
    /// Where it came from: `default`, a file with its line, a variable, or `--set`.
    source: String,
    about: String,
    /// A description of the allowed values.
    allowed: String,
}

#[derive(Serialize, JsonSchema)]
struct KnownView {
    section: String,
    /// Whether the section is repeated for each name, such as `providers.NAME`.
    is_family: bool,
    key: String,
    about: String,
    allowed: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct ProviderView {
    name: String,
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    base_url: Option<String>,
    /// Environment variable that holds the API key; the key itself is never shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    key_variable: Option<String>,
    key_set: bool,
}

#[derive(Serialize, JsonSchema)]
struct AgentView {
    name: String,
    /// native, model or native+model.
    way: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    has_native: bool,
    has_model: bool,
}

fn view(app: &App, setup: &Setup) -> SettingsView {
    let settings = &setup.settings;
    let keys = known_keys();
    let about = |dotted: &str| {
        let section = dotted.split('.').next().unwrap_or_default();
        let key = dotted.rsplit('.').next().unwrap_or_default();
        keys.iter().find(|known| known.section == section && known.key == key)
    };
    let values = settings.explain().into_iter().map(|setting| {
        let known = about(&setting.key);
        ValueView {
            default: known.and_then(|known| known.default).map(str::to_owned),
            about: known.map(|known| known.about.to_owned()).unwrap_or_default(),
            allowed: known.map(|known| known.allowed.clone()).unwrap_or_default(),
            source: setting.source.to_string(),
            file_only: settings_guard::is_file_only(&setting.key),
            key: setting.key,
            value: setting.value,
        }
    });
    let providers = settings.providers.iter().map(|(name, provider)| ProviderView {
        name: name.clone(),
        kind: provider.kind.name().to_owned(),
        base_url: provider.base_url.clone(),
        key_variable: provider.api_key_env.clone(),
        key_set: key_of(provider).is_some(),
    });
    let agents = AGENTS.iter().map(|agent| {
        let set = settings.agents.get(agent.name);
        AgentView {
            name: agent.name.to_owned(),
            way: set.map_or(Way::Native, |set| set.way).name().to_owned(),
            model: set.and_then(|set| set.model.as_ref()).map(ToString::to_string),
            has_native: agent.native,
            has_model: agent.prompt.is_some(),
        }
    });
    let known = keys.iter().map(|known| KnownView {
        section: known.section.to_owned(),
        is_family: known.is_family,
        key: known.key.to_owned(),
        about: known.about.to_owned(),
        allowed: known.allowed.clone(),
        default: known.default.map(str::to_owned),
    });
    SettingsView {
        file: app.place.own_file().display().to_string(),
        text: mask_passwords(&settings_changes::text(&app.place)),
        values: values.collect(),
        providers: providers.collect(),
        agents: agents.collect(),
        budget: settings.budget,
        known: known.collect(),
    }
}

/// Masks the password of the database, which is never sent to the page.
fn mask_passwords(text: &str) -> String {
    let line = |line: &str| {
        let Some((before, rest)) = line.find("postgres").map(|start| line.split_at(start)) else {
            return line.to_owned();
        };
        let (url, after) = rest.split_at(rest.find(['"', '\'']).unwrap_or(rest.len()));
        match url.parse::<StoreUrl>() {
            Ok(url) => format!("{before}{url}{after}"),
            Err(_) => line.to_owned(),
        }
    };
    text.lines().map(|text| line(text) + "\n").collect()
}

async fn show(State(app): State<App>) -> Json<SettingsView> {
    Json(view(&app, &app.setup()))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Change {
    /// Values by their dotted keys; null removes a value.
    set: BTreeMap<String, Option<Value>>,
}

async fn change(
    State(app): State<App>,
    caller: Caller,
    Body(change): Body<Change>,
) -> Answer<Json<SettingsView>> {
    let before = app.setup();
    let editor = if app.options.accounts { Editor::Admin } else { Editor::Local };
    settings_changes::change(&app.place, &change.set, editor)?;
    app.reload()?;
    let changes = describe_changes(change.set.keys(), &before.settings, &app.setup().settings);
    caller.note(&app, deeds::SETTINGS_CHANGED, Some(&changes)).await?;
    Ok(Json(view(&app, &app.setup())))
}

/// The old and the new value of each setting, for the audit log.
fn describe_changes<'a>(
    keys: impl Iterator<Item = &'a String>,
    before: &Settings,
    after: &Settings,
) -> String {
    let value = |settings: &Settings, key: &str| {
        let found = settings.explain().into_iter().find(|setting| setting.key == key);
        found.and_then(|setting| setting.value).map_or("not set".to_owned(), |value| mask(key, &value))
    };
    let described = keys.map(|key| format!("{key}: {} → {}", value(before, key), value(after, key)));
    described.collect::<Vec<_>>().join("; ")
}

/// A value as the audit log may show it. Names of environment variables are not secret.
fn mask(key: &str, value: &str) -> String {
    let name = key.rsplit('.').next().unwrap_or_default();
    let is_secret = ["secret", "password", "api_key"].iter().any(|word| name.contains(word));
    if is_secret && !name.ends_with("_env") {
        return "…".to_owned();
    }
    // What stands between the scheme and the host of an address is a user, often with a password.
    match value.split_once("://") {
        Some((scheme, rest)) => match rest.split_once('@') {
            Some((user, host)) if !user.contains('/') => format!("{scheme}://…@{host}"),
            _ => value.to_owned(),
        },
        None => value.to_owned(),
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Test {
    /// Its name in the settings.
    provider: String,
    /// The provider's name of a model.
    model: String,
}

#[derive(Serialize, JsonSchema)]
struct Tested {
    ok: bool,
    /// Whether it works, or why not. What the provider sent is not included.
    detail: String,
    milliseconds: u64,
}

async fn test(State(app): State<App>, caller: Caller, Body(asked): Body<Test>) -> Answer<Json<Tested>> {
    let setup = app.setup();
    if !setup.settings.providers.contains_key(&asked.provider) {
        let problem = Problem::new(Code::NotFound, format!("there is no provider `{}`", asked.provider));
        return Err(problem.at("/provider").hint("add it to the settings first").into());
    }
    let name: ModelName = format!("{}:{}", asked.provider, asked.model).parse().map_err(
        |error: tutti_model::BadModelName| Problem::new(Code::BadInput, error.to_string()).at("/model"),
    )?;
    let desk = app.executor.services().get::<Desk>().map_err(|stop| stop.problem())?;
    let Some(models) = desk.wires() else {
        return Err(Problem::new(Code::NotFound, "no provider is configured").at("/provider").into());
    };
    let began = Instant::now();
    let account = CallAccount {
        owner: caller.owner,
        run: None,
        step: "settings_test".to_owned(),
        agent: "settings_test".to_owned(),
        budget: setup.settings.budget,
    };
    let answered = models.ping(name, &account).await;
    let milliseconds = began.elapsed().as_millis() as u64;
    Ok(Json(match answered {
        Ok(()) => Tested { ok: true, detail: "the model answers".to_owned(), milliseconds },
        Err(error) => Tested { ok: false, detail: error.summary(), milliseconds },
    }))
}

#[derive(Serialize, JsonSchema)]
struct Checks {
    checks: Vec<doctor::Check>,
}

async fn doctor(State(app): State<App>) -> Json<Checks> {
    Json(Checks { checks: doctor::checks(&app.place).await })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_logged() {
        let check = |key: &str, value: &str, shown: &str| assert_eq!(mask(key, value), shown, "{key}");
        check("study.questions", "12", "12");
        check("budget.tokens", "5000", "5000");
        check("providers.a.api_key_env", "\"A_KEY\"", "\"A_KEY\"");
        check("providers.a.api_key", "\"sk-123\"", "…");
        check("server.oidc_client_secret", "\"abc\"", "…");
        check("search.url", "\"https://me:secret@host/x?q=a@b\"", "\"https://…@host/x?q=a@b\"");
        check("search.url", "\"https://host/a@b\"", "\"https://host/a@b\"");
    }

    #[test]
    fn passwords_are_not_shown() {
        let check = |text: &str, shown: &str| assert_eq!(mask_passwords(text), format!("{shown}\n"));
        check("url = \"postgres://me:secret@host/db\"", "url = \"postgres://me:…@host/db\"");
        let hidden = "url = 'postgres:///db?user=me&password=…' # mine";
        check("url = 'postgres:///db?user=me&password=secret' # mine", hidden);
        check("url = \"sqlite:x.db\"", "url = \"sqlite:x.db\"");
    }
}
