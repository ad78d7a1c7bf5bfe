//! Every rule of the Verifier, broken once by a change to a sound item.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use serde_json::{Value, json};
use tutti_forge::Package;
use tutti_forge::rules::Rule;
use tutti_forge::verify::{Blind, broken_rules};

/// A sound item with a claim.
fn sound() -> Value {
    json!({
        "question": {
            "stem": "A rectangle has sides of length \\(4\\) and \\(7\\). What is its area?",
            "options": { "A": "\\(11\\)", "B": "\\(28\\)", "C": "\\(22\\)", "D": "\\(14\\)" },
            "correct_option": "B",
        },
        "solution": {
            "reasoning": "The area is the product of the sides, so the answer is 28.",
            "key_insight": "Sides are multiplied.",
            "steps": [{ "text": "Multiply the sides.", "methods": ["arithmetic"] }],
        },
        "distractor_map": {
            "A": { "why": "adds the sides", "gives": "a + b" },
            "C": { "why": "takes the perimeter", "gives": "2*(a + b)" },
            "D": { "why": "halves the product", "gives": "a*b/2" },
        },
        "claim": {
            "given": { "a": "4", "b": "7" },
            "task": "solve",
            "unknowns": ["x"],
            "equations": ["x = a*b"],
            "ask": "x",
        },
    })
}

fn rules_broken(item: Value, blind: &Blind) -> Vec<Rule> {
    let package: Package = serde_json::from_value(item).unwrap();
    broken_rules(&package, blind)
}

/// The sound item breaks no rule; with the value at `pointer` changed, or taken away, it breaks this one.
#[track_caller]
fn check(rule: Rule, pointer: &str, to: impl Into<Option<Value>>) {
    assert_eq!(rules_broken(sound(), &Blind::NotAsked), [], "the sound item");
    let mut item = sound();
    put(&mut item, pointer, to.into());
    let found = rules_broken(item, &Blind::NotAsked);
    assert!(found.contains(&rule), "{rule:?} is not among {found:?}");
}

fn put(item: &mut Value, pointer: &str, to: Option<Value>) {
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    let parent = item.pointer_mut(parent).unwrap();
    match to {
        Some(to) => parent[name] = to,
        None => drop(parent.as_object_mut().unwrap().remove(name)),
    }
}

#[test]
fn options_and_key() {
    check(
        Rule::OptionCount,
        "/question/options",
        json!({ "A": "\\(11\\)", "B": "\\(28\\)", "C": "\\(22\\)" }),
    );
    check(Rule::OptionLetters, "/question/options/F", json!("\\(3\\)"));
    check(Rule::KeyUnknown, "/question/correct_option", json!("H"));
    check(Rule::OptionsAlike, "/question/options/C", json!("\\(11\\)"));
    check(Rule::OptionsAlike, "/question/options/C", json!(" "));
    check(Rule::ValuesEqual, "/question/options/C", json!("\\(\\frac{22}{2}\\)"));
    check(Rule::DecimalOption, "/question/options/C", json!("\\(22.0\\)"));
    check(Rule::UnitsPartial, "/question/options/C", json!("\\(22\\,\\mathrm{m}\\)"));
    let lengths = json!({
        "A": "\\(11\\,\\mathrm{m}\\)", "B": "\\(28\\,\\mathrm{m}\\)", "C": "\\(22\\,\\mathrm{m}\\)",
        "D": "\\(14\\,\\mathrm{s}\\)",
    });
    check(Rule::UnitsMixed, "/question/options", lengths);
}

#[test]
fn stem_and_solution() {
    check(Rule::StemMissing, "/question/stem", json!(" "));
    let stem = "A rectangle has sides of length \\(4\\) and \\(7\\). ".to_owned();
    check(Rule::StemLong, "/question/stem", json!(stem + &"It lies in a field that is large. ".repeat(30)));
    check(
        Rule::MathsUnbalanced,
        "/question/stem",
        json!("A rectangle has sides \\(4 and \\(7\\). What is its area?"),
    );
    check(Rule::SolutionMissing, "/solution", json!({}));
}

#[test]
fn methods_of_the_solution() {
    check(Rule::MethodUnlisted, "/solution/steps/0/methods", json!(["matrices"]));
    check(Rule::MethodBeyond, "/solution/steps/0/text", json!("Use Lagrange multipliers."));
}

#[test]
fn the_claim_and_the_key() {
    check(Rule::ClaimUnsolvable, "/claim/equations", json!(["x^2 = a*b"]));
    check(Rule::OptionNoAnswer, "/question/options/C", json!("\\(22\\,\\mathrm{m}\\)"));
    check(Rule::KeyWrong, "/claim/equations", json!(["x = a + b"]));
    check(Rule::KeyWrong, "/claim/equations", json!(["x = a + 2*b"]));
    check(Rule::SeveralRight, "/question/options/C", json!("\\(4 \\times 7\\)"));
    check(
        Rule::NumberUnclaimed,
        "/question/stem",
        json!("A rectangle has sides of length \\(4\\), \\(7\\) and \\(9\\). What is its area?"),
    );
    check(
        Rule::GivenUnstated,
        "/question/stem",
        json!("A rectangle has sides of length \\(4\\) and more. What is its area?"),
    );
    check(Rule::GivenUnused, "/claim/given", json!({ "a": "4", "b": "7", "c": "7" }));
}

#[test]
fn wrong_paths() {
    check(Rule::PathMissing, "/distractor_map/C", None);
    check(Rule::PathMissing, "/distractor_map/C/why", json!(""));
    check(Rule::PathWithoutOption, "/distractor_map/F", json!({ "why": "guesses" }));
    check(Rule::PathElsewhere, "/distractor_map/C/gives", json!("a + 2*b"));
    check(Rule::PathUnreadable, "/distractor_map/C/gives", json!("a +"));
}

#[test]
fn without_a_claim_the_solution_ends_at_the_key() {
    let mut item = sound();
    put(&mut item, "/claim", None);
    assert_eq!(rules_broken(item.clone(), &Blind::NotAsked), []);
    put(&mut item, "/solution/reasoning", Some(json!("The answer is 22.")));
    assert_eq!(rules_broken(item, &Blind::NotAsked), [Rule::SolutionContradictsKey]);
}

#[test]
fn a_blind_solver_finds_the_key() {
    assert_eq!(rules_broken(sound(), &Blind::Answered("B".to_owned())), []);
    assert_eq!(rules_broken(sound(), &Blind::Answered("A".to_owned())), [Rule::BlindDisagrees]);
}
