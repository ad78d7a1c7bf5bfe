//! Whole numbers, gone through one by one.

use num_traits::{One, ToPrimitive, Zero};
use tutti_maths::{Expr, Rational};

use super::{ClaimError, Count, Solved, Tally, exact, float};

type Put<'a> = &'a dyn Fn(&str, &str) -> Result<Expr, ClaimError>;

/// More cases are not gone through.
const MOST: usize = 2_000_000;

/// A comparison, read once.
struct Condition {
    text: String,
    left: Expr,
    sign: &'static str,
    right: Expr,
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
    let conditions = such_that.iter().map(|text| condition(text, put)).collect::<Result<Vec<_>, _>>()?;
    let of = of.map(|text| put("of", text)).transpose()?;
    if of.is_none() && find != Tally::Count {
        return Err(ClaimError::NoMethod("nothing is said to be added or compared".to_owned()));
    }
    let ranges = over
        .iter()
        .map(|count| {
            let place = format!("range of {}", count.name);
            Ok((count.name.as_str(), put(&place, &count.from)?, put(&place, &count.to)?))
        })
        .collect::<Result<Vec<_>, ClaimError>>()?;
    let mut state = State { find, conditions, of, total: None, cases: 0 };
    state.walk(&ranges, &mut Vec::new())?;
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
    of: Option<Expr>,
    total: Option<Total>,
    cases: usize,
}

impl State {
    fn walk<'a>(
        &mut self,
        ranges: &'a [(&'a str, Expr, Expr)],
        at: &mut Vec<(&'a str, i64)>,
    ) -> Result<(), ClaimError> {
        let Some(((name, from, to), rest)) = ranges.split_first() else {
            self.cases += 1;
            if self.cases > MOST {
                return Err(ClaimError::NoMethod(format!("more than {MOST} cases")));
            }
            return self.case(at);
        };
        let end = |expr: &Expr| {
            let value =
                exact::value(expr, at).filter(Rational::is_integer).and_then(|value| value.numer().to_i64());
            value.ok_or_else(|| ClaimError::NoMethod(format!("the range of {name} has no whole ends")))
        };
        for n in end(from)?..=end(to)? {
            at.push((name, n));
            self.walk(rest, at)?;
            at.pop();
        }
        Ok(())
    }

    fn case(&mut self, at: &[(&str, i64)]) -> Result<(), ClaimError> {
        for condition in &self.conditions {
            if !condition.holds(at)? {
                return Ok(());
            }
        }
        let term = match &self.of {
            None => Total::Exact(Rational::one()),
            Some(of) => match exact::value(of, at) {
                Some(value) => Total::Exact(value),
                None => {
                    let at: Vec<(&str, f64)> = at.iter().map(|(name, n)| (*name, *n as f64)).collect();
                    let value = float::value(of, &at);
                    Total::Float(value.ok_or_else(|| ClaimError::NoMethod("a term has no value".to_owned()))?)
                }
            },
        };
        self.total = Some(match self.total.take() {
            None => term,
            Some(total) => total.joined(term, self.find),
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

    fn joined(self, term: Self, find: Tally) -> Self {
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

fn condition(text: &str, put: Put<'_>) -> Result<Condition, ClaimError> {
    let (sign, (left, right)) = ["<=", ">=", "!=", "<", ">", "="]
        .iter()
        .find_map(|sign| text.split_once(sign).map(|split| (*sign, split)))
        .ok_or_else(|| ClaimError::Unreadable {
            place: "a condition".into(),
            text: text.to_owned(),
            why: "it compares nothing".into(),
        })?;
    let (left, right) = (put("a condition", left)?, put("a condition", right)?);
    Ok(Condition { text: text.to_owned(), left, sign, right })
}

impl Condition {
    fn holds(&self, at: &[(&str, i64)]) -> Result<bool, ClaimError> {
        let (Some(a), Some(b)) = (exact::value(&self.left, at), exact::value(&self.right, at)) else {
            return Err(ClaimError::NoMethod(format!("`{}` is not rational", self.text)));
        };
        Ok(match self.sign {
            "<=" => a <= b,
            ">=" => a >= b,
            "!=" => a != b,
            "<" => a < b,
            ">" => a > b,
            _ => a == b,
        })
    }
}
