//! Gap texts: `{{c1::answer::hint}}`.

use tutti_item::Gap;

use super::field;
use crate::markup::{Element, Node, escape};
use crate::{Block, Inline, Prose};

/// Stand around the place of a gap while its text is parsed. Nobody writes them:
/// Unicode has no such characters.
const OPEN: char = '\u{fdd0}';
const CLOSE: char = '\u{fdd1}';

/// A gap as it stands in a field, both texts as HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark {
    /// The card it is on.
    pub(super) number: u32,
    pub(super) answer: String,
    pub(super) hint: String,
}

/// The HTML with the places of its gaps, and the gaps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Text {
    pub(super) html: String,
    pub(super) marks: Vec<Mark>,
}

/// Gap `number` of a text, from 1.
pub(super) fn write(number: usize, gap: &Gap) -> String {
    let answer = protect(gap.accepts.first().map(String::as_str).unwrap_or_default());
    match &gap.hint {
        Some(hint) => format!("{{{{c{number}::{answer}::{}}}}}", protect(hint)),
        None => format!("{{{{c{number}::{answer}}}}}"),
    }
}

/// An answer with nothing in it that would end it. In maths a tab parts the braces, elsewhere an empty comment.
fn protect(text: &str) -> String {
    let mut out = String::new();
    for part in tutti_item::RichText::from(text).parts() {
        let (text, between) = match part {
            tutti_item::Part::Maths { tex, display } => (escape(&field::delimit(tex, display)), "\t"),
            tutti_item::Part::Text(text) => (field::plain(text), COMMENT),
            tutti_item::Part::Image { alt, name } => (field::plain(&format!("![{alt}]({name})")), COMMENT),
        };
        let mut last = None;
        for c in text.chars() {
            if last == Some(c) && matches!(c, '}' | ':') {
                out.push_str(between);
            }
            out.push(c);
            last = Some(c);
        }
    }
    if out.ends_with(['}', ':']) {
        out.push_str(COMMENT);
    }
    out
}

const COMMENT: &str = "<!-- -->";

/// The reverse of what protects an answer.
pub(super) fn unprotect(html: &str) -> String {
    html.replace(COMMENT, "").replace("}\t}", "}}").replace("}\t}", "}}").replace(":\t:", "::")
}

/// Finds the gaps. A gap inside another is part of the outer one's answer.
pub(super) fn read(html: &str) -> Text {
    let html = html.replace([OPEN, CLOSE], "");
    let mut text = Text { html: String::with_capacity(html.len()), marks: Vec::new() };
    // Of the outer gap that is open: its number, and how many are open in all.
    let mut open: Option<(u32, usize)> = None;
    let mut inside = String::new();
    let mut rest = html.as_str();
    while let Some(at) = rest.find(['{', '}']) {
        let (before, here) = rest.split_at(at);
        let target = if open.is_some() { &mut inside } else { &mut text.html };
        target.push_str(before);
        if let Some((length, number)) = opening(here) {
            open = Some(open.map_or((number, 1), |(outer, depth)| (outer, depth + 1)));
            rest = &here[length..];
        } else if let Some((number, depth)) = open.filter(|_| here.starts_with("}}")) {
            if depth == 1 {
                text.push(number, &std::mem::take(&mut inside));
            }
            open = (depth > 1).then(|| (number, depth - 1));
            rest = &here[2..];
        } else {
            target.push_str(&here[..1]);
            rest = &here[1..];
        }
    }
    // A gap that is never closed is words, as in Anki.
    text.html.push_str(&inside);
    text.html.push_str(rest);
    text
}

impl Text {
    fn push(&mut self, number: u32, inside: &str) {
        let (answer, hint) = inside.split_once("::").unwrap_or((inside, ""));
        self.html.push_str(&place(self.marks.len()));
        self.marks.push(Mark { number, answer: answer.to_owned(), hint: hint.to_owned() });
    }

