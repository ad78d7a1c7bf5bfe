//! Printed output reads back as the same value.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use tutti_maths::{compare, read, read_expr, read_mathml, simplify};

#[track_caller]
fn check_simplified(cases: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (input, expected) in cases {
        let found = simplify(&read_expr(input).unwrap()).to_string();
        if found != *expected {
            wrong.push(format!("{input}: expected {expected}, found {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn simplification() {
    check_simplified(&[
        (r"\sqrt8", "2*sqrt(2)"),
        (r"\frac{3}{2\sqrt2}", "3*sqrt(2)/4"),
        (r"\sqrt{3+2\sqrt2}", "sqrt(2) + 1"),
        ("1/3+1/6", "1/2"),
        ("(x+1)^2", "x^2 + 2*x + 1"),
        (r"\log_2 8", "3"),
        (r"\sin\frac{\pi}{3}", "sqrt(3)/2"),
        (r"\sqrt2\sqrt3", "sqrt(6)"),
        (r"\frac{x^2-1}{x-1}", "x + 1"),
        (r"x\cdot x^2", "x^3"),
        (r"2^{x}\cdot 2^{x}", "2^(2*x)"),
        (r"\sqrt[3]{54}", "3*2^(1/3)"),
        (r"\frac{1}{1-\sqrt2}", "-sqrt(2) - 1"),
        (r"e^{2x}e^{1-x}", "e^(x + 1)"),
    ]);
}

#[track_caller]
fn check_round_trip(input: &str) {
    let value = read(input).unwrap_or_else(|error| panic!("{input}: {error}"));
    for written in [value.to_string(), value.to_latex()] {
        let back = read(&written).unwrap_or_else(|error| panic!("{input} as {written}: {error}"));
        let found = compare(&value, &back);
        assert!(found.is_equal(), "{input} as {written}: {found:?}");
    }
    let written = value.to_mathml();
    let back = read_mathml(&written).unwrap_or_else(|error| panic!("{input} as {written}: {error}"));
    let found = compare(&value, &back);
    assert!(found.is_equal(), "{input} as {written}: {found:?}");
}

#[test]
fn written_and_read_back() {
    for input in [
        "1/2",
        "-3/4",
        r"\frac{3\sqrt2}{4}",
        "x^2-3x+1",
        r"\frac{x+1}{x-1}",
        r"-\frac{x}{2y}",
        r"\sin^2 x",
        r"\log_2 x",
        r"\ln(x+1)",
        r"e^{-x}",
        r"x^{-2}",
        r"\sqrt[3]{x+1}",
        "|x-1|",
        "n!",
        r"\binom{n}{k}",
        "2i+3",
        r"\theta_1",
        "v_0 t",
        r"(-2)^3",
        r"(x^2)^3",
        r"2^{x^2}",
        r"\left(\frac12\right)^x",
        r"\pi r^2",
        "5 m/s",
        r"3.2\text{ kJ mol}^{-1}",
        "x = 3",
        "1 < x <= 2",
        "{1, 2}",
        "(1, -2)",
        "[0, 1)",
        r"(-\infty, 2]",
        r"\pm 3",
        r"\frac{1}{x}+\frac{2}{x^2}",
        r"-(x+1)",
        r"x-(y-z)",
        r"\arcsin x",
        r"\lfloor x \rfloor",
        r"\tan(2x)",
        r"(\sin x)(\cos x)",
        r"(2x)!",
        r"\alpha\beta",
        r"\sqrt{x}^3",
        r"x^{2/3}",
        r"(-x)^2",
        r"-x^2",
        r"x^{\sqrt2}",
        r"\frac{\frac12}{3}",
        r"x \in (1, 2)",
        r"(1,2]\cup[3,4)",
        r"[1,2]\cup(3,4)\cup(5,6)",
        r"e^{i\pi/3}",
    ] {
        check_round_trip(input);
    }
}

/// Simplifying never changes a value: logarithms, roots and quotients of differences, each with both signs inside.
#[test]
fn a_simplified_constant_has_the_same_digits() {
    for a in 1..9 {
        for b in 2..9 {
            for shape in [
                "ln(A-sqrt(B))",
                "ln(sqrt(B)-A)",
                "sqrt(A-sqrt(B))",
                "abs(sqrt(B)-A)",
                "ln(pi-A)/ln(B)",
                "1/(sqrt(B)-A)",
            ] {
                let text = shape.replace('A', &a.to_string()).replace('B', &b.to_string());
                let value = read_expr(&text).unwrap();
                if let Ok(expected) = tutti_maths::digits(&value, 20) {
                    let simplified = simplify(&value);
                    assert_eq!(
                        tutti_maths::digits(&simplified, 20).as_ref(),
                        Ok(&expected),
                        "{text} became {simplified}"
                    );
                }
            }
        }
    }
}

/// A number beside a letter is no quantity.
#[test]
fn a_multiple_of_a_letter_is_not_read_as_a_unit() {
    for text in ["2*A", "4*g", "3*m*s", "7*N*x", "5*H^2", "9*k*g/2"] {
        let value = read_expr(text).unwrap();
        let back =
            read_expr(&value.to_latex()).unwrap_or_else(|error| panic!("{}: {error}", value.to_latex()));
        assert!(tutti_maths::compare_exprs(&value, &back).is_equal(), "{text} became {}", value.to_latex());
    }
}

/// Quantities in a set and units written twice come back as what they are.
#[test]
fn sets_of_quantities_read_back() {
    for text in [r"\pm 1\text{ m}", r"1\text{ m} or 2\text{ m}", r"3\text{ m}\text{ m}"] {
        let value = read(text).unwrap();
        let back = read(&value.to_string()).unwrap();
        assert!(compare(&value, &back).is_equal(), "{text} became {value}");
    }
    assert!(read(r"1 or 1\text{ m}").is_err(), "a number beside a quantity");
}

#[test]
fn latex_reads_as_in_a_book() {
    for (text, expected) in [
        ("-8*sqrt(3) + 16", "16 - 8 \\sqrt{3}"),
        ("-sqrt(2) - 1", "-\\sqrt{2} - 1"),
        ("-x^2 + 3", "-x^{2} + 3"),
        ("106*sin(theta)*cos(theta)", "106 \\sin \\theta  \\cos \\theta "),
        ("W/tan(theta)", "\\frac{W}{\\tan \\theta }"),
        ("sin(2*x)", "\\sin\\left(2x\\right)"),
    ] {
        assert_eq!(read_expr(text).unwrap().to_latex(), expected, "{text}");
    }
}
