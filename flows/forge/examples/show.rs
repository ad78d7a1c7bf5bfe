//! Prints items of native families: `cargo run -p tutti-forge --example show -- M1 3`.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a tool for authors of families")]

use tutti_forge::native::{design, families, implement};
use tutti_forge::verify::{Blind, verify};
use tutti_forge::{BUILT_IN, Brief, Difficulty, Idea, Order, read_library};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let wanted = words.first().cloned().unwrap_or_default();
    let count: u64 = words.get(1).and_then(|word| word.parse().ok()).unwrap_or(1);
    let library = read_library(BUILT_IN).unwrap();
    for family in
        families().filter(|family| format!("{} {}", family.schema, family.name).starts_with(&wanted))
    {
        for difficulty in Difficulty::ALL {
            for slot in 0..count {
                let schema = library.iter().find(|schema| schema.id == family.schema).unwrap().clone();
                let brief = Brief { schema, difficulty, seed: 11, slot, refused: Vec::new() };
                let idea = Idea { family: Some(family.name.clone()), ..design(&brief).unwrap() };
                println!("── {} {} {difficulty} #{slot}", family.schema, family.name);
                match implement(&Order { brief, idea, attempt: 0, failed: Vec::new() }) {
                    Err(problem) => println!("{problem}"),
                    Ok(package) => {
                        println!("{}\n", package.question.stem);
                        for (letter, text) in &package.question.options {
                            let mark = if *letter == package.question.correct_option { "*" } else { " " };
                            let why = package.distractor_map.get(letter).map_or("", |path| path.why.as_str());
                            println!("{mark} {letter}  {text}    {why}");
                        }
                        println!(
                            "\n{}\nInsight: {}",
                            package.solution.reasoning, package.solution.key_insight
                        );
                        let report = verify(&package, &Blind::NotAsked);
                        println!("{:?} {:?} {:?}\n", report.verdict, report.layers, report.reasons);
                    }
                }
            }
        }
    }
}
