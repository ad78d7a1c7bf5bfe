//! FSRS-6 with its default parameters: how a review changes the stability and difficulty of a memory.
//!
//! The formulas are those of the reference implementation in Rust (`fsrs` 6.6), in the same order and precision; the
//! tests contain its results for the same input. Parameters are not fitted to a person's reviews here.

use crate::{Memory, Rating};

/// The weights w₀ … w₂₀, learnt by the authors of FSRS from many people's reviews.
const W: [f32; 21] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614,
    0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];

/// In days.
const STABILITY: (f32, f32) = (0.001, 36_500.0);
const DIFFICULTY: (f32, f32) = (1.0, 10.0);

/// The memory after a review `days` after the one before; the first review forms it.
pub(crate) fn next(memory: Option<Memory>, rating: Rating, days: u32) -> Memory {
    let Some(Memory { stability, difficulty }) = memory else { return first(rating) };
    let stability = within(stability, STABILITY);
    let difficulty = within(difficulty, DIFFICULTY);
    let next = match rating {
        _ if days == 0 => after_same_day(stability, rating),
        Rating::Again => after_lapse(stability, difficulty, recall(stability, days)),
        _ => after_success(stability, difficulty, recall(stability, days), rating),
    };
    Memory { stability: within(next, STABILITY), difficulty: next_difficulty(difficulty, rating) }
}

/// Days until the chance of recall falls to `retention`.
pub(crate) fn interval(stability: f32, retention: f32) -> f32 {
    stability / factor() * (retention.powf(1.0 / -W[20]) - 1.0)
}

fn first(rating: Rating) -> Memory {
    Memory {
        stability: within(W[(grade(rating) - 1.0) as usize], STABILITY),
        difficulty: within(first_difficulty(grade(rating)), DIFFICULTY),
    }
}

/// The chance of recall after so many days.
fn recall(stability: f32, days: u32) -> f32 {
    (days as f32 / stability * factor() + 1.0).powf(-W[20])
}

/// So that the chance of recall is nine in ten when the stability has passed.
fn factor() -> f32 {
    (0.9_f32.ln() / -W[20]).exp() - 1.0
}

fn after_success(stability: f32, difficulty: f32, recall: f32, rating: Rating) -> f32 {
    let penalty = if rating == Rating::Hard { W[15] } else { 1.0 };
    let bonus = if rating == Rating::Easy { W[16] } else { 1.0 };
    stability
        * (W[8].exp()
            * (11.0 - difficulty)
            * stability.powf(-W[9])
            * (((1.0 - recall) * W[10]).exp() - 1.0)
            * penalty
            * bonus
            + 1.0)
}

fn after_lapse(stability: f32, difficulty: f32, recall: f32) -> f32 {
    let next = W[11]
        * difficulty.powf(-W[12])
        * ((stability + 1.0).powf(W[13]) - 1.0)
        * ((1.0 - recall) * W[14]).exp();
    next.min(stability / (W[17] * W[18]).exp())
}

fn after_same_day(stability: f32, rating: Rating) -> f32 {
    let growth = (W[17] * (grade(rating) - 3.0 + W[18])).exp() * stability.powf(-W[19]);
    stability * if rating == Rating::Again { growth } else { growth.max(1.0) }
}

fn first_difficulty(grade: f32) -> f32 {
    W[4] - (W[5] * (grade - 1.0)).exp() + 1.0
}

/// Moves by the rating, less near the end of the scale, and a little towards that of an easy card.
fn next_difficulty(difficulty: f32, rating: Rating) -> f32 {
    let change = -W[6] * (grade(rating) - 3.0);
    let moved = difficulty + (10.0 - difficulty) * change / 9.0;
    within(W[7] * (first_difficulty(4.0) - moved) + moved, DIFFICULTY)
}

/// From 1 for again to 4 for easy.
fn grade(rating: Rating) -> f32 {
    match rating {
        Rating::Again => 1.0,
        Rating::Hard => 2.0,
        Rating::Good => 3.0,
        Rating::Easy => 4.0,
    }
}

fn within(value: f32, (least, most): (f32, f32)) -> f32 {
    value.clamp(least, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RETENTION;

    /// To the last digit but for rounding of the machine's own functions.
    #[track_caller]
    fn check(found: f32, expected: &str, line: &str) {
        let expected: f32 = expected.parse().unwrap();
        assert!((found - expected).abs() <= 1e-5 * expected.abs(), "{found} for {line}");
    }

    #[test]
    fn the_reference_implementation_agrees() {
        let lines = include_str!("fsrs/reference.tsv").lines().filter(|line| !line.starts_with('#'));
        let mut checked = 0;
        for line in lines {
            let fields: Vec<&str> = line.split('\t').collect();
            let [stability, difficulty, days, rating, next_stability, next_difficulty, next_interval] =
                fields[..]
            else {
                panic!("{line}");
            };
            let memory = stability.parse().ok().map(|stability| {
                let difficulty = difficulty.parse().unwrap();
                Memory { stability, difficulty }
            });
            let found = next(memory, rating.parse().unwrap(), days.parse().unwrap());
            check(found.stability, next_stability, line);
            check(found.difficulty, next_difficulty, line);
            check(interval(found.stability, RETENTION), next_interval, line);
            checked += 1;
        }
        assert_eq!(checked, 392);
    }
}
