//! The text of stems, options and solutions.
//!
//! A small Markdown: paragraphs, `*emphasis*`, `**strong**`, `` `code` ``, lists, `![alt](image name)`; maths as LaTeX
//! between `\(` and `\)` inline or `\[` and `\]` on its own line. A dollar sign is a dollar sign: importers of formats
//! with `$x$` use [`RichText::from_dollars`].

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_lexicon::plain_sign;

use crate::Image;

/// Text in the small Markdown of items.
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct RichText(String);

/// A stretch of a text that is handled in one way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part<'a> {
    /// Markdown without maths and images.
    Text(&'a str),
    /// LaTeX without its delimiters.
    Maths {
        tex: &'a str,
        display: bool,
    },
    Image {
        alt: &'a str,
        name: &'a str,
    },
}

impl RichText {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Text whose maths stands in `$…$` or `$$…$$`. As elsewhere, an opening dollar has no space after it, and a
    /// closing one no space before and no digit after it, so that prices stay prices.
    pub fn from_dollars(text: &str) -> Self {
        Self(dollars_to_parentheses(text).into_owned())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text cut into plain text, maths and images, in order. A delimiter that is never closed is text.
    pub fn parts(&self) -> Vec<Part<'_>> {
        parts(&self.0)
    }

    /// Whether every `\(` has its `\)` and every `\[` its `\]`.
    pub fn maths_is_balanced(&self) -> bool {
        self.parts().iter().all(|part| match part {
            Part::Text(text) => !["\\(", "\\)", "\\[", "\\]"]
                .iter()
                .any(|delimiter| find_unescaped(text, delimiter).is_some()),
            Part::Maths { tex, .. } => !tex.contains("\\(") && find_unescaped(tex, "\\[").is_none(),
            Part::Image { .. } => true,
        })
    }
}

impl From<&str> for RichText {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl From<String> for RichText {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Display for RichText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for RichText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

pub(crate) fn parts(text: &str) -> Vec<Part<'_>> {
    let mut found = Vec::new();
    let (mut rest, mut from) = (text, 0);
    // What is closed nowhere after one opening is closed nowhere after the next; without this, a text of nothing but
    // openings would take the square of its length.
    let (mut round_closes, mut square_closes) = (true, true);
    let mut image_ends = ImageEnds::default();
    // `from` is where the search goes on within `rest`; everything before it is plain text.
    while let Some(at) = rest[from..].find(['\\', '!']).map(|at| at + from) {
        let after = &rest[at..];
        let hit = if let Some(body) = after.strip_prefix("\\(") {
            let end = round_closes.then(|| find_unescaped(body, "\\)")).flatten();
            round_closes = end.is_some();
            end.map(|end| (Part::Maths { tex: &body[..end], display: false }, 2 + end + 2))
        } else if let Some(body) = after.strip_prefix("\\[") {
            let end = square_closes.then(|| find_unescaped(body, "\\]")).flatten();
            square_closes = end.is_some();
            end.map(|end| (Part::Maths { tex: &body[..end], display: true }, 2 + end + 2))
        } else if let Some(body) = after.strip_prefix("![") {
            image_ends.image(text, text.len() - body.len()).map(|(part, length)| (part, 2 + length))
        } else {
            None
        };
        if let Some((part, length)) = hit {
            if at > 0 {
                found.push(Part::Text(&rest[..at]));
            }
            found.push(part);
            (rest, from) = (&rest[at + length..], 0);
        } else {
            // A double backslash is a line break in LaTeX or an escaped backslash: neither opens anything, nor
            // does an escaped `!`.
            from = at + if after.starts_with("\\\\") || after.starts_with("\\!") { 2 } else { 1 };
        }
    }
    if !rest.is_empty() {
        found.push(Part::Text(rest));
    }
    found
}

/// What was found when the last image was looked for. It is searched for again only once it is behind, so a text of
/// nothing but openings is read once.
#[derive(Default)]
struct ImageEnds {
    /// Where the next `](` is.
    alt: usize,
    /// Where the first `)` after that is, and the first space or line end, which no name contains.
    name: usize,
    blank: usize,
    /// Where the line ends.
    line: usize,
}

impl ImageEnds {
    /// The image whose alternative text begins at `from`, and its length from there.
    fn image<'a>(&mut self, text: &'a str, from: usize) -> Option<(Part<'a>, usize)> {
        let renew = |place: &mut usize, from: usize, wanted: &[char]| {
            if *place < from {
                let found = text.get(from..).and_then(|rest| rest.find(wanted));
                *place = found.map_or(text.len(), |at| from + at);
            }
        };
        renew(&mut self.line, from, &['\n']);
        if self.alt < from {
            self.alt = text[from..].find("](").map_or(text.len(), |at| from + at);
        }
        renew(&mut self.name, self.alt + 2, &[')']);
        renew(&mut self.blank, self.alt + 2, &[' ', '\n']);
        if self.name >= text.len() || self.blank < self.name || self.line < self.alt {
            return None;
        }
        let part = Part::Image { alt: &text[from..self.alt], name: &text[self.alt + 2..self.name] };
        Some((part, self.name + 1 - from))
    }
}

