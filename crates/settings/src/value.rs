//! One value: checked against its kind on input, printed as TOML on output.

use std::path::{Path, PathBuf};

use toml_edit::{InlineTable, Value as Toml};
use tutti_core::{Money, nearest};

use crate::address::{StoreUrl, is_web_address, mask_password};
use crate::settings::{Fallback, ModelName};
use crate::table::{Kind, ROLES, section};

/// A value that fits its kind.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Switch(bool),
    Whole(u64),
    Dollars(Money),
    Weight(f64),
    Text(String),
    Folder(PathBuf),
    StoreUrl(StoreUrl),
    Model(ModelName),
    Fallbacks(Vec<Fallback>),
    Names(Vec<String>),
    Roles(Vec<(String, String)>),
}

/// Why a value does not fit.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Misfit {
    /// The written value, safe to print: anything that could be a key or a password is left out.
    pub(crate) found: String,
    pub(crate) hint: Option<String>,
}

impl Value {
    /// `folder` is what relative paths count from.
    pub(crate) fn read(kind: Kind, toml: &Toml, folder: &Path) -> Result<Self, Misfit> {
        let misfit = || Misfit { found: describe_found(kind, toml), hint: hint(kind, toml) };
        let text = toml.as_str().filter(|text| !text.is_empty());
        let value = match kind {
            Kind::Switch => toml.as_bool().map(Self::Switch),
            Kind::Whole { min, max } => toml
                .as_integer()
                .and_then(|number| u64::try_from(number).ok())
                .filter(|number| (min..=max).contains(number))
                .map(Self::Whole),
            Kind::Dollars { max } => {
                number(toml).filter(|usd| *usd <= f64::from(max)).and_then(Money::from_usd).map(Self::Dollars)
            }
            Kind::Choice(names) => {
                text.filter(|text| names.contains(text)).map(|text| Self::Text(text.to_owned()))
            }
            Kind::Weight => {
                number(toml).filter(|weight| weight.is_finite() && *weight >= 0.0).map(Self::Weight)
            }
            Kind::Share => number(toml).filter(|share| (0.0..=1.0).contains(share)).map(Self::Weight),
            Kind::Text => text.map(|text| Self::Text(text.to_owned())),
            Kind::Languages => {
                text.filter(|text| are_languages(text)).map(|text| Self::Text(text.to_owned()))
            }
            Kind::Folder | Kind::File => text.map(|text| Self::Folder(folder.join(text))),
            Kind::StoreUrl => text.and_then(StoreUrl::parse).map(|url| Self::StoreUrl(url.within(folder))),
            Kind::WebAddress => {
                text.filter(|text| is_web_address(text)).map(|text| Self::Text(text.to_owned()))
            }
            Kind::VariableName => {
                text.filter(|text| is_variable_name(text)).map(|text| Self::Text(text.to_owned()))
            }
            Kind::Model => text.and_then(model_name).map(Self::Model),
            Kind::Fallbacks => toml
                .as_array()
                .and_then(|list| list.iter().map(|entry| entry.as_str().and_then(fallback)).collect())
                .map(Self::Fallbacks),
            Kind::Hosts => names(toml, is_host).map(Self::Names),
            Kind::VariableNames => names(toml, is_variable_name).map(Self::Names),
            Kind::Roles => toml.as_inline_table().and_then(roles).map(Self::Roles),
        };
        value.ok_or_else(misfit)
    }

    /// Variables and flags are bare text: the kind says how to read it.
    pub(crate) fn read_text(kind: Kind, text: &str, folder: &Path) -> Result<Self, Misfit> {
        let toml = match kind {
            Kind::Switch | Kind::Whole { .. } | Kind::Dollars { .. } | Kind::Weight | Kind::Share => {
                text.trim().parse().ok()
            }
            Kind::Fallbacks | Kind::Hosts | Kind::VariableNames if text.trim_start().starts_with('[') => {
                text.trim().parse().ok()
            }
            Kind::Fallbacks | Kind::Hosts | Kind::VariableNames => {
                Some(text.split(',').map(str::trim).filter(|entry| !entry.is_empty()).collect())
            }
            Kind::Roles if text.trim_start().starts_with('{') => text.trim().parse().ok(),
            Kind::Roles => roles_from_text(text),
            _ => None,
        };
        Self::read(kind, &toml.unwrap_or_else(|| Toml::from(text)), folder)
    }

    /// TOML text of the value, passwords masked.
    pub(crate) fn display(&self) -> String {
        match self {
            Self::Switch(on) => on.to_string(),
            Self::Whole(number) => number.to_string(),
            Self::Dollars(money) => dollars(*money),
            Self::Weight(weight) => weight.to_string(),
            Self::Text(text) => Toml::from(text).to_string(),
            Self::Folder(path) => Toml::from(path.display().to_string()).to_string(),
            Self::StoreUrl(url) => Toml::from(url.to_string()).to_string(),
            Self::Model(model) => Toml::from(model.to_string()).to_string(),
            Self::Roles(roles) => {
                roles.iter().map(|(group, role)| (group, role)).collect::<Toml>().to_string()
            }
            Self::Fallbacks(list) => list.iter().map(ToString::to_string).collect::<Toml>().to_string(),
            Self::Names(list) => list.iter().map(String::as_str).collect::<Toml>().to_string(),
        }
    }
}

fn model_name(text: &str) -> Option<ModelName> {
    let (provider, model) = text.split_once(':')?;
    let naming = section("providers").and_then(|section| section.naming)?;
    let fits = naming.fits(provider) && !model.is_empty() && !model.contains(char::is_whitespace);
    fits.then(|| ModelName { provider: provider.to_owned(), model: model.to_owned() })
}

