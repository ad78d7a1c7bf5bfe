//! Measures the native agents of forge and, in the same session, a peer that makes and checks questions.
//!
//! usage: tutti-bench-forge DATASET_PYTHON [ROUNDS]
//!
//! Ours and theirs alternate, round by round, and the best round of each counts. The table goes to standard output.
#![allow(clippy::print_stdout, reason = "the table is its purpose")]

mod native_run;

use std::{path::Path, process::Command};

use anyhow::{Context as _, bail, ensure};
use native_run::ForgeRun;

/// Items of a round with this many threads, and questions of the peer with as many processes.
const ITEMS: u64 = 4000;
const QUESTIONS: u64 = 450;

/// The target for two cores.
const WANTED: f64 = 2000.0;

/// The output of the peer's script.
#[derive(serde::Deserialize)]
struct Peer {
    per_second: f64,
    right: u64,
}

/// The best rounds with one number of threads.
struct Best {
    ours: ForgeRun,
    theirs: f64,
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [python, rest @ ..] = &arguments[..] else {
        bail!("usage: tutti-bench-forge DATASET_PYTHON [ROUNDS]");
    };
    let rounds: u64 = rest.first().map_or(Ok(3), |text| text.parse()).context("ROUNDS is a number")?;
    ensure!(rounds > 0, "ROUNDS is at least 1");

    let two = measure(Path::new(python), 2, rounds)?;
    let one = measure(Path::new(python), 1, rounds)?;

    println!("| what | ours | mathematics_dataset 1.0.1 + SymPy 1.5.1 | ours is | target | |");
    println!("| --- | ---: | ---: | ---: | --- | --- |");
    let met = |met: bool| if met { "pass" } else { "**missed**" };
    for (what, best, wanted) in
        [("verified items, two cores", &two, Some(WANTED)), ("verified items, one core", &one, None)]
    {
        let (ours, theirs) = (best.ours.per_second, best.theirs);
        let target = wanted.map_or_else(|| "-".to_owned(), |wanted| format!("at least {wanted:.0}/s"));
        let pass = wanted.map_or("-", |wanted| met(ours >= wanted));
        println!("| {what} | {ours:.0}/s | {theirs:.0}/s | {:.0} x | {target} | {pass} |", ours / theirs);
    }
    let ForgeRun { mean, p99, accepted, attempts, .. } = two.ours;
    println!(
        "| one item, two cores busy: mean / p99 | {mean:.2} / {p99:.2} ms | - | - | mean at most 1 ms | {} |",
        met(mean <= 1.0)
    );
    println!(
        "\nOf {ITEMS} items asked for, {:.1} % were accepted, after {attempts:.2} attempts each.",
        100.0 * accepted
    );
    println!("\nThe slowest kinds of item, on one core:\n");
    println!("| schema, family, difficulty | mean |");
    println!("| --- | ---: |");
    for (kind, milliseconds) in &one.ours.slowest {
        println!("| {kind} | {milliseconds:.2} ms |");
    }
    Ok(())
}

fn measure(python: &Path, threads: usize, rounds: u64) -> anyhow::Result<Best> {
    let briefs = native_run::mix(ITEMS, 7)?;
    let mut best: Option<Best> = None;
    for _ in 0..rounds {
        let ours = native_run::run(&briefs, threads)?;
        let theirs = peer(python, threads)?;
        best = Some(match best {
            None => Best { ours, theirs },
            Some(known) => Best {
                ours: if ours.per_second > known.ours.per_second { ours } else { known.ours },
                theirs: theirs.max(known.theirs),
            },
        });
    }
    best.context("no round was run")
}

fn peer(python: &Path, processes: usize) -> anyhow::Result<f64> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/dataset.py");
    let output = Command::new(python)
        .arg(&script)
        .args([QUESTIONS.to_string(), processes.to_string()])
        .output()
        .with_context(|| format!("{} does not start", python.display()))?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let peer: Peer = serde_json::from_slice(&output.stdout)?;
    ensure!(peer.right * 100 >= QUESTIONS * 98, "the peer showed only {} of {QUESTIONS} right", peer.right);
    Ok(peer.per_second)
}
