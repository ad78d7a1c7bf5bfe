//! A lenient JSON parser that knows where a value ends.
//!
//! It accepts trailing commas, single quotes, bare keys, comments, Python's words, raw line breaks in strings, a
//! missing comma at the end of a line and LaTeX backslashes. It never guesses an end: input that stops inside a value
//! is [`Trouble::CutOff`], so a list cut in the middle cannot pass as a shorter list.
//!
//! A quote inside a string is ambiguous, so [`Quotes::Inner`] is a second attempt, made only when reading with every
//! quote at face value failed.

use super::latex::{self, Habit};
use super::node::{self, MAX_DEPTH, MapBuilder, Node};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quotes {
    /// The first unescaped quote ends a string.
    FaceValue,
    /// A quote ends a string only where the structure can go on after it.
    Inner,
}

#[derive(Debug, PartialEq)]
pub(super) struct Reading {
    pub(super) node: Node,
    /// Where the value ends in the text.
    pub(super) end: usize,
    pub(super) repaired: bool,
    pub(super) backslashes_kept: bool,
}

#[derive(Debug, PartialEq)]
pub(super) enum Trouble {
    CutOff,
    TooDeep,
    Syntax(String),
}

#[derive(Debug, PartialEq)]
pub(super) struct Failure {
    pub(super) trouble: Trouble,
    pub(super) at: usize,
    /// A key and its colon were read: this was meant as JSON and is not a brace in prose.
    pub(super) meant: bool,
}

