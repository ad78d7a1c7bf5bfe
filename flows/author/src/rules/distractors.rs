//! Wrong options: how much they attract readers, and how many there are.
//!
//! The draw of an option is an estimate: the share that readers without the text give it, times its plausibility,
//! normalised to sum to 1 over all options. Half of those readers are test-wise and follow the shares of the solver;
//! the others guess, so one option with a strong cue does not make the rest useless. Plausibility is the product of
//! three measurable factors, each 1 at best: words (0.4 + 0.6 × the share of its words that occur in the reference or
//! the question, where a number counts as occurring; a quarter of that for a short option with none of them, which is
//! off topic), length (0.3 + 0.7 × the shorter over the longer of it and the mean option) and kind (1 if it is a number
//! where the key is one and of the key's form, else 0.6).

use std::collections::BTreeSet;

use tutti_core::Finding;

use super::{Bag, Judge, Read, Rule, option_at};
use crate::candidate::Draw;

/// Under this a wrong option fails its question.
const USELESS: f64 = 0.05;
/// Under this it is flagged.
const WEAK: f64 = 0.12;

/// The share of readers without the text that each option draws.
pub(super) fn draws(read: &Read<'_>, judge: &Judge<'_>) -> Vec<f64> {
    let count = read.options.len();
    let chance = 1.0 / count as f64;
    let lengths: Vec<f64> =
        read.candidate.options.iter().map(|option| option.text.trim().chars().count() as f64).collect();
    let mean = lengths.iter().sum::<f64>() / count as f64;
    let weights: Vec<f64> = (0..count)
        .map(|place| {
            let share = read.guess.shares.get(place).copied().unwrap_or(chance);
            (0.5 * share + 0.5 * chance)
                * words(&read.options[place], lengths[place] < 0.6 * mean, read, judge)
                * length(lengths[place], mean)
                * kind(read, place)
        })
        .collect();
    let total: f64 = weights.iter().sum();
    weights.iter().map(|weight| if total > 0.0 { weight / total } else { chance }).collect()
}

fn words(option: &Bag, short: bool, read: &Read<'_>, judge: &Judge<'_>) -> f64 {
    let known = |word: &str| {
        judge.known.has(word)
            || read.stem.words.contains(word)
            || option.numbers.contains(word)
            || word == "%"
    };
    if option.words.is_empty() {
        return 1.0;
    }
    let share = option.share_in(known);
    if short && share == 0.0 { 0.1 } else { 0.4 + 0.6 * share }
}

fn length(own: f64, mean: f64) -> f64 {
    // A few letters more or less are not seen.
    let (own, mean) = (own + 6.0, mean + 6.0);
    0.3 + 0.7 * own.min(mean) / own.max(mean)
}

fn kind(read: &Read<'_>, place: usize) -> f64 {
    // `One` and `none` are numbers where they stand alone.
    let counts =
        |bag: &Bag| matches!(&bag.sequence[..], [word] if ["none", "one", "zero"].contains(&word.as_str()));
    let numbers = |bag: &Bag| !bag.numbers.is_empty() || counts(bag);
    let short = |bag: &Bag| bag.sequence.len() <= 2;
    let (own, key) = (&read.options[place], read.key());
    let alike = numbers(own) == numbers(key) || !short(own) && !short(key);
    if alike { 1.0 } else { 0.6 }
}

pub(super) fn check(read: &Read<'_>, draws: &[f64], findings: &mut Vec<Finding>) {
    let mut types = BTreeSet::new();
    for (place, _) in read.wrong() {
        let option = &read.candidate.options[place];
        if option.draw.is_none() || option.misconception.split_whitespace().count() < 2 {
            findings
                .push(Rule::MisconceptionMissing.finding(&format!("“{}”", option.text), option_at(place)));
        }
        types.extend(option.draw);
        let detail = format!("“{}”, {:.0} in 100", option.text, 100.0 * draws[place]);
        if draws[place] < USELESS {
            findings.push(Rule::DrawUseless.finding(&detail, option_at(place)));
        } else if draws[place] < WEAK {
            findings.push(Rule::DrawWeak.finding(&detail, option_at(place)));
        }
    }
    if types.len() == 1 && read.options.len() > 3 && !are_values(read) {
        findings.push(Rule::DrawsAlike.finding("", "/options"));
    }
}

/// Whether the options are values of one kind: values next to each other are the natural options of a question for one.
pub(super) fn are_values(read: &Read<'_>) -> bool {
    let value = |bag: &Bag| !bag.numbers.is_empty() && bag.sequence.len() <= 5;
    let near = |place: usize| read.candidate.options[place].draw == Some(Draw::AdjacentValue);
    let short = |bag: &Bag| bag.sequence.len() <= 4;
    read.options.iter().all(value)
        || read.options.iter().all(short) && read.wrong().all(|(place, _)| near(place))
}
