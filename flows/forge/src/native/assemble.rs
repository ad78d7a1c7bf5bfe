//! From a draft to a package: clean and different options, in order, with the key where it should be.

use std::collections::BTreeMap;

use tutti_item::Label;
use tutti_maths::{Answer, Expr, Unit, compare_exprs, read, read_expr, simplify};

use super::value::{as_written, is_clean, printed};
use super::{Draft, Wrong};
use crate::Package;
use crate::claim::{Finding, Task, float, near};
use crate::dice::Dice;
use crate::package::{Question, Solution, Step, WrongPath};

/// How often a family may draw until its options are clean and the key can stand where it should.
pub(super) const DRAWS: u64 = 60;

/// After this many draws any place will do for the key.
const PATIENCE: u64 = 30;

struct Candidate<'a> {
    value: Expr,
    form: Form,
    /// None where there are symbols in it: then options stand in any order.
    size: Option<f64>,
    path: &'a Wrong,
}

/// None if the draft is not good enough to print.
pub(super) fn assemble(draft: &Draft, slot: u64, draw: u64, dice: &mut Dice) -> Option<Package> {
    let claim = &draft.claim;
    let unit = match &claim.unit {
        Some(unit) => match read(&format!("1 {unit}")).ok()? {
            Answer::Quantity(_, unit) => Some(unit),
            _ => return None,
        },
        None => None,
    };
    // The given quantities are read once, not for every path.
    let given = claim.values().ok()?;
    let evaluate = |text: &str| -> Option<Expr> {
        let expr = read_expr(text).ok()?;
        let put = given.iter().fold(expr, |expr, (name, value)| expr.substitute(name, value));
        // Formulas are printed as they are written; values in their simplest form.
        Some(if matches!(claim.task, Task::Fits { .. }) { put } else { simplify(&put) })
    };
    let key = evaluate(&draft.key)?;
    let form = Form::of(&key, unit.as_ref())?;
    let key_size = float::value(&key, &[]);
    let mut wrong: Vec<Candidate<'_>> = Vec::new();
    for path in &draft.wrong {
        let Some(value) = evaluate(&path.gives) else { continue };
        let size = float::value(&value, &[]);
        // A quantity beside a positive one is a magnitude: no mistake is printed that is plainly below zero.
        let below_zero = unit.is_some() && key_size > Some(0.0) && size.is_some_and(|size| size < 0.0);
        let differs = |known: &Expr, known_size: Option<f64>| match (known_size, size) {
            // Far apart as floats is different; only the doubtful are compared exactly.
            (Some(a), Some(b)) if near(a, b) == Finding::Wrong => true,
            _ => compare_exprs(known, &value).is_different(),
        };
        if !below_zero
            && differs(&key, key_size)
            && wrong.iter().all(|candidate| differs(&candidate.value, candidate.size))
            && let Some(form) = Form::of(&value, unit.as_ref())
        {
            wrong.push(Candidate { value, form, size, path });
        }
    }
    if wrong.len() < 3 {
        return None;
    }
    // Between four and six options, and no more than there are mistakes for.
    let count = dice.range(4, 6).min(wrong.len() as i64 + 1) as usize;
    // Spread by the golden ratio: over a run every letter comes up equally often, whatever the number of options.
    let share = ((slot as f64 + 1.0) * 0.618_033_988_749_895).fract();
    let place = ((share * count as f64) as usize).min(count - 1);
    dice.shuffle(&mut wrong);
    // Options of the key's own form come first: it must not be the only whole number, or the only fraction.
    wrong.sort_by_key(|candidate| candidate.form != form);
    let chosen = match key_size {
        Some(size) if wrong.iter().all(|candidate| candidate.size.is_some()) => {
            in_order(wrong, size, place, count, draw >= PATIENCE, dice)?
        }
        _ => {
            wrong.truncate(count - 1);
            Chosen { before: place, wrong }
        }
    };
    Some(package(draft, &key, &chosen, unit.as_ref()))
}

