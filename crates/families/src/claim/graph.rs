//! Graphs of straight pieces, measured exactly.

use num_traits::{Signed, Zero};
use tutti_maths::{Expr, Rational, simplify};

use super::{ClaimError, Measure, exact};

type Put<'a> = &'a dyn Fn(&str, &str) -> Result<Expr, ClaimError>;
type Point = (Rational, Rational);

pub(super) fn measure(
    points: &[[String; 2]],
    find: Measure,
    from: &str,
    to: &str,
    then: Option<&str>,
    put: Put<'_>,
) -> Result<Expr, ClaimError> {
    let number = |text: &str| {
        let expr = put("the graph", text)?;
        exact::value(&simplify(&expr), &[])
            .ok_or_else(|| ClaimError::NoMethod(format!("`{text}` is not a rational number")))
    };
    let points = points
        .iter()
        .map(|[x, y]| Ok((number(x)?, number(y)?)))
        .collect::<Result<Vec<Point>, ClaimError>>()?;
    if points.len() < 2 || points.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
        return Err(ClaimError::NoMethod("the points of the graph are not in order".to_owned()));
    }
    let (from, to) = (number(from)?, number(to)?);
    let outside = || ClaimError::NoMethod("the stretch is not on the graph".to_owned());
    if from >= to || height(&points, &from).is_none() || height(&points, &to).is_none() {
        return Err(outside());
    }
    let value = match find {
        Measure::Area => area(&points, &from, &to, false),
        Measure::TotalArea => area(&points, &from, &to, true),
        Measure::Mean => area(&points, &from, &to, false) / (&to - &from),
        Measure::Slope => {
            let rise =
                height(&points, &to).ok_or_else(outside)? - height(&points, &from).ok_or_else(outside)?;
            rise / (&to - &from)
        }
    };
    let value = Expr::Number(value);
    match then {
        Some(text) => Ok(put("then", text)?.substitute("y", &value)),
        None => Ok(value),
    }
}

/// The height of the graph at `x`; none off its ends.
fn height(points: &[Point], x: &Rational) -> Option<Rational> {
    points.windows(2).find(|pair| pair[0].0 <= *x && *x <= pair[1].0).map(|pair| {
        let ((x0, y0), (x1, y1)) = (&pair[0], &pair[1]);
        y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    })
}

/// Cut at every corner and every crossing of the axis, so that each piece is a trapezium on one side of it.
fn area(points: &[Point], from: &Rational, to: &Rational, unsigned: bool) -> Rational {
    let mut cuts = vec![from.clone(), to.clone()];
    for pair in points.windows(2) {
        let ((x0, y0), (x1, y1)) = (&pair[0], &pair[1]);
        cuts.push(x0.clone());
        cuts.push(x1.clone());
        if (y0 * y1).is_negative() {
            cuts.push(x0 - y0 * (x1 - x0) / (y1 - y0));
        }
    }
    cuts.retain(|x| from <= x && x <= to);
    cuts.sort();
    cuts.dedup();
    let two = Rational::from_integer(2.into());
    cuts.windows(2).fold(Rational::zero(), |sum, pair| {
        let (a, b) =
            (height(points, &pair[0]).unwrap_or_default(), height(points, &pair[1]).unwrap_or_default());
        let piece = (a + b) / &two * (&pair[1] - &pair[0]);
        sum + if unsigned { piece.abs() } else { piece }
    })
}
