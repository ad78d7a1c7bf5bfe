//! Meaningful numbers: measures, money, shares, years, counts.
//!
//! The numbers of figures, chapters, pages and references are left out on purpose: they belong to the document, not to
//! its subject.

mod number;

use std::ops::Range;

use tutti_lexicon::List;

use crate::Language;
use crate::clause::{Clause, one_line};
use crate::text::{Gap, Kind, Text};

/// What sort of number it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum QuantityKind {
    Percent,
    Money,
    /// With a unit of measurement.
    Measure,
    Year,
    /// A day of a month, with or without its year.
    Date,
    /// "3:1", "1 in 5", "twice".
    Ratio,
    /// So many of something: the unit is their name.
    Count,
}

/// A number in a sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// As written, with its unit, on one line: "1 500 km".
    pub value: String,
    pub number: f64,
    /// The upper end of a range: 20 in "10–20 km".
    pub upper: Option<f64>,
    pub unit: Option<String>,
    pub kind: QuantityKind,
    /// Its bytes in the text of its sentence.
    pub range: Range<usize>,
    pub sentence: usize,
    /// What it is the measure of, if the sentence says so plainly: "The river is 5 km long", "a range of 5 km".
    pub of: Option<String>,
}

/// Every quantity, in the order of the text.
pub fn quantities(text: &Text<'_>) -> Vec<Quantity> {
    let mut found = Vec::new();
    for (sentence, place) in text.sentences().iter().enumerate() {
        if place.kind == Kind::Heading {
            continue;
        }
        let clause = text.clause(sentence);
        let from = found.len();
        let mut at = 0;
        while at < clause.len() {
            match quantity(&clause, at, sentence, text.language()) {
                Some((quantity, next)) => {
                    found.push(quantity);
                    at = next;
                }
                None => at += 1,
            }
        }
        if let Some(first) = found.get_mut(from) {
            first.of = subject(&clause, first);
        }
    }
    found
}

/// "In 20 BC Augustus set up a stone": a year, not so many of something.
const ERAS: &[&str] = &["bc", "bce", "ad", "ce"];

/// "four times faster".
const TIMES: &[&str] = &["times", "ganger", "gonger"];

fn quantity(
    clause: &Clause<'_, '_>,
    at: usize,
    sentence: usize,
    language: Language,
) -> Option<(Quantity, usize)> {
    let word = &clause.words[at];
    let build =
        |range: Range<usize>, number: f64, upper: Option<f64>, unit: Option<&str>, kind: QuantityKind| {
            Quantity {
                value: one_line(&clause.text[range.clone()]),
                number,
                upper,
                unit: unit.map(str::to_owned),
                kind,
                range,
                sentence,
                of: None,
            }
        };
    if !word.text.starts_with(|c: char| c.is_ascii_digit()) {
        let (number, kind) = number::word(word.lower(), language)?;
        if kind == QuantityKind::Ratio {
            return Some((build(word.range.clone(), number, None, None, kind), at + 1));
        }
        // "one in five", "én av fem"
        if at >= 2
            && matches!(clause.lower(at - 1), "in" | "av")
            && matches!(clause.lower(at - 2), "one" | "en" | "én" | "ein" | "éin")
        {
            let range = clause.words[at - 2].range.start..word.range.end;
            return Some((build(range, 1.0 / number, None, None, QuantityKind::Ratio), at + 1));
        }
        if clause.any(at + 1, TIMES).is_some() {
            let range = word.range.start..clause.words[at + 1].range.end;
            return Some((build(range, number, None, None, QuantityKind::Ratio), at + 2));
        }
        let after = clause.text[word.range.end..].trim_start();
        if let Some((length, unit, kind)) = number::unit(after, language) {
            let end = clause.text.len() - after.len() + length;
            return Some((build(word.range.start..end, number, None, Some(unit), kind), at + 2));
        }
        return counted_noun(clause, at, at + 1, language).map(|(unit, next)| {
            let end = clause.words[next - 1].range.end;
            (build(word.range.start..end, number, None, Some(unit), kind), next)
        });
    }
    if part_of_document(clause, at) {
        return None;
    }
    if let Some((number, range, next)) = number::date(clause, at, language) {
        return Some((build(range, number, None, None, QuantityKind::Date), next));
    }
    let read = number::read(clause, at, language)?;
    let after = clause.text[read.range.end..].trim_start_matches([' ', '\u{a0}', '\u{202f}', '\n']);
    if let Some(symbol) = number::currency_before(&clause.text[..read.range.start]) {
        let start = clause.text[..read.range.start].rfind(symbol).unwrap_or(read.range.start);
        let range = start..read.range.end;
        return Some((build(range, read.number, read.upper, Some(symbol), QuantityKind::Money), read.next));
    }
    if let Some((length, unit, kind)) = number::unit(after, language) {
        let end = clause.text.len() - after.len() + length;
        let (end, unit) = per(clause, end, unit);
        let next =
            (read.next..clause.len()).find(|at| clause.words[*at].range.start >= end).unwrap_or(clause.len());
        return Some((build(read.range.start..end, read.number, read.upper, Some(&unit), kind), next));
    }
    if clause.gap(read.next) == Gap::None && clause.any(read.next, TIMES).is_some() {
        let range = read.range.start..clause.words[read.next].range.end;
        return Some((build(range, read.number, read.upper, None, QuantityKind::Ratio), read.next + 1));
    }
    if read.ratio {
        return Some((build(read.range, read.number, read.upper, None, QuantityKind::Ratio), read.next));
    }
    if clause.gap(read.next) == Gap::None && clause.any(read.next, ERAS).is_some() {
        let range = read.range.start..clause.words[read.next].range.end;
        return Some((build(range, read.number, read.upper, None, QuantityKind::Year), read.next + 1));
    }
    if read.plain && number::is_year(clause, at, read.number) {
        return Some((build(read.range, read.number, read.upper, None, QuantityKind::Year), read.next));
    }
    let (unit, next) = counted_noun(clause, at, read.next, language)?;
    let end = clause.words[next - 1].range.end;
    Some((build(read.range.start..end, read.number, read.upper, Some(unit), QuantityKind::Count), next))
}

