//! Exact mathematics for exam items.
//!
//! [`read`] parses LaTeX, ASCII or Unicode; [`simplify`] brings an expression into normal form; [`compare`] decides
//! whether two answers are the same, with a proof either way, or reports that it cannot tell; [`solve`] solves what
//! exam items ask; printing gives LaTeX, plain text or MathML that reads back as the same value.
//!
//! The crate guarantees: "equal" only by exact algebra, "different" only by disjoint intervals at a named point, no
//! panic and no endless work on any input. It does no I/O, has no clock and no randomness. It does not guess: what it
//! cannot prove it calls undecided.

mod answer;
mod calculus;
mod compare;
mod digits;
mod eval;
mod expr;
mod normal;
pub mod number;
mod print;
mod read;
mod real;
pub mod solve;
mod unit;

pub use answer::{Answer, Bounds, Relation};
pub use compare::{Equality, Gap, How, Witness, compare, compare_exprs};
pub use digits::{DigitsError, digits};
pub use eval::Point;
pub use expr::{Constant, Expr, Function, Rational, Symbol};
pub use normal::simplify;
pub use read::{LONGEST, ReadError, Reading, read, read_expr, read_mathml};
pub use unit::{Dimension, Unit};
