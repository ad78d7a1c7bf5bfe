//! Comparison of more than one expression: units, relations, intervals, sets, tuples.

use std::collections::BTreeSet;

use num_traits::{Signed, Zero};

use super::{Equality, How, POINTS, Witness, compare_exprs, sample};
use crate::{
    answer::{Answer, Bounds, Relation},
    eval::{self, Point},
    expr::{Constant, Expr, Rational, Symbol},
    normal::{Context, simplify},
    solve,
    unit::{Dimension, Unit},
};

/// Compares two answers.
pub fn compare(a: &Answer, b: &Answer) -> Equality {
    match (a, b) {
        (Answer::Value(x), Answer::Value(y)) => compare_exprs(x, y),
        (Answer::Quantity(x, unit), Answer::Quantity(y, other)) => quantities(x, unit, y, other),
        (Answer::Quantity(x, unit), Answer::Value(y)) => quantities(x, unit, y, &Unit::none()),
        (Answer::Value(x), Answer::Quantity(y, unit)) => quantities(x, &Unit::none(), y, unit),
        (Answer::Relation(sides, signs), Answer::Relation(others, other_signs)) => {
            relations(sides, signs, others, other_signs)
        }
        (Answer::Interval(x), Answer::Interval(y)) => {
            unions(std::slice::from_ref(x), std::slice::from_ref(y))
        }
        (Answer::Union(x), Answer::Union(y)) => unions(x, y),
        (Answer::Set(x), Answer::Set(y)) => compare_unordered(x, y, compare),
        (Answer::Tuple(x), Answer::Tuple(y)) => {
            if x.len() != y.len() {
                return part("a different number of members");
            }
            together(x.iter().zip(y).map(|(x, y)| compare(x, y)))
        }
        _ => Equality::undecided("they are of different kinds"),
    }
}

fn part(what: &str) -> Equality {
    Equality::Different { witness: Witness::Part(what.to_owned()) }
}

fn quantities(x: &Expr, unit: &Unit, y: &Expr, other: &Unit) -> Equality {
    if unit.dimension != other.dimension {
        if in_kelvin(unit) == in_kelvin(other) {
            return Equality::undecided("20 °C is 20 K as a difference and 293.15 K as a temperature");
        }
        // Nothing is nothing in any unit, but nobody says so on purpose.
        return Equality::Different { witness: Witness::Dimension };
    }
    let left = x.clone().times(Expr::Number(unit.scale.clone()));
    let right = y.clone().times(Expr::Number(other.scale.clone()));
    compare_exprs(&left, &right)
}

/// The dimension with degrees Celsius taken for kelvin.
fn in_kelvin(unit: &Unit) -> Dimension {
    let mut dimension = unit.dimension;
    dimension[4] += std::mem::take(&mut dimension[7]);
    dimension
}

/// Equal if all are, different if one is.
fn together(results: impl Iterator<Item = Equality>) -> Equality {
    let mut verdict = Equality::equal(How::Parts);
    for result in results {
        match result {
            Equality::Different { .. } => return result,
            Equality::Undecided { .. } => verdict = result,
            Equality::Equal { .. } => {}
        }
    }
    verdict
}

/// The most pairs of members that are compared.
const PAIRS: usize = 4096;

/// Every member of one must have its equal in the other, in any order.
fn compare_unordered<T>(x: &[T], y: &[T], equal: impl Fn(&T, &T) -> Equality) -> Equality {
    if x.len() * y.len() > PAIRS {
        return Equality::undecided("too many members");
    }
    let mut undecided = None;
    let mut check = |from: &[T], to: &[T], flipped: bool| {
        for (place, member) in from.iter().enumerate() {
            let results: Vec<Equality> = to
                .iter()
                .map(|other| if flipped { equal(other, member) } else { equal(member, other) })
                .collect();
            if results.iter().any(Equality::is_equal) {
                continue;
            }
            if results.iter().all(Equality::is_different) {
                let side = if flipped { "right" } else { "left" };
                return Some(part(&format!("member {} of the {side} has no equal", place + 1)));
            }
            undecided = results.into_iter().find(|result| matches!(result, Equality::Undecided { .. }));
        }
        None
    };
    if let Some(different) = check(x, y, false).or_else(|| check(y, x, true)) {
        return different;
    }
    undecided.unwrap_or_else(|| Equality::equal(How::Parts))
}

