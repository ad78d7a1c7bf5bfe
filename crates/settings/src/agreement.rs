//! Checks across values: required ones are present, agents name models of known providers, and single sign-on is complete.

use tutti_core::nearest;

use crate::raw_settings::{Place, Written};
use crate::resolve::At;
use crate::settings::{Fallback, ModelName, Source, Way};
use crate::table::ROLES;
use crate::table::{Preset, SECTIONS};
use crate::value::Value;

pub(crate) fn check_required(written: &mut Written) {
    if written.cut_short {
        return;
    }
    let mut missing = Vec::new();
    for section in SECTIONS {
        for key in section.keys.iter().filter(|key| matches!(key.default, Preset::Required)) {
            for place in written.parts(section.name) {
                let mention = &written.mentions[place];
                if !written.entries.contains_key(&(place.clone(), key.name)) && !mention.doubtful {
                    let detail =
                        format!("{place} has no {}; it must be {}", key.name, key.kind.allowed_values());
                    missing.push((mention.source.clone(), detail));
                }
            }
        }
    }
    for (source, detail) in missing {
        written.flaw(&source, &detail, None);
    }
}

pub(crate) fn check_agents(written: &mut Written) {
    if written.cut_short {
        return;
    }
    let providers: Vec<String> = written.parts("providers").map(|place| place.part.clone()).collect();
    let agents: Vec<Place> = written.parts("agents").cloned().collect();
    for agent in agents {
        check_model_is_there(written, &agent);
        let at = At { written, place: agent.clone() };
        let named: Vec<_> =
            ["model", "fallback"].into_iter().filter_map(|key| Some((key, at.value(key)?))).collect();
        for (key, (value, source)) in named {
            for name in strangers(&value, &providers) {
                unknown_provider(written, &source, &format!("{agent}.{key}"), &name, &providers);
            }
        }
    }
}

/// Quotas are set for roles that exist.
pub(crate) fn check_roles(written: &mut Written) {
    let unknown = |place: &&Place| !ROLES.contains(&place.part.as_str());
    let places: Vec<Place> = written.parts("quotas").filter(unknown).cloned().collect();
    for place in places {
        let source = written.mentions[&place].source.clone();
        let detail =
            format!("{place}: there is no role `{}`; the roles are {}", place.part, ROLES.join(", "));
        let hint =
            nearest(&place.part, ROLES.iter().copied()).map(|near| format!("did you mean `quotas.{near}`?"));
        written.flaw(&source, &detail, hint);
    }
}

/// A provider needs to know who asks, and somebody must be able to come in.
pub(crate) fn check_sso(written: &mut Written) {
    if written.cut_short {
        return;
    }
    let place = Place { section: "sso", part: String::new() };
    let is_written = |written: &Written, key| written.entries.contains_key(&(place.clone(), key));
    let Some((_, source)) = (At { written, place: place.clone() }).value("issuer") else { return };
    if !is_written(written, "client_id") {
        written.flaw(&source, "sso.issuer is set, so sso.client_id must be set to text", None);
    }
    if !is_written(written, "roles") && !is_written(written, "default_role") {
        let detail = "sso.issuer is set, but nobody may log in: sso.roles and sso.default_role are not set";
        let hint = "set sso.default_role to \"learner\", or give roles to groups under [sso.roles]";
        written.flaw(&source, detail, Some(hint.to_owned()));
    }
}

fn check_model_is_there(written: &mut Written, agent: &Place) {
    let (way, source) = At { written, place: agent.clone() }.way();
    let there = written.entries.contains_key(&(agent.clone(), "model"));
    if way == Way::Native || there || written.mentions[agent].doubtful {
        return;
    }
    let way = way.name();
    let detail = format!("{agent}.way is \"{way}\", so {agent}.model must be set to \"PROVIDER:MODEL\"");
    written.flaw(&source, &detail, None);
}

/// The providers a value names that are not set up.
fn strangers(value: &Value, providers: &[String]) -> Vec<String> {
    let named: Vec<&ModelName> = match value {
        Value::Model(model) => vec![model],
        Value::Fallbacks(list) => list
            .iter()
            .filter_map(|fallback| match fallback {
                Fallback::Native => None,
                Fallback::Model(model) => Some(model),
            })
            .collect(),
        _ => Vec::new(),
    };
    named.into_iter().map(|model| model.provider.clone()).filter(|name| !providers.contains(name)).collect()
}

fn unknown_provider(written: &mut Written, source: &Source, key: &str, name: &str, providers: &[String]) {
    let known = match providers {
        [] => "no provider is set up".to_owned(),
        known => format!("the providers are {}", known.join(", ")),
    };
    let hint = match nearest(name, providers.iter().map(String::as_str)) {
        Some(near) => format!("did you mean {near}?"),
        None => format!("add a section [providers.{name}]"),
    };
    written.flaw(
        source,
        &format!("{key} names the provider {name:?}, which is not set up; {known}"),
        Some(hint),
    );
}
