//! Equations, systems, and searches over integers.
//!
//! Every solution is substituted back; one that does not satisfy the problem, or for which it is undefined, is dropped,
//! and one that cannot be checked is an error. What has no method here is refused, never approximated.

mod polynomial;

use std::ops::RangeInclusive;

use num_traits::Zero;
use thiserror::Error;

use crate::{
    answer::{Answer, Relation},
    compare::{Equality, compare_exprs, holds},
    eval::Point,
    expr::{Expr, Function, Rational},
    normal::{Context, NoNormalForm, simplify},
};

pub use polynomial::{factor, roots};

/// Why there are no solutions to show.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// Every value satisfies it.
    #[error("every value satisfies it")]
    Always,
    /// None of the methods here applies.
    #[error("no method for this: {0}")]
    NoMethod(&'static str),
    /// A solution was found but could not be checked.
    #[error("a solution could not be checked: {0}")]
    Unchecked(String),
    /// It would take too long.
    #[error("too large")]
    TooBig,
}

/// Which numbers count as solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Real numbers.
    Real,
    /// Complex numbers.
    Complex,
}

impl From<NoNormalForm> for SolveError {
    fn from(stop: NoNormalForm) -> Self {
        match stop {
            NoNormalForm::TooBig => Self::TooBig,
            NoNormalForm::Undefined(why) | NoNormalForm::Unknown(why) => Self::NoMethod(why),
        }
    }
}

/// The real solutions of `left = right` for `name`, each once.
pub fn equation(left: &Expr, right: &Expr, name: &str) -> Result<Vec<Expr>, SolveError> {
    equation_over(left, right, name, Field::Real)
}

/// The solutions of `left = right` for `name`, each once, rational ones first.
pub fn equation_over(left: &Expr, right: &Expr, name: &str, field: Field) -> Result<Vec<Expr>, SolveError> {
    let mut kept: Vec<Expr> = Vec::new();
    for found in candidates(&left.clone().minus(right.clone()), name, field, 6)? {
        let found = simplify(&found);
        let put = |side: &Expr| side.substitute(name, &found);
        match compare_exprs(&put(left), &put(right)) {
            Equality::Equal { .. } => {}
            Equality::Different { .. } => continue,
            Equality::Undecided { why } => {
                if crate::compare::is_defined(&put(left).minus(put(right)), &Point::new()) == Some(false) {
                    continue;
                }
                return Err(SolveError::Unchecked(format!("{found}: {why}")));
            }
        }
        if !kept.iter().any(|known| compare_exprs(known, &found).is_equal()) {
            kept.push(found);
        }
    }
    Ok(kept)
}

/// Values among which the zeros of an expression are.
fn candidates(expr: &Expr, name: &str, field: Field, depth: u32) -> Result<Vec<Expr>, SolveError> {
    if depth == 0 {
        return Err(SolveError::NoMethod("too many steps"));
    }
    let generated = Context::default().generator_form(expr, name)?;
    let Some(generated) = generated else {
        return Err(SolveError::NoMethod("the unknown occurs in two different functions"));
    };
    if generated.coefficients.is_empty() {
        return Err(SolveError::Always);
    }
    let values = polynomial::zeros(&generated.coefficients, field)?;
    let mut found = Vec::new();
    for value in values {
        for (inner, target) in undo(&generated.generator, &value, name)? {
            if matches!(&inner, Expr::Symbol(symbol) if &**symbol == name) {
                found.push(target);
            } else {
                found.extend(candidates(&inner.minus(target), name, field, depth - 1)?);
            }
        }
    }
    Ok(found)
}

/// Undoes the outermost function of `shape = value`.
fn undo(shape: &Expr, value: &Expr, name: &str) -> Result<Vec<(Expr, Expr)>, SolveError> {
    match shape {
        Expr::Symbol(_) => Ok(vec![(shape.clone(), value.clone())]),
        Expr::Power(base, power) if !power.mentions(name) => {
            let inverse = Expr::int(1).over((**power).clone());
            Ok(vec![((**base).clone(), value.clone().power(inverse))])
        }
        Expr::Power(base, power) if !base.mentions(name) => {
            if crate::eval::sign(value) == Some(false) || value.as_number().is_some_and(Zero::is_zero) {
                return Ok(Vec::new());
            }
            let ln = |x: &Expr| Expr::apply(Function::Ln, x.clone());
            Ok(vec![((**power).clone(), ln(value).over(ln(base)))])
        }
        Expr::Apply(Function::Ln, parts) => {
            let target = Expr::Constant(crate::expr::Constant::E).power(value.clone());
            match &parts[0] {
                Expr::Apply(Function::Abs, inner) => {
                    Ok(vec![(inner[0].clone(), target.clone()), (inner[0].clone(), target.negate())])
                }
                inner => Ok(vec![(inner.clone(), target)]),
            }
        }
        Expr::Apply(Function::Abs, parts) => {
            Ok(vec![(parts[0].clone(), value.clone()), (parts[0].clone(), value.clone().negate())])
        }
        Expr::Apply(Function::Asin, parts) => {
            Ok(vec![(parts[0].clone(), Expr::apply(Function::Sin, value.clone()))])
        }
        Expr::Apply(Function::Atan, parts) => {
            Ok(vec![(parts[0].clone(), Expr::apply(Function::Tan, value.clone()))])
        }
        _ => Err(SolveError::NoMethod("a periodic function")),
    }
}

