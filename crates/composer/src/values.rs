//! Alternatives to a value: others from the document, and neighbours written in the same way.

use tutti_language::{Quantity, QuantityKind};

use crate::question::Difficulty;
use crate::seeded_choice::seeded_numbers;

/// A value among so many others in rising order with the place of the key, or none if there are too few good ones.
pub(crate) fn among(
    key: &Quantity,
    all: &[Quantity],
    question: &str,
    difficulty: Difficulty,
    count: usize,
) -> Option<(Vec<String>, usize)> {
    let style = Style::of(&key.value, key.number)?;
    let (numbers, place) = numbers(key, all, question, difficulty, count)?;
    let options = numbers
        .into_iter()
        .enumerate()
        .map(|(i, number)| if i == place { key.value.clone() } else { style.write(number) });
    Some((options.collect(), place))
}

/// Two values near one that is not the largest or not the smallest: all above it, all below it, or either.
pub(crate) fn two_beside(key: &Quantity, above: Option<bool>, question: &str) -> Option<Vec<String>> {
    let style = Style::of(&key.value, key.number)?;
    let others = neighbours(key, Difficulty::Medium, seeded_numbers(question)[1]);
    let below = above.map_or(seeded_numbers(question)[0] % 3, |above| if above { 0 } else { 2 });
    let sides = [[below, 2 - below], [1, 1], [0, 2], [2, 0]];
    let mut allowed = sides.into_iter().take(if above.is_some() { 1 } else { 4 });
    let numbers = allowed.find_map(|counts| beside(key, &others, counts, &style))?;
    Some(numbers.into_iter().map(|number| style.write(number)).collect())
}

/// The numbers of such values.
pub(crate) fn numbers(
    key: &Quantity,
    all: &[Quantity],
    question: &str,
    difficulty: Difficulty,
    count: usize,
) -> Option<(Vec<f64>, usize)> {
    if key.upper.is_some() || matches!(key.kind, QuantityKind::Ratio | QuantityKind::Date) {
        return None;
    }
    let style = Style::of(&key.value, key.number)?;
    let lot = seeded_numbers(question);
    let near = |other: &&Quantity| {
        let same = other.kind == key.kind && other.unit == key.unit && other.upper.is_none();
        let ratio = other.number / key.number;
        same && other.sentence != key.sentence
            && (other.number - key.number).abs() > f64::EPSILON
            && (0.2..=5.0).contains(&ratio)
    };
    // Values of the document in the key's own spelling, then neighbours.
    let mut others: Vec<f64> = all.iter().filter(near).map(|other| other.number).collect();
    if difficulty == Difficulty::Easy {
        others.clear();
    }
    others.extend(neighbours(key, difficulty, lot[1]));
    // Which place the key takes is left to the question; another one if there are too few values on that side.
    let mut turns = (0..=count).map(|turn| (lot[0] + turn) % (count + 1));
    let (below, mut chosen) =
        turns.find_map(|below| Some((below, beside(key, &others, [below, count - below], &style)?)))?;
    chosen.insert(below, key.number);
    Some((chosen, below))
}

/// Numbers, so many of them below and above the key, all written differently, in rising order.
fn beside(key: &Quantity, others: &[f64], counts: [usize; 2], style: &Style) -> Option<Vec<f64>> {
    let mut chosen: Vec<f64> = Vec::new();
    for (side_below, count) in [true, false].into_iter().zip(counts) {
        let mut taken = 0;
        for number in others.iter().copied().filter(|number| (*number < key.number) == side_below) {
            let spelt = style.write(number);
            // One of something has another ending.
            let one = spelt.trim_start_matches(&style.before).starts_with("1 ");
            let new = !one && spelt != key.value && chosen.iter().all(|known| style.write(*known) != spelt);
            if new && taken < count {
                chosen.push(number);
                taken += 1;
            }
        }
        if taken < count {
            return None;
        }
    }
    chosen.sort_by(f64::total_cmp);
    Some(chosen)
}

/// Numbers near the key, in steps a person would take: closer where the question is to be hard.
fn neighbours(key: &Quantity, difficulty: Difficulty, lot: usize) -> Vec<f64> {
    let number = key.number;
    let step =
        match key.kind {
            QuantityKind::Year => (3 + lot % 9) as f64,
            _ => {
                let share = match difficulty {
                    Difficulty::Easy => 0.5,
                    Difficulty::Medium => 0.25,
                    Difficulty::Hard => 0.1,
                };
                match key.kind {
                    // Near a hundred, what is left counts: 97 stands beside 95 and 99.
                    QuantityKind::Percent if (50.0..100.0).contains(&number) => {
                        round_step((100.0 - number) * share, number)
                    }
                    // Half the number of degrees is another world.
                    _ if key.unit.as_deref().is_some_and(is_temperature) && number < 100.0 => {
                        if number < 45.0 { 2.0 } else { 5.0 }
                    }
                    _ => round_step(number.abs() * share, number),
                }
            }
        };
    let most = if key.kind == QuantityKind::Percent { 100.0 } else { f64::MAX };
    // Half a step, and then the least, where whole ones soon reach nothing: the key would mostly be the smallest.
    let least = if number.fract() == 0.0 { 1.0 } else { 0.1 };
    let half = if (step / 2.0 / least).fract() == 0.0 { step / 2.0 } else { least };
    let mut found = Vec::new();
    for (step, n) in [step, half, least].into_iter().flat_map(|step| (1..=4).map(move |n| (step, n))) {
        for sign in [-1.0, 1.0] {
            let other = number + sign * step * f64::from(n);
            if other > 0.0 && other <= most {
                found.push(other);
            }
        }
    }
    found
}

