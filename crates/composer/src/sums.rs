//! A value put to use: what a percentage comes to, when a time ends, how much lies above a limit.

use std::collections::BTreeSet;

use tutti_core::ContentHash;
use tutti_language::{Quantity, QuantityKind};

use crate::facts::Facts;
use crate::gaps::{concept_of, without_value};
use crate::question::{Answer, Difficulty, Draw, Facet, Question};
use crate::questions::Wanted;
use crate::values;
use crate::wording::Wording;

pub(crate) fn sums(facts: &Facts<'_>, wording: Wording, wanted: Wanted) -> Vec<Question> {
    let made = facts.quantities.iter().filter_map(|quantity| {
        let sentence = without_value(facts, quantity)?;
        share(facts, wording, wanted, quantity, &sentence)
            .or_else(|| deadline(facts, wording, wanted, quantity, &sentence))
            .or_else(|| above(facts, wording, wanted, quantity, &sentence))
            .or_else(|| rate(facts, wording, wanted, quantity, &sentence))
            .or_else(|| clock(facts, wording, wanted, quantity, &sentence))
            .or_else(|| several(facts, wording, wanted, quantity, &sentence))
    });
    made.collect()
}

/// Things that are counted in money and of which one can speak without an article.
const MONEY: &[&str] = &[
    "earnings",
    "income",
    "wages",
    "pay",
    "debt",
    "debts",
    "rent",
    "benefits",
    "revenue",
    "sales",
    "savings",
    "profits",
    "inntekt",
    "lønn",
    "gjeld",
    "inntekter",
    "husleie",
];

/// "25 percent of disposable earnings": what is it with earnings of $600?
fn share(
    facts: &Facts<'_>,
    wording: Wording,
    wanted: Wanted,
    quantity: &Quantity,
    sentence: &str,
) -> Option<Question> {
    if quantity.kind != QuantityKind::Percent {
        return None;
    }
    let rest = facts.sentence(quantity.sentence).get(quantity.range.end..)?;
    let rest = rest.strip_prefix(" of ").or_else(|| rest.strip_prefix(" av "))?;
    let mut words: Vec<&str> = Vec::new();
    for word in rest.split_whitespace().take(5) {
        let bare = word.trim_end_matches(['.', ',']);
        let determiner = ["the", "a", "an", "your", "their", "his", "her", "its", "all", "any"];
        if !(words.is_empty() && determiner.contains(&bare.to_lowercase().as_str())) {
            words.push(bare);
        }
        if MONEY.contains(&bare.to_lowercase().as_str()) {
            break;
        }
    }
    let whole = words.join(" ");
    let is_money = words.last().is_some_and(|word| MONEY.contains(&word.to_lowercase().as_str()));
    if !is_money || whole.contains(['(', ',', ';', '’', '\'']) {
        return share_of_total(facts, wording, wanted, quantity, sentence);
    }
    let lot = usize::from(ContentHash::of_bytes(sentence.as_bytes()).as_str().as_bytes()[0]);
    let amount = [400.0, 600.0, 800.0, 1200.0][lot % 4];
    let sign = if wording == Wording::English { "$" } else { "kr " };
    let stem = wording.share_of(sentence, &whole, &format!("{sign}{amount}"));
    let shown = |share: f64| {
        let sum = amount * share / 100.0;
        if sum.fract() == 0.0 { format!("{sign}{sum}") } else { format!("{sign}{sum:.2}") }
    };
    worked_out(facts, wanted, quantity, stem, &shown)
}

/// "About 85 percent of the volcanoes": how many of 400?
fn share_of_total(
    facts: &Facts<'_>,
    wording: Wording,
    wanted: Wanted,
    quantity: &Quantity,
    sentence: &str,
) -> Option<Question> {
    let lot = usize::from(ContentHash::of_bytes(sentence.as_bytes()).as_str().as_bytes()[0]);
    let total = [200, 400, 600, 800][lot % 4];
    let stem = wording.share_of_total(sentence, total);
    let shown = |share: f64| {
        let part = f64::from(total) * share / 100.0;
        if part.fract() == 0.0 { format!("{part}") } else { format!("{part:.1}") }
    };
    worked_out(facts, wanted, quantity, stem, &shown)
}