/// What an option looks like at a glance.
#[derive(PartialEq, Eq)]
enum Form {
    Whole,
    Fraction,
    Expression,
}

impl Form {
    /// None for a value that no paper would print.
    fn of(value: &Expr, unit: Option<&Unit>) -> Option<Self> {
        let scaled = match unit {
            Some(unit) => simplify(&value.clone().over(Expr::Number(unit.scale.clone()))),
            None => simplify(value),
        };
        is_clean(&scaled).then(|| match scaled.as_number() {
            Some(number) if number.is_integer() => Self::Whole,
            Some(_) => Self::Fraction,
            None => Self::Expression,
        })
    }
}

struct Chosen<'a> {
    /// Wrong options before the key.
    before: usize,
    wrong: Vec<Candidate<'a>>,
}

/// Numbers rise or fall from option to option. Of the mistakes, those are used that leave the key in its place.
fn in_order<'a>(
    wrong: Vec<Candidate<'a>>,
    key: f64,
    place: usize,
    count: usize,
    anywhere: bool,
    dice: &mut Dice,
) -> Option<Chosen<'a>> {
    let size = |candidate: &Candidate<'_>| candidate.size.unwrap_or_default();
    let (mut below, mut above): (Vec<_>, Vec<_>) =
        wrong.into_iter().partition(|candidate| size(candidate) < key);
    let after = count - 1 - place;
    let rising = below.len() >= place && above.len() >= after;
    let falling = above.len() >= place && below.len() >= after;
    let (low, falls) = match (rising, falling) {
        (true, true) if dice.below(4) == 0 => (after, true),
        (true, _) => (place, false),
        (false, true) => (after, true),
        (false, false) if anywhere => {
            let low = below.len().min(place.max((count - 1).saturating_sub(above.len())));
            (low, false)
        }
        (false, false) => return None,
    };
    below.truncate(low);
    above.truncate(count - 1 - low);
    let mut wrong: Vec<Candidate<'a>> = below.into_iter().chain(above).collect();
    wrong.sort_by(|a, b| size(a).total_cmp(&size(b)));
    let before = if falls {
        wrong.reverse();
        wrong.len() - low
    } else {
        low
    };
    Some(Chosen { before, wrong })
}

fn package(draft: &Draft, key: &Expr, chosen: &Chosen<'_>, unit: Option<&Unit>) -> Package {
    let (mut options, mut map) = (BTreeMap::new(), BTreeMap::new());
    // A formula that is judged by its limits is offered as one would write it down, not multiplied out.
    let shown = |value: &Expr| match draft.claim.task {
        Task::Fits { .. } => as_written(value),
        _ => printed(value, unit),
    };
    let mut place = 0;
    let mut next = || {
        place += 1;
        Label::at(place - 1).to_string()
    };
    let mut correct_option = String::new();
    let last = chosen.wrong.len();
    for (i, candidate) in chosen.wrong.iter().map(Some).chain([None]).enumerate() {
        if i == chosen.before {
            correct_option = next();
            options.insert(correct_option.clone(), shown(key));
        }
        if let Some(candidate) = candidate.filter(|_| i < last) {
            let letter = next();
            options.insert(letter.clone(), shown(&candidate.value));
            let path =
                WrongPath { why: candidate.path.why.clone(), gives: Some(candidate.path.gives.clone()) };
            map.insert(letter, path);
        }
    }
    let steps: Vec<Step> = draft
        .steps
        .iter()
        .map(|(text, methods)| Step {
            text: text.clone(),
            methods: methods.iter().map(|m| (*m).to_owned()).collect(),
        })
        .collect();
    let reasoning = steps.iter().map(|step| step.text.as_str()).collect::<Vec<_>>().join(" ");
    Package {
        question: Question { stem: draft.stem.clone(), options, correct_option },
        solution: Solution { reasoning, key_insight: draft.insight.clone(), steps },
        distractor_map: map,
        claim: Some(draft.claim.clone()),
        figure: draft.figure.clone(),
    }
}
