//! Cronbach's alpha (KR-20 for right/wrong items) with Feldt's interval.

use serde::{Deserialize, Serialize};

use super::Marks;
use crate::special_functions::f_quantile;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reliability {
    pub alpha: f64,
    /// Feldt's interval: (1 − α) / (1 − estimate) follows F with n − 1 and (n − 1)(k − 1) degrees of freedom.
    pub low: f64,
    pub high: f64,
    /// Of the interval, such as .95.
    pub confidence: f64,
    /// Persons it rests on.
    pub persons: usize,
}

pub(crate) fn reliability(marks: &Marks, confidence: f64) -> Option<Reliability> {
    let sums = Sums::new(marks);
    let alpha = sums.alpha(None)?;
    let (above, items) = ((sums.persons - 1) as f64, sums.variances.len() as f64);
    let below = above * (items - 1.0);
    let confidence = confidence.clamp(0.5, 0.9999);
    let tail = (1.0 - confidence) / 2.0;
    Some(Reliability {
        alpha,
        low: 1.0 - (1.0 - alpha) * f_quantile(1.0 - tail, above, below),
        high: 1.0 - (1.0 - alpha) * f_quantile(tail, above, below),
        confidence,
        persons: sums.persons,
    })
}

/// Alpha of the test without each of its items.
pub(crate) fn alpha_without_each(marks: &Marks) -> Vec<Option<f64>> {
    let sums = Sums::new(marks);
    (0..sums.variances.len()).map(|item| sums.alpha(Some(item))).collect()
}

/// Alpha needs whole numbers only, so the order of persons cannot change its last digit.
struct Sums {
    persons: usize,
    /// n Σx² − (Σx)² of each item, which is n(n − 1) times its variance.
    variances: Vec<i128>,
    /// The same of the score.
    total: i128,
    /// n(n − 1) times the covariance of each item with the score.
    with_total: Vec<i128>,
}

impl Sums {
    fn new(marks: &Marks) -> Self {
        let items = marks.table.items().len();
        let people: Vec<usize> =
            (0..marks.table.persons().len()).filter(|&person| marks.is_complete(person)).collect();
        let n = people.len() as i128;
        let mut right = vec![0_i128; items];
        let mut right_times_score = vec![0_i128; items];
        let (mut sum, mut squares) = (0_i128, 0_i128);
        for &person in &people {
            let score = marks.score(person) as i128;
            sum += score;
            squares += score * score;
            for item in (0..items).filter(|&item| marks.mark(person, item) == Some(true)) {
                right[item] += 1;
                right_times_score[item] += score;
            }
        }
        Self {
            persons: people.len(),
            variances: right.iter().map(|r| n * r - r * r).collect(),
            total: n * squares - sum * sum,
            with_total: right_times_score.iter().zip(&right).map(|(rs, r)| n * rs - r * sum).collect(),
        }
    }

    fn alpha(&self, without: Option<usize>) -> Option<f64> {
        let own: i128 = self.variances.iter().sum();
        let (items, parts, total) = match without {
            None => (self.variances.len(), own, self.total),
            Some(item) => {
                let variance = self.variances[item];
                let total = self.total - 2 * self.with_total[item] + variance;
                (self.variances.len() - 1, own - variance, total)
            }
        };
        if items < 2 || self.persons < 2 || total <= 0 {
            return None;
        }
        let items = items as f64;
        Some(items / (items - 1.0) * (1.0 - parts as f64 / total as f64))
    }
}
