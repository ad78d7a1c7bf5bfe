//! Comparison with another implementation on the same answers: girth 0.8.0, and scipy on the bare likelihood.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic, and says what it measured")]

mod simulation;

use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

use serde_json::{Value, json};
use tutti_psychometrics::{AnalyzeOptions, Cell, Model, NotReachedRule, Responses, analyze, fit};

/// One Python process for all comparisons.
fn ask(question: &Value) -> Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let python = root.join("target/girth/bin/python");
    assert!(python.exists(), "there is no target/girth: `make test` makes it");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/girth/compare.py");
    let mut child =
        Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(question.to_string().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

#[track_caller]
fn agree(what: &str, ours: &[f64], theirs: &Value, tolerance: f64) {
    let theirs = numbers(theirs);
    assert_eq!(ours.len(), theirs.len());
    let worst = ours.iter().zip(&theirs).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    println!("{what}: largest difference {worst:.5}");
    assert!(worst <= tolerance, "{what}: {worst} apart\n{ours:.3?}\n{theirs:.3?}");
}

fn marks(table: &Responses) -> Vec<Vec<i8>> {
    let mark = |cell: &Cell| match cell {
        Cell::Right => 1,
        Cell::NotPresented => -1,
        _ => 0,
    };
    table.rows().map(|row| row.iter().map(mark).collect()).collect()
}

/// Every third person was not shown three of the items.
fn with_holes(table: &Responses) -> Responses {
    let rows = table.persons().iter().zip(table.rows()).enumerate().map(|(place, (name, row))| {
        let hidden = if place % 3 == 0 { place % 7..place % 7 + 3 } else { 0..0 };
        let cell = |(i, cell): (usize, &Cell)| if hidden.contains(&i) { Cell::NotPresented } else { *cell };
        (name.clone(), row.iter().enumerate().map(cell).collect())
    });
    Responses::from_rows(table.items().to_vec(), rows.collect()).unwrap()
}

#[test]
fn others_find_the_same() {
    let table = simulation::answers(&simulation::curves(10, 21), 1000, 22);
    let two = fit(&table, Model::TwoPl, NotReachedRule::Ignore).unwrap();
    let one = fit(&table, Model::OnePl, NotReachedRule::Ignore).unwrap();
    let slopes: Vec<f64> = two.items.iter().map(|item| item.curve.slope).collect();
    let intercepts: Vec<f64> = two.items.iter().map(|item| item.curve.intercept).collect();
    let difficulties: Vec<f64> = two.items.iter().map(|item| item.difficulty.unwrap()).collect();
    let holes = with_holes(&table);
    let question =
        json!({ "answers": marks(&table), "holes": marks(&holes), "a": slopes, "b": difficulties });
    let answer = ask(&question);

    // The same method: alpha, abilities for given items, the maximum of the marginal likelihood.
    let analysis = analyze(&table, &AnalyzeOptions::default());
    let alpha = analysis.test.classical.reliability.unwrap().alpha;
    agree("alpha", &[alpha], &json!([answer["alpha"]]), 1e-9);
    let abilities: Vec<f64> = two.abilities.iter().map(|ability| ability.theta).collect();
    agree("EAP, girth", &abilities, &answer["eap"], 0.02);
    agree("2PL a, scipy", &slopes, &answer["scipy_2pl"]["a"], 0.002);
    agree("2PL d, scipy", &intercepts, &answer["scipy_2pl"]["d"], 0.002);
    let likelihoods = [two.log_likelihood, one.log_likelihood];
    let theirs = json!([answer["scipy_2pl"]["log_likelihood"], answer["scipy_1pl"]["log_likelihood"]]);
    agree("log likelihood, scipy", &likelihoods, &theirs, 0.001);
    let easiness: Vec<f64> = one.items.iter().map(|item| item.curve.intercept).collect();
    agree("1PL d, scipy", &easiness, &answer["scipy_1pl"]["d"], 0.002);
    let found = fit(&holes, Model::TwoPl, NotReachedRule::Ignore).unwrap();
    let of_holes: Vec<f64> = found.items.iter().map(|item| item.curve.slope).collect();
    agree("2PL a of incomplete answers, scipy", &of_holes, &answer["scipy_holes"]["a"], 0.002);
    agree("1PL a, girth", &[one.items[0].curve.slope], &answer["girth_1pl"]["a"], 0.02);
    let b: Vec<f64> = one.items.iter().map(|item| item.difficulty.unwrap()).collect();
    agree("1PL b, girth", &b, &answer["girth_1pl"]["b"], 0.02);

    // Nearly the same method: girth ties each difficulty to the share right, and stops when a moves by .001.
    agree("2PL a, girth", &slopes, &answer["girth_2pl"]["a"], 0.02);
    agree("2PL b, girth", &difficulties, &answer["girth_2pl"]["b"], 0.02);
    println!("girth took {:.2} s", answer["girth_seconds"].as_f64().unwrap());
}
