//! Equations.

use tutti_maths::{Expr, compare_exprs, simplify, solve};

use super::{ClaimError, equation, float};

type Put<'a> = &'a dyn Fn(&str, &str) -> Result<Expr, ClaimError>;

pub(super) fn solve(
    unknowns: &[String],
    equations: &[String],
    conditions: &[String],
    ask: &str,
    put: Put<'_>,
) -> Result<Expr, ClaimError> {
    let ask = put("ask", ask)?;
    let sides = equations
        .iter()
        .enumerate()
        .map(|(i, text)| equation(&format!("equation {}", i + 1), text, put))
        .collect::<Result<Vec<_>, _>>()?;
    let names: Vec<&str> = unknowns.iter().map(String::as_str).collect();
    let solutions = solve::system(&sides, &names).map_err(|error| ClaimError::NoMethod(error.to_string()))?;
    let mut answers: Vec<Expr> = Vec::new();
    for solution in solutions {
        let at = |expr: &Expr| {
            let put = names
                .iter()
                .zip(&solution)
                .fold(expr.clone(), |expr, (name, value)| expr.substitute(name, value));
            simplify(&put)
        };
        if !all_hold(conditions, &at, put)? {
            continue;
        }
        let answer = at(&ask);
        if !answers.iter().any(|known| compare_exprs(known, &answer).is_equal()) {
            answers.push(answer);
        }
    }
    match answers.as_slice() {
        [] => Err(ClaimError::NoSolution),
        [one] => Ok(one.clone()),
        several => {
            let shown: Vec<String> = several.iter().map(ToString::to_string).collect();
            Err(ClaimError::Ambiguous(shown.join(", ")))
        }
    }
}

/// Whether the conditions hold at a solution. They are inequalities between numbers.
fn all_hold(conditions: &[String], at: &dyn Fn(&Expr) -> Expr, put: Put<'_>) -> Result<bool, ClaimError> {
    for text in conditions {
        let (sign, split) = ["<=", ">=", "!=", "<", ">"]
            .iter()
            .find_map(|sign| text.split_once(sign).map(|split| (*sign, split)))
            .ok_or_else(|| ClaimError::Unreadable {
                place: "a condition".into(),
                text: text.clone(),
                why: "it compares nothing".into(),
            })?;
        let side = |text: &str| -> Result<Expr, ClaimError> { Ok(at(&put("a condition", text)?)) };
        let (left, right) = (side(split.0)?, side(split.1)?);
        let equal = compare_exprs(&left, &right).is_equal();
        let (Some(a), Some(b)) = (float::value(&left, &[]), float::value(&right, &[])) else {
            return Err(ClaimError::NoMethod(format!("`{text}` cannot be decided")));
        };
        let holds = match sign {
            "<=" => equal || a < b,
            ">=" => equal || a > b,
            "!=" => !equal,
            "<" => !equal && a < b,
            _ => !equal && a > b,
        };
        if !holds {
            return Ok(false);
        }
    }
    Ok(true)
}
