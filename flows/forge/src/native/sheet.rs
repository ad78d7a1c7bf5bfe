//! The sheet a question is written on: what is given stands there once, for the stem, the steps and the claim.

use std::collections::BTreeMap;

use super::{Draft, Wrong};
use crate::claim::{Claim, Task};

/// Texts on a sheet name what varies: `<m>` is the given quantity as `\(3\,\mathrm{kg}\)`, `<#m>` its bare number inside
/// maths, and `<thing>` a word that was said before.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    given: BTreeMap<String, String>,
    words: BTreeMap<&'static str, String>,
}

/// The parts of a draft that name what is on the sheet.
pub(super) struct Parts<'a> {
    /// Of the answer; empty for none.
    pub unit: &'a str,
    pub stem: &'a str,
    pub task: Task,
    pub key: &'a str,
    /// Mistakes with what they lead to.
    pub wrong: &'a [(&'a str, &'a str)],
    pub steps: &'a [(&'a str, &'static [&'static str])],
    pub insight: &'a str,
}

#[allow(clippy::needless_pass_by_value, reason = "numbers and texts are given as they come")]
impl Sheet {
    /// Gives a quantity, such as `3 kg`, or a number.
    pub(super) fn give(mut self, name: &str, quantity: impl ToString) -> Self {
        self.given.insert(name.to_owned(), quantity.to_string());
        self
    }

    pub(super) fn say(mut self, name: &'static str, word: impl ToString) -> Self {
        self.words.insert(name, word.to_string());
        self
    }

    /// A text with everything that varies filled in.
    pub(super) fn text(&self, template: &str) -> String {
        let mut out = String::with_capacity(template.len() * 2);
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('<') {
            out.push_str(before);
            let filled = after.split_once('>').and_then(|(name, after)| Some((self.filling(name)?, after)));
            if let Some((filling, after)) = filled {
                out.push_str(&filling);
                rest = after;
            } else {
                out.push('<');
                rest = after;
            }
        }
        out + rest
    }

    fn filling(&self, name: &str) -> Option<String> {
        if let Some(word) = self.words.get(name) {
            return Some(self.text(word));
        }
        match name.strip_prefix('#') {
            Some(name) => self.given.get(name).map(|quantity| number_latex(split(quantity).0)),
            None => self.given.get(name).map(|quantity| format!("\\({}\\)", latex(quantity))),
        }
    }

    pub(super) fn write(&self, parts: Parts<'_>) -> Draft {
        let steps = parts.steps.iter().map(|(text, methods)| (self.text(text), *methods)).collect();
        let unit = Some(parts.unit).filter(|unit| !unit.is_empty());
        Draft {
            stem: self.text(parts.stem),
            key: parts.key.to_owned(),
            wrong: parts.wrong.iter().map(|(why, gives)| Wrong::new(self.text(why), *gives)).collect(),
            steps,
            insight: self.text(parts.insight),
            claim: Claim {
                given: self.given.clone(),
                unit: unit.map(str::to_owned),
                ..Claim::new(parts.task)
            },
            figure: None,
        }
    }
}

pub(super) fn solve(unknowns: &[&str], equations: &[&str], conditions: &[&str], ask: &str) -> Task {
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    Task::Solve {
        unknowns: owned(unknowns),
        equations: owned(equations),
        conditions: owned(conditions),
        ask: ask.to_owned(),
    }
}

/// `10 m s^-2` as `10\,\mathrm{m\,s^{-2}}`.
pub(super) fn latex(quantity: &str) -> String {
    let (number, unit) = split(quantity);
    let number = number_latex(number);
    if unit.is_empty() {
        return number;
    }
    let parts: Vec<String> = unit
        .split(' ')
        .map(|part| match part.split_once('^') {
            Some((name, power)) => format!("{name}^{{{power}}}"),
            None if part == "Ω" => "\\Omega".to_owned(),
            None => part.to_owned(),
        })
        .collect();
    format!("{number}\\,\\mathrm{{{}}}", parts.join("\\,"))
}

/// The number and the unit.
fn split(quantity: &str) -> (&str, &str) {
    quantity.split_once(' ').unwrap_or((quantity, ""))
}

fn number_latex(number: &str) -> String {
    match number.split_once('/') {
        Some((top, bottom)) => format!("\\frac{{{top}}}{{{bottom}}}"),
        None => number.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_varies_is_filled_in_and_other_signs_stay() {
        let sheet =
            Sheet::default().give("m", "3 kg").give("g", "10 m s^-2").give("u", "1/4").say("thing", "cart");
        assert_eq!(
            sheet.text("A <thing> of mass <m>, \\(g = <#g>\\), <g>, \\(<#u> < x\\)"),
            "A cart of mass \\(3\\,\\mathrm{kg}\\), \\(g = 10\\), \\(10\\,\\mathrm{m\\,s^{-2}}\\), \\(\\frac{1}{4} < x\\)"
        );
    }
}
