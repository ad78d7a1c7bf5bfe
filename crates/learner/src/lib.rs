//! What a learner knows and when to ask again. No I/O and no clock: time is passed in as milliseconds.

mod cards;
mod fsrs;

pub use cards::{Card, CardReview, Memory, RETENTION, Rating};
