//! Parses the JSON arrays and dictionaries in cells, as people write them.

/// A defect in a cell that should be JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// An escape that JSON does not know, such as `\pmod`.
    Escape(String),
    /// A LaTeX command whose first letter JSON reads as an escape, such as `\times`.
    Misread(String),
    /// A bare quotation mark, with the words before it.
    Quote(String),
    /// Anything else.
    Form(String),
}

/// LaTeX commands that begin like an escape of JSON. A new line or a tab before such letters is rarer by far.
const COMMANDS: [&str; 44] = [
    "backslash",
    "bar",
    "begin",
    "beta",
    "bf",
    "big",
    "bigcup",
    "binom",
    "bmod",
    "boldsymbol",
    "bot",
    "boxed",
    "breve",
    "bullet",
    "fbox",
    "flat",
    "forall",
    "frac",
    "frown",
    "nabla",
    "ne",
    "neg",
    "neq",
    "nexists",
    "nmid",
    "not",
    "notin",
    "nu",
    "rangle",
    "rceil",
    "rfloor",
    "rho",
    "right",
    "rightarrow",
    "rm",
    "tan",
    "tanh",
    "tau",
    "text",
    "tfrac",
    "theta",
    "times",
    "to",
    "triangle",
];

struct Reader<'a> {
    text: &'a str,
    at: usize,
    faults: Vec<Fault>,
}

/// The strings of an array, as far as they can be told.
pub(crate) fn array(text: &str) -> (Vec<String>, Vec<Fault>) {
    let mut reader = Reader { text, at: 0, faults: Vec::new() };
    let items = reader.array();
    (items, reader.faults)
}

/// The entries of a dictionary with names and texts; none if it is not one at all.
pub(crate) fn dictionary(text: &str) -> (Option<Vec<(String, String)>>, Vec<Fault>) {
    let mut reader = Reader { text, at: 0, faults: Vec::new() };
    let entries = reader.dictionary();
    (entries, reader.faults)
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// Whether the next sign is this one, which is then behind.
    fn take(&mut self, sign: char) -> bool {
        self.skip_space();
        let found = self.peek() == Some(sign);
        self.at += if found { sign.len_utf8() } else { 0 };
        found
    }

    fn form(&mut self, what: &str) {
        self.faults.push(Fault::Form(what.to_owned()));
    }

    fn array(&mut self) -> Vec<String> {
        let mut items = Vec::new();
        if !self.take('[') {
            self.form("it does not begin with `[`");
            return items;
        }
        if self.take(']') {
            self.at_end();
            return items;
        }
        loop {
            items.push(self.item(&[',', ']']));
            if self.take(']') {
                self.at_end();
                return items;
            }
            if !self.take(',') {
                self.form("it does not end with `]`");
                return items;
            }
            if self.take(']') {
                self.form("there is a comma after the last string");
                self.at_end();
                return items;
            }
        }
    }

    fn dictionary(&mut self) -> Option<Vec<(String, String)>> {
        let mut entries = Vec::new();
        if !self.take('{') {
            return None;
        }
        if self.take('}') {
            self.at_end();
            return Some(entries);
        }
        loop {
            let name = self.item(&[':']);
            if !self.take(':') {
                self.form("a name has no text");
                return Some(entries);
            }
            let text = self.item(&[',', '}']);
            entries.push((name, text));
            if self.take('}') {
                self.at_end();
                return Some(entries);
            }
            if !self.take(',') {
                self.form("it does not end with `}`");
                return Some(entries);
            }
        }
    }

    fn at_end(&mut self) {
        if !self.rest().trim().is_empty() {
            self.form("text follows its end");
        }
    }

    fn item(&mut self, closers: &[char]) -> String {
        self.skip_space();
        let raw = self.rest().starts_with("r\"");
        if raw {
            self.form("a string begins with `r`");
            self.at += 1;
        }
        match self.peek() {
            Some('"') => {
                self.at += 1;
                self.string('"', closers, raw)
            }
            Some('\'') => {
                self.form("a string is in single quotation marks");
                self.at += 1;
                self.string('\'', closers, raw)
            }
            _ => self.bare(closers),
        }
    }

    /// Something without quotation marks.
    fn bare(&mut self, closers: &[char]) -> String {
        let end = self.rest().find(closers).unwrap_or(self.rest().len());
        let text = self.rest()[..end].trim().to_owned();
        self.at += end;
        self.form("something is not in quotation marks");
        text
    }

    fn string(&mut self, quote: char, closers: &[char], raw: bool) -> String {
        let mut text = String::new();
        while let Some(c) = self.peek() {
            self.at += c.len_utf8();
            if c == quote {
                if self.closes(closers) {
                    return text;
                }
                let before: Vec<&str> = text.split_whitespace().rev().take(2).collect();
                let before: Vec<&str> = before.into_iter().rev().collect();
                self.faults.push(Fault::Quote(before.join(" ")));
                text.push(c);
            } else if c == '\\' && !raw {
                self.escape(&mut text);
            } else {
                text.push(c);
            }
        }
        self.form("a string does not end");
        text
    }

    /// Whether a quotation mark ends its string: what follows is the end, or a comma and the next string.
    fn closes(&self, closers: &[char]) -> bool {
        let after = self.rest().trim_start();
        let Some(next) = after.chars().next() else { return true };
        if next != ',' {
            return closers.contains(&next);
        }
        let following = after[1..].trim_start();
        let string = following.starts_with(['"', '\'', ']', '}']) || following.starts_with("r\"");
        closers.contains(&',') && (string || following.starts_with(|c: char| c.is_ascii_digit()))
    }

    fn escape(&mut self, text: &mut String) {
        let rest = self.rest();
        let letters: String = rest.chars().take_while(char::is_ascii_alphabetic).collect();
        let Some(next) = rest.chars().next() else {
            self.faults.push(Fault::Escape("\\".to_owned()));
            text.push('\\');
            return;
        };
        let control = match next {
            'b' => Some('\u{8}'),
            'f' => Some('\u{c}'),
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            '"' | '\\' | '/' => Some(next),
            _ => None,
        };
        if COMMANDS.contains(&letters.as_str()) && control.is_some() {
            self.faults.push(Fault::Misread(format!("\\{letters}")));
            text.push('\\');
        } else if let Some(meant) = control {
            text.push(meant);
            self.at += next.len_utf8();
        } else if let Some((meant, length)) = unicode(rest) {
            text.push(meant);
            self.at += length;
        } else {
            let named = if letters.is_empty() { next.to_string() } else { letters };
            self.faults.push(Fault::Escape(format!("\\{named}")));
            text.push('\\');
        }
    }
}

