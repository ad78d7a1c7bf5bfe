//! Measures a 2PL fit of 1,000 persons and 50 items against girth. Ours also computes standard errors and item fit.

use std::{path::Path, time::Instant};

use tutti_psychometrics::{Cell, Model, NotReachedRule, fit};

use crate::{Line, ask};

#[allow(clippy::unwrap_used, reason = "written for tests, where it may panic")]
#[path = "../../../crates/psychometrics/tests/simulation/mod.rs"]
mod simulation;

pub(crate) fn measure(girth: &Path, rounds: usize) -> anyhow::Result<Line> {
    let table = simulation::answers(&simulation::curves(50, 1), 1000, 2);
    let marks: Vec<Vec<u8>> =
        table.rows().map(|row| row.iter().map(|cell| u8::from(*cell == Cell::Right)).collect()).collect();
    let marks = serde_json::to_string(&marks)?;
    let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..rounds {
        let start = Instant::now();
        let found = fit(&table, Model::TwoPl, NotReachedRule::Ignore)?;
        ours = ours.min(start.elapsed().as_secs_f64());
        anyhow::ensure!(found.convergence.converged, "no convergence");
        theirs = theirs.min(ask(girth, "girth_fit.py", &marks)?);
    }
    let ratio = theirs / ours;
    Ok(Line {
        what: "2PL fit, 1,000 persons × 50 items",
        ours: format!("{ours:.3} s, with standard errors"),
        peer: format!("girth 0.8.0: {theirs:.2} s, without"),
        ratio: Some(ratio),
        target: "faster than girth",
        met: ratio > 1.0,
    })
}
