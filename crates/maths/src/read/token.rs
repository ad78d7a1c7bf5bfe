//! The tokeniser: LaTeX, ASCII and Unicode into one set of tokens.

use std::ops::Range;

use super::ReadError;

/// One token with its position.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Range<usize>,
    /// Whether white space precedes it.
    pub(super) spaced: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Digits, perhaps with a decimal point. Thousands separators are gone.
    Number(String),
    /// A run of letters.
    Word(String),
    /// `\name`, without the backslash.
    Command(String),
    /// The text of `\text{…}`, `\mathrm{…}` and similar commands.
    Text(String),
    /// Small raised digits as an exponent, in plain digits: `⁻¹²` is `-12`.
    Raised(String),
    /// A sign of one or two characters, Unicode and LaTeX spellings folded.
    Sign(&'static str),
    /// `\,`, `\;`, `~`, `\quad`: the space before a unit.
    ThinSpace,
    End,
}

/// Whether the text is written as LaTeX: then braces group and `x^12` is x¹·2.
pub(super) fn is_latex(input: &str) -> bool {
    input.contains(['\\', '$']) || input.contains("^{") || input.contains("_{")
}

const SIGNS: [(&str, &str); 50] = [
    ("**", "^"),
    ("<=", "<="),
    (">=", ">="),
    ("!=", "!="),
    ("==", "="),
    ("+", "+"),
    ("-", "-"),
    ("−", "-"),
    ("–", "-"),
    ("*", "*"),
    ("×", "*"),
    ("·", "*"),
    ("⋅", "*"),
    ("∙", "*"),
    ("/", "/"),
    ("÷", "/"),
    ("⁄", "/"),
    ("^", "^"),
    ("_", "_"),
    ("(", "("),
    (")", ")"),
    ("[", "["),
    ("]", "]"),
    ("{", "{"),
    ("}", "}"),
    ("|", "|"),
    (",", ","),
    (";", ","),
    ("!", "!"),
    ("=", "="),
    ("≠", "!="),
    ("<", "<"),
    (">", ">"),
    ("≤", "<="),
    ("⩽", "<="),
    ("≥", ">="),
    ("⩾", ">="),
    ("±", "±"),
    ("∓", "∓"),
    ("√", "√"),
    ("∛", "∛"),
    ("°", "°"),
    ("%", "%"),
    ("∞", "∞"),
    ("π", "π"),
    ("∈", "∈"),
    ("∪", "∪"),
    ("½", "½"),
    ("¼", "¼"),
    ("¾", "¾"),
];

/// Commands that are only another spelling of a sign.
const COMMANDS: [(&str, &str); 36] = [
    ("cdot", "*"),
    ("times", "*"),
    ("ast", "*"),
    ("div", "/"),
    ("le", "<="),
    ("leq", "<="),
    ("leqslant", "<="),
    ("ge", ">="),
    ("geq", ">="),
    ("geqslant", ">="),
    ("lt", "<"),
    ("gt", ">"),
    ("ne", "!="),
    ("neq", "!="),
    ("pm", "±"),
    ("mp", "∓"),
    ("circ", "°"),
    ("degree", "°"),
    ("infty", "∞"),
    ("pi", "π"),
    ("in", "∈"),
    ("cup", "∪"),
    ("lvert", "|"),
    ("rvert", "|"),
    ("vert", "|"),
    ("mid", "|"),
    ("{", "\\{"),
    ("}", "\\}"),
    ("lbrace", "\\{"),
    ("rbrace", "\\}"),
    ("%", "%"),
    ("lparen", "("),
    ("rparen", ")"),
    ("lbrack", "["),
    ("rbrack", "]"),
    ("|", "|"),
];

/// Commands that change the look and nothing else.
const SILENT: [&str; 13] = [
    "left",
    "right",
    "displaystyle",
    "textstyle",
    "limits",
    "big",
    "Big",
    "bigl",
    "bigr",
    "Bigl",
    "Bigr",
    "!",
    "middle",
];

const RAISED: &str = "⁻⁰¹²³⁴⁵⁶⁷⁸⁹";

/// The plain digit, or minus, of a raised one.
fn plain_of_superscript(raised: char) -> Option<char> {
    RAISED.chars().zip("-0123456789".chars()).find(|(known, _)| *known == raised).map(|(_, plain)| plain)
}

const TEXTS: [&str; 6] = ["text", "mathrm", "textrm", "mbox", "operatorname", "rm"];

/// The sign that stands first, and how it is spelt.
fn sign(rest: &str) -> Option<(&'static str, &'static str)> {
    if rest.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return None;
    }
    SIGNS.iter().find(|(spelling, _)| rest.starts_with(spelling)).copied()
}

