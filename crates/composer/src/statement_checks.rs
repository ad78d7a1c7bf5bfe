//! Selects sentences that state one plain thing, which can be true or false on its own.

use tutti_language::{Kind, plain};
use tutti_lexicon::{Lexicon, List, tokens};

use crate::facts::Facts;

/// The shortest and the longest statement that is an option, in characters.
const LENGTHS: std::ops::RangeInclusive<usize> = 35..=190;

/// Whether a sentence says one plain thing that can be true or false on its own.
pub(crate) fn is_statement(facts: &Facts<'_>, sentence: usize, text: &str) -> bool {
    let lexicon = facts.lexicon();
    let kind = facts.text.sentences()[sentence].kind;
    let whole = kind == Kind::Prose || (matches!(kind, Kind::Item | Kind::Step) && has_verb(text, lexicon));
    whole
        && LENGTHS.contains(&text.chars().count())
        && text.ends_with('.')
        && text.starts_with(char::is_uppercase)
        && !text.contains(['“', '”', '"', '«', '»', '(', ')', '[', ';', ':', '=', '\\', '\n', '*', '_', '—'])
        && text.matches(", ").count() <= 3
        && !text.trim_end_matches('.').contains(". ")
        && !lexicon.begins(text, List::Connectives)
        && !lexicon.begins(text, List::SentenceOpeners)
        && !is_advice(text, lexicon)
        && !points_back(text, lexicon)
        && !points_out(text, lexicon)
        && !tells_story(text, lexicon)
        && !is_loose(text, lexicon)
        && facts.stands_alone_as(sentence, text)
}

/// Whether a word gives an option away or leaves it open. What must or may be done is neither.
pub(crate) fn is_loose(text: &str, lexicon: &Lexicon) -> bool {
    let loose = List::Absolutes | List::Hedges | List::VagueWords | List::VagueAmounts;
    tokens(text).any(|token| {
        let lists = lexicon.lists(&token.lower());
        lists.overlaps(loose) && !lists.has(List::Modals)
    })
}

/// Whether an item of a list is a whole sentence.
fn has_verb(text: &str, lexicon: &Lexicon) -> bool {
    tokens(text).skip(1).any(|token| lexicon.has(&token.lower(), List::Auxiliaries))
}

/// Whether it tells somebody to do something: that is neither true nor false.
pub(crate) fn is_advice(text: &str, lexicon: &Lexicon) -> bool {
    text.split(", ").any(|part| lexicon.begins(part, List::Instructions))
}

/// Whether it speaks of something as one of several, or of one that was named before.
fn points_back(text: &str, lexicon: &Lexicon) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [first, second, third, ..] = words[..] else { return true };
    // "The road first ran from Rome": one that was named before.
    let one_named = first == "The"
        && second.starts_with(char::is_lowercase)
        && third != "of"
        && words[2..].iter().any(|word| word.starts_with(char::is_uppercase));
    // "A dry cough is their best-known side effect."
    let of_others = words.iter().take(5).any(|word| ["their", "its", "deres", "dens", "dets"].contains(word));
    of_others
        || one_named
        || lexicon.begins(text, List::BackReferenceStarts)
        || lexicon.holds(text, List::BackReferences)
        || plain(text).contains(" too ")
        || compares_alone(text)
}

/// "Far larger": than what is not said.
pub(crate) fn compares_alone(text: &str) -> bool {
    let text = plain(text);
    let compared = text.contains(" than ") || text.contains(" enn ");
    !compared
        && ["much", "far", "langt", "mye", "mykje"].iter().any(|word| text.contains(&format!(" {word} ")))
}

/// Whether it sends the reader elsewhere, or leans on what was said.
pub(crate) fn points_out(text: &str, lexicon: &Lexicon) -> bool {
    lexicon.holds(text, List::Addresses) || lexicon.holds(text, List::DocumentReferences)
}

/// Whether it tells of somebody in an example: who had how much is nothing to know.
pub(crate) fn tells_story(text: &str, lexicon: &Lexicon) -> bool {
    // "Noah’s $100": an amount of somebody's in an example.
    let owned = ["’s $", "'s $", "’s €", "’s £"].iter().any(|sign| text.contains(sign));
    owned || !text.contains("his or her") && lexicon.holds(text, List::GenderedPronouns)
}
