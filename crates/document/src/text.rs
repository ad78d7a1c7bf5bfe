//! Plain text: its encoding and its paragraphs.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use unicode_normalization::UnicodeNormalization;

use crate::{BlockKind, Piece};

/// Decodes bytes as UTF-8, UTF-16 or else Latin-1; none if they are not text. The end may be cut anywhere.
pub(crate) fn decode(bytes: &[u8]) -> Option<String> {
    let text = match Encoding::for_bom(bytes) {
        Some((encoding, _)) => encoding.decode(bytes).0,
        None if valid_utf8(bytes) => UTF_8.decode_without_bom_handling(bytes).0,
        None => single(bytes)?.decode_without_bom_handling(bytes).0,
    };
    let mut text = text.into_owned();
    // One half of a character at a cut end.
    if text.ends_with('\u{fffd}') {
        text.pop();
    }
    let strange =
        text.chars().filter(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{c}')).count();
    (strange * 100 <= text.chars().count()).then_some(text)
}

fn valid_utf8(bytes: &[u8]) -> bool {
    match std::str::from_utf8(bytes) {
        Ok(text) => !text.contains('\0'),
        Err(error) => error.error_len().is_none() && error.valid_up_to() + 4 > bytes.len(),
    }
}

/// Latin text in UTF-16 has a zero in every second byte; other text has none.
fn single(bytes: &[u8]) -> Option<&'static Encoding> {
    let zeros = |from: usize| bytes.iter().skip(from).step_by(2).filter(|b| **b == 0).count();
    let (high, low, most) = (zeros(0), zeros(1), bytes.len() / 5);
    match (high, low) {
        (0, 0) => Some(WINDOWS_1252),
        (0, low) if low > most => Some(UTF_16LE),
        (high, 0) if high > most => Some(UTF_16BE),
        _ => None,
    }
}

