//! From a draft to a question: clean and different options, in order, with the key where it should be.

use tutti_maths::{Answer, Expr, Unit, compare_exprs, read, read_expr, simplify};

use super::value::{as_written, is_clean, print};
use crate::claim::{OptionVerdict, Task, float, near};
use crate::dice::Dice;
use crate::draft::{Draft, Wrong};
use crate::question::{Choice, Mistake, Question};

/// How often a family may draw until its options are clean and the key can stand where it should.
pub const DRAWS: u64 = 60;

/// After this many draws options may stand in any order.
const PATIENCE: u64 = 10;

struct Candidate<'a> {
    value: Expr,
    form: Form,
    /// None where there are symbols in it: then options stand in any order.
    size: Option<f64>,
    path: &'a Wrong,
}

/// None if the draft is not good enough to print.
pub(super) fn assemble(draft: &Draft, slot: u64, draw: u64, dice: &mut Dice) -> Option<Question> {
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
            (Some(a), Some(b)) if near(a, b) == OptionVerdict::Wrong => true,
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
    dice.shuffle(&mut wrong);
    // Options of the key's own form come first: it must not be the only whole number, or the only fraction.
    wrong.sort_by_key(|candidate| candidate.form != form);
    let (count, place) = key_place(slot, wrong.len());
    let chosen = match key_size {
        Some(size) if wrong.iter().all(|candidate| candidate.size.is_some()) => {
            match in_order(&mut wrong, size, place, count, dice) {
                Some(before) => Chosen { before, wrong },
                None if draw < PATIENCE => return None,
                // Some questions have all their mistakes on one side of the key: then the order gives way.
                None => {
                    wrong.truncate(count - 1);
                    dice.shuffle(&mut wrong);
                    Chosen { before: place, wrong }
                }
            }
        }
        _ => {
            wrong.truncate(count - 1);
            Chosen { before: place, wrong }
        }
    };
    Some(question(draft, &key, &chosen, unit.as_ref()))
}

/// How many options there are, four to six and no more than there are mistakes for, and which of them is the key. Slots
/// take turns, so that over a run every letter is the key equally often among items of a size.
fn key_place(slot: u64, mistakes: usize) -> (usize, usize) {
    let wanted = 4 + (slot % 3) as usize;
    let count = wanted.min(mistakes + 1);
    // The golden ratio spreads the turns however many options there are.
    let share = ((slot / 3) as f64 * 0.618_033_988_749_895 + 0.5).fract();
    (count, ((share * count as f64) as usize).min(count - 1))
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

/// Numbers rise or fall from option to option. Of the mistakes, those stay that leave the key in its place; none if there
/// are too few of them on one side.
fn in_order(
    wrong: &mut Vec<Candidate<'_>>,
    key: f64,
    place: usize,
    count: usize,
    dice: &mut Dice,
) -> Option<usize> {
    let size = |candidate: &Candidate<'_>| candidate.size.unwrap_or_default();
    let below = wrong.iter().filter(|candidate| size(candidate) < key).count();
    let above = wrong.len() - below;
    let after = count - 1 - place;
    let rising = below >= place && above >= after;
    let falling = above >= place && below >= after;
    let falls = match (rising, falling) {
        (true, true) => dice.below(4) == 0,
        (true, false) => false,
        (false, true) => true,
        (false, false) => return None,
    };
    let (mut low, mut high) = if falls { (after, place) } else { (place, after) };
    wrong.retain(|candidate| {
        let left = if size(candidate) < key { &mut low } else { &mut high };
        let stays = *left > 0;
        *left = left.saturating_sub(1);
        stays
    });
    wrong.sort_by(|a, b| size(a).total_cmp(&size(b)));
    if falls {
        wrong.reverse();
    }
    Some(place)
}

fn question(draft: &Draft, key: &Expr, chosen: &Chosen<'_>, unit: Option<&Unit>) -> Question {
    // A formula that is judged by its limits is offered as one would write it down, not multiplied out.
    let shown = |value: &Expr| match draft.claim.task {
        Task::Fits { .. } => as_written(value),
        _ => print(value, unit),
    };
    let option = |candidate: &Candidate<'_>| Choice {
        text: shown(&candidate.value),
        mistake: Some(Mistake {
            id: candidate.path.id.clone(),
            why: candidate.path.why.clone(),
            gives: candidate.path.gives.clone(),
        }),
    };
    let mut options: Vec<Choice> = chosen.wrong.iter().map(option).collect();
    options.insert(chosen.before, Choice { text: shown(key), mistake: None });
    Question {
        stem: draft.stem.clone(),
        bindings: draft.bindings.clone(),
        options,
        key: chosen.before,
        steps: Vec::new(),
        insight: String::new(),
        claim: draft.claim.clone(),
        figure: None,
    }
}
