//! The formal statement an item's key is proved from.
//!
//! A claim names what is given, with units, and what is asked, in the expression language of the maths crate. It is
//! solved here without looking at the key and by other means than a generator uses: equations are solved, extremes are
//! searched for, cases are counted one by one, formulas are held against limits, graphs are measured. Exactly one option
//! may satisfy it.

mod enumerate;
mod exact;
mod extreme;
mod fits;
pub(crate) mod float;
mod graph;
mod ready;
mod solve;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_maths::{Answer, Equality, Expr, Unit, compare_exprs, read, read_expr, simplify};

/// What is given and what is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Claim {
    /// Quantities of the stem by the names the rest uses, as they stand there: `"m": "3 kg"`, `"n": "12"`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub given: BTreeMap<String, String>,
    /// The unit of the answer; an answer without one has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// How often the stem says each number, where the writer counted: then it must say it just so often.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub said: BTreeMap<String, u32>,
    #[serde(flatten)]
    pub task: Task,
}

impl Claim {
    /// A task without givens, whose answer is a plain number or formula.
    pub fn new(task: Task) -> Self {
        Self { given: BTreeMap::new(), unit: None, said: BTreeMap::new(), task }
    }
}

/// What is asked. Expressions use the names of `given` in coherent SI units.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "task", rename_all = "snake_case")]
pub enum Task {
    /// The value of `ask` at every real solution of the equations at which the conditions hold. Symbols that are
    /// neither given nor unknown are parameters: the answer is an expression in them.
    Solve {
        unknowns: Vec<String>,
        /// Such as `2*x + y = 7`.
        equations: Vec<String>,
        /// Such as `x > 0`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        conditions: Vec<String>,
        ask: String,
    },
    /// The greatest or least value of an expression, or how far apart they are.
    Extreme {
        find: Extreme,
        of: String,
        /// One or two variables with the ends of their ranges.
        over: BTreeMap<String, [String; 2]>,
        /// An equation between the two variables.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        subject_to: Option<String>,
    },
    /// Whole numbers, gone through one by one.
    Enumerate {
        find: Tally,
        /// Names with the first and last value each takes; a later range may use an earlier name.
        over: Vec<Count>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        such_that: Vec<String>,
        /// What is added, multiplied or compared; a count needs none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<String>,
    },
    /// Which formula behaves as it must: at each of these points its value is known.
    Fits { at: Vec<Limit> },
    /// A graph of straight pieces through these points, in the order of the horizontal axis.
    Graph {
        points: Vec<[String; 2]>,
        find: Measure,
        from: String,
        to: String,
        /// What the measured value is put into, as `y`; without it, it is the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        then: Option<String>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Extreme {
    Greatest,
    Least,
    /// The greatest value less the least.
    Width,
    /// How many whole numbers there are among the values, which have no gap.
    WholeNumbers,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tally {
    Count,
    Sum,
    Product,
    Greatest,
    Least,
}

/// A name and the whole numbers it runs through.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Count {
    pub name: String,
    pub from: String,
    pub to: String,
}

/// The value a formula must have in a special case. `oo` is infinity, for what is put and for what comes out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Limit {
    pub put: BTreeMap<String, String>,
    pub gives: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Under the graph, with sign.
    Area,
    /// Between graph and axis, all positive.
    TotalArea,
    /// Of the straight line from the first to the second point.
    Slope,
    /// Of the graph over the stretch.
    Mean,
}

/// What an option is, as far as the claim can tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionVerdict {
    Right,
    Wrong,
    /// Neither could be shown, for this reason.
    Undecided(String),
}

/// A claim that cannot be worked with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClaimError {
    #[error("`{text}` in {place} cannot be read: {why}")]
    Unreadable { place: String, text: String, why: String },
    #[error("the claim has no solution")]
    NoSolution,
    #[error("the claim has more than one answer: {0}")]
    Ambiguous(String),
    /// No method here decides it.
    #[error("the claim cannot be solved here: {0}")]
    NoMethod(String),
}

/// A claim that was solved once, to hold every option against.
#[derive(Debug, Clone)]
pub enum Solved {
    /// In coherent SI units.
    Exact(Expr),
    /// Good to ten digits.
    Approximate(f64),
    /// A formula is judged by its special cases.
    Cases(Vec<fits::Case>),
}

/// What an answer must be, read once for all options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswerKind {
    Number,
    Quantity(Unit),
    /// In a unit that nobody knows.
    Unknown(String),
}

