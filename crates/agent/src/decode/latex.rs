//! Decides whether a backslash is a JSON escape or LaTeX.
//!
//! Models write `"\frac{1}{2}"` where JSON requires `"\\frac{1}{2}"`. A strict parser refuses some of it and silently
//! corrupts the rest: `\f`, `\t`, `\n`, `\b`, `\r` are legal escapes. So every backslash inside a string is classified
//! before parsing, and one that belongs to LaTeX is doubled.
//!
//! - Before anything but `" \ / b f n r t u '`, a backslash is never an escape: it is LaTeX.
//! - `\u` with four hex digits is an escape; any other `\u` is LaTeX.
//! - `\n` and `\t` are LaTeX when the whole run of letters is a known command.
//! - `\b`, `\f`, `\r` too, and nobody means a backspace, a form feed or a bare carriage return before a word: it is
//!   enough that the run begins with a known command, or that nothing shows that the writer doubles backslashes.
//! - A few commands read as a line break and an ordinary word (`\nu`, `\ne`, `\nexists`). They are LaTeX unless the
//!   reply shows elsewhere that its writer doubles backslashes.
//! - A doubled backslash is an escaped one, except in a string that holds undoubled commands and no doubled ones: there
//!   it is LaTeX's row break and both stay.
//!
//! The cost: a line break directly followed by `eq`, or a tab followed by `an`, is read as mathematics.

use std::borrow::Cow;

/// How the writer of a reply treats backslashes, as far as the reply shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Habit {
    /// Commands are doubled and nothing is left undoubled.
    Doubles,
    Unknown,
}

impl Habit {
    pub(super) fn of(text: &str) -> Self {
        let (mut doubled, mut bare) = (false, false);
        each_backslash(text, |mark| match mark {
            Mark::Pair(rest) => doubled |= opens_command(rest),
            Mark::Single(rest) => bare |= is_never_an_escape(rest),
        });
        if doubled && !bare { Self::Doubles } else { Self::Unknown }
    }
}

/// The content of a quoted string with every LaTeX backslash doubled. Borrowed when there was none.
pub(super) fn double_backslashes(content: &str, habit: Habit) -> Cow<'_, str> {
    let (mut latex, mut pairs_are_commands) = (false, false);
    each_backslash(content, |mark| match mark {
        Mark::Pair(rest) => pairs_are_commands |= opens_command(rest),
        Mark::Single(rest) => latex |= is_latex(rest, habit),
    });
    if !latex {
        return Cow::Borrowed(content);
    }
    let keep_pairs = !pairs_are_commands;
    let mut out = String::with_capacity(content.len() + 16);
    let mut copied = 0;
    let mut row_breaks_until = 0;
    each_backslash(content, |mark| {
        let (at, extra) = match mark {
            Mark::Single(rest) => (content.len() - rest.len(), if is_latex(rest, habit) { "\\" } else { "" }),
            Mark::Pair(rest) => {
                let at = content.len() - rest.len();
                // Four in a row are a row break whose writer did double, whatever the rest of the string does.
                let four = rest.starts_with("\\\\") || at - 2 < row_breaks_until;
                if four {
                    row_breaks_until = at + 2;
                }
                (at, if keep_pairs && !four { "\\\\" } else { "" })
            }
        };
        out.push_str(&content[copied..at]);
        out.push_str(extra);
        copied = at;
    });
    out.push_str(&content[copied..]);
    Cow::Owned(out)
}