/// Intervals put together. Other parts prove a difference only where each set has one way to be written: no part is
/// empty and no two touch.
fn unions(x: &[Bounds], y: &[Bounds]) -> Equality {
    let found = compare_unordered(x, y, bounds);
    if found.is_different() && !(is_canonical(x) && is_canonical(y)) {
        return Equality::undecided("the parts may be empty or overlap");
    }
    found
}

fn bounds(x: &Bounds, y: &Bounds) -> Equality {
    let open_or_closed = |end: &Expr, closed: bool, other: bool| infinite(end).is_some() || closed == other;
    if !open_or_closed(&x.low, x.low_closed, y.low_closed)
        || !open_or_closed(&x.high, x.high_closed, y.high_closed)
    {
        return part("an end belongs to one and not to the other");
    }
    together([ends(&x.low, &y.low), ends(&x.high, &y.high)].into_iter())
}

fn is_canonical(parts: &[Bounds]) -> bool {
    parts.iter().enumerate().all(|(place, part)| {
        is_below(&part.low, &part.high)
            && parts[..place]
                .iter()
                .all(|other| is_below(&part.high, &other.low) || is_below(&other.high, &part.low))
    })
}

/// Whether one end is proved to lie below another.
fn is_below(low: &Expr, high: &Expr) -> bool {
    match (infinite(low), infinite(high)) {
        (Some(low), Some(high)) => !low && high,
        (Some(low), None) => !low,
        (None, Some(high)) => high,
        (None, None) => eval::sign(&simplify(&high.clone().minus(low.clone()))) == Some(true),
    }
}

fn ends(x: &Expr, y: &Expr) -> Equality {
    match (infinite(x), infinite(y)) {
        (Some(a), Some(b)) if a == b => Equality::equal(How::Parts),
        (None, None) => compare_exprs(x, y),
        _ => part("an end is infinite"),
    }
}

/// For an infinite end, whether it is the positive one.
fn infinite(end: &Expr) -> Option<bool> {
    match end {
        Expr::Constant(Constant::Infinity) => Some(true),
        Expr::Product(parts) => match &parts[..] {
            [sign, Expr::Constant(Constant::Infinity)] if sign.as_i64() == Some(-1) => Some(false),
            _ => None,
        },
        _ => None,
    }
}

fn relations(sides: &[Expr], signs: &[Relation], others: &[Expr], other_signs: &[Relation]) -> Equality {
    if signs.len() != 1 || other_signs.len() != 1 {
        return chains(sides, signs, others, other_signs);
    }
    let (left, sign) = to_zero(sides, signs[0]);
    let (right, other) = to_zero(others, other_signs[0]);
    if sign == other
        && let Some(factor) = factor(&left, &right)
        && (factor.is_positive() || matches!(sign, Relation::Equal | Relation::NotEqual))
    {
        return Equality::equal(How::Factor);
    }
    let mut symbols = left.symbols();
    symbols.extend(right.symbols());
    let symbols: Vec<Symbol> = symbols.into_iter().collect();
    if sign == Relation::Equal
        && other == Relation::Equal
        && let Some(result) = same_subject(sides, others).or_else(|| same_roots(&left, &right, &symbols))
    {
        return result;
    }
    tell_apart(&[(left, sign)], &[(right, other)], &symbols)
        .unwrap_or_else(|| Equality::undecided("no factor makes one relation the other"))
}

/// `a < b < c` against another: equal part by part, or different where one holds and the other does not.
fn chains(sides: &[Expr], signs: &[Relation], others: &[Expr], other_signs: &[Relation]) -> Equality {
    let mirrored: Vec<Relation> = other_signs.iter().rev().map(|sign| sign.mirror()).collect();
    let parts = if signs == other_signs {
        Some(together(sides.iter().zip(others).map(|(x, y)| compare_exprs(x, y))))
    } else if signs == mirrored {
        Some(together(sides.iter().zip(others.iter().rev()).map(|(x, y)| compare_exprs(x, y))))
    } else {
        None
    };
    if let Some(equal @ Equality::Equal { .. }) = parts {
        return equal;
    }
    let zeros = |sides: &[Expr], signs: &[Relation]| -> Vec<(Expr, Relation)> {
        sides.windows(2).zip(signs).map(|(pair, sign)| to_zero(pair, *sign)).collect()
    };
    let (left, right) = (zeros(sides, signs), zeros(others, other_signs));
    let symbols: BTreeSet<Symbol> = sides.iter().chain(others).flat_map(Expr::symbols).collect();
    let symbols: Vec<Symbol> = symbols.into_iter().collect();
    tell_apart(&left, &right, &symbols).unwrap_or_else(|| Equality::undecided("chains that may say the same"))
}

