//! Measures the comparison of two option values against SymPy: the pairs of `pairs.tsv`, parsed before timing starts.

use std::{hint::black_box, path::Path, time::Instant};

use anyhow::{Context as _, ensure};
use tutti_maths::{Answer, Equality, compare, read};

use crate::{Line, ask};

struct Pair {
    left: Answer,
    right: Answer,
    equal: bool,
    written: &'static str,
}

/// Comparisons of each pair per round, so that the cost of the clock does not matter.
const TIMES: u32 = 200;

pub(crate) fn measure(sympy: &Path, rounds: usize) -> anyhow::Result<[Line; 2]> {
    let pairs = include_str!("../pairs.tsv").lines().skip(1).map(pair).collect::<anyhow::Result<Vec<_>>>()?;
    let mut ours = vec![f64::INFINITY; pairs.len()];
    let mut theirs = vec![f64::INFINITY; pairs.len()];
    for _ in 0..rounds {
        for (pair, best) in pairs.iter().zip(&mut ours) {
            *best = best.min(microseconds(pair)?);
        }
        let found: Vec<f64> = ask(sympy, "sympy_pairs.py", include_str!("../pairs.tsv"))?;
        ensure!(found.len() == pairs.len(), "SymPy left a pair out");
        for (found, best) in found.iter().zip(&mut theirs) {
            *best = best.min(*found);
        }
    }
    for (place, pair) in pairs.iter().enumerate() {
        eprintln!("{:8.2} µs, SymPy {:10.0} µs  {}", ours[place], theirs[place], pair.written);
    }
    let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len() as f64;
    let worst = ours.iter().copied().fold(0.0, f64::max);
    let (our_mean, their_mean) = (mean(&ours), mean(&theirs));
    let ratio = their_mean / our_mean;
    Ok([
        Line {
            what: "equality of two option values, mean of 30 pairs",
            ours: format!("{our_mean:.1} µs"),
            peer: format!("SymPy 1.14.0: {their_mean:.0} µs"),
            ratio: Some(ratio),
            target: "at least 500 x",
            met: ratio >= 500.0,
        },
        Line {
            what: "the slowest of these pairs",
            ours: format!("{worst:.1} µs"),
            peer: format!("SymPy 1.14.0: {:.0} µs", theirs.iter().copied().fold(0.0, f64::max)),
            ratio: None,
            target: "at most 20 µs",
            met: worst <= 20.0,
        },
    ])
}

fn pair(line: &'static str) -> anyhow::Result<Pair> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [verdict, left, right, _, _] = fields[..] else { anyhow::bail!("five fields: {line}") };
    let answer = |text: &str| read(text).with_context(|| text.to_owned());
    Ok(Pair { left: answer(left)?, right: answer(right)?, equal: verdict == "equal", written: line })
}

fn microseconds(pair: &Pair) -> anyhow::Result<f64> {
    let found = compare(&pair.left, &pair.right);
    let decided = match &found {
        Equality::Equal { .. } => Some(true),
        Equality::Different { .. } => Some(false),
        Equality::Undecided { .. } => None,
    };
    ensure!(decided == Some(pair.equal), "{}: {found:?}", pair.written);
    let start = Instant::now();
    for _ in 0..TIMES {
        black_box(compare(black_box(&pair.left), black_box(&pair.right)));
    }
    Ok(start.elapsed().as_secs_f64() * 1e6 / f64::from(TIMES))
}
