//! A Moodle question to an item.

use std::collections::BTreeSet;

use tutti_item::{Body, Choice, Gap, Item, Label, Solution, SolutionStep, Tolerance, parse_number};

use super::names::{alias, is_ours};
use super::question::{Answer, Number, Question, Task, Text, literal_answer};
use super::texts::{Texts, with_gaps};
use crate::{Prose, ReadError, Skipped, figure, reserved_tags, solution};

/// Why a question does not become an item.
pub(crate) enum Refusal {
    /// It is sound, but Tutti has no such kind.
    Skipped(String),
    Broken(ReadError),
}

/// The item, the reason why there is none, or the fault that refuses the file.
pub(crate) fn item(question: &Question) -> Result<Result<Item, Skipped>, ReadError> {
    match build(question) {
        Ok(item) => Ok(Ok(item)),
        Err(Refusal::Skipped(why)) => Ok(Err(Skipped { place: question.place.clone(), why })),
        Err(Refusal::Broken(error)) => Err(error),
    }
}

fn build(question: &Question) -> Result<Item, Refusal> {
    let mut texts = Texts::new(&question.place, is_ours(&question.id));
    let broken =
        |what: String, hint: &str| Refusal::Broken(ReadError::new(question.place.clone(), what).hint(hint));
    let mut stem = texts.read(&question.text)?;
    let mut feedback = texts.read(&question.feedback)?;
    let mut notes: Vec<&Text> = Vec::new();
    let body = match &question.task {
        Task::Foreign(why) => return Err(Refusal::Skipped(why.clone())),
        Task::Choice { answers, .. } if answers.is_empty() => {
            return Err(broken("there are no options".into(), "add the options, or remove the question"));
        }
        Task::Choice { answers, .. } if answers.len() > 8 => {
            return Err(Refusal::Skipped(format!("it has {} options; the limit is 8", answers.len())));
        }
        Task::Choice { single, answers } => {
            let mut options = Vec::new();
            for (place, answer) in answers.iter().enumerate() {
                let rationale = texts.read(&answer.feedback)?;
                options.push(Choice {
                    label: Label::at(place),
                    text: texts.read(&answer.text)?.print(),
                    rationale: (!rationale.is_empty()).then(|| rationale.print()),
                });
            }
            let keys = keys(*single, answers);
            match (single, keys.as_slice()) {
                (_, []) => {
                    return Err(broken(
                        "no option is right".into(),
                        "mark the right option with `=` or with a share of the marks",
                    ));
                }
                (true, [key]) => Body::MultipleChoice { options, key: Label::at(*key) },
                (true, _) => {
                    let why = "several options are right, but only one can be chosen";
                    return Err(Refusal::Skipped(why.into()));
                }
                (false, keys) => {
                    let keys: BTreeSet<Label> = keys.iter().map(|key| Label::at(*key)).collect();
                    Body::MultipleResponse { options, keys }
                }
            }
        }
        Task::TrueFalse { answer, notes: given } => {
            notes.extend(given);
            Body::TrueFalse { answer: *answer }
        }
        Task::Numerical { answers, unit, otherwise } => {
            notes.extend(answers.iter().map(|answer| &answer.feedback));
            notes.push(otherwise);
            numeric(answers, unit.clone(), &broken)?
        }
        Task::Short { answers, case_sensitive } => {
            notes.extend(answers.iter().map(|answer| &answer.feedback));
            let accepts = accepted_answers(answers, &broken)?;
            Body::ShortAnswer { accepts, case_sensitive: *case_sensitive }
        }
        Task::Gaps(gaps) => {
            stem = with_gaps(stem);
            Body::Cloze { gaps: gap_list(gaps, question, &mut texts)? }
        }
        Task::Essay { model } => {
            let model = texts.read(model)?;
            let back = if model.is_empty() { std::mem::take(&mut feedback) } else { model };
            if feedback == back {
                feedback = Prose::default();
            }
            if back.is_empty() {
                return Err(Refusal::Skipped("it is an essay without a model answer".into()));
            }
            Body::Flashcard { back: back.print() }
        }
    };
    let solution = with_notes(solution::from_prose(&feedback), &notes, &mut texts)?;
    let mut item = Item::new(stem.print(), body);
    item.solution = solution;
    item.images = texts.images;
    item = figure::from_image(item);
    reserved_tags::apply(&mut item, question.tags.iter().cloned());
    if let Some(name) = alias(&question.id, &question.name, &item.stem)
        && !item.aliases.contains(&name)
    {
        item.aliases.push(name);
    }
    Ok(item)
}

