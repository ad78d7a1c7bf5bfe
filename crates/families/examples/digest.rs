//! Every question that the families make for a seed, to hold against another version's with `diff`:
//! `cargo run -p tutti-families --example digest -- P5 > after`. A second word prints so many of each difficulty.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a tool for authors of families")]

use tutti_families::{Difficulty, Place, families, faults};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let wanted = words.first().cloned().unwrap_or_default();
    let each: u64 = words.get(1).and_then(|word| word.parse().ok()).unwrap_or(100);
    for fault in faults() {
        println!("{fault}");
    }
    for family in
        families().filter(|family| format!("{} {}", family.schema, family.name).starts_with(&wanted))
    {
        for difficulty in Difficulty::ALL {
            for slot in 0..each {
                let question = family.question(difficulty, Place { seed: 11, slot, attempt: 0 }).unwrap();
                println!("── {} {} {difficulty} {slot}\n{}", family.schema, family.name, question.stem);
                for (place, option) in question.options.iter().enumerate() {
                    let mark = if place == question.key { "*" } else { "-" };
                    let why = option.mistake.as_ref().map_or("", |mistake| mistake.why.as_str());
                    println!("{mark} {}  {why}", option.text);
                }
                for step in &question.steps {
                    println!("step {} | {}", step.methods.join(" "), step.text);
                }
                println!(
                    "insight {}\ngiven {:?} {:?}",
                    question.insight, question.claim.given, question.claim.unit
                );
                println!("claim {:?}", question.claim.task);
                if let Some(figure) = &question.figure {
                    println!("figure {figure}");
                }
            }
        }
    }
}
