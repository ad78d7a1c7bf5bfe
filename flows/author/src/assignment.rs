//! A request, parsed once into one of three assignments: find a source, write from a text, or extend a file.
//!
//! A request is twenty texts as typed. After parsing, everything that its path needs is present, and nothing that
//! belongs to another path. Values keep the spaces they were typed with, because agents received them so in earlier
//! runs.

use crate::existing_task::Existing;
use crate::request::TaskRequest;
use crate::routing::{self, Ruling};
use crate::status::Path;

pub(crate) enum Assignment {
    /// Path A: a source is found for this task.
    FindSource(Brief),
    /// Path B: the task is written from this material.
    FromText(Brief, Material),
    /// Path C: questions are added to this file.
    ExtendFile(Extension),
}

/// A task that is to be written. No field is blank unless it says so.
pub(crate) struct Brief {
    pub(crate) task_id: String,
    pub(crate) domain: String,
    pub(crate) task_title: String,
    pub(crate) use_case: String,
    pub(crate) use_case_description: String,
    pub(crate) knowledge_dimensions: String,
    /// May be blank.
    pub(crate) task_description: String,
    pub(crate) reference_source: Option<String>,
    pub(crate) quiz_source: Option<String>,
    pub(crate) inspiration: Option<String>,
    /// The fields that the request did not have and that got a default.
    pub(crate) filled_in: Vec<&'static str>,
}

/// A text, or where it can be read.
pub(crate) enum Given {
    Text(String),
    /// Names of attached files and addresses, as they were typed.
    Named(String),
}

pub(crate) enum Material {
    Reference { reference: Given, samples: Option<Given> },
    SamplesOnly(Given),
}

/// A file with CQ1 to CQ9, and the text for its new questions.
pub(crate) struct Extension {
    pub(crate) original: String,
    pub(crate) existing: Existing,
    pub(crate) reference: String,
    /// Why it may be the file of another task.
    pub(crate) doubt: Option<Ruling>,
}

/// Why a request cannot be worked on.
pub(crate) struct Refusal {
    /// Why it may be about the file of another task; said beside the error.
    pub(crate) doubt: Option<Ruling>,
    pub(crate) error: Ruling,
}

impl Path {
    pub(crate) fn of(request: &TaskRequest) -> Self {
        match (request.is_expansion(), Material::of(request)) {
            (true, _) => Self::C,
            (false, Some(_)) => Self::B,
            (false, None) => Self::A,
        }
    }
}

impl Assignment {
    pub(crate) fn parse(request: TaskRequest) -> Result<Self, Box<Refusal>> {
        if request.is_expansion() {
            return Extension::parse(request).map(Self::ExtendFile);
        }
        if let Some(error) = routing::check_required(&request) {
            return Err(Box::new(Refusal { doubt: None, error }));
        }
        Ok(match Material::of(&request) {
            Some(material) => Self::FromText(Brief::of(request), material),
            None => Self::FindSource(Brief::of(request)),
        })
    }
}

impl Brief {
    /// Of a request that has its required fields. A basic one has only a domain and a title: the rest gets defaults.
    fn of(request: TaskRequest) -> Self {
        let mut brief = Self {
            task_id: request.task_id,
            domain: request.domain,
            task_title: request.task_title,
            use_case: request.use_case,
            use_case_description: request.use_case_description,
            knowledge_dimensions: request.knowledge_dimensions,
            task_description: request.task_description,
            reference_source: non_blank(&request.reference_material_source),
            quiz_source: non_blank(&request.comprehension_quiz_source),
            inspiration: non_blank(&request.task_inspiration),
            filled_in: Vec::new(),
        };
        let (id, learn) = (slug(&brief.task_title), format!("Learn about {}.", brief.task_title.trim()));
        let defaults = [
            ("task_id", &mut brief.task_id, id),
            ("use_case", &mut brief.use_case, brief.domain.trim().to_owned()),
            ("use_case_description", &mut brief.use_case_description, learn),
            ("knowledge_dimensions", &mut brief.knowledge_dimensions, "Factual, conceptual".to_owned()),
        ];
        for (name, field, default) in defaults {
            if field.trim().is_empty() {
                *field = default;
                brief.filled_in.push(name);
            }
        }
        brief
    }
}

