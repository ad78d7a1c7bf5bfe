//! What would do something when it is shown elsewhere: scripts in drawings, links with a scheme of their own. An item
//! is kept without them, so nothing that enters, is edited or leaves has any.

use std::borrow::Cow;

use tutti_untrusted::svg;

use crate::{Image, ImageData, Item};

/// What links may begin with.
const SCHEMES: [&str; 3] = ["http://", "https://", "mailto:"];

/// Shown in place of a drawing that cannot be read.
const EMPTY: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>";

/// Removes active content from the drawings of an item. Its texts have none once they are in normal form.
pub fn remove_active_content(item: &mut Item) {
    if let Some(figure) = item.figure.take() {
        item.figure = svg::sanitize(&figure).map(Cow::into_owned);
    }
    item.images.values_mut().for_each(Image::remove_active_content);
}

impl Image {
    /// Removes active content from a drawing; pictures of other kinds have none.
    pub fn remove_active_content(&mut self) {
        let Some(bytes) = self.data.bytes() else { return };
        // Whatever the type says, markup is read as markup.
        let start = bytes.trim_ascii_start();
        let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start).trim_ascii_start();
        if !(start.starts_with(b"<") || self.media_type.to_ascii_lowercase().contains("svg")) {
            return;
        }
        let text = String::from_utf8_lossy(&bytes);
        let safe = svg::sanitize(&text).unwrap_or(Cow::Borrowed(EMPTY));
        if safe.as_bytes() != bytes {
            self.data = ImageData::inline(safe.as_bytes());
        }
    }
}

/// Whether a link may stay.
fn is_safe_link(target: &str) -> bool {
    let target = target.trim().to_ascii_lowercase();
    SCHEMES.iter().any(|scheme| target.starts_with(scheme))
        && !target.contains(|c: char| c.is_whitespace() || c.is_control())
}

/// LaTeX without links to anything but web and mail addresses: of `\href{…}{words}` the words stay.
pub(crate) fn safe_tex(tex: &str) -> Cow<'_, str> {
    if !tex.contains("\\href") && !tex.contains("\\url") && !tex.contains("\\csname") {
        return Cow::Borrowed(tex);
    }
    let mut out = String::with_capacity(tex.len());
    let mut rest = tex;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let length = after.bytes().take_while(u8::is_ascii_alphabetic).count();
        let name = &after[..length];
        if name.is_empty() {
            // A backslash and one sign, which may be a backslash.
            let sign = after.chars().next().map_or(0, char::len_utf8);
            out.push_str(&rest[at..at + 1 + sign]);
            rest = &after[sign..];
            continue;
        }
        rest = &after[length..];
        if !["href", "url", "csname"].contains(&name) {
            out.push('\\');
            out.push_str(name);
            continue;
        }
        let (argument, behind) = argument(rest);
        if name != "csname" && argument.is_some_and(is_safe_link) {
            let (command, _) = after.split_at(after.len() - behind.len());
            out.push('\\');
            out.push_str(command);
            rest = behind;
            continue;
        }
        // The braces keep what stands before from joining what follows.
        out.push_str("{}");
        rest = if argument.is_some() { behind } else { rest };
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The argument in braces that follows a command, and what comes after it.
fn argument(text: &str) -> (Option<&str>, &str) {
    let Some(inner) = text.trim_start().strip_prefix('{') else { return (None, text) };
    let mut depth = 0_usize;
    for (at, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => return (Some(&inner[..at]), &inner[at + 1..]),
            '}' => depth -= 1,
            _ => {}
        }
    }
    (None, text)
}

