//! Prompts: a Markdown file with front matter and two templates.
//!
//! ```text
//! ---
//! agent: item_writer
//! version: 3
//! temperature: 0.2
//! ---
//! # system
//! You write exam questions. {{ data_notice }}
//! # user
//! Topic: {{ input.topic }}
//! {{ input.source | fence }}
//! Answer with JSON of this schema: {{ schema | json }}
//! ```
//!
//! Templates see `input`, `schema`, the sentence `data_notice`, and the filters `fence` (text from documents)
//! and `json` (any value). An unknown name is an error, never an empty string. Values are inserted as they are
//! and never rendered again, so a template inside a document has no effect.

mod fence;
mod folder;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, UndefinedBehavior, context};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tutti_core::{ContentHash, nearest};

pub use folder::Prompts;

/// A parsed prompt: front matter and both templates are valid.
#[derive(Debug)]
pub struct Prompt {
    settings: Settings,
    hash: ContentHash,
    templates: Environment<'static>,
    /// Its source, for rendering errors.
    origin: String,
    /// The lines before each section's first, to turn a template's line into the file's.
    lines_before: [usize; 2],
}

/// The two messages that are sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rendered {
    pub system: String,
    pub user: String,
}

/// Why a prompt cannot be used. Each names the file and, if there is one, the line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PromptError {
    #[error("{origin}, line {line}: {message}")]
    Malformed { origin: String, line: usize, message: String },
    /// A template names a value that was not given, or uses it as another type.
    #[error("{origin}, line {line}: {message}")]
    Render { origin: String, line: usize, message: String },
    /// An override that overrides nothing, or another agent.
    #[error("{origin}: {message}")]
    Misplaced { origin: String, message: String },
    #[error("{origin}: {message}")]
    Unreadable { origin: String, message: String },
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    agent: String,
    version: u32,
    temperature: Option<f64>,
    max_tokens: Option<u32>,
}

const KEYS: [&str; 4] = ["agent", "version", "temperature", "max_tokens"];
const SECTIONS: [&str; 2] = ["system", "user"];

impl Prompt {
    /// Parses a prompt's source. `origin` is its name in errors: a path, or a name for a compiled-in one.
    pub fn parse(source: &str, origin: &str) -> Result<Self, PromptError> {
        let malformed =
            |line, message: String| Err(PromptError::Malformed { origin: origin.to_owned(), line, message });
        let lines: Vec<&str> = source.lines().collect();
        if lines.first().map(|line| line.trim_end()) != Some("---") {
            return malformed(1, "a prompt begins with `---` and its settings".to_owned());
        }
        let Some(end) = lines.iter().skip(1).position(|line| line.trim_end() == "---").map(|i| i + 1) else {
            return malformed(1, "the settings have no closing `---`".to_owned());
        };
        let settings = match read_settings(&lines[1..end]) {
            Ok(settings) => settings,
            Err((line, message)) => return malformed(line + 1, message),
        };
        let sections = match read_sections(&lines, end + 1) {
            Ok(sections) => sections,
            Err((line, message)) => return malformed(line + 1, message),
        };
        let mut templates = environment();
        for (name, section) in SECTIONS.into_iter().zip(&sections) {
            if let Err(error) = templates.add_template_owned(name, section.text.clone()) {
                return malformed(section.first_line + error.line().unwrap_or(1), explain(&error));
            }
        }
        Ok(Self {
            settings,
            hash: ContentHash::of_bytes(source.as_bytes()),
            templates,
            origin: origin.to_owned(),
            lines_before: sections.map(|section| section.first_line),
        })
    }

    /// Renders both messages, without the white space around them.
    pub fn render(&self, input: &impl Serialize, schema: Option<&Value>) -> Result<Rendered, PromptError> {
        let input = minijinja::Value::from(Serde(input));
        let schema = minijinja::Value::from(Serde(schema));
        let [system, user] = [0, 1].map(|section| {
            let template = self.templates.get_template(SECTIONS[section]);
            let rendered = template.and_then(|template| {
                template.render(context! { input => input.clone(), schema => schema.clone() })
            });
            rendered.map(|text| text.trim().to_owned()).map_err(|error| PromptError::Render {
                origin: self.origin.clone(),
                line: self.lines_before[section] + error.line().unwrap_or(1),
                message: explain(&error),
            })
        });
        Ok(Rendered { system: system?, user: user? })
    }

