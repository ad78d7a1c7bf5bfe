//! Parses numbers, units and dates.

use std::ops::Range;

use super::QuantityKind;
use crate::Language;
use crate::clause::Clause;
use tutti_lexicon::{Lexicon, List, UnitKind};

/// A number as it stands in a sentence.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) number: f64,
    pub(super) upper: Option<f64>,
    pub(super) range: Range<usize>,
    /// The word after it.
    pub(super) next: usize,
    pub(super) ratio: bool,
    /// Digits alone: it can be a year.
    pub(super) plain: bool,
}

/// The number that begins at a word: with groups of thousands, a sign, a power of ten in words, an upper end.
pub(super) fn read(clause: &Clause<'_, '_>, at: usize, language: Language) -> Option<Read> {
    let word = clause.words.get(at)?;
    let plain = word.text.len() == 4 && word.text.bytes().all(|b| b.is_ascii_digit());
    let (mut number, mut end, mut next) = number_with_groups(clause, at, language)?;
    let mut start = word.range.start;
    let before = &clause.text[..start];
    if let Some(sign) = before.chars().next_back().filter(|c| matches!(c, '−' | '-' | '–'))
        && before[..before.len() - sign.len_utf8()].ends_with([' ', '('])
    {
        start -= sign.len_utf8();
        number = -number;
    }
    let mut upper = None;
    let mut ratio = false;
    let gap = clause.words.get(next).map_or("", |word| &clause.text[end..word.range.start]);
    if matches!(gap, "–" | "-" | "−" | " – " | " to " | " til ")
        || clause.words.get(next).is_some_and(|word| matches!(word.lower(), "to" | "til") && gap == " ")
    {
        let from = if gap == " " { next + 1 } else { next };
        if let Some((high, high_end, after)) = number_with_groups(clause, from, language)
            && high > number
        {
            (upper, end, next) = (Some(high), high_end, after);
        }
    } else if gap == ":"
        && let Some((second, second_end, after)) = number_with_groups(clause, next, language)
        && second != 0.0
    {
        // A time of day has two digits after the colon.
        let clock = clause.words.get(next).is_some_and(|word| word.text.len() == 2);
        if clock {
            return None;
        }
        (number, end, next, ratio) = (number / second, second_end, after, true);
    } else if gap == " "
        && clause.reads(next, if language == Language::English { "in" } else { "av" })
        && let Some((second, second_end, after)) = number_with_groups(clause, next + 1, language)
        && second > number
        && second <= 1_000_000.0
        && number <= 20.0
        && !plain_year(clause, next + 1)
    {
        (number, end, next, ratio) = (number / second, second_end, after, true);
    }
    let spaced = clause.text[end..].starts_with([' ', '\u{a0}']);
    let scaled = clause.words.get(next).filter(|_| spaced).and_then(|word| scale(word.lower(), language));
    if let Some(scale) = scaled {
        number *= scale;
        upper = upper.map(|upper| upper * scale);
        end = clause.words[next].range.end;
        next += 1;
    }
    let years = upper.is_none_or(|upper| (1000.0..2101.0).contains(&upper)) && scaled.is_none();
    let plain = plain && years && !ratio;
    Some(Read { number, upper, range: start..end, next, ratio, plain })
}

fn plain_year(clause: &Clause<'_, '_>, at: usize) -> bool {
    clause.words.get(at).is_some_and(|word| word.text.len() == 4 && word.text.starts_with(['1', '2']))
}

/// One number, with the groups of three digits that follow it: its value, its end and the word after.
fn number_with_groups(clause: &Clause<'_, '_>, at: usize, language: Language) -> Option<(f64, usize, usize)> {
    let word = clause.words.get(at)?;
    if !word.text.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b',') {
        return None;
    }
    let mut digits = word.text.to_owned();
    let (mut end, mut next) = (word.range.end, at + 1);
    if word.text.len() <= 3 && word.text.bytes().all(|b| b.is_ascii_digit()) {
        while let Some(group) = clause.words.get(next) {
            let between = &clause.text[end..group.range.start];
            let whole = group.text.split(['.', ',']).next().unwrap_or_default();
            if !matches!(between, " " | "\u{a0}" | "\u{202f}" | "\u{2009}")
                || whole.len() != 3
                || !whole.bytes().all(|b| b.is_ascii_digit())
            {
                break;
            }
            digits.push_str(group.text);
            (end, next) = (group.range.end, next + 1);
        }
    }
    Some((parse(&digits, language)?, end, next))
}