/// The places of the right answers. Where one is to be chosen, these are the ones with the most marks.
fn keys(single: bool, answers: &[Answer]) -> Vec<usize> {
    let most = answers.iter().map(|answer| answer.percent).fold(0.0, f64::max);
    let right = |answer: &Answer| answer.percent > 0.0 && (!single || answer.percent >= most);
    answers.iter().enumerate().filter(|(_, answer)| right(answer)).map(|(place, _)| place).collect()
}

fn numeric(
    answers: &[Number],
    unit: Option<String>,
    broken: &dyn Fn(String, &str) -> Refusal,
) -> Result<Body, Refusal> {
    let most = answers.iter().map(|answer| answer.percent).fold(0.0, f64::max);
    let right =
        answers.iter().filter(|a| a.percent > 0.0 && a.percent >= most && a.value != "*").collect::<Vec<_>>();
    for answer in &right {
        for number in [&answer.value, &answer.tolerance] {
            if parse_number(number).is_none() {
                return Err(broken(
                    format!("`{number}` is not a number"),
                    "write it as `3.14` or `3.14:0.01`",
                ));
            }
        }
    }
    match right.as_slice() {
        [] => Err(broken("no number is right".into(), "add the right answer, or remove the question")),
        [first, others @ ..] => {
            if others.iter().any(|other| parse_number(&other.value) != parse_number(&first.value)) {
                return Err(Refusal::Skipped("several different numbers are right".into()));
            }
            let exact = parse_number(&first.tolerance) == Some(0.0);
            let by = first.tolerance.clone();
            let tolerance = if exact { Tolerance::Exact } else { Tolerance::Absolute(by) };
            Ok(Body::Numeric { value: first.value.clone(), tolerance, unit })
        }
    }
}

/// The answers with the most marks.
fn accepted_answers(
    answers: &[Answer],
    broken: &dyn Fn(String, &str) -> Refusal,
) -> Result<Vec<String>, Refusal> {
    let most = answers.iter().map(|answer| answer.percent).fold(0.0, f64::max);
    let mut accepts = Vec::new();
    for answer in answers.iter().filter(|answer| answer.percent > 0.0 && answer.percent >= most) {
        accepts.push(literal(&answer.text.source)?);
    }
    if accepts.is_empty() {
        return Err(broken("no answer is right".into(), "add an accepted answer"));
    }
    Ok(accepts)
}

fn literal(pattern: &str) -> Result<String, Refusal> {
    literal_answer(pattern)
        .ok_or_else(|| Refusal::Skipped(format!("its answer `{}` is a pattern", pattern.trim())))
}

fn gap_list(gaps: &[Vec<String>], question: &Question, texts: &mut Texts<'_>) -> Result<Vec<Gap>, Refusal> {
    let mut list = Vec::new();
    for (number, accepts) in (1..).zip(gaps) {
        let accepts = accepts.iter().map(|answer| literal(answer)).collect::<Result<_, _>>()?;
        list.push(Gap { name: number.to_string(), accepts, hint: None });
    }
    for hint in &question.hints {
        let words = texts.read(hint)?.words();
        let named = words.strip_prefix("Gap ").and_then(|rest| rest.split_once(": "));
        let place = named.and_then(|(number, hint)| Some((number.parse::<usize>().ok()?, hint)));
        match place {
            Some((number, hint)) => {
                if let Some(gap) = number.checked_sub(1).and_then(|at| list.get_mut(at)) {
                    gap.hint = Some(hint.to_owned());
                }
            }
            None => {
                if let [only] = list.as_mut_slice() {
                    only.hint.get_or_insert(words);
                }
            }
        }
    }
    Ok(list)
}

/// Feedback on answers of kinds that have no rationales: further steps of the solution.
fn with_notes(mut solution: Solution, notes: &[&Text], texts: &mut Texts<'_>) -> Result<Solution, Refusal> {
    for note in notes {
        let text = texts.read(note)?.print();
        if !text.as_str().is_empty() && solution.steps.iter().all(|step| step.text != text) {
            solution.steps.push(SolutionStep { text, methods: Vec::new() });
        }
    }
    Ok(solution)
}
