//! One cell: its maximum length, the characters allowed in it, and the apostrophe that keeps a text from being a
//! formula.

use std::fmt::Write as _;

/// UTF-16 units in a cell of Excel.
const LONGEST: usize = 32_767;

/// The text in pieces that fit a cell, at least one. One unit less than Excel takes, for the apostrophe.
pub(super) fn parts(text: &str) -> Vec<&str> {
    if text.len() < LONGEST {
        return vec![text];
    }
    let (mut parts, mut start, mut units) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        if units + c.len_utf16() >= LONGEST {
            parts.push(&text[start..at]);
            (start, units) = (at, 0);
        }
        units += c.len_utf16();
    }
    parts.push(&text[start..]);
    parts
}

/// Whether both file forms give the text back: no control signs, nothing that XLSX reads as an escaped one, no
/// space at the ends, where readers trim.
pub(super) fn is_plain(text: &str) -> bool {
    let sound = |c: char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}' | '\u{feff}');
    text.chars().all(|c| sound(c) || matches!(c, '\n' | '\t')) && !text.contains("_x") && text.trim() == text
}

/// Of JSON, the same value in a text that [`is_plain`].
pub(super) fn plain_json(value: &serde_json::Value) -> String {
    let mut out = String::new();
    for c in value.to_string().chars() {
        // Signs outside ASCII letters stand in JSON only inside strings, where they may be escaped.
        if (c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}' | '\u{feff}'))
            || (c == 'x' && out.ends_with('_'))
        {
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}

/// The text with an apostrophe if a spreadsheet would run it, or if it already begins as if it had one.
pub(super) fn guard_formula(text: &str) -> String {
    let risky = begins_formula(text) && !is_number(text);
    if risky || has_guard(text) { format!("'{text}") } else { text.to_owned() }
}

/// For typed cells: only what would lose an apostrophe of its own gets one more.
pub(super) fn guarded_apostrophe(text: &str) -> String {
    if has_guard(text) { format!("'{text}") } else { text.to_owned() }
}

pub(super) fn unguard_formula(text: &str) -> &str {
    if has_guard(text) { &text[1..] } else { text }
}

fn has_guard(text: &str) -> bool {
    text.starts_with('\'') && begins_formula(text.trim_start_matches('\''))
}

/// The full-width forms also start formulas in Japanese Excel.
fn begins_formula(text: &str) -> bool {
    text.trim_start().starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'])
        || text.starts_with(['\t', '\r'])
}

/// A number with a sign is safe, and people want to see it as one.
fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok() && text.bytes().all(|b| b.is_ascii_digit() || b"+-.eE".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, csv: &str, xlsx: &str) {
        assert_eq!(guard_formula(text), csv);
        assert_eq!(guarded_apostrophe(text), xlsx);
        assert_eq!(unguard_formula(csv), text);
        assert_eq!(unguard_formula(xlsx), text);
    }

    #[test]
    fn a_text_is_no_formula_and_comes_back() {
        check("=1+1", "'=1+1", "=1+1");
        check("@SUM(A1)", "'@SUM(A1)", "@SUM(A1)");
        check("- a list", "'- a list", "- a list");
        check("-2.5", "-2.5", "-2.5");
        check("+inf", "'+inf", "+inf");
        check("'=1", "''=1", "''=1");
        check("''=1", "'''=1", "'''=1");
        check("'tis so", "'tis so", "'tis so");
        check("", "", "");
    }

    #[test]
    fn long_texts_are_parted_between_signs() {
        assert_eq!(parts("a"), ["a"]);
        let long = "𝑥".repeat(40_000);
        let parts = parts(&long);
        assert_eq!(parts.len(), 3);
        assert!(parts.iter().all(|part| part.encode_utf16().count() < LONGEST));
        assert_eq!(parts.concat(), long);
    }
}
