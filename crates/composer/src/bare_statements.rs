//! The statement of a sentence, without the words that only its place in the text requires.

use tutti_language::Language;

use crate::gaps::with_capital;

/// The statements of a sentence: without brackets, quotation marks around a term and a word that ties it to the one
/// before; halves that a semicolon joins are two.
pub(crate) fn bare_statements(sentence: &str, language: Language) -> Vec<String> {
    let bare = without_quotes(&without_brackets(sentence));
    let bare = without_connective(&bare, language);
    let halves: Vec<&str> = bare.trim_end_matches('.').split("; ").collect();
    let whole = |half: &&str| half.split_whitespace().count() >= 5;
    if halves.len() == 2 && halves.iter().all(whole) && bare.ends_with('.') {
        return halves.iter().map(|half| format!("{}.", with_capital(half.trim()))).collect();
    }
    vec![bare]
}

/// Without ` (…)`, unless one stands in another or holds a sentence of its own.
fn without_brackets(text: &str) -> String {
    // `\\(n\\)` is a formula.
    if text.contains('\\') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('(') {
        let Some(close) = rest[open..].find(')').map(|at| open + at) else { break };
        let inside = &rest[open + 1..close];
        let before = rest[..open].trim_end();
        if inside.contains('(') || inside.contains(". ") || before.is_empty() {
            return text.to_owned();
        }
        out.push_str(before);
        rest = &rest[close + 1..];
    }
    out.push_str(rest);
    out
}

/// “Discovery requests” is a term and needs no marks; what somebody says keeps them.
fn without_quotes(text: &str) -> String {
    let marks = ['“', '”', '"', '«', '»'];
    let quoted: Vec<&str> = text.split(marks).skip(1).step_by(2).collect();
    let term = |inside: &&str| {
        (1..=3).contains(&inside.split_whitespace().count()) && !inside.ends_with(['.', '!', '?', '…'])
    };
    if !quoted.is_empty() && quoted.iter().all(term) { text.replace(marks, "") } else { text.to_owned() }
}

/// "However, the fee is due" says that the fee is due.
fn without_connective(text: &str, language: Language) -> String {
    const ENGLISH: &[&str] = &[
        "However, ",
        "Therefore, ",
        "Thus, ",
        "In addition, ",
        "Additionally, ",
        "Moreover, ",
        "Furthermore, ",
        "Similarly, ",
        "Likewise, ",
        "Conversely, ",
        "In fact, ",
        "Of course, ",
    ];
    if language != Language::English {
        return text.to_owned();
    }
    let rest = ENGLISH.iter().find_map(|word| text.strip_prefix(word));
    rest.map_or_else(|| text.to_owned(), with_capital)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sentence: &str, expected: &[&str]) {
        assert_eq!(bare_statements(sentence, Language::English), expected);
    }

    #[test]
    fn a_sentence_is_left_with_what_it_says() {
        check(
            "The lender must send a written demand (“demand letter”) 30 days before the hearing.",
            &["The lender must send a written demand 30 days before the hearing."],
        );
        check("However, the fee is due in May (see below).", &["The fee is due in May."]);
        check(
            "In county courts the answer is due after 20 days; in the small court, it is due after 14 days.",
            &[
                "In county courts the answer is due after 20 days.",
                "In the small court, it is due after 14 days.",
            ],
        );
        check(
            "The first page is the “citation,” a summons.",
            &["The first page is the citation, a summons."],
        );
    }

    #[test]
    fn what_cannot_be_taken_apart_stays() {
        for sentence in [
            "She said: “You have been sued by a neighbour.”",
            "The rule (which has exceptions (two of them)) holds.",
            "Zinc gives electrons; copper takes them.",
            r"Two integers are congruent if \(n\) divides their difference.",
        ] {
            check(sentence, &[sentence]);
        }
    }
}
