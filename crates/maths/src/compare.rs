//! Decides whether two expressions, or two answers, are the same.
//!
//! "Equal" is proved by the normal form of the difference. "Different" is proved by a point where the two values lie in
//! disjoint intervals. Everything else is undecided, with the reason; nothing is ever concluded from rounding.

mod answers;

use crate::{
    eval::{self, Point},
    expr::{Expr, Function, Rational, Symbol},
    normal::{Context, NoNormalForm},
    real::{Fault, Fixed, Interval},
};

pub use answers::compare;
pub(crate) use answers::holds;

/// What a comparison found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Equality {
    /// Proved equal wherever both are defined.
    Equal {
        /// The proof.
        how: How,
        /// A point where one is defined and the other is not, if one was met.
        gap: Option<Gap>,
    },
    /// Proved different.
    Different {
        /// What shows it.
        witness: Witness,
    },
    /// Neither was proved.
    Undecided {
        /// What was missing.
        why: String,
    },
}

/// How two were proved equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// Two numbers in lowest terms.
    Number,
    /// The normal form of the difference is zero.
    NormalForm,
    /// One relation is the other times a factor that is not zero.
    Factor,
    /// Members, sides or ends are equal one by one.
    Parts,
}

/// A point in the domain of one side only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The values of the unknowns.
    pub point: Point,
    /// Whether it is the left side that is defined there.
    pub left_defined: bool,
}

/// What shows a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Witness {
    /// The two values at a point (empty if there are no unknowns), in decimals for people. The proof was made with
    /// intervals.
    Values {
        /// The values of the unknowns.
        point: Point,
        /// The value of the left side.
        left: String,
        /// The value of the right side.
        right: String,
    },
    /// The units measure different things.
    Dimension,
    /// One relation holds at the point and the other does not.
    Truth {
        /// The values of the unknowns.
        point: Point,
        /// Whether the left one holds.
        left_holds: bool,
    },
    /// A member, a side or an end of one has no equal in the other.
    Part(String),
}

/// Points tried before giving up.
const POINTS: u32 = 24;

/// Kinds of points that [`sample`] takes in turn.
const KINDS: u32 = 4;

impl Equality {
    /// Whether the two were proved equal.
    pub fn is_equal(&self) -> bool {
        matches!(self, Self::Equal { .. })
    }

    /// Whether the two were proved different.
    pub fn is_different(&self) -> bool {
        matches!(self, Self::Different { .. })
    }

    fn equal(how: How) -> Self {
        Self::Equal { how, gap: None }
    }

    fn undecided(why: impl Into<String>) -> Self {
        Self::Undecided { why: why.into() }
    }
}

/// Compares two expressions, over the real numbers where they have unknowns.
pub fn compare_exprs(a: &Expr, b: &Expr) -> Equality {
    if let (Expr::Number(x), Expr::Number(y)) = (a, b) {
        return if x == y {
            Equality::equal(How::Number)
        } else {
            let (left, right) = (x.to_string(), y.to_string());
            Equality::Different { witness: Witness::Values { point: Point::new(), left, right } }
        };
    }
    if let (Some(x), Some(y)) = (eval::arithmetic(a), eval::arithmetic(b)) {
        return numbers(&x, &y);
    }
    let mut symbols = a.symbols();
    symbols.extend(b.symbols());
    let symbols: Vec<Symbol> = symbols.into_iter().collect();
    if a == b {
        return prove(a, b, &symbols, true);
    }
    // The proof that is likely to succeed comes first; rounding decides nothing else.
    let point = sample(&symbols, 0);
    if eval::looks_different(a, b, &point)
        && let Some(witness) = apart_at(a, b, &point)
    {
        return Equality::Different { witness };
    }
    let mut context = Context::default();
    let difference = a.clone().minus(b.clone());
    let form = context.normal(&difference);
    match form {
        Ok(form) if form.is_zero() && context.torn => {
            Equality::undecided("they are defined together at single points at most")
        }
        Ok(form) if form.is_zero() => prove(a, b, &symbols, context.trusting),
        Ok(_) => refute(a, b, &symbols, "no rule shows them equal and no point shows them different"),
        Err(NoNormalForm::Undefined(why)) if symbols.is_empty() => Equality::undecided(why),
        Err(NoNormalForm::Undefined(why) | NoNormalForm::Unknown(why)) => refute(a, b, &symbols, why),
        Err(NoNormalForm::TooBig) => refute(a, b, &symbols, "the normal form would be too large"),
    }
}

/// What arithmetic gave: exact, so equal or not.
fn numbers(x: &Rational, y: &Rational) -> Equality {
    if x == y {
        return Equality::equal(How::NormalForm);
    }
    let fixed = Fixed::new(64);
    let [left, right] = [x, y].map(|value| interval_text(&fixed.rational(value), &fixed));
    Equality::Different { witness: Witness::Values { point: Point::new(), left, right } }
}

