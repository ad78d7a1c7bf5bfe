//! Drafts and formulas in few words, for families that state equations.

use tutti_item::RichText;

use super::{Draft, Wrong};
use crate::claim::{Claim, Task};

/// A step, and the methods it needs.
pub(super) type Step = (String, &'static [&'static str]);

/// Maths in dollars, as it is easiest to write, in the delimiters that items use.
pub(super) fn maths(text: &str) -> String {
    RichText::from_dollars(text).as_str().to_owned()
}

/// A draft whose texts have their maths in dollars.
pub(super) fn draft(
    stem: &str,
    claim: Claim,
    key: &str,
    wrong: &[(&str, &str)],
    steps: Vec<Step>,
    insight: &str,
) -> Draft {
    Draft {
        stem: maths(stem),
        key: key.to_owned(),
        wrong: wrong.iter().map(|(why, gives)| Wrong::new(*why, *gives)).collect(),
        steps: steps.into_iter().map(|(text, methods)| (maths(&text), methods)).collect(),
        insight: maths(insight),
        claim,
        figure: None,
    }
}

/// Equations for unknowns, whose answer is a plain number or formula.
pub(super) fn solve(
    given: &[(&str, String)],
    unknowns: &[&str],
    equations: &[&str],
    conditions: &[&str],
    ask: &str,
) -> Claim {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    Claim {
        given: given.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
        unit: None,
        said: [].into(),
        task: Task::Solve {
            unknowns: texts(unknowns),
            equations: texts(equations),
            conditions: texts(conditions),
            ask: ask.to_owned(),
        },
    }
}

/// The claim with an answer in this unit.
pub(super) fn in_unit(claim: Claim, unit: &str) -> Claim {
    Claim { unit: Some(unit.to_owned()), ..claim }
}

/// `3\,\mathrm{cm^{2}}` in dollars, from `3` and `cm^2`.
pub(super) fn quantity(number: i64, unit: &str) -> String {
    let unit = match unit.split_once('^') {
        Some((name, power)) => format!("{name}^{{{power}}}"),
        None => unit.to_owned(),
    };
    format!("${number}\\,\\mathrm{{{unit}}}$")
}

/// A polynomial in LaTeX, from its coefficients with the highest power first: `x^{2} - 3x + 1`.
pub(super) fn polynomial(name: &str, coefficients: &[i64]) -> String {
    let terms: Vec<(i64, String)> = coefficients
        .iter()
        .enumerate()
        .map(|(place, coefficient)| {
            let power = match coefficients.len() - 1 - place {
                0 => String::new(),
                1 => name.to_owned(),
                power => format!("{name}^{{{power}}}"),
            };
            (*coefficient, power)
        })
        .collect();
    sum(&terms)
}

/// A sum in LaTeX, from coefficients and what they multiply; an empty text is a plain number.
pub(super) fn sum(terms: &[(i64, String)]) -> String {
    let mut out = String::new();
    for (coefficient, rest) in terms.iter().filter(|(coefficient, _)| *coefficient != 0) {
        out.push_str(match (out.is_empty(), *coefficient < 0) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        });
        let size = coefficient.abs();
        if size != 1 || rest.is_empty() {
            out.push_str(&size.to_string());
        }
        out.push_str(rest);
    }
    if out.is_empty() { "0".to_owned() } else { out }
}

/// `x - 3` from 3, `x + 3` from -3, `x` from 0.
pub(super) fn shifted(name: &str, by: i64) -> String {
    sum(&[(1, name.to_owned()), (-by, String::new())])
}

/// A number in LaTeX in brackets if it is negative, to stand after another sign.
pub(super) fn bracketed(number: i64) -> String {
    if number < 0 { format!("({number})") } else { number.to_string() }
}

/// A fraction in lowest terms in LaTeX.
pub(super) fn fraction(above: i64, below: i64) -> String {
    let common = gcd(above, below).max(1) * below.signum();
    match (above / common, below / common) {
        (whole, 1) => whole.to_string(),
        (above, below) if above < 0 => format!("-\\frac{{{}}}{{{below}}}", -above),
        (above, below) => format!("\\frac{{{above}}}{{{below}}}"),
    }
}

/// The square root of a whole number in LaTeX, with squares taken out: `2\sqrt{3}`.
pub(super) fn surd(square: i64) -> String {
    let outside = (1..=square.isqrt()).rev().find(|n| square % (n * n) == 0).unwrap_or(1);
    match (outside, square / (outside * outside)) {
        (whole, 1) => whole.to_string(),
        (1, inside) => format!("\\sqrt{{{inside}}}"),
        (outside, inside) => format!("{outside}\\sqrt{{{inside}}}"),
    }
}

pub(super) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// Whether it is the square of a whole number.
pub(super) fn is_square(n: i64) -> bool {
    n >= 0 && n.isqrt().pow(2) == n
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_read_as_in_a_book() {
        assert_eq!(polynomial("x", &[1, 0, -3, 1]), "x^{3} - 3x + 1");
        assert_eq!(polynomial("x", &[-1, -1, 0]), "-x^{2} - x");
        assert_eq!(fraction(6, -4), "-\\frac{3}{2}");
        assert_eq!(fraction(6, 3), "2");
        assert_eq!((surd(48), surd(49), surd(7)), ("4\\sqrt{3}".into(), "7".into(), "\\sqrt{7}".into()));
        assert_eq!(maths(&quantity(30, "cm^2")), "\\(30\\,\\mathrm{cm^{2}}\\)");
    }
}
