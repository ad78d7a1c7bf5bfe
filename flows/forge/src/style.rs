//! The native Style judge: six scores from measurable properties.
//!
//! The yardsticks are those of real papers: a median stem of 45 words, nine in ten between 17 and 88, four to eight
//! options, short solutions. Each score starts at ten and is reduced for anything that would trip up a candidate.

use tutti_core::Problem;
use tutti_item::{Item, cues, flaws};
use tutti_lexicon::{Language, Lexicon, List};

use crate::agents::ToJudge;
use crate::claim::numbers_in;
use crate::outcome::item_of;
use crate::report::{FailureSeverity, ItemVerdict, Scores, StyleFailure, StyleReport};

/// Scores a package.
pub fn judge(input: &ToJudge) -> Result<StyleReport, Problem> {
    let item = item_of(&input.package);
    let scores = Scores {
        authenticity: authenticity(input),
        one_idea: one_idea(input),
        no_calculator: no_calculator(input),
        elegance: elegance(input),
        distractor_realism: distractor_realism(input, &item),
        plausibility: plausibility(input, &item),
    };
    let pass = scores.pass();
    let worst = worst(&scores);
    Ok(StyleReport {
        verdict: if pass { ItemVerdict::Pass } else { ItemVerdict::Fail },
        scores,
        failure_type: (!pass).then_some(worst.0),
        regen_instructions: if pass { Vec::new() } else { vec![worst.1.to_owned()] },
        severity: (!pass).then_some(FailureSeverity::Fixable),
    })
}

fn worst(scores: &Scores) -> (StyleFailure, &'static str) {
    let failures = [
        (
            StyleFailure::StyleMismatch,
            "write it as a paper would: impersonal, compact, one question at the end",
        ),
        (StyleFailure::MultiIdea, "keep one idea and drop the other"),
        (StyleFailure::TooGrindy, "choose numbers that cancel"),
        (StyleFailure::TooLong, "shorten the way to the answer"),
        (StyleFailure::WeakDistractors, "let every wrong option be the end of a mistake someone makes"),
        (StyleFailure::ImplausibleNumbers, "choose numbers that belong together"),
    ];
    let scores = scores.all();
    let lowest = (0..6).min_by(|a, b| scores[*a].total_cmp(&scores[*b])).unwrap_or(0);
    failures[lowest]
}

fn authenticity(input: &ToJudge) -> f64 {
    let stem = &input.package.question.stem;
    let words = stem.split_whitespace().count();
    let mut score = 10.0;
    if !(12..=110).contains(&words) {
        score -= 3.5;
    } else if !(17..=88).contains(&words) {
        score -= 0.5;
    }
    let lower = stem.to_lowercase();
    // A factorial is not an exclamation mark.
    let prose: String =
        lower.split("\\(").map(|part| part.split_once("\\)").map_or(part, |(_, rest)| rest)).collect();
    if !prose.contains('?') && !asks(&prose) {
        score -= 3.5;
    }
    let spoken = [" you ", " your ", " let's ", "!", "please"];
    if spoken.iter().any(|word| prose.contains(word)) {
        score -= 3.5;
    }
    score
}

/// Whether a text without a question mark asks for something.
fn asks(text: &str) -> bool {
    Lexicon::of(Language::English).holds(text, List::CommandWords)
}

fn one_idea(input: &ToJudge) -> f64 {
    let mut methods: Vec<&String> =
        input.package.solution.steps.iter().flat_map(|step| &step.methods).collect();
    methods.sort_unstable();
    methods.dedup();
    10.0 - 1.5 * methods.len().saturating_sub(4) as f64
}

fn no_calculator(input: &ToJudge) -> f64 {
    let question = &input.package.question;
    let long = |text: &String| numbers_in(text).iter().filter(|number| number.len() > 4).count();
    let long_numbers = long(&question.stem) + question.options.values().map(long).sum::<usize>();
    10.0 - 1.0 * long_numbers as f64
}

fn elegance(input: &ToJudge) -> f64 {
    let solution = &input.package.solution;
    let steps = solution.steps.len().max(1);
    let words = solution.reasoning.split_whitespace().count();
    10.0 - 1.0 * steps.saturating_sub(4) as f64 - if words > 150 { 3.5 } else { 0.0 }
}

fn distractor_realism(input: &ToJudge, item: &Item) -> f64 {
    let map = &input.package.distractor_map;
    let informal = map.values().filter(|path| path.gives.is_none()).count();
    let mut score = 10.0 - 0.5 * informal as f64;
    // Cues that lead to the key without knowledge.
    if let (Some(guess), Some(key)) = (cues::guess(item), item.key_place())
        && guess.decisive_cue(key).is_some()
    {
        score -= 1.0;
    }
    score
}

fn plausibility(input: &ToJudge, item: &Item) -> f64 {
    let high =
        flaws::check(item).into_iter().filter(|flaw| flaw.severity == tutti_core::Severity::High).count();
    let stated = numbers_in(&input.package.question.stem).len();
    10.0 - 3.5 * high as f64 - if stated > 9 { 1.0 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_asks_and_what_does_not() {
        assert!(asks("given that x is positive, find its square"));
        assert!(asks("without deriving it, decide which expression is right"));
        assert!(!asks("the body falls"));
    }
}