fn is_temperature(unit: &str) -> bool {
    ["°C", "°F", "degrees", "degree", "grader", "gradar", "minusgrader"]
        .iter()
        .any(|name| unit.starts_with(name))
}

/// One, two or five times a power of ten, no smaller than the last digit of the number.
fn round_step(step: f64, number: f64) -> f64 {
    let least = if number.fract() == 0.0 { 1.0 } else { 0.1 };
    let power = 10_f64.powf(step.max(least).log10().floor());
    let lead = step.max(least) / power;
    let round = if lead >= 5.0 {
        5.0
    } else if lead >= 2.0 {
        2.0
    } else {
        1.0
    };
    (round * power).max(least)
}

/// How a value is written: what stands before and after its number, and the number's own signs.
pub(crate) struct Style {
    before: String,
    after: String,
    decimals: usize,
    point: char,
    group: Option<char>,
}

impl Style {
    /// None if the number is not written in figures.
    pub(crate) fn of(value: &str, number: f64) -> Option<Self> {
        let start = value.find(|c: char| c.is_ascii_digit())?;
        let in_number = |c: char| c.is_ascii_digit() || ".,\u{a0}\u{202f} '".contains(c);
        let rest = &value[start..];
        let end = rest.find(|c: char| !in_number(c)).unwrap_or(rest.len());
        let digits = rest[..end].trim_end_matches(|c: char| !c.is_ascii_digit());
        let signs: Vec<char> = digits.chars().filter(|c| !c.is_ascii_digit()).collect();
        let (point, group) = match signs.as_slice() {
            [] => ('.', None),
            [only] if number.fract() != 0.0 => (*only, None),
            [.., last] if number.fract() != 0.0 => (*last, signs.first().copied()),
            [first, ..] => ('.', Some(*first)),
        };
        let decimals = if number.fract() == 0.0 { 0 } else { digits.rsplit(point).next()?.len() };
        let style = Self {
            before: value[..start].to_owned(),
            after: value[start + digits.len()..].to_owned(),
            decimals,
            point,
            group,
        };
        (style.write(number) == value).then_some(style)
    }

    pub(crate) fn write(&self, number: f64) -> String {
        let plain = format!("{number:.*}", self.decimals);
        let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
        let mut grouped = String::new();
        for (i, c) in whole.chars().enumerate() {
            if let Some(group) = self.group.filter(|_| i > 0 && (whole.len() - i) % 3 == 0) {
                grouped.push(group);
            }
            grouped.push(c);
        }
        let fraction = if fraction.is_empty() { String::new() } else { format!("{}{fraction}", self.point) };
        format!("{}{grouped}{fraction}{}", self.before, self.after)
    }
}

#[cfg(test)]
mod tests {
    use tutti_language::{Language, Text, quantities};

    use super::*;

    #[test]
    fn numbers_are_written_as_the_text_writes_them() {
        for (value, number, other, expected) in [
            ("37 °C", 37.0, 39.0, "39 °C"),
            ("1 500 km", 1500.0, 12500.0, "12 500 km"),
            ("1,500 km", 1500.0, 900.0, "900 km"),
            ("2,5 m", 2.5, 3.0, "3,0 m"),
            ("NOK 2 000", 2000.0, 1500.0, "NOK 1 500"),
            ("0.25 %", 0.25, 0.5, "0.50 %"),
        ] {
            let style = Style::of(value, number).unwrap_or_else(|| panic!("{value}"));
            assert_eq!(style.write(other), expected);
        }
        assert!(Style::of("twelve days", 12.0).is_none());
    }

    #[test]
    fn the_key_is_no_more_often_the_smallest_than_the_largest() {
        let mut places = [0; 4];
        for number in 4..404 {
            let source = format!("The tank of the old mill holds {number} litres of water.");
            let text = Text::new(&[("p1", source.as_str())], Language::English);
            let quantity = &quantities(&text)[0];
            let (options, place) = among(quantity, &[], &source, Difficulty::Easy, 3).expect("four values");
            assert_eq!(options[place], format!("{number} litres"));
            places[place] += 1;
        }
        assert!(places.iter().all(|times| (75..=125).contains(times)), "{places:?}");
    }

    #[test]
    fn steps_are_round() {
        for (step, number, expected) in
            [(18.5, 37.0, 10.0), (9.25, 37.0, 5.0), (0.3, 3.0, 1.0), (0.6, 2.5, 0.5)]
        {
            assert!((round_step(step, number) - expected).abs() < 1e-9, "{step}");
        }
    }
}
