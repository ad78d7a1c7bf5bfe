//! Writes a document as a task file, in the form of the template.

use tutti_item::{Bloom, Label};

use crate::cells::{encode, json_array, json_string, tidy};
use crate::document::scale;
use crate::{FamiliarityQuestion, Field, Formula, Quiz, QuizQuestion, TaskDocument};

pub(crate) const QUESTION_HEAD: &str = "| Field | Visibility | Value |";
pub(crate) const QUESTION_RULE: &str = "|---|---|---|";

impl TaskDocument {
    /// The file. Reading it gives back this document, tidied.
    pub fn to_markdown(&self) -> String {
        let mut lines =
            vec![format!("# {}: {}", one_line(&self.use_case), one_line(&self.title)), String::new()];
        lines.extend(["| **Metadata** | For researchers only |".to_owned(), "|---|---|".to_owned()]);
        lines.extend(self.metadata().map(|(field, text)| row(field, &encode(&tidy(text)))));
        lines.push(String::new());
        lines.extend(["| **Task data** | Displayed for participants |".to_owned(), "|---|---|".to_owned()]);
        lines.extend(self.task_data().map(|(field, text)| row(field, &encode(&tidy(text)))));
        lines.push(row(Field::Formulas, &formulas(&self.formulas)));
        lines.extend([String::new(), String::new(), format!("## {}", Quiz::Familiarity.heading())]);
        for (place, question) in self.familiarity.iter().enumerate() {
            lines.push(String::new());
            lines.extend([QUESTION_HEAD.to_owned(), QUESTION_RULE.to_owned()]);
            lines.extend(familiarity_rows(place + 1, question));
        }
        lines.extend([String::new(), format!("## {}", Quiz::Comprehension.heading())]);
        for (place, question) in self.comprehension.iter().enumerate() {
            lines.push(String::new());
            lines.extend([QUESTION_HEAD.to_owned(), QUESTION_RULE.to_owned()]);
            lines.extend(question_rows(place + 1, question, true));
        }
        lines.push(String::new());
        lines.join("\n")
    }

    fn metadata(&self) -> impl Iterator<Item = (Field, &str)> {
        [
            (Field::Domain, self.domain.as_str()),
            (Field::UseCase, &self.use_case),
            (Field::UseCaseDescription, &self.use_case_description),
            (Field::KnowledgeDimensions, &self.knowledge_dimensions),
            (Field::ReferenceFilename, &self.reference_filename),
            (Field::ReferenceSource, &self.reference_source),
            (Field::QuizSource, &self.quiz_source),
            (Field::Inspiration, &self.inspiration),
            (Field::SystemPrompt, &self.system_prompt),
        ]
        .into_iter()
    }

    fn task_data(&self) -> impl Iterator<Item = (Field, &str)> {
        [
            (Field::TaskId, self.task_id.as_str()),
            (Field::TaskTitle, &self.title),
            (Field::TaskTopic, &self.topic),
            (Field::Description, &self.description),
            (Field::Explainer, &self.explainer),
            (Field::Learner, &self.learner),
        ]
        .into_iter()
    }
}

/// A heading has one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn row(field: Field, cell: &str) -> String {
    format!("| **{}** | {cell} |", field.name())
}

fn formulas(formulas: &[Formula]) -> String {
    if formulas.is_empty() {
        return "NA".to_owned();
    }
    let entry =
        |formula: &Formula| format!("{}: {}", json_string(&formula.name), json_string(&formula.latex));
    let entries: Vec<String> = formulas.iter().map(entry).collect();
    format!("{{{}}}", entries.join(", "))
}

fn question_row(field: Field, cell: &str, bold: bool) -> String {
    let mark = if bold { "**" } else { "" };
    format!("| {mark}{}{mark} | {} | {cell} |", field.name(), field.visibility())
}

fn familiarity_rows(number: usize, question: &FamiliarityQuestion) -> Vec<String> {
    let cells = [
        (Field::QuestionId, format!("{}{number}", Quiz::Familiarity.prefix())),
        (Field::Question, encode(&tidy(&question.question))),
        (Field::Options, json_array(scale(question.level))),
        (Field::AnswerType, "Single-select".to_owned()),
        (Field::Category, question.category.name().to_owned()),
        (Field::Level, question.level.name().to_owned()),
    ];
    cells.iter().map(|(field, cell)| question_row(*field, cell, true)).collect()
}

/// The rows of a question without their header. A key past the end leaves the array of keys empty.
pub(crate) fn question_rows(number: usize, question: &QuizQuestion, bold: bool) -> Vec<String> {
    let lettered: Vec<String> = question
        .options
        .iter()
        .enumerate()
        .map(|(place, text)| format!("{}. {text}", Label::at(place)))
        .collect();
    let level: Bloom = question.level;
    let cells = [
        (Field::QuestionId, format!("{}{number}", Quiz::Comprehension.prefix())),
        (Field::Question, encode(&tidy(&question.question))),
        (Field::Options, json_array(lettered.iter().map(String::as_str))),
        (Field::AnswerType, "Single-select".to_owned()),
        (Field::CorrectAnswers, json_array(lettered.get(question.key).map(String::as_str))),
        (Field::Level, level.name().to_owned()),
    ];
    cells.iter().map(|(field, cell)| question_row(*field, cell, bold)).collect()
}