    /// What a formula with gaps in it becomes: gaps between formulas where it can be cut there, else one gap.
    pub(super) fn maths(marks: &mut [Mark], tex: &str, display: bool) -> String {
        if !tex.contains(OPEN) {
            return field::delimit(tex, display);
        }
        let pieces: Vec<&str> = tex.split(OPEN).collect();
        let mut found = Vec::new();
        let mut between = Vec::new();
        for (i, piece) in pieces.iter().enumerate() {
            match piece.split_once(CLOSE).filter(|_| i > 0) {
                Some((number, after)) => {
                    found.push(number.parse::<usize>().unwrap_or(usize::MAX));
                    between.push(after);
                }
                None => between.push(piece),
            }
        }
        let known =
            |marks: &[Mark], at: usize| marks.get(at).map(|mark| mark.answer.clone()).unwrap_or_default();
        let cut = between.iter().enumerate().all(|(i, piece)| is_whole(piece, i + 1 == between.len()));
        if cut && found.iter().all(|at| is_whole(&known(marks, *at), true)) {
            let mut out = String::new();
            for (i, piece) in between.iter().enumerate() {
                if !piece.trim().is_empty() {
                    out.push_str(&field::delimit(piece.trim(), false));
                }
                if let Some(at) = found.get(i) {
                    if let Some(mark) = marks.get_mut(*at) {
                        mark.answer = field::delimit(&mark.answer, false);
                    }
                    out.push_str(&place(*at));
                }
            }
            return out;
        }
        let mut whole = String::new();
        for (i, piece) in between.iter().enumerate() {
            whole.push_str(piece);
            if let Some(at) = found.get(i) {
                whole.push_str(&known(marks, *at));
            }
        }
        let Some(first) = found.first().and_then(|at| marks.get_mut(*at)) else {
            return field::delimit(tex, display);
        };
        first.answer = field::delimit(&whole, false);
        first.hint.clear();
        place(found[0])
    }
}

fn place(number: usize) -> String {
    format!("{OPEN}{number}{CLOSE}")
}

/// How long the `{{c1::` or `{{c1,2::` is that the text starts with, and its first number.
fn opening(text: &str) -> Option<(usize, u32)> {
    let rest = text.strip_prefix("{{c")?;
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ',');
    let numbers = &rest[..rest.len() - after.len()];
    let number = numbers.split(',').next()?.parse().ok()?;
    after.starts_with("::").then_some((3 + numbers.len() + 2, number))
}

/// Whether LaTeX can be cut after this piece: everything it opens it closes, and it does not end in the middle of
/// something.
fn is_whole(tex: &str, last: bool) -> bool {
    let mut depth = 0_i32;
    for c in tex.chars() {
        depth += match c {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        if depth < 0 {
            return false;
        }
    }
    let end = tex.trim_end();
    let word = end.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let hangs =
        !last && (end.ends_with(['^', '_', '\\']) || (word.ends_with('\\') && word.len() < end.len()));
    let starts = tex.trim_start().starts_with(['^', '_']);
    let paired = ["\\left", "\\right", "\\begin", "\\end", "&"].iter().any(|word| tex.contains(word));
    depth == 0 && !hangs && !starts && !paired
}

/// Code with a gap in it becomes words: code has no gaps.
pub(super) fn open_code(nodes: &mut [Node]) {
    for node in nodes {
        if let Node::Element(element) = node {
            let Element { name, children, .. } = element;
            if matches!(name.as_str(), "code" | "tt" | "kbd" | "samp" | "pre") && holds_gap(children) {
                if name == "pre" { "div" } else { "span" }.clone_into(name);
            }
            open_code(children);
        }
    }
}

fn holds_gap(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match node {
        Node::Text(text) => text.contains(OPEN),
        Node::Element(element) => holds_gap(&element.children),
    })
}

/// The places of gaps as gaps, called by what `name` says.
pub(super) fn place_gaps(prose: Prose, name: &dyn Fn(usize) -> Option<String>) -> Prose {
    let blocks = prose.0.into_iter().map(|block| match block {
        Block::Paragraph(line) => Block::Paragraph(placed_line(line, name)),
        Block::List { ordered, entries } => Block::List {
            ordered,
            entries: entries.into_iter().map(|entry| placed_line(entry, name)).collect(),
        },
        code @ Block::Code(_) => code,
    });
    Prose(blocks.collect()).tidy()
}

