//! YAML as models write it, read from the parser's events so that numbers keep their spelling.
//!
//! Two steps precede the parser. Backslashes in double-quoted scalars are classified as in JSON; other scalars are
//! literal anyway. And if the text does not parse, plain one-line values that YAML would misread (a colon inside, a
//! leading `*`, `%` or backtick) are quoted and parsing is tried once more.
//!
//! Anchors and aliases are refused: no model needs them, and they let a short text expand to a huge value.

use std::ops::Range;

use serde_saphyr::granit_parser::{Event, Parser, ScalarStyle};

use super::json::Trouble;
use super::latex::{self, Habit};
use super::node::{self, MAX_DEPTH, MapBuilder, Node};

#[derive(Debug, PartialEq)]
pub(super) struct Reading {
    pub(super) node: Node,
    pub(super) repaired: bool,
    pub(super) backslashes_kept: bool,
}

/// Reads the whole of `text` as one document.
pub(super) fn read(text: &str, habit: Habit) -> Result<Reading, Trouble> {
    let escaped = with_backslashes_judged(text, habit);
    let backslashes_kept = escaped.len() > text.len();
    match parse(&escaped) {
        Ok(node) => Ok(Reading { node, repaired: false, backslashes_kept }),
        Err(Trouble::Syntax(message)) => match parse(&with_values_quoted(&escaped)) {
            Ok(node) => Ok(Reading { node, repaired: true, backslashes_kept }),
            // The first message is about the original text; the second would be about our own quotes.
            Err(_) => Err(Trouble::Syntax(message)),
        },
        Err(trouble) => Err(trouble),
    }
}

/// A collection that is not closed yet.
enum Open {
    List(Vec<Node>),
    Map(MapBuilder, Option<String>),
}

fn parse(text: &str) -> Result<Node, Trouble> {
    let mut open: Vec<Open> = Vec::new();
    let mut document = None;
    for event in Parser::new_from_str(text) {
        let (event, _) = event.map_err(|error| Trouble::Syntax(format!("YAML: {error}")))?;
        let finished = match event {
            Event::SequenceStart(_, anchor, _) => {
                refuse_anchor(anchor)?;
                open.push(Open::List(Vec::new()));
                None
            }
            Event::MappingStart(_, anchor, _) => {
                refuse_anchor(anchor)?;
                open.push(Open::Map(MapBuilder::default(), None));
                None
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some(Open::List(items)) => Some(Node::List(items)),
                Some(Open::Map(entries, _)) => Some(entries.finish()),
                None => None,
            },
            Event::Scalar(content, style, anchor, _) => {
                refuse_anchor(anchor)?;
                Some(scalar(&content, style))
            }
            Event::Alias(_) => return Err(Trouble::Syntax("YAML aliases are not accepted".to_owned())),
            _ => None,
        };
        if open.len() > MAX_DEPTH {
            return Err(Trouble::TooDeep);
        }
        let Some(node) = finished else { continue };
        match open.last_mut() {
            // A closing `---` opens an empty document.
            None if document.is_some() && node == Node::Null => {}
            None if document.is_some() => {
                return Err(Trouble::Syntax("more than one YAML document".to_owned()));
            }
            None => document = Some(node),
            Some(Open::List(items)) => items.push(node),
            Some(Open::Map(entries, pending)) => match pending.take() {
                Some(key) => entries.insert(key, node).map_err(Trouble::Syntax)?,
                None => *pending = Some(key_text(node)?),
            },
        }
    }
    document.ok_or_else(|| Trouble::Syntax("an empty YAML document".to_owned()))
}

fn refuse_anchor(anchor: usize) -> Result<(), Trouble> {
    if anchor == 0 { Ok(()) } else { Err(Trouble::Syntax("YAML anchors are not accepted".to_owned())) }
}

fn key_text(node: Node) -> Result<String, Trouble> {
    match node {
        Node::Text(text) | Node::Number(text) => Ok(text),
        Node::Bool(truth) => Ok(truth.to_string()),
        other => Err(Trouble::Syntax(format!("a YAML key must be text, not {}", other.kind()))),
    }
}

