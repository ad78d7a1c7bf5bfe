//! What a question gives, noted once: as it stands in the stem and as it stands in the claim.

use std::collections::BTreeMap;

use num_traits::ToPrimitive;
use tutti_maths::{Expr, simplify};

use super::formula::{maths, quantity};
use super::{Draft, Wrong};
use crate::claim::{Asked, Claim, Count, Limit, Tally, Task, evaluate, float};

/// The quantities of a question by name.
#[derive(Debug, Default)]
pub(super) struct Givens(BTreeMap<String, String>);

impl Givens {
    /// Notes a number or a quantity such as `3 m s^-2` and returns it as the stem prints it.
    pub(super) fn put(&mut self, name: &str, text: impl Into<String>) -> String {
        let text = text.into();
        let (number, unit) = text.split_once(' ').unwrap_or((&text, ""));
        let shown = maths(&quantity(number, unit));
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
