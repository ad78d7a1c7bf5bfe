//! Whole numbers, gone through one by one.

use num_traits::{One, ToPrimitive, Zero};
use tutti_maths::{Expr, Rational};

use super::ready::{Ready, Small};
use super::{ClaimError, Count, Solved, Tally, exact, float};

type Put<'a> = &'a dyn Fn(&str, &str) -> Result<Expr, ClaimError>;

/// More cases are not gone through.
const MOST: usize = 2_000_000;

/// A comparison, read once.
struct Condition {
    text: String,
    left: Term,
    sign: &'static str,
    right: Term,
}

/// An expression, and the quick way to its values.
struct Term {
    expr: Expr,
    ready: Option<Ready>,
}

impl Term {
    fn new(expr: Expr, names: &[&str]) -> Self {
        Self { ready: Ready::new(&expr, names), expr }
    }

    fn small(&self, at: &At<'_>) -> Option<Small> {
        self.ready.as_ref()?.small(&at.values)
    }

    fn exact(&self, at: &At<'_>) -> Option<Rational> {
        match self.small(at) {
            Some(value) => Some(value.rational()),
            None => exact::value(&self.expr, &at.names()),
        }
    }

    fn float(&self, at: &At<'_>) -> Option<f64> {
        let values: Vec<f64> = at.values.iter().map(|n| *n as f64).collect();
        self.ready.as_ref()?.float(&values)
    }
}

/// One case: the names in the order of their ranges, and the values of those that are set. The others are zero.
struct At<'a> {
    names: &'a [&'a str],
    values: Vec<i64>,
    set: usize,
}

impl At<'_> {
    fn names(&self) -> Vec<(&str, i64)> {
        self.names.iter().copied().zip(self.values.iter().copied()).take(self.set).collect()
    }
}

/// What has been added up so far: exactly while every term is rational, else in floating point.
enum Total {
    Exact(Rational),
    Float(f64),
}

pub(super) fn tally(
    find: Tally,
    over: &[Count],
    such_that: &[String],
    of: Option<&str>,
    put: Put<'_>,
) -> Result<Solved, ClaimError> {
    let names: Vec<&str> = over.iter().map(|count| count.name.as_str()).collect();
    let term = |place: &str, text: &str| Ok(Term::new(put(place, text)?, &names));
    let conditions = such_that.iter().map(|text| condition(text, &term)).collect::<Result<Vec<_>, _>>()?;
    let of = of.map(|text| term("of", text)).transpose()?;
    if of.is_none() && find != Tally::Count {
        return Err(ClaimError::NoMethod("nothing is said to be added or compared".to_owned()));
    }
    let ranges = over
        .iter()
        .map(|count| {
            let place = format!("range of {}", count.name);
            Ok([put(&place, &count.from)?, put(&place, &count.to)?])
        })
        .collect::<Result<Vec<_>, ClaimError>>()?;
    let mut state = State { find, conditions, of, total: None, cases: 0 };
    state.walk(&ranges, &mut At { names: &names, values: vec![0; names.len()], set: 0 })?;
    let empty = match find {
        Tally::Count | Tally::Sum => Some(Total::Exact(Rational::zero())),
        Tally::Product => Some(Total::Exact(Rational::one())),
        Tally::Greatest | Tally::Least => None,
    };
    match state.total.or(empty).ok_or(ClaimError::NoSolution)? {
        Total::Exact(value) => Ok(Solved::Exact(Expr::Number(value))),
        Total::Float(value) => Ok(Solved::Approximate(value)),
    }
}

struct State {
    find: Tally,
    conditions: Vec<Condition>,
    of: Option<Term>,
    total: Option<Total>,
    cases: usize,
}

impl State {
    fn walk(&mut self, ranges: &[[Expr; 2]], at: &mut At<'_>) -> Result<(), ClaimError> {
        let place = at.set;
        let Some([from, to]) = ranges.get(place) else {
            self.cases += 1;
            if self.cases > MOST {
                return Err(ClaimError::NoMethod(format!("more than {MOST} cases")));
            }
            return self.case(at);
        };
        let end = |expr: &Expr| {
            let value = exact::value(expr, &at.names());
            if value.as_ref().is_some_and(|value| !value.is_integer()) {
                return Err(ClaimError::Unreadable {
                    place: format!("the range of {}", at.names[place]),
                    text: expr.to_string(),
                    why: "it is no whole number".to_owned(),
                });
            }
            value.and_then(|value| value.numer().to_i64()).ok_or_else(|| {
                ClaimError::NoMethod(format!("the range of {} has no whole ends", at.names[place]))
            })
        };
        let (from, to) = (end(from)?, end(to)?);
        at.set += 1;
        for n in from..=to {
            at.values[place] = n;
            self.walk(ranges, at)?;
        }
        at.set = place;
        Ok(())
    }

    fn case(&mut self, at: &At<'_>) -> Result<(), ClaimError> {
        for condition in &self.conditions {
            if !condition.holds(at)? {
                return Ok(());
            }
        }
        let term = match &self.of {
            None => Total::Exact(Rational::one()),
            Some(of) => match of.exact(at) {
                Some(value) => Total::Exact(value),
                None => {
                    let value = of.float(at);
                    Total::Float(value.ok_or_else(|| ClaimError::NoMethod("a term has no value".to_owned()))?)
                }
            },
        };
        self.total = Some(match self.total.take() {
            None => term,
            Some(total) => total.join(term, self.find),
        });
        Ok(())
    }
}

impl Total {
    fn float(&self) -> f64 {
        match self {
            Self::Exact(value) => float::number(value).unwrap_or(f64::NAN),
            Self::Float(value) => *value,
        }
    }

    fn join(self, term: Self, find: Tally) -> Self {
        match (self, term) {
            (Self::Exact(a), Self::Exact(b)) => Self::Exact(match find {
                Tally::Count | Tally::Sum => a + b,
                Tally::Product => a * b,
                Tally::Greatest => a.max(b),
                Tally::Least => a.min(b),
            }),
            (a, b) => Self::Float(match find {
                Tally::Count | Tally::Sum => a.float() + b.float(),
                Tally::Product => a.float() * b.float(),
                Tally::Greatest => a.float().max(b.float()),
                Tally::Least => a.float().min(b.float()),
            }),
        }
    }
}

fn condition(
    text: &str,
    term: &dyn Fn(&str, &str) -> Result<Term, ClaimError>,
) -> Result<Condition, ClaimError> {
    let (sign, (left, right)) = ["<=", ">=", "!=", "<", ">", "="]
        .iter()
        .find_map(|sign| text.split_once(sign).map(|split| (*sign, split)))
        .ok_or_else(|| ClaimError::Unreadable {
            place: "a condition".into(),
            text: text.to_owned(),
            why: "it compares nothing".into(),
        })?;
    let (left, right) = (term("a condition", left)?, term("a condition", right)?);
    Ok(Condition { text: text.to_owned(), left, sign, right })
}

impl Condition {
    fn holds(&self, at: &At<'_>) -> Result<bool, ClaimError> {
        let order = match (self.left.small(at), self.right.small(at)) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => match (self.left.exact(at), self.right.exact(at)) {
                (Some(a), Some(b)) => a.cmp(&b),
                _ => return Err(ClaimError::NoMethod(format!("`{}` is not rational", self.text))),
            },
        };
        Ok(match self.sign {
            "<=" => order.is_le(),
            ">=" => order.is_ge(),
            "!=" => order.is_ne(),
            "<" => order.is_lt(),
            ">" => order.is_gt(),
            _ => order.is_eq(),
        })
    }
}
