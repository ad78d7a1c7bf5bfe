//! Greatest and least values by search: a fine grid, then a closer look around the best points.

use std::collections::BTreeMap;

use tutti_maths::Expr;

use super::ready::Ready;
use super::{ClaimError, Extreme, equation, float};

type Put<'a> = &'a dyn Fn(&str, &str) -> Result<Expr, ClaimError>;

/// Points of the first look along one variable.
const GRID: usize = 720;
/// Along the second variable where the first is fixed and an equation ties them.
const CROSS_GRID: usize = 48;
/// As many of the highest points of the first look get a closer one.
const PEAKS: usize = 6;
/// A bound this close to a whole number is that number.
const HAIR: f64 = 1e-7;

pub(super) fn search(
    find: Extreme,
    of: &str,
    over: &BTreeMap<String, [String; 2]>,
    subject_to: Option<&str>,
    put: Put<'_>,
) -> Result<f64, ClaimError> {
    let of = put("of", of)?;
    let mut ranges = Vec::new();
    for (name, [low, high]) in over {
        let end = |text: &str| {
            let expr = put(&format!("range of {name}"), text)?;
            float::value(&expr, &[]).ok_or_else(|| ClaimError::NoMethod(format!("`{text}` is no number")))
        };
        ranges.push((name.as_str(), end(low)?, end(high)?));
    }
    let names: Vec<&str> = ranges.iter().map(|(name, ..)| *name).collect();
    let ready = |expr: &Expr| {
        Ready::new(expr, &names).ok_or_else(|| ClaimError::NoMethod("a name has no range".to_owned()))
    };
    let of = ready(&of)?;
    let tie = match subject_to {
        Some(text) => {
            let (left, right) = equation("subject_to", text, put)?;
            Some(ready(&left.minus(right))?)
        }
        None => None,
    };
    // The greatest value of the expression, or of its negative.
    let most = |sign: f64| match (ranges.as_slice(), &tie) {
        ([(_, low, high)], None) => Ok(along(*low, *high, &|x| Some(sign * of.float(&[x])?))),
        ([(_, low, high), (_, from, to)], Some(tie)) => {
            let flat = tie.degree(1).is_some_and(|degree| degree <= 2);
            // For each value of the first variable, the best of the values the equation leaves for the second.
            let best_at = |x: f64| {
                let f = |y| tie.float(&[x, y]);
                let roots = if flat { roots(*from, *to, &f) } else { crossings(*from, *to, &f) };
                let values = roots.into_iter().filter_map(|y| of.float(&[x, y]));
                values.map(|value| sign * value).reduce(f64::max)
            };
            Ok(along(*low, *high, &best_at))
        }
        _ => Err(ClaimError::NoMethod(
            "one variable is searched, or two that an equation ties together".to_owned(),
        )),
    };
    let greatest = || most(1.0)?.ok_or(ClaimError::NoSolution);
    let least = || most(-1.0)?.map(|value| -value).ok_or(ClaimError::NoSolution);
    match find {
        Extreme::Greatest => greatest(),
        Extreme::Least => least(),
        Extreme::Width => Ok(greatest()? - least()?),
        Extreme::WholeNumbers => Ok(((greatest()? + HAIR).floor() - (least()? - HAIR).ceil() + 1.0).max(0.0)),
    }
}

/// The greatest value of `f` from `low` to `high`.
fn along(low: f64, high: f64, f: &dyn Fn(f64) -> Option<f64>) -> Option<f64> {
    let step = (high - low) / GRID as f64;
    let values: Vec<Option<f64>> = (0..=GRID).map(|i| f(low + step * i as f64)).collect();
    let value = |j: usize| values.get(j).copied().flatten().unwrap_or(f64::NEG_INFINITY);
    let mut peaks: Vec<(f64, usize)> = (0..=GRID)
        .filter(|&i| values[i].is_some() && (i == 0 || value(i) >= value(i - 1)) && value(i) >= value(i + 1))
        .map(|i| (value(i), i))
        .collect();
    peaks.sort_by(|a, b| b.0.total_cmp(&a.0));
    let best = peaks.first()?.0;
    let closer = peaks.iter().take(PEAKS).filter_map(|(_, i)| {
        let middle = low + step * *i as f64;
        golden((middle - step).max(low), (middle + step).min(high), f)
    });
    Some(closer.fold(best, f64::max))
}

/// Where a polynomial of degree two at most is zero, from its values at the ends and in the middle.
fn roots(low: f64, high: f64, f: &dyn Fn(f64) -> Option<f64>) -> Vec<f64> {
    let (middle, half) = (f64::midpoint(low, high), (high - low) / 2.0);
    let (Some(before), Some(at), Some(after)) = (f(low), f(middle), f(high)) else { return Vec::new() };
    // With t from -1 to 1: at + slope t + bend t².
    let (slope, bend) = ((after - before) / 2.0, f64::midpoint(before, after) - at);
    let size = before.abs().max(at.abs()).max(after.abs());
    let found = if bend.abs() <= 1e-13 * size {
        vec![-at / slope]
    } else {
        let under = slope * slope - 4.0 * bend * at;
        if under < -1e-13 * size * size {
            return Vec::new();
        }
        let sum = -f64::midpoint(slope, under.max(0.0).sqrt().copysign(slope));
        if sum == 0.0 { vec![0.0] } else { vec![sum / bend, at / sum] }
    };
    found.into_iter().filter(|t| t.abs() <= 1.0 + 1e-12).map(|t| middle + half * t).collect()
}

