//! Questions and cards from what a text states plainly: its definitions, lists, steps, values, causes, conditions, and
//! statements beside statements that one changed word makes false.
//!
//! Nothing is invented. Every option, right or wrong, names the sentence that shows it to be so; what cannot be phrased
//! well, or lacks good wrong options, is left out.

mod bare_statements;
mod cards;
mod cases;
mod facts;
mod gaps;
mod options;
mod phrases;
mod question;
mod questions;
mod seeded_choice;
mod statement_checks;
mod statements;
mod sums;
mod twists;
mod values;
mod wording;

pub use cards::{Card, cards};
pub use facts::{Facts, is_note};
pub use question::{Answer, Difficulty, Draw, Facet, Question, Weighed};
pub use questions::{Wanted, questions};
pub use twists::{Twist, twists};
pub use wording::Wording;
