//! Splits text into sentences.
//!
//! A full stop ends a sentence unless it belongs to an abbreviation, an initial, an ordinal or a number. Closing
//! quotes, brackets and reference marks stay with the sentence they close. A blank line always ends one; a single line
//! break does if the line before looks complete: a heading, an item of a list, a line of its own. A language without
//! its own rules is split by UAX 29.

use std::ops::Range;

use tutti_lexicon::{Lexicon, List};
use unicode_segmentation::UnicodeSegmentation;

use crate::Language;

/// The sentences of a text, as ranges of bytes. They do not overlap, and what lies between them is white space.
pub fn sentences(text: &str, language: Language) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut cut_at = |end: usize, start: &mut usize| {
        let piece = &text[*start..end];
        let trimmed = piece.trim();
        if !trimmed.is_empty() {
            let from = *start + (piece.len() - piece.trim_start().len());
            found.push(from..from + trimmed.len());
        }
        *start = end;
    };
    for paragraph in paragraphs(text) {
        if language == Language::Other {
            for (at, piece) in text[paragraph.clone()].split_sentence_bound_indices() {
                cut_at(paragraph.start + at + piece.len(), &mut start);
            }
        } else {
            let inner = &text[paragraph.clone()];
            for end in ends(inner, language) {
                cut_at(paragraph.start + end, &mut start);
            }
        }
        cut_at(paragraph.end, &mut start);
    }
    found
}

/// What blank lines divide.
fn paragraphs(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        if line.trim().is_empty() {
            found.push(start..at);
            start = at;
        }
        at += line.len();
    }
    found.push(start..text.len());
    found
}

/// Every place inside a paragraph where a sentence ends.
fn ends(text: &str, language: Language) -> Vec<usize> {
    let mut found = Vec::new();
    let mut skip = 0;
    let mut line = 0;
    // The letter or digit that follows is looked for once, not again after every stop before it.
    let mut letters = text.char_indices().filter(|(_, c)| c.is_alphanumeric()).peekable();
    for (at, c) in text.char_indices() {
        if at < skip {
            continue;
        }
        match c {
            '\n' => {
                if line_ends(text[line..at].trim(), text[at..].trim_start()) {
                    found.push(at);
                }
                line = at + 1;
            }
            '.' | '!' | '?' | '…' | '。' | '！' | '？' => {
                let end = closing(text, at + c.len_utf8());
                skip = end;
                let tight = matches!(c, '。' | '！' | '？');
                let rest = &text[end..];
                let begins = rest.chars().next().is_none_or(char::is_whitespace);
                if !tight && !begins {
                    continue;
                }
                while letters.next_if(|(at, _)| *at < end).is_some() {}
                let next = letters.peek().map(|(_, letter)| *letter);
                let closers = &text[at + c.len_utf8()..end];
                if tight || is_end(&text[..at], c, closers, rest.trim_start(), next, language) {
                    found.push(end);
                }
            }
            _ => {}
        }
    }
    found
}

/// In bytes: "[12, 13–15]".
const LONGEST_REFERENCE: usize = 24;

/// Past further stops, closing quotes and brackets, and the numbers of references.
fn closing(text: &str, from: usize) -> usize {
    let mut at = from;
    while let Some(c) = text[at..].chars().next() {
        if ".!?…\"'”’»“)]}*_".contains(c) {
            at += c.len_utf8();
        } else if c == '['
            && let Some(close) = text.bytes().skip(at).take(LONGEST_REFERENCE).position(|b| b == b']')
            && close > 1
            && text[at + 1..at + close].chars().all(|c| c.is_ascii_digit() || ", –-".contains(c))
        {
            at += close + 1;
        } else if matches!(c, '¹' | '²' | '³' | '⁰' | '⁴'..='⁹') {
            at += c.len_utf8();
        } else {
            break;
        }
    }
    at
}

