//! Formulas, held against the special cases in which their value is known.

use tutti_maths::{Equality, Expr, compare_exprs, simplify};

use super::{ClaimError, Finding, Limit, float, near};

type Put<'a> = &'a dyn Fn(&str, &str) -> Result<Expr, ClaimError>;

/// What is put for each name, and what must come out.
#[derive(Debug, Clone)]
pub struct Case {
    finite: Vec<(String, Expr)>,
    /// Names that grow without bound.
    infinite: Vec<String>,
    gives: Expr,
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
            Ok(Case { finite, infinite, gives: put("a special case", &limit.gives)? })
        })
        .collect()
}

pub(super) fn holds(cases: &[Case], formula: &Expr) -> Finding {
    let mut undecided = None;
    for case in cases {
        match case.holds(formula) {
            Finding::Right => {}
            Finding::Wrong => return Finding::Wrong,
            Finding::Undecided(why) => undecided = Some(why),
        }
    }
    undecided.map_or(Finding::Right, Finding::Undecided)
}

impl Case {
    fn holds(&self, formula: &Expr) -> Finding {
        let put = |expr: &Expr| {
            let put =
                self.finite.iter().fold(expr.clone(), |expr, (name, value)| expr.substitute(name, value));
            simplify(&put)
        };
        let (formula, gives) = (put(formula), put(&self.gives));
        if self.infinite.is_empty() {
            return match compare_exprs(&formula, &gives) {
                Equality::Equal { .. } => Finding::Right,
                Equality::Different { .. } => Finding::Wrong,
                Equality::Undecided { why } => Finding::Undecided(why),
            };
        }
        self.far_out(&formula, &gives)
    }

    /// A limit at infinity, judged at three points far out with other values for the other names: it holds if the
    /// distance is small and gets smaller.
    fn far_out(&self, formula: &Expr, gives: &Expr) -> Finding {
        let mut names: Vec<_> = formula.symbols().into_iter().chain(gives.symbols()).collect();
        names.sort_unstable();
        names.dedup();
        for trial in 0..3_u32 {
            let distance = |large: f64| {
                let at: Vec<(&str, f64)> = (0_u32..)
                    .zip(&names)
                    .map(|(i, name)| {
                        let grows = self.infinite.iter().any(|infinite| **infinite == **name);
                        let plain = 1.0 + 0.37 * f64::from(i) + 0.61 * f64::from(trial);
                        (&**name, if grows { large } else { plain })
                    })
                    .collect();
                let (a, b) = (float::value(formula, &at)?, float::value(gives, &at)?);
                Some((a - b).abs() / b.abs().max(1e-9))
            };
            match (distance(1e5), distance(1e8)) {
                (Some(near), Some(far)) if far < 1e-4 && far <= near => {}
                (Some(_), Some(_)) => return Finding::Wrong,
                _ => return Finding::Undecided("the formula has no value far out".to_owned()),
            }
        }
        near(1.0, 1.0)
    }
}