impl AnswerKind {
    /// The value of an answer in coherent SI units, if it is of this kind.
    pub fn value(&self, answer: &Answer) -> Result<Expr, String> {
        match (answer, self) {
            (_, Self::Unknown(unit)) => Err(format!("the unit `{unit}` is not known")),
            (Answer::Value(value), Self::Number) => Ok(value.clone()),
            (Answer::Quantity(value, unit), Self::Quantity(wanted)) if unit.dimension == wanted.dimension => {
                if unit.scale == wanted.scale {
                    Ok(coherent(value.clone(), unit))
                } else {
                    Err(format!("it is in {unit} and not in {wanted}"))
                }
            }
            (Answer::Quantity(_, unit), Self::Quantity(_)) => {
                Err(format!("{unit} is a unit of something else"))
            }
            (Answer::Quantity(_, unit), Self::Number) => Err(format!("the unit {unit} has no place here")),
            (Answer::Value(_), Self::Quantity(wanted)) => Err(format!("the unit {wanted} is missing")),
            _ => Err("it is no value".to_owned()),
        }
    }
}

/// The most that two numbers may differ, relative to the larger, and still be taken for the same; and the least by
/// which two different ones must differ.
const SAME: f64 = 1e-8;
const APART: f64 = 1e-5;

impl Claim {
    /// Solves the claim.
    pub fn solve(&self) -> Result<Solved, ClaimError> {
        let given = self.values()?;
        let put = |place: &str, text: &str| evaluate(&given, place, text);
        match &self.task {
            Task::Solve { unknowns, equations, conditions, ask } => {
                solve::solve(unknowns, equations, conditions, ask, &put).map(Solved::Exact)
            }
            Task::Extreme { find, of, over, subject_to } => {
                extreme::search(*find, of, over, subject_to.as_deref(), &put).map(Solved::Approximate)
            }
            Task::Enumerate { find, over, such_that, of } => {
                enumerate::tally(*find, over, such_that, of.as_deref(), &put)
            }
            Task::Fits { at } => fits::cases(at, &put).map(Solved::Cases),
            Task::Graph { points, find, from, to, then } => {
                graph::measure(points, *find, from, to, then.as_deref(), &put).map(Solved::Exact)
            }
        }
    }

    /// The given quantities as numbers in coherent SI units.
    pub fn values(&self) -> Result<Vec<(String, Expr)>, ClaimError> {
        let value = |(name, text): (&String, &String)| {
            let place = format!("given {name}");
            let unreadable =
                |why: String| ClaimError::Unreadable { place: place.clone(), text: text.clone(), why };
            match read(text).map_err(|error| unreadable(error.to_string()))? {
                Answer::Value(value) => Ok((name.clone(), value)),
                Answer::Quantity(value, unit) => Ok((name.clone(), coherent(value, &unit))),
                _ => Err(unreadable("a number or a quantity is wanted".to_owned())),
            }
        };
        self.given.iter().map(value).collect()
    }

    /// An expression in the given names, as a number in coherent SI units.
    pub fn evaluate(&self, place: &str, text: &str) -> Result<Expr, ClaimError> {
        evaluate(&self.values()?, place, text)
    }

    /// What an answer must be.
    pub fn answer_kind(&self) -> AnswerKind {
        match &self.unit {
            None => AnswerKind::Number,
            Some(unit) => {
                unit_of(unit).map_or_else(|| AnswerKind::Unknown(unit.clone()), AnswerKind::Quantity)
            }
        }
    }

    /// The value of an option in coherent SI units, if it is one and its unit is of the right kind.
    pub fn option(&self, text: &str) -> Result<Expr, String> {
        self.answer_kind().value(&read(text).map_err(|error| error.to_string())?)
    }

    /// The expressions of the task.
    pub fn texts(&self) -> Vec<&str> {
        match &self.task {
            Task::Solve { equations, conditions, ask, .. } => {
                equations.iter().chain(conditions).chain([ask]).map(String::as_str).collect()
            }
            Task::Extreme { of, over, subject_to, .. } => [of]
                .into_iter()
                .chain(over.values().flatten())
                .chain(subject_to)
                .map(String::as_str)
                .collect(),
            Task::Enumerate { over, such_that, of, .. } => {
                let ends = over.iter().flat_map(|count| [&count.from, &count.to]);
                ends.chain(such_that).chain(of).map(String::as_str).collect()
            }
            Task::Fits { at } => at
                .iter()
                .flat_map(|limit| limit.put.values().chain([&limit.gives]))
                .map(String::as_str)
                .collect(),
            Task::Graph { points, from, to, then, .. } => {
                points.iter().flatten().chain([from, to]).chain(then).map(String::as_str).collect()
            }
        }
    }