/// A point where all relations of one side hold and not all of the other.
fn tell_apart(left: &[(Expr, Relation)], right: &[(Expr, Relation)], symbols: &[Symbol]) -> Option<Equality> {
    let all_hold = |zeros: &[(Expr, Relation)], point: &Point| {
        let mut sure = true;
        for (zero, sign) in zeros {
            match holds(zero, *sign, point) {
                Some(false) => return Some(false),
                Some(true) => {}
                None => sure = false,
            }
        }
        sure.then_some(true)
    };
    (0..4 * POINTS).find_map(|round| {
        let point = sample(symbols, round);
        let (x, y) = (all_hold(left, &point)?, all_hold(right, &point)?);
        (x != y).then_some(Equality::Different { witness: Witness::Truth { point, left_holds: x } })
    })
}

/// The relation with everything on the left, `>` turned into `<`.
fn to_zero(sides: &[Expr], sign: Relation) -> (Expr, Relation) {
    match sign {
        Relation::Greater | Relation::AtLeast => (sides[1].clone().minus(sides[0].clone()), sign.mirror()),
        _ => (sides[0].clone().minus(sides[1].clone()), sign),
    }
}

/// The number by which one is the other, if there is one.
fn factor(left: &Expr, right: &Expr) -> Option<Rational> {
    let form = Context::default().normal(&left.clone().over(right.clone())).ok()?;
    form.as_number().filter(|factor| !factor.is_zero())
}

/// `b = …` against `b = …`.
fn same_subject(sides: &[Expr], others: &[Expr]) -> Option<Equality> {
    let (Expr::Symbol(name), Expr::Symbol(other)) = (&sides[0], &others[0]) else { return None };
    if name != other || sides[1].mentions(name) || others[1].mentions(name) {
        return None;
    }
    Some(compare_exprs(&sides[1], &others[1]))
}

/// Equations in one unknown are compared by their solutions, if both can be solved.
fn same_roots(left: &Expr, right: &Expr, symbols: &[Symbol]) -> Option<Equality> {
    let [name] = symbols else { return None };
    let solve = |side: &Expr| solve::equation(side, &Expr::int(0), name).ok();
    let (x, y) = (solve(left)?, solve(right)?);
    if x.is_empty() && y.is_empty() {
        // Equations without a real solution may still differ in the complex ones.
        return None;
    }
    Some(compare_unordered(&x, &y, compare_exprs))
}

/// Whether `side` stands in the relation to zero at a point.
pub(crate) fn holds(side: &Expr, sign: Relation, point: &Point) -> Option<bool> {
    if let Some(value) = eval::exact(side, point) {
        return Some(match sign {
            Relation::Equal => value.is_zero(),
            Relation::NotEqual => !value.is_zero(),
            Relation::Less => value.is_negative(),
            Relation::AtMost => !value.is_positive(),
            Relation::Greater => value.is_positive(),
            Relation::AtLeast => !value.is_negative(),
        });
    }
    let positive = eval::refine(|fixed| {
        let value = eval::value(side, point, fixed)?;
        if value.im.is_some() {
            return Ok(None);
        }
        Ok(if value.re.is_positive() {
            Some(true)
        } else if value.re.is_negative() {
            Some(false)
        } else {
            None
        })
    });
    let positive = match positive {
        Ok(Some(positive)) => positive,
        Ok(None) if matches!(compare_exprs(&at(side, point), &Expr::int(0)), Equality::Equal { .. }) => {
            return Some(matches!(sign, Relation::Equal | Relation::AtMost | Relation::AtLeast));
        }
        _ => return None,
    };
    Some(match sign {
        Relation::Equal => false,
        Relation::NotEqual => true,
        Relation::Less | Relation::AtMost => !positive,
        Relation::Greater | Relation::AtLeast => positive,
    })
}

fn at(side: &Expr, point: &Point) -> Expr {
    point.iter().fold(side.clone(), |side, (name, value)| side.substitute(name, &Expr::Number(value.clone())))
}
