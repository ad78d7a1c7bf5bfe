//! Spaced repetition: a card and its due date.

use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fsrs;

/// The share of due cards that a learner should still know.
pub const RETENTION: f32 = 0.9;

const DAY: i64 = 24 * 60 * 60 * 1000;
/// A forgotten card comes back in the same sitting.
const SOON: i64 = 10 * 60 * 1000;

/// How well a card was known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rating {
    Again,
    Hard,
    Good,
    Easy,
}

impl Rating {
    pub const ALL: [Self; 4] = [Self::Again, Self::Hard, Self::Good, Self::Easy];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Again => "again",
            Self::Hard => "hard",
            Self::Good => "good",
            Self::Easy => "easy",
        }
    }
}

impl FromStr for Rating {
    type Err = String;

    /// A name, its first letter, or a number from 1.
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim().to_lowercase();
        let meant = Self::ALL.into_iter().enumerate().find(|(place, rating)| {
            text == rating.name() || text == rating.name()[..1] || text == (place + 1).to_string()
        });
        meant
            .map(|(_, rating)| rating)
            .ok_or_else(|| format!("`{text}` is not a rating: use again (1), hard (2), good (3) or easy (4)"))
    }
}

/// The memory state of a card.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Memory {
    /// Days until the chance of knowing it falls to nine in ten.
    pub stability: f32,
    /// From 1 to 10.
    pub difficulty: f32,
}

/// The state of a card in its schedule. Times are milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Card {
    pub due_at: i64,
    /// None before the first review.
    #[serde(default)]
    pub memory: Option<Memory>,
    #[serde(default)]
    pub reviewed_at: Option<i64>,
    #[serde(default)]
    pub reviews: u32,
    /// How often it was forgotten after it had been known.
    #[serde(default)]
    pub lapses: u32,
}

/// One look at a card, as the log keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Review")]
pub struct CardReview {
    pub at: i64,
    pub rating: Rating,
    /// Until the next one.
    pub interval_days: u32,
}

impl Card {
    /// A card that was never seen, due at once.
    pub fn new(at: i64) -> Self {
        Self { due_at: at, memory: None, reviewed_at: None, reviews: 0, lapses: 0 }
    }

    /// The card after a look at it, and the line for the log.
    pub fn review(&self, rating: Rating, at: i64) -> (Self, CardReview) {
        let elapsed = self.reviewed_at.map_or(0, |before| ((at - before).max(0) / DAY) as u32);
        let memory = fsrs::next(self.memory, rating, elapsed);
        let days = fsrs::interval(memory.stability, RETENTION).round().max(1.0) as u32;
        let wait = if rating == Rating::Again { SOON } else { i64::from(days) * DAY };
        let card = Self {
            due_at: at.saturating_add(wait),
            memory: Some(memory),
            reviewed_at: Some(at),
            reviews: self.reviews + 1,
            lapses: self.lapses + u32::from(rating == Rating::Again && self.reviews > 0),
        };
        (card, CardReview { at, rating, interval_days: days })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Stability and interval after each of these ratings, every review on its due day.
    #[track_caller]
    fn check(ratings: &[Rating], expected: &[(f32, u32)]) {
        let mut card = Card::new(0);
        let mut at = 0;
        for (rating, (stability, days)) in ratings.iter().zip(expected) {
            let (next, review) = card.review(*rating, at);
            assert!((next.memory.unwrap().stability - stability).abs() < 1e-2 * stability, "{next:?}");
            assert_eq!(review.interval_days, *days, "{next:?}");
            card = next;
            at += i64::from(*days) * DAY;
        }
    }

    /// Figures of another implementation of FSRS-6.
    #[test]
    fn intervals_are_those_of_fsrs() {
        use Rating::{Again, Easy, Good};
        check(&[Good, Good, Good, Good], &[(2.3065, 2), (10.9643, 11), (46.2802, 46), (162.862, 163)]);
        check(&[Again, Good, Good], &[(0.212, 1), (1.8868, 2), (6.2692, 6)]);
        check(&[Easy, Easy], &[(8.2956, 8), (65.624, 66)]);
    }

    #[test]
    fn what_was_not_known_comes_back_soon_and_counts_as_a_lapse() {
        let (card, _) = Card::new(0).review(Rating::Good, 0);
        let (card, _) = card.review(Rating::Again, 2 * DAY);
        assert_eq!((card.due_at, card.lapses, card.reviews), (2 * DAY + SOON, 1, 2));
    }

    #[test]
    fn ratings_are_read_as_people_type_them() {
        for (text, expected) in [("good", Rating::Good), ("G", Rating::Good), ("1", Rating::Again)] {
            assert_eq!(text.parse(), Ok(expected));
        }
        assert!("5".parse::<Rating>().is_err());
    }

    proptest! {
        /// Better ratings never come back sooner, and nothing is due in the past.
        #[test]
        fn better_known_is_later(history in prop::collection::vec((0_usize..4, 0_i64..400), 0..12)) {
            let (mut card, mut at) = (Card::new(0), 0);
            for (rating, days) in history {
                at += days * DAY;
                card = card.review(Rating::ALL[rating], at).0;
                prop_assert!(card.due_at > at);
            }
            let due = Rating::ALL.map(|rating| card.review(rating, at + DAY).0.due_at);
            prop_assert!(due.is_sorted(), "{due:?}");
        }
    }
}
