//! Adds questions and themes to a task file by inserting: no byte of the original is rewritten.

use tutti_item::Label;

use crate::cells::{Line, encode, lines, tidy};
use crate::file::{Question, Quiz, Row};
use crate::frozen_parts::{Difference, frozen_parts};
use crate::write::{QUESTION_HEAD, QUESTION_RULE, question_rows};
use crate::{Field, QuizQuestion, TaskFile};

/// What is added to a task.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Additions {
    /// In the order in which they are numbered on.
    pub questions: Vec<QuizQuestion>,
    /// Themes for the end of the Task description, such as `how it is treated`.
    pub description: Vec<String>,
    /// Themes for the list in the instruction for the Explainer.
    pub explainer: Vec<String>,
    /// Problems for the numbered list in the instruction for the Learner, each a sentence.
    pub learner: Vec<String>,
}

/// Why a file was not extended.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExpandError {
    /// Ids of the questions that are not there.
    #[error("the task has no {}; a task is extended when it has CQ1 to CQ9", .0.join(", "))]
    Incomplete(Vec<String>),
    #[error("{id} has {found} options and the questions before it have {expected}")]
    OptionCount { id: String, found: usize, expected: usize },
    #[error("{id} has no option {}", Label::at(*.key))]
    KeyPlace { id: String, key: usize },
    #[error("the task has no row `{}` to extend", .0.name())]
    NoRow(Field),
    /// The written text is not read back as intended.
    #[error("{id} is not read back as it was written: {what}")]
    NotReadBack { id: String, what: String },
    /// A frozen part would not be what it was.
    #[error("a frozen part would change: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Frozen(Vec<Difference>),
}

/// The file with more questions after its last one and, if themes are given, longer instructions.
pub fn expand(original: &str, additions: &Additions) -> Result<String, ExpandError> {
    let file = TaskFile::read(original).file;
    let missing = file.missing(Quiz::Comprehension, 9);
    if !missing.is_empty() {
        return Err(ExpandError::Incomplete(missing));
    }
    let first = 1 + file.comprehension.iter().filter_map(Question::number).max().unwrap_or(0);
    fits(&file, first, &additions.questions)?;
    let mut insertions = Vec::new();
    instructions(&file, additions, &mut insertions)?;
    if let Some(at) = file.comprehension.iter().map(|question| question.bytes.end).max() {
        insertions.push((at, tables(original, &file, at, first, &additions.questions)));
    }
    let text = insert_all(original, insertions);
    frozen_parts(original).compare(&text).map_err(ExpandError::Frozen)?;
    reads_back(&text, first, &additions.questions)?;
    Ok(text)
}

fn fits(file: &TaskFile, first: usize, questions: &[QuizQuestion]) -> Result<(), ExpandError> {
    let expected = file.option_count();
    for (place, question) in questions.iter().enumerate() {
        let id = format!("{}{}", Quiz::Comprehension.prefix(), first + place);
        let found = question.options.len();
        if found != expected {
            return Err(ExpandError::OptionCount { id, found, expected });
        }
        if question.key >= found {
            return Err(ExpandError::KeyPlace { id, key: question.key });
        }
    }
    Ok(())
}

/// The new tables in the style of the last one, to be inserted after its last byte.
fn tables(original: &str, file: &TaskFile, at: usize, first: usize, questions: &[QuizQuestion]) -> String {
    let last = file.comprehension.iter().find(|question| question.bytes.end == at);
    let style = Style::of(original, last);
    let mut text = String::new();
    for (place, question) in questions.iter().enumerate() {
        text.push_str(style.ending);
        let head = [style.head, style.rule].map(str::to_owned);
        for line in head.into_iter().chain(question_rows(first + place, question, style.bold)) {
            text.push_str(style.ending);
            text.push_str(&line);
        }
    }
    text
}

/// How the tables of a file look.
struct Style<'a> {
    ending: &'a str,
    head: &'a str,
    rule: &'a str,
    bold: bool,
}

