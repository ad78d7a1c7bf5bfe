//! Errors in the given data: stem and claim disagree, or the key no longer follows from them.

use tutti_forge::Package;
use tutti_forge::claim::{OptionVerdict, Task};
use tutti_forge::dice::Dice;

use super::forms::SCALES;
use super::{Planter, Plants};

pub(crate) const KINDS: &[(&str, Planter)] = &[
    ("two right: a condition gone", condition_gone),
    ("given: another number in the stem", stem_changed),
    ("given: another number in the claim", claim_changed),
    ("given: another number in both", both_changed),
    ("unit: another scale in the stem", stem_rescaled),
    ("unit: another kind in the stem", stem_of_another_kind),
    ("unit: another scale or kind in the claim", claim_unit_changed),
    ("decimal: in the stem", stem_decimal),
    // Exponents, indices and coefficients that the claim has in its own equations.
    ("stem: a number that is no given", other_number_changed),
];

/// A number of a given, and where the stem says it.
struct Place {
    name: String,
    /// In the text of the given.
    number: String,
    /// Starts of the number in the stem.
    at: Vec<usize>,
}

/// Every number of every given that the stem says in figures.
fn places(item: &Package) -> Vec<Place> {
    let stem = &item.question.stem;
    let mut places = Vec::new();
    for (name, text) in &item.claim.as_ref().unwrap().given {
        let (value, unit) = text.split_once(' ').map_or((text.as_str(), None), |(v, u)| (v, Some(latex(u))));
        for number in value.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()) {
            let at: Vec<usize> = stem
                .match_indices(number)
                .map(|(at, _)| at)
                .filter(|at| stands(stem, *at, number, value, unit.as_deref()))
                .collect();
            if !at.is_empty() {
                places.push(Place { name: name.clone(), number: number.to_owned(), at });
            }
        }
    }
    places
}

/// `m s^-1` as `\mathrm{m\,s^{-1}}`.
fn latex(unit: &str) -> String {
    let part = |part: &str| match part.split_once('^') {
        Some((name, power)) => format!("{name}^{{{power}}}"),
        None => part.replace('Ω', "\\Omega"),
    };
    format!("\\mathrm{{{}}}", unit.split(' ').map(part).collect::<Vec<_>>().join("\\,"))
}

/// Whether the number stands there by itself, with its unit if it has one, and not as an exponent.
fn stands(stem: &str, at: usize, number: &str, value: &str, unit: Option<&str>) -> bool {
    let (before, after) = (&stem[..at], &stem[at + number.len()..]);
    if before.ends_with(|c: char| c.is_ascii_digit()) || after.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    match unit {
        Some(unit) if value == number => after.starts_with(&format!("\\,{unit}")),
        // Parts of a fraction with a unit are found by the whole of it.
        Some(_) => false,
        None => {
            let before = before.trim_end_matches(['-', '{']);
            !before.ends_with('^') && !after.starts_with("\\,\\mathrm")
        }
    }
}

/// Another whole number near by, never below one.
fn another(number: &str, dice: &mut Dice) -> String {
    let n: i64 = number.parse().unwrap();
    let step = dice.range(1, 9);
    if dice.below(2) == 0 && n > step { n - step } else { n + step }.to_string()
}

fn put(text: &str, at: usize, old: &str, new: &str) -> String {
    format!("{}{new}{}", &text[..at], &text[at + old.len()..])
}

/// The text of a given with one of its numbers changed: the first that is the old one as a whole.
fn replace_number(text: &str, old: &str, new: &str) -> String {
    let digit = |c: char| c.is_ascii_digit();
    let whole = |at: &usize| !text[..*at].ends_with(digit) && !text[at + old.len()..].starts_with(digit);
    let at = text.match_indices(old).map(|(at, _)| at).find(whole).unwrap();
    put(text, at, old, new)
}

fn stem_changed(item: &Package, dice: &mut Dice) -> Plants {
    let places = places(item);
    if places.is_empty() {
        return Plants::default();
    }
    let wrong = (0..3).map(|_| {
        let place = dice.pick(&places);
        let mut item = item.clone();
        let new = another(&place.number, dice);
        item.question.stem = put(&item.question.stem, *dice.pick(&place.at), &place.number, &new);
        item
    });
    wrong.collect::<Vec<_>>().into()
}

fn other_number_changed(item: &Package, dice: &mut Dice) -> Plants {
    let stem = &item.question.stem;
    let known: Vec<usize> = places(item).into_iter().flat_map(|place| place.at).collect();
    let starts: Vec<usize> = (0..stem.len())
        .filter(|at| stem.as_bytes()[*at].is_ascii_digit())
        .filter(|at| *at == 0 || !stem.as_bytes()[at - 1].is_ascii_digit())
        .filter(|at| !known.contains(at))
        .collect();
    if starts.is_empty() {
        return Plants::default();
    }
    let at = *dice.pick(&starts);
    let end = at + stem[at..].find(|c: char| !c.is_ascii_digit()).unwrap_or(stem.len() - at);
    let (old, mut item) = (stem[at..end].to_owned(), item.clone());
    item.question.stem = put(stem, at, &old, &another(&old, dice));
    vec![item].into()
}

fn claim_changed(item: &Package, dice: &mut Dice) -> Plants {
    let places = places(item);
    if places.is_empty() {
        return Plants::default();
    }
    let wrong = (0..3).map(|_| {
        let place = dice.pick(&places);
        let mut item = item.clone();
        let new = another(&place.number, dice);
        let given = item.claim.as_mut().unwrap().given.get_mut(&place.name).unwrap();
        *given = replace_number(given, &place.number, &new);
        item
    });
    wrong.collect::<Vec<_>>().into()
}

