//! Drafts and formulas in few words, for families that state equations.

use super::formula::maths;
use super::{Draft, Wrong};
use crate::claim::{Claim, Task};

/// A step, and the methods it needs.
pub(super) type Step = (String, &'static [&'static str]);

/// A draft whose texts have their maths in dollars.
pub(super) fn draft(
    stem: &str,
    claim: Claim,
    key: &str,
    wrong: &[(&str, &str)],
    steps: Vec<Step>,
    insight: &str,
) -> Draft {
    Draft {
        stem: maths(stem),
        key: key.to_owned(),
        wrong: wrong.iter().map(|(why, gives)| Wrong::new(*why, *gives)).collect(),
        steps: steps.into_iter().map(|(text, methods)| (maths(&text), methods)).collect(),
        insight: maths(insight),
        claim,
        figure: None,
    }
}

/// Equations for unknowns, whose answer is a plain number or formula.
pub(super) fn solve(
    given: &[(&str, String)],
    unknowns: &[&str],
    equations: &[&str],
    conditions: &[&str],
    ask: &str,
) -> Claim {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    Claim {
        given: given.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
        unit: None,
        said: [].into(),
        task: Task::Solve {
            unknowns: texts(unknowns),
            equations: texts(equations),
            conditions: texts(conditions),
            ask: ask.to_owned(),
        },
    }
}

/// The claim with an answer in this unit.
pub(super) fn in_unit(claim: Claim, unit: &str) -> Claim {
    Claim { unit: Some(unit.to_owned()), ..claim }
}
