//! What a stem says: its numbers, its quantities with their units, its exponents.
//!
//! A claim is held to it from both sides: what the stem says must be in the claim, and what the claim is given must stand
//! in the stem, as often as it is given.

use std::collections::BTreeMap;

use crate::claim::numbers_in;

/// What stands in a text, as written, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stated {
    /// Numbers that are neither exponents nor part of a quantity in LaTeX.
    pub numbers: Vec<String>,
    pub exponents: Vec<String>,
    /// LaTeX quantities with the dress taken off: `3 m s^-1`.
    pub quantities: Vec<String>,
    /// Numbers in words: `two`, `twice`, `a quarter`.
    pub words: Vec<String>,
    /// The text without markup and without its LaTeX quantities.
    plain: String,
}

const WORDS: &[(&str, &str)] = &[
    ("one", "1"),
    ("two", "2"),
    ("both", "2"),
    ("twice", "2"),
    ("double", "2"),
    ("half", "2"),
    ("halves", "2"),
    ("pair", "2"),
    ("three", "3"),
    ("third", "3"),
    ("four", "4"),
    ("quarter", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("eleven", "11"),
    ("twelve", "12"),
];

pub fn read(text: &str) -> Stated {
    let mut said = Stated::default();
    let outside = without_units(text, &mut said.quantities);
    said.plain = without_markup(&outside);
    for (exponent, number) in numbers(&said.plain) {
        if exponent { said.exponents.push(number) } else { said.numbers.push(number) }
    }
    for word in said.plain.to_lowercase().split(|c: char| !c.is_ascii_alphabetic()) {
        said.words.extend(WORDS.iter().filter(|(name, _)| *name == word).map(|(_, n)| (*n).to_owned()));
    }
    said
}

impl Stated {
    /// Whether a given is a quantity that stands there in LaTeX.
    pub fn is_quantity(said: &str, given: &str) -> bool {
        said == collapse_spaces(&without_markup(given))
    }

    /// How often a quantity such as `3 m` stands there, in LaTeX or in plain text.
    pub fn quantity(&self, wanted: &str) -> usize {
        let wanted = collapse_spaces(&without_markup(wanted));
        let in_latex = self.quantities.iter().filter(|quantity| **quantity == wanted).count();
        in_latex + in_plain(&self.plain, &wanted)
    }

    /// How often each number stands there in figures.
    pub fn counts(&self) -> BTreeMap<String, u32> {
        let mut counts = BTreeMap::new();
        let quantities = self
            .quantities
            .iter()
            .flat_map(|quantity| numbers_in(quantity.split(' ').next().unwrap_or_default()));
        for number in self.numbers.iter().chain(&self.exponents).cloned().chain(quantities) {
            *counts.entry(number).or_default() += 1;
        }
        counts
    }

    /// How often a number stands there that may be a given: in figures, in words, or as an exponent that is not already
    /// one in the task.
    pub fn number(&self, wanted: &str, task: &[Self]) -> usize {
        let count = |numbers: &[String]| numbers.iter().filter(|number| *number == wanted).count();
        let raised: usize = task.iter().map(|text| count(&text.exponents)).sum();
        count(&self.numbers) + count(&self.words) + count(&self.exponents).saturating_sub(raised)
    }
}

/// Cuts every quantity with a unit in `\mathrm` or `\text` out of a text.
fn without_units(text: &str, quantities: &mut Vec<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = ["\\mathrm{", "\\text{"].iter().filter_map(|name| rest.find(name)).min() {
        out.push_str(&rest[..at]);
        let group = &rest[at + rest[at..].find('{').unwrap_or_default()..];
        let Some(end) = closing(group) else { break };
        let unit = collapse_spaces(&without_markup(&group[1..end]));
        let before = out.trim_end_matches(['\\', ',', ';', '~', ' ']);
        let kept = before.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '/').len();
        let number = before[kept..].trim_start_matches(['.', '/']).to_owned();
        if number.is_empty() || unit.is_empty() {
            out.push_str(&unit);
        } else {
            out.truncate(before.len() - number.len());
            quantities.push(format!("{number} {unit}"));
        }
        out.push(' ');
        rest = &group[end + 1..];
    }
    out + rest
}