/// "For 20 minutes": when is it over if it starts at 14:35?
fn clock(
    facts: &Facts<'_>,
    wording: Wording,
    wanted: Wanted,
    quantity: &Quantity,
    sentence: &str,
) -> Option<Question> {
    let minutes = match quantity.unit.as_deref()?.to_lowercase().as_str() {
        "minutes" | "minute" | "minutter" | "minutt" => 1.0,
        "hours" | "hour" | "timer" | "timar" => 60.0,
        _ => return None,
    };
    let before = facts.sentence(quantity.sentence).get(..quantity.range.start)?.to_lowercase();
    let runs = before.split_whitespace().rev().take(3).any(|word| LASTS.contains(&word));
    if !runs || quantity.number * minutes > 300.0 || quantity.number < 2.0 {
        return None;
    }
    let lot = usize::from(ContentHash::of_bytes(sentence.as_bytes()).as_str().as_bytes()[1]);
    let start = (8 + lot % 7) * 60 + [5, 20, 35, 50][lot % 4];
    let stem = wording.over_at(sentence, &wording.time(start));
    worked_out(facts, wanted, quantity, stem, &|number| wording.time(start + (number * minutes) as usize))
}

/// What stands before a time that runs.
const LASTS: &[&str] = &[
    "for", "after", "within", "lasts", "last", "takes", "take", "wait", "i", "etter", "innen", "varer",
    "tar", "vent", "varar", "tek",
];

/// "150 minutes a week": what is it in four weeks?
fn rate(
    facts: &Facts<'_>,
    wording: Wording,
    wanted: Wanted,
    quantity: &Quantity,
    sentence: &str,
) -> Option<Question> {
    let after = facts.sentence(quantity.sentence).get(quantity.range.end..)?.trim_start().to_lowercase();
    let each = ["a ", "an ", "per ", "each ", "i ", "om "];
    let rest = each.iter().find_map(|each| after.strip_prefix(each))?;
    let unit = rest.split(|c: char| !c.is_alphabetic()).next()?;
    let (times, period) = wording.periods(unit)?;
    if matches!(quantity.kind, QuantityKind::Percent | QuantityKind::Year | QuantityKind::Date) {
        return None;
    }
    let style = values::Style::of(&quantity.value, quantity.number)?;
    let stem = wording.over_periods(sentence, period);
    worked_out(facts, wanted, quantity, stem, &|number| style.write(number * f64::from(times)))
}

/// "A fee of 40 crowns": what do three of them come to?
fn several(
    facts: &Facts<'_>,
    wording: Wording,
    wanted: Wanted,
    quantity: &Quantity,
    sentence: &str,
) -> Option<Question> {
    let before = facts.sentence(quantity.sentence).get(..quantity.range.start)?.trim_end().to_lowercase();
    let fees = [
        "fee of",
        "fine of",
        "price of",
        "charge of",
        "gebyr på",
        "avgift på",
        "bot på",
        "gebyret er",
        "costs",
    ];
    if !fees.iter().any(|fee| before.ends_with(fee)) {
        return None;
    }
    let style = values::Style::of(&quantity.value, quantity.number)?;
    let stem = wording.three_of_them(sentence);
    worked_out(facts, wanted, quantity, stem, &|number| style.write(number * 3.0))
}

/// How a time runs in a sentence.
enum Runs {
    /// It starts with something: "within 30 days of the notice", "for 7 years".
    On,
    /// It ends with something: "at least 30 days before the trial".
    Back,
}

/// "Within 30 days": when does it end if it starts on March 3?
fn deadline(
    facts: &Facts<'_>,
    wording: Wording,
    wanted: Wanted,
    quantity: &Quantity,
    sentence: &str,
) -> Option<Question> {
    let whole = facts.sentence(quantity.sentence);
    let before = whole.get(..quantity.range.start)?.trim_end().to_lowercase();
    let after = whole.get(quantity.range.end..)?.trim_start();
    let next = after.split_whitespace().next().unwrap_or_default();
    let ends = |words: &[&str]| words.iter().any(|word| before.ends_with(word));
    let runs = if ends(&["at least", "minst"]) && ["before", "før"].contains(&next) {
        Runs::Back
    } else if ends(&["within", "innen", "innan"]) && START.contains(&next)
        || ends(&["record for", "valid for"])
    {
        Runs::On
    } else {
        return None;
    };
    let unit = quantity.unit.as_deref()?.to_lowercase();
    let lot = usize::from(ContentHash::of_bytes(sentence.as_bytes()).as_str().as_bytes()[1]);
    let days = match unit.as_str() {
        "days" | "day" | "dager" | "dagar" => 1.0,
        "weeks" | "week" | "uker" | "veker" => 7.0,
        "years" | "year" | "år" => return in_years(facts, wording, wanted, quantity, sentence, lot),
        _ => return None,
    };
    if quantity.number * days > 60.0 || quantity.number < 2.0 {
        return None;
    }
    // From March to the end of the year no leap day lies between.
    let (day, month) = ([2, 5, 9, 12][lot % 4], if matches!(runs, Runs::On) { 2 } else { 7 } + lot % 3);
    let start = wording.day(day, month);
    let stem = match runs {
        Runs::On => wording.last_day(sentence, &wording.at(&start, false)),
        Runs::Back => wording.latest_day(sentence, &start),
    };
    let shown = |number: f64| {
        let days = (number * days) as u32;
        let (day, month) =
            if matches!(runs, Runs::On) { later(day, month, days) } else { earlier(day, month, days) };
        wording.day(day, month)
    };
    worked_out(facts, wanted, quantity, stem, &shown)
}

