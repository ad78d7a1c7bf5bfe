//! The meaning of an option or an answer: a value, a quantity, a condition, or several of them together.

use crate::{expr::Expr, unit::Unit};

/// Something an item can ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A number or an expression.
    Value(Expr),
    /// A value with a unit.
    Quantity(Expr, Unit),
    /// Sides joined by relations: `a = b`, `1 < x <= 3`. There is one relation fewer than sides.
    Relation(Vec<Expr>, Vec<Relation>),
    /// A stretch of the number line.
    Interval(Bounds),
    /// Several stretches together.
    Union(Vec<Bounds>),
    /// Members in no order; also a list of solutions and the two values of ±.
    Set(Vec<Answer>),
    /// Members in order: coordinates.
    Tuple(Vec<Answer>),
}

/// The ends of an interval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The left end; may be −∞.
    pub low: Expr,
    /// Whether the left end belongs to it.
    pub low_closed: bool,
    /// The right end; may be ∞.
    pub high: Expr,
    /// Whether the right end belongs to it.
    pub high_closed: bool,
}

impl Bounds {
    /// Whether neither end belongs to it.
    pub fn is_open(&self) -> bool {
        !self.low_closed && !self.high_closed
    }
}

/// How two sides are related.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// =
    Equal,
    /// ≠
    NotEqual,
    /// <
    Less,
    /// ≤
    AtMost,
    /// >
    Greater,
    /// ≥
    AtLeast,
}

impl Relation {
    /// The relation read from the other side.
    #[must_use]
    pub fn mirror(self) -> Self {
        match self {
            Self::Equal | Self::NotEqual => self,
            Self::Less => Self::Greater,
            Self::AtMost => Self::AtLeast,
            Self::Greater => Self::Less,
            Self::AtLeast => Self::AtMost,
        }
    }

    /// As written in plain text.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Greater => ">",
            Self::AtLeast => ">=",
        }
    }
}

impl From<Expr> for Answer {
    fn from(value: Expr) -> Self {
        Self::Value(value)
    }
}