fn scalar(content: &str, style: ScalarStyle) -> Node {
    if style != ScalarStyle::Plain {
        return Node::Text(content.to_owned());
    }
    // `yes` and `no` stay text: the contract decides whether they are booleans.
    match content {
        "" | "~" | "null" | "Null" | "NULL" => Node::Null,
        "true" | "True" | "TRUE" => Node::Bool(true),
        "false" | "False" | "FALSE" => Node::Bool(false),
        spelling if node::number(spelling).is_some() => Node::Number(spelling.to_owned()),
        text => Node::Text(text.to_owned()),
    }
}

fn with_backslashes_judged(text: &str, habit: Habit) -> String {
    let double = scalars(text).into_iter().filter(|found| found.kind == Kind::DoubleQuoted);
    replace_pieces(
        text,
        double.map(|found| {
            let content = latex::double_backslashes(&text[found.range.clone()], habit);
            (found.range, without_escaped_apostrophes(&content))
        }),
    )
}

/// `\'` is not an escape in YAML, but models write it.
fn without_escaped_apostrophes(content: &str) -> String {
    let mut out = String::with_capacity(content.len());
    let mut chars = content.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\\' && chars.peek() == Some(&'\'') {
            continue;
        }
        out.push(c);
        if c == '\\' {
            out.extend(chars.next());
        }
    }
    out
}

fn with_values_quoted(text: &str) -> String {
    let misread = scalars(text).into_iter().filter(|found| match found.kind {
        Kind::DoubleQuoted => false,
        Kind::Plain => is_misread(&text[found.range.clone()]),
        Kind::NotFlow => true,
    });
    replace_pieces(
        text,
        misread.map(|found| {
            let quoted = format!("'{}'", text[found.range.clone()].replace('\'', "''"));
            (found.range, quoted)
        }),
    )
}

fn is_misread(value: &str) -> bool {
    value.contains(": ")
        || value.ends_with(':')
        || value.starts_with(['%', '@', '`', '|', '>', ',', ']', '}'])
        || (value.starts_with(['*', '&']) && !names_an_anchor(value))
}

/// `*name` and `&name value` are refused, and must not slip through as text; `*emphasis* and more` is text.
fn names_an_anchor(value: &str) -> bool {
    let name = value[1..].split(' ').next().unwrap_or_default();
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_-".contains(c))
}

fn replace_pieces(text: &str, pieces: impl Iterator<Item = (Range<usize>, String)>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for (range, piece) in pieces {
        out.push_str(&text[copied..range.start]);
        out.push_str(&piece);
        copied = range.end;
    }
    out.push_str(&text[copied..]);
    out
}

/// A scalar found without parsing.
struct Scalar {
    range: Range<usize>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The content between the quotes.
    DoubleQuoted,
    /// A value that fills the rest of its line and ends there.
    Plain,
    /// Likewise, but YAML would take it for a collection: `[0, 1) or more`.
    NotFlow,
}

/// Walks the lines, stepping over block scalars, and reports scalars in order.
fn scalars(text: &str) -> Vec<Scalar> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut block: Option<usize> = None;
    let mut flows_close = true;
    while at < text.len() {
        let line_end = text[at..].find('\n').map_or(text.len(), |end| at + end);
        let line = &text[at..line_end];
        let indent = line.len() - line.trim_start_matches(' ').len();
        let next_line = line_end + 1;
        if block.is_some_and(|parent| line.trim().is_empty() || indent > parent) {
            at = next_line;
            continue;
        }
        block = None;
        let (column, start) = value_start(line, indent);
        let value = line[start..].trim_end();
        let value_at = at + start;
        at = match value.chars().next() {
            Some('|' | '>') if is_block_header(value) => {
                block = Some(column);
                next_line
            }
            Some('"' | '\'') => after_quoted(text, value_at, &mut found),
            Some('[' | '{') => {
                let reach = if flows_close { text.len() } else { line_end };
                if let Some(next) = after_flow(&text[..reach], value_at, value, &mut found) {
                    next
                } else {
                    // Looking to the end of the text once is enough: the next one would not close either.
                    flows_close = false;
                    // On the last line it may be a list that was cut off, and must not become text.
                    if !text[line_end..].trim().is_empty() {
                        let range = value_at..value_at + value.len();
                        found.push(Scalar { range, kind: Kind::NotFlow });
                    }
                    next_line
                }
            }
            Some('#') | None => next_line,
            Some(_) => {
                let next = text.get(next_line..).unwrap_or_default();
                let goes_on = next.lines().next().is_some_and(|line| {
                    !line.trim().is_empty() && line.len() - line.trim_start().len() > column
                });
                if !goes_on {
                    found.push(Scalar { range: value_at..value_at + value.len(), kind: Kind::Plain });
                }
                next_line
            }
        };
    }
    found
}

