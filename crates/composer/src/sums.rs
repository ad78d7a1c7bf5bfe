//! A value put to use: what a percentage comes to, and when a time limit ends.

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
        return None;
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

/// "Within 30 days": when does it end if it starts on March 3?
fn deadline(
    facts: &Facts<'_>,
    wording: Wording,
    wanted: Wanted,
    quantity: &Quantity,
    sentence: &str,
) -> Option<Question> {
    let before = facts.sentence(quantity.sentence).get(..quantity.range.start)?.trim_end().to_lowercase();
    let after = facts.sentence(quantity.sentence).get(quantity.range.end..)?.trim_start();
    let runs = ["within", "innen", "innan"].iter().any(|word| before.ends_with(word));
    let begins = ["of", "after", "from", "etter", "fra", "frå"].contains(&after.split_whitespace().next()?);
    let days = match quantity.unit.as_deref()?.to_lowercase().as_str() {
        "days" | "day" | "dager" | "dagar" => 1.0,
        "weeks" | "week" | "uker" | "veker" => 7.0,
        _ => return None,
    };
    if !runs || !begins || quantity.number * days > 120.0 || quantity.number < 2.0 {
        return None;
    }
    let lot = usize::from(ContentHash::of_bytes(sentence.as_bytes()).as_str().as_bytes()[1]);
    // From March on, no leap day lies between.
    let (day, month) = ([2, 5, 9, 12][lot % 4], 2 + lot % 3);
    let stem = wording.last_day(sentence, &wording.day(day, month));
    let shown = |number: f64| {
        let (day, month) = later(day, month, (number * days) as u32);
        wording.day(day, month)
    };
    worked_out(facts, wanted, quantity, stem, &shown)
}

/// The day so many days later.
fn later(day: u32, month: usize, days: u32) -> (u32, usize) {
    const LENGTHS: [u32; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let (mut day, mut month) = (day + days, month);
    while day > LENGTHS[month % 12] {
        day -= LENGTHS[month % 12];
        month += 1;
    }
    (day, month)
}

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
    Some(Question { facet: Facet::Case, concept, difficulty: Difficulty::Hard, stem, options, key, sentence })
}

#[cfg(test)]
mod tests {
    use super::later;

    #[test]
    fn days_run_over_the_ends_of_months() {
        for (start, days, expected) in
            [((3, 2), 30, (2, 3)), ((31, 2), 1, (1, 3)), ((5, 11), 30, (4, 12)), ((2, 3), 0, (2, 3))]
        {
            assert_eq!(later(start.0, start.1, days), expected);
        }
    }
}
