//! Properties over random input: nothing panics or hangs, printed output reads back, algebra agrees with evaluation.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::time::{Duration, Instant};

use proptest::prelude::*;
use tutti_maths::{
    Constant, Expr, Function, compare, compare_exprs, digits, read, read_expr, read_mathml, simplify,
};

/// Whatever is read can be compared with itself, written and read again, without a contradiction.
fn survives(text: &str) {
    let start = Instant::now();
    if let Ok(value) = read(text) {
        let own = compare(&value, &value);
        assert!(!own.is_different(), "{text}: {own:?}");
        for written in [value.to_string(), value.to_latex()] {
            if let Ok(back) = read(&written) {
                let found = compare(&value, &back);
                assert!(!found.is_different(), "{text} as {written}: {found:?}");
            }
        }
    }
    assert!(start.elapsed() < Duration::from_secs(20), "{text} took {:?}", start.elapsed());
}

const SOUP: [&str; 64] = [
    "1",
    "2",
    "10",
    "0.5",
    "x",
    "y",
    "n",
    "e",
    "i",
    "\\pi ",
    "+",
    "-",
    "*",
    "/",
    "^",
    "^2",
    "^{",
    "}",
    "{",
    "(",
    ")",
    "[",
    "]",
    "|",
    "\\frac",
    "\\frac12",
    "\\sqrt",
    "\\sqrt[3]",
    "\\sin ",
    "\\cos^2 ",
    "\\tan^{-1}",
    "\\ln ",
    "\\log_2 ",
    "!",
    "=",
    "<",
    "\\le ",
    ",",
    "\\pm ",
    "\\left(",
    "\\right)",
    "\\text{ m}",
    "\\,",
    " ",
    " m",
    " kg",
    "s^{-2}",
    "^\\circ ",
    "\\binom",
    "\\{",
    "\\}",
    "√",
    "²",
    "%",
    "\\cdot ",
    "_",
    "_{1}",
    "sqrt",
    "sin",
    "abs",
    "or",
    "\\infty ",
    "\\in ",
    "$",
];

fn leaf() -> impl Strategy<Value = Expr> {
    prop_oneof![
        (-12_i64..=12, 1_i64..=6).prop_map(|(a, b)| Expr::frac(a, b)),
        (2_i64..=20).prop_map(|n| Expr::int(n).sqrt()),
        Just(Expr::symbol("x")),
        Just(Expr::symbol("y")),
        Just(Expr::pi()),
        Just(Expr::Constant(Constant::E)),
    ]
}

fn tree() -> impl Strategy<Value = Expr> {
    leaf().prop_recursive(3, 12, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a.plus(b)),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a.minus(b)),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a.times(b)),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a.over(b)),
            (inner.clone(), -2_i64..=3).prop_map(|(a, n)| a.power(Expr::int(n))),
            inner.clone().prop_map(Expr::sqrt),
            (inner.clone(), 0_usize..4).prop_map(|(a, which)| {
                let function = [Function::Sin, Function::Cos, Function::Ln, Function::Abs][which];
                Expr::apply(function, a)
            }),
        ]
    })
}

/// Polynomials and smooth functions, defined everywhere.
fn smooth() -> impl Strategy<Value = Expr> {
    let leaf =
        prop_oneof![(-5_i64..=5).prop_map(Expr::int), Just(Expr::symbol("x")), Just(Expr::symbol("x")),];
    leaf.prop_recursive(3, 10, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a.plus(b)),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| a.times(b)),
            inner.clone().prop_map(|a| Expr::apply(Function::Sin, a)),
            inner.clone().prop_map(|a| Expr::apply(Function::Atan, a)),
            inner.clone().prop_map(|a| a.power(Expr::int(2)).plus(Expr::int(1)).sqrt()),
        ]
    })
}

fn number(expr: &Expr) -> Option<f64> {
    digits(expr, 24).ok()?.parse().ok()
}

