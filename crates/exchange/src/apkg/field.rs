//! The HTML of a field before it is parsed: Anki's own marks in it become ours.
//!
//! Maths may stand in `\( \)`, `\[ \]`, or in the older `[$]`, `[$$]` and `[latex]`; people break lines inside it,
//! which HTML shows as tags. A sound is `[sound:name]`.

use tutti_item::RichText;

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
pub(super) fn prepared(
    html: &str,
    maths: &mut dyn FnMut(&str, bool) -> String,
    sound: &mut dyn FnMut(&str),
) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    // A mark that is not closed from here on is not closed later either.
    let mut unclosed = [false; MARKS.len()];
    while let Some(at) = rest.find(['\\', '[']) {
        out.push_str(&rest[..at]);
        let here = &rest[at..];
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
pub(super) fn delimited(tex: &str, display: bool) -> String {
    if display { format!("\\[{tex}\\]") } else { format!("\\({tex}\\)") }
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
        let out = prepared(html, &mut delimited, &mut |sound| sounds.push_str(sound));
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
        check("\\(a < b\\)", "\\(a &lt; b\\)");
        check("\\(a &lt; b \\\\\\)", "\\(a &lt; b \\\\\\)");
    }

    #[test]
    fn unclosed_marks_do_not_take_the_square_of_the_time() {
        let html = "\\(\\[[$][$$][latex]".repeat(100_000);
        let out = prepared(&html, &mut delimited, &mut |_| {});
        assert!(out == html);
    }
}