/// The first `delimiter` whose backslash is not itself escaped.
fn find_unescaped(text: &str, delimiter: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text[from..].find('\\').map(|at| at + from) {
        if text[at..].starts_with(delimiter) {
            return Some(at);
        }
        from = at + if text[at..].starts_with("\\\\") { 2 } else { 1 };
    }
    None
}

fn dollars_to_parentheses(text: &str) -> Cow<'_, str> {
    if !text.contains('$') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        let escaped = rest[..at].ends_with('\\');
        let double = rest[at..].starts_with("$$");
        let (mark, open, close) = if double { ("$$", "\\[", "\\]") } else { ("$", "\\(", "\\)") };
        let body = &rest[at + mark.len()..];
        let end = body.find(mark).filter(|end| {
            let (tex, after) = (&body[..*end], &body[end + mark.len()..]);
            let tight = !tex.starts_with(char::is_whitespace) && !tex.ends_with(char::is_whitespace);
            let price = after.starts_with(|c: char| c.is_ascii_digit());
            !escaped && !tex.trim().is_empty() && (double || (tight && !price && !tex.ends_with('\\')))
        });
        out.push_str(&rest[..at]);
        if let Some(end) = end {
            out.push_str(open);
            out.push_str(&body[..end]);
            out.push_str(close);
            rest = &body[end + mark.len()..];
        } else {
            out.push_str(mark);
            rest = body;
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The text that ids are made of: one space for any whitespace and none at the ends, plain quotes, dashes and
/// minus signs, no space in maths but where a command needs it, images by their content.
pub(crate) fn normalise(text: &str, images: &BTreeMap<String, Image>) -> String {
    let text = dollars_to_parentheses(text);
    let mut out = String::with_capacity(text.len());
    for part in parts(&text) {
        match part {
            Part::Text(text) => push_plain(text, &mut out),
            Part::Maths { tex, .. } => {
                out.push_str("\\(");
                push_maths(tex, &mut out);
                out.push_str("\\)");
            }
            Part::Image { name, .. } => {
                let content = images.get(name).map(|image| image.data.hash());
                out.push_str("![](");
                out.push_str(content.as_ref().map_or(name, |hash| hash.as_str()));
                out.push(')');
            }
        }
    }
    out.truncate(out.trim_end().len());
    out
}

fn push_plain(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            c if c.is_whitespace() || c == '\u{200b}' || c == '\u{feff}' => {
                if !out.is_empty() && !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            '\u{ad}' => {}
            c => out.push(plain_sign(c)),
        }
    }
}

fn push_maths(tex: &str, out: &mut String) {
    let (mut in_command, mut gap) = (false, false);
    for c in tex.chars() {
        if c.is_whitespace() {
            gap = true;
            continue;
        }
        if gap && in_command && c.is_ascii_alphabetic() {
            out.push(' ');
        }
        in_command = c == '\\' || (in_command && !gap && c.is_ascii_alphabetic());
        gap = false;
        out.push(plain_sign(c));
    }
}

/// The value of a number written as `-1.50`, `1,234`, `3/4`, `6.02e23`, `6.02 × 10^23`, `25%`,
/// `\frac{3}{4}` or one of these in maths delimiters. None for anything else, units included.
pub fn parse_number(text: &str) -> Option<f64> {
    let mut text = text.trim();
    for (open, close) in [("\\(", "\\)"), ("\\[", "\\]"), ("$", "$")] {
        text = text.strip_prefix(open).and_then(|t| t.strip_suffix(close)).unwrap_or(text).trim();
    }
    let plain: String = text
        .replace("\\times", "×")
        .replace("\\cdot", "×")
        .replace("\\%", "%")
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(plain_sign)
        .collect();
    let (sign, plain) = match plain.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, plain.strip_prefix('+').unwrap_or(&plain)),
    };
    if plain.starts_with(['-', '+']) {
        return None;
    }
    let value = unsigned_number(plain)?;
    value.is_finite().then_some(sign * value)
}

