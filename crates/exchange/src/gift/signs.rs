//! The characters of a question, with escaped ones marked as such.

use crate::moodle::question::{Markup, Text};

#[derive(Debug, Clone, Copy)]
pub(super) struct Sign {
    pub(super) c: char,
    pub(super) escaped: bool,
    pub(super) line: usize,
}

impl Sign {
    pub(super) fn is(&self, wanted: char) -> bool {
        self.c == wanted && !self.escaped
    }
}

/// The signs of numbered lines. A backslash before a sign without a meaning is one itself.
pub(super) fn signs<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> Vec<Sign> {
    let mut signs: Vec<Sign> = Vec::new();
    for (line, text) in lines {
        if !signs.is_empty() {
            signs.push(Sign { c: '\n', escaped: false, line });
        }
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            let escaped = match chars.peek() {
                Some(next) if c == '\\' && "\\~=#{}:n".contains(*next) => chars.next(),
                _ => None,
            };
            let c = match escaped {
                Some('n') => '\n',
                Some(next) => next,
                None => c,
            };
            signs.push(Sign { c, escaped: escaped.is_some(), line });
        }
    }
    signs
}

pub(super) fn find(signs: &[Sign], wanted: &str) -> Option<usize> {
    (0..signs.len()).find(|at| starts_with(&signs[*at..], wanted))
}

pub(super) fn find_last(signs: &[Sign], wanted: &str) -> Option<usize> {
    (0..signs.len()).rev().find(|at| starts_with(&signs[*at..], wanted))
}

pub(super) fn starts_with(signs: &[Sign], wanted: &str) -> bool {
    signs.len() >= wanted.len() && wanted.chars().zip(signs).all(|(c, sign)| sign.is(c))
}

pub(super) fn trim(mut signs: &[Sign]) -> &[Sign] {
    while let [first, rest @ ..] = signs
        && first.c.is_whitespace()
    {
        signs = rest;
    }
    while let [rest @ .., last] = signs
        && last.c.is_whitespace()
    {
        signs = rest;
    }
    signs
}

pub(super) fn string(signs: &[Sign]) -> String {
    signs.iter().map(|sign| sign.c).collect()
}

/// A text that may start with its format.
pub(super) fn text(signs: &[Sign], unless_said: Markup) -> Text {
    let signs = trim(signs);
    let formats = [
        ("[html]", Markup::Html),
        ("[moodle]", Markup::Auto),
        ("[plain]", Markup::Plain),
        ("[markdown]", Markup::Markdown),
    ];
    let said = formats.into_iter().find(|(mark, _)| starts_with(signs, mark));
    let (length, markup) = said.map_or((0, unless_said), |(mark, markup)| (mark.len(), markup));
    Text { markup, source: string(trim(&signs[length..])), files: Vec::new() }
}
