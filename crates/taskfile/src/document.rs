//! A task as data: the source of a written file, and the result of reading a complete one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_item::Bloom;

use crate::cells::tidy;
use crate::{Field, TaskFile, array};

/// The template's text for the row `AI system prompt`.
pub const SYSTEM_PROMPT: &str =
    "You are a helpful AI assistant that provides clear, informative, and educational information.";

/// Everything that a task file says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TaskDocument {
    pub use_case: String,
    pub title: String,
    pub domain: String,
    pub use_case_description: String,
    pub knowledge_dimensions: String,
    pub reference_filename: String,
    pub reference_source: String,
    pub quiz_source: String,
    pub inspiration: String,
    pub system_prompt: String,
    pub task_id: String,
    pub topic: String,
    pub description: String,
    pub explainer: String,
    pub learner: String,
    /// `NA` in the file if there are none.
    pub formulas: Vec<Formula>,
    pub familiarity: Vec<FamiliarityQuestion>,
    pub comprehension: Vec<QuizQuestion>,
}

/// A formula that both partners are shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Formula {
    pub name: String,
    pub latex: String,
}

/// A question about what people think they know; its scale follows from its level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FamiliarityQuestion {
    pub question: String,
    pub category: Category,
    pub level: Bloom,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Category {
    #[serde(rename = "Domain-specific")]
    DomainSpecific,
    #[serde(rename = "Task-specific")]
    TaskSpecific,
}

impl Category {
    pub const fn name(self) -> &'static str {
        match self {
            Self::DomainSpecific => "Domain-specific",
            Self::TaskSpecific => "Task-specific",
        }
    }

    /// Of the familiarity question with this number, from 1.
    pub const fn of_number(number: usize) -> Self {
        if number <= 2 { Self::DomainSpecific } else { Self::TaskSpecific }
    }
}

/// A question of the comprehension quiz.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QuizQuestion {
    pub question: String,
    /// Without letters.
    pub options: Vec<String>,
    /// The place of the key, from 0.
    pub key: usize,
    pub level: Bloom,
}

/// The seven points of a familiarity question.
pub(crate) fn scale(level: Bloom) -> [&'static str; 7] {
    match level {
        Bloom::Understand => ["1 (Not at all)", "2", "3", "4", "5", "6", "7 (Very well)"],
        _ => ["1 (Not at all familiar)", "2", "3", "4", "5", "6", "7 (Very familiar)"],
    }
}

/// Why a file does not give a document.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct NotADocument {
    /// Such as `CQ4`.
    pub place: String,
    pub what: &'static str,
}

impl TaskDocument {
    /// As a file can hold it: no space around texts, and one kind of line ending.
    #[must_use]
    pub fn tidy(&self) -> Self {
        let mut copy = self.clone();
        let texts = [
            &mut copy.use_case,
            &mut copy.title,
            &mut copy.domain,
            &mut copy.use_case_description,
            &mut copy.knowledge_dimensions,
            &mut copy.reference_filename,
            &mut copy.reference_source,
            &mut copy.quiz_source,
            &mut copy.inspiration,
            &mut copy.system_prompt,
            &mut copy.task_id,
            &mut copy.topic,
            &mut copy.description,
            &mut copy.explainer,
            &mut copy.learner,
        ];
        let questions = copy.familiarity.iter_mut().map(|question| &mut question.question);
        let asked = copy.comprehension.iter_mut().map(|question| &mut question.question);
        for text in texts.into_iter().chain(questions).chain(asked) {
            *text = tidy(text);
        }
        copy
    }
}

impl TaskFile {
    /// The file as data, if nothing that a document must have is missing.
    pub fn document(&self) -> Result<TaskDocument, NotADocument> {
        let value = |field: Field| {
            let missing = NotADocument { place: field.name().to_owned(), what: "the row is missing" };
            self.row(field).map(|row| row.value.clone()).ok_or(missing)
        };
        Ok(TaskDocument {
            use_case: value(Field::UseCase)?,
            title: value(Field::TaskTitle)?,
            domain: value(Field::Domain)?,
            use_case_description: value(Field::UseCaseDescription)?,
            knowledge_dimensions: value(Field::KnowledgeDimensions)?,
            reference_filename: value(Field::ReferenceFilename)?,
            reference_source: value(Field::ReferenceSource)?,
            quiz_source: value(Field::QuizSource)?,
            inspiration: value(Field::Inspiration)?,
            system_prompt: value(Field::SystemPrompt)?,
            task_id: value(Field::TaskId)?,
            topic: value(Field::TaskTopic)?,
            description: value(Field::Description)?,
            explainer: value(Field::Explainer)?,
            learner: value(Field::Learner)?,
            formulas: self.formulas(),
            familiarity: self.familiarity_questions()?,
            comprehension: self.quiz_questions()?,
        })
    }

    /// The formulas of the task; none for `NA`.
    pub fn formulas(&self) -> Vec<Formula> {
        let (entries, _) = array::dictionary(self.value(Field::Formulas));
        entries.unwrap_or_default().into_iter().map(|(name, latex)| Formula { name, latex }).collect()
    }

    fn familiarity_questions(&self) -> Result<Vec<FamiliarityQuestion>, NotADocument> {
        let questions = self.familiarity.iter().map(|question| {
            let lacks = |what| NotADocument { place: question.id.clone(), what };
            let category = match question.category.as_deref() {
                Some("Domain-specific") => Category::DomainSpecific,
                Some("Task-specific") => Category::TaskSpecific,
                _ => return Err(lacks("the category is not known")),
            };
            let level = question.level.ok_or_else(|| lacks("there is no level"))?;
            Ok(FamiliarityQuestion { question: question.text.clone(), category, level })
        });
        questions.collect()
    }

    fn quiz_questions(&self) -> Result<Vec<QuizQuestion>, NotADocument> {
        let questions = self.comprehension.iter().map(|question| {
            let lacks = |what| NotADocument { place: question.id.clone(), what };
            Ok(QuizQuestion {
                question: question.text.clone(),
                options: question.options.clone(),
                key: question.key_place().ok_or_else(|| lacks("there is not exactly one key"))?,
                level: question.level.ok_or_else(|| lacks("there is no level"))?,
            })
        });
        questions.collect()
    }
}