/// English points are decimal and commas group; elsewhere the other way round, unless only one reading is possible.
fn parse(digits: &str, language: Language) -> Option<f64> {
    let (decimal, group) = if language == Language::English { ('.', ',') } else { (',', '.') };
    let grouped = |sign: char| {
        digits.split(sign).skip(1).all(|part| part.len() == 3 && part.bytes().all(|b| b.is_ascii_digit()))
    };
    let plain = if digits.contains(group) && grouped(group) {
        digits.replace(group, "").replace(decimal, ".")
    } else if digits.contains(group) && !digits.contains(decimal) {
        digits.replace(group, ".")
    } else {
        digits.replace(decimal, ".")
    };
    plain.parse().ok().filter(|number: &f64| number.is_finite())
}

/// What a number is multiplied by: `3 million`.
fn scale(word: &str, language: Language) -> Option<f64> {
    Lexicon::of(language).number(word).filter(|number| *number >= 100.0)
}

/// A number that is written as a word.
pub(super) fn word(lower: &str, language: Language) -> Option<(f64, QuantityKind)> {
    let ratio = match (lower, language) {
        ("twice", Language::English) | ("dobbelt", Language::Bokmal | Language::Nynorsk) => Some(2.0),
        ("halvparten", Language::Bokmal | Language::Nynorsk) => Some(0.5),
        _ => None,
    };
    if let Some(number) = ratio {
        return Some((number, QuantityKind::Ratio));
    }
    // A dozen is nothing without its article.
    let number = Lexicon::of(language).number(lower).filter(|_| lower != "dozen")?;
    (2.0..=12.0).contains(&number).then_some((number, QuantityKind::Count))
}

/// A currency that stands right before a number.
pub(super) fn currency_before(before: &str) -> Option<&'static str> {
    let before = before.trim_end_matches([' ', '\u{a0}']).trim_end_matches('.');
    const SIGNS: [&str; 9] = ["$", "£", "€", "NOK", "USD", "EUR", "GBP", "kr", "Kr"];
    SIGNS
        .into_iter()
        .find(|sign| before.strip_suffix(sign).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric)))
}

/// The unit that text begins with: how long it is, its plain name, and what kind of quantity it makes.
pub(super) fn unit(after: &str, language: Language) -> Option<(usize, &'static str, QuantityKind)> {
    let ends = |length: usize, name: &str| {
        !name.ends_with(char::is_alphanumeric) || !after[length..].starts_with(char::is_alphanumeric)
    };
    // In English these are other words, or other units' signs.
    let other =
        |name: &str| language == Language::English && matches!(name, "time" | "timer" | "t" | "min" | "A");
    let units = Lexicon::of(language).units().iter();
    let mut found =
        units.filter(|unit| after.starts_with(unit.written) && ends(unit.written.len(), unit.written));
    let unit = found.find(|unit| !other(unit.written))?;
    let kind = match unit.kind {
        UnitKind::Percent => QuantityKind::Percent,
        UnitKind::Money => QuantityKind::Money,
        UnitKind::Measure => QuantityKind::Measure,
    };
    Some((unit.written.len(), unit.plain, kind))
}

/// A year: four digits after a word that years stand after, or alone in brackets.
pub(super) fn is_year(clause: &Clause<'_, '_>, at: usize, number: f64) -> bool {
    let led =
        at.checked_sub(1).is_some_and(|at| clause.is(at, List::YearLeads) || clause.is(at, List::Months));
    let bracketed = clause.text[..clause.words[at].range.start].ends_with('(');
    (1000.0..2101.0).contains(&number) && (led || bracketed)
}

/// "3. mai 1814", "3 May 1814": the number is the year if there is one, or the day.
pub(super) fn date(
    clause: &Clause<'_, '_>,
    at: usize,
    language: Language,
) -> Option<(f64, Range<usize>, usize)> {
    let word = clause.words.get(at)?;
    let day: f64 = word.text.parse().ok().filter(|day| (1.0..=31.0).contains(day))?;
    let year = |at: usize| {
        let word = clause.words.get(at)?;
        (word.text.len() == 4).then(|| word.text.parse::<f64>().ok()).flatten()
    };
    let month = |at: usize| {
        clause
            .words
            .get(at)
            .is_some_and(|word| word.is(List::Months) && (language != Language::English || word.is_capital()))
    };
    if month(at + 1) {
        let end = clause.words[at + 1].range.end;
        return Some(match year(at + 2) {
            Some(year) => (year, word.range.start..clause.words[at + 2].range.end, at + 3),
            None => (day, word.range.start..end, at + 2),
        });
    }
    let before = at.checked_sub(1)?;
    if language == Language::English && month(before) {
        let start = clause.words[before].range.start;
        return Some(match year(at + 1) {
            Some(year) => (year, start..clause.words[at + 1].range.end, at + 2),
            None => (day, start..word.range.end, at + 1),
        });
    }
    None
}
