//! Greatest and least values by search: a fine grid, then a closer look around the best points.

use std::collections::BTreeMap;

use tutti_maths::Expr;

use super::{ClaimError, Extreme, equation, float};

type Put<'a> = &'a dyn Fn(&str, &str) -> Result<Expr, ClaimError>;

/// Points of the first look along one variable.
const GRID: usize = 720;
/// Along the second variable where the first is fixed and an equation ties them.
const CROSS_GRID: usize = 48;

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
    let sign = if find == Extreme::Greatest { 1.0 } else { -1.0 };
    let best = match (ranges.as_slice(), subject_to) {
        ([(name, low, high)], None) => along(*low, *high, &|x| Some(sign * float::value(&of, &[(name, x)])?)),
        ([(a, low, high), (b, from, to)], Some(text)) => {
            let (left, right) = equation("subject_to", text, put)?;
            let tie = left.minus(right);
            // For each value of the first variable, the best of the values the equation leaves for the second.
            let best_at = |x: f64| {
                let roots = crossings(*from, *to, &|y| float::value(&tie, &[(a, x), (b, y)]));
                let values = roots.into_iter().filter_map(|y| float::value(&of, &[(a, x), (b, y)]));
                values.map(|value| sign * value).reduce(f64::max)
            };
            along(*low, *high, &best_at)
        }
        _ => {
            return Err(ClaimError::NoMethod(
                "one variable is searched, or two that an equation ties together".to_owned(),
            ));
        }
    };
    best.map(|best| sign * best).ok_or(ClaimError::NoSolution)
}

/// The greatest value of `f` from `low` to `high`.
fn along(low: f64, high: f64, f: &dyn Fn(f64) -> Option<f64>) -> Option<f64> {
    let step = (high - low) / GRID as f64;
    let values: Vec<Option<f64>> = (0..=GRID).map(|i| f(low + step * i as f64)).collect();
    let mut best: Option<f64> = None;
    for i in 0..=GRID {
        let Some(here) = values[i] else { continue };
        best = Some(best.map_or(here, |best: f64| best.max(here)));
        let neighbour =
            |j: Option<usize>| j.and_then(|j| values.get(j).copied().flatten()).unwrap_or(f64::NEG_INFINITY);
        let peak = here >= neighbour(i.checked_sub(1)) && here >= neighbour(Some(i + 1));
        if peak {
            let (from, to) =
                ((low + step * (i as f64 - 1.0)).max(low), (low + step * (i as f64 + 1.0)).min(high));
            best = best.into_iter().chain(golden(from, to, f)).reduce(f64::max);
        }
    }
    best
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
            found.extend(bisected(from, x, there, f));
        }
        before = Some((x, here));
    }
    found
}

fn bisected(mut low: f64, mut high: f64, at_low: f64, f: &dyn Fn(f64) -> Option<f64>) -> Option<f64> {
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
