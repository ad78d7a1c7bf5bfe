//! The curve of one item, and the derivatives that the estimators need.

use serde::{Deserialize, Serialize};

/// The characteristic curve of an item.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// a: how steep, on the logistic scale.
    pub slope: f64,
    /// d: log odds of knowing it at ability zero.
    pub intercept: f64,
    /// c: share right among those who do not know it.
    pub guessing: f64,
}

/// Values at one ability. The score of an answer x in (z, logit c) is (x − p) · (by_z, by_guess), z = aθ + d.
#[derive(Debug, Clone, Copy)]
pub(super) struct Point {
    pub(super) p: f64,
    /// ∂P/∂z and ∂P/∂(logit c).
    pub(super) slope: [f64; 2],
    pub(super) factor: [f64; 2],
    /// Derivatives of the factors: by z of z, by guess of z, by guess of guess.
    pub(super) bend: [f64; 3],
}

impl Curve {
    /// Probability of a right answer.
    pub fn probability(&self, theta: f64) -> f64 {
        self.guessing + (1.0 - self.guessing) * logistic(self.slope * theta + self.intercept)
    }

    /// Fisher information about ability; never negative.
    pub fn information(&self, theta: f64) -> f64 {
        let point = self.at(theta);
        let factor = self.slope * point.factor[0];
        factor * factor * point.p * (1.0 - point.p)
    }

    /// b: the ability at which knowing and not knowing are equally likely. Absent for a flat curve.
    pub fn difficulty(&self) -> Option<f64> {
        Some(-self.intercept / self.slope).filter(|b| b.is_finite())
    }

    pub(super) fn at(&self, theta: f64) -> Point {
        let know = logistic(self.slope * theta + self.intercept);
        let c = self.guessing;
        let p = c + (1.0 - c) * know;
        let by_z = (1.0 - c) * know * (1.0 - know);
        let by_guess = (1.0 - know) * c * (1.0 - c);
        if c == 0.0 {
            return Point { p, slope: [by_z, 0.0], factor: [1.0, 0.0], bend: [0.0; 3] };
        }
        Point {
            p,
            slope: [by_z, by_guess],
            factor: [know / p, c / p],
            bend: [
                c * know * (1.0 - know) / (p * p),
                -know * by_guess / (p * p),
                c * (1.0 - c) * know / (p * p),
            ],
        }
    }

    /// Logarithms of the probabilities of wrong and right, exact also where the curve is flat.
    pub(super) fn log_probabilities(&self, theta: f64) -> [f64; 2] {
        let z = self.slope * theta + self.intercept;
        let wrong = -softplus(z) + (1.0 - self.guessing).ln();
        let right = if self.guessing > 0.0 { self.probability(theta).ln() } else { -softplus(-z) };
        [wrong, right]
    }
}

pub(super) fn logistic(z: f64) -> f64 {
    1.0 / (1.0 + (-z).exp())
}

/// ln(1 + exp(z)) without overflow.
fn softplus(z: f64) -> f64 {
    z.max(0.0) + (-z.abs()).exp().ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Analytic derivatives beside differences of the log probabilities.
    #[test]
    fn derivatives_are_those_of_the_curve() {
        let step = 1e-5;
        for c in [0.0, 0.15, 0.4] {
            for theta in [-2.0, 0.3, 1.9] {
                let curve = Curve { slope: 1.2, intercept: -0.4, guessing: c };
                let point = curve.at(theta);
                for (x, sign) in [(0_usize, 0.0), (1, 1.0)] {
                    let log = |z: f64, g: f64| {
                        let guessing = if c > 0.0 { logistic((c / (1.0 - c)).ln() + g) } else { 0.0 };
                        Curve { intercept: -0.4 + z, guessing, ..curve }.log_probabilities(theta)[x]
                    };
                    let e = sign - point.p;
                    let by_z = (log(step, 0.0) - log(-step, 0.0)) / (2.0 * step);
                    assert!((by_z - e * point.factor[0]).abs() < 1e-8);
                    let by_g = (log(0.0, step) - log(0.0, -step)) / (2.0 * step);
                    assert!((by_g - e * point.factor[1]).abs() < 1e-8);
                    let second = [
                        (log(step, 0.0) - 2.0 * log(0.0, 0.0) + log(-step, 0.0)) / (step * step),
                        (log(step, step) - log(step, -step) - log(-step, step) + log(-step, -step))
                            / (4.0 * step * step),
                        (log(0.0, step) - 2.0 * log(0.0, 0.0) + log(0.0, -step)) / (step * step),
                    ];
                    let ours = [
                        e * point.bend[0] - point.slope[0] * point.factor[0],
                        e * point.bend[1] - point.slope[0] * point.factor[1],
                        e * point.bend[2] - point.slope[1] * point.factor[1],
                    ];
                    for (ours, numeric) in ours.iter().zip(second) {
                        assert!((ours - numeric).abs() < 1e-4, "{ours} is not {numeric}");
                    }
                }
            }
        }
    }
}
