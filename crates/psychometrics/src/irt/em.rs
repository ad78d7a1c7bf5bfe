//! The EM steps: the persons' distribution over the grid given the curves, then the curves given that distribution.

use std::ops::Range;

use tutti_core::{Abandoned, Work};

use super::{
    curve::{Curve, logistic},
    patterns::{Grid, Patterns, RIGHT, SILENT},
};
use crate::linear::Symmetric;

/// Strength of the prior on guessing, in imagined answers of people who do not know. The customary 20.
const PRIOR_ANSWERS: f64 = 20.0;

/// Beta prior on the lower asymptote, by the place of its peak.
#[derive(Debug, Clone, Copy)]
pub(super) struct GuessingPrior {
    pub(super) mode: f64,
}

impl GuessingPrior {
    /// Log density without its constant.
    pub(super) fn log(self, c: f64) -> f64 {
        PRIOR_ANSWERS * (self.mode * c.ln() + (1.0 - self.mode) * (1.0 - c).ln())
    }

    /// First derivative in logit c, and the negative of the second.
    pub(super) fn slope_and_bend(self, c: f64) -> (f64, f64) {
        (PRIOR_ANSWERS * (self.mode - c), PRIOR_ANSWERS * c * (1.0 - c))
    }
}

/// Expected counts on the grid, item by item.
#[derive(Debug)]
pub(super) struct Expected {
    /// Marginal log likelihood of the answers.
    pub(super) log_likelihood: f64,
    /// Persons who answered, by item and node.
    pub(super) seen: Vec<f64>,
    /// Those of them who were right.
    pub(super) right: Vec<f64>,
}

/// Calls `visit` with each pattern's place, and its posterior over the grid; returns the log likelihood.
pub(super) fn posteriors(
    patterns: &Patterns,
    grid: &Grid,
    curves: &[Curve],
    work: &Work,
    mut visit: impl FnMut(usize, &[f64]),
) -> Result<f64, Abandoned> {
    let nodes = grid.len();
    let mut logs = vec![0.0; curves.len() * 2 * nodes];
    for (item, curve) in curves.iter().enumerate() {
        for (q, theta) in grid.nodes.iter().enumerate() {
            let [wrong, right] = curve.log_probabilities(*theta);
            logs[item * 2 * nodes + q] = wrong;
            logs[(item * 2 + 1) * nodes + q] = right;
        }
    }
    let mut posterior = vec![0.0; nodes];
    let mut total = 0.0;
    for (place, (row, weight)) in patterns.distinct.iter().enumerate() {
        work.check()?;
        posterior.fill(0.0);
        for (item, answer) in row.iter().enumerate().filter(|(_, answer)| **answer != SILENT) {
            let log = &logs[(item * 2 + usize::from(*answer)) * nodes..][..nodes];
            for (sum, log) in posterior.iter_mut().zip(log) {
                *sum += log;
            }
        }
        let peak = posterior.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut whole = 0.0;
        for (value, share) in posterior.iter_mut().zip(&grid.weights) {
            *value = (*value - peak).exp() * share;
            whole += *value;
        }
        for value in &mut posterior {
            *value /= whole;
        }
        total += weight * (whole.ln() + peak);
        visit(place, &posterior);
    }
    Ok(total)
}

pub(super) fn expect(
    patterns: &Patterns,
    grid: &Grid,
    curves: &[Curve],
    work: &Work,
) -> Result<Expected, Abandoned> {
    let nodes = grid.len();
    let mut seen = vec![0.0; curves.len() * nodes];
    let mut right = seen.clone();
    let log_likelihood = posteriors(patterns, grid, curves, work, |place, posterior| {
        let (row, weight) = &patterns.distinct[place];
        let likely = support(posterior);
        for (item, answer) in row.iter().enumerate().filter(|(_, answer)| **answer != SILENT) {
            let add = |counts: &mut [f64]| {
                let own = &mut counts[item * nodes..][likely.clone()];
                for (count, share) in own.iter_mut().zip(&posterior[likely.clone()]) {
                    *count += weight * share;
                }
            };
            add(&mut seen);
            if *answer == RIGHT {
                add(&mut right);
            }
        }
    })?;
    Ok(Expected { log_likelihood, seen, right })
}

/// Shares below this are lost in the rounding of the sum, which is one.
const NEGLIGIBLE: f64 = 1e-18;

/// The nodes where a person may be. A long test leaves a few of them, and the cost of a table follows their number.
pub(super) fn support(posterior: &[f64]) -> Range<usize> {
    let likely = |share: &f64| *share > NEGLIGIBLE;
    let from = posterior.iter().position(likely).unwrap_or(0);
    let to = posterior.iter().rposition(likely).map_or(posterior.len(), |last| last + 1);
    from..to
}