/// What stands after a time that something sets off.
const START: &[&str] = &["of", "after", "from", "following", "etter", "fra", "frå", "av"];

/// A time of years, which ends in the month in which it began.
fn in_years(
    facts: &Facts<'_>,
    wording: Wording,
    wanted: Wanted,
    quantity: &Quantity,
    sentence: &str,
    lot: usize,
) -> Option<Question> {
    if !(2.0..=30.0).contains(&quantity.number) || quantity.number.fract() != 0.0 {
        return None;
    }
    let (month, year) = (lot % 12, 2012 + lot % 9);
    let stem = wording.last_day(sentence, &wording.at(&wording.month(month, year), true));
    worked_out(facts, wanted, quantity, stem, &|years| wording.month(month, year + years as usize))
}

/// "Up to $15,000": how much of $22,000 lies above it?
fn above(
    facts: &Facts<'_>,
    wording: Wording,
    wanted: Wanted,
    quantity: &Quantity,
    sentence: &str,
) -> Option<Question> {
    let before = facts.sentence(quantity.sentence).get(..quantity.range.start)?.trim_end().to_lowercase();
    let limits =
        ["up to", "not exceed", "no more than", "not more than", "limited to", "maximum of", "at most"];
    let limited = limits.iter().any(|limit| before.ends_with(limit));
    let style = values::Style::of(&quantity.value, quantity.number)?;
    if quantity.kind != QuantityKind::Money
        || !limited
        || wording != Wording::English
        || quantity.number < 20.0
    {
        return None;
    }
    let (numbers, _) =
        values::numbers(quantity, &facts.quantities, sentence, wanted.difficulty, wanted.wrong)?;
    let highest = numbers.iter().copied().fold(0.0, f64::max);
    let power = 10_f64.powf(highest.log10().floor());
    let amount = (highest / power).floor().mul_add(power, 2.0 * power);
    let stem = wording.over_limit(sentence, &style.write(amount));
    worked_out(facts, wanted, quantity, stem, &|limit| style.write(amount - limit)).map(|mut question| {
        // A higher limit leaves less above it.
        question.options.reverse();
        question.key = question.options.len() - 1 - question.key;
        question
    })
}

/// The day so many days before.
fn earlier(day: u32, month: usize, days: u32) -> (u32, usize) {
    let (mut day, mut month) = (i64::from(day) - i64::from(days), month);
    while day < 1 {
        month = (month + 11) % 12;
        day += i64::from(LENGTHS[month]);
    }
    (u32::try_from(day).unwrap_or(1), month)
}

/// The day so many days later.
fn later(day: u32, month: usize, days: u32) -> (u32, usize) {
    let (mut day, mut month) = (day + days, month);
    while day > LENGTHS[month % 12] {
        day -= LENGTHS[month % 12];
        month += 1;
    }
    (day, month)
}

/// Days of the months in a year that is no leap year.
const LENGTHS: [u32; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/// What each of some near values would give.
fn worked_out(
    facts: &Facts<'_>,
    wanted: Wanted,
    quantity: &Quantity,
    stem: String,
    shown: &dyn Fn(f64) -> String,
) -> Option<Question> {
    let (numbers, key) =
        values::numbers(quantity, &facts.quantities, &stem, wanted.difficulty, wanted.wrong)?;
    let sentence = quantity.sentence;
    let options: Vec<Answer> = numbers
        .into_iter()
        .enumerate()
        .map(|(place, number)| Answer {
            text: shown(number),
            sentence,
            draw: (place != key).then_some(Draw::AdjacentValue),
        })
        .collect();
    let concept = concept_of(facts, quantity);
    let different: BTreeSet<&str> = options.iter().map(|option| option.text.as_str()).collect();
    if different.len() < options.len() {
        return None;
    }
    Some(Question { facet: Facet::Case, concept, difficulty: Difficulty::Hard, stem, options, key, sentence })
}

#[cfg(test)]
mod tests {
    use super::{earlier, later};

    #[test]
    fn days_run_over_the_ends_of_months() {
        for (start, days, expected) in
            [((3, 2), 30, (2, 3)), ((31, 2), 1, (1, 3)), ((5, 11), 30, (4, 12)), ((2, 3), 0, (2, 3))]
        {
            assert_eq!(later(start.0, start.1, days), expected);
            assert_eq!(earlier(expected.0, expected.1 % 12, days), (start.0, start.1 % 12));
        }
    }
}
