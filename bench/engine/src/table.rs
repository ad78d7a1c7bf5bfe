//! Prints all results of a session as a table, with the targets. The best round counts for all.

use std::{collections::BTreeMap, io::BufRead};

use anyhow::Result;
use serde::Deserialize;

use crate::measure::{Figure, Throughput};

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Line {
    Throughput(Throughput),
    Figure(Figure),
}

/// The best round of a peer at one concurrency, with the slowest for comparison.
struct Best {
    line: Throughput,
    slowest: f64,
}

#[derive(Default)]
struct Session {
    best: BTreeMap<(String, usize), Best>,
    /// All rounds.
    figures: BTreeMap<String, Vec<Figure>>,
}

impl Session {
    fn read() -> Result<Self> {
        let mut modes: BTreeMap<(String, usize, String), Vec<Throughput>> = BTreeMap::new();
        let mut session = Self::default();
        for line in std::io::stdin().lock().lines() {
            match serde_json::from_str(&line?)? {
                // In these modes a crash may lose a step: they are measured, but not durable.
                Line::Throughput(line) if line.mode.ends_with("-async") => {}
                Line::Throughput(line) => {
                    let mode = (line.peer.clone(), line.concurrency, line.mode.clone());
                    modes.entry(mode).or_default().push(line);
                }
                Line::Figure(figure) => {
                    session.figures.entry(figure.name.clone()).or_default().push(figure);
                }
            }
        }
        for ((peer, concurrency, _), mut rounds) in modes {
            rounds.sort_by(|a, b| a.steps_per_s.total_cmp(&b.steps_per_s));
            let slowest = rounds.first().map_or(0.0, |line| line.steps_per_s);
            let Some(line) = rounds.pop() else { continue };
            let known = session.best.get(&(peer.clone(), concurrency));
            if known.is_none_or(|known| known.line.steps_per_s < line.steps_per_s) {
                session.best.insert((peer, concurrency), Best { line, slowest });
            }
        }
        Ok(session)
    }

    fn speed(&self, peer: &str, concurrency: usize) -> Option<f64> {
        self.best.get(&(peer.to_owned(), concurrency)).map(|best| best.line.steps_per_s)
    }

    fn figure(&self, name: &str) -> Option<f64> {
        self.figures.get(name).and_then(|rounds| best(rounds)).map(|figure| figure.value)
    }
}

/// The best round; for ratios the median, because a disturbance may change them either way.
fn best(rounds: &[Figure]) -> Option<&Figure> {
    let mut rounds: Vec<&Figure> = rounds.iter().collect();
    rounds.sort_by(|a, b| a.value.total_cmp(&b.value));
    match rounds.first()?.unit.as_str() {
        "x" => rounds.get(rounds.len() / 2).copied(),
        "steps/s" | "rows" => rounds.last().copied(),
        _ => rounds.first().copied(),
    }
}

pub(crate) fn print(title: &str) -> Result<()> {
    let session = Session::read()?;
    if !title.is_empty() {
        println!("{title}\n");
    }
    println!("| who | mode | at a time | steps/s (slowest round) | run p50 / p99 ms | peak MB | Tutti is |");
    println!("| --- | --- | ---: | ---: | ---: | ---: | ---: |");
    for ((peer, concurrency), Best { line, slowest }) in &session.best {
        let ratio = session.speed("tutti", *concurrency).filter(|_| peer != "tutti");
        println!(
            "| {peer} | {} | {concurrency} | {:.0} ({slowest:.0}) | {:.1} / {:.1} | {:.0} | {} |",
            line.mode,
            line.steps_per_s,
            line.run_p50_ms,
            line.run_p99_ms,
            line.rss_mb,
            ratio.map_or_else(|| "-".to_owned(), |ours| format!("{:.1} x", ours / line.steps_per_s)),
        );
    }
    println!("\n| only ours | |\n| --- | ---: |");
    for Figure { name, value, unit } in session.figures.values().filter_map(|rounds| best(rounds)) {
        println!("| {name} | {value:.2} {unit} |");
    }
    println!("\n| target | measured | |\n| --- | ---: | --- |");
    for Target { what, measured, limit, at_least } in targets(&session) {
        let sign = if at_least { "at least" } else { "at most" };
        let (shown, verdict) = match measured {
            None => ("-".to_owned(), "not measured"),
            Some(value) if (value >= limit) == at_least || (value - limit).abs() < f64::EPSILON => {
                (format!("{value:.2}"), "pass")
            }
            Some(value) => (format!("{value:.2}"), "**fail**"),
        };
        println!("| {what}: {sign} {limit} | {shown} | {verdict} |");
    }
    Ok(())
}

struct Target {
    what: &'static str,
    measured: Option<f64>,
    limit: f64,
    at_least: bool,
}

fn targets(session: &Session) -> Vec<Target> {
    let one = session.speed("langgraph", 1);
    let many = session.speed("langgraph", 64);
    let best = one.into_iter().chain(many).reduce(f64::max);
    let times = |ours: Option<f64>, theirs: Option<f64>| Some(ours? / theirs?);
    let target = |what, measured, limit, at_least| Target { what, measured, limit, at_least };
    vec![
        target("a run ÷ its bare commits", session.figure("run / its bare commits"), 1.3, false),
        target("one at a time ÷ LangGraph's", times(session.speed("tutti", 1), one), 3.0, true),
        target("64 at a time ÷ LangGraph's best", times(session.speed("tutti", 64), best), 20.0, true),
        target("MB with 10,000 parked runs", session.figure("memory with parked runs"), 60.0, false),
        target("s for 1,000 interrupted runs", session.figure("interrupted runs finished in"), 2.0, false),
        target("ms for a cold start", session.figure("cold start"), 60.0, false),
    ]
}
