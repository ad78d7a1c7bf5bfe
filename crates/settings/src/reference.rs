//! The reference in `docs/settings.md`, generated from the table of known keys.

use crate::table::{Key, Preset, Reach, SECTIONS, Section};
use crate::variables::{VARIABLES, Variable};

const HEAD: &str = "\
# Settings

<!-- Generated from the table of known keys by a test of crates/settings; run it with UPDATE=1 to rewrite this file. -->

Settings come from five places; each overrides the ones before it:

1. the defaults below;
2. `tutti.toml` in the data directory;
3. `tutti.toml` in the working directory;
4. environment variables, `TUTTI_SECTION_KEY`;
5. flags, `--set section.key=value`.

`tutti config` prints every value in effect and where it came from.

In variables and flags, write text without quotes and separate list entries with commas:
`--set agents.reader.fallback=local:qwen2.5,native`. An empty variable counts as unset. In variable names, write NAME
in capitals and replace dashes with underscores. Relative paths in a settings file start from that file's folder; in
variables and flags they start from the working directory. Amounts of money are stored to the millionth of a dollar.
";

const NAMED: &str = "
## Other variables

`tutti forge` and the commands that inspect its runs read these variables as well. A model named here without a provider
belongs to `gemini`; its API key is read from `GEMINI_API_KEY`.

| variable | sets |
| --- | --- |
";

/// A known key, as a form shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// For example `study`; for `providers.NAME`, the part before the dot.
    pub section: &'static str,
    pub is_family: bool,
    pub key: &'static str,
    pub about: &'static str,
    /// What a value may be, in words.
    pub allowed: String,
    pub reach: Reach,
    /// TOML text of the default value.
    pub default: Option<&'static str>,
}

/// Every known key.
pub fn known_keys() -> Vec<Known> {
    let keys = SECTIONS.iter().flat_map(|section| section.keys.iter().map(move |key| (section, key)));
    keys.map(|(section, key)| Known {
        section: section.name,
        is_family: section.naming.is_some(),
        key: key.name,
        about: key.about,
        allowed: key.kind.allowed_values(),
        reach: key.kind.reach(),
        default: match key.default {
            Preset::Is(text) => Some(text),
            Preset::Unset(_) | Preset::Required => None,
        },
    })
    .collect()
}

/// All sections and keys as Markdown.
pub fn reference_markdown() -> String {
    let sections = SECTIONS.iter().fold(HEAD.to_owned(), |text, section| text + &section_markdown(section));
    let row = |variable: &Variable| format!("| `{}` | `{}` |\n", variable.name, variable.keys.join("`, `"));
    VARIABLES.iter().fold(sections + NAMED, |text, variable| text + &row(variable))
}

fn section_markdown(section: &Section) -> String {
    let family = if section.naming.is_some() { ".NAME" } else { "" };
    let naming = section
        .naming
        .map(|naming| format!(" NAME may contain {}.", naming.allowed_values()))
        .unwrap_or_default();
    let rows: String = section.keys.iter().map(|key| row(section, key)).collect();
    format!(
        "\n## `[{}{family}]`\n\n{}{naming}\n\n| key | description | allowed | default | variable |\n\
         | --- | --- | --- | --- | --- |\n{rows}",
        section.name, section.about
    )
}

fn row(section: &Section, key: &Key) -> String {
    let default = match key.default {
        Preset::Is(text) => format!("`{text}`"),
        Preset::Unset(words) => words.to_owned(),
        Preset::Required => "required".to_owned(),
    };
    let family = if section.naming.is_some() { "_NAME" } else { "" };
    let variable = format!("TUTTI_{}{family}_{}", section.name.to_uppercase(), key.name.to_uppercase());
    format!("| `{}` | {} | {} | {default} | `{variable}` |\n", key.name, key.about, key.kind.allowed_values())
}
