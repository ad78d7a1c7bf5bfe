//! Parses mathematics as exam items and models write it.
//!
//! LaTeX, ASCII and Unicode share one set of tokens and one grammar. Ambiguous input is refused with the place and the
//! two readings, never guessed: `1/2x`, `1\frac{1}{2}`, `\sin \pi/6`, `x^12` in LaTeX. Words of plain text are refused
//! too, because prose would otherwise be a product of letters. `\log` without a base is to base ten; `e` and `i` are
//! the constants unless [`Reading`] says otherwise. Any input ends in a value or a [`ReadError`]: length and depth are
//! bounded.

mod grammar;
mod mathml;
mod names;
mod statement;
mod token;

use std::ops::Range;

use thiserror::Error;

pub use mathml::read_mathml;

use crate::{answer::Answer, expr::Expr};

/// The longest text that is read.
pub const LONGEST: usize = 4096;

/// Why a text could not be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("at byte {}: expected {expected}, found {found}", .span.start)]
pub struct ReadError {
    /// The bytes of the input that could not be parsed.
    pub span: Range<usize>,
    /// What was expected there.
    pub expected: String,
    /// What stands there.
    pub found: String,
}

impl ReadError {
    fn new(span: Range<usize>, expected: impl Into<String>, rest: &str) -> Self {
        let found: String = rest.chars().take(12).collect();
        let found = if found.is_empty() { "the end".to_owned() } else { format!("`{found}`") };
        Self { span, expected: expected.into(), found }
    }
}

/// Choices a reader of mathematics makes from the context.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// `e` and `i` are unknowns like any letter.
    pub plain_letters: bool,
    /// `1\frac{1}{2}` is one and a half. Otherwise it is refused.
    pub mixed_numbers: bool,
}

/// Reads an answer: a value, quantity, relation, interval, set or tuple.
pub fn read(input: &str) -> Result<Answer, ReadError> {
    Reading::default().read(input)
}

/// Reads one expression and nothing else.
pub fn read_expr(input: &str) -> Result<Expr, ReadError> {
    Reading::default().read_expr(input)
}

impl Reading {
    /// Reads an answer under these choices.
    pub fn read(&self, input: &str) -> Result<Answer, ReadError> {
        if input.len() > LONGEST {
            return Err(ReadError::new(LONGEST..input.len(), format!("at most {LONGEST} bytes"), "more"));
        }
        statement::answer(input, *self)
    }

    /// Reads one expression under these choices.
    pub fn read_expr(&self, input: &str) -> Result<Expr, ReadError> {
        match self.read(input)? {
            Answer::Value(value) => Ok(value),
            _ => Err(ReadError::new(0..input.len(), "one expression", input)),
        }
    }
}