proptest! {
    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
        survives(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_mathml(text in "(<(/?m(i|n|o|row|frac|sqrt|sup|sub|text|root)|math|mspace/)>|[x2+(){}\\\\]){0,24}") {
        let _ = read_mathml(&text);
    }

    #[test]
    fn any_text(text in "\\PC{0,40}") {
        survives(&text);
    }

    #[test]
    fn any_tokens(places in proptest::collection::vec(0_usize..SOUP.len(), 1..24)) {
        survives(&places.iter().map(|place| SOUP[*place]).collect::<String>());
    }

    #[test]
    fn written_reads_back(expr in tree()) {
        let own = compare_exprs(&expr, &expr);
        for written in [expr.to_string(), expr.to_latex()] {
            let back = read_expr(&written).map_err(|error| TestCaseError::fail(format!("{written}: {error}")))?;
            let found = compare_exprs(&expr, &back);
            prop_assert!(found.is_equal() || !own.is_equal() && !found.is_different(), "{}: {:?}", written, found);
        }
        let written = expr.to_mathml();
        let back = read_mathml(&written).map_err(|error| TestCaseError::fail(format!("{written}: {error}")))?;
        let found = compare(&expr.into(), &back);
        prop_assert!(found.is_equal() || !own.is_equal() && !found.is_different(), "{}: {:?}", written, found);
    }

    #[test]
    fn adding_and_taking_away(a in tree(), b in tree()) {
        let found = compare_exprs(&a.clone().plus(b.clone()).minus(b), &a);
        prop_assert!(!found.is_different(), "{:?}", found);
    }

    #[test]
    fn simplifying_keeps_the_value(expr in tree(), x in 1_i64..9, y in 1_i64..9) {
        let at = |expr: &Expr| expr.substitute("x", &Expr::frac(x, 7)).substitute("y", &Expr::frac(y, 5));
        if let (Some(before), Some(after)) = (number(&at(&expr)), number(&at(&simplify(&expr)))) {
            prop_assert!((before - after).abs() <= 1e-12 * (1.0 + before.abs()), "{before} became {after}: {}", simplify(&expr));
        }
    }

    #[test]
    fn slopes_are_limits(expr in smooth(), x in -20_i64..20) {
        let at = |place: Expr| number(&expr.substitute("x", &place));
        let middle = Expr::frac(x, 10);
        let step = Expr::frac(1, 10_000_000);
        let slope = expr.derivative("x").and_then(|slope| number(&slope.substitute("x", &middle)));
        if let (Some(low), Some(high), Some(slope)) = (at(middle.clone().minus(step.clone())), at(middle.plus(step)), slope) {
            let measured = (high - low) * 5_000_000.0;
            prop_assert!((measured - slope).abs() <= 1e-4 * (1.0 + slope.abs() + low.abs()), "{measured} against {slope}");
        }
    }
}

#[test]
fn large_things_end_soon() {
    for text in [
        "(x+y+z+w+1)^40",
        "2^(2^(2^(2^20)))",
        "e^(e^(e^(e^9)))",
        "1000000!",
        "(1+sqrt(2)+sqrt(3)+sqrt(5)+sqrt(7)+sqrt(11))^30",
        "1/(1+sqrt(2)+sqrt(3)+sqrt(5)+sqrt(7)+sqrt(11)+sqrt(13))",
        "1/(cbrt(2)+cbrt(3)+cbrt(5)+sqrt(7)+pi)^9",
        "x^(1/99999)*x^(1/99991)*x^(1/99989)*x^(1/99971)",
        "sin(x)^40*cos(y)^40+sin(24x+23y+22z)",
        "sin(10^300)",
        "tan(pi/7)*tan(2pi/7)*tan(3pi/7)",
        "sqrt(1+sqrt(2+sqrt(3+sqrt(5+sqrt(7+sqrt(11))))))",
        "9999999999999999999999999999999999999999999999999999999999999999999999999999999999999^(1/2)",
        "binomial(2000,1000)",
        "binomial(n,200)",
        "0.00000000000000000000000000000000000000000000000000000000000001^(-9)",
        "ln(ln(ln(10^400)))",
        "(x^2+1)^(1/2)*(y^2+1)^(1/3)*(z^2+x+y+1)^(5/7)/(x+y+z+sqrt(x))^7",
    ] {
        survives(text);
    }
}
