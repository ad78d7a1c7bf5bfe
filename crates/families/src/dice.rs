//! Choices that are random to a reader and the same for the same seed, on every machine and in every version.
//!
//! SplitMix64: a generator crate may change its stream with its version, and then old seeds would make other items.

/// A stream of choices.
#[derive(Debug, Clone)]
pub struct Dice {
    state: u64,
}

impl Dice {
    /// `place` parts streams of one seed: an item's number, an attempt.
    pub fn new(seed: u64, place: &[u64]) -> Self {
        let mut dice = Self { state: seed ^ 0x5851_f42d_4c95_7f2d };
        for part in place {
            dice.state = dice.next() ^ part.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        dice
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 up to and without `end`; 0 if there is nothing to choose from.
    pub fn below(&mut self, end: usize) -> usize {
        if end == 0 { 0 } else { ((u128::from(self.next()) * end as u128) >> 64) as usize }
    }

    /// From `low` to `high`, both possible.
    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1).max(1) as usize) as i64
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// From 0 to 1.
    pub fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.below(i + 1);
            items.swap(i, j);
        }
    }

    /// A place in `weights`, in proportion to them.
    pub fn pick_weighted(&mut self, weights: &[f64]) -> usize {
        let mut left = self.share() * weights.iter().sum::<f64>();
        for (i, weight) in weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 && *weight > 0.0 {
                return i;
            }
        }
        weights.iter().rposition(|weight| *weight > 0.0).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut dice = Dice::new(7, &[1, 2]);
        let drawn: Vec<i64> = (0..8).map(|_| dice.range(1, 100)).collect();
        let again: Vec<i64> = {
            let mut dice = Dice::new(7, &[1, 2]);
            (0..8).map(|_| dice.range(1, 100)).collect()
        };
        assert_eq!(drawn, again);
        assert_ne!(Dice::new(7, &[1, 3]).range(0, 1 << 40), Dice::new(7, &[1, 2]).range(0, 1 << 40));
    }

    #[test]
    fn choices_are_even() {
        let mut dice = Dice::new(1, &[]);
        let mut counts = [0; 5];
        (0..50_000).for_each(|_| counts[dice.below(5)] += 1);
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
        let mut weighted = [0; 3];
        (0..10_000).for_each(|_| weighted[dice.pick_weighted(&[0.3, 0.0, 0.7])] += 1);
        assert!(weighted[1] == 0 && (2_800..3_200).contains(&weighted[0]), "{weighted:?}");
    }
}