/// Text in which nothing is read as a link in Markdown but web and mail addresses: a space breaks the others up.
pub(crate) fn without_links(text: String) -> String {
    if !text.contains(':') && !text.contains('&') {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find([']', '<']) {
        let (before, after) = rest.split_at(at + 1);
        out.push_str(before);
        rest = after;
        let breaks = match (before.as_bytes()[at], after.chars().next()) {
            (b']', Some('(' | ':')) => names_a_scheme(&after[1..]) && !begins_safely(&after[1..]),
            (b'<', Some(c)) if c.is_ascii_alphabetic() => is_address(after) && !begins_safely(after),
            _ => false,
        };
        if breaks {
            out.push(' ');
        }
    }
    out.push_str(rest);
    out
}

/// Longer than any scheme, with the spaces and entities that could be written into one.
const LONGEST_SCHEME: usize = 120;

/// Whether the target of a link may begin with a scheme: a colon follows its letters, which entities may spell.
fn names_a_scheme(target: &str) -> bool {
    let target = target.trim_start_matches(|c: char| c.is_whitespace() || c.is_control() || c == '<');
    let mut start =
        target.bytes().take(LONGEST_SCHEME).take_while(|b| !matches!(b, b')' | b'>' | b'/' | b'?'));
    target.starts_with(|c: char| c.is_ascii_alphabetic() || c == '&')
        && start.any(|b| matches!(b, b':' | b'&'))
}

/// `scheme:anything>`, which is an address wherever it stands.
fn is_address(text: &str) -> bool {
    let scheme =
        text.bytes().take(32).take_while(|b| b.is_ascii_alphanumeric() || b"+.-".contains(b)).count();
    text.as_bytes().get(scheme) == Some(&b':')
        && text.bytes().find(|b| *b == b'>' || b.is_ascii_whitespace()) == Some(b'>')
}

fn begins_safely(target: &str) -> bool {
    let start = target.trim_start().trim_start_matches('<').as_bytes();
    SCHEMES.iter().any(|scheme| {
        start.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme.as_bytes()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_tex(tex: &str, expected: &str) {
        assert_eq!(safe_tex(tex), expected, "{tex}");
        assert_eq!(safe_tex(expected), expected);
    }

    #[test]
    fn formulas_link_to_the_web_only() {
        check_tex("\\href{https://a.example/b}{x}", "\\href{https://a.example/b}{x}");
        check_tex("\\href{javascript:alert(1)}{x}", "{}{x}");
        check_tex("\\href {JaVaScript:a{b}}{x}+1", "{}{x}+1");
        check_tex("\\href{ java\tscript:x}{y}", "{}{y}");
        check_tex("\\url{data:text/html,x}", "{}");
        check_tex("\\hr\\href{x:y}ef{javascript:z}", "\\hr{}ef{javascript:z}");
        check_tex("\\href%\n{javascript:x}{y}", "{}%\n{javascript:x}{y}");
        check_tex("\\csname href\\endcsname{javascript:x}{y}", "{} href\\endcsname{javascript:x}{y}");
        check_tex("\\\\href{x}", "\\\\href{x}");
        check_tex("\\hrefx{javascript:x}", "\\hrefx{javascript:x}");
        check_tex("\\href{https://a", "{}{https://a");
    }

    #[track_caller]
    fn check_text(text: &str, expected: &str) {
        assert_eq!(without_links(text.to_owned()), expected);
        assert_eq!(without_links(expected.to_owned()), expected);
    }

    #[test]
    fn texts_link_to_the_web_only() {
        check_text("[a](https://b.example)", "[a](https://b.example)");
        check_text("[a](javascript:x)", "[a] (javascript:x)");
        check_text("[a]( JAVA&#x73;cript:x)", "[a] ( JAVA&#x73;cript:x)");
        check_text("[a]: javascript:x", "[a] : javascript:x");
        check_text("<javascript:x>", "< javascript:x>");
        check_text("<https://a.example>", "<https://a.example>");
        check_text("f[0](x) at 10:30", "f[0](x) at 10:30");
        check_text("a < b: c, <& and <:", "a < b: c, <& and <:");
        check_text("[a](b) c: d", "[a](b) c: d");
    }
}
