//! Every item that the native families make for a seed, one to a line, to hold against another version's with `diff`:
//! `cargo run -p tutti-forge --example digest -- P5 > after`.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a tool for authors of families")]

use tutti_forge::native::{design, families, implement};
use tutti_forge::{BUILT_IN, Brief, Difficulty, Idea, Order, read_library};

fn main() {
    const EACH: u64 = 100;
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let library = read_library(BUILT_IN).unwrap();
    for family in families().filter(|family| family.schema.starts_with(&wanted)) {
        for difficulty in Difficulty::ALL {
            for slot in 0..EACH {
                let schema = library.iter().find(|schema| schema.id == family.schema).unwrap().clone();
                let brief = Brief { schema, difficulty, seed: 11, slot, refused: Vec::new() };
                let idea = Idea { family: Some(family.name.to_owned()), ..design(&brief).unwrap() };
                let order = Order { brief, idea, attempt: 0, failed: Vec::new() };
                let package = serde_json::to_string(&implement(&order).unwrap()).unwrap();
                println!("{} {} {difficulty} {slot} {package}", family.schema, family.name);
            }
        }
    }
}