/// Where the bracket that opens the text is closed.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return Some(at),
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Numbers with whether each is an exponent.
fn numbers(text: &str) -> Vec<(bool, String)> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if !chars[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let start = at;
        let point = |at: usize| chars[at] == '.' && chars.get(at + 1).is_some_and(char::is_ascii_digit);
        while at < chars.len() && (chars[at].is_ascii_digit() || point(at)) {
            at += 1;
        }
        let before = chars[..start].iter().rev().find(|c| !matches!(c, '-' | '(' | ' '));
        let number: String = chars[start..at].iter().collect();
        // A bound at zero says a sign, and no number; a search may begin beside it.
        if number != "0" || !matches!(before, Some('<' | '>')) {
            found.push((before == Some(&'^'), number));
        }
    }
    found
}

/// How often a quantity stands in plain text, however it is spaced, and not as the end of a longer number or the
/// beginning of a longer unit.
fn in_plain(text: &str, wanted: &str) -> usize {
    let chars: Vec<char> = text.chars().collect();
    let wanted: Vec<char> = wanted.chars().filter(|c| !c.is_whitespace()).collect();
    let stands = |start: usize| {
        let mut at = start;
        for c in &wanted {
            while at > start && chars.get(at).is_some_and(|c| c.is_whitespace()) {
                at += 1;
            }
            if chars.get(at) != Some(c) {
                return false;
            }
            at += 1;
        }
        let before = start.checked_sub(1).map(|at| chars[at]);
        let point = before == Some('.') && start >= 2 && chars[start - 2].is_ascii_digit();
        let longer_number = point || before.is_some_and(|c| c.is_ascii_digit() || c == '/');
        let longer_unit = chars.get(at).is_some_and(|c| c.is_alphanumeric() || matches!(c, '^' | '/'));
        !longer_number && !longer_unit
    };
    (0..chars.len()).filter(|start| stands(*start)).count()
}

fn collapse_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text with its LaTeX dress taken off: `3\,\mathrm{m\,s^{-1}}` is `3 m s^-1`.
fn without_markup(text: &str) -> String {
    let mut out = text.to_owned();
    for (from, to) in [
        // Before the braces go: the two parts of a fraction are two numbers.
        ("}{", "}/{"),
        ("\\mathrm", ""),
        ("\\text", ""),
        ("\\Omega", "Ω"),
        ("\\,", " "),
        ("\\;", " "),
        ("\\ ", " "),
        ("~", " "),
        ("\\(", " "),
        ("\\)", " "),
        ("$", " "),
        ("{", ""),
        ("}", ""),
        ("−", "-"),
    ] {
        out = out.replace(from, to);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, numbers: &[&str], exponents: &[&str], quantities: &[&str], words: &[&str]) {
        let said = read(text);
        let found = [&said.numbers, &said.exponents, &said.quantities, &said.words];
        assert_eq!(found, [numbers, exponents, quantities, words].map(<[&str]>::to_vec).each_ref(), "{text}");
    }

    #[test]
    fn numbers_have_their_roles() {
        check("\\(\\frac{1}{8}\\) of \\(3\\,\\mathrm{cm^{2}}\\)", &["1", "8"], &[], &["3 cm^2"], &[]);
        check("\\(x^{12} - 5x\\) and $2^{-3}$", &["5", "2"], &["12", "3"], &[], &[]);
        check("\\(3/2\\,\\mathrm{m\\,s^{-1}}\\), twice", &[], &[], &["3/2 m s^-1"], &["2"]);
        check("\\(\\mathrm{f}(4)\\) is \\(9\\,\\mathrm{\\Omega}\\)", &["4"], &[], &["9 Ω"], &[]);
        check("\\(x > 0\\), \\(y = 0\\)", &["0"], &[], &[], &[]);
        check("5. 9 V, 1.5 V", &["5", "9", "1.5"], &[], &[], &[]);
    }

    #[test]
    fn a_quantity_stands_as_a_whole() {
        for (text, wanted, times) in [
            ("an e.m.f. \\(9\\,\\mathrm{V}\\)", "9 V", 1),
            ("an e.m.f. 9 V, an e.m.f.9V", "9 V", 2),
            ("part 5. 9 V", "9 V", 1),
            ("1.9 V, 19 V, 2/9 V, 9 V^2, 9 Vs", "9 V", 0),
            ("\\(3\\,\\mathrm{m\\,s^{-1}}\\)", "3 m", 0),
            ("\\(3\\,\\mathrm{mm}\\) and \\(3~\\mathrm{m}\\)", "3 m", 1),
        ] {
            assert_eq!(read(text).quantity(wanted), times, "{wanted} in {text}");
        }
    }
}
