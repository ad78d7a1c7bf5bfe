//! A question as a family writes it.
//!
//! A family draws its numbers, says what is [`Given`], once for the stem and for the claim, and then writes down the
//! [`Parts`]: stem, claim, key, wrong paths, steps, insight.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use num_traits::ToPrimitive;
use tutti_maths::{Expr, simplify};

use super::formula::{self, maths};
use crate::claim::{Asked, Claim, Task, evaluate, float};
use crate::declare::Scene;
use crate::question::Binding;

/// A question before its options are chosen and lettered.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    /// Maths in `\( \)`. Two to six lines, varied in wording and context.
    pub(crate) stem: String,
    pub(crate) bindings: Vec<Binding>,
    /// The right answer as an expression, in the names of `claim.given` and in coherent SI units.
    pub(crate) key: String,
    /// More than are needed is welcome: those are used that fit. Expressions as for the key.
    pub(crate) wrong: Vec<Wrong>,
    pub(crate) steps: Vec<(String, &'static [&'static str])>,
    /// The one thought that makes it short.
    pub(crate) insight: String,
    pub(crate) claim: Claim,
    /// SVG.
    pub(crate) figure: Option<String>,
    /// What a declared question has still to say if it is asked.
    pub(crate) scene: Option<Box<Scene>>,
}

/// A mistake, and what it leads to.
#[derive(Debug, Clone)]
pub(crate) struct Wrong {
    pub(crate) why: String,
    pub(crate) gives: String,
    /// The same for every draw.
    pub(crate) id: String,
}

/// What a question gives, by name.
#[derive(Debug, Clone, Default)]
pub(super) struct Given(BTreeMap<String, String>);

/// A given quantity in a text: `{v}` is `$3\,\mathrm{m}$`, `{v:#}` its number alone, to stand within maths.
#[derive(Debug, Clone)]
pub(super) struct Shown {
    number: String,
    unit: String,
}

impl Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = match self.number.split_once('/') {
            Some((above, below)) => format!("\\frac{{{above}}}{{{below}}}"),
            None => self.number.clone(),
        };
        f.write_str(&if f.alternate() { number } else { formula::quantity(number, &self.unit) })
    }
}

/// The methods that a step needs.
pub(super) type Methods = &'static [&'static str];

impl Given {
    /// Gives a number, a fraction or a root, and returns it as the stem prints it.
    pub(super) fn number(&mut self, name: &str, number: impl Display) -> Shown {
        self.quantity(name, number, "")
    }

    /// Gives a number of a unit such as `m s^-2`, and returns the quantity as the stem prints it.
    pub(super) fn quantity(&mut self, name: &str, number: impl Display, unit: &str) -> Shown {
        let number = number.to_string();
        let text = if unit.is_empty() { number.clone() } else { format!("{number} {unit}") };
        self.0.insert(name.to_owned(), text);
        Shown { number, unit: unit.to_owned() }
    }

    /// Equations for unknowns.
    pub(super) fn solve(
        self,
        unknowns: &[&str],
        equations: &[&str],
        conditions: &[&str],
        ask: &str,
    ) -> Claim {
        self.claim(Task::Solve {
            unknowns: texts(unknowns),
            equations: texts(equations),
            conditions: texts(conditions),
            ask: ask.to_owned(),
        })
    }

    fn claim(self, task: Task) -> Claim {
        Claim { given: self.0, ..Claim::new(task) }
    }
}

impl Claim {
    /// The claim with an answer in this unit.
    pub(super) fn in_unit(self, unit: &str) -> Self {
        Self { unit: Some(unit.to_owned()), ..self }
    }
}

/// What a family says. Maths in texts stands in dollars.
pub(super) struct Parts<'a> {
    pub stem: &'a str,
    pub claim: Claim,
    pub key: &'a str,
    /// Mistakes with what they lead to.
    pub wrong: &'a [(&'a str, &'a str)],
    pub steps: &'a [(&'a str, Methods)],
    pub insight: &'a str,
}

/// Mistakes whose results were put together, for [`Parts`].
pub(super) fn borrowed<'a>(wrong: &'a [(&'a str, String)]) -> Vec<(&'a str, &'a str)> {
    wrong.iter().map(|(why, gives)| (*why, gives.as_str())).collect()
}

impl Draft {
    pub(super) fn new(parts: Parts<'_>) -> Self {
        let wrong = |(why, gives): &(&str, &str)| Wrong {
            why: maths(why),
            gives: (*gives).to_owned(),
            id: why.replace(' ', "-"),
        };
        Self {
            stem: maths(parts.stem),
            bindings: Vec::new(),
            key: parts.key.to_owned(),
            wrong: parts.wrong.iter().map(wrong).collect(),
            steps: parts.steps.iter().map(|(text, methods)| (maths(text), *methods)).collect(),
            insight: maths(parts.insight),
            claim: parts.claim,
            figure: None,
            scene: None,
        }
    }

    /// Without the mistakes that nobody would believe: those whose result is not positive, or is a fraction with a
    /// denominator above `worst`, which its look gives away.
    pub(super) fn believable(mut self, worst: u64) -> Self {
        let scale = match self.claim.asked() {
            Asked::Quantity(unit) => Some(Expr::Number(unit.scale)),
            Asked::Number | Asked::Unknown(_) => None,
        };
        let Ok(given) = self.claim.values() else { return Self { wrong: Vec::new(), ..self } };
        self.wrong.retain(|path| {
            let Ok(value) = evaluate(&given, "a path", &path.gives) else { return false };
            let value = match &scale {
                Some(scale) => simplify(&value.over(scale.clone())),
                None => simplify(&value),
            };
            let plain = value.as_number().is_none_or(|n| n.denom().to_u64().is_some_and(|n| n <= worst));
            plain && float::value(&value, &[]).is_some_and(|size| size > 0.0)
        });
        self
    }
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_stands_in_texts_and_in_the_claim() {
        let mut given = Given::default();
        given.number("n", 2);
        let (g, u) = (given.quantity("g", 10, "m s^-2"), given.number("u", "1/4"));
        assert_eq!(format!("{g}, $g = {g:#}$, {u}"), "$10\\,\\mathrm{m\\,s^{-2}}$, $g = 10$, $\\frac{1}{4}$");
        let claim = given.solve(&["x"], &["x = n*g*u"], &[], "x").in_unit("m s^-2");
        assert_eq!(claim.given["g"], "10 m s^-2");
        assert_eq!((claim.given["n"].as_str(), claim.given["u"].as_str()), ("2", "1/4"));
    }
}