fn placed_line(line: Vec<Inline>, name: &dyn Fn(usize) -> Option<String>) -> Vec<Inline> {
    let mut out = Vec::new();
    for inline in line {
        match inline {
            Inline::Text(text) => {
                let mut pieces = text.split(OPEN);
                out.push(Inline::Text(pieces.next().unwrap_or_default().to_owned()));
                for piece in pieces {
                    let (number, after) = piece.split_once(CLOSE).unwrap_or(("", piece));
                    out.extend(number.parse().ok().and_then(name).map(Inline::Gap));
                    out.push(Inline::Text(after.to_owned()));
                }
            }
            Inline::Strong(inner) => out.push(Inline::Strong(placed_line(inner, name))),
            Inline::Emphasis(inner) => out.push(Inline::Emphasis(placed_line(inner, name))),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gaps as `number=answer(hint)` after the text.
    #[track_caller]
    fn check(html: &str, expected: &str) {
        let mut text = read(html);
        let marks = &mut text.marks;
        let html =
            field::prepare(&text.html, &mut |tex, display| Text::maths(marks, tex, display), &mut |_| {});
        let mut found = html.replace(OPEN, "<").replace(CLOSE, ">");
        for Mark { number, answer, hint } in marks {
            found.extend([" ", &number.to_string(), "=", answer, "(", hint, ")"]);
        }
        assert_eq!(found, expected);
    }

    #[test]
    fn gaps_of_anki() {
        check("a {{c1::b}} c", "a <0> c 1=b()");
        check("{{c2::b::a hint}}{{c1::x}}", "<0><1> 2=b(a hint) 1=x()");
        check("{{c1::a {{c2::b}} c}} d", "<0> d 1=a b c()");
        check("{{c1,3::a}}", "<0> 1=a()");
        check("{{c1::open {{x}}", "<0> 1=open {{x()");
        check("{{c1::never closed", "never closed");
        check("{{c::x}} {{d1::y}} }}", "{{c::x}} {{d1::y}} }}");
        check("\\(x = {{c1::2}} y\\)", "\\(x =\\)<0>\\(y\\) 1=\\(2\\)()");
        check("\\(x^{{c1::2}}\\)", "<0> 1=\\(x^2\\)()");
        check("\\[\\frac{ {{c1::a}} }{b}\\]", "<0> 1=\\(\\frac{ a }{b}\\)()");
    }

    #[test]
    fn gaps_in_gaps_do_not_take_the_square_of_the_time() {
        let (open, close) = ("{{c1::a".repeat(200_000), "}}".repeat(200_000));
        assert_eq!(read(&open).marks, []);
        assert_eq!(read(&format!("{open}{close}")).marks.len(), 1);
        assert_eq!(read(&"{{c1::a}}".repeat(100_000)).marks.len(), 100_000);
    }

    #[track_caller]
    fn check_answer(answer: &str, hint: Option<&str>) {
        let gap = Gap { name: "1".into(), accepts: vec![answer.into()], hint: hint.map(str::to_owned) };
        let html = write(1, &gap);
        let text = read(&html);
        assert_eq!(text.marks.len(), 1, "{html}");
        assert_eq!(unprotect(&text.marks[0].answer), escape(answer), "{html}");
        assert_eq!(unprotect(&text.marks[0].hint), escape(hint.unwrap_or_default()), "{html}");
    }

    #[test]
    fn answers_with_the_signs_of_gaps_in_them() {
        for answer in ["a", "f{x}", "{{c1::x}}", "a::b", "a:", "}}}}", "\\(\\frac{1}{x^{2}}\\)", "a < b & c"]
        {
            check_answer(answer, None);
            check_answer(answer, Some("std::vec{}"));
        }
    }
}
