//! Form: what can be checked without solving anything.

use std::collections::BTreeSet;

use tutti_item::{Label, RichText};
use tutti_maths::{Answer, Equality, compare};

use super::{Found, Options};
use crate::Package;
use crate::rules::Rule;

/// Characters that fit on one line of a paper.
const LINE: usize = 92;
const MOST_LINES: usize = 7;

pub(super) fn check(package: &Package, options: &Options<'_>) -> Found {
    let mut found = Found::default();
    letters(package, &mut found);
    map(package, &mut found);
    texts(package, &mut found);
    stem_length(package, &mut found);
    values(options, &mut found);
    units(options, &mut found);
    found
}

fn letters(package: &Package, found: &mut Found) {
    let options = &package.question.options;
    if !(4..=8).contains(&options.len()) {
        let reason = format!("{} options; a paper has four to eight", options.len());
        found.object(Rule::OptionCount, reason);
    }
    let expected: BTreeSet<String> = (0..options.len()).map(|place| Label::at(place).to_string()).collect();
    if options.keys().cloned().collect::<BTreeSet<_>>() != expected {
        found.object(Rule::OptionLetters, "the letters of the options are not A, B, C, …");
    }
    if package.key().is_none() {
        let reason = format!("the key {} is not an option", package.question.correct_option);
        found.object(Rule::KeyUnknown, reason);
    }
    let mut seen = BTreeSet::new();
    for text in options.values() {
        let squeezed: String = text.split_whitespace().collect();
        if squeezed.is_empty() || !seen.insert(squeezed) {
            found.object(Rule::OptionsAlike, format!("the option “{text}” is empty or repeated"));
        }
    }
}

fn map(package: &Package, found: &mut Found) {
    let key = &package.question.correct_option;
    for letter in package.question.options.keys().filter(|letter| *letter != key) {
        if package.distractor_map.get(letter).is_none_or(|path| path.why.trim().is_empty()) {
            found.object(Rule::PathMissing, format!("no wrong path leads to option {letter}"));
        }
    }
    for letter in package.distractor_map.keys() {
        if !package.question.options.contains_key(letter) {
            found.object(
                Rule::PathWithoutOption,
                format!("a wrong path leads to {letter}, which is not an option"),
            );
        }
    }
}

fn texts(package: &Package, found: &mut Found) {
    let options = package.question.options.values();
    for text in options.chain([&package.question.stem]) {
        if !RichText::from_dollars(text).maths_is_balanced() {
            found.object(Rule::MathsUnbalanced, format!("a maths delimiter is not closed in “{text}”"));
        }
    }
    for text in package.question.options.values() {
        if has_decimal(text) {
            found.object(Rule::DecimalOption, format!("the option “{text}” is a decimal"));
        }
    }
    if package.solution.reasoning.trim().is_empty() && package.solution.steps.is_empty() {
        found.object(Rule::SolutionMissing, "there is no solution");
    }
}

/// `2.5`, `.5` and `2{,}5`; a comma alone may part two coordinates.
pub(crate) fn has_decimal(text: &str) -> bool {
    let text = text.replace("{,}", ".");
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    text.match_indices('.').any(|(at, _)| {
        let before = text[..at].chars().next_back();
        digit(text[at + 1..].chars().next()) && !before.is_some_and(char::is_alphabetic)
    })
}

fn stem_length(package: &Package, found: &mut Found) {
    let stem = &package.question.stem;
    let lines: usize = stem.lines().map(|line| line.chars().count().div_ceil(LINE)).sum();
    if stem.trim().is_empty() {
        found.object(Rule::StemMissing, "there is no question");
    } else if lines > MOST_LINES {
        found.object(Rule::StemLong, format!("the stem fills {lines} lines of a paper"));
    }
}

/// No two options may be the same value in another form.
fn values(options: &Options<'_>, found: &mut Found) {
    let mut read_options: Vec<(&str, &Answer)> = Vec::new();
    for offered in &options.0 {
        let letter = offered.letter;
        match &offered.answer {
            Ok(answer) => read_options.push((letter, answer)),
            Err(error) => found.undecided.push(format!("option {letter} cannot be read as a value: {error}")),
        }
    }
    for (i, (a, first)) in read_options.iter().enumerate() {
        for (b, second) in &read_options[i + 1..] {
            match compare(first, second) {
                Equality::Equal { .. } => {
                    found.object(Rule::ValuesEqual, format!("options {a} and {b} are the same value"));
                }
                Equality::Different { .. } => {}
                Equality::Undecided { why } => {
                    found.undecided.push(format!("whether options {a} and {b} differ: {why}"));
                }
            }
        }
    }
}

/// Either every option that is a number has a unit or none has, and the units are of one kind.
fn units(options: &Options<'_>, found: &mut Found) {
    let options: Vec<&Answer> = options.0.iter().filter_map(|offered| offered.answer.as_ref().ok()).collect();
    let kinds: Vec<_> = options
        .iter()
        .filter_map(|option| match option {
            Answer::Quantity(_, unit) => Some(&unit.dimension),
            _ => None,
        })
        .collect();
    let bare = |option: &&Answer| matches!(option, Answer::Value(value) if value.is_constant());
    if !kinds.is_empty() && options.iter().any(bare) {
        found.object(Rule::UnitsPartial, "some options have a unit and some have none");
    }
    if kinds.windows(2).any(|pair| pair[0] != pair[1]) {
        found.object(Rule::UnitsMixed, "the units of the options are of different kinds");
    }
}

/// An option as the maths reader takes it.
pub(crate) fn maths_text(text: &str) -> String {
    let text = RichText::from_dollars(text.trim());
    let text = text.as_str().trim_end_matches('.');
    text.replace("\\(", " ").replace("\\)", " ").replace("\\[", " ").replace("\\]", " ").trim().to_owned()
}
