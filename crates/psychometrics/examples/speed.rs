//! Time of a 2PL fit, standard errors and item fit included: `cargo run --release --example speed -p tutti-psychometrics`.
//!
//! With `girth` as an argument, the same answers go to girth in `target/girth` as well.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "an example for people")]

use std::{
    io::Write,
    process::{Command, Stdio},
    time::Instant,
};

use tutti_psychometrics::{Cell, Model, NotReachedRule, fit};

#[path = "../tests/simulated/mod.rs"]
mod simulated;

const PYTHON: &str = "
import json, sys, time, girth, numpy
answers = numpy.array(json.load(sys.stdin)).T.copy()
started = time.perf_counter()
girth.twopl_mml(answers)
print(f'girth 0.8.0: {time.perf_counter() - started:.2f} s, no standard errors')
";

fn main() {
    let table = simulated::answers(&simulated::curves(50, 1), 1000, 2);
    let mut times = Vec::new();
    for _ in 0..5 {
        let started = Instant::now();
        let found = fit(&table, Model::TwoPl, NotReachedRule::Ignore).unwrap();
        times.push(started.elapsed());
        assert!(found.convergence.converged);
    }
    times.sort();
    println!("2PL, 1000 persons × 50 items, with standard errors and S-X²: {:.3?} (median of 5)", times[2]);
    if std::env::args().nth(1).as_deref() == Some("girth") {
        let marks: Vec<Vec<u8>> =
            table.rows().map(|row| row.iter().map(|cell| u8::from(*cell == Cell::Right)).collect()).collect();
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/girth/bin/python");
        let mut child = Command::new(root).args(["-c", PYTHON]).stdin(Stdio::piped()).spawn().unwrap();
        let text = serde_json::to_string(&marks).unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        child.wait().unwrap();
    }
}