impl<'a> Style<'a> {
    fn of(original: &'a str, last: Option<&Question>) -> Self {
        let own = |line: &Line<'_>| {
            last.is_some_and(|last| last.bytes.start <= line.start && line.start < last.bytes.end)
        };
        let table: Vec<Line<'a>> = lines(original).filter(own).collect();
        let ending = table.first().map_or("\n", |line| line.ending);
        let three = |line: &Line<'_>| crate::cells::cells(line.text).0.len() == 3;
        let (head, rule) = match &table[..] {
            [head, rule, ..] if three(head) && crate::cells::is_separator(rule.text) && three(rule) => {
                (head.text, rule.text)
            }
            _ => (QUESTION_HEAD, QUESTION_RULE),
        };
        let bold = table.last().is_none_or(|line| line.text.contains("**"));
        Self { ending: if ending.is_empty() { "\n" } else { ending }, head, rule, bold }
    }
}

fn instructions(
    file: &TaskFile,
    additions: &Additions,
    insertions: &mut Vec<(usize, String)>,
) -> Result<(), ExpandError> {
    let row = |field: Field| {
        file.task_data.iter().find(|row| row.field == Some(field)).ok_or(ExpandError::NoRow(field))
    };
    if !additions.description.is_empty() {
        let row = row(Field::Description)?;
        insertions.push((before_stop(row), theme_list(&additions.description)));
    }
    if !additions.explainer.is_empty() {
        let row = row(Field::Explainer)?;
        insertions.push((end_of_list(row), theme_list(&additions.explainer)));
    }
    if !additions.learner.is_empty() {
        let row = row(Field::Learner)?;
        let next = 1 + last_number(&row.value);
        let numbered = additions.learner.iter().enumerate();
        let items = numbered.map(|(place, text)| format!(" {}. {}", next + place, encode(&tidy(text))));
        insertions.push((row.value_bytes.end, items.collect()));
    }
    Ok(())
}

/// `, as well as a, b and c`.
fn theme_list(themes: &[String]) -> String {
    let themes: Vec<String> = themes.iter().map(|theme| encode(tidy(theme).trim_end_matches('.'))).collect();
    match themes.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!(", as well as {} and {last}", rest.join(", ")),
        _ => format!(", as well as {}", themes.concat()),
    }
}

/// Before the full stop that ends the cell; without one, its end.
fn before_stop(row: &Row) -> usize {
    row.value_bytes.end - usize::from(row.value.ends_with('.'))
}

/// Where the list of the Explainer ends: before `, so pay attention`, or before the last full stop.
fn end_of_list(row: &Row) -> usize {
    const AFTER: &str = ", so pay attention";
    // Offsets count only where the cell stands in the file as it is meant.
    let verbatim = row.value.len() == row.value_bytes.len();
    let found = row.value.rfind(AFTER).filter(|_| verbatim);
    found.map_or_else(|| before_stop(row), |at| row.value_bytes.start + at)
}

/// The greatest number of a list `1. … 2. …`, which counts up from 1.
fn last_number(text: &str) -> usize {
    let mut last = 0;
    for word in text.split_whitespace() {
        if word == format!("{}.", last + 1) {
            last += 1;
        }
    }
    last
}

fn insert_all(original: &str, mut insertions: Vec<(usize, String)>) -> String {
    insertions.sort_by_key(|(at, _)| *at);
    let mut text = String::with_capacity(original.len() + 4096);
    let mut done = 0;
    for (at, addition) in insertions {
        text.push_str(&original[done..at]);
        text.push_str(&addition);
        done = at;
    }
    text.push_str(&original[done..]);
    text
}

fn reads_back(text: &str, first: usize, questions: &[QuizQuestion]) -> Result<(), ExpandError> {
    let file = TaskFile::read(text).file;
    for (place, meant) in questions.iter().enumerate() {
        let id = format!("{}{}", Quiz::Comprehension.prefix(), first + place);
        let what = match file.question(&id) {
            None => Some("it is missing".to_owned()),
            Some(read) if read.text != tidy(&meant.question) => {
                Some(format!("the question is {:?}", read.text))
            }
            Some(read) if read.options != meant.options => {
                Some(format!("the options are {:?}", read.options))
            }
            Some(read) if read.key_place() != Some(meant.key) => Some("the key differs".to_owned()),
            Some(read) if read.level != Some(meant.level) => Some("the level differs".to_owned()),
            Some(_) => None,
        };
        if let Some(what) = what {
            return Err(ExpandError::NotReadBack { id, what });
        }
    }
    Ok(())
}