/// Expected counts of one item.
#[derive(Clone, Copy)]
pub(super) struct Counts<'a> {
    nodes: &'a [f64],
    seen: &'a [f64],
    right: &'a [f64],
}

impl Expected {
    pub(super) fn of<'a>(&'a self, item: usize, grid: &'a Grid) -> Counts<'a> {
        let range = item * grid.len()..(item + 1) * grid.len();
        Counts { nodes: &grid.nodes, seen: &self.seen[range.clone()], right: &self.right[range] }
    }
}

impl Counts<'_> {
    fn log_likelihood(self, curve: &Curve) -> f64 {
        let terms = self.nodes.iter().zip(self.seen).zip(self.right);
        terms
            .map(|((theta, seen), right)| {
                let [no, yes] = curve.log_probabilities(*theta);
                right * yes + (seen - right) * no
            })
            .sum()
    }

    /// Slope of the log likelihood in (a, d, logit c), and the expected information.
    fn slope_and_information(self, curve: &Curve) -> ([f64; 3], [[f64; 3]; 3]) {
        let mut slope = [0.0; 3];
        let mut information = [[0.0; 3]; 3];
        for ((theta, seen), right) in self.nodes.iter().zip(self.seen).zip(self.right) {
            let point = curve.at(*theta);
            let factor = [theta * point.factor[0], point.factor[0], point.factor[1]];
            let excess = right - seen * point.p;
            let spread = seen * point.p * (1.0 - point.p);
            for (row, left) in factor.iter().enumerate() {
                slope[row] += excess * left;
                for (cell, right) in information[row].iter_mut().zip(factor) {
                    *cell += spread * left * right;
                }
            }
        }
        (slope, information)
    }
}

/// One better curve for one item: Fisher scoring with the step halved until the likelihood does not fall.
pub(super) fn improve(counts: Counts, curve: Curve, prior: Option<GuessingPrior>) -> Curve {
    let free = if prior.is_some() { 3 } else { 2 };
    let (mut slope, information) = counts.slope_and_information(&curve);
    let mut matrix = Symmetric::zero(free);
    for (row, values) in information.iter().enumerate().take(free) {
        for (column, value) in values.iter().enumerate().take(free) {
            matrix.add(row, column, *value);
        }
    }
    if let Some(prior) = prior {
        let (first, second) = prior.slope_and_bend(curve.guessing);
        slope[2] += first;
        matrix.add(2, 2, second);
    }
    let Some(solved) = matrix.cholesky() else { return curve };
    let step = solved.solve(&slope[..free]);
    let worth =
        |curve: &Curve| counts.log_likelihood(curve) + prior.map_or(0.0, |prior| prior.log(curve.guessing));
    let now = worth(&curve);
    let mut length = 1.0;
    for _ in 0..12 {
        let next = advance(curve, &step, length);
        if worth(&next) >= now {
            return next;
        }
        length /= 2.0;
    }
    curve
}

/// The curve `length` steps on in (a, d, logit c).
pub(super) fn advance(curve: Curve, step: &[f64], length: f64) -> Curve {
    let guessing = match step.get(2) {
        Some(change) if curve.guessing > 0.0 => {
            let logit = (curve.guessing / (1.0 - curve.guessing)).ln() + length * change;
            // Beyond this the asymptote is zero or one for all purposes, and its logarithm no number.
            logistic(logit.clamp(-12.0, 12.0))
        }
        _ => curve.guessing,
    };
    Curve { slope: curve.slope + length * step[0], intercept: curve.intercept + length * step[1], guessing }
}

/// One common slope: the intercepts one by one, then the slope given all of them.
pub(super) fn improve_with_common_slope(expected: &Expected, grid: &Grid, curves: &mut [Curve]) {
    let (mut slope, mut information) = (0.0, 0.0);
    for (item, curve) in curves.iter_mut().enumerate() {
        let counts = expected.of(item, grid);
        let (first, second) = counts.slope_and_information(curve);
        if second[1][1] > 0.0 {
            let next = advance(*curve, &[0.0, first[1] / second[1][1]], 1.0);
            if counts.log_likelihood(&next) >= counts.log_likelihood(curve) {
                *curve = next;
            }
        }
        let (first, second) = counts.slope_and_information(curve);
        slope += first[0];
        information += second[0][0];
    }
    if information <= 0.0 {
        return;
    }
    let worth = |change: f64| -> f64 {
        let all = curves.iter().enumerate();
        all.map(|(item, curve)| expected.of(item, grid).log_likelihood(&advance(*curve, &[change, 0.0], 1.0)))
            .sum()
    };
    let now = worth(0.0);
    let mut change = slope / information;
    for _ in 0..12 {
        if worth(change) >= now {
            for curve in curves.iter_mut() {
                *curve = advance(*curve, &[change, 0.0], 1.0);
            }
            return;
        }
        change /= 2.0;
    }
}
