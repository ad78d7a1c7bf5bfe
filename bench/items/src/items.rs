//! Measures flaw checks and the search for similar items, on one core. No peer does either, so there is a target but no
//! ratio.

use std::{hint::black_box, time::Instant};

use tutti_item::{Item, duplicates::Bank, flaws};

use crate::{
    Line,
    sample_items::{prose_item, template_item},
};

const BANK: usize = 100_000;

pub(crate) fn measure(rounds: usize) -> Vec<Line> {
    let templates: Vec<Item> = (0..BANK).map(template_item).collect();
    let rate = (0..rounds)
        .map(|_| {
            let start = Instant::now();
            for item in &templates {
                black_box(flaws::check(item));
            }
            BANK as f64 / start.elapsed().as_secs_f64()
        })
        .fold(0.0, f64::max);
    let mut lines = vec![Line {
        what: "flaw checks, one core",
        ours: format!("{rate:.0} items/s"),
        peer: "-".to_owned(),
        ratio: None,
        target: "at least 20,000 items/s",
        met: rate >= 20_000.0,
    }];
    lines.push(queries("like items among 100,000, templates: mean / p99", &templates, rounds));
    drop(templates);
    let prose: Vec<Item> = (0..BANK).map(prose_item).collect();
    lines.push(queries("like items among 100,000, prose: mean / p99", &prose, rounds));
    lines
}

fn queries(what: &'static str, items: &[Item], rounds: usize) -> Line {
    let mut bank = Bank::new();
    for item in items {
        bank.add(item);
    }
    let (mut mean, mut slow) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..rounds {
        let mut times: Vec<f64> = items
            .iter()
            .step_by(37)
            .map(|item| {
                let start = Instant::now();
                black_box(bank.find(item));
                start.elapsed().as_secs_f64() * 1e3
            })
            .collect();
        times.sort_by(f64::total_cmp);
        mean = mean.min(times.iter().sum::<f64>() / times.len() as f64);
        slow = slow.min(times[times.len() * 99 / 100]);
    }
    Line {
        what,
        ours: format!("{mean:.3} / {slow:.3} ms"),
        peer: "-".to_owned(),
        ratio: None,
        target: "at most 2 ms",
        met: slow <= 2.0,
    }
}
