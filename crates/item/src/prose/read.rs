//! Parses text into the tree.

use super::print::print_inlines;
use super::{Block, Inline};

/// How far a mark may be from the one that closes it; without a bound, a text of nothing but asterisks would take
/// the square of its length.
const REACH: usize = 4000;

/// A character of the text, or something that is already one thing.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Sign {
    Char(char),
    Whole(Inline),
}

impl Sign {
    fn is(&self, wanted: char) -> bool {
        *self == Self::Char(wanted)
    }

    /// Whether emphasis may open after it or close before it.
    fn is_boundary(&self) -> bool {
        !matches!(self, Self::Char(c) if c.is_alphanumeric())
    }

    fn is_space(&self) -> bool {
        matches!(self, Self::Char(c) if c.is_whitespace())
    }
}

pub(super) fn blocks(signs: &[Sign]) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut paragraph: Vec<&[Sign]> = Vec::new();
    let mut lines = signs.split(|sign| sign.is('\n'));
    while let Some(line) = lines.next() {
        let fence = starts_with(line, "```");
        if fence || line.iter().all(Sign::is_space) || entry(line).is_some() {
            end_paragraph(&mut paragraph, &mut blocks);
        }
        if fence {
            let mut code = Vec::new();
            for line in lines.by_ref() {
                if starts_with(line, "```") {
                    break;
                }
                code.push(line.iter().map(source).collect::<String>());
            }
            blocks.push(Block::Code(code.join("\n")));
        } else if let Some((ordered, rest)) = entry(line) {
            let inlines = inlines(rest);
            match blocks.last_mut() {
                Some(Block::List { ordered: before, entries }) if *before == ordered => entries.push(inlines),
                _ => blocks.push(Block::List { ordered, entries: vec![inlines] }),
            }
        } else if !line.iter().all(Sign::is_space) {
            paragraph.push(line);
        }
    }
    end_paragraph(&mut paragraph, &mut blocks);
    blocks
}

fn end_paragraph(lines: &mut Vec<&[Sign]>, blocks: &mut Vec<Block>) {
    if lines.is_empty() {
        return;
    }
    let all: Vec<Sign> = lines.join(&Sign::Char('\n'));
    blocks.push(Block::Paragraph(inlines(&all)));
    lines.clear();
}

fn starts_with(line: &[Sign], text: &str) -> bool {
    line.len() >= text.len() && line.iter().zip(text.chars()).all(|(sign, c)| sign.is(c))
}

/// The rest of a line that is an entry of a list, and whether it is a numbered one.
fn entry(line: &[Sign]) -> Option<(bool, &[Sign])> {
    let indent = line.iter().take_while(|sign| sign.is_space()).count();
    let line = &line[indent..];
    if starts_with(line, "- ") {
        return Some((false, &line[2..]));
    }
    let digits = line.iter().take_while(|s| matches!(s, Sign::Char(c) if c.is_ascii_digit())).count();
    let numbered = (1..=3).contains(&digits) && starts_with(&line[digits..], ". ");
    numbered.then(|| (true, &line[digits + 2..]))
}

fn inlines(signs: &[Sign]) -> Vec<Inline> {
    let mut found = Vec::new();
    let mut text = String::new();
    let mut at = 0;
    while let Some(sign) = signs.get(at) {
        let rest = &signs[at..];
        let boundary = at == 0 || signs[at - 1].is_boundary();
        let (inline, length) = match sign {
            Sign::Whole(inline) => (Some(inline.clone()), 1),
            Sign::Char('\n') => (Some(Inline::Break), 1),
            Sign::Char('\\') => match rest.get(1) {
                Some(Sign::Char(c)) if c.is_ascii_punctuation() && !"()[]".contains(*c) => {
                    text.push(*c);
                    (None, 2)
                }
                _ => {
                    text.push('\\');
                    (None, 1)
                }
            },
            Sign::Char('`') => match closing(rest, "`", 1) {
                Some(end) => (Some(Inline::Code(rest[1..end].iter().map(source).collect())), end + 1),
                None => (None, 0),
            },
            Sign::Char('{') => match gap(rest) {
                Some((name, length)) => (Some(Inline::Gap(name)), length),
                None => (None, 0),
            },
            Sign::Char('*') if boundary && starts_with(rest, "**") => match emphasis(rest, "**") {
                Some((inner, length)) => (Some(Inline::Strong(inlines(inner))), length),
                None => {
                    text.push_str("**");
                    (None, 2)
                }
            },
            Sign::Char('*') if boundary => match emphasis(rest, "*") {
                Some((inner, length)) => (Some(Inline::Emphasis(inlines(inner))), length),
                None => (None, 0),
            },
            Sign::Char(_) => (None, 0),
        };
        if let Some(inline) = inline {
            if !text.is_empty() {
                found.push(Inline::Text(std::mem::take(&mut text)));
            }
            found.push(inline);
        } else if length == 0
            && let Sign::Char(c) = sign
        {
            text.push(*c);
        }
        at += length.max(1);
    }
    if !text.is_empty() {
        found.push(Inline::Text(text));
    }
    found
}

fn gap(rest: &[Sign]) -> Option<(String, usize)> {
    if !starts_with(rest, "{{") {
        return None;
    }
    let end = closing(rest, "}}", 2)?;
    let mut name = String::new();
    for sign in &rest[2..end] {
        match sign {
            Sign::Char(c) if !"{}\\\n*`".contains(*c) => name.push(*c),
            _ => return None,
        }
    }
    let name = name.trim();
    (!name.is_empty()).then(|| (name.to_owned(), end + 2))
}

/// The next position of `mark`, from `from` on; escaped characters and those in code do not count.
fn closing(rest: &[Sign], mark: &str, from: usize) -> Option<usize> {
    let mut at = from;
    while at < rest.len().min(from + REACH) {
        if mark != "`" && rest[at].is('\\') {
            at += 2;
            continue;
        }
        if starts_with(&rest[at..], mark) {
            return Some(at);
        }
        let code = rest[at].is('`').then(|| closing(rest, "`", at + 1)).flatten();
        at = code.unwrap_or(at) + 1;
    }
    None
}

/// What stands between `mark` here and the `mark` that closes it, and the length of all of it.
fn emphasis<'a>(rest: &'a [Sign], mark: &str) -> Option<(&'a [Sign], usize)> {
    let open = mark.len();
    if rest.get(open).is_none_or(Sign::is_space) {
        return None;
    }
    let mut at = open;
    while let Some(end) = closing(rest, mark, at) {
        let run = rest[end..].iter().take_while(|sign| sign.is('*')).count();
        let closes = end > open
            && !rest[end - 1].is_space()
            && run == open
            && rest.get(end + open).is_none_or(Sign::is_boundary);
        if closes {
            return Some((&rest[open..end], end + open));
        }
        at = end + run.max(1);
    }
    None
}

/// What a sign was in the text.
fn source(sign: &Sign) -> String {
    match sign {
        Sign::Char(c) => c.to_string(),
        Sign::Whole(inline) => print_inlines(std::slice::from_ref(inline)),
    }
}
