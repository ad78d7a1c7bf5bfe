//! Parses requests for tasks: the bullet form, JSON with or without comments, a batch in JSON or CSV.
//!
//! An error in one task never fails a whole batch: it is reported for that task, with its place.

mod bullets;
mod json;
mod table;
mod wishes;

use std::collections::BTreeSet;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_core::{Code, Problem};

pub use wishes::Wishes;

/// Where in its file a request stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// The whole file is one request.
    #[default]
    Whole,
    /// A JSON pointer, such as `/tasks/3`.
    Pointer(String),
    /// A row of a table, by the line it begins on.
    Line(u64),
}

impl Place {
    /// A field of the request.
    pub fn of(&self, field: &str) -> String {
        match self {
            Self::Whole => format!("/{field}"),
            Self::Pointer(pointer) => format!("{pointer}/{field}"),
            Self::Line(line) => format!("line {line}, column {field}"),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => f.write_str("the request"),
            Self::Pointer(pointer) => f.write_str(pointer),
            Self::Line(line) => write!(f, "line {line}"),
        }
    }
}

macro_rules! fields {
    ($($(#[doc = $doc:literal])* $field:ident: $label:literal $(, $other:literal)*;)*) => {
        /// What is asked for, field by field. A field that was not given is empty.
        #[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(default)]
        #[schemars(rename = "Request")]
        pub struct TaskRequest {
            /// Where it stands.
            pub place: Place,
            $($(#[doc = $doc])* #[serde(skip_serializing_if = "String::is_empty")] pub $field: String,)*
        }

        impl TaskRequest {
            /// Each field: its name, its label in the bullet form, and other names it goes by.
            pub(crate) const FIELDS: &[(&'static str, &'static str, &'static [&'static str])] =
                &[$((stringify!($field), $label, &[$($other),*])),*];

            /// The field of this name, to be filled.
            fn field_mut(&mut self, name: &str) -> Option<&mut String> {
                match name {
                    $(stringify!($field) => Some(&mut self.$field),)*
                    _ => None,
                }
            }
        }
    };
}

fields! {
    /// `C` asks for an expansion.
    path: "Path";
    domain: "Domain";
    use_case: "Use case", "task_type";
    use_case_description: "Use case description", "task_type_description";
    knowledge_dimensions: "Knowledge dimensions";
    /// An address or the name of a file.
    reference_material: "Reference material";
    reference_material_content: "Reference material content", "source_materials";
    sample_questions: "Sample questions";
    sample_questions_content: "Sample questions content";
    reference_material_source: "Reference material source";
    comprehension_quiz_source: "Comprehension quiz source";
    task_inspiration: "Task inspiration";
    task_id: "Task ID";
    task_title: "Task title", "topic_title";
    task_description: "Task description";
    /// How many options a question has.
    cq_format: "CQ format", "mcq_format";
    /// Such as `extract sample questions`.
    additional_prompts: "Additional prompts", "additional_prompt";
    /// For the record only.
    existing_task_file: "Existing task file";
    /// The whole task file that is to be extended.
    existing_task_content: "Existing task content";
    /// For the record only.
    reference_material_file: "Reference material file";
}

impl TaskRequest {
    /// The field that goes by this name or label, in whatever case and with or without `(if any)`.
    fn field_named(text: &str) -> Option<&'static str> {
        let plain = |text: &str| text.to_lowercase().replace(['_', '-'], " ").trim().to_owned();
        let name = plain(text.trim().trim_end_matches("(if any)").trim_end_matches("(optional)"));
        let known = |(field, label, others): &&(&str, &str, &[&str])| {
            plain(field) == name || plain(label) == name || others.iter().any(|other| plain(other) == name)
        };
        Self::FIELDS.iter().find(known).map(|(field, ..)| *field)
    }

    /// Takes a value for a field; what is there already stays.
    fn fill(&mut self, field: &str, value: &str) {
        let value = if is_blank(value) { "" } else { value };
        if let Some(slot) = self.field_mut(field).filter(|slot| slot.is_empty()) {
            value.clone_into(slot);
        }
    }

    pub fn is_expansion(&self) -> bool {
        self.path.trim().eq_ignore_ascii_case("c")
    }

    /// What to call it before its id is known to be sound.
    pub fn label(&self) -> String {
        if self.task_id.trim().is_empty() { self.place.to_string() } else { self.task_id.trim().to_owned() }
    }
}

/// What stands in a template for a value that nobody gave.
fn is_blank(value: &str) -> bool {
    let value = value.trim();
    let word = value.to_lowercase();
    let placeholder =
        value.starts_with('[') && value.ends_with(']') && !value.contains('\n') && value.len() < 80;
    placeholder || ["", "n/a", "na", "none", "-", "…", "null"].contains(&word.as_str())
}

/// A task that cannot be worked on, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Flawed {
    pub place: Place,
    /// Its id, or its place where it has none.
    pub task: String,
    pub problems: Vec<Problem>,
}

/// What a file of requests holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Requests {
    pub tasks: Vec<TaskRequest>,
    pub flawed: Vec<Flawed>,
}

/// Reads a file of requests. Refused only where nothing in it can be a request.
pub fn read(name: &str, bytes: &[u8]) -> Result<Requests, Problem> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let is_table = name.rsplit('.').next().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
    if is_table || table::looks_like_one(bytes) {
        return table::read(bytes).map(once_each).map_err(|problem| in_file(name, problem));
    }
    let not_text = || Problem::new(Code::BadInput, "it is not text in UTF-8").hint("save it as UTF-8");
    let text = std::str::from_utf8(bytes).map_err(|_| in_file(name, not_text()))?;
    if json::looks_like_it(text) {
        return json::read(text).map(once_each).map_err(|problem| in_file(name, problem));
    }
    match bullets::read(text) {
        Some(request) => Ok(Requests { tasks: vec![request], flawed: Vec::new() }),
        None => {
            let problem = Problem::new(Code::BadInput, "there is no request in it");
            let hint = "write `* Domain: …` and the other fields as bullets, or give JSON or CSV";
            Err(in_file(name, problem.hint(hint)))
        }
    }
}

fn in_file(name: &str, problem: Problem) -> Problem {
    Problem { detail: format!("{name}: {}", problem.detail), ..problem }
}

/// Two tasks of one id would be written to one file: the second is set aside.
pub fn once_each(mut requests: Requests) -> Requests {
    let mut seen = BTreeSet::new();
    let (tasks, twice): (Vec<_>, Vec<_>) = requests.tasks.into_iter().partition(|request| {
        let id = request.task_id.trim();
        id.is_empty() || seen.insert(id.to_owned())
    });
    requests.flawed.extend(twice.into_iter().map(|request| {
        let detail = format!("the task_id {} is already in the batch", request.task_id.trim());
        let problem = Problem::new(Code::BadInput, detail).at(request.place.of("task_id"));
        Flawed { task: request.label(), place: request.place, problems: vec![problem] }
    }));
    Requests { tasks, flawed: requests.flawed }
}

#[cfg(test)]
mod tests;
