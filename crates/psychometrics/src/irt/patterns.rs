//! Response patterns: identical answers of many persons are one pattern with a weight.

use std::collections::BTreeMap;

use crate::responses::{NotReachedRule, Responses};

/// An answer as the models see it; the numbers are places in a table of log probabilities.
pub(super) const WRONG: u8 = 0;
pub(super) const RIGHT: u8 = 1;
pub(super) const SILENT: u8 = 2;

#[derive(Debug)]
pub(super) struct Patterns {
    pub(super) items: usize,
    /// In the order of the answers, so that the order of persons changes nothing.
    pub(super) distinct: Vec<(Vec<u8>, f64)>,
    /// Place in `distinct`, by person.
    pub(super) of_person: Vec<usize>,
}

impl Patterns {
    pub(super) fn new(table: &Responses, rule: NotReachedRule) -> Self {
        let answers: Vec<Vec<u8>> = table
            .rows()
            .map(|row| {
                let mark = |(item, cell): (usize, &_)| match table.mark(item, *cell, rule) {
                    Some(true) => RIGHT,
                    Some(false) => WRONG,
                    None => SILENT,
                };
                row.iter().enumerate().map(mark).collect()
            })
            .collect();
        let mut weights: BTreeMap<&[u8], (f64, usize)> = BTreeMap::new();
        for row in &answers {
            weights.entry(row).or_default().0 += 1.0;
        }
        for (place, entry) in weights.values_mut().enumerate() {
            entry.1 = place;
        }
        Self {
            items: table.items().len(),
            of_person: answers.iter().map(|row| weights[row.as_slice()].1).collect(),
            distinct: weights.iter().map(|(row, (weight, _))| (row.to_vec(), *weight)).collect(),
        }
    }

    /// Persons who answered the item, and how many of them were right.
    pub(super) fn counts(&self, item: usize) -> (usize, usize) {
        self.distinct.iter().fold((0, 0), |(seen, right), (row, weight)| match row[item] {
            SILENT => (seen, right),
            RIGHT => (seen + *weight as usize, right + *weight as usize),
            _ => (seen + *weight as usize, right),
        })
    }
}

/// Abilities at which the integral over the population is taken, with the share of the population at each.
#[derive(Debug)]
pub(super) struct Grid {
    pub(super) nodes: Vec<f64>,
    pub(super) weights: Vec<f64>,
}

impl Grid {
    /// Equal steps: for smooth curves under a normal density the error falls faster than any power of the step.
    pub(super) fn normal() -> Self {
        const POINTS: i32 = 61;
        const REACH: f64 = 6.0;
        let nodes: Vec<f64> =
            (0..POINTS).map(|i| REACH * (2.0 * f64::from(i) / f64::from(POINTS - 1) - 1.0)).collect();
        let density: Vec<f64> = nodes.iter().map(|x| (-0.5 * x * x).exp()).collect();
        let whole: f64 = density.iter().sum();
        Self { weights: density.iter().map(|value| value / whole).collect(), nodes }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }
}
