//! Values as a paper prints them, and whether it would.

use num_traits::{Signed, ToPrimitive};
use tutti_maths::{Constant, Expr, Unit, simplify};

/// An option as text: LaTeX in `\( \)`, with its unit.
pub fn print(value: &Expr, unit: Option<&Unit>) -> String {
    match unit {
        None => format!("\\({}\\)", simplify(value).to_latex()),
        Some(unit) => {
            let scaled = value.clone().over(Expr::Number(unit.scale.clone()));
            format!("\\({}\\,{}\\)", simplify(&scaled).to_latex(), unit_latex(unit))
        }
    }
}

/// A formula as it was written, with its numbers worked out: brackets stay brackets.
pub fn as_written(value: &Expr) -> String {
    format!("\\({}\\)", tidy(value).to_latex())
}

/// Numbers of a sum or a product are joined, in a product before everything else; nothing else is touched.
fn tidy(value: &Expr) -> Expr {
    let plain = |part: &Expr| part.symbols().is_empty();
    if plain(value) {
        return simplify(value);
    }
    match value {
        Expr::Sum(parts) => {
            let number = simplify(&Expr::Sum(parts.iter().filter(|part| plain(part)).cloned().collect()));
            let first = parts.iter().position(plain);
            let kept =
                parts.iter().enumerate().filter_map(|(i, part)| match (plain(part), Some(i) == first) {
                    (false, _) => Some(tidy(part)),
                    (true, true) => Some(number.clone()),
                    (true, false) => None,
                });
            Expr::Sum(kept.collect())
        }
        Expr::Product(_) => {
            let (numbers, others): (Vec<Expr>, Vec<Expr>) = factors(value).into_iter().partition(plain);
            let number = simplify(&Expr::Product(numbers));
            let others = others.iter().map(tidy);
            let mut parts: Vec<Expr> = if number == Expr::int(1) {
                others.collect()
            } else {
                [number].into_iter().chain(others).collect()
            };
            if parts.len() == 1 { parts.swap_remove(0) } else { Expr::Product(parts) }
        }
        Expr::Power(base, exponent) => tidy(base).power(tidy(exponent)),
        Expr::Apply(function, parts) => Expr::Apply(*function, parts.iter().map(tidy).collect()),
        other => other.clone(),
    }
}

/// The factors of a product, those of its denominator as reciprocals.
fn factors(value: &Expr) -> Vec<Expr> {
    match value {
        Expr::Product(parts) => parts.iter().flat_map(factors).collect(),
        Expr::Power(base, exponent) if **exponent == Expr::int(-1) => {
            factors(base).into_iter().map(|factor| factor.power(Expr::int(-1))).collect()
        }
        other => vec![other.clone()],
    }
}

/// `\mathrm{m\,s^{-1}}`.
pub fn unit_latex(unit: &Unit) -> String {
    let parts: Vec<String> = unit
        .parts
        .iter()
        .map(|(name, power)| {
            let name = if name == "Ω" { "\\Omega" } else { name };
            if *power == 1 { name.to_owned() } else { format!("{name}^{{{power}}}") }
        })
        .collect();
    format!("\\mathrm{{{}}}", parts.join("\\,"))
}

/// Whether a paper would print a value, simplified, as an answer: whole numbers below 100,000, fractions with small denominators, and
/// forms of a few parts, all of them real. No decimals ever come out of exact arithmetic.
pub fn is_clean(value: &Expr) -> bool {
    if let Some(number) = value.as_number() {
        let (top, bottom) = (number.numer().abs().to_u64(), number.denom().to_u64());
        return matches!((top, bottom), (Some(top), Some(1)) if top < 100_000)
            || matches!((top, bottom), (Some(top), Some(bottom)) if top < 1000 && bottom <= 60);
    }
    if value.size() > 24 {
        return false;
    }
    let mut small = true;
    value.visit(&mut |part| match part {
        Expr::Number(number) => {
            small &= number.numer().abs().to_u64().is_some_and(|n| n <= 2000)
                && number.denom().to_u64().is_some_and(|n| n <= 60);
        }
        Expr::Constant(Constant::I | Constant::Infinity) => small = false,
        _ => {}
    });
    small
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_paper_would_not_print_is_refused() {
        let clean = |text: &str| tutti_maths::read_expr(text).is_ok_and(|value| is_clean(&simplify(&value)));
        assert!(clean("2*sqrt(3)") && clean("7/60") && clean("3*x - 1"));
        assert!(!clean("sqrt(0 - 3)") && !clean("1/61") && !clean("100000"));
    }
}
