//! A question from its table: its options, its keys and where they are.

use std::ops::Range;

use tutti_core::Severity;
use tutti_item::Label;

use super::row;
use crate::array;
use crate::field::{Field, Kind};
use crate::file::{Question, Quiz, Row};
use crate::{Defect, Rule};

pub(super) fn read(
    rows: Vec<Row>,
    line: usize,
    bytes: Range<usize>,
    section: Option<Quiz>,
    defects: &mut Vec<Defect>,
) -> (Quiz, Question) {
    let value = |field: Field| rows.iter().find(|row| row.field == Some(field)).map(|row| row.value.clone());
    let mut question = Question {
        id: value(Field::QuestionId).unwrap_or_default(),
        text: value(Field::Question).unwrap_or_default(),
        options: Vec::new(),
        raw_options: Vec::new(),
        keys: Vec::new(),
        key_places: Vec::new(),
        answer_type: value(Field::AnswerType),
        level: None,
        category: value(Field::Category),
        rows,
        line,
        bytes,
    };
    let quiz = quiz_of(&question, section);
    let place = if question.id.is_empty() { quiz.heading().to_owned() } else { question.id.clone() };
    for defect in defects.iter_mut() {
        defect.place.clone_from(&place);
    }
    let expected = Kind::Question.fields().filter(|field| match field {
        Field::CorrectAnswers => quiz == Quiz::Comprehension,
        Field::Category => quiz == Quiz::Familiarity,
        _ => true,
    });
    row::check(&question.rows, expected, line, &place, defects);
    let mut faults = Faults { question: &mut question, place: &place, defects };
    faults.id(quiz);
    faults.options(quiz);
    faults.answer_type();
    faults.level();
    if quiz == Quiz::Comprehension {
        faults.keys();
    }
    (quiz, question)
}

/// By the id, by the heading above, by the rows.
fn quiz_of(question: &Question, section: Option<Quiz>) -> Quiz {
    let quizzes = [Quiz::Familiarity, Quiz::Comprehension];
    let named = quizzes.into_iter().find(|quiz| question.id.starts_with(quiz.prefix()));
    let guess = if question.category.is_some() { Quiz::Familiarity } else { Quiz::Comprehension };
    named.or(section).unwrap_or(guess)
}

struct Faults<'a> {
    question: &'a mut Question,
    place: &'a str,
    defects: &'a mut Vec<Defect>,
}

impl Faults<'_> {
    fn say(&mut self, rule: Rule, field: Field, message: impl Into<String>) {
        self.defects.push(Defect::new(rule, self.question.line_of(field), self.place, message));
    }

    fn id(&mut self, quiz: Quiz) {
        let id = &self.question.id;
        if self
            .question
            .number()
            .is_none_or(|number| number == 0 || *id != format!("{}{number}", quiz.prefix()))
        {
            let message = format!("`{id}` is not an id such as {}1", quiz.prefix());
            self.say(Rule::QuestionId, Field::QuestionId, message);
        }
    }

    fn options(&mut self, quiz: Quiz) {
        let Some(row) = self.question.row(Field::Options) else { return };
        let (raw, found) = array::array(&row.value);
        row::faults(row, self.place, &found, self.defects);
        self.question.raw_options = raw;
        if quiz == Quiz::Familiarity {
            self.question.options.clone_from(&self.question.raw_options);
            return;
        }
        let mut wrong = Vec::new();
        let mut options = Vec::new();
        for (place, option) in self.question.raw_options.iter().enumerate() {
            let lettered = option.strip_prefix(&format!("{}. ", Label::at(place)));
            if lettered.is_none() {
                wrong.push(option.chars().take(20).collect::<String>());
            }
            options.push(lettered.unwrap_or_else(|| without_letter(option)).to_owned());
        }
        self.question.options = options;
        if !wrong.is_empty() {
            let message = format!("not lettered `A. `, `B. ` and so on in order: {}", wrong.join(" | "));
            self.say(Rule::OptionLetter, Field::Options, message);
        }
    }

    fn answer_type(&mut self) {
        let Some(given) = self.question.answer_type.clone() else { return };
        if given != "Single-select" {
            let message = format!("`{given}` instead of `Single-select`");
            self.say(Rule::AnswerType, Field::AnswerType, message);
            let like = given.to_lowercase().replace([' ', '-'], "") == "singleselect";
            if let Some(defect) = self.defects.last_mut().filter(|_| like) {
                defect.severity = Severity::Low;
            }
        }
    }

    fn level(&mut self) {
        let Some(row) = self.question.row(Field::Level) else { return };
        let level = row.value.parse();
        if let Err(error) = &level {
            let message = format!("{error}");
            self.say(Rule::UnknownLevel, Field::Level, message);
        }
        self.question.level = level.ok();
    }

    fn keys(&mut self) {
        let Some(row) = self.question.row(Field::CorrectAnswers) else { return };
        let (mut keys, found) = array::array(&row.value);
        row::faults(row, self.place, &found, self.defects);
        let bare = row.value.trim();
        if keys.is_empty() && !bare.is_empty() && !bare.starts_with('[') {
            keys.push(bare.to_owned());
        }
        for key in &keys {
            let verbatim = self.question.raw_options.iter().position(|option| option == key);
            let found = verbatim.or_else(|| resolve_key(key, &self.question.options));
            if verbatim.is_none() {
                let message = match found {
                    Some(place) => format!("“{key}” matches {}, but not word for word", Label::at(place)),
                    None => format!("“{key}” is not an option"),
                };
                self.say(Rule::KeyNotVerbatim, Field::CorrectAnswers, message);
            }
            self.question.key_places.extend(found);
        }
        if keys.len() > 1 {
            let message = format!("{} keys: {}", keys.len(), keys.join(" | "));
            self.say(Rule::SeveralKeys, Field::CorrectAnswers, message);
        } else if keys.is_empty() {
            self.say(Rule::NoKey, Field::CorrectAnswers, "the array of keys is empty");
        }
        self.question.keys = keys;
    }
}

/// Without `A. `, `b)` or the like in front.
fn without_letter(option: &str) -> &str {
    let mut chars = option.chars();
    let (letter, mark) = (chars.next(), chars.next());
    let lettered = letter.is_some_and(|c| c.is_ascii_alphabetic()) && matches!(mark, Some('.' | ')' | ':'));
    if lettered { chars.as_str().trim_start() } else { option }
}

/// The option that a key which is not verbatim can only stand for: by its words, or by a letter alone.
fn resolve_key(key: &str, options: &[String]) -> Option<usize> {
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let mut words = key.trim();
    loop {
        let fits: Vec<usize> =
            (0..options.len()).filter(|place| flat(&options[*place]) == flat(words)).collect();
        match fits[..] {
            [place] => return Some(place),
            [] => {}
            _ => return None,
        }
        let shorter = without_letter(words);
        if shorter == words || shorter.is_empty() {
            break;
        }
        words = shorter;
    }
    let letter = key.trim().trim_end_matches(['.', ')', ':']);
    (0..options.len()).find(|place| letter.eq_ignore_ascii_case(Label::at(*place).as_str()))
}
