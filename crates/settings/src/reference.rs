//! The reference in `docs/settings.md`, printed from the table of known keys.

use crate::table::{Key, Preset, SECTIONS, Section};
use crate::variables::{VARIABLES, Variable};

const HEAD: &str = "\
# Settings

<!-- Printed from the table of known keys by a test of crates/settings; UPDATE=1 writes it anew. -->

Settings come from five places; each overrides the ones before it:

1. the defaults below;
2. `tutti.toml` in the data directory;
3. `tutti.toml` in the working directory;
4. environment variables, `TUTTI_SECTION_KEY`;
5. flags, `--set section.key=value`.

`tutti config` prints every value in effect and where it came from.

In a variable or a flag a text stands without quotes, and a list may be written with commas:
`--set agents.reader.fallback=local:qwen2.5,native`. An empty variable counts as not set. In the name of a
variable, NAME is written in capitals, with underscores for dashes. A relative path in a file counts from the
folder of that file, and in a variable or flag from the working directory. Amounts of money are kept to a
millionth of a dollar.
";

const NAMED: &str = "
## Variables with names of their own

Read by `tutti forge` and by the commands that look at its runs. A model that is named here without a provider is one of
`gemini`, whose key is in `GEMINI_API_KEY`.

| variable | stands for |
| --- | --- |
";

/// A key that can be set, as a form shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// Such as `study`; of a family such as `providers.NAME`, its first part.
    pub section: &'static str,
    pub is_family: bool,
    pub key: &'static str,
    pub about: &'static str,
    /// What a value may be, in words.
    pub allowed: String,
    /// TOML text of the value that holds where nothing is written.
    pub default: Option<&'static str>,
}

/// Every key that can be set.
pub fn known() -> Vec<Known> {
    let keys = SECTIONS.iter().flat_map(|section| section.keys.iter().map(move |key| (section, key)));
    keys.map(|(section, key)| Known {
        section: section.name,
        is_family: section.naming.is_some(),
        key: key.name,
        about: key.about,
        allowed: key.kind.allowed(),
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
    let naming =
        section.naming.map(|naming| format!(" A name is made of {}.", naming.allowed())).unwrap_or_default();
    let rows: String = section.keys.iter().map(|key| row(section, key)).collect();
    format!(
        "\n## `[{}{family}]`\n\n{}{naming}\n\n| key | what it is for | allowed | default | variable |\n\
         | --- | --- | --- | --- | --- |\n{rows}",
        section.name, section.about
    )
}

fn row(section: &Section, key: &Key) -> String {
    let default = match key.default {
        Preset::Is(text) => format!("`{text}`"),
        Preset::Unset(words) => words.to_owned(),
        Preset::Required => "must be written".to_owned(),
    };
    let family = if section.naming.is_some() { "_NAME" } else { "" };
    let variable = format!("TUTTI_{}{family}_{}", section.name.to_uppercase(), key.name.to_uppercase());
    format!("| `{}` | {} | {} | {default} | `{variable}` |\n", key.name, key.about, key.kind.allowed())
}
