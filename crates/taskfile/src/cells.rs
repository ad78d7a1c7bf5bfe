//! Lines, the cells of a table row, and text inside a cell.
//!
//! In a cell a pipe is `\|`, a line break `<br>`; a backslash before a pipe and a literal `<br>` are written as
//! entities, which a Markdown renderer shows as the character itself. So text and spelling correspond one to one.

use std::ops::Range;

/// A line of a text with its place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'a> {
    /// From 1.
    pub(crate) number: usize,
    /// Of the first byte.
    pub(crate) start: usize,
    /// Without its ending.
    pub(crate) text: &'a str,
    pub(crate) ending: &'a str,
}

impl Line<'_> {
    pub(crate) fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// The lines of a text; a byte order mark belongs to none.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut number = 0;
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let whole = rest.find('\n').map_or(rest, |end| &rest[..=end]);
        let bare = whole.strip_suffix('\n').map_or(whole, |bare| bare.strip_suffix('\r').unwrap_or(bare));
        number += 1;
        let line = Line { number, start, text: bare, ending: &whole[bare.len()..] };
        start += whole.len();
        Some(line)
    })
}

/// The cells of a row as places in the line, without space around them, and whether the last pipe is there.
pub(crate) fn cells(line: &str) -> (Vec<Range<usize>>, bool) {
    let inner = line.trim();
    let offset = line.len() - line.trim_start().len();
    let mut cells = Vec::new();
    let mut start = usize::from(inner.starts_with('|'));
    let mut before = ' ';
    for (at, c) in inner.char_indices() {
        if c == '|' && before != '\\' && at >= start {
            cells.push(trim_range(line, offset + start..offset + at));
            start = at + 1;
        }
        before = c;
    }
    let closed = start == inner.len();
    if !closed {
        cells.push(trim_range(line, offset + start..offset + inner.len()));
    }
    (cells, closed)
}

fn trim_range(line: &str, range: Range<usize>) -> Range<usize> {
    let cell = &line[range.clone()];
    let start = range.start + (cell.len() - cell.trim_start().len());
    start..start + cell.trim().len()
}

/// Whether every cell of a row is made of dashes and colons.
pub(crate) fn is_separator(line: &str) -> bool {
    let (cells, _) = cells(line);
    let ruled = |cell: &str| {
        let dashes = cell.strip_prefix(':').unwrap_or(cell);
        let dashes = dashes.strip_suffix(':').unwrap_or(dashes);
        !dashes.is_empty() && dashes.bytes().all(|byte| byte == b'-')
    };
    !cells.is_empty() && cells.into_iter().all(|cell| ruled(&line[cell]))
}

const BREAK: &str = "<br>";
/// What may not follow a literal ampersand.
const ENTITIES: [&str; 2] = ["#92;", "lt;br>"];

fn before_entity(after: &str) -> bool {
    let bare = after.trim_start_matches("amp;");
    ENTITIES.iter().any(|entity| bare.starts_with(entity))
}

/// A text as written in a cell.
pub(crate) fn encode(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let after = &text[at + c.len_utf8()..];
        match c {
            '|' => cell.push_str("\\|"),
            '\n' => cell.push_str(BREAK),
            '\\' if after.trim_start_matches('\\').starts_with('|') => cell.push_str("&#92;"),
            '<' if after.starts_with(&BREAK[1..]) => cell.push_str("&lt;"),
            '&' if before_entity(after) => cell.push_str("&amp;"),
            _ => cell.push(c),
        }
    }
    cell
}

/// The text of a cell.
pub(crate) fn decode(cell: &str) -> String {
    let mut text = String::with_capacity(cell.len());
    let mut rest = cell;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let (meant, taken) = match c {
            '\\' if after.starts_with('|') => ('|', 2),
            '<' if rest.starts_with(BREAK) => ('\n', BREAK.len()),
            '&' if after.starts_with("#92;") => ('\\', 5),
            '&' if after.starts_with("lt;br>") => ('<', 4),
            '&' if after.strip_prefix("amp;").is_some_and(before_entity) => ('&', 5),
            _ => (c, c.len_utf8()),
        };
        text.push(meant);
        rest = &rest[taken..];
    }
    text
}

/// A cell that holds JSON: only its pipes are the table's.
pub(crate) fn decode_pipes(cell: &str) -> String {
    cell.replace("\\|", "|")
}

/// A text as a cell can hold it: no space around it, and one kind of line ending.
pub(crate) fn tidy(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").trim().to_owned()
}

/// A JSON string for a cell. Control characters go by number, so that none looks like a LaTeX command.
pub(crate) fn json_string(text: &str) -> String {
    let mut out = String::from("\"");
    for (at, c) in text.char_indices() {
        let after = &text[at + c.len_utf8()..];
        match c {
            '"' => out.push_str("\\\""),
            '|' => out.push_str("\\|"),
            '\\' if after.trim_start_matches('\\').starts_with('|') => out.push_str("\\u005c"),
            '\\' => out.push_str("\\\\"),
            c if c < ' ' => out.extend(format!("\\u{:04x}", u32::from(c)).chars()),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

pub(crate) fn json_array<'a>(items: impl IntoIterator<Item = &'a str>) -> String {
    let items: Vec<String> = items.into_iter().map(json_string).collect();
    format!("[{}]", items.join(", "))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, cell: &str) {
        assert_eq!(encode(text), cell);
        assert_eq!(decode(cell), text);
    }

    #[test]
    fn text_in_a_cell() {
        check("a|b", r"a\|b");
        check("one\ntwo", "one<br>two");
        check(r"\|x\|", r"&#92;\|x&#92;\|");
        check("<br> & &amp; &#92;", "&lt;br> & &amp; &amp;#92;");
        check("$\\frac{1}{2}$", "$\\frac{1}{2}$");
    }

    #[test]
    fn cells_of_a_row() {
        let of = |line: &str| {
            let (found, closed) = cells(line);
            (found.into_iter().map(|cell| line[cell].to_owned()).collect::<Vec<_>>(), closed)
        };
        assert_eq!(of("| a | b |"), (vec!["a".into(), "b".into()], true));
        assert_eq!(of("  |a|b\\|c"), (vec!["a".into(), "b\\|c".into()], false));
        assert_eq!(of("||"), (vec![String::new()], true));
        assert_eq!(of("|"), (vec![], true));
    }

    proptest! {
        #[test]
        fn every_text_comes_back(text in "[\\\\|&;#a-z<>br\n92lt\"]{0,40}|\\PC{0,40}") {
            prop_assert_eq!(decode(&encode(&text)), text.clone());
            let cell = format!("| {} |", encode(&text));
            prop_assert_eq!(cells(&cell).0.len(), 1, "{}", cell);
            let cell = format!("| {} |", json_array([text.as_str()]));
            prop_assert_eq!(cells(&cell).0.len(), 1, "{}", cell);
            let plain = decode_pipes(&json_array([text.as_str()]));
            prop_assert_eq!(serde_json::from_str::<Vec<String>>(&plain).unwrap(), [text]);
        }
    }
}