/// The real solutions of several equations, each as values in the order of `names`.
///
/// An equation that is linear in an unknown is solved for it and put into the others; an equation in one unknown only is
/// solved. That covers linear systems, and a linear equation with a quadratic one.
pub fn system(equations: &[(Expr, Expr)], names: &[&str]) -> Result<Vec<Vec<Expr>>, SolveError> {
    if names.len() > 6 || equations.len() > 8 {
        return Err(SolveError::TooBig);
    }
    let zeros: Vec<Expr> = equations.iter().map(|(left, right)| left.clone().minus(right.clone())).collect();
    let found = eliminate(&zeros, names)?;
    for solution in &found {
        for zero in &zeros {
            let value = put_all(zero, names, solution);
            match compare_exprs(&value, &Expr::int(0)) {
                Equality::Equal { .. } => {}
                other => return Err(SolveError::Unchecked(format!("{other:?}"))),
            }
        }
    }
    Ok(found)
}

fn put_all(expr: &Expr, names: &[&str], values: &[Expr]) -> Expr {
    names.iter().zip(values).fold(expr.clone(), |expr, (name, value)| expr.substitute(name, value))
}

fn eliminate(zeros: &[Expr], names: &[&str]) -> Result<Vec<Vec<Expr>>, SolveError> {
    let zeros: Vec<Expr> =
        zeros.iter().map(simplify).filter(|zero| !zero.as_number().is_some_and(Zero::is_zero)).collect();
    if zeros.iter().any(|zero| zero.is_constant() && compare_exprs(zero, &Expr::int(0)).is_different()) {
        return Ok(Vec::new());
    }
    if names.is_empty() {
        return if zeros.is_empty() {
            Ok(vec![Vec::new()])
        } else {
            Err(SolveError::NoMethod("more equations than unknowns"))
        };
    }
    let held = |zero: &Expr| names.iter().filter(|name| zero.mentions(name)).count();
    for (place, zero) in zeros.iter().enumerate() {
        for (at, name) in names.iter().enumerate().filter(|(_, name)| zero.mentions(name)) {
            let Ok(Some(form)) = Context::default().generator_form(zero, name) else { continue };
            let linear = matches!(form.generator, Expr::Symbol(_)) && form.coefficients.len() == 2;
            if !linear || held(&form.coefficients[1]) > 0 {
                continue;
            }
            let value = form.coefficients[0].clone().negate().over(form.coefficients[1].clone());
            let rest: Vec<Expr> = zeros
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != place)
                .map(|(_, other)| other.substitute(name, &value))
                .collect();
            let others: Vec<&str> = names.iter().filter(|other| *other != name).copied().collect();
            let mut found = eliminate(&rest, &others)?;
            for solution in &mut found {
                let own = simplify(&put_all(&value, &others, solution));
                solution.insert(at, own);
            }
            return Ok(found);
        }
    }
    let Some((place, at)) = zeros.iter().enumerate().find_map(|(place, zero)| {
        (held(zero) == 1).then(|| Some((place, names.iter().position(|name| zero.mentions(name))?)))?
    }) else {
        return Err(if zeros.is_empty() {
            SolveError::Always
        } else {
            SolveError::NoMethod("no equation that is linear in an unknown")
        });
    };
    let others: Vec<&str> = names.iter().filter(|name| **name != names[at]).copied().collect();
    let mut all = Vec::new();
    for value in equation(&zeros[place], &Expr::int(0), names[at])? {
        let rest: Vec<Expr> = zeros
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place)
            .map(|(_, zero)| zero.substitute(names[at], &value))
            .collect();
        for mut solution in eliminate(&rest, &others)? {
            solution.insert(at, value.clone());
            all.push(solution);
        }
    }
    Ok(all)
}

/// The longest range that is searched.
const SEARCH: u64 = 1_000_000;

/// The whole numbers in a range at which every condition holds. A condition that cannot be decided is an error; where one
/// side is not defined, it does not hold.
pub fn integers(
    conditions: &[Answer],
    name: &str,
    range: RangeInclusive<i64>,
) -> Result<Vec<i64>, SolveError> {
    if range.end().abs_diff(*range.start()) > SEARCH {
        return Err(SolveError::TooBig);
    }
    let mut found = Vec::new();
    for n in range {
        if satisfies(conditions, name, &Rational::from_integer(n.into()))? {
            found.push(n);
        }
    }
    Ok(found)
}

/// Whether every condition holds at a rational value of `name`.
pub fn satisfies(conditions: &[Answer], name: &str, value: &Rational) -> Result<bool, SolveError> {
    let point: Point = [(name.into(), value.clone())].into();
    for condition in conditions {
        let Answer::Relation(sides, signs) = condition else {
            return Err(SolveError::NoMethod("a condition must be a relation"));
        };
        for (pair, sign) in sides.windows(2).zip(signs) {
            let difference = pair[0].clone().minus(pair[1].clone());
            match truth(&difference, *sign, &point) {
                Some(true) => {}
                Some(false) => return Ok(false),
                None => return Err(SolveError::Unchecked(format!("{condition} at {name} = {value}"))),
            }
        }
    }
    Ok(true)
}

fn truth(difference: &Expr, sign: Relation, point: &Point) -> Option<bool> {
    holds(difference, sign, point)
        .or_else(|| (crate::compare::is_defined(difference, point) == Some(false)).then_some(false))
}
