//! Settings as users see them: text in, ready values or problems out.

#![allow(clippy::unwrap_used)] // tests

mod errors;
mod files;
mod precedence;
mod reference;
mod round_trip;
mod sso;

use std::collections::BTreeMap;

use tutti_core::{Code, Problem};
use tutti_settings::{Settings, SettingsFile, Sources};

fn file(path: &str, text: &str) -> SettingsFile {
    SettingsFile { path: path.into(), text: text.into() }
}

fn load(files: &[SettingsFile], env: &[(&str, &str)], flags: &[&str]) -> Result<Settings, Vec<Problem>> {
    let env: BTreeMap<_, _> = env.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
    let flags: Vec<_> = flags.iter().map(|flag| (*flag).into()).collect();
    Settings::load(&Sources { files, env: &env, flags: &flags })
}

/// As a person sees them: one line each, hints indented.
fn render_problems(result: Result<Settings, Vec<Problem>>) -> String {
    let Err(problems) = result else { return "no problems".into() };
    let lines = problems.iter().flat_map(|problem| {
        assert_eq!(problem.code, Code::BadSettings);
        let hints = problem.hints.iter().map(|hint| format!("  hint: {hint}"));
        std::iter::once(problem.to_string()).chain(hints)
    });
    lines.collect::<Vec<_>>().join("\n")
}
