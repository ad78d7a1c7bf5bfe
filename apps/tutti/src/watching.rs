//! Sets up logs, traces and metrics from flags, settings and environment variables.

use std::{env, path::Path};

use tutti_service::{Problems, Setup, key_of};
use tutti_watch::{Collector, Options, install, is_here};

use crate::args::Command;

/// Whether a command keeps running to serve others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Serves {
    Nobody,
    /// Over HTTP, with metrics.
    Many,
    /// The program that started it.
    One,
}

impl Serves {
    pub(crate) fn of(command: &Command) -> Self {
        match command {
            Command::Serve(_) => Self::Many,
            Command::Mcp => Self::One,
            _ => Self::Nobody,
        }
    }
}

pub(crate) fn watch(setup: &Setup, log: Option<&Path>, serves: Serves) -> Result<(), Problems> {
    let set = &setup.settings.watch;
    let offline = setup.settings.models.offline;
    // An environment variable applies to all programs, so an unsuitable one is ignored; an unsuitable setting is refused.
    let named = || collector().filter(|collector| !offline || is_here(collector.address()));
    let options = Options {
        log: log.map(Path::to_owned).or_else(|| set.log.clone()),
        stderr: serves != Serves::Nobody,
        otlp: set.otlp.clone().map(Collector::At).or_else(named),
        headers: Vec::new(),
        offline,
        metrics: serves == Serves::Many,
        secrets: secrets(setup),
    };
    Ok(install(&options)?)
}

/// The collector that the environment names.
fn collector() -> Option<Collector> {
    let set = |name: &str| env::var(name).ok().filter(|value| !value.trim().is_empty());
    if set("OTEL_SDK_DISABLED").is_some_and(|value| value.eq_ignore_ascii_case("true")) {
        return None;
    }
    let whole = set("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT").map(Collector::Exactly);
    whole.or_else(|| set("OTEL_EXPORTER_OTLP_ENDPOINT").map(Collector::At))
}

/// The secrets in the settings, which must not be logged: provider keys and the database password.
fn secrets(setup: &Setup) -> Vec<String> {
    let settings = &setup.settings;
    let mut secrets: Vec<String> = settings.providers.values().filter_map(key_of).collect();
    let password = || {
        let (_, rest) = settings.store.url.as_ref()?.expose().split_once("://")?;
        let (user, _) = rest.rsplit_once('@')?;
        Some(user.split_once(':')?.1.to_owned())
    };
    secrets.extend(password());
    secrets
}
