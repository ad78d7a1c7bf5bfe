//! Formulas, held against the special cases in which their value is known.

use tutti_maths::{Equality, Expr, compare_exprs, simplify};

use super::{ClaimError, Limit, OptionVerdict, float, near};

type Put<'a> = &'a dyn Fn(&str, &str) -> Result<Expr, ClaimError>;

/// What is put for each name, and what must come out.
#[derive(Debug, Clone)]
pub struct Case {
    finite: Vec<(String, Expr)>,
    /// Names that grow without bound.
    infinite: Vec<String>,
    /// None if the formula must grow without bound.
    gives: Option<Expr>,
}

pub(super) fn cases(at: &[Limit], put: Put<'_>) -> Result<Vec<Case>, ClaimError> {
    if at.is_empty() {
        return Err(ClaimError::NoMethod("no special case is given".to_owned()));
    }
    at.iter()
        .map(|limit| {
            let (mut finite, mut infinite) = (Vec::new(), Vec::new());
            for (name, value) in &limit.put {
                if value == "oo" {
                    infinite.push(name.clone());
                } else {
                    finite.push((name.clone(), put("a special case", value)?));
                }
            }
            let gives = match limit.gives.as_str() {
                "oo" => None,
                gives => Some(put("a special case", gives)?),
            };
            Ok(Case { finite, infinite, gives })
        })
        .collect()
}

pub(super) fn holds(cases: &[Case], formula: &Expr) -> OptionVerdict {
    let mut undecided = None;
    for case in cases {
        match case.holds(formula) {
            OptionVerdict::Right => {}
            OptionVerdict::Wrong => return OptionVerdict::Wrong,
            OptionVerdict::Undecided(why) => undecided = Some(why),
        }
    }
    undecided.map_or(OptionVerdict::Right, OptionVerdict::Undecided)
}

impl Case {
    fn holds(&self, formula: &Expr) -> OptionVerdict {
        if let (Some(gives), true) = (&self.gives, self.infinite.is_empty()) {
            // Most formulas are wrong by so much that no proof is needed.
            if let (Some(here), Some(wanted)) = (self.value(formula, 0, 0.0), self.value(gives, 0, 0.0))
                && near(here, wanted) == OptionVerdict::Wrong
                && (here - wanted).abs() > 1e-6
            {
                return OptionVerdict::Wrong;
            }
            match compare_exprs(&self.put(formula), &self.put(gives)) {
                Equality::Equal { .. } => return OptionVerdict::Right,
                Equality::Different { .. } => return OptionVerdict::Wrong,
                // It may have no value at the point itself.
                Equality::Undecided { .. } => {}
            }
        }
        self.limit(formula)
    }

    fn put(&self, expr: &Expr) -> Expr {
        let put = self.finite.iter().fold(expr.clone(), |expr, (name, value)| expr.substitute(name, value));
        simplify(&put)
    }

    /// A limit, judged on the way to it, with three sets of values for the other names: it holds if the distance is small
    /// and gets smaller, or, where the formula must grow without bound, if it is large and gets larger.
    fn limit(&self, formula: &Expr) -> OptionVerdict {
        const CLOSE: f64 = 1e-4;
        const LARGE: f64 = 1e3;
        for trial in 0..3 {
            let at = |expr: &Expr, step: f64| self.value(expr, trial, step);
            // What counts as small or large is measured by the formula itself, away from the limit.
            let size = at(formula, 0.5).map_or(1.0, f64::abs).max(1e-9);
            let (Some(before), Some(here)) = (at(formula, 1e-5), at(formula, 1e-8)) else {
                return OptionVerdict::Undecided("the formula has no value near the special case".to_owned());
            };
            let holds = match &self.gives {
                None => here.abs() > LARGE * size && here.abs() > 2.0 * before.abs(),
                Some(gives) => {
                    let (Some(before_it), Some(wanted)) = (at(gives, 1e-5), at(gives, 1e-8)) else {
                        return OptionVerdict::Undecided("the special case has no value".to_owned());
                    };
                    let (far, near) = ((before - before_it).abs(), (here - wanted).abs());
                    near < CLOSE * size.max(wanted.abs()) && near <= far.max(1e-9 * size)
                }
            };
            if !holds {
                return OptionVerdict::Wrong;
            }
        }
        OptionVerdict::Right
    }

    /// The value of an expression at `step` from the special case: what grows is its reciprocal, what has a value is that
    /// much larger, and every other name has some value.
    fn value(&self, expr: &Expr, trial: u32, step: f64) -> Option<f64> {
        let mut names = expr.symbols();
        for (_, value) in &self.finite {
            names.extend(value.symbols());
        }
        let plain: Vec<(&str, f64)> =
            names.iter().map(|name| (&**name, ordinary(name) + 0.61 * f64::from(trial))).collect();
        let mut at = Vec::with_capacity(plain.len());
        for (name, value) in &plain {
            let value = if self.infinite.iter().any(|infinite| infinite == name) {
                1.0 / step
            } else if let Some((_, put)) = self.finite.iter().find(|(known, _)| known == name) {
                float::value(put, &plain)? + step
            } else {
                *value
            };
            at.push((*name, value));
        }
        float::value(expr, &at)
    }
}

/// Some value for a name, the same in every expression. Small enough to serve as an angle.
fn ordinary(name: &str) -> f64 {
    let sum = name.bytes().fold(7_u32, |sum, byte| (sum * 31 + u32::from(byte)) % 97);
    0.2 + f64::from(sum) / 150.0
}
