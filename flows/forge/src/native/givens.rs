//! What a question gives, noted once: as it stands in the stem and as it stands in the claim.

use std::collections::BTreeMap;

use num_traits::ToPrimitive;
use tutti_maths::{Expr, simplify};

use super::{Draft, Wrong};
use crate::claim::{Asked, Claim, Count, Limit, Tally, Task, evaluate, float};

/// The quantities of a question by name.
#[derive(Debug, Default)]
pub(super) struct Givens(BTreeMap<String, String>);

impl Givens {
    /// Notes a number or a quantity such as `3 m s^-2` and returns it as the stem prints it.
    pub(super) fn put(&mut self, name: &str, text: impl Into<String>) -> String {
        let text = text.into();
        let shown = quantity(&text);
        self.0.insert(name.to_owned(), text);
        shown
    }

    pub(super) fn solve(
        self,
        unit: &str,
        unknowns: &[&str],
        equations: &[&str],
        conditions: &[&str],
        ask: &str,
    ) -> Claim {
        let task = Task::Solve {
            unknowns: texts(unknowns),
            equations: texts(equations),
            conditions: texts(conditions),
            ask: ask.to_owned(),
        };
        self.claim(unit, task)
    }

    pub(super) fn tally(
        self,
        unit: &str,
        find: Tally,
        over: &[(&str, &str, &str)],
        such_that: &[&str],
        of: Option<&str>,
    ) -> Claim {
        let count = |(name, from, to): &(&str, &str, &str)| Count {
            name: (*name).to_owned(),
            from: (*from).to_owned(),
            to: (*to).to_owned(),
        };
        let task = Task::Enumerate {
            find,
            over: over.iter().map(count).collect(),
            such_that: texts(such_that),
            of: of.map(str::to_owned),
        };
        self.claim(unit, task)
    }

    /// Special cases: what is put for each name, and what must come out.
    pub(super) fn fits(self, cases: &[(&[(&str, &str)], &str)]) -> Claim {
        let limit = |(put, gives): &(&[(&str, &str)], &str)| Limit {
            put: put.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
            gives: (*gives).to_owned(),
        };
        self.claim("", Task::Fits { at: cases.iter().map(limit).collect() })
    }

    fn claim(self, unit: &str, task: Task) -> Claim {
        Claim { given: self.0, unit: (!unit.is_empty()).then(|| unit.to_owned()), ..Claim::new(task) }
    }
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// `3 m s^-2` as `\(3\,\mathrm{m\,s^{-2}}\)`.
pub(super) fn quantity(text: &str) -> String {
    let Some((number, unit)) = text.split_once(' ') else { return format!("\\({text}\\)") };
    let part = |part: &str| match part.split_once('^') {
        Some((name, power)) => format!("{name}^{{{power}}}"),
        None => part.replace('Ω', "\\Omega"),
    };
    let unit: Vec<String> = unit.split(' ').map(part).collect();
    format!("\\({number}\\,\\mathrm{{{}}}\\)", unit.join("\\,"))
}

/// Mistakes with what they lead to.
pub(super) fn wrongs(list: &[(&str, &str)]) -> Vec<Wrong> {
    list.iter().map(|(why, gives)| Wrong::new(*why, *gives)).collect()
}

/// The draft without the mistakes that nobody would believe: those whose result is not positive, or is a fraction with
/// a denominator above `worst`, which its look gives away.
pub(super) fn believable(mut draft: Draft, worst: u64) -> Draft {
    let scale = match draft.claim.asked() {
        Asked::Quantity(unit) => Some(Expr::Number(unit.scale)),
        Asked::Number | Asked::Unknown(_) => None,
    };
    let Ok(given) = draft.claim.values() else { return Draft { wrong: Vec::new(), ..draft } };
    draft.wrong.retain(|path| {
        let Ok(value) = evaluate(&given, "a path", &path.gives) else { return false };
        let value = match &scale {
            Some(scale) => simplify(&value.over(scale.clone())),
            None => simplify(&value),
        };
        let plain = value.as_number().is_none_or(|n| n.denom().to_u64().is_some_and(|n| n <= worst));
        plain && float::value(&value, &[]).is_some_and(|size| size > 0.0)
    });
    draft
}

/// Draws until the numbers fit.
pub(super) fn until<T>(mut draw: impl FnMut() -> Option<T>) -> T {
    loop {
        if let Some(drawn) = draw() {
            return drawn;
        }
    }
}

/// The fraction in lowest terms as `a/b`, or the whole number.
pub(super) fn fraction(above: i64, below: i64) -> String {
    let (a, b) = lowest(above, below);
    if b == 1 { a.to_string() } else { format!("{a}/{b}") }
}

/// The fraction in lowest terms as LaTeX, without delimiters.
pub(super) fn fraction_latex(above: i64, below: i64) -> String {
    let (a, b) = lowest(above, below);
    if b == 1 { a.to_string() } else { format!("\\frac{{{a}}}{{{b}}}") }
}

fn lowest(above: i64, below: i64) -> (i64, i64) {
    let (mut a, mut b) = (above.abs(), below.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let divisor = a.max(1) * below.signum();
    (above / divisor, below / divisor)
}