/// The character of `u00e9`, or of two such in a row, and how many bytes that takes.
fn unicode(rest: &str) -> Option<(char, usize)> {
    let unit = |text: &str| {
        let digits = text.strip_prefix('u')?.get(..4)?;
        u16::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))
    };
    let first = unit(rest)?;
    if let Some(meant) = char::from_u32(u32::from(first)) {
        return Some((meant, 5));
    }
    let second = unit(rest.get(5..)?.strip_prefix('\\')?)?;
    let meant = char::decode_utf16([first, second]).next()?.ok()?;
    Some((meant, 11))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, items: &[&str], faults: &[Fault]) {
        assert_eq!(array(text), (items.iter().map(|item| (*item).to_owned()).collect(), faults.to_vec()));
    }

    #[test]
    fn arrays_as_people_write_them() {
        let escape = |text: &str| Fault::Escape(text.to_owned());
        let form = |text: &str| Fault::Form(text.to_owned());
        check(r#"["A. one", "B. two"]"#, &["A. one", "B. two"], &[]);
        check(r#"["é \u00e9 \ud83d\ude00 \" \\ \/ \n"]"#, &["é é 😀 \" \\ / \n"], &[]);
        check(
            r#"["$a \equiv b \pmod{n}$"]"#,
            &[r"$a \equiv b \pmod{n}$"],
            &[escape("\\equiv"), escape("\\pmod")],
        );
        check(r#"["$a \times b$"]"#, &[r"$a \times b$"], &[Fault::Misread("\\times".into())]);
        check(r#"["one\ntwo"]"#, &["one\ntwo"], &[]);
        check(
            r#"["he said "yes", then left", "b"]"#,
            &["he said \"yes\", then left", "b"],
            &[Fault::Quote("he said".into()), Fault::Quote("said \"yes".into())],
        );
        check("[1, \"b\"]", &["1", "b"], &[form("something is not in quotation marks")]);
        check("B. two", &[], &[form("it does not begin with `[`")]);
        check(r#"["a", "b""#, &["a", "b"], &[form("it does not end with `]`")]);
        check(r#"["a", "b"#, &["a", "b"], &[form("a string does not end"), form("it does not end with `]`")]);
        check(r#"["a",]"#, &["a"], &[form("there is a comma after the last string")]);
        check("[]", &[], &[]);
    }

    #[test]
    fn dictionaries() {
        let (entries, faults) = dictionary(r#"{"Weight": r"F = m \frac{a}{b}","E": "$\equiv$"}"#);
        assert_eq!(
            entries.unwrap(),
            [("Weight".into(), r"F = m \frac{a}{b}".into()), ("E".into(), r"$\equiv$".into())]
        );
        assert_eq!(faults, [Fault::Form("a string begins with `r`".into()), Fault::Escape("\\equiv".into())]);
        assert_eq!(dictionary("NA").0, None);
    }
}
