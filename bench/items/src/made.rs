//! How fast items are checked, solved by cues and searched for near-duplicates, on one core.
//!
//! `cargo run --release -p tutti-item --example speed`
#![allow(clippy::print_stdout, reason = "its output is its purpose")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use tutti_item::{Item, cues, duplicates::Bank, flaws};

const BANK: usize = 100_000;

fn main() {
    let items: Vec<Item> = (0..BANK).map(made).collect();
    let words: usize = items.iter().map(|item| item.stem.as_str().split(' ').count()).sum();
    println!(
        "{BANK} items, {:.0} words in a stem, {} options",
        words as f64 / BANK as f64,
        items[0].options().len()
    );

    per_second("flaw checks", &items, |item| flaws::check(item).len());
    per_second("validations", &items, |item| item.validate().len());
    per_second("test-wise guesses", &items, |item| usize::from(cues::guess(item).is_some()));

    queries("templates", &items);
    drop(items);
    let prose: Vec<Item> = (0..BANK).map(told).collect();
    queries("prose", &prose);
}

fn queries(what: &str, items: &[Item]) {
    let mut bank = Bank::new();
    let start = Instant::now();
    for item in items {
        bank.add(item);
    }
    println!("{what:>20}: {:.0} items/s added to the bank", BANK as f64 / start.elapsed().as_secs_f64());
    let mut times: Vec<Duration> = Vec::new();
    let mut found = 0;
    for item in items.iter().step_by(37) {
        let start = Instant::now();
        found += black_box(bank.find(item)).len();
        times.push(start.elapsed());
    }
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1e3;
    println!(
        "{what:>20}: a query takes {:.3} ms (median), 99 % within {:.3} ms, worst {:.3} ms; {:.1} matches",
        at(50),
        at(99),
        at(100),
        found as f64 / times.len() as f64
    );
}

fn per_second(what: &str, items: &[Item], act: impl Fn(&Item) -> usize) {
    let start = Instant::now();
    let sum: usize = items.iter().map(|item| black_box(act(item))).sum();
    let seconds = start.elapsed().as_secs_f64();
    println!("{what:>20}: {:.0} items/s ({sum} in all)", items.len() as f64 / seconds);
}

/// Half are templates with other numbers, half say something of their own.
fn made(n: usize) -> Item {
    const THINGS: [&str; 16] = [
        "trolley",
        "barge",
        "glacier",
        "pendulum",
        "reservoir",
        "satellite",
        "conveyor",
        "turbine",
        "kiln",
        "lantern",
        "harvester",
        "telescope",
        "furnace",
        "aqueduct",
        "locomotive",
        "windmill",
    ];
    const DEEDS: [&str; 16] = [
        "slows",
        "drifts",
        "cools",
        "swings",
        "drains",
        "orbits",
        "carries gravel",
        "spins",
        "hardens clay",
        "burns oil",
        "gathers barley",
        "gathers light",
        "melts scrap",
        "leaks",
        "climbs",
        "grinds flour",
    ];
    const PLACES: [&str; 16] = [
        "harbour",
        "valley",
        "laboratory",
        "desert",
        "quarry",
        "island",
        "workshop",
        "cellar",
        "plateau",
        "estuary",
        "orchard",
        "tunnel",
        "market",
        "observatory",
        "mine",
        "meadow",
    ];
    let mut state = n as u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let (thing, deed, place) = (THINGS[next(16)], DEEDS[next(16)], PLACES[next(16)]);
    let (a, b) = (2 + next(400), 3 + next(90));
    let own = if n.is_multiple_of(2) {
        String::new()
    } else {
        let word = |k: usize| {
            format!("{}{}", THINGS[k % 16].get(..3).unwrap_or(""), DEEDS[k / 16 % 16].get(..4).unwrap_or(""))
        };
        format!(" The {} beside it has a {} and a {}.", word(next(256)), word(next(256)), word(next(256)))
    };
    let stem = format!(
        "A {thing} in the {place} {deed} steadily for {b} minutes after it was loaded with {a} kg of wet sand. \
         Resistance of the air is negligible.{own} Which change does an engineer at the {place} observe?"
    );
    let options = [
        format!("The {thing} loses a tenth of its mass."),
        format!("The {thing} keeps its first speed."),
        format!("The {place} takes up the spare heat."),
        format!("The {place} lifts the lower edge."),
        format!("The load shifts by {b} cm to one side."),
    ];
    Item::multiple_choice(stem, options, n % 5)
}

/// Twenty-five words, the common ones far more often than the rare; every tenth item is an earlier one with a few
/// words changed.
fn told(n: usize) -> Item {
    let earlier = if n.is_multiple_of(10) { n / 2 } else { n };
    let mut state = earlier as u64 + 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 40
    };
    for _ in 0..9 {
        next();
    }
    let mut word = || {
        const SYLLABLES: [&str; 20] = [
            "ba", "ker", "lo", "min", "tu", "ras", "pe", "gol", "vi", "den", "sha", "mur", "ti", "fol", "ne",
            "cas", "ju", "wen", "ho", "dri",
        ];
        let share = next() as f64 / (1u64 << 24) as f64;
        let mut rank = (share * share * share * 30_000.0) as usize + 20;
        let mut text = String::new();
        while rank > 0 {
            text.push_str(SYLLABLES[rank % 20]);
            rank /= 20;
        }
        text
    };
    let mut stem: Vec<String> = (0..25).map(|_| word()).collect();
    let options: Vec<String> = (0..4).map(|_| format!("the {} of {}", word(), word())).collect();
    if earlier != n {
        for place in [3, 11, 19] {
            stem[place] = format!("other{}", n % 97);
        }
    }
    Item::multiple_choice(format!("Which {}?", stem.join(" ")), options, n % 4)
}