    pub fn agent(&self) -> &str {
        &self.settings.agent
    }

    pub fn version(&self) -> u32 {
        self.settings.version
    }

    pub fn temperature(&self) -> Option<f64> {
        self.settings.temperature
    }

    pub fn max_tokens(&self) -> Option<u32> {
        self.settings.max_tokens
    }

    /// Of the source: part of the trace and of the cache key.
    pub fn hash(&self) -> &ContentHash {
        &self.hash
    }
}

fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    // The output goes to a model, not to a browser.
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    environment.set_syntax(
        SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build().unwrap_or_default(),
    );
    environment.add_filter("fence", fence::filter);
    environment.add_filter("json", json_filter);
    environment.add_global("data_notice", fence::DATA_NOTICE);
    environment
}

/// Unlike the engine's own `tojson`, which escapes for HTML.
fn json_filter(value: &minijinja::Value) -> Result<String, minijinja::Error> {
    serde_json::to_string_pretty(value)
        .map_err(|error| minijinja::Error::new(minijinja::ErrorKind::BadSerialization, error.to_string()))
}

fn explain(error: &minijinja::Error) -> String {
    match error.detail() {
        Some(detail) => format!("{}: {detail}", error.kind()),
        None => error.kind().to_string(),
    }
}

/// Settings from the lines between the dashes; an error names a line of the file, counted from zero.
fn read_settings(lines: &[&str]) -> Result<Settings, (usize, String)> {
    for (i, line) in lines.iter().enumerate() {
        let Some((key, _)) = line.split_once(':') else { continue };
        let key = key.trim_end();
        if line.starts_with(['#', ' ']) || KEYS.contains(&key) {
            continue;
        }
        let meant = nearest(key, KEYS).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        return Err((i + 1, format!("unknown setting `{key}`{meant}")));
    }
    let options = serde_saphyr::options! { with_snippet: false };
    let settings: Settings =
        serde_saphyr::from_str_with_options(&lines.join("\n"), options).map_err(|error| {
            let line = error.location().map_or(1, |location| location.line().max(1) as usize);
            (line, error.to_string())
        })?;
    let line_of = |key: &str| 1 + lines.iter().position(|line| line.starts_with(key)).unwrap_or(0);
    let name_fits = (1..=30).contains(&settings.agent.len())
        && settings.agent.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    if !name_fits {
        let message = "an agent's name is 1 to 30 lowercase letters, digits and underscores";
        return Err((line_of("agent"), message.to_owned()));
    }
    if settings.temperature.is_some_and(|t| !(0.0..=2.0).contains(&t)) {
        return Err((line_of("temperature"), "a temperature is from 0 to 2".to_owned()));
    }
    Ok(settings)
}

struct Section {
    text: String,
    /// Counted from zero.
    first_line: usize,
}

/// The sections in the order of [`SECTIONS`]; an error names a line of the file, counted from zero.
fn read_sections(lines: &[&str], body: usize) -> Result<[Section; 2], (usize, String)> {
    let mut starts: Vec<(usize, &str)> = Vec::new();
    let mut in_code = false;
    for (i, line) in lines.iter().enumerate().skip(body) {
        in_code ^= line.trim_start().starts_with("```");
        let name = line.strip_prefix("# ").map(str::trim).filter(|name| SECTIONS.contains(name));
        match name.filter(|_| !in_code) {
            Some(name) if starts.iter().any(|(_, known)| *known == name) => {
                return Err((i, format!("a second section `# {name}`")));
            }
            Some(name) => starts.push((i, name)),
            None if starts.is_empty() && !line.trim().is_empty() => {
                return Err((
                    i,
                    "text before the first section; it begins with `# system` or `# user`".to_owned(),
                ));
            }
            None => {}
        }
    }
    let section = |name: &str| {
        let Some(place) = starts.iter().position(|(_, known)| *known == name) else {
            return Err((lines.len().saturating_sub(1), format!("there is no section `# {name}`")));
        };
        let first_line = starts[place].0 + 1;
        let end = starts.get(place + 1).map_or(lines.len(), |(next, _)| *next);
        let text = lines[first_line..end].join("\n");
        if text.trim().is_empty() {
            return Err((starts[place].0, format!("the section `# {name}` is empty")));
        }
        Ok(Section { text, first_line })
    };
    Ok([section("system")?, section("user")?])
}

#[cfg(test)]
mod tests;
