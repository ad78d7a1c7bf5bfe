//! Prepares the HTML of a field for parsing: Anki's own markup becomes ours.
//!
//! Maths may be in `\( \)`, `\[ \]`, or in the older `[$]`, `[$$]` and `[latex]`; people break lines inside it, which
//! appear as HTML tags. A sound is `[sound:name]`.

use tutti_item::RichText;

use crate::markup::escape;
use crate::{Block, Inline, Prose};

/// Elements whose content is as it stands.
const CODE: [(&str, &str); 5] =
    [("<code", "</code>"), ("<pre", "</pre>"), ("<tt", "</tt>"), ("<kbd", "</kbd>"), ("<samp", "</samp>")];

/// Stands where an empty comment will be. Nobody writes it: Unicode has no such character.
const SHIELD: char = '\u{fdd2}';
const COMMENT: &str = "<!-- -->";

/// What stands between two marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Inline,
    Display,
    OldInline,
    OldDisplay,
    Latex,
    Sound,
}

const MARKS: [(Mark, &str, &str); 6] = [
    (Mark::Inline, "\\(", "\\)"),
    (Mark::Display, "\\[", "\\]"),
    (Mark::OldInline, "[$]", "[/$]"),
    (Mark::OldDisplay, "[$$]", "[/$$]"),
    (Mark::Latex, "[latex]", "[/latex]"),
    (Mark::Sound, "[sound:", "]"),
];

/// The field with all maths in `\( \)` and `\[ \]`, as `maths` gives it back by its LaTeX and whether it stands on
/// a line of its own; sounds go to `sound`.
pub(super) fn prepare(
    html: &str,
    maths: &mut dyn FnMut(&str, bool) -> String,
    sound: &mut dyn FnMut(&str),
) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    // A mark that is not closed from here on is not closed later either.
    let mut unclosed = [false; MARKS.len()];
    let mut open_code = [false; CODE.len()];
    while let Some(at) = rest.find(['\\', '[', '<']) {
        out.push_str(&rest[..at]);
        let here = &rest[at..];
        let code = CODE.iter().enumerate().find(|(place, (open, _))| {
            let tag = here.strip_prefix(open).is_some_and(|rest| rest.starts_with(['>', ' ']));
            tag && !open_code.get(*place).is_some_and(|open| *open)
        });
        if let Some((place, (_, close))) = code {
            if let Some(end) = here.find(close) {
                out.push_str(&here[..end + close.len()]);
                rest = &here[end + close.len()..];
            } else {
                open_code[place] = true;
                rest = here;
            }
            continue;
        }
        let found = MARKS.iter().enumerate().find(|(place, (_, open, _))| {
            here.starts_with(open) && !unclosed.get(*place).is_some_and(|closed| *closed)
        });
        let Some((place, (mark, open, close))) = found else {
            let length = if here.starts_with("\\\\") { 2 } else { 1 };
            out.push_str(&here[..length]);
            rest = &here[length..];
            continue;
        };
        let body = &here[open.len()..];
        let Some(end) = find_unescaped(body, close) else {
            unclosed[place] = true;
            rest = here;
            continue;
        };
        let inside = &body[..end];
        match mark {
            Mark::Inline | Mark::OldInline => out.push_str(&maths(&without_tags(inside), false)),
            Mark::Display | Mark::OldDisplay => out.push_str(&maths(&without_tags(inside), true)),
            Mark::Latex => push_latex(&without_tags(inside), maths, &mut out),
            Mark::Sound => sound(inside),
        }
        rest = &body[end + close.len()..];
    }
    out.push_str(rest);
    out
}

/// Maths as `Reading` finds it.
pub(super) fn delimit(tex: &str, display: bool) -> String {
    if display { format!("\\[{tex}\\]") } else { format!("\\({tex}\\)") }
}

/// The text with nothing in its words that Anki would interpret as markup; [`unshield`] finishes it as HTML.
pub(super) fn shield(prose: Prose) -> Prose {
    fn line(inlines: Vec<Inline>) -> Vec<Inline> {
        let shielded = inlines.into_iter().map(|inline| match inline {
            Inline::Text(text) => Inline::Text(shielded_words(&text)),
            Inline::Code(code) => Inline::Code(shielded_words(&code)),
            Inline::Strong(inner) => Inline::Strong(line(inner)),
            Inline::Emphasis(inner) => Inline::Emphasis(line(inner)),
            other => other,
        });
        shielded.collect()
    }
    let blocks = prose.0.into_iter().map(|block| match block {
        Block::Paragraph(inlines) => Block::Paragraph(line(inlines)),
        Block::List { ordered, entries } => {
            Block::List { ordered, entries: entries.into_iter().map(line).collect() }
        }
        Block::Code(code) => Block::Code(shielded_words(&code)),
    });
    Prose(blocks.collect())
}

