//! An item to a Moodle question.

use std::cell::RefCell;
use std::collections::BTreeMap;

use tutti_item::{Body, Choice, Item, Tolerance};

use super::names::name_of;
use super::question::{Answer, Number, Question, Task, Text, literal_pattern, written_gap};
use super::texts::FILES;
use crate::format::Holds;
use crate::markup::{Writing, delimited_maths, escape, literal_gap};
use crate::media::Media;
use crate::{Aspect, Inline, Prose, WriteError, figure, reserved_tags, solution};

/// Where images go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pictures {
    /// Beside the text, under their names.
    AsFiles,
    /// Into the text, as data addresses.
    Inside,
}

/// What neither spelling of a question has a place for.
pub(crate) fn holds(item: &Item) -> Holds {
    if let Body::Cloze { gaps } = &item.body {
        let in_text = gap_numbers(item);
        if in_text.len() != gaps.len() || gaps.iter().any(|gap| !in_text.contains_key(&gap.name)) {
            return Err("its gaps do not match its text".into());
        }
    }
    Ok(vec![
        Aspect::Labels,
        Aspect::Methods,
        Aspect::Evidence,
        Aspect::Claim,
        Aspect::Provenance,
        Aspect::History,
        Aspect::RelativeTolerance,
        Aspect::NumberForm,
    ])
}

/// `carried` are the aspects that go as tags.
pub(crate) fn question(item: &Item, pictures: Pictures, carried: &[Aspect]) -> Result<Question, WriteError> {
    let mut item = item.clone();
    for aspect in [Aspect::RelativeTolerance, Aspect::NumberForm] {
        aspect.remove(&mut item);
    }
    let name = name_of(&item);
    let mut tags = reserved_tags::tags(&item, carried);
    let item = figure::as_image(&item);
    let writer = Writer { item: &item, pictures, failed: RefCell::default(), gaps: gap_numbers(&item) };
    let feedback = solution::to_prose(&item.solution).unwrap_or_default();
    let mut hints = Vec::new();
    let task = match &item.body {
        Body::MultipleChoice { options, key } => {
            let percent = |option: &Choice| if option.label == *key { 100.0 } else { 0.0 };
            Task::Choice { single: true, answers: writer.answers(options, &percent) }
        }
        Body::MultipleResponse { options, keys } => {
            let (right, all) = (keys.len().max(1), options.len());
            let wrong = all.saturating_sub(right).max(1);
            let percent = |option: &Choice| {
                if keys.contains(&option.label) { share(right) } else { -share(wrong) }
            };
            Task::Choice { single: false, answers: writer.answers(options, &percent) }
        }
        Body::TrueFalse { answer } => Task::TrueFalse { answer: *answer, notes: Vec::new() },
        Body::Numeric { value, tolerance, unit } => {
            let tolerance = match tolerance {
                Tolerance::Absolute(by) | Tolerance::Relative(by) => by.clone(),
                Tolerance::Exact => "0".to_owned(),
            };
            let feedback = Text::default();
            let answers = vec![Number { percent: 100.0, value: value.clone(), tolerance, feedback }];
            Task::Numerical { answers, unit: unit.clone(), otherwise: Text::default() }
        }
        Body::ShortAnswer { accepts, case_sensitive } => Task::Short {
            answers: accepts
                .iter()
                .map(|answer| Answer {
                    percent: 100.0,
                    text: Text::html(literal_pattern(answer)),
                    feedback: Text::default(),
                })
                .collect(),
            case_sensitive: *case_sensitive,
        },
        Body::Cloze { gaps } => {
            let mut ordered: Vec<_> =
                gaps.iter().filter_map(|gap| Some((*writer.gaps.get(&gap.name)?, gap))).collect();
            ordered.sort_by_key(|(number, _)| *number);
            for (number, gap) in &ordered {
                if let Some(hint) = &gap.hint {
                    hints.push(Text::html(escape(&format!("Gap {number}: {hint}"))));
                }
            }
            let answers = |accepts: &[String]| accepts.iter().map(|a| literal_pattern(a)).collect();
            Task::Gaps(ordered.iter().map(|(_, gap)| answers(&gap.accepts)).collect())
        }
        Body::Flashcard { back } => {
            tags.push(reserved_tags::kind("flashcard"));
            Task::Essay { model: writer.blocks(&Prose::read(back)) }
        }
    };
    let question = Question {
        place: String::new(),
        name,
        id: item.id.to_string(),
        tags,
        text: writer.blocks(&Prose::read(&item.stem)),
        feedback: writer.blocks(&feedback),
        hints,
        task,
    };
    match writer.failed.into_inner() {
        Some(error) => Err(error),
        None => Ok(question),
    }
}