/// `next` is the first letter or digit of what comes after.
fn is_end(
    before: &str,
    stop: char,
    closers: &str,
    after: &str,
    next: Option<char>,
    language: Language,
) -> bool {
    let Some(next) = next else { return true };
    let lower_follows = next.is_lowercase() && after.starts_with(next);
    if stop != '.' || closers.contains(['.', '!', '?', '…']) {
        // "Stop!" he said … and thought on.
        return !lower_follows;
    }
    if lower_follows {
        return false;
    }
    let word = last_word(before);
    if word.is_empty() {
        return true;
    }
    let lower = word.to_lowercase();
    let digit_follows = next.is_ascii_digit() && after.starts_with(next);
    if word.chars().all(|c| c.is_ascii_digit()) {
        return number_ends(before, &lower, after, language);
    }
    let is_listed = |list| Lexicon::of(language).has(&lower, list);
    if is_listed(List::Abbreviations) {
        return false;
    }
    if digit_follows && is_listed(List::AbbreviationsBeforeNumbers) {
        return false;
    }
    let initial = word.chars().count() == 1 && next_is_upper(word);
    if initial
        || is_listed(List::AbbreviationsAtEnds)
        || (word.contains('.') && word.split('.').all(|part| part.chars().count() <= 2))
    {
        return begins_sentence(after, language) && !(initial && is_initial(after));
    }
    true
}

fn next_is_upper(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_uppercase)
}

/// `3. mai`, `1. Boil the water` at the start of a line, `Kong Harald 5.`
fn number_ends(before: &str, digits: &str, after: &str, language: Language) -> bool {
    let led = before[..before.len() - digits.len()].trim_end_matches([' ', '\t', '(']);
    if (led.is_empty() || led.ends_with('\n')) && digits.len() <= 3 {
        return false;
    }
    let next: String = after.chars().take_while(|c| c.is_alphabetic()).collect::<String>().to_lowercase();
    let ordinals = !matches!(language, Language::English);
    !(ordinals && digits.len() <= 2 && Lexicon::of(language).has(&next, List::Months))
}

/// Whether what follows starts with a small word in capitals, as a new sentence mostly does.
fn begins_sentence(after: &str, language: Language) -> bool {
    let after = after.trim_start_matches(['"', '“', '«', '\'', '‘', '(']);
    let word: String = after.chars().take_while(|c| c.is_alphabetic() || *c == '\'').collect();
    next_is_upper(&word) && Lexicon::of(language).has(&word.to_lowercase(), List::StopWords)
}

fn is_initial(after: &str) -> bool {
    let mut chars = after.chars();
    chars.next().is_some_and(char::is_uppercase) && chars.next() == Some('.')
}

/// The letters, digits and inner stops at the end: `f.eks`, `U.S`, `14`.
fn last_word(before: &str) -> &str {
    let kept = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '.' || c == '§');
    before[kept.len()..].trim_start_matches('.')
}

/// Whether a line break ends a sentence: not in the middle of running text.
fn line_ends(line: &str, next: &str) -> bool {
    let Some(first) = next.chars().next() else { return true };
    if marker(next).is_some() {
        return true;
    }
    if line.ends_with([',', '-', '–', '(', '/']) {
        return false;
    }
    if line.ends_with([':', '|']) {
        return true;
    }
    let upper = first.is_uppercase()
        || (!first.is_alphanumeric() && next.chars().nth(1).is_some_and(char::is_uppercase));
    // Lines of running text are long; a short one that is followed by a capital stands by itself.
    upper && line.chars().count() < 60
}

/// The length of the mark that a list item starts with: `- `, `• `, `3. `, `b) `.
pub(crate) fn marker(line: &str) -> Option<usize> {
    let mut chars = line.chars();
    let first = chars.next()?;
    if matches!(first, '-' | '*' | '•' | '–' | '▪' | '◦' | '‣' | '·' | '●') {
        return line[first.len_utf8()..].starts_with([' ', '\t']).then(|| first.len_utf8() + 1);
    }
    // No label is longer than this, and the text may be long.
    let head = line.bytes().take(4).position(|b| matches!(b, b'.' | b')'))?;
    let label = &line[..head];
    let numbered = !label.is_empty() && label.len() <= 3 && label.bytes().all(|b| b.is_ascii_digit());
    let lettered =
        label.len() == 1 && label.bytes().all(|b| b.is_ascii_lowercase()) && line[head..].starts_with(')');
    ((numbered || lettered) && line[head + 1..].starts_with([' ', '\t'])).then_some(head + 2)
}

#[cfg(test)]
mod tests;
