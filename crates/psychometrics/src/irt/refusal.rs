//! When and why a model is not fitted: an estimate from too little data looks like any other.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{estimate::Model, patterns::Patterns};
use crate::responses::Responses;

/// One parameter per item: with 100 answers a difficulty is known to about ±.5 (two standard errors).
pub const ANSWERS_FOR_1PL: usize = 100;
/// Slopes need twice as much: with 200 answers a slope of 1 is known to about ±.6.
pub const ANSWERS_FOR_2PL: usize = 200;
/// The lower asymptote shows only in the few weak persons who answer; below this number only the prior counts.
pub const ANSWERS_FOR_3PL: usize = 1000;
/// A model of more items than this takes minutes and hundreds of megabytes; its classical figures are still given.
pub const MOST_ITEMS: usize = 500;
/// A slope beyond this is a step, and the likelihood has no maximum. Good items have slopes up to 3.
pub const STEEPEST_SLOPE: f64 = 10.0;

/// A model was not fitted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{reason}: {} {needed}, {have} there", reason.bound())]
pub struct Refused {
    pub reason: Reason,
    /// Of what the reason counts: at least, or for items too many and a slope at most, so many.
    pub needed: usize,
    pub have: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Reason {
    /// Counts items. With fewer there are as many parameters as facts.
    TooFewItems { model: Model },
    /// Counts items. The cost grows with the square of their number.
    TooManyItems { model: Model },
    /// Counts answers to this item, the one with the fewest.
    TooFewAnswers { model: Model, item: String },
    /// Counts kinds of marks: everybody is right, or everybody wrong, so any extreme difficulty fits.
    ConstantItem { item: String },
    /// Measures the slope, rounded up. The likelihood rises as long as the item gets steeper: it separates the persons
    /// perfectly, or it shares so little with the others that it alone makes up the ability.
    PerfectSeparation { item: String },
}

impl Reason {
    fn bound(&self) -> &'static str {
        if matches!(self, Self::PerfectSeparation { .. } | Self::TooManyItems { .. }) {
            "at most"
        } else {
            "needed"
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyItems { model } => write!(f, "too many items for the {model} model"),
            Self::TooFewItems { model } => write!(f, "too few items for the {model} model"),
            Self::TooFewAnswers { model, item } => {
                write!(f, "too few answers to item `{item}` for the {model} model")
            }
            Self::ConstantItem { item } => {
                write!(f, "everybody has item `{item}` right, or everybody wrong; kinds of marks")
            }
            Self::PerfectSeparation { item } => write!(
                f,
                "the steeper item `{item}` is made the better it fits, because it separates the persons perfectly or \
                 shares too little with the others; slope"
            ),
        }
    }
}

/// What can be known to be too little before anything is computed.
pub(super) fn check(table: &Responses, patterns: &Patterns, model: Model) -> Result<(), Refused> {
    let (items, answers) = match model {
        Model::OnePl => (2, ANSWERS_FOR_1PL),
        Model::TwoPl => (3, ANSWERS_FOR_2PL),
        Model::ThreePl => (4, ANSWERS_FOR_3PL),
    };
    if patterns.items < items {
        let reason = Reason::TooFewItems { model };
        return Err(Refused { reason, needed: items, have: patterns.items });
    }
    if patterns.items > MOST_ITEMS {
        let reason = Reason::TooManyItems { model };
        return Err(Refused { reason, needed: MOST_ITEMS, have: patterns.items });
    }
    let name = |item: usize| table.items()[item].id.clone();
    let fewest = (0..patterns.items).map(|item| (patterns.counts(item).0, item)).min();
    if let Some((have, item)) = fewest.filter(|(have, _)| *have < answers) {
        let reason = Reason::TooFewAnswers { model, item: name(item) };
        return Err(Refused { reason, needed: answers, have });
    }
    for item in 0..patterns.items {
        let (seen, right) = patterns.counts(item);
        if right == 0 || right == seen {
            return Err(Refused { reason: Reason::ConstantItem { item: name(item) }, needed: 2, have: 1 });
        }
    }
    Ok(())
}
