//! Measures the time per item of each family: `cargo run --release -p tutti-forge --example pace -- P5`.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a tool for authors of families")]

use std::time::Instant;

use tutti_forge::native::{design, families, implement};
use tutti_forge::verify::{Blind, verify};
use tutti_forge::{BUILT_IN, Brief, Difficulty, Idea, Order, read_library};

fn main() {
    const EACH: u64 = 100;
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let library = read_library(BUILT_IN).unwrap();
    for family in families().filter(|family| family.schema.starts_with(&wanted)) {
        for difficulty in Difficulty::ALL {
            let (mut made, mut verified) = (0.0, 0.0);
            for slot in 0..EACH {
                let schema = library.iter().find(|schema| schema.id == family.schema).unwrap().clone();
                let brief = Brief { schema, difficulty, seed: 3, slot, refused: Vec::new() };
                let idea = Idea { family: Some(family.name.clone()), ..design(&brief).unwrap() };
                let order = Order { brief, idea, attempt: 0, failed: Vec::new() };
                let start = Instant::now();
                let package = implement(&order).unwrap();
                let between = Instant::now();
                verify(&package, &Blind::NotAsked);
                made += (between - start).as_secs_f64();
                verified += between.elapsed().as_secs_f64();
            }
            let milli = |seconds: f64| seconds * 1000.0 / EACH as f64;
            println!(
                "{} {} {difficulty}: {:.2} ms to make, {:.2} ms to verify",
                family.schema,
                family.name,
                milli(made),
                milli(verified)
            );
        }
    }
}
