//! Parses text into the tree.

use super::print::print_inlines;
use super::{Block, Inline};

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
    Line { signs, marks: Marks::new(signs) }.inlines(0, signs.len())
}

/// What closes where, found once for a whole line: if every opening mark searched for its closing one, a text of nothing
/// but openings would take the square of its length.
struct Marks {
    /// By place, the first mark from there on that can close an emphasis; the length of the line if there is none.
    emphasis: Vec<usize>,
    /// The same for strong emphasis.
    strong: Vec<usize>,
    /// The next backtick.
    code: Vec<usize>,
}

impl Marks {
    fn new(signs: &[Sign]) -> Self {
        let code = next_places(signs.len(), (0..signs.len()).filter(|at| signs[*at].is('`')));
        let (mut single, mut double) = (Vec::new(), Vec::new());
        let mut at = 0;
        while let Some(sign) = signs.get(at) {
            at += match sign {
                Sign::Char('\\') => 2,
                Sign::Char('`') if code[at + 1] < signs.len() => code[at + 1] + 1 - at,
                Sign::Char('*') => {
                    let run = signs[at..].iter().take_while(|sign| sign.is('*')).count();
                    let closes = at > 0
                        && !signs[at - 1].is_space()
                        && signs.get(at + run).is_none_or(Sign::is_boundary);
                    match run {
                        1 if closes => single.push(at),
                        2 if closes => double.push(at),
                        _ => {}
                    }
                    run
                }
                _ => 1,
            };
        }
        let next = |places: Vec<usize>| next_places(signs.len(), places.into_iter());
        Self { emphasis: next(single), strong: next(double), code }
    }
}

/// For every place up to and including `length`, the first of `places` that does not come before it, or `length`.
fn next_places(length: usize, places: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut next = Vec::with_capacity(length + 1);
    for place in places {
        next.resize(place + 1, place);
    }
    next.resize(length + 1, length);
    next
}

struct Line<'a> {
    signs: &'a [Sign],
    marks: Marks,
}

impl Line<'_> {
    /// The inlines from one place to another. They nest at most twice: the first mark that can close an emphasis closes
    /// it, so none is left for another of its sort inside.
    fn inlines(&self, from: usize, to: usize) -> Vec<Inline> {
        let mut found = Vec::new();
        let mut text = String::new();
        let mut at = from;
        while at < to {
            let (inline, length) = match &self.signs[at] {
                Sign::Whole(inline) => (Some(inline.clone()), 1),
                Sign::Char('\n') => (Some(Inline::Break), 1),
                Sign::Char('\\') => match self.signs[..to].get(at + 1) {
                    Some(Sign::Char(c)) if c.is_ascii_punctuation() && !"()[]".contains(*c) => {
                        text.push(*c);
                        (None, 2)
                    }
                    _ => {
                        text.push('\\');
                        (None, 1)
                    }
                },
                Sign::Char('`') if self.marks.code[at + 1] < to => {
                    let end = self.marks.code[at + 1];
                    (Some(Inline::Code(self.signs[at + 1..end].iter().map(source).collect())), end + 1 - at)
                }
                Sign::Char(c) => {
                    let marked = match c {
                        '{' => gap(&self.signs[at..to]).map(|(name, length)| (Inline::Gap(name), length)),
                        '*' => self.emphasis(at, to),
                        _ => None,
                    };
                    match marked {
                        Some((inline, length)) => (Some(inline), length),
                        None => {
                            let stars = if *c == '*' { self.opening(at, to).unwrap_or(1) } else { 1 };
                            (0..stars).for_each(|_| text.push(*c));
                            (None, stars)
                        }
                    }
                }
            };
            if let Some(inline) = inline {
                if !text.is_empty() {
                    found.push(Inline::Text(std::mem::take(&mut text)));
                }
                found.push(inline);
            }
            at += length;
        }
        if !text.is_empty() {
            found.push(Inline::Text(text));
        }
        found
    }

    /// How many asterisks open here, if any may.
    fn opening(&self, at: usize, to: usize) -> Option<usize> {
        let may_open = at == 0 || self.signs[at - 1].is_boundary();
        may_open.then(|| if starts_with(&self.signs[at..to], "**") { 2 } else { 1 })
    }

    /// The emphasis that opens here, and its length with its marks.
    fn emphasis(&self, at: usize, to: usize) -> Option<(Inline, usize)> {
        let open = self.opening(at, to)?;
        let inner = at + open;
        if inner + 1 >= to || self.signs[inner].is_space() {
            return None;
        }
        let closing = if open == 2 { &self.marks.strong } else { &self.marks.emphasis };
        let end = closing[inner + 1];
        if end + open > to {
            return None;
        }
        let inlines = self.inlines(inner, end);
        let inline = if open == 2 { Inline::Strong(inlines) } else { Inline::Emphasis(inlines) };
        Some((inline, end + open - at))
    }
}

fn gap(rest: &[Sign]) -> Option<(String, usize)> {
    if !starts_with(rest, "{{") {
        return None;
    }
    let mut name = String::new();
    for sign in &rest[2..] {
        match sign {
            Sign::Char(c) if !"{}\\\n*`".contains(*c) => name.push(*c),
            _ => break,
        }
    }
    let end = 2 + name.chars().count();
    let name = name.trim();
    (starts_with(&rest[end..], "}}") && !name.is_empty()).then(|| (name.to_owned(), end + 2))
}

/// What a sign was in the text.
fn source(sign: &Sign) -> String {
    match sign {
        Sign::Char(c) => c.to_string(),
        Sign::Whole(inline) => print_inlines(std::slice::from_ref(inline)),
    }
}