fn unsigned_number(text: &str) -> Option<f64> {
    let whole = text.trim_end_matches('%');
    if whole.len() < text.len() {
        return (whole.len()..text.len()).try_fold(unsigned_number(whole)?, |value, _| Some(value / 100.0));
    }
    for command in ["\\frac{", "\\dfrac{", "\\tfrac{"] {
        if let Some(inner) = text.strip_prefix(command).and_then(|t| t.strip_suffix('}')) {
            let (top, bottom) = inner.split_once("}{")?;
            return Some(decimal(top)? / decimal(bottom)?);
        }
    }
    if let Some((top, bottom)) = text.split_once('/') {
        return Some(decimal(top)? / decimal(bottom)?);
    }
    if let Some((mantissa, power)) = text.split_once('×') {
        let exponent = power.strip_prefix("10^")?.trim_matches(['{', '}']);
        exponent.parse::<i16>().ok()?;
        return decimal(&format!("{mantissa}e{exponent}"));
    }
    decimal(text)
}

fn decimal(text: &str) -> Option<f64> {
    let shaped = text.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && text.chars().all(|c| c.is_ascii_digit() || ".,eE+-".contains(c));
    if !shaped {
        return None;
    }
    let grouped = text
        .split(',')
        .skip(1)
        .all(|group| group.len() >= 3 && group.bytes().take(3).all(|b| b.is_ascii_digit()));
    if text.contains(',') && !grouped {
        return None;
    }
    text.replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_into_its_parts() {
        let text = RichText::from("Let \\(x>0\\). See ![a graph](g.png)!\n\\[y=x^2 \\\\ z\\]");
        assert_eq!(
            text.parts(),
            [
                Part::Text("Let "),
                Part::Maths { tex: "x>0", display: false },
                Part::Text(". See "),
                Part::Image { alt: "a graph", name: "g.png" },
                Part::Text("!\n"),
                Part::Maths { tex: "y=x^2 \\\\ z", display: true },
            ]
        );
        assert!(text.maths_is_balanced());
        for broken in ["\\(x", "x\\)", "\\[x\\)", "\\(\\(x\\)\\)"] {
            assert!(!RichText::from(broken).maths_is_balanced(), "{broken}");
        }
    }

    #[test]
    fn dollars_are_maths_or_money() {
        for (given, expected) in [
            ("If $x=1$ then", "If \\(x=1\\) then"),
            ("$$x$$", "\\[x\\]"),
            ("It costs $5 or $10.", "It costs $5 or $10."),
            ("a \\$ b $c$", "a \\$ b \\(c\\)"),
            ("$", "$"),
        ] {
            assert_eq!(RichText::from_dollars(given).as_str(), expected);
        }
    }

    #[test]
    fn what_the_id_does_not_see() {
        let check = |a: &str, b: &str, same: bool| {
            let (a, b) = (normalise(a, &BTreeMap::new()), normalise(b, &BTreeMap::new()));
            assert_eq!(a == b, same, "{a} | {b}");
        };
        check(" What  is\n\\( x + 1 \\)? ", "What is \\(x+1\\)?", true);
        check("$\\alpha x$", "\\(\\alpha  x\\)", true);
        check("\\(\\alpha x\\)", "\\(\\alphax\\)", false);
        check("the ‘old’ – law", "the 'old' - law", true);
        check("5 mA", "5 MA", false);
    }

    #[test]
    fn numbers_as_they_are_written() {
        for (text, expected) in [
            ("-1.50", Some(-1.5)),
            ("−3", Some(-3.0)),
            ("1,234", Some(1234.0)),
            ("3/4", Some(0.75)),
            ("\\(\\frac{3}{4}\\)", Some(0.75)),
            ("6.02 × 10^23", Some(6.02e23)),
            ("2e-3", Some(2e-3)),
            ("25%", Some(0.25)),
            ("3 m", None),
            ("1,2", None),
            ("1/0", None),
            ("--1", None),
            ("e5", None),
            ("", None),
        ] {
            assert_eq!(parse_number(text), expected, "{text}");
        }
    }
}
