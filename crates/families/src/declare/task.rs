//! Claims from the lines that state them.

use tutti_maths::Expr;

use super::lines::{Says, Task as Kind};
use super::scene::Scene;
use super::template::split;
use crate::claim::{Claim, Count, Extreme, Limit, Measure, Tally, Task};

impl Scene {
    /// The claim of the question, with everything given that was drawn.
    pub(super) fn claim(&self) -> Result<Claim, String> {
        let stated = self.only(|says| match says {
            Says::Task(kind, text) => Some((*kind, text)),
            _ => None,
        });
        let task = match stated {
            None => Task::Fits { at: self.limits()? },
            Some((kind, text)) => {
                let text = self.expression(text)?;
                match kind {
                    Kind::Solve => solve(&text)?,
                    Kind::Extreme => extreme(&text)?,
                    Kind::Tally => tally(&text)?,
                    Kind::Graph => graph(&text)?,
                }
            }
        };
        let given = self.given.iter().map(|given| {
            let space = if given.unit.is_empty() { "" } else { " " };
            (given.name.clone(), format!("{}{space}{}", given.number, given.unit))
        });
        let unit = self.only(|says| match says {
            Says::Key(_, unit) => unit.as_ref(),
            _ => None,
        });
        let unit = unit.map(|unit| self.expression(unit)).transpose()?;
        Ok(Claim { given: given.collect(), unit, ..Claim::new(task) })
    }

    /// `x = oo, y = a -> 2*a`.
    fn limits(&self) -> Result<Vec<Limit>, String> {
        let mut limits = Vec::new();
        for says in self.lines() {
            let Says::Test(case, _) = says else { continue };
            let case = self.with_letters(&self.expression(case)?);
            let (puts, gives) = halves(&case, "->")?;
            let pair =
                |put: String| halves(&put, "=").map(|(name, value)| (name.to_owned(), value.to_owned()));
            let put = parts(puts, ',').into_iter().map(pair).collect::<Result<_, _>>()?;
            limits.push(Limit { put, gives: gives.to_owned() });
        }
        if limits.is_empty() {
            Err("nothing is stated to be solved or tested".to_owned())
        } else {
            Ok(limits)
        }
    }

    /// The corners of the claim's graph, in the units of the axes.
    pub(super) fn corners(&self, claim: &Claim, units: [&str; 2]) -> Result<Vec<(i64, i64)>, String> {
        let Task::Graph { points, .. } = &claim.task else {
            return Err("only a graph has a figure".to_owned());
        };
        let along = |text: &str, unit: &str| -> Result<i64, String> {
            let value = self.evaluate_text(format!("({text})/({})", scale(unit)?))?;
            value.as_i64().ok_or_else(|| format!("`{text}` is not whole on its axis"))
        };
        points.iter().map(|[x, y]| Ok((along(x, units[0])?, along(y, units[1])?))).collect()
    }
}

/// How many of the coherent unit of its kind a unit is.
fn scale(unit: &str) -> Result<Expr, String> {
    let unit = tutti_maths::Unit::read(unit).ok_or_else(|| format!("`{unit}` is no unit"))?;
    Ok(Expr::Number(unit.scale))
}

/// `v, x for x: m*u = (m + w)*v; v > 0`; the first unknown is asked for if nothing else is.
fn solve(text: &str) -> Result<Task, String> {
    let (what, laws) = halves(text, ":")?;
    let (unknowns, ask) = optional(what, " for ");
    let unknowns: Vec<String> = parts(unknowns, ',');
    let is_equation = |law: &String| !law.contains(['<', '>']) && !law.contains("!=");
    let (equations, conditions) = parts(laws, ';').into_iter().partition(is_equation);
    let ask = ask.unwrap_or(&unknowns[0]).to_owned();
    Ok(Task::Solve { unknowns, equations, conditions, ask })
}

/// `greatest of x*y over x from 0 to a, y from 0 to b with x + y = a`.
fn extreme(text: &str) -> Result<Task, String> {
    let (find, rest) = halves(text, " of ")?;
    let (of, rest) = halves(rest, " over ")?;
    let (over, subject_to) = optional(rest, " with ");
    let find = match find {
        "greatest" => Extreme::Greatest,
        "least" => Extreme::Least,
        "width" => Extreme::Width,
        "whole_numbers" => Extreme::WholeNumbers,
        other => return Err(format!("`{other}` is no extreme")),
    };
    let over = ranges(over)?.into_iter().map(|[name, from, to]| (name, [from, to])).collect();
    Ok(Task::Extreme { find, of: of.to_owned(), over, subject_to: subject_to.map(str::to_owned) })
}

/// `sum of binomial(w, j) over j from 1 to k with j <= w; j != 3`; a count is of nothing.
fn tally(text: &str) -> Result<Task, String> {
    let (what, rest) = halves(text, " over ")?;
    let (find, of) = optional(what, " of ");
    let (over, such_that) = optional(rest, " with ");
    let find = match find {
        "count" => Tally::Count,
        "sum" => Tally::Sum,
        "product" => Tally::Product,
        "greatest" => Tally::Greatest,
        "least" => Tally::Least,
        other => return Err(format!("`{other}` is no tally")),
    };
    let over = ranges(over)?.into_iter().map(|[name, from, to]| Count { name, from, to }).collect();
    let such_that = such_that.map_or_else(Vec::new, |conditions| parts(conditions, ';'));
    Ok(Task::Enumerate { find, over, such_that, of: of.map(str::to_owned) })
}

/// `area from 0 to a + b through 0, 0; a, v; a + b, 0 then y/m`.
fn graph(text: &str) -> Result<Task, String> {
    let (find, rest) = halves(text, " from ")?;
    let (from, rest) = halves(rest, " to ")?;
    let (to, rest) = halves(rest, " through ")?;
    let (points, then) = optional(rest, " then ");
    let find = match find {
        "area" => Measure::Area,
        "total_area" => Measure::TotalArea,
        "slope" => Measure::Slope,
        "mean" => Measure::Mean,
        other => return Err(format!("`{other}` is no measure")),
    };
    let point = |point: String| halves(&point, ",").map(|(x, y)| [x.to_owned(), y.to_owned()]);
    let points = parts(points, ';').into_iter().map(point).collect::<Result<_, _>>()?;
    Ok(Task::Graph { points, find, from: from.to_owned(), to: to.to_owned(), then: then.map(str::to_owned) })
}

/// `x from 0 to a, y from 0 to b`.
fn ranges(text: &str) -> Result<Vec<[String; 3]>, String> {
    let range = |range: String| {
        let (name, ends) = halves(&range, " from ")?;
        let (from, to) = halves(ends, " to ")?;
        Ok([name, from, to].map(str::to_owned))
    };
    parts(text, ',').into_iter().map(range).collect()
}

fn halves<'a>(text: &'a str, at: &str) -> Result<(&'a str, &'a str), String> {
    let (left, right) =
        text.split_once(at).ok_or_else(|| format!("`{}` is missing in `{text}`", at.trim()))?;
    Ok((left.trim(), right.trim()))
}

fn optional<'a>(text: &'a str, at: &str) -> (&'a str, Option<&'a str>) {
    text.split_once(at).map_or((text.trim(), None), |(left, right)| (left.trim(), Some(right.trim())))
}

fn parts(text: &str, by: char) -> Vec<String> {
    split(text, by, usize::MAX).into_iter().map(|part| part.trim().to_owned()).collect()
}
