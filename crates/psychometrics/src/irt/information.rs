//! Gradient and observed information of the marginal likelihood, by Louis's identity.
//!
//! observed = E[complete information] − Var[complete score], the expectation over each person's posterior. The variance
//! is accumulated per pair of items and node, so a table of n persons and k items costs n · k² / 2 · nodes,
//! of which only those count where the person may be.

use tutti_core::{Abandoned, Work};

use super::{
    curve::{Curve, Point},
    em::{Expected, GuessingPrior, posteriors, support},
    estimate::Model,
    patterns::{Grid, Patterns, RIGHT, SILENT},
};
use crate::linear::Symmetric;

/// Where the parameters of each item stand in the vector of free ones.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    pub(super) model: Model,
    pub(super) items: usize,
}

impl Layout {
    /// Parameters of one item's curve.
    pub(super) fn width(self) -> usize {
        if self.model == Model::ThreePl { 3 } else { 2 }
    }

    pub(super) fn free(self) -> usize {
        if self.model == Model::OnePl { self.items + 1 } else { self.items * self.width() }
    }

    /// Place of a (0), d (1) or logit c (2) of an item. One common slope stands after all intercepts.
    pub(super) fn place(self, item: usize, parameter: usize) -> usize {
        match self.model {
            Model::OnePl if parameter == 0 => self.items,
            Model::OnePl => item,
            Model::TwoPl | Model::ThreePl => item * self.width() + parameter,
        }
    }
}

pub(super) struct Observed {
    pub(super) gradient: Vec<f64>,
    pub(super) information: Symmetric,
}

pub(super) fn observed_information(
    patterns: &Patterns,
    grid: &Grid,
    curves: &[Curve],
    expected: &Expected,
    priors: Option<&[GuessingPrior]>,
    layout: Layout,
    work: &Work,
) -> Result<Observed, Abandoned> {
    let (items, nodes, width) = (layout.items, grid.len(), layout.width());
    let points: Vec<Point> =
        curves.iter().flat_map(|curve| grid.nodes.iter().map(|theta| curve.at(*theta))).collect();
    let factor = |item: usize, q: usize, parameter: usize| {
        let point = &points[item * nodes + q];
        match parameter {
            0 => grid.nodes[q] * point.factor[0],
            1 => point.factor[0],
            _ => point.factor[1],
        }
    };
    let factors: Vec<f64> = (0..items)
        .flat_map(|item| (0..width).map(move |parameter| (item, parameter)))
        .flat_map(|(item, parameter)| (0..nodes).map(move |q| (item, parameter, q)))
        .map(|(item, parameter, q)| factor(item, q, parameter))
        .collect();

    let mut gradient = vec![0.0; layout.free()];
    let mut information = Symmetric::zero(layout.free());
    // Σ posterior · eᵢ · eⱼ over persons, for pairs i ≤ j, node by node.
    let mut products = vec![0.0; items * (items + 1) / 2 * nodes];
    let mut residuals = vec![0.0; items * nodes];
    let mut weighted = vec![0.0; nodes];
    let mut score = vec![0.0; layout.free()];
    posteriors(patterns, grid, curves, work, |place, posterior| {
        let (row, weight) = &patterns.distinct[place];
        score.fill(0.0);
        for (item, answer) in row.iter().enumerate() {
            let own = &mut residuals[item * nodes..][..nodes];
            if *answer == SILENT {
                own.fill(0.0);
                continue;
            }
            let mark = f64::from(u8::from(*answer == RIGHT));
            for (residual, point) in own.iter_mut().zip(&points[item * nodes..][..nodes]) {
                *residual = mark - point.p;
            }
            for parameter in 0..width {
                let factors = &factors[(item * width + parameter) * nodes..][..nodes];
                let mean: f64 =
                    own.iter().zip(factors).zip(posterior).map(|((e, f), share)| e * f * share).sum();
                score[layout.place(item, parameter)] += mean;
            }
        }
        for (sum, part) in gradient.iter_mut().zip(&score) {
            *sum += weight * part;
        }
        information.add_square_below(&score, *weight);
        let likely = support(posterior);
        let weighted = &mut weighted[likely.clone()];
        let mut pairs = products.chunks_mut(nodes);
        for left in residuals.chunks(nodes).enumerate() {
            let shares = &posterior[likely.clone()];
            for ((value, e), share) in weighted.iter_mut().zip(&left.1[likely.clone()]).zip(shares) {
                *value = weight * e * share;
            }
            for (right, sums) in residuals.chunks(nodes).skip(left.0).zip(&mut pairs) {
                let (sums, right) = (&mut sums[likely.clone()], &right[likely.clone()]);
                for ((sum, a), b) in sums.iter_mut().zip(&*weighted).zip(right) {
                    *sum += a * b;
                }
            }
        }
    })?;
    information.mirror();

    let mut pairs = products.chunks(nodes);
    for i in 0..items {
        work.check()?;
        for (j, sums) in (i..items).zip(&mut pairs) {
            for a in 0..width {
                for b in 0..width {
                    let left = &factors[(i * width + a) * nodes..][..nodes];
                    let right = &factors[(j * width + b) * nodes..][..nodes];
                    let value: f64 = sums.iter().zip(left).zip(right).map(|((s, l), r)| s * l * r).sum();
                    information.add(layout.place(i, a), layout.place(j, b), -value);
                    if i != j {
                        information.add(layout.place(j, b), layout.place(i, a), -value);
                    }
                }
            }
        }
    }
    add_complete_information(&mut information, grid, &points, expected, layout);
    for (item, prior) in priors.into_iter().flatten().enumerate() {
        let (slope, bend) = prior.slope_and_bend(curves[item].guessing);
        let place = layout.place(item, 2);
        gradient[place] += slope;
        information.add(place, place, bend);
    }
    Ok(Observed { gradient, information })
}

/// What the information would be if abilities were seen.
fn add_complete_information(
    information: &mut Symmetric,
    grid: &Grid,
    points: &[Point],
    expected: &Expected,
    layout: Layout,
) {
    let nodes = grid.len();
    for (at, point) in points.iter().enumerate() {
        let (item, theta) = (at / nodes, grid.nodes[at % nodes]);
        let (seen, excess) = (expected.seen[at], expected.right[at] - expected.seen[at] * point.p);
        let zz = seen * point.slope[0] * point.factor[0] - excess * point.bend[0];
        let zg = seen * point.slope[0] * point.factor[1] - excess * point.bend[1];
        let gg = seen * point.slope[1] * point.factor[1] - excess * point.bend[2];
        let block =
            [[theta * theta * zz, theta * zz, theta * zg], [theta * zz, zz, zg], [theta * zg, zg, gg]];
        for (a, row) in block.iter().enumerate().take(layout.width()) {
            for (b, value) in row.iter().enumerate().take(layout.width()) {
                information.add(layout.place(item, a), layout.place(item, b), *value);
            }
        }
    }
}
