//! Decides whether a sentence can be understood without its neighbours.

use crate::text::{Kind, Text};

/// A whole statement of 5 to 45 words with a verb, that does not begin with a pronoun or a connective and does not point out
/// of itself.
pub fn is_self_contained(text: &Text<'_>, sentence: usize) -> bool {
    let Some(place) = text.sentences().get(sentence) else { return false };
    let clause = text.clause(sentence);
    if !(5..=45).contains(&clause.len()) || place.kind == Kind::Heading || !is_whole(place.text) {
        return false;
    }
    if !text.language().has_patterns() {
        return true;
    }
    // "X, also called Y." has no verb of its own.
    let named = ["called", "named", "known", "based", "located", "kalt", "kalla"];
    let verbs = (0..clause.len()).any(|at| clause.verb(at) && !named.contains(&clause.lower(at)));
    verbs && !clause.leans_back() && !clause.points_out(0..clause.len())
}

/// Begins as a sentence begins, ends as a statement ends, with every bracket closed.
pub(crate) fn is_whole(text: &str) -> bool {
    let begins = text
        .trim_start_matches(['"', '“', '«', '\'', '‘', '(', '*', '_'])
        .starts_with(|c: char| c.is_uppercase() || c.is_numeric() || !c.is_lowercase() && c.is_alphabetic());
    let ends = text.trim_end_matches(['"', '”', '»', '’', ')', '*', '_', ']']).ends_with(['.', '!', '。']);
    begins && ends && is_balanced(text) && is_clean(text)
}

/// Without what only broken extraction or an address leaves behind.
pub(crate) fn is_clean(text: &str) -> bool {
    let broken = ["\u{fffd}", "|", "//", "www.", "(cid:", "@", "...", "http", "•"];
    // A stop in the middle of a sentence, before a small letter: columns that ran into each other.
    let stop = text.match_indices(['.', '?', '”']).any(|(at, sign)| {
        let after = &text[at + sign.len()..];
        if !(after.starts_with(char::is_whitespace) && after.trim_start().starts_with(char::is_lowercase)) {
            return false;
        }
        let word =
            text[..at].rsplit([' ', '(', '\n']).next().unwrap_or_default().trim_end_matches(['”', '.']);
        let ends = sign == "?" || (text[..at].ends_with('.') || sign == ".") && word.chars().count() > 4;
        ends && word.chars().all(char::is_alphabetic) && word != "approx"
    });
    let page = text.starts_with(|c: char| c.is_ascii_digit())
        && text.split_whitespace().nth(1).is_some_and(|word| word.starts_with(char::is_uppercase));
    !stop && !page && !broken.iter().any(|sign| text.contains(sign))
}

pub(crate) fn is_balanced(text: &str) -> bool {
    let pairs = [('(', ')'), ('[', ']'), ('«', '»'), ('“', '”')];
    pairs.iter().all(|(open, close)| text.matches(*open).count() == text.matches(*close).count())
        && text.matches('"').count().is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[track_caller]
    fn check(language: Language, expected: bool, sentences: &[&str]) {
        for sentence in sentences {
            let text = Text::new(&[("1", sentence)], language);
            assert_eq!(is_self_contained(&text, 0), expected, "{sentence}");
        }
    }

    #[test]
    fn english() {
        check(
            Language::English,
            true,
            &[
                "Plants convert light into chemical energy.",
                "The heart pumps blood through the body.",
                "There are three states of matter.",
                "Enzymes such as amylase speed up digestion.",
                "You must be 18 years old to vote.",
                "Because warm air is lighter than cold air, it rises.",
                "Water boils at a lower temperature on mountains above 3000 metres.",
                "Newton published his laws of motion in 1687.",
            ],
        );
        check(
            Language::English,
            false,
            &[
                "It converts light into chemical energy.",
                "This is the reason why plants are green.",
                "Therefore plants need water and light.",
                "However, plants also need water.",
                "In contrast, animals cannot make their own food.",
                "Such a reaction is called exothermic.",
                "Plants need the following nutrients to grow.",
                "As described above, plants need light.",
                "Plants need light.",
                "The structure of the plant cell",
                "Why do plants need light and water?",
                "For example, plants need light and water.",
                "We saw that plants need light and water.",
                "and plants need light and water too.",
                "Plants need light (and water too.",
            ],
        );
    }

    #[test]
    fn norwegian() {
        check(
            Language::Bokmal,
            true,
            &[
                "Planter omdanner lys til kjemisk energi.",
                "I Norge har alle over 18 år stemmerett.",
                "Det finnes tre typer bergarter i jordskorpa.",
                "Den norske grunnloven ble skrevet i 1814.",
                "Vann koker ved hundre grader.",
            ],
        );
        check(
            Language::Bokmal,
            false,
            &[
                "Den omdanner lys til kjemisk energi.",
                "Dette er grunnen til at planter er grønne.",
                "Derfor trenger planter vann og lys.",
                "Dessuten trenger planter vann og lys.",
                "Slike reaksjoner kalles eksoterme.",
                "På den andre siden trenger dyr mat.",
                "Hvorfor trenger planter lys og vann?",
                "Oppbygningen av en plantecelle",
                "Vi ser at planter trenger lys.",
            ],
        );
    }
}
