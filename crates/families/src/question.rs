//! A question as whoever asks it gets it.

use std::ops::Range;

use crate::claim::Claim;
use crate::dice::Dice;

/// Where a question stands: the same place always has the same question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub seed: u64,
    /// Which question of a run it is. Slots take turns in the number of options and the letter of the key.
    pub slot: u64,
    /// From 0; other numbers at every attempt.
    pub attempt: u32,
}

impl Place {
    /// The choices of one draw. The first part keeps them apart from other choices of the same seed.
    pub(crate) fn dice(self, draw: u64) -> Dice {
        Dice::new(self.seed, &[2, self.slot, u64::from(self.attempt), draw])
    }
}

/// Maths in all texts stands in `\( \)`.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    pub stem: String,
    /// Where the stem says what is given.
    pub bindings: Vec<Binding>,
    /// In their order on the paper.
    pub options: Vec<Choice>,
    /// The place of the key among the options.
    pub key: usize,
    pub steps: Vec<MethodStep>,
    /// The one thought that makes it short.
    pub insight: String,
    /// What the key is proved from.
    pub claim: Claim,
    /// A drawing that belongs to the stem, as SVG.
    pub figure: Option<String>,
}

/// A given name, and the bytes of the stem that say its quantity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    pub at: Range<usize>,
    pub name: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    pub text: String,
    /// What leads there; the key has none.
    pub mistake: Option<Mistake>,
}

/// A mistake, and what it leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// Always the same for the same mistake: `P1/sticking/speed/takes-the-mean-of-the-two-speeds`.
    pub id: String,
    pub why: String,
    /// An expression in the names of the claim.
    pub gives: String,
}

/// A step of the solution with the syllabus methods it needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodStep {
    pub text: String,
    pub methods: Vec<String>,
}
