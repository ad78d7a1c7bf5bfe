//! The tokeniser: the positions of words and numbers in a text, and the form in which they are compared.

use std::borrow::Cow;
use std::ops::Range;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    Word,
    /// It begins with a digit.
    Number,
}

/// A word or a number of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token<'a> {
    /// As it is written.
    pub text: &'a str,
    /// Its bytes in the text.
    pub range: Range<usize>,
    pub kind: TokenKind,
}

impl<'a> Token<'a> {
    /// The form in which it is compared and looked up.
    pub fn lower(&self) -> Cow<'a, str> {
        fold(self.text)
    }
}

/// The words and numbers of a text, in order. Hyphens and apostrophes inside a word belong to it, and so do the point and
/// the comma inside a number.
pub fn tokens(text: &str) -> Tokens<'_> {
    Tokens { text, at: 0 }
}

/// See [`tokens`].
#[derive(Debug, Clone)]
pub struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let rest = &self.text[self.at..];
        let start = self.at + rest.find(char::is_alphanumeric)?;
        let mut end = start;
        let mut chars = self.text[start..].chars().peekable();
        let mut last = ' ';
        while let Some(c) = chars.next() {
            let joins = match c {
                '\'' | '’' | '-' | '‐' | '‑' => chars.peek().is_some_and(|next| next.is_alphanumeric()),
                '.' | ',' => last.is_ascii_digit() && chars.peek().is_some_and(char::is_ascii_digit),
                '\u{ad}' | '\u{200d}' => true,
                c => c.is_alphanumeric() || is_mark(c),
            };
            if !joins {
                break;
            }
            end += c.len_utf8();
            last = c;
        }
        self.at = end;
        let text = &self.text[start..end];
        let number = text.starts_with(char::is_numeric);
        let kind = if number { TokenKind::Number } else { TokenKind::Word };
        Some(Token { text, range: start..end, kind })
    }
}

/// Marks that combine with the letter before; `char` has no such test.
fn is_mark(c: char) -> bool {
    matches!(u32::from(c), 0x300..=0x36f | 0x483..=0x489 | 0x591..=0x5bd | 0x610..=0x61a | 0x64b..=0x65f | 0x900..=0x903
        | 0x93a..=0x94f | 0x1ab0..=0x1aff | 0x1dc0..=0x1dff | 0x20d0..=0x20f0 | 0xfe20..=0xfe2f)
}

/// The form in which words are compared and looked up: lower case, with the signs of a keyboard, without soft hyphens.
pub fn fold(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase()) {
        return Cow::Borrowed(word);
    }
    let kept = word.chars().filter(|c| !matches!(c, '\u{ad}' | '\u{200d}'));
    Cow::Owned(kept.map(plain_sign).flat_map(char::to_lowercase).collect())
}

/// The sign on a keyboard for one that word processors put in its place.
pub fn plain_sign(c: char) -> char {
    match c {
        '‘' | '’' | '‚' | '′' => '\'',
        '“' | '”' | '„' | '«' | '»' => '"',
        '‐' | '‑' | '‒' | '–' | '—' | '−' => '-',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut() {
        for (text, expected) in [
            ("The CPU isn't hot.", vec!["The", "CPU", "isn't", "hot"]),
            ("3.5 km, 1,500 and 2.", vec!["3.5", "km", "1,500", "and", "2"]),
            ("light-dependent – reactions", vec!["light-dependent", "reactions"]),
            ("cafe\u{301} au lait", vec!["cafe\u{301}", "au", "lait"]),
            ("U.S. law", vec!["U", "S", "law"]),
            ("", vec![]),
        ] {
            let found: Vec<_> = tokens(text).map(|token| token.text).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn words_are_compared_without_case_and_typography() {
        for (word, expected) in [
            ("Isn’t", "isn't"),
            ("self‑made", "self-made"),
            ("Ærlig", "ærlig"),
            ("co\u{ad}operate", "cooperate"),
        ] {
            assert_eq!(fold(word), expected);
        }
        assert!(matches!(fold("plain"), Cow::Borrowed(_)));
    }
}
