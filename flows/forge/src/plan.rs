//! Assigns a schema and a difficulty to each slot of a run: in the requested proportions, in an order set by the seed.

use crate::dice::Dice;
use crate::{Brief, Difficulty, Schema};

/// The briefs of a run. Schemas take turns; difficulties are shared out by weight over the whole run, so that a run of a
/// thousand is as the weights say and not only nearly so.
pub fn briefs(count: u64, seed: u64, schemas: &[Schema], weights: [f64; 3]) -> Vec<Brief> {
    let mut dice = Dice::new(seed, &[0]);
    let mut difficulties = shares(count, weights);
    dice.shuffle(&mut difficulties);
    let mut order: Vec<usize> = (0..schemas.len()).collect();
    (0..count)
        .map(|slot| {
            let turn = slot as usize % schemas.len();
            if turn == 0 {
                dice.shuffle(&mut order);
            }
            Brief {
                schema: schemas[order[turn]].clone(),
                difficulty: difficulties[slot as usize],
                seed,
                slot,
                refused: Vec::new(),
            }
        })
        .collect()
}

/// As many of each difficulty as its weight asks for, the largest remainders rounded up.
fn shares(count: u64, weights: [f64; 3]) -> Vec<Difficulty> {
    let sum: f64 = weights.iter().sum();
    let exact = weights.map(|weight| weight / sum * count as f64);
    let mut counts = exact.map(|share| share.floor() as u64);
    while counts.iter().sum::<u64>() < count {
        let rest = |i: usize| exact[i] - counts[i] as f64;
        let next = (0..3).max_by(|a, b| rest(*a).total_cmp(&rest(*b))).unwrap_or(0);
        counts[next] += 1;
    }
    Difficulty::ALL.iter().zip(counts).flat_map(|(difficulty, n)| (0..n).map(|_| *difficulty)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BUILT_IN, read_library};

    #[test]
    fn a_run_is_in_the_asked_proportions() {
        let schemas = read_library(BUILT_IN).unwrap();
        let briefs = briefs(1000, 7, &schemas, [0.3, 0.5, 0.2]);
        let count = |difficulty| briefs.iter().filter(|brief| brief.difficulty == difficulty).count();
        assert_eq!(Difficulty::ALL.map(count), [300, 500, 200]);
        for schema in &schemas {
            let n = briefs.iter().filter(|brief| brief.schema.id == schema.id).count();
            assert!((71..=72).contains(&n), "{} {n}", schema.id);
        }
        assert_eq!(briefs, super::briefs(1000, 7, &schemas, [0.3, 0.5, 0.2]));
        assert_eq!(shares(2, [0.0, 0.0, 5.0]), [Difficulty::Hard; 2]);
    }
}