/// Past `- ` and `key: `: the column of the innermost of them, and where the value begins in the line.
fn value_start(line: &str, indent: usize) -> (usize, usize) {
    let mut column = indent;
    let mut start = indent;
    while line[start..].starts_with("- ") {
        column = start;
        start += 2;
        start += line[start..].len() - line[start..].trim_start_matches(' ').len();
    }
    let rest = &line[start..];
    let key_end = match rest.chars().next() {
        Some(quote @ ('"' | '\'')) => rest[1..].find(quote).map(|end| end + 2),
        Some(c) if "[{|>#".contains(c) => None,
        _ => rest.find(": ").or_else(|| rest.trim_end().strip_suffix(':').map(str::len)),
    };
    if let Some(key_end) = key_end.filter(|end| rest[*end..].starts_with(':')) {
        column = start;
        start += key_end + 1;
        start += line[start..].len() - line[start..].trim_start_matches(' ').len();
    }
    (column, start)
}

fn is_block_header(value: &str) -> bool {
    value[1..].chars().take_while(|c| *c != ' ').all(|c| "+-123456789".contains(c))
}

/// Steps over the quoted scalar at `open` and reports a double-quoted one.
fn after_quoted(text: &str, open: usize, found: &mut Vec<Scalar>) -> usize {
    let quote = text.as_bytes()[open];
    let bytes = text.as_bytes();
    let mut at = open + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quote == b'"' => at += 1,
            byte if byte == quote => {
                if quote == b'"' {
                    found.push(Scalar { range: open + 1..at, kind: Kind::DoubleQuoted });
                }
                // The rest of the line holds at most a comment.
                return text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
            }
            _ => {}
        }
        at += 1;
    }
    text.len()
}

/// Steps over a flow collection and the rest of its last line; none if it does not close.
fn after_flow(text: &str, open: usize, value: &str, found: &mut Vec<Scalar>) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut at, mut before) = (0_usize, open, b'[');
    let mut inside = Vec::new();
    while at < bytes.len() {
        match bytes[at] {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth -= 1,
            quote @ (b'"' | b'\'') if b"[{,:".contains(&before) => {
                let start = at + 1;
                at = start;
                while at < bytes.len() && bytes[at] != quote {
                    at += if bytes[at] == b'\\' && quote == b'"' { 2 } else { 1 };
                }
                if quote == b'"' && at < bytes.len() {
                    inside.push(Scalar { range: start..at, kind: Kind::DoubleQuoted });
                }
            }
            _ => {}
        }
        if depth == 0 {
            let line_rest = text[at + 1..].lines().next().unwrap_or_default().trim();
            if line_rest.is_empty() || line_rest.starts_with('#') {
                found.append(&mut inside);
            } else if at < open + value.len() {
                found.push(Scalar { range: open..open + value.len(), kind: Kind::NotFlow });
            }
            return Some(text[at..].find('\n').map_or(text.len(), |end| at + end + 1));
        }
        if let Some(byte) = bytes.get(at).filter(|byte| !byte.is_ascii_whitespace()) {
            before = *byte;
        }
        at += 1;
    }
    None
}