pub(super) fn unshield(html: &str) -> String {
    html.replace(SHIELD, COMMENT)
}

/// Plain words as the content of a field.
pub(super) fn plain(words: &str) -> String {
    unshield(&escape(&shielded_words(words)))
}

fn shielded_words(words: &str) -> String {
    let mut words = words.replace(SHIELD, "");
    for (_, open, _) in MARKS.iter().filter(|(_, open, _)| open.starts_with('[')) {
        if words.contains(open) {
            words = words.replace(open, &format!("[{SHIELD}{}", open.trim_start_matches('[')));
        }
    }
    words
}

/// A piece of a LaTeX document: words with maths in it, or maths alone.
fn push_latex(latex: &str, maths: &mut dyn FnMut(&str, bool) -> String, out: &mut String) {
    let latex = latex.trim();
    let between = |mark: &str| {
        let inside = latex.strip_prefix(mark)?.strip_suffix(mark)?;
        (!inside.contains('$')).then_some(inside)
    };
    if let Some(tex) = between("$$") {
        out.push_str(&maths(tex, true));
    } else if let Some(tex) = between("$") {
        out.push_str(&maths(tex, false));
    } else if latex.contains('$') {
        out.push_str(RichText::from_dollars(latex).as_str());
    } else if latex.contains("\\(") || latex.contains("\\[") {
        out.push_str(latex);
    } else if !latex.is_empty() {
        out.push_str(&maths(latex, latex.starts_with("\\begin{")));
    }
}

/// LaTeX as a person typed it into an editor that made lines of it.
fn without_tags(tex: &str) -> String {
    if !tex.contains(['<', '&']) {
        return tex.to_owned();
    }
    let tex = tex.replace("&nbsp;", " ");
    let mut out = String::with_capacity(tex.len());
    let mut rest = tex.as_str();
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        let tag = &rest[at + 1..];
        let is_tag = tag.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!');
        match tag.find('>').filter(|_| is_tag) {
            Some(end) => {
                let breaks = tag.starts_with("br") || tag.starts_with("div") || tag.starts_with('p');
                if breaks {
                    out.push(' ');
                }
                rest = &tag[end + 1..];
            }
            None if is_tag => {
                out.push_str(&rest[at..]);
                return out;
            }
            None => {
                out.push_str("&lt;");
                rest = tag;
            }
        }
    }
    out.push_str(rest);
    out
}

/// The first `delimiter` whose backslash is not itself escaped.
fn find_unescaped(text: &str, delimiter: &str) -> Option<usize> {
    if !delimiter.starts_with('\\') {
        return text.find(delimiter);
    }
    let mut from = 0;
    while let Some(at) = text[from..].find('\\').map(|at| at + from) {
        if text[at..].starts_with(delimiter) {
            return Some(at);
        }
        from = at + if text[at..].starts_with("\\\\") { 2 } else { 1 };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(html: &str, expected: &str) {
        let mut sounds = String::new();
        let out = prepare(html, &mut delimit, &mut |sound| sounds.push_str(sound));
        assert_eq!(format!("{out}{sounds}"), expected);
    }

    #[test]
    fn marks_of_anki() {
        check("no marks & \\\\ [x]", "no marks & \\\\ [x]");
        check("\\(a<br>+&nbsp;b\\)", "\\(a + b\\)");
        check("[$]x^2[/$] and [$$]y[/$$]", "\\(x^2\\) and \\[y\\]");
        check("[latex]$x$[/latex] [latex]\\[y\\][/latex]", "\\(x\\) \\[y\\]");
        check("[latex]\\begin{align}x\\end{align}[/latex]", "\\[\\begin{align}x\\end{align}\\]");
        check("[latex]if $x$ then $$y$$[/latex]", "if \\(x\\) then \\[y\\]");
        check("cat [sound:cat.mp3]", "cat cat.mp3");
        check("\\(open [$]closed[/$]", "\\(open \\(closed\\)");
        check("<code>\\(</code> <b>x</b> \\(y\\)", "<code>\\(</code> <b>x</b> \\(y\\)");
        check(&plain("[sound:a] [$]<"), "[<!-- -->sound:a] [<!-- -->$]&lt;");
        check("\\(a < b\\)", "\\(a &lt; b\\)");
        check("\\(a &lt; b \\\\\\)", "\\(a &lt; b \\\\\\)");
    }

    #[test]
    fn unclosed_marks_do_not_take_the_square_of_the_time() {
        let html = "\\(\\[[$][$$][latex]<code ".repeat(100_000);
        let out = prepare(&html, &mut delimit, &mut |_| {});
        assert!(out == html);
    }
}
