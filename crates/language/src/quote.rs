//! Checks whether a text contains given words, ignoring spacing, quotation marks, dashes and case.

use tutti_lexicon::plain_sign;

/// Words alone: what white space, quotation marks, dashes and capitals do not change.
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut gap = false;
    for c in text.chars() {
        let c = plain_sign(c);
        if c.is_whitespace() {
            gap = !out.is_empty();
            continue;
        }
        if std::mem::take(&mut gap) {
            out.push(' ');
        }
        out.extend(c.to_lowercase());
    }
    out
}

/// Whether a quote stands in a text, from the beginning of a word to the end of one. Both are [`plain`].
pub fn holds_words(text: &str, quote: &str) -> bool {
    let cuts = |outside: Option<char>, inside: Option<char>| {
        [outside, inside].iter().all(|c| c.is_some_and(char::is_alphanumeric))
    };
    text.match_indices(quote).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + quote.len()..].chars().next());
        !cuts(before, quote.chars().next()) && !cuts(after, quote.chars().next_back())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_where_they_stand() {
        for (text, quote, expected) in [
            ("The  “cell”\nhas a wall.", "the \"cell\" has", true),
            ("It’s 10–20 days.", "it's 10-20", true),
            ("Within 15 days.", "5 days", false),
            ("Within 15 days.", "15 day", false),
            ("Within 15 days.", "", true),
        ] {
            assert_eq!(holds_words(&plain(text), &plain(quote)), expected, "{quote} in {text}");
        }
    }
}
