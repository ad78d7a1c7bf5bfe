//! Equations, systems, searches, derivatives, digits.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use tutti_maths::{
    Answer, Expr, Reading, compare_exprs, digits, read, read_expr, simplify,
    solve::{self, Field, SolveError},
};

fn sides(text: &str) -> (Expr, Expr) {
    match read(text).unwrap_or_else(|error| panic!("{text}: {error}")) {
        Answer::Relation(mut sides, _) if sides.len() == 2 => {
            let right = sides.pop().unwrap();
            (sides.pop().unwrap(), right)
        }
        other => panic!("{text}: {other:?}"),
    }
}

fn list(solutions: &[Expr]) -> String {
    solutions.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (equation, expected) in cases {
        let (left, right) = sides(equation);
        let found = match solve::equation(&left, &right, "x") {
            Ok(found) => list(&found),
            Err(error) => error.to_string(),
        };
        if found != *expected {
            wrong.push(format!("{equation}: expected {expected}, found {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn equations() {
    check(&[
        ("2x+4=0", "-2"),
        ("x^2=2", "-sqrt(2), sqrt(2)"),
        ("x^2-5x+6=0", "2, 3"),
        ("x^2+1=0", ""),
        ("x^2-2x-1=0", "-sqrt(2) + 1, sqrt(2) + 1"),
        ("x^3-6x^2+11x-6=0", "1, 2, 3"),
        ("x^4-5x^2+6=0", "-sqrt(2), sqrt(2), -sqrt(3), sqrt(3)"),
        ("x^3=2", "2^(1/3)"),
        ("1/x=3", "1/3"),
        ("24x^3-26x^2+9x-1=0", "1/2, 1/4, 1/3"),
        // Zeros and candidates that are equal modulo the prime of the sieve.
        ("x^2-2305843009213693952x+2305843009213693951=0", "1, 2305843009213693951"),
        ("x^2-2305843009213693951x-2305843009213693952=0", "-1, 2305843009213693952"),
        ("x^2/x=0", ""),
        ("2^x=8", "3"),
        ("4^x-6*2^x+8=0", "1, 2"),
        ("ln(x)=2", "e^2"),
        ("log_2(x)=5", "32"),
        ("sqrt(x)=3", "9"),
        ("sqrt(x)=-3", ""),
        ("x-3*sqrt(x)+2=0", "1, 4"),
        ("|x-1|=2", "3, -1"),
        ("e^(2x)=5", "ln(5)/2"),
        ("a*x=b", "b/a"),
        ("x=x", "every value satisfies it"),
        ("x=x+1", ""),
        ("x^5-x-1=0", "no method for this: a polynomial of degree three or more without rational zeros"),
        ("sin(x)=1/2", "no method for this: a periodic function"),
    ]);
}

#[test]
fn complex_solutions_if_asked() {
    let (left, right) = sides("x^2+2x+5=0");
    let found = solve::equation_over(&left, &right, "x", Field::Complex).unwrap();
    assert_eq!(list(&found), "-2*i - 1, 2*i - 1");
}

/// A logarithm of a difference keeps its sign, so both solutions of a hidden quadratic are found.
#[test]
fn a_hidden_quadratic_keeps_both_solutions() {
    let (left, right) = sides("9^x - 10*3^x + 20 = 0");
    let found = solve::equation(&left, &right, "x").unwrap();
    for expected in ["ln(5+sqrt(5))/ln(3)", "ln(5-sqrt(5))/ln(3)"] {
        let expected = read_expr(expected).unwrap();
        assert!(
            found.iter().any(|found| compare_exprs(found, &expected).is_equal()),
            "{expected}: {}",
            list(&found)
        );
    }
    assert_eq!(found.len(), 2);
    check(&[("x^5 = 1/32", "1/2"), ("x^6 = 1/64", "1/2, -1/2"), ("x^7 + 128 = 0", "-2")]);
}

#[track_caller]
fn check_system(equations: &[&str], names: &[&str], expected: &[&str]) {
    let equations: Vec<_> = equations.iter().map(|text| sides(text)).collect();
    let found = solve::system(&equations, names).unwrap();
    let found: Vec<String> = found.iter().map(|solution| list(solution)).collect();
    assert_eq!(found, expected);
}

#[test]
fn systems() {
    check_system(&["x+y=3", "x-y=1"], &["x", "y"], &["2, 1"]);
    check_system(&["x+y+z=6", "x-y=0", "z=2x"], &["x", "y", "z"], &["3/2, 3/2, 3"]);
    check_system(&["y=x+1", "x^2+y^2=25"], &["x", "y"], &["3, 4", "-4, -3"]);
    check_system(&["x+y=1", "x+y=2"], &["x", "y"], &[]);
}

#[test]
fn searches() {
    let conditions = [read("n^2 < 50").unwrap(), read("n > 2").unwrap()];
    assert_eq!(solve::integers(&conditions, "n", -100..=100).unwrap(), [3, 4, 5, 6, 7]);
    let root = [read("sqrt(n) = 3").unwrap()];
    assert_eq!(solve::integers(&root, "n", -10..=10).unwrap(), [9]);
    assert_eq!(solve::integers(&root, "n", 0..=i64::MAX), Err(SolveError::TooBig));
}

#[track_caller]
fn check_derivative(input: &str, expected: &str) {
    let slope = read_expr(input).unwrap().derivative("x").unwrap();
    let found = compare_exprs(&slope, &read_expr(expected).unwrap());
    assert!(found.is_equal(), "{input}: {}: {found:?}", simplify(&slope));
}

#[test]
fn derivatives() {
    check_derivative("x^3-2x", "3x^2-2");
    check_derivative(r"\sin 2x", r"2\cos 2x");
    check_derivative(r"e^{x^2}", r"2xe^{x^2}");
    check_derivative(r"\ln(3x)", "1/x");
    check_derivative(r"\frac{x}{x+1}", r"\frac{1}{(x+1)^2}");
    check_derivative(r"\sqrt{x}", r"\frac{1}{2\sqrt x}");
    check_derivative(r"x^x", r"x^x(\ln x+1)");
    check_derivative(r"\tan x", r"\sec^2 x");
}

#[test]
fn digits_are_right() {
    let of = |input: &str, places| digits(&read_expr(input).unwrap(), places).unwrap();
    assert_eq!(of("pi", 30), "3.141592653589793238462643383280");
    assert_eq!(of("e", 20), "2.71828182845904523536");
    assert_eq!(of("sqrt(2)", 25), "1.4142135623730950488016887");
    assert_eq!(of("ln(2)", 20), "0.69314718055994530942");
    assert_eq!(of("sin(1)", 20), "0.84147098480789650665");
    assert_eq!(of("atan(1/2)", 20), "0.46364760900080611621");
    assert_eq!(of("-1/3", 5), "-0.33333");
    assert_eq!(of("e^(pi*sqrt(163))", 13), "262537412640768743.9999999999993");
    assert_eq!(of("asin(1/3)", 15), "0.339836909454122");
    assert!(digits(&read_expr("x").unwrap(), 3).is_err());
}

#[test]
fn letters_can_be_unknowns() {
    let reading = Reading { plain_letters: true, ..Reading::default() };
    let answer = reading.read("2*i + e = 3").unwrap();
    let Answer::Relation(sides, _) = answer else { panic!("{answer:?}") };
    assert_eq!(list(&solve::equation(&sides[0], &sides[1], "i").unwrap()), "-e/2 + 3/2");
}