/// The words of a title in lower case with hyphens between them.
fn slug(title: &str) -> String {
    let title = title.to_lowercase();
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

fn non_blank(field: &str) -> Option<String> {
    Some(field.trim()).filter(|text| !text.is_empty()).map(str::to_owned)
}

impl Given {
    /// What is there as a text is not read from a file.
    fn of(content: &str, name: &str) -> Option<Self> {
        match (content.trim().is_empty(), name.trim().is_empty()) {
            (false, _) => Some(Self::Text(content.to_owned())),
            (true, false) => Some(Self::Named(name.to_owned())),
            (true, true) => None,
        }
    }
}

impl Material {
    fn of(request: &TaskRequest) -> Option<Self> {
        let reference = Given::of(&request.reference_material_content, &request.reference_material);
        let samples = Given::of(&request.sample_questions_content, &request.sample_questions);
        match (reference, samples) {
            (Some(reference), samples) => Some(Self::Reference { reference, samples }),
            (None, Some(samples)) => Some(Self::SamplesOnly(samples)),
            (None, None) => None,
        }
    }
}

impl Extension {
    fn parse(request: TaskRequest) -> Result<Self, Box<Refusal>> {
        let existing = Existing::read(&request.existing_task_content);
        let doubt = routing::same_task(&request.task_id, existing.task_id(), existing.title());
        let error = routing::expansion(&request)
            .or_else(|| routing::nine_questions(&request.task_id, &existing.question_ids()));
        if let Some(error) = error {
            return Err(Box::new(Refusal { doubt, error }));
        }
        let reference = request.reference_material_content;
        Ok(Self { original: request.existing_task_content, existing, reference, doubt })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]

    use super::*;
    use crate::routing::Rule;

    fn basic() -> TaskRequest {
        TaskRequest {
            domain: "Law".to_owned(),
            task_title: " Debt: your rights".to_owned(),
            ..TaskRequest::default()
        }
    }

    fn full() -> TaskRequest {
        TaskRequest {
            task_id: "debt".to_owned(),
            use_case: "Debt".to_owned(),
            use_case_description: "Know.".to_owned(),
            knowledge_dimensions: "Factual".to_owned(),
            ..basic()
        }
    }

    #[test]
    fn a_domain_and_a_title_ask_for_a_source() {
        let Ok(Assignment::FindSource(brief)) = Assignment::parse(basic()) else { panic!() };
        assert_eq!((brief.task_id.as_str(), brief.use_case.as_str()), ("debt-your-rights", "Law"));
        assert_eq!(brief.use_case_description, "Learn about Debt: your rights.");
        assert_eq!(brief.filled_in, ["task_id", "use_case", "use_case_description", "knowledge_dimensions"]);
        let Ok(Assignment::FindSource(brief)) = Assignment::parse(full()) else { panic!() };
        assert!(brief.filled_in.is_empty());
    }

    #[test]
    fn a_text_comes_before_a_name() {
        let request = TaskRequest {
            reference_material: "a.pdf".to_owned(),
            reference_material_content: "Text.".to_owned(),
            sample_questions: "b.pdf".to_owned(),
            ..full()
        };
        let Ok(Assignment::FromText(_, material)) = Assignment::parse(request) else { panic!() };
        let Material::Reference { reference, samples } = material else { panic!() };
        assert!(matches!(reference, Given::Text(text) if text == "Text."));
        assert!(matches!(samples, Some(Given::Named(name)) if name == "b.pdf"));
        let request = TaskRequest { sample_questions: "b.pdf".to_owned(), ..full() };
        let Ok(Assignment::FromText(_, material)) = Assignment::parse(request) else { panic!() };
        assert!(matches!(material, Material::SamplesOnly(_)));
    }

    #[track_caller]
    fn check_refused(request: TaskRequest, expected: &[Rule]) {
        let Refusal { doubt, error } = *Assignment::parse(request).err().unwrap();
        assert_eq!(doubt.iter().chain([&error]).map(|ruling| ruling.rule).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_a_path_needs_is_there_or_it_is_refused() {
        let file = "# Debt: Rights\n\n| **Task data** | x |\n|---|---|\n| **Task ID** | rent |\n";
        let expansion = |id: &str, file: &str, reference: &str| TaskRequest {
            path: "c".to_owned(),
            task_id: id.to_owned(),
            existing_task_content: file.to_owned(),
            reference_material_content: reference.to_owned(),
            ..TaskRequest::default()
        };
        check_refused(TaskRequest { domain: " ".to_owned(), ..basic() }, &[Rule::FieldMissing]);
        check_refused(expansion("debt", "", "Text."), &[Rule::TaskMissing]);
        check_refused(expansion("rent", file, ""), &[Rule::ReferenceMissing]);
        // That the ids differ is said beside the error.
        check_refused(expansion("debt", file, "Text."), &[Rule::TaskIdDiffers, Rule::QuizIncomplete]);
        check_refused(expansion("", file, "Text."), &[Rule::TaskIdDiffers, Rule::FieldMissing]);
    }
}
