//! A task file as read: every part with its line and its bytes in the source.

use std::collections::BTreeMap;
use std::ops::Range;

use tutti_item::{Bloom, Body, Choice, Item, Label, RichText};

use crate::{Defect, Field};

/// A file beside everything that is wrong with how it is written.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Read {
    pub file: TaskFile,
    /// In the order of lines.
    pub defects: Vec<Defect>,
}

/// The readable parts of a task file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TaskFile {
    pub title: Option<Title>,
    /// Rows of the Metadata table, in their order.
    pub metadata: Vec<Row>,
    /// Of the whole table, header included; none if there is no such table.
    pub metadata_bytes: Option<Range<usize>>,
    pub task_data: Vec<Row>,
    /// From its heading to the end of its last question; without a heading, its questions.
    pub familiarity_bytes: Option<Range<usize>>,
    pub familiarity: Vec<Question>,
    /// Of the heading alone.
    pub comprehension_heading: Option<Range<usize>>,
    pub comprehension: Vec<Question>,
    /// Of the last line.
    pub last_line: usize,
}

/// `# Use case: Task title`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Title {
    /// Empty if there is no colon.
    pub use_case: String,
    pub task: String,
    pub line: usize,
    pub bytes: Range<usize>,
}

/// One row of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// None if the template has no such row.
    pub field: Option<Field>,
    /// As in the file, without emphasis.
    pub name: String,
    /// As in the file; only rows of questions have one.
    pub visibility: Option<String>,
    /// The content of the cell. An array is left as it is.
    pub value: String,
    pub line: usize,
    /// Of the line, without its ending.
    pub bytes: Range<usize>,
    /// Of the last cell, without the space around it.
    pub value_bytes: Range<usize>,
}

/// Which of the two quizzes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quiz {
    Familiarity,
    Comprehension,
}

impl Quiz {
    /// The prefix of the ids of its questions.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Familiarity => "FQ",
            Self::Comprehension => "CQ",
        }
    }

    pub const fn heading(self) -> &'static str {
        match self {
            Self::Familiarity => "Familiarity Quiz",
            Self::Comprehension => "Comprehension Quiz",
        }
    }
}

/// One question with its table.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// Such as `CQ4`; empty if there is none.
    pub id: String,
    pub text: String,
    /// Without their letters.
    pub options: Vec<String>,
    /// With their letters, as the array has them.
    pub raw_options: Vec<String>,
    /// As the array has them.
    pub keys: Vec<String>,
    /// The places of the keys that could be found among the options, from 0.
    pub key_places: Vec<usize>,
    pub answer_type: Option<String>,
    pub level: Option<Bloom>,
    pub category: Option<String>,
    pub rows: Vec<Row>,
    /// Of the first line of the table.
    pub line: usize,
    /// Of the whole table, header included, without the last line ending.
    pub bytes: Range<usize>,
}

impl Question {
    /// 4 for `CQ4`.
    pub fn number(&self) -> Option<usize> {
        let digits = self.id.get(2..)?;
        digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// The place of the key, if there is exactly one.
    pub fn key_place(&self) -> Option<usize> {
        match (&self.keys[..], &self.key_places[..]) {
            ([_], [place]) => Some(*place),
            _ => None,
        }
    }

    pub fn row(&self, field: Field) -> Option<&Row> {
        self.rows.iter().find(|row| row.field == Some(field))
    }

    /// The line of a row, or of the table if it has no such row.
    pub fn line_of(&self, field: Field) -> usize {
        self.row(field).map_or(self.line, |row| row.line)
    }

    /// The item for the item-writing rules and the test-wise solver. Without exactly one key, the item has none.
    pub fn as_item(&self) -> Item {
        let options = self.options.iter().enumerate().map(|(place, text)| Choice {
            label: Label::at(place),
            text: RichText::from_dollars(text),
            rationale: None,
        });
        let key = self.key_place().map_or_else(|| Label::from(""), Label::at);
        let mut item = Item::new(
            RichText::from_dollars(&self.text),
            Body::MultipleChoice { options: options.collect(), key },
        );
        item.aliases.push(self.id.clone());
        item.bloom = self.level;
        item
    }
}

impl TaskFile {
    /// The first row of this name in the tables about the task.
    pub fn row(&self, field: Field) -> Option<&Row> {
        self.metadata.iter().chain(&self.task_data).find(|row| row.field == Some(field))
    }

    /// The value of a row; empty without the row.
    pub fn value(&self, field: Field) -> &str {
        self.row(field).map_or("", |row| row.value.as_str())
    }

    /// The line of a row, or the first line.
    pub fn line_of(&self, field: Field) -> usize {
        self.row(field).map_or(1, |row| row.line)
    }

    pub fn quiz(&self, quiz: Quiz) -> &[Question] {
        match quiz {
            Quiz::Familiarity => &self.familiarity,
            Quiz::Comprehension => &self.comprehension,
        }
    }

    pub fn question(&self, id: &str) -> Option<&Question> {
        self.familiarity.iter().chain(&self.comprehension).find(|question| question.id == id)
    }

    /// Which of the first `count` questions of a quiz are not there.
    pub fn missing(&self, quiz: Quiz, count: usize) -> Vec<String> {
        let there = |id: &String| self.quiz(quiz).iter().any(|question| question.id == *id);
        (1..=count).map(|number| format!("{}{number}", quiz.prefix())).filter(|id| !there(id)).collect()
    }

    /// How many options most questions of the comprehension quiz have; of two equals the greater.
    pub fn option_count(&self) -> usize {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for question in &self.comprehension {
            *counts.entry(question.options.len()).or_default() += 1;
        }
        counts.into_iter().max_by_key(|(options, count)| (*count, *options)).map_or(0, |(options, _)| options)
    }
}