    /// As [`texts`](Self::texts), to be written anew.
    pub(crate) fn texts_mut(&mut self) -> Vec<&mut String> {
        match &mut self.task {
            Task::Solve { equations, conditions, ask, .. } => {
                equations.iter_mut().chain(conditions).chain([ask]).collect()
            }
            Task::Extreme { of, over, subject_to, .. } => {
                [of].into_iter().chain(over.values_mut().flatten()).chain(subject_to).collect()
            }
            Task::Enumerate { over, such_that, of, .. } => {
                let ends = over.iter_mut().flat_map(|count| [&mut count.from, &mut count.to]);
                ends.chain(such_that).chain(of).collect()
            }
            Task::Fits { at } => {
                at.iter_mut().flat_map(|limit| limit.put.values_mut().chain([&mut limit.gives])).collect()
            }
            Task::Graph { points, from, to, then, .. } => {
                points.iter_mut().flatten().chain([from, to]).chain(then).collect()
            }
        }
    }

    /// Whether the task speaks of a name.
    pub fn uses(&self, name: &str) -> bool {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        self.texts().iter().any(|text| text.split(|c| !word(c)).any(|found| found == name))
    }
}

impl Solved {
    /// Whether an option, in coherent SI units, satisfies the claim.
    pub fn holds(&self, option: &Expr) -> OptionVerdict {
        match self {
            Self::Exact(value) => match compare_exprs(value, option) {
                Equality::Equal { .. } => OptionVerdict::Right,
                Equality::Different { .. } => OptionVerdict::Wrong,
                Equality::Undecided { why } => OptionVerdict::Undecided(why),
            },
            Self::Approximate(value) => match float::value(option, &[]) {
                Some(option) => near(*value, option),
                None => OptionVerdict::Undecided("the option has no numerical value".to_owned()),
            },
            Self::Cases(cases) => fits::holds(cases, option),
        }
    }
}

pub(crate) fn near(a: f64, b: f64) -> OptionVerdict {
    // Beside zero there is no relative difference, only what rounding leaves.
    if (a == 0.0 || b == 0.0) && (a - b).abs() <= 1e-12 {
        return OptionVerdict::Right;
    }
    let size = a.abs().max(b.abs());
    let apart = (a - b).abs() / size;
    if apart <= SAME {
        OptionVerdict::Right
    } else if apart >= APART {
        OptionVerdict::Wrong
    } else {
        OptionVerdict::Undecided(format!("{a} and {b} are too close to tell apart"))
    }
}

/// A quantity as a number of the coherent unit of its kind.
fn coherent(value: Expr, unit: &Unit) -> Expr {
    simplify(&value.times(Expr::Number(unit.scale.clone())))
}

/// An expression with the given values put for their names.
pub fn evaluate(given: &[(String, Expr)], place: &str, text: &str) -> Result<Expr, ClaimError> {
    let expr = expression(place, text)?;
    Ok(given.iter().fold(expr, |expr, (name, value)| expr.substitute(name, value)))
}

fn unit_of(text: &str) -> Option<Unit> {
    match read(&format!("1 {text}")).ok()? {
        Answer::Quantity(_, unit) => Some(unit),
        _ => None,
    }
}

fn expression(place: &str, text: &str) -> Result<Expr, ClaimError> {
    read_expr(text).map_err(|error| ClaimError::Unreadable {
        place: place.to_owned(),
        text: text.to_owned(),
        why: error.to_string(),
    })
}

/// The two sides of an equation.
fn equation(
    place: &str,
    text: &str,
    put: &dyn Fn(&str, &str) -> Result<Expr, ClaimError>,
) -> Result<(Expr, Expr), ClaimError> {
    let (left, right) = text.split_once('=').ok_or_else(|| ClaimError::Unreadable {
        place: place.to_owned(),
        text: text.to_owned(),
        why: "an equation has one `=`".to_owned(),
    })?;
    Ok((put(place, left)?, put(place, right)?))
}

/// The whole numbers and decimals that stand in a text, as written.
pub fn numbers_in(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut number = String::new();
    let chars: Vec<char> = text.chars().collect();
    for (i, &c) in chars.iter().enumerate() {
        let point = c == '.' && !number.is_empty() && chars.get(i + 1).is_some_and(char::is_ascii_digit);
        if c.is_ascii_digit() || point {
            number.push(c);
        } else if !number.is_empty() {
            found.push(std::mem::take(&mut number));
        }
    }
    if !number.is_empty() {
        found.push(number);
    }
    found
}