fn fallback(text: &str) -> Option<Fallback> {
    if text == "native" { Some(Fallback::Native) } else { model_name(text).map(Fallback::Model) }
}

fn roles(table: &InlineTable) -> Option<Vec<(String, String)>> {
    let entry = |(group, role): (&str, &Toml)| {
        is_role(group, role).then(|| (group.to_owned(), role.as_str().unwrap_or_default().to_owned()))
    };
    table.iter().map(entry).collect()
}

fn is_role(group: &str, role: &Toml) -> bool {
    !group.is_empty() && role.as_str().is_some_and(|role| ROLES.contains(&role))
}

/// `staff=author,heads=admin`. The last equals sign counts, because groups may contain some.
fn roles_from_text(text: &str) -> Option<Toml> {
    let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
    entries.map(|entry| entry.rsplit_once('=').map(|(group, role)| (group.trim(), role.trim()))).collect()
}

fn is_variable_name(text: &str) -> bool {
    let letter = |c: char| c.is_ascii_uppercase() || c == '_';
    text.starts_with(letter) && text.chars().all(|c| letter(c) || c.is_ascii_digit())
}

/// A list of texts that all fit.
fn names(toml: &Toml, fits: fn(&str) -> bool) -> Option<Vec<String>> {
    let one = |entry: &Toml| entry.as_str().filter(|text| fits(text)).map(str::to_owned);
    toml.as_array()?.iter().map(one).collect()
}

/// Such as `llm.example.org`, `10.0.0.7:8000` or `[::1]:8000`.
fn is_host(text: &str) -> bool {
    is_web_address(&format!("http://{text}")) && !text.contains('/')
}

fn number(toml: &Toml) -> Option<f64> {
    toml.as_float().or_else(|| toml.as_integer().map(|number| number as f64))
}

/// Such as `eng+chi_sim`.
fn are_languages(text: &str) -> bool {
    let fits = |name: &str| {
        let mut parts = name.split('_');
        parts.next().is_some_and(|part| part.len() == 3)
            && name.chars().all(|c| c.is_ascii_lowercase() || c == '_')
    };
    text.split('+').all(fits)
}

fn dollars(money: Money) -> String {
    let (whole, millionths) = (money.micro_usd() / 1_000_000, money.micro_usd() % 1_000_000);
    let fraction = format!("{millionths:06}");
    let fraction = fraction.trim_end_matches('0');
    format!("{whole}.{}", if fraction.is_empty() { "0" } else { fraction })
}

fn describe_found(kind: Kind, toml: &Toml) -> String {
    match (toml, kind) {
        (Toml::Array(list), Kind::Fallbacks) => {
            match list.iter().find(|entry| entry.as_str().and_then(fallback).is_none()) {
                Some(entry) => format!("{} in the list", describe_found(Kind::Model, entry)),
                None => "a list".into(),
            }
        }
        (Toml::InlineTable(table), Kind::Roles) => {
            match table.iter().find(|(group, role)| !is_role(group, role)) {
                Some((group, role)) => {
                    format!("{} for the group {}", describe_found(Kind::Text, role), quote(group))
                }
                None => "a table".into(),
            }
        }
        (Toml::Array(_), _) => "a list".into(),
        (Toml::InlineTable(_), _) => "a table".into(),
        (Toml::String(text), _) if text.value().is_empty() => "empty text".into(),
        (Toml::String(_), Kind::VariableName) => "something else, not shown because it may be a key".into(),
        (Toml::String(text), Kind::StoreUrl) => match text.value().split_once(':') {
            Some((scheme, _)) => format!("\"{scheme}:…\""),
            None => quote(text.value()),
        },
        (Toml::String(text), Kind::WebAddress) => match text.value().split_once('?') {
            Some((place, _)) => quote(&format!("{}?…", mask_password(place))),
            None => quote(&mask_password(text.value())),
        },
        (Toml::String(text), _) => quote(text.value()),
        (Toml::Integer(number), _) => number.value().to_string(),
        (Toml::Float(number), _) => number.display_repr().into_owned(),
        (Toml::Boolean(on), _) => on.value().to_string(),
        (Toml::Datetime(_), _) => "a date".into(),
    }
}

/// In quotes, on one line, shortened.
fn quote(text: &str) -> String {
    const LONGEST: usize = 80;
    let cut = text.char_indices().nth(LONGEST).map_or(text, |(at, _)| &text[..at]);
    let more = if cut.len() < text.len() { "…" } else { "" };
    format!("{cut:?}{more}")
}

fn hint(kind: Kind, toml: &Toml) -> Option<String> {
    match (kind, toml.as_str()) {
        (Kind::Choice(names), Some(text)) => {
            nearest(text, names.iter().copied()).map(|name| format!("did you mean \"{name}\"?"))
        }
        (Kind::Roles, _) => {
            let wrong = toml.as_inline_table()?.iter().find(|(group, role)| !is_role(group, role))?.1;
            hint(Kind::Choice(ROLES), wrong)
        }
        (
            Kind::Switch | Kind::Whole { .. } | Kind::Dollars { .. } | Kind::Weight | Kind::Share,
            Some(text),
        ) => {
            let bare: Toml = text.parse().ok()?;
            let fits = Value::read(kind, &bare, Path::new("")).is_ok();
            fits.then(|| format!("write {text} without quotes"))
        }
        (Kind::VariableName, _) => {
            Some("put the key into a variable and write the name of the variable here".into())
        }
        _ => None,
    }
}
