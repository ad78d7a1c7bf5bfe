//! Simulated answers to items of known parameters.

use rand::{Rng, SeedableRng, rngs::StdRng};
use tutti_psychometrics::{Cell, Curve, Item, Responses};

/// Slopes from .6 to 2, difficulties from −2 to 2, in no order.
pub(crate) fn curves(items: usize, seed: u64) -> Vec<Curve> {
    let mut random = StdRng::seed_from_u64(seed);
    (0..items)
        .map(|_| {
            let slope = random.random_range(0.6..2.0);
            let intercept = -slope * random.random_range(-2.0..2.0);
            Curve { slope, intercept, guessing: 0.0 }
        })
        .collect()
}

/// Persons drawn from N(0, 1).
pub(crate) fn answers(curves: &[Curve], persons: usize, seed: u64) -> Responses {
    let mut random = StdRng::seed_from_u64(seed);
    let rows = (0..persons)
        .map(|person| {
            // Box and Muller.
            let (u, v): (f64, f64) = (random.random_range(f64::MIN_POSITIVE..1.0), random.random());
            let theta = (-2.0 * u.ln()).sqrt() * (2.0 * std::f64::consts::PI * v).cos();
            let row = curves.iter().map(|curve| {
                if random.random_bool(curve.probability(theta)) { Cell::Right } else { Cell::Wrong }
            });
            (person.to_string(), row.collect())
        })
        .collect();
    let items = (1..=curves.len()).map(|i| Item::without_options(format!("q{i}"))).collect();
    Responses::from_rows(items, rows).unwrap()
}