/// Reads the object or list that opens at `start`.
pub(super) fn read(text: &str, start: usize, habit: Habit, quotes: Quotes) -> Result<Reading, Failure> {
    let mut reader = Reader {
        text,
        at: start,
        depth: 0,
        habit,
        quotes,
        repaired: quotes == Quotes::Inner,
        backslashes_kept: false,
        meant: false,
    };
    match reader.value(Place::Top) {
        Ok(node) => Ok(Reading {
            node,
            end: reader.at,
            repaired: reader.repaired,
            backslashes_kept: reader.backslashes_kept,
        }),
        Err(trouble) => Err(Failure { trouble, at: reader.at, meant: reader.meant }),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Top,
    Key,
    InMap,
    InList,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    habit: Habit,
    quotes: Quotes,
    repaired: bool,
    backslashes_kept: bool,
    meant: bool,
}

impl Reader<'_> {
    fn value(&mut self, place: Place) -> Result<Node, Trouble> {
        match self.peek()? {
            '{' => self.read_nested(Self::map),
            '[' => self.read_nested(Self::list),
            quote @ ('"' | '\'') => self.string(quote, place).map(Node::Text),
            c if c.is_ascii_digit() || "+-.".contains(c) => self.number(),
            _ => self.word(),
        }
    }

    fn read_nested(&mut self, read: fn(&mut Self) -> Result<Node, Trouble>) -> Result<Node, Trouble> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Trouble::TooDeep);
        }
        self.at += 1;
        let node = read(self)?;
        self.depth -= 1;
        Ok(node)
    }

    fn map(&mut self) -> Result<Node, Trouble> {
        let mut entries = MapBuilder::default();
        loop {
            self.space()?;
            if self.take('}')? {
                return Ok(entries.finish());
            }
            let key = match self.peek()? {
                quote @ ('"' | '\'') => self.string(quote, Place::Key)?,
                _ => self.bare_key()?,
            };
            self.space()?;
            if !self.take(':')? {
                return Err(self.unexpected_token("\":\" after a key"));
            }
            self.meant = true;
            self.space()?;
            let value = self.value(Place::InMap)?;
            entries.insert(key, value).map_err(Trouble::Syntax)?;
            self.separator('}')?;
        }
    }

    fn list(&mut self) -> Result<Node, Trouble> {
        let mut items = Vec::new();
        loop {
            self.space()?;
            if self.take(']')? {
                return Ok(Node::List(items));
            }
            items.push(self.value(Place::InList)?);
            self.separator(']')?;
        }
    }

    /// A comma, or the closing sign (left for the caller), or a line's end where a comma was forgotten.
    fn separator(&mut self, close: char) -> Result<(), Trouble> {
        let before = self.at;
        self.space()?;
        if self.take(',')? {
            self.space()?;
            self.repaired |= self.peek()? == close;
            return Ok(());
        }
        let next = self.peek()?;
        if next == close {
            return Ok(());
        }
        if self.text[before..self.at].contains('\n') && "\"'{[".contains(next) {
            self.repaired = true;
            return Ok(());
        }
        Err(self.unexpected_token(if close == '}' { "\",\" or \"}\"" } else { "\",\" or \"]\"" }))
    }

    fn number(&mut self) -> Result<Node, Trouble> {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "+-._/%".contains(c)));
        // At the very end of the text more digits may have been coming.
        let Some(end) = end else {
            self.at = self.text.len();
            return Err(Trouble::CutOff);
        };
        let spelling = &rest[..end];
        if node::number(spelling).is_none() {
            return Err(Trouble::Syntax(format!("{spelling} is not a number; quote it if it is text")));
        }
        let digits = spelling.trim_start_matches(['+', '-']);
        self.repaired |= spelling.starts_with('+')
            || digits.starts_with('.')
            || digits.ends_with('.')
            || (digits.len() > 1 && digits.starts_with('0') && digits.as_bytes()[1].is_ascii_digit());
        self.at += end;
        Ok(Node::Number(spelling.to_owned()))
    }

    fn word(&mut self) -> Result<Node, Trouble> {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let node = match &rest[..end] {
            "true" => Node::Bool(true),
            "false" => Node::Bool(false),
            "null" => Node::Null,
            other => {
                let node = match other {
                    "True" | "TRUE" => Node::Bool(true),
                    "False" | "FALSE" => Node::Bool(false),
                    "None" | "NULL" | "undefined" => Node::Null,
                    cut if end == rest.len() && is_cut_word(cut) => {
                        self.at = self.text.len();
                        return Err(Trouble::CutOff);
                    }
                    _ => return Err(self.unexpected_token("a value")),
                };
                self.repaired = true;
                node
            }
        };
        self.at += end;
        Ok(node)
    }

    fn bare_key(&mut self) -> Result<String, Trouble> {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !(c.is_alphanumeric() || "_$-".contains(c))).unwrap_or(rest.len());
        if end == 0 || rest.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            return Err(self.unexpected_token("a key"));
        }
        self.repaired = true;
        self.at += end;
        Ok(rest[..end].to_owned())
    }

    fn string(&mut self, quote: char, place: Place) -> Result<String, Trouble> {
        let open = self.at;
        let mut at = open + 1;
        loop {
            let Some(found) = self.text[at..].find([quote, '\\']) else {
                self.at = self.text.len();
                return Err(Trouble::CutOff);
            };
            at += found;
            if self.text[at..].starts_with('\\') {
                at += 1;
                at += self.text[at..].chars().next().map_or(0, char::len_utf8);
                continue;
            }
            if self.quotes == Quotes::FaceValue || self.may_close(at + 1, place) {
                break;
            }
            at += 1;
            if self.text[at..].trim_start().starts_with(quote) {
                // Two strings without a comma, or one with quotes inside? Joining them would be a guess.
                self.at = at;
                return Err(self.unexpected_token("a comma or an escaped quote"));
            }
        }
        let content = &self.text[open + 1..at];
        self.at = at + 1;
        self.repaired |= quote == '\'' || content.contains(['\n', '\r', '\t']);
        let escaped = latex::double_backslashes(content, self.habit);
        self.backslashes_kept |= escaped.len() != content.len();
        Ok(unescape(&escaped))
    }

    /// Whether the structure can go on if the string ended just before `at`.
    fn may_close(&self, at: usize, place: Place) -> bool {
        let rest = self.text[at..].trim_start();
        let crossed_line = self.text[at..self.text.len() - rest.len()].contains('\n');
        let Some(next) = rest.chars().next() else { return true };
        let after = rest[next.len_utf8()..].trim_start();
        match (place, next) {
            (Place::Key, _) => next == ':',
            (_, '}' | ']') => self.may_follow_close(&rest[1..]),
            (Place::InMap, ',') => after.starts_with('}') || looks_like_key(after),
            (Place::InMap, _) => crossed_line && looks_like_key(rest),
            (_, ',') => {
                after.starts_with(['"', '\'', '{', '[', ']', '-']) || after.starts_with(char::is_numeric)
            }
            _ => false,
        }
    }

    fn may_follow_close(&self, rest: &str) -> bool {
        let trimmed = rest.trim_start();
        let line_ends = rest.trim_start_matches([' ', '\t']).starts_with(['\n', '\r']);
        trimmed.is_empty()
            || trimmed.starts_with("```")
            || (self.depth == 1 && line_ends)
            || (self.depth > 1 && trimmed.starts_with([',', '}', ']']))
            || (self.depth > 1 && line_ends && trimmed.starts_with(['"', '\'', '{', '[']))
    }

    /// Skips white space and comments.
    fn space(&mut self) -> Result<(), Trouble> {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            let length = if trimmed.starts_with("//") || trimmed.starts_with('#') {
                trimmed.find('\n').unwrap_or(trimmed.len())
            } else if trimmed.starts_with("/*") {
                match trimmed.find("*/") {
                    Some(end) => end + 2,
                    None => return Err(Trouble::CutOff),
                }
            } else {
                return Ok(());
            };
            self.repaired = true;
            self.at += length;
        }
    }

    /// A closing fence between tokens is the end of the input as much as the end of the text is.
    fn peek(&self) -> Result<char, Trouble> {
        let rest = &self.text[self.at..];
        if rest.starts_with("```") {
            return Err(Trouble::CutOff);
        }
        rest.chars().next().ok_or(Trouble::CutOff)
    }

    fn take(&mut self, wanted: char) -> Result<bool, Trouble> {
        let found = self.peek()? == wanted;
        if found {
            self.at += wanted.len_utf8();
        }
        Ok(found)
    }

    fn unexpected_token(&self, wanted: &str) -> Trouble {
        let found: String = self.text[self.at..].chars().take_while(|c| *c != '\n').take(20).collect();
        Trouble::Syntax(format!("expected {wanted} but found `{found}`"))
    }
}