/// One line without double spaces, control characters and soft hyphens; accents composed.
pub(crate) fn squeeze(text: &str) -> String {
    let plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    if plain && !text.starts_with(' ') && !text.ends_with(' ') && !text.contains("  ") {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for word in text.split(|c: char| c.is_whitespace() || (c.is_control() && c != '\u{ad}')) {
        let word = word.trim_matches('\u{feff}');
        if word.is_empty() {
            continue;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.extend(word.chars().filter(|c| *c != '\u{ad}'));
    }
    if out.is_ascii() || unicode_normalization::is_nfc(&out) { out } else { out.nfc().collect() }
}

/// Paragraphs end at empty lines; a line that begins with a list mark is an item. Form feeds end pages.
pub(crate) fn read(text: &str) -> (u32, Vec<Piece>) {
    let mut pieces = Vec::new();
    let mut pages = 0;
    for page in text.trim_end_matches(['\u{c}', '\n', '\r', ' ']).split('\u{c}') {
        pages += 1;
        let mut open: Option<(BlockKind, String)> = None;
        let mut close = |open: &mut Option<(BlockKind, String)>| {
            if let Some((kind, text)) = open.take() {
                pieces.extend(Piece::new(pages, kind, &text));
            }
        };
        for line in page.lines() {
            if line.trim().is_empty() {
                close(&mut open);
                continue;
            }
            if let Some(item) = item(line) {
                close(&mut open);
                open = Some((BlockKind::ListItem, item.to_owned()));
                continue;
            }
            match &mut open {
                Some((_, text)) => join(text, line.trim()),
                None => open = Some((BlockKind::Paragraph, line.trim().to_owned())),
            }
        }
        close(&mut open);
    }
    (pages, pieces)
}

/// The text after the bullet of a list item, or with its number. None if the line is not a list item.
pub(crate) fn item(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let mut chars = line.chars();
    let first = chars.next()?;
    let rest = chars.as_str();
    let spaced = rest.starts_with([' ', '\t', '\u{a0}']);
    if matches!(
        first,
        '•' | '‣'
            | '◦'
            | '▪'
            | '■'
            | '●'
            | '○'
            | '□'
            | '►'
            | '➢'
            | '✓'
            | '∙'
            | '\u{f0b7}'
            | '\u{f0a7}'
            | '\u{f076}'
            | '\u{f0d8}'
    ) {
        let rest = rest.trim_start();
        return (!rest.is_empty()).then_some(rest);
    }
    if spaced && matches!(first, '-' | '–' | '—' | '*' | '·' | '+') {
        let rest = rest.trim_start();
        return rest.starts_with(|c: char| c.is_alphanumeric() || "\"'«“‘([`".contains(c)).then_some(rest);
    }
    is_numbered(line).then_some(line)
}

/// `1.`, `12)`, `(a)`, `b)`, `(iv)` before a space and text.
fn is_numbered(line: &str) -> bool {
    let inner = line.strip_prefix('(').unwrap_or(line);
    let Some(end) = inner.find(['.', ')']) else { return false };
    let (mark, rest) = (inner.get(..end).unwrap_or_default(), inner.get(end..).unwrap_or_default());
    let bracket = rest.starts_with(')');
    if inner.len() != line.len() && !bracket {
        return false;
    }
    let digits = !mark.is_empty() && mark.len() <= 2 && mark.bytes().all(|b| b.is_ascii_digit());
    let letter = mark.len() == 1 && mark.bytes().all(|b| b.is_ascii_lowercase());
    let roman = !mark.is_empty() && mark.len() <= 4 && mark.bytes().all(|b| b"ivx".contains(&b));
    let rest = rest.get(1..).unwrap_or_default();
    (digits || (bracket && (letter || roman)))
        && rest.starts_with([' ', '\t', '\u{a0}'])
        && rest.trim_start().starts_with(|c: char| !c.is_ascii_digit())
}

/// Adds the next line of a paragraph: a space between, or nothing where a word was divided.
pub(crate) fn join(text: &mut String, line: &str) {
    join_knowing(text, line, &|_, _| None);
}

const LONGEST_WORD: usize = 120;

/// As [`join`]; `is_word` decides, if it can, whether the two parts form one word without a hyphen.
pub(crate) fn join_knowing(text: &mut String, line: &str, is_word: &dyn Fn(&str, &str) -> Option<bool>) {
    let before = text.trim_end().len();
    text.truncate(before);
    let is_hyphen = |c: char| matches!(c, '-' | '\u{ad}' | '\u{2010}' | '\u{2011}');
    let Some(hyphen) = text.chars().next_back().filter(|c| is_hyphen(*c)) else {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(line);
        return;
    };
    let stem = text.get(..before - hyphen.len_utf8()).unwrap_or_default();
    let part = |c: char| !(c.is_alphabetic() || is_hyphen(c) || c == '\'');
    // No word is longer than this; a chain of hyphens may be as long as the text.
    let near =
        stem.get(stem.floor_char_boundary(stem.len().saturating_sub(LONGEST_WORD))..).unwrap_or_default();
    let first = near.rsplit(part).next().unwrap_or_default();
    let second = line.split(part).next().unwrap_or_default();
    let small = second.starts_with(char::is_lowercase);
    let divided = match is_word(first, second) {
        Some(known) => known,
        None => first.chars().count() > 1 && !first.contains(is_hyphen),
    };
    if hyphen == '\u{ad}' || (small && first.ends_with(char::is_alphabetic) && divided) {
        let stem = stem.len();
        text.truncate(stem);
    } else if first.is_empty() || second.is_empty() {
        // A dash, or a range such as `10-` `20`; the latter keeps together.
        if !stem.ends_with(|c: char| c.is_ascii_digit()) || !line.starts_with(|c: char| c.is_ascii_digit()) {
            text.push(' ');
        }
    } else if !small
        && first.chars().next_back().is_some_and(char::is_lowercase)
        && second.chars().count() < 2
    {
        text.push(' ');
    }
    text.push_str(line);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_decode(bytes: &[u8], expected: Option<&str>) {
        assert_eq!(decode(bytes).as_deref(), expected);
    }

    #[test]
    fn bytes_are_decoded() {
        check_decode("blåbær".as_bytes(), Some("blåbær"));
        check_decode(&"blå".as_bytes()[..3], Some("bl"));
        check_decode(b"bl\xe5b\xe6r", Some("blåbær"));
        check_decode(b"\xff\xfeh\0i\0", Some("hi"));
        check_decode(b"h\0e\0i\0!\0", Some("hei!"));
        check_decode(b"\0h\0e\0i\0!", Some("hei!"));
        check_decode(b"\0\x01\x02\x03", None);
    }

    #[track_caller]
    fn check_join(first: &str, second: &str, expected: &str) {
        let mut text = first.to_owned();
        join(&mut text, second);
        assert_eq!(text, expected);
    }

    #[test]
    fn divided_words_are_joined() {
        check_join("a photo-", "synthesis here", "a photosynthesis here");
        check_join("the Franco-", "Prussian war", "the Franco-Prussian war");
        check_join("send an e-", "mail", "send an e-mail");
        check_join("state-of-", "the-art", "state-of-the-art");
        check_join("pages 10-", "20", "pages 10-20");
        check_join("so it was -", "then not", "so it was - then not");
        check_join("one", "two", "one two");
        check_join("soft\u{ad}", "ware", "software");
    }

    #[track_caller]
    fn check_item(line: &str, expected: Option<&str>) {
        assert_eq!(item(line), expected);
    }

    #[test]
    fn list_marks_are_known() {
        check_item("• one", Some("one"));
        check_item("- one", Some("one"));
        check_item("-5 degrees", None);
        check_item("– 5 degrees", Some("5 degrees"));
        check_item("1. one", Some("1. one"));
        check_item("(iv) one", Some("(iv) one"));
        check_item("1.5 litres", None);
        check_item("2019. It was", None);
        check_item("a. one", None);
    }

    #[test]
    fn paragraphs_and_pages() {
        let (pages, pieces) = read("One\ntwo\n\n- three\n  four\n\u{c}five");
        let texts: Vec<_> = pieces.iter().map(|piece| (piece.page, piece.text.as_str())).collect();
        assert_eq!((pages, texts), (2, vec![(1, "One two"), (1, "three four"), (2, "five")]));
    }
}
