//! Units of measurement: a scale and seven exponents.
//!
//! `1 km` and `1000 m` are the same quantity; `1 N` and `1 kg m s^-2` too. Degrees of angle are not a unit here but the
//! number π/180. Degrees Celsius are a dimension of their own, so they are never converted by accident.

use num_bigint::BigInt;
use num_traits::{One, Pow};

use crate::expr::Rational;

/// Exponents of m, kg, s, A, K, mol, cd and °C.
pub type Dimension = [i32; 8];

/// A unit, as written and as what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// How many of the coherent SI unit it is.
    pub scale: Rational,
    /// Of what kind.
    pub dimension: Dimension,
    /// The parts as they were written, with exponents: `("km", 1), ("h", -1)`.
    pub parts: Vec<(String, i32)>,
}

/// Symbol, decimal exponent of the scale, dimension.
const NAMED: [(&str, i32, Dimension); 24] = [
    ("m", 0, [1, 0, 0, 0, 0, 0, 0, 0]),
    ("g", -3, [0, 1, 0, 0, 0, 0, 0, 0]),
    ("s", 0, [0, 0, 1, 0, 0, 0, 0, 0]),
    ("A", 0, [0, 0, 0, 1, 0, 0, 0, 0]),
    ("K", 0, [0, 0, 0, 0, 1, 0, 0, 0]),
    ("mol", 0, [0, 0, 0, 0, 0, 1, 0, 0]),
    ("cd", 0, [0, 0, 0, 0, 0, 0, 1, 0]),
    ("°C", 0, [0, 0, 0, 0, 0, 0, 0, 1]),
    ("N", 0, [1, 1, -2, 0, 0, 0, 0, 0]),
    ("J", 0, [2, 1, -2, 0, 0, 0, 0, 0]),
    ("W", 0, [2, 1, -3, 0, 0, 0, 0, 0]),
    ("Pa", 0, [-1, 1, -2, 0, 0, 0, 0, 0]),
    ("Hz", 0, [0, 0, -1, 0, 0, 0, 0, 0]),
    ("C", 0, [0, 0, 1, 1, 0, 0, 0, 0]),
    ("V", 0, [2, 1, -3, -1, 0, 0, 0, 0]),
    ("Ω", 0, [2, 1, -3, -2, 0, 0, 0, 0]),
    ("S", 0, [-2, -1, 3, 2, 0, 0, 0, 0]),
    ("F", 0, [-2, -1, 4, 2, 0, 0, 0, 0]),
    ("T", 0, [0, 1, -2, -1, 0, 0, 0, 0]),
    ("Wb", 0, [2, 1, -2, -1, 0, 0, 0, 0]),
    ("H", 0, [2, 1, -2, -2, 0, 0, 0, 0]),
    ("Bq", 0, [0, 0, -1, 0, 0, 0, 0, 0]),
    ("L", -3, [3, 0, 0, 0, 0, 0, 0, 0]),
    ("l", -3, [3, 0, 0, 0, 0, 0, 0, 0]),
];

/// Units that take no prefix: symbol, scale, dimension.
const PLAIN: [(&str, (i64, i64), Dimension); 9] = [
    ("min", (60, 1), [0, 0, 1, 0, 0, 0, 0, 0]),
    ("h", (3600, 1), [0, 0, 1, 0, 0, 0, 0, 0]),
    ("hours", (3600, 1), [0, 0, 1, 0, 0, 0, 0, 0]),
    ("minutes", (60, 1), [0, 0, 1, 0, 0, 0, 0, 0]),
    ("seconds", (1, 1), [0, 0, 1, 0, 0, 0, 0, 0]),
    ("metres", (1, 1), [1, 0, 0, 0, 0, 0, 0, 0]),
    ("ohms", (1, 1), [2, 1, -3, -2, 0, 0, 0, 0]),
    ("rad", (1, 1), [0; 8]),
    ("atm", (101_325, 1), [-1, 1, -2, 0, 0, 0, 0, 0]),
];

const PREFIXES: [(&str, i32); 13] = [
    ("p", -12),
    ("n", -9),
    ("μ", -6),
    ("µ", -6),
    ("u", -6),
    ("m", -3),
    ("c", -2),
    ("d", -1),
    ("h", 2),
    ("k", 3),
    ("M", 6),
    ("G", 9),
    ("T", 12),
];