fn is_cut_word(word: &str) -> bool {
    ["true", "false", "null", "True", "False", "None"].iter().any(|whole| whole.starts_with(word))
}

/// A key and its colon within a short distance. The bound keeps hostile input from making this quadratic.
fn looks_like_key(rest: &str) -> bool {
    const LONGEST: usize = 120;
    let after = match rest.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let body = &rest[1..];
            match body.char_indices().take(LONGEST).find(|(_, c)| *c == quote) {
                Some((end, _)) => &body[end + 1..],
                None => return false,
            }
        }
        Some(c) if c.is_alphabetic() || c == '_' => {
            rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_')
        }
        _ => return false,
    };
    after.trim_start().starts_with(':')
}

/// Resolves escapes. Only legal ones are left by now; a lone surrogate becomes the replacement character.
fn unescape(content: &str) -> String {
    let mut out = String::with_capacity(content.len());
    let mut rest = content;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let Some(kind) = rest.chars().next() else {
            out.push('\\');
            break;
        };
        if kind == 'u' {
            let (c, used) = code_point(rest);
            out.push(c);
            rest = &rest[used..];
            continue;
        }
        match kind {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            'b' => out.push('\u{8}'),
            'f' => out.push('\u{c}'),
            '"' | '\'' | '\\' | '/' => out.push(kind),
            // A backslash before a raw line break: nothing JSON knows, so nothing is taken away.
            other => out.extend(['\\', other]),
        }
        rest = &rest[kind.len_utf8()..];
    }
    out.push_str(rest);
    out
}

/// The character of `uXXXX`, or of a pair of them, and how many bytes it took.
fn code_point(rest: &str) -> (char, usize) {
    let unit = |text: &str| text.get(1..5).and_then(|hex| u32::from_str_radix(hex, 16).ok());
    let Some(first) = unit(rest) else { return (char::REPLACEMENT_CHARACTER, 1) };
    if let Some(c) = char::from_u32(first) {
        return (c, 5);
    }
    let second = rest.get(6..).filter(|_| rest[5..].starts_with("\\u")).and_then(unit);
    let joined = match second {
        Some(low @ 0xDC00..=0xDFFF) if first < 0xDC00 => {
            char::from_u32(0x1_0000 + ((first - 0xD800) << 10) + (low - 0xDC00))
        }
        _ => None,
    };
    joined.map_or((char::REPLACEMENT_CHARACTER, 5), |c| (c, 11))
}