/// The greatest value on a stretch with one peak.
fn golden(mut low: f64, mut high: f64, f: &dyn Fn(f64) -> Option<f64>) -> Option<f64> {
    const RATIO: f64 = 0.618_033_988_749_895;
    let value = |x: f64| f(x).unwrap_or(f64::NEG_INFINITY);
    let (mut a, mut b) = (high - RATIO * (high - low), low + RATIO * (high - low));
    let (mut at_a, mut at_b) = (value(a), value(b));
    for _ in 0..48 {
        if at_a >= at_b {
            (high, b, at_b) = (b, a, at_a);
            a = high - RATIO * (high - low);
            at_a = value(a);
        } else {
            (low, a, at_a) = (a, b, at_b);
            b = low + RATIO * (high - low);
            at_b = value(b);
        }
    }
    let best = at_a.max(at_b);
    best.is_finite().then_some(best)
}

/// Where `f` is zero, found by its change of sign.
fn crossings(low: f64, high: f64, f: &dyn Fn(f64) -> Option<f64>) -> Vec<f64> {
    let step = (high - low) / CROSS_GRID as f64;
    let mut found = Vec::new();
    let mut before: Option<(f64, f64)> = None;
    for i in 0..=CROSS_GRID {
        let x = low + step * i as f64;
        let Some(here) = f(x) else {
            before = None;
            continue;
        };
        if here == 0.0 {
            found.push(x);
        } else if let Some((from, there)) = before
            && (there < 0.0) != (here < 0.0)
            && there != 0.0
        {
            found.extend(bisect(from, x, there, f));
        }
        before = Some((x, here));
    }
    found
}

fn bisect(mut low: f64, mut high: f64, at_low: f64, f: &dyn Fn(f64) -> Option<f64>) -> Option<f64> {
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        let here = f(middle)?;
        if (here < 0.0) == (at_low < 0.0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(f64::midpoint(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::expression;

    #[track_caller]
    fn check(find: Extreme, of: &str, over: &[(&str, &str, &str)], tie: Option<&str>, wanted: f64) {
        let over = over.iter().map(|(name, low, high)| ((*name).into(), [(*low).into(), (*high).into()]));
        let found = search(find, of, &over.collect(), tie, &expression).unwrap();
        assert!((found - wanted).abs() <= 1e-9 * wanted.abs().max(1.0), "{of}: {found}, not {wanted}");
    }

    #[test]
    fn bounds_of_one_variable() {
        let turn = [("x", "0", "2*pi")];
        check(Extreme::Greatest, "3*sin(x) + 4*cos(x) + 1", &turn, None, 6.0);
        check(Extreme::Least, "3*sin(x) + 4*cos(x) + 1", &turn, None, -4.0);
        check(Extreme::Width, "3*sin(x) + 4*cos(x) + 1", &turn, None, 10.0);
        check(Extreme::WholeNumbers, "3*sin(x) + 4*cos(x) + 1", &turn, None, 11.0);
        check(Extreme::WholeNumbers, "sin(x)/3 + 1/2", &turn, None, 0.0);
        check(Extreme::Least, "9/sin(x)^2 + 4/cos(x)^2", &[("x", "0", "pi/2")], None, 25.0);
        check(Extreme::Least, "abs(x - 1/3) + abs(x - 2)", &[("x", "-5", "5")], None, 5.0 / 3.0);
    }

    #[test]
    fn bounds_on_a_curve() {
        let square = [("x", "-10", "10"), ("y", "-10", "10")];
        check(Extreme::Greatest, "3*x + 4*y", &square, Some("x^2 + y^2 = 25"), 25.0);
        // The extreme point is where the curve turns back in the first variable.
        check(Extreme::Greatest, "x", &square, Some("(x - 1)^2 + (y - 2)^2 = 4"), 3.0);
        check(Extreme::Least, "2*x + 8*y", &[("x", "1/10", "20"), ("y", "0", "100")], Some("x*y = 4"), 16.0);
        // No polynomial in the second variable.
        check(
            Extreme::Greatest,
            "x*y",
            &[("x", "0", "9"), ("y", "0", "9")],
            Some("sqrt(x) + sqrt(y) = 2"),
            1.0,
        );
    }

    #[test]
    fn a_curve_without_points_has_no_extreme() {
        let over = [("x", "-1", "1"), ("y", "-1", "1")];
        let over = over.map(|(name, low, high)| (name.to_owned(), [low.to_owned(), high.to_owned()]));
        let found = search(Extreme::Least, "x", &over.into(), Some("x^2 + y^2 = 9"), &expression);
        assert_eq!(found, Err(ClaimError::NoSolution));
    }
}