/// One of `count` equal shares of all marks, as Moodle rounds it.
fn share(count: usize) -> f64 {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    (10_000_000.0 / f64::from(count)).round() / 100_000.0
}

/// The gaps of the text by name, numbered as they stand in it.
fn gap_numbers(item: &Item) -> BTreeMap<String, usize> {
    let mut numbers = BTreeMap::new();
    if matches!(item.body, Body::Cloze { .. }) {
        Prose::read(&item.stem).visit(&mut |inline| {
            if let Inline::Gap(name) = inline {
                let number = numbers.len() + 1;
                numbers.entry(name.clone()).or_insert(number);
            }
        });
    }
    numbers
}

struct Writer<'a> {
    item: &'a Item,
    pictures: Pictures,
    /// The first missing image.
    failed: RefCell<Option<WriteError>>,
    /// Empty but for a gap text.
    gaps: BTreeMap<String, usize>,
}

impl Writer<'_> {
    fn answers(&self, options: &[Choice], percent: &dyn Fn(&Choice) -> f64) -> Vec<Answer> {
        let answer = |option: &Choice| Answer {
            percent: percent(option),
            text: self.compact(&Prose::read(&option.text)),
            feedback: option
                .rationale
                .as_ref()
                .map(|rationale| self.compact(&Prose::read(rationale)))
                .unwrap_or_default(),
        };
        options.iter().map(answer).collect()
    }

    fn blocks(&self, prose: &Prose) -> Text {
        self.write(|writing| writing.blocks(prose))
    }

    fn compact(&self, prose: &Prose) -> Text {
        self.write(|writing| writing.compact(prose))
    }

    fn write(&self, html: impl Fn(&Writing<'_>) -> String) -> Text {
        let media = RefCell::new(Media::default());
        let image = |alt: &str, name: &str| {
            let source = match self.pictures {
                Pictures::AsFiles => {
                    media.borrow_mut().add(self.item, name).map(|file| format!("{FILES}{file}"))
                }
                Pictures::Inside => self.data(name),
            };
            let source = source.unwrap_or_else(|error| {
                self.failed.borrow_mut().get_or_insert(error);
                String::new()
            });
            format!("<img src=\"{}\" alt=\"{}\"/>", escape(&source), escape(alt))
        };
        let gap = |name: &str| match self.gaps.get(name) {
            Some(number) => written_gap(*number),
            None => literal_gap(name),
        };
        let source = html(&Writing { maths: &delimited_maths, image: &image, gap: &gap });
        let files = media.borrow().files().map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).collect();
        Text { files, ..Text::html(source) }
    }

    /// The image as a data URL with its bytes and name.
    fn data(&self, name: &str) -> Result<String, WriteError> {
        let image = self.item.images.get(name).filter(|image| image.data.bytes().is_some());
        let Some(image) = image else {
            return Err(WriteError::ImageElsewhere { item: self.item.id.to_string(), name: name.to_owned() });
        };
        let tutti_item::ImageData::Base64(data) = &image.data else { return Ok(String::new()) };
        let name: String = name
            .bytes()
            .map(|b| match b {
                b if b.is_ascii_alphanumeric() || b".-_".contains(&b) => char::from(b).to_string(),
                b => format!("%{b:02X}"),
            })
            .collect();
        Ok(format!("data:{};name={name};base64,{}", image.media_type, data.trim()))
    }
}
