//! Items without a claim, checked against their own words.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use serde_json::json;
use tutti_forge::Package;
use tutti_forge::report::{Failure, Layer};
use tutti_forge::verify::{Blind, verify};

/// An item that asks for 3/2, with its own solution and the text of the path to 2/3.
fn item(options: [&str; 4], reasoning: &str, path: &str) -> Package {
    let [a, b, c, d] = options;
    serde_json::from_value(json!({
        "question": {
            "stem": "Two numbers have the sum $3$ and are equal. What is each?",
            "options": { "A": a, "B": b, "C": c, "D": d },
            "correct_option": "B",
        },
        "solution": { "reasoning": reasoning, "key_insight": "Equal numbers share the sum." },
        "distractor_map": { "A": path, "C": "forgets to halve", "D": "doubles" },
    }))
    .unwrap()
}

#[track_caller]
fn check(options: [&str; 4], reasoning: &str, path: &str, expected: Option<Failure>) {
    let report = verify(&item(options, reasoning, path), &Blind::NotAsked);
    assert_eq!(report.failure_type, expected, "{reasoning} | {path}: {:?}", report.reasons);
    // Words prove nothing, however well they agree.
    assert!(report.layers.unwrap().proof != Layer::Pass);
}

const PLAIN: [&str; 4] = ["$\\frac{2}{3}$", "$\\frac{3}{2}$", "$3$", "$6$"];
const UPSIDE_DOWN: &str = "divides the wrong way, which gives $2/3$";

#[test]
fn a_solution_ends_at_its_key() {
    for reasoning in [
        "So $x = \\frac{3}{2}$.",
        "Twice $x$ is 3. Hence the correct answer is 3/2.",
        "Hence the correct answer is **B**.",
        "$$2x = 3 \\implies x = \\frac{6}{4}$$",
        "Half of three.",
        "The answer is obvious.",
        "The answer is $",
        "= = =",
    ] {
        check(PLAIN, reasoning, UPSIDE_DOWN, None);
    }
    for reasoning in [
        "So $x = 3$.",
        "The answer is D.",
        "Therefore $2x = 3 \\implies x = \\frac{2}{3}$.",
        "The correct answer is 6.",
    ] {
        check(PLAIN, reasoning, UPSIDE_DOWN, Some(Failure::MathematicalError));
    }
}

#[test]
fn a_wrong_path_ends_at_its_option() {
    for path in [
        "divides the wrong way",
        "leading to $\\frac{4}{6}$.",
        "gives the wrong half",
        "giving $k^2$",
        "gives $",
    ] {
        check(PLAIN, "So $x = \\frac{3}{2}$.", path, None);
    }
    for path in ["which gives $\\frac{3}{4}$", "leading to $x = 5$.", "(giving 7)"] {
        check(PLAIN, "So $x = \\frac{3}{2}$.", path, Some(Failure::DistractorFailure));
    }
}

#[test]
fn options_agree_in_their_units() {
    let mixed = ["$2\\,\\mathrm{m}$", "$3\\,\\mathrm{m}$", "$4$", "$6\\,\\mathrm{m}$"];
    check(mixed, "The answer is B.", "slips", Some(Failure::StyleMismatch));
    let of_two_kinds = ["$2\\,\\mathrm{m}$", "$3\\,\\mathrm{m}$", "$4\\,\\mathrm{s}$", "$6\\,\\mathrm{m}$"];
    check(of_two_kinds, "The answer is B.", "slips", Some(Failure::DistractorFailure));
    let of_two_scales =
        ["$2\\,\\mathrm{m}$", "$3\\,\\mathrm{m}$", "$40\\,\\mathrm{cm}$", "$6\\,\\mathrm{m}$"];
    check(of_two_scales, "The answer is B.", "slips", None);
    check(["$2$", "$.5$", "$4$", "$6$"], "The answer is B.", "slips", Some(Failure::ExcessiveComputation));
}
