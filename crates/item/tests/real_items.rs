//! What the rules find in real items. They are borrowed and not in the repository.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../../tests/src/shared_data.rs"]
mod shared_data;

use std::fs;

use tutti_item::{Item, RichText, cues, duplicates::Bank, flaws, flaws::Rule};

/// The cells of one line of CSV; a quote inside a quoted cell is doubled.
fn cells(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            c => cell.push(c),
        }
    }
    if !cell.is_empty() {
        row.push(cell);
        rows.push(row);
    }
    rows
}

fn mmlu(text: &str) -> Vec<Item> {
    cells(text)
        .into_iter()
        .filter(|row| row.len() == 6)
        .map(|row| {
            let key = usize::from(row[5].trim().bytes().next().unwrap() - b'A');
            let options = row[1..5].iter().map(|option| RichText::from_dollars(option));
            Item::multiple_choice(RichText::from_dollars(&row[0]), options, key)
        })
        .collect()
}

fn esat(text: &str) -> Vec<Item> {
    text.lines()
        .filter_map(|line| {
            let value: serde_json::Value = serde_json::from_str(line).ok()?;
            let question = &value["question_package"]["question"];
            let options = question["options"].as_object()?;
            let key = options
                .keys()
                .position(|label| Some(label.as_str()) == question["correct_option"].as_str())?;
            let texts = options.values().map(|text| {
                RichText::from_dollars(&text.as_str().map_or_else(|| text.to_string(), str::to_owned))
            });
            Some(Item::multiple_choice(RichText::from_dollars(question["stem"].as_str()?), texts, key))
        })
        .collect()
}

#[test]
fn flags_on_real_items() {
    let Some(folder) = shared_data::find("items") else { return };
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
    for (name, items) in [
        ("mathematics", mmlu(&read("mmlu_high_school_mathematics_val.csv"))),
        ("physics", mmlu(&read("mmlu_high_school_physics_val.csv"))),
        ("esat", esat(&read("esat-accepted.jsonl"))),
    ] {
        println!("{name}: {} items", items.len());
        let found: Vec<_> = items.iter().flat_map(flaws::check).collect();
        for rule in Rule::ALL {
            let flagged: Vec<_> = found.iter().filter(|flaw| flaw.rule == *rule).collect();
            if let Some(first) = flagged.first() {
                let share = 100.0 * flagged.len() as f64 / items.len() as f64;
                println!("  {rule}: {} ({share:.0} %), such as {:?}", flagged.len(), first.quote);
            }
        }
        println!(
            "  set: {:?}",
            flaws::check_set(&items).into_iter().map(|flaw| flaw.detail).collect::<Vec<_>>()
        );
        println!("  {:?}", cues::expected_score(&items));
        let mut bank = Bank::new();
        for item in &items {
            let found = bank.find(item);
            if let Some(first) = found.first() {
                println!(
                    "  like an earlier one ({:?} {:.2}): {}",
                    first.relation, first.similarity, item.stem
                );
            }
            bank.add(item);
        }
        for item in &items {
            for finding in item.validate() {
                println!("  {} {}", finding.rule, finding.message);
            }
        }
    }
}
