//! The score of a question: four parts from 1 to 10, each from measurable properties.
//!
//! * Source dependency: 10, less up to 5 for what the question itself reveals of the key beyond the other options, up
//!   to 3 for options whose words are not those of the reference, and up to 2 for a key and a quote without anything
//!   that only a reader has seen: a number, a name, or a technical term.
//! * Distractors: up to 6 for draws of 15 in 100 or more each, 2 for a second type and 2 for a third; a question for a
//!   value needs no other type.
//! * Item writing: 10, less 2 for each finding that flags and half a point for each that only notes; at most 3 where
//!   one rejects.
//! * Discrimination: 10, less up to 6 for what the test-wise solver gives the key beyond chance and up to 4 for unequal
//!   draws; if blind solvers were asked, half of it is the gap between those with and without the text.

use std::collections::BTreeSet;

use tutti_core::{Finding, Severity};

use super::distractors::are_values;
use super::words::names;
use super::{Bag, CHOSEN, Judge, Judgement, Read, Rule, bag};
use crate::candidate::Level;
use crate::order::Blind;
use crate::review::Part;

/// More than this without the text is too easy.
const UNINFORMED: f64 = 0.40;

pub(super) fn parts(
    read: &Read<'_>,
    judge: &Judge<'_>,
    findings: &[Finding],
    draws: &[f64],
    blind: Option<&Blind>,
) -> Part {
    Part {
        source_dependency: source_dependency(read, judge).clamp(1.0, 10.0),
        distractors: distractors(read, draws).clamp(1.0, 10.0),
        item_writing: item_writing(findings).clamp(1.0, 10.0),
        discrimination: discrimination(read, draws, blind).clamp(1.0, 10.0),
    }
}

fn source_dependency(read: &Read<'_>, judge: &Judge<'_>) -> f64 {
    let echo = |bag: &Bag| bag.share_in(|word| read.stem.words.contains(word));
    let others: f64 =
        read.wrong().map(|(_, option)| echo(option)).sum::<f64>() / (read.options.len() - 1).max(1) as f64;
    let given = (echo(read.key()) - others).max(0.0);
    let bound = |bag: &Bag| {
        if bag.words.is_empty() {
            return 1.0;
        }
        bag.share_in(|word| judge.known.has(word) || bag.numbers.contains(word) || word == "%")
    };
    let loose = 1.0 - read.options.iter().map(bound).sum::<f64>() / read.options.len() as f64;
    let evidence = bag(&read.candidate.options[read.candidate.key].evidence, judge.reference.language());
    10.0 - 5.0 * given - 3.0 * loose - 2.0 * (1.0 - specific(read, &evidence))
}

/// From 0, all in common words, to 1.
fn specific(read: &Read<'_>, evidence: &Bag) -> f64 {
    let number = !evidence.numbers.is_empty() || !read.key().numbers.is_empty();
    let trade = |bag: &Bag| names(bag).filter(|word| word.chars().count() >= 7).count();
    let capital =
        read.candidate.key_text().split_whitespace().skip(1).any(|word| word.starts_with(char::is_uppercase));
    let words = (trade(read.key()) + trade(evidence)).min(4) as f64 / 4.0;
    if number || capital { 1.0 } else { words }
}

fn distractors(read: &Read<'_>, draws: &[f64]) -> f64 {
    let wrong: Vec<usize> = read.wrong().map(|(place, _)| place).collect();
    let enough = 0.75 / read.options.len() as f64;
    let drawn =
        wrong.iter().map(|place| (draws[*place] / enough).min(1.0)).sum::<f64>() / wrong.len().max(1) as f64;
    let types: BTreeSet<_> = wrong.iter().filter_map(|place| read.candidate.options[*place].draw).collect();
    let types = if are_values(read) { types.len().max(3) } else { types.len() };
    6.0 * drawn + 2.0 * types.saturating_sub(1).min(2) as f64
}

fn item_writing(findings: &[Finding]) -> f64 {
    let mut score = 10.0_f64;
    for finding in findings {
        match finding.severity {
            Severity::High => score = score.min(3.0),
            Severity::Medium if finding.rule != Rule::DrawWeak.code() => score -= 2.0,
            Severity::Medium => {}
            Severity::Low => score -= 0.5,
        }
    }
    score
}

fn discrimination(read: &Read<'_>, draws: &[f64], blind: Option<&Blind>) -> f64 {
    let chance = 1.0 / read.options.len() as f64;
    let share = read.guess.shares.get(read.candidate.key).copied().unwrap_or(chance);
    let beyond = ((share - chance) / chance).clamp(0.0, 1.0);
    let mean = draws.iter().sum::<f64>() / draws.len().max(1) as f64;
    let spread = draws.iter().map(|draw| (draw - mean).abs()).sum::<f64>()
        / (draws.len().max(1) as f64 * mean.max(0.01));
    let estimate = 10.0 - 6.0 * beyond - 4.0 * spread.min(1.0);
    let gap = blind.and_then(|blind| Some(blind.informed? - blind.uninformed?));
    gap.map_or(estimate, |gap| 0.5 * estimate + 0.5 * (1.0 + 9.0 * (gap / 0.5).clamp(0.0, 1.0)))
}

/// What blind solvers found against what the level asks for.
pub(super) fn check_solved(blind: Option<&Blind>, level: Level, findings: &mut Vec<Finding>) {
    let Some(blind) = blind else { return };
    if let Some(share) = blind.uninformed.filter(|share| *share > UNINFORMED) {
        findings.push(Rule::TooEasy.finding(&format!("{:.0} in 100", 100.0 * share), ""));
    }
    let (least, _) = level.informed_range();
    if let Some(share) = blind.informed.filter(|share| *share < least) {
        findings.push(Rule::TooHard.finding(&format!("{:.0} in 100", 100.0 * share), ""));
    }
}

/// A score under the mark rejects as well.
pub(super) fn mark(mut judgement: Judgement) -> Judgement {
    let score = judgement.score();
    if score < CHOSEN {
        judgement.findings.push(Rule::ScoreLow.finding(&format!("{score:.1}"), ""));
    }
    judgement
}