pub(super) fn tokens(input: &str) -> Result<Vec<Token>, ReadError> {
    let latex = is_latex(input);
    let mut found = Vec::new();
    let mut at = 0;
    let mut spaced = false;
    let mut depth = 0_i32;
    while let Some(c) = input[at..].chars().next() {
        let start = at;
        let rest = &input[at..];
        let kind = if c == '$' || rest.starts_with("\\(") || rest.starts_with("\\[") {
            at += if c == '$' { 1 } else { 2 };
            continue;
        } else if rest.starts_with("\\)") || rest.starts_with("\\]") {
            at += 2;
            continue;
        } else if matches!(c, '\u{2009}' | '\u{202f}' | '~') {
            at += c.len_utf8();
            Kind::ThinSpace
        } else if c.is_whitespace() || c == '\u{200b}' {
            at += c.len_utf8();
            spaced = true;
            continue;
        } else if c.is_ascii_digit()
            || (c == '.' && rest[1..].starts_with(|next: char| next.is_ascii_digit()))
        {
            let (digits, length) = number(rest, depth == 0);
            at += length;
            Kind::Number(digits)
        } else if RAISED.contains(c) {
            let length = rest.find(|c| !RAISED.contains(c)).unwrap_or(rest.len());
            at += length;
            Kind::Raised(rest[..length].chars().filter_map(plain_of_superscript).collect())
        } else if c == '\\' {
            let (kind, length) = command(rest, start)?;
            at += length;
            match kind {
                Some(kind) => kind,
                None => continue,
            }
        } else if let Some((spelling, sign)) = sign(rest) {
            at += spelling.len();
            let after_number = !spaced && matches!(found.last(), Some(Token { kind: Kind::Number(_), .. }));
            if spelling == "–" && after_number && input[at..].starts_with(|c: char| c.is_ascii_digit()) {
                return Err(ReadError::new(
                    start..at,
                    "a minus sign: a dash between numbers is a range",
                    rest,
                ));
            }
            match sign {
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                "{" if !latex => depth += 1,
                "}" if !latex => depth -= 1,
                _ => {}
            }
            Kind::Sign(sign)
        } else if c.is_alphabetic() {
            let length = rest.find(|c: char| !c.is_alphabetic() || c == 'π').unwrap_or(rest.len());
            let length = length.max(c.len_utf8());
            at += length;
            Kind::Word(rest[..length].to_owned())
        } else {
            return Err(ReadError::new(start..start + c.len_utf8(), "a number, letter or sign", rest));
        };
        if kind == Kind::Sign("\\{") {
            depth += 1;
        } else if kind == Kind::Sign("\\}") {
            depth -= 1;
        }
        found.push(Token { kind, span: start..at, spaced });
        spaced = false;
    }
    found.push(Token { kind: Kind::End, span: input.len()..input.len(), spaced });
    Ok(found)
}

/// Digits with thousands separators taken out. A comma separates thousands only outside brackets: `(1,234)` is a pair.
fn number(rest: &str, commas: bool) -> (String, usize) {
    let digits_at = |from: usize| rest[from..].bytes().take_while(u8::is_ascii_digit).count();
    let mut length = digits_at(0);
    let mut digits = rest[..length].to_owned();
    if (1..=3).contains(&length) {
        loop {
            let separator = ["{,}", "\\,", "\u{2009}", "\u{202f}", ","]
                .into_iter()
                .find(|separator| rest[length..].starts_with(separator));
            let Some(separator) = separator.filter(|separator| commas || *separator != ",") else { break };
            let from = length + separator.len();
            if digits_at(from) != 3 {
                break;
            }
            digits.push_str(&rest[from..from + 3]);
            length = from + 3;
        }
    }
    if rest[length..].starts_with('.') {
        let decimals = digits_at(length + 1);
        if decimals > 0 {
            digits.push_str(&rest[length..=length + decimals]);
            length += decimals + 1;
        }
    }
    (digits, length)
}

/// A command and its length; `None` for those that say nothing.
fn command(rest: &str, start: usize) -> Result<(Option<Kind>, usize), ReadError> {
    let body = &rest[1..];
    let letters = body.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(body.len());
    let Some(first) = body.chars().next() else {
        return Err(ReadError::new(start..start + 1, "a command after the backslash", rest));
    };
    let length = if letters == 0 { first.len_utf8() } else { letters };
    let name = &body[..length];
    let length = length + 1;
    if matches!(name, "," | ";" | ":" | " " | "quad" | "qquad") {
        return Ok((Some(Kind::ThinSpace), length));
    }
    if SILENT.contains(&name) {
        // `\left.` draws nothing.
        let silent_dot = matches!(name, "left" | "right") && rest[length..].starts_with('.');
        return Ok((None, length + usize::from(silent_dot)));
    }
    if TEXTS.contains(&name) {
        let open = rest[length..].len() - rest[length..].trim_start().len() + length;
        if let Some(inner) = rest[open..].strip_prefix('{') {
            let mut depth = 1;
            for (offset, c) in inner.char_indices() {
                depth += i32::from(c == '{') - i32::from(c == '}');
                if depth == 0 {
                    return Ok((Some(Kind::Text(inner[..offset].to_owned())), open + offset + 2));
                }
            }
        }
        return Err(ReadError::new(start..start + length, "text in braces", rest));
    }
    if let Some((_, sign)) = COMMANDS.iter().find(|(spelling, _)| *spelling == name) {
        return Ok((Some(Kind::Sign(sign)), length));
    }
    Ok((Some(Kind::Command(name.to_owned())), length))
}
