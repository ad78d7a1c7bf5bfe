//! Runs the native agents over the briefs of a run: design, implementation, verification and style.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Instant,
};

use anyhow::{Context as _, ensure};
use tutti_forge::{
    BUILT_IN, Brief, Order, ToJudge, briefs,
    native::{design, implement},
    read_library,
    report::{ItemVerdict, Layer},
    style::judge,
    verify::{Blind, verify},
};

/// One item and its cost.
struct Made {
    /// Schema, family and difficulty.
    kind: String,
    accepted: bool,
    attempts: u32,
    seconds: f64,
}

/// The results of a run.
pub(crate) struct ForgeRun {
    /// Accepted items per second.
    pub(crate) per_second: f64,
    /// The share of requested items that were accepted.
    pub(crate) accepted: f64,
    /// Mean number of packages written per item.
    pub(crate) attempts: f64,
    /// Mean time of one item, in milliseconds.
    pub(crate) mean: f64,
    pub(crate) p99: f64,
    /// The families and difficulties with the highest mean, in milliseconds.
    pub(crate) slowest: Vec<(String, f64)>,
}

/// The mix that `tutti forge` makes by default.
pub(crate) fn mix(items: u64, seed: u64) -> anyhow::Result<Vec<Brief>> {
    Ok(briefs(items, seed, &read_library(BUILT_IN)?, [0.3, 0.5, 0.2]))
}

/// Every thread takes the next free brief.
pub(crate) fn run(briefs: &[Brief], threads: usize) -> anyhow::Result<ForgeRun> {
    let next = AtomicUsize::new(0);
    let work = || -> anyhow::Result<Vec<Made>> {
        let mut done = Vec::new();
        while let Some(brief) = briefs.get(next.fetch_add(1, Ordering::Relaxed)) {
            done.push(make(brief)?);
        }
        Ok(done)
    };
    let start = Instant::now();
    let done = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut all = Vec::with_capacity(briefs.len());
        for worker in workers {
            all.extend(worker.join().ok().context("a thread panicked")??);
        }
        anyhow::Ok(all)
    })?;
    let seconds = start.elapsed().as_secs_f64();
    ensure!(done.len() == briefs.len(), "an item was left out");
    Ok(summary(&done, seconds))
}

/// The default number of retries of `tutti forge`.
const RETRIES: u32 = 2;

/// An item, written anew until it passes: its key is proved by solving the claim, and the judge lets it through.
fn make(brief: &Brief) -> anyhow::Result<Made> {
    let start = Instant::now();
    let idea = design(brief)?;
    let kind = format!("{} {} {}", brief.schema.id, idea.family.as_deref().unwrap_or("-"), brief.difficulty);
    let mut accepted = false;
    let mut attempt = 0;
    while !accepted && attempt <= RETRIES {
        let order = Order { brief: brief.clone(), idea: idea.clone(), attempt, failed: Vec::new() };
        let package = implement(&order)?;
        let report = verify(&package, &Blind::NotAsked);
        let proved = report.layers.as_ref().is_some_and(|layers| layers.proof == Layer::Pass);
        accepted = report.verdict == ItemVerdict::Pass
            && proved
            && judge(&ToJudge { brief: order.brief, package })?.verdict == ItemVerdict::Pass;
        attempt += 1;
    }
    Ok(Made { kind, accepted, attempts: attempt, seconds: start.elapsed().as_secs_f64() })
}

fn summary(done: &[Made], seconds: f64) -> ForgeRun {
    let mut times: Vec<f64> = done.iter().map(|made| made.seconds * 1000.0).collect();
    times.sort_by(f64::total_cmp);
    let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len() as f64;
    let mut kinds: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for made in done {
        kinds.entry(&made.kind).or_default().push(made.seconds * 1000.0);
    }
    let mut slowest: Vec<(String, f64)> =
        kinds.into_iter().map(|(kind, times)| (kind.to_owned(), mean(&times))).collect();
    slowest.sort_by(|a, b| b.1.total_cmp(&a.1));
    slowest.truncate(5);
    let accepted = done.iter().filter(|made| made.accepted).count() as f64;
    ForgeRun {
        per_second: accepted / seconds,
        accepted: accepted / done.len() as f64,
        attempts: done.iter().map(|made| f64::from(made.attempts)).sum::<f64>() / done.len() as f64,
        mean: mean(&times),
        p99: times[(times.len() - 1) * 99 / 100],
        slowest,
    }
}
