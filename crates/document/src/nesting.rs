//! Bounds the nesting of HTML before it is parsed: for every tag the parser looks through all elements that are open,
//! so deep nesting takes the square of its depth.

use std::borrow::Cow;

/// Elements that end by themselves or are empty: they do not nest.
const FLAT: &[&str] = &[
    "area", "base", "br", "col", "colgroup", "dd", "dt", "embed", "hr", "img", "input", "li", "link", "meta",
    "optgroup", "option", "p", "param", "rp", "rt", "source", "tbody", "td", "tfoot", "th", "thead", "tr",
    "track", "wbr",
];

/// The same HTML without the tags that nest deeper than `most`; what they contain stays.
pub(crate) fn flatten(html: &str, most: usize) -> Cow<'_, str> {
    let mut out = String::new();
    let (mut depth, mut kept) = (0_usize, 0);
    for (at, _) in html.match_indices('<') {
        let after = &html[at + 1..];
        let (name, closes) = after.strip_prefix('/').map_or((after, false), |name| (name, true));
        let length = name.bytes().take(12).take_while(u8::is_ascii_alphanumeric).count();
        let name = name[..length].to_ascii_lowercase();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || FLAT.contains(&name.as_str()) {
            continue;
        }
        let too_deep = if closes {
            depth = depth.saturating_sub(1);
            depth >= most
        } else {
            depth += 1;
            depth > most
        };
        if too_deep && at >= kept {
            out.push_str(&html[kept..at]);
            // An end that is missing would be looked for again and again.
            kept = after
                .find(['>', '<'])
                .map_or(html.len(), |end| at + 1 + end + usize::from(after[end..].starts_with('>')));
        }
    }
    if kept == 0 {
        return Cow::Borrowed(html);
    }
    out.push_str(&html[kept..]);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_too_deep_goes() {
        for (html, expected) in [
            ("<div><div>a</div></div>", "<div><div>a</div></div>"),
            ("<div><div><div class=x>a</div></div></div>b", "<div><div>a</div></div>b"),
            ("<ul><li>a<li>b<li>c<li>d</ul>", "<ul><li>a<li>b<li>c<li>d</ul>"),
            ("<b><b><b", "<b><b>"),
            ("1 < 2 <p>x<p>y<br>", "1 < 2 <p>x<p>y<br>"),
        ] {
            assert_eq!(flatten(html, 2), expected);
        }
    }
}