fn ten(exponent: i32) -> Rational {
    Rational::from_integer(BigInt::from(10)).pow(exponent)
}

fn single(symbol: &str) -> Option<(Rational, Dimension)> {
    let symbol = if symbol == "Ω" { "Ω" } else { symbol };
    if let Some((_, (a, b), dimension)) = PLAIN.iter().find(|(name, ..)| *name == symbol) {
        return Some((Rational::new((*a).into(), (*b).into()), *dimension));
    }
    let named = |text: &str| NAMED.iter().find(|(name, ..)| *name == text);
    if let Some((_, exponent, dimension)) = named(symbol) {
        return Some((ten(*exponent), *dimension));
    }
    PREFIXES.iter().find_map(|(prefix, power)| {
        let (_, exponent, dimension) = named(symbol.strip_prefix(prefix)?)?;
        (*dimension != NAMED[7].2).then(|| (ten(power + exponent), *dimension))
    })
}

impl Unit {
    /// The unit of a plain number.
    pub fn none() -> Self {
        Self { scale: Rational::one(), dimension: [0; 8], parts: Vec::new() }
    }

    /// Multiplies by a named unit with an exponent; `None` if there is no such unit.
    #[must_use]
    pub fn with(mut self, symbol: &str, exponent: i32) -> Option<Self> {
        if exponent.abs() > 12 || self.parts.len() > 12 {
            return None;
        }
        let (scale, dimension) = single(symbol)?;
        self.scale *= scale.pow(exponent);
        for (sum, part) in self.dimension.iter_mut().zip(dimension) {
            *sum += part * exponent;
        }
        // `m m` is m², and is printed so.
        match self.parts.iter_mut().find(|(known, _)| known == symbol) {
            Some((_, power)) => *power += exponent,
            None => self.parts.push((symbol.to_owned(), exponent)),
        }
        self.parts.retain(|(_, power)| *power != 0);
        Some(self)
    }

    /// Reads `m s^-2`, `m/s^2`, `kg·m²`, `kJ mol^{-1}`; after a slash everything divides.
    pub fn read(text: &str) -> Option<Self> {
        let mut unit = Self::none();
        let mut sign = 1;
        let mut rest = text;
        loop {
            rest = rest.trim_start_matches([' ', '\u{a0}', '·', '*', '⋅', '.', '~']);
            if let Some(after) = rest.strip_prefix('/') {
                sign = -1;
                rest = after;
                continue;
            }
            if rest.is_empty() {
                return (!unit.parts.is_empty()).then_some(unit);
            }
            let end = rest.find(|c: char| !c.is_alphabetic() && c != '°').unwrap_or(rest.len());
            let (symbol, after) = rest.split_at(end);
            let (exponent, after) = exponent(after)?;
            unit = unit.with(symbol, sign * exponent)?;
            rest = after;
        }
    }
}

/// An exponent in any of its spellings, or 1.
fn exponent(text: &str) -> Option<(i32, &str)> {
    const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    let raised = |c: char| RAISED.chars().position(|r| r == c);
    if text.starts_with(|c| c == '⁻' || raised(c).is_some()) {
        let body = text.strip_prefix('⁻').unwrap_or(text);
        let digit = body.chars().next()?;
        let value = i32::try_from(raised(digit)?).ok()?;
        let sign = if text.len() == body.len() { 1 } else { -1 };
        return Some((sign * value, &body[digit.len_utf8()..]));
    }
    let marked = text.strip_prefix("**").or_else(|| text.strip_prefix('^'));
    let Some(body) = marked else { return Some((1, text)) };
    let (body, closing) = match body.strip_prefix('{') {
        Some(inner) => (inner, "}"),
        None => match body.strip_prefix('(') {
            Some(inner) => (inner, ")"),
            None => (body, ""),
        },
    };
    let body = body.trim_start();
    let (sign, body) = match body.strip_prefix('-').or_else(|| body.strip_prefix('−')) {
        Some(body) => (-1, body.trim_start()),
        None => (1, body),
    };
    let end = body.find(|c: char| !c.is_ascii_digit()).unwrap_or(body.len());
    let value: i32 = body[..end].parse().ok()?;
    Some((sign * value, body[end..].trim_start().strip_prefix(closing)?))
}
