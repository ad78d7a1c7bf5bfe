//! Prints expressions and answers as plain text, LaTeX or MathML.
//!
//! Output reads back as the same value. Brackets are printed only where the reader would otherwise see another tree;
//! quotients are printed as such although they are stored as products.

mod latex;
mod mathml;
mod text;

use num_traits::{One, Signed};

use crate::expr::{Expr, Rational};

/// How tightly something binds, loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Sum,
    Product,
    Power,
    Atom,
}

/// A product split for writing.
struct Quotient {
    negative: bool,
    above: Vec<Expr>,
    below: Vec<Expr>,
}

/// Splits a term into sign, factors above the line and factors below it.
fn quotient(expr: &Expr) -> Quotient {
    let (mut negative, body) = expr.split_sign();
    let factors = match body {
        Expr::Product(factors) => factors,
        other => vec![other],
    };
    let (mut above, mut below) = (Vec::new(), Vec::new());
    let mut number = Rational::one();
    for factor in factors {
        match factor {
            Expr::Number(value) if above.is_empty() && below.is_empty() => number *= value,
            Expr::Power(base, power) => match *power {
                Expr::Number(ref value) if value.is_negative() => {
                    let positive = -value;
                    below.push(if positive.is_one() { *base } else { base.power(Expr::Number(positive)) });
                }
                power => above.push(base.power(power)),
            },
            other => above.push(other),
        }
    }
    if number.is_negative() {
        negative = !negative;
        number = -number;
    }
    let (numer, denom) = (number.numer().clone(), number.denom().clone());
    if !numer.is_one() || above.is_empty() {
        above.insert(0, Expr::int(numer));
    }
    if !denom.is_one() {
        below.insert(0, Expr::int(denom));
    }
    Quotient { negative, above, below }
}

/// The index of a root, if the exponent is one over a whole number.
fn root_index(power: &Expr) -> Option<u32> {
    let value = power.as_number()?;
    (value.numer().is_one() && !value.denom().is_one()).then(|| value.denom().try_into().ok()).flatten()
}
