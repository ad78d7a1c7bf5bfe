//! Formulas checked in special cases: at a point, approaching one where they are undefined, and far out.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use tutti_forge::claim::{Claim, Limit, OptionVerdict, Task};
use tutti_maths::read_expr;

/// Cases as `x = oo, y = 2 -> 3`.
#[track_caller]
fn check(case: &str, formulas: &[(&str, OptionVerdict)]) {
    let (puts, gives) = case.split_once("->").unwrap();
    let put = puts.split(',').map(|put| put.split_once('=').unwrap());
    let put = put.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())).collect();
    let task = Task::Fits { at: vec![Limit { put, gives: gives.trim().to_owned() }] };
    let solved = Claim::new(task).solve().unwrap();
    for (formula, expected) in formulas {
        assert_eq!(solved.holds(&read_expr(formula).unwrap()), *expected, "{formula} at {case}");
    }
}

#[test]
fn at_a_point() {
    use OptionVerdict::{Right, Wrong};
    check("x = a -> 0", &[("g*(x-a)/(x+a)", Right), ("g*x/(x+a)", Wrong), ("g*(x-a)/a", Right)]);
    check(
        "mu = tan(theta) -> 0",
        &[("sin(theta) - mu*cos(theta)", Right), ("cos(theta) - mu*sin(theta)", Wrong)],
    );
}

#[test]
fn where_there_is_no_value() {
    use OptionVerdict::{Right, Wrong};
    check("x = a -> 0", &[("g*(x+a)/(x-a)", Wrong), ("(x-a)^2/(x-a)", Right)]);
    check("x = 0 -> 2*u", &[("u*sqrt(a/x)", Wrong), ("2*a*u/(x+a)", Right)]);
}

#[test]
fn far_out() {
    use OptionVerdict::{Right, Wrong};
    check("x = oo -> g", &[("g*(x-a)/(x+a)", Right), ("g*(x-a)/a", Wrong), ("g*(x-a)/(2*x)", Wrong)]);
    check("x = oo -> 0", &[("4*a*x/(x+a)^2", Right), ("2*x/(x+a)", Wrong), ("a^2/x^2", Right)]);
    check("x = oo -> a*(1 + sin(theta))", &[("a*x*(1 + sin(theta))/(x+a)", Right), ("a*x/(x+a)", Wrong)]);
}

#[test]
fn without_bound() {
    use OptionVerdict::{Right, Wrong};
    check("x = a -> oo", &[("a*x/(x-a)", Right), ("a*x/(x+a)", Wrong)]);
    check("theta = pi/2 -> oo", &[("W*tan(theta)", Right), ("W/cos(theta)", Right), ("W*sin(theta)", Wrong)]);
    check("x = oo -> oo", &[("a + x", Right), ("a*x/(x+a)", Wrong), ("sqrt(a*x)", Right)]);
}
