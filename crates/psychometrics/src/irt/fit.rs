//! S-X² of Orlando and Thissen: do persons with the same score do as well on the item as the model predicts?
//!
//! Groups are formed by number right, which is observed, so the statistic has a known distribution. It needs whole
//! scores: persons with unanswered items are left out. Neighbouring groups are joined until at least one right and one
//! wrong answer is expected in each.

use serde::{Deserialize, Serialize};

use super::{
    curve::Curve,
    patterns::{Grid, Patterns, RIGHT, SILENT},
};
use crate::special_functions::chi_square_above;

/// Fewer expected answers in a cell make the chi-square a poor approximation.
const EXPECTED_PER_CELL: f64 = 1.0;

/// Misfit of one item. A small probability means that the curve does not describe the answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ItemFit {
    pub s_x2: f64,
    pub degrees: usize,
    pub probability: f64,
    /// Persons it rests on.
    pub persons: usize,
}

/// S-X² of every item; none where too few score groups are left. `parameters` are those estimated per item.
pub(super) fn item_fit(
    patterns: &Patterns,
    grid: &Grid,
    curves: &[Curve],
    parameters: usize,
) -> Vec<Option<ItemFit>> {
    let items = curves.len();
    // Persons and right answers by score.
    let mut persons = vec![0.0; items + 1];
    let mut right = vec![vec![0.0; items + 1]; items];
    for (row, weight) in patterns.distinct.iter().filter(|(row, _)| !row.contains(&SILENT)) {
        let score = row.iter().map(|answer| usize::from(*answer == RIGHT)).sum::<usize>();
        persons[score] += weight;
        for (item, _) in row.iter().enumerate().filter(|(_, answer)| **answer == RIGHT) {
            right[item][score] += weight;
        }
    }
    let all = score_chances(grid, curves);
    (0..items)
        .map(|item| {
            let at_nodes: Vec<f64> =
                grid.nodes.iter().map(|theta| curves[item].probability(*theta)).collect();
            let rest: Vec<Vec<f64>> = all.iter().zip(&at_nodes).map(|(all, p)| without(all, *p)).collect();
            let expected = |score: usize| {
                let (mut own, mut whole) = (0.0, 0.0);
                for (q, p) in at_nodes.iter().enumerate() {
                    own += grid.weights[q] * p * rest[q][score - 1];
                    whole += grid.weights[q] * all[q][score];
                }
                (own / whole).clamp(0.0, 1.0)
            };
            // A score that nobody has may be impossible, and its share undefined.
            let groups = join_neighbours((1..items).filter(|score| persons[*score] > 0.0).map(|score| {
                let share = expected(score);
                Group { persons: persons[score], right: right[item][score], expected: persons[score] * share }
            }));
            let degrees = groups.len().checked_sub(parameters).filter(|degrees| *degrees > 0)?;
            let s_x2: f64 = groups.iter().map(Group::misfit).sum();
            let persons = groups.iter().map(|group| group.persons).sum::<f64>() as usize;
            let probability = chi_square_above(s_x2, degrees as f64);
            Some(ItemFit { s_x2, degrees, probability, persons })
        })
        .collect()
}

#[derive(Debug, Clone, Copy, Default)]
struct Group {
    persons: f64,
    right: f64,
    expected: f64,
}

impl Group {
    fn is_large_enough(&self) -> bool {
        self.expected >= EXPECTED_PER_CELL && self.persons - self.expected >= EXPECTED_PER_CELL
    }

    fn with(self, other: Self) -> Self {
        Self {
            persons: self.persons + other.persons,
            right: self.right + other.right,
            expected: self.expected + other.expected,
        }
    }

    fn misfit(&self) -> f64 {
        (self.right - self.expected).powi(2) * self.persons / (self.expected * (self.persons - self.expected))
    }
}

/// Neighbours joined from the lowest score up; what is left over goes to the last group.
fn join_neighbours(groups: impl Iterator<Item = Group>) -> Vec<Group> {
    let mut done: Vec<Group> = Vec::new();
    let mut open = Group::default();
    for group in groups {
        open = open.with(group);
        if open.is_large_enough() {
            done.push(std::mem::take(&mut open));
        }
    }
    if let Some(last) = done.last_mut() {
        *last = last.with(open);
    }
    done
}

/// Chance of every score without one item, from those with it. Solved from the end at which no error grows.
fn without(all: &[f64], p: f64) -> Vec<f64> {
    let most = all.len() - 2;
    let mut rest = vec![0.0_f64; most + 1];
    if p <= 0.5 {
        let mut below = 0.0;
        for score in 0..=most {
            below = ((all[score] - p * below) / (1.0 - p)).max(0.0);
            rest[score] = below;
        }
    } else {
        let mut above = 0.0;
        for score in (0..=most).rev() {
            above = ((all[score + 1] - (1.0 - p) * above) / p).max(0.0);
            rest[score] = above;
        }
    }
    rest
}

/// Chance of every score at every node, by adding one item after the other (Lord and Wingersky).
fn score_chances(grid: &Grid, curves: &[Curve]) -> Vec<Vec<f64>> {
    let at = |theta: &f64| {
        let mut chances = vec![0.0; curves.len() + 1];
        chances[0] = 1.0;
        for (done, curve) in curves.iter().enumerate() {
            let p = curve.probability(*theta);
            for score in (0..=done + 1).rev() {
                let from_below = if score > 0 { chances[score - 1] * p } else { 0.0 };
                chances[score] = chances[score] * (1.0 - p) + from_below;
            }
        }
        chances
    };
    grid.nodes.iter().map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_taken_out_is_as_if_it_had_never_been_in() {
        let grid = Grid::normal();
        let curves: Vec<Curve> = (0..60_u8)
            .map(|i| Curve {
                slope: 0.5 + f64::from(i % 7) / 4.0,
                intercept: f64::from(i % 11) / 2.0 - 2.5,
                guessing: f64::from(i % 3) / 8.0,
            })
            .collect();
        let all = score_chances(&grid, &curves);
        for item in 0..curves.len() {
            let others: Vec<Curve> =
                curves.iter().enumerate().filter(|(i, _)| *i != item).map(|(_, curve)| *curve).collect();
            let direct = score_chances(&grid, &others);
            for (q, theta) in grid.nodes.iter().enumerate() {
                let taken_out = without(&all[q], curves[item].probability(*theta));
                for (a, b) in taken_out.iter().zip(&direct[q]) {
                    assert!((a - b).abs() < 1e-12, "item {item} at {theta}: {a} and {b}");
                }
            }
        }
    }
}