/// A reference or a number of a figure, a chapter, a version.
fn part_of_document(clause: &Clause<'_, '_>, at: usize) -> bool {
    let word = &clause.words[at];
    let before = &clause.text[..word.range.start];
    let after = &clause.text[word.range.end..];
    let mixed =
        word.text.chars().any(|c| !c.is_ascii_digit() && c != '.' && c != ',' && c != '-' && c != 'º');
    let stops = word.text.matches('.').count() > 1;
    let named =
        at.checked_sub(1).is_some_and(|at| clause.is(at, List::NumberedParts) || clause.lower(at) == "§");
    let touches = before.ends_with(['.', '[', '/', '#', '§', '@', '=', '^', '_', '\\', '*', '+'])
        || after.starts_with(['/', '@', '=', '^', '_', '*', '+'])
        || after.starts_with([']'])
        || before.ends_with("§ ");
    // A letter or an operator around it makes it a formula: "2x", "= 5".
    let formula = before.trim_end().ends_with(['=', '+', '<', '>', '×', '≡', '≈'])
        || after.trim_start().starts_with(['=', '+', '<', '>', '×', '≡']);
    // The upper end of a range that is not written as one: "3,5- 4".
    let range = before
        .trim_end()
        .strip_suffix(['-', '–'])
        .is_some_and(|rest| rest.ends_with(|c: char| c.is_ascii_digit()));
    mixed || stops || named || touches || formula || range
}

/// A unit with what it is taken over: "metres per second squared", "kilometer i timen".
fn per(clause: &Clause<'_, '_>, end: usize, unit: &str) -> (usize, String) {
    let at = clause.words.partition_point(|word| word.range.start < end);
    let over = clause.lower(at) == "per"
        || clause.any(at, &["i sekundet", "i timen", "i minuttet", "i døgnet", "i året"]).is_some();
    let Some(word) = clause.words.get(at + 1).filter(|_| over && clause.gap(at) == Gap::None) else {
        return (end, unit.to_owned());
    };
    let squared = matches!(clause.lower(at + 2), "squared" | "cubed");
    let last = if squared { &clause.words[at + 2] } else { word };
    (
        last.range.end,
        format!("{unit} {}", one_line(&clause.text[clause.words[at].range.start..last.range.end])),
    )
}

/// The name of what is counted: adjectives and a noun in the plural.
fn counted_noun<'a>(
    clause: &Clause<'_, 'a>,
    at: usize,
    from: usize,
    language: Language,
) -> Option<(&'a str, usize)> {
    if clause.gap(from) != Gap::None || clause.is(from, List::Months) {
        return None;
    }
    let end = clause.run(from)?;
    let head = clause.lower(end - 1);
    let plural = match language {
        Language::English => {
            head.ends_with('s') && !head.ends_with("ss")
                || matches!(head, "people" | "children" | "men" | "women")
        }
        _ => {
            ["er", "ar", "år", "ene"].iter().any(|tail| head.ends_with(tail))
                || matches!(head, "land" | "dyr" | "barn" | "hjul" | "ord")
                || head.ends_with("ere")
                || head.ends_with("øyne")
                || head.ends_with("kamre")
        }
    };
    let people = matches!(
        head,
        "people" | "children" | "men" | "women" | "students" | "mennesker" | "elever" | "personer"
    );
    let vague = clause.is(end - 1, List::GeneralNouns) && end - from == 1 && !people
        || clause.is(end - 1, List::WeakCategories);
    let broken = clause.slice(at..end).contains('\n');
    (plural && !vague && !broken && end - from <= 3 && at < from).then(|| (clause.slice(from..end), end))
}

/// The subject of a sentence, if the number stands after its verb.
fn subject(clause: &Clause<'_, '_>, quantity: &Quantity) -> Option<String> {
    let place = clause.words.iter().position(|word| word.range.start >= quantity.range.start)?;
    // "a tidal range of 16 metres"
    if place >= 2 && clause.lower(place - 1) == "of" {
        if quantity.kind == QuantityKind::Count {
            return None;
        }
        let mut from = place - 1;
        while from > 0 && clause.inner(from - 1) && clause.gap(from) == Gap::None {
            from -= 1;
        }
        return clause.term(from..place - 1);
    }
    let verb = (1..place).find(|at| clause.verb(*at))?;
    // Nothing else is said between the verb and the number: "weighs about", "was signed in".
    let linked = (verb..place).all(|at| {
        let light =
            [List::Adverbs, List::Prepositions, List::Participles].iter().any(|class| clause.is(at, *class));
        (light || clause.verb(at))
            && matches!(clause.gap(at), Gap::None | Gap::Quote)
            && !clause.is(at, List::Negations)
            && !(clause.is(at, List::Modals) && clause.verb(at))
    });
    if clause.leans_back() || !linked || place - verb > 5 {
        return None;
    }
    clause.term(0..verb)
}

#[cfg(test)]
mod tests;