/// A backslash and what follows it, or two of them and what follows both.
enum Mark<'a> {
    Single(&'a str),
    Pair(&'a str),
}

fn each_backslash<'a>(text: &'a str, mut visit: impl FnMut(Mark<'a>)) {
    let mut at = 0;
    while let Some(found) = text[at..].find('\\') {
        at += found + 1;
        let rest = &text[at..];
        if let Some(after) = rest.strip_prefix('\\') {
            at += 1;
            visit(Mark::Pair(after));
        } else {
            visit(Mark::Single(rest));
            at += rest.chars().next().map_or(0, char::len_utf8);
        }
    }
}

/// What stands after a doubled backslash is a command, and not the cell after a row break.
fn opens_command(rest: &str) -> bool {
    letters(rest).len() >= 2 || rest.starts_with(['(', ')', ']', '{', '}', ','])
}

fn is_never_an_escape(rest: &str) -> bool {
    match rest.chars().next() {
        None | Some('"' | '\'' | '/' | 'b' | 'f' | 'n' | 'r' | 't' | '\n' | '\r') => false,
        Some('u') => !is_code_point(rest),
        Some(_) => true,
    }
}

fn is_latex(rest: &str, habit: Habit) -> bool {
    if is_never_an_escape(rest) {
        return true;
    }
    let run = letters(rest);
    match run.as_bytes().first() {
        Some(b'b' | b'f' | b'r') => {
            COMMANDS.iter().any(|command| *command == run || command.len() > 2 && run.starts_with(command))
                || (habit == Habit::Unknown && run.len() > 2 && run.as_bytes()[1].is_ascii_lowercase())
        }
        Some(b'n') if LINE_BREAK_AND_WORD.contains(&run) => habit == Habit::Unknown,
        Some(b'n' | b't') => COMMANDS.contains(&run),
        _ => false,
    }
}

fn is_code_point(rest: &str) -> bool {
    rest.len() >= 5 && rest.as_bytes()[1..5].iter().all(u8::is_ascii_hexdigit)
}

fn letters(text: &str) -> &str {
    let end = text.bytes().position(|b| !b.is_ascii_alphabetic()).unwrap_or(text.len());
    &text[..end]
}

/// Commands that are also a line break and a word, or a line break and a variable.
const LINE_BREAK_AND_WORD: &[&str] = &["ne", "nexists", "ni", "nless", "nmid", "nparallel", "nu"];

/// Commands whose first letter makes a legal JSON escape. Others need no list.
#[rustfmt::skip]
pub(super) const COMMANDS: &[&str] = &[
    "backepsilon", "backprime", "backsim", "backslash", "bar", "barwedge", "because", "begin", "beta", "beth",
    "between", "bf", "bfseries", "big", "bigcap", "bigcirc", "bigcup", "bigg", "biggl", "biggm", "biggr", "bigl",
    "bigm", "bigodot", "bigoplus", "bigotimes", "bigr", "bigskip", "bigsqcup", "bigstar", "bigtriangledown",
    "bigtriangleup", "biguplus", "bigvee", "bigwedge", "binom", "blacklozenge", "blacksquare", "blacktriangle",
    "bm", "bmatrix", "bmod", "bold", "boldsymbol", "bot", "bowtie", "box", "boxed", "boxminus", "boxplus",
    "boxtimes", "bra", "braket", "breve", "bullet", "bumpeq",
    "fallingdotseq", "fbox", "fcolorbox", "flat", "flushleft", "footnote", "footnotesize", "forall", "frac",
    "framebox", "frown",
    "nLeftarrow", "nLeftrightarrow", "nRightarrow", "nVDash", "nVdash", "nabla", "natural", "ncong", "nearrow",
    "neg", "neq", "newcommand", "newline", "newpage", "newtheorem", "nicefrac", "ngeq", "ngeqslant", "ngtr", "nleftarrow",
    "nleftrightarrow", "nleq", "nleqslant", "nobreak", "node", "nolimits", "nonumber", "norm", "normalsize", "not",
    "notag", "notin", "notni", "nprec", "npreceq", "nrightarrow", "nsim", "nsubseteq", "nsucc", "nsucceq", "nsupseteq", "num",
    "ntriangleleft", "ntriangleright", "nvDash", "nvdash", "nwarrow",
    "raggedright", "raise", "raisebox", "rangle", "rbrace", "rbrack", "rceil", "ref", "renewcommand", "restriction",
    "rfloor", "rgroup", "rho", "right", "rightarrow", "rightarrowtail", "rightharpoondown", "rightharpoonup",
    "rightleftarrows", "rightleftharpoons", "rightrightarrows", "rightsquigarrow", "rightthreetimes",
    "risingdotseq", "rm", "rmoustache", "root", "rtimes", "rule", "rvert",
    "rVert",
    "tag", "tan", "tanh", "tau", "tbinom", "text", "textasciitilde", "textbackslash", "textbf", "textcolor", "textdegree", "texteuro", "textgreater", "textit", "textless", "textmd", "textnormal",
    "textrm", "textsc", "textsf", "textstyle", "textsubscript", "textsuperscript", "texttt", "textup", "tfrac",
    "tg", "therefore", "theta", "thickapprox", "thicksim", "thickspace", "thinspace", "tilde", "times", "tiny",
    "to", "top", "toprule", "tr", "triangle", "triangledown", "triangleleft", "trianglelefteq", "triangleq",
    "triangleright", "trianglerighteq", "tt", "twoheadleftarrow", "twoheadrightarrow",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(content: &str, expected: &str) {
        assert_eq!(double_backslashes(content, Habit::of(content)), expected, "{content}");
    }

    #[test]
    fn commands_are_doubled_once() {
        check(r"\frac{1}{2}", r"\\frac{1}{2}");
        check(r"\\frac{1}{2}", r"\\frac{1}{2}");
        check(r"\(x\)", r"\\(x\\)");
        check(r"\alpha \beta \nu \rho \tau \upsilon", r"\\alpha \\beta \\nu \\rho \\tau \\upsilon");
        check(r"50\% of \$5 is \,2\;5", r"50\\% of \\$5 is \\,2\\;5");
        check(r"\{a\}", r"\\{a\\}");
        check(r"\fracx", r"\\fracx");
        check(r"\bx \fn{1} \rank{A} \foo", r"\bx \fn{1} \\rank{A} \\foo");
    }

    #[test]
    fn escapes_stay_escapes() {
        for escapes in [
            r"one\ntwo",
            r"\nThe next line",
            r"\tfor x in y",
            r"a\tb\r\nc",
            r#"say \"hi\""#,
            r"\u00e9 \u2264",
            r"and\/or",
            r"it\'s",
            r"C:\\temp",
            r"\b\f",
        ] {
            check(escapes, escapes);
        }
    }

    #[test]
    fn a_line_break_and_a_word_depends_on_the_habit() {
        check(r"\nu", r"\\nu");
        check(r"\\alpha\nu", r"\\alpha\nu");
        check(r"\alpha\nu", r"\\alpha\\nu");
        check(r"there\nexists \\( x \\)", r"there\nexists \\( x \\)");
    }

    #[test]
    fn row_breaks() {
        check(r"\begin{matrix} 1 \\ 2 \end{matrix}", r"\\begin{matrix} 1 \\\\ 2 \\end{matrix}");
        check(r"\\begin{matrix} 1 \\\\ 2 \\end{matrix}", r"\\begin{matrix} 1 \\\\ 2 \\end{matrix}");
        check(r"\begin{matrix} 1 \\\\ 2 \end{matrix}", r"\\begin{matrix} 1 \\\\ 2 \\end{matrix}");
        check(r"x \\\frac{1}{2}", r"x \\\\\\frac{1}{2}");
        // Mixed: a doubled command shows that pairs are escapes here.
        check(r"\\alpha \theta \\ x", r"\\alpha \\theta \\ x");
    }
}