/// Whether the key is still an answer to the claim, worked out from the claim alone.
fn key_follows(item: &Package) -> bool {
    let claim = item.claim.as_ref().unwrap();
    let key = item.key().unwrap().trim_start_matches("\\(").trim_end_matches("\\)");
    match (claim.solve(), claim.option(key)) {
        (Ok(solved), Ok(key)) => solved.holds(&key) == OptionVerdict::Right,
        _ => false,
    }
}

fn both_changed(item: &Package, dice: &mut Dice) -> Plants {
    let places = places(item);
    if places.is_empty() {
        return Plants::default();
    }
    let mut plants = Plants::default();
    for _ in 0..2 {
        let place = dice.pick(&places);
        let mut item = item.clone();
        let new = another(&place.number, dice);
        for at in place.at.iter().rev() {
            item.question.stem = put(&item.question.stem, *at, &place.number, &new);
        }
        let given = item.claim.as_mut().unwrap().given.get_mut(&place.name).unwrap();
        *given = replace_number(given, &place.number, &new);
        // The formal paths and the count go: the key alone is to give it away.
        item.claim.as_mut().unwrap().said.clear();
        item.distractor_map.values_mut().for_each(|path| path.gives = None);
        if key_follows(&item) { plants.harmless += 1 } else { plants.wrong.push(item) }
    }
    plants
}

fn condition_gone(item: &Package, _: &mut Dice) -> Plants {
    let mut plants = Plants::default();
    let conditions = match &item.claim.as_ref().unwrap().task {
        Task::Solve { conditions, .. } => conditions.len(),
        Task::Enumerate { such_that, .. } => such_that.len(),
        Task::Fits { at } => at.len(),
        _ => 0,
    };
    for place in 0..conditions {
        let mut item = item.clone();
        match &mut item.claim.as_mut().unwrap().task {
            Task::Solve { conditions, .. } => drop(conditions.remove(place)),
            Task::Enumerate { such_that, .. } => drop(such_that.remove(place)),
            Task::Fits { at } => drop(at.remove(place)),
            _ => {}
        }
        if only_the_key_follows(&item) { plants.harmless += 1 } else { plants.wrong.push(item) }
    }
    plants
}

fn only_the_key_follows(item: &Package) -> bool {
    let claim = item.claim.as_ref().unwrap();
    let follows = |text: &String| {
        let text = text.trim_start_matches("\\(").trim_end_matches("\\)");
        match (claim.solve(), claim.option(text)) {
            (Ok(solved), Ok(value)) => solved.holds(&value) == OptionVerdict::Right,
            _ => false,
        }
    };
    let right: Vec<&String> =
        item.question.options.iter().filter(|(_, text)| follows(text)).map(|(letter, _)| letter).collect();
    right == [&item.question.correct_option]
}

fn quantity_in_stem(item: &Package, dice: &mut Dice) -> Option<(usize, String)> {
    let quantities: Vec<(usize, String)> = places(item)
        .into_iter()
        .filter_map(|place| {
            let text = &item.claim.as_ref()?.given[&place.name];
            let (_, unit) = text.split_once(' ')?;
            let at = *dice.pick(&place.at) + place.number.len() + "\\,\\mathrm{".len();
            Some((at, latex(unit).trim_start_matches("\\mathrm{").to_owned()))
        })
        .collect();
    (!quantities.is_empty()).then(|| dice.pick(&quantities).clone())
}

fn stem_rescaled(item: &Package, dice: &mut Dice) -> Plants {
    let Some((at, unit)) = quantity_in_stem(item, dice) else { return Plants::default() };
    let first = &unit[..unit.find(['^', '\\', '}']).unwrap()];
    let Some((_, other)) = SCALES.iter().find(|(name, _)| *name == first) else { return Plants::default() };
    let mut item = item.clone();
    item.question.stem = put(&item.question.stem, at, first, other);
    vec![item].into()
}

fn stem_of_another_kind(item: &Package, dice: &mut Dice) -> Plants {
    let Some((at, unit)) = quantity_in_stem(item, dice) else { return Plants::default() };
    let first = &unit[..unit.find(['^', '}']).unwrap_or(unit.len())];
    let mut item = item.clone();
    item.question.stem = put(&item.question.stem, at, first, if first == "K" { "s" } else { "K" });
    vec![item].into()
}

fn claim_unit_changed(item: &Package, dice: &mut Dice) -> Plants {
    let claim = item.claim.as_ref().unwrap();
    let unit = claim.unit.clone();
    let mut others = vec![Some("K".to_owned()), Some("kg m^3".to_owned())];
    if let Some(unit) = &unit {
        others.push(None);
        let (first, rest) = unit.split_at(unit.find(['^', ' ']).unwrap_or(unit.len()));
        let scaled = SCALES.iter().find(|(name, _)| *name == first);
        others.extend(scaled.map(|(_, other)| Some(format!("{other}{rest}"))));
    }
    let mut item = item.clone();
    item.claim.as_mut().unwrap().unit.clone_from(dice.pick(&others));
    vec![item].into()
}

fn stem_decimal(item: &Package, dice: &mut Dice) -> Plants {
    let places = places(item);
    if places.is_empty() {
        return Plants::default();
    }
    let place = dice.pick(&places);
    let mut item = item.clone();
    let new = format!("{}.{}", place.number, dice.pick(&["0", "5", "25"]));
    item.question.stem = put(&item.question.stem, *dice.pick(&place.at), &place.number, &new);
    vec![item].into()
}