fn prove(a: &Expr, b: &Expr, symbols: &[Symbol], trusting: bool) -> Equality {
    if symbols.is_empty() {
        let defined = |expr: &Expr| is_defined(expr, &Point::new()) == Some(true);
        if trusting && !(defined(a) && defined(b)) {
            return Equality::undecided("a divisor may be zero");
        }
        return Equality::equal(How::NormalForm);
    }
    if is_total(a) && is_total(b) {
        return Equality::equal(How::NormalForm);
    }
    let mut common = false;
    let mut gap = None;
    for round in 0..POINTS {
        let point = sample(symbols, round);
        match (is_defined(a, &point), is_defined(b, &point)) {
            (Some(true), Some(true)) => common = true,
            (Some(true), Some(false)) => gap = gap.or(Some(Gap { point, left_defined: true })),
            (Some(false), Some(true)) => gap = gap.or(Some(Gap { point, left_defined: false })),
            _ => {}
        }
        // The kinds of points take turns; a gap that none of them shows is rarely met by more of them.
        if common && (gap.is_some() || round >= KINDS) {
            break;
        }
    }
    if common {
        Equality::Equal { how: How::NormalForm, gap }
    } else {
        Equality::undecided("no point was found where both are defined")
    }
}

fn refute(a: &Expr, b: &Expr, symbols: &[Symbol], why: &str) -> Equality {
    let rounds = if symbols.is_empty() { 1 } else { POINTS };
    for round in 0..rounds {
        let point = sample(symbols, round);
        if let Some(witness) = apart_at(a, b, &point) {
            return Equality::Different { witness };
        }
    }
    Equality::undecided(why)
}

fn apart_at(a: &Expr, b: &Expr, point: &Point) -> Option<Witness> {
    let found = eval::refine(|fixed| {
        let (x, y) = (eval::value(a, point, fixed)?, eval::value(b, point, fixed)?);
        if !x.apart(&y) {
            return Ok(None);
        }
        let show = |value: &eval::Value| {
            let re = interval_text(&value.re, fixed);
            match &value.im {
                Some(im) if !im.is_zero() => format!("{re} + {}i", interval_text(im, fixed)),
                _ => re,
            }
        };
        Ok(Some((show(&x), show(&y))))
    });
    let (left, right) = found.ok()??;
    Some(Witness::Values { point: point.clone(), left, right })
}

/// Whether an expression has a value at a point; `None` if nobody can tell.
pub(crate) fn is_defined(expr: &Expr, point: &Point) -> Option<bool> {
    if eval::exact(expr, point).is_some() {
        return Some(true);
    }
    match eval::refine(|fixed| eval::value(expr, point, fixed).map(Some)) {
        Ok(_) => Some(true),
        Err(Fault::Undefined) => Some(false),
        Err(_) => None,
    }
}

/// Whether it is built from what is defined everywhere.
fn is_total(expr: &Expr) -> bool {
    let mut total = true;
    expr.visit(&mut |part| {
        total &= match part {
            Expr::Power(base, power) => {
                matches!(&**base, Expr::Constant(_))
                    || power.as_i64().is_some_and(|n| n > 0)
                    || base.as_number().is_some_and(num_traits::Signed::is_positive)
            }
            Expr::Apply(function, _) => {
                matches!(
                    function,
                    Function::Sin
                        | Function::Cos
                        | Function::Atan
                        | Function::Abs
                        | Function::Sinh
                        | Function::Cosh
                        | Function::Tanh
                        | Function::Floor
                        | Function::Ceil
                )
            }
            _ => true,
        };
    });
    total
}

/// Deterministic points: small whole numbers, fractions below one, negative and larger fractions in turn.
pub(crate) fn sample(symbols: &[Symbol], round: u32) -> Point {
    let mut state = u64::from(round).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def1;
    let mut next = |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) % below
    };
    symbols
        .iter()
        .map(|symbol| {
            let (numer, denom) = match round % KINDS {
                0 => (2 + next(6) as i64, 1),
                1 => (1 + next(10) as i64, 12 + next(5) as i64),
                2 => (-1 - next(30) as i64, 7 + next(6) as i64),
                _ => (9 + next(60) as i64, 7 + next(4) as i64),
            };
            (symbol.clone(), Rational::new(numer.into(), denom.into()))
        })
        .collect()
}

/// The middle of an interval in decimals, for people.
fn interval_text(interval: &Interval, fixed: &Fixed) -> String {
    let scaled = (&interval.lo + &interval.hi) * num_bigint::BigInt::from(10).pow(12);
    let middle = scaled >> (fixed.bits + 1);
    let text = crate::digits::decimal(&middle, 12);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
