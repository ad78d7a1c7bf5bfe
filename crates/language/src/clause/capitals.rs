//! Restores the case of words from the beginning of a sentence: only names keep their capital.

use std::ops::Range;

use super::Clause;
use crate::Language;
use crate::text::Word;
use tutti_lexicon::{Lexicon, List};

impl Clause<'_, '_> {
    /// The beginning of a sentence as it would stand inside one.
    pub(super) fn without_capital(&self, text: &str, alone: bool) -> String {
        let Some(word) = self.words.first() else { return text.to_owned() };
        let mut chars = word.text.chars();
        let plain = chars.next().is_some_and(char::is_uppercase)
            && chars.clone().all(|c| c.is_lowercase() || c == '-');
        if !plain || (word.text.chars().count() < 2 && !word.is(List::Articles)) {
            return text.to_owned();
        }
        let name = match self.source().is_name(word) {
            Some(name) => name,
            None if word.is(List::Names) => true,
            None if word.is_stop() || word.is(List::Adjectives) || word.is(List::Verbs) => false,
            None if alone => !is_common(word.lower(), self.source().language()),
            None => self.words.get(1).is_some_and(Word::is_capital),
        };
        if name { text.to_owned() } else { decapitalise(text) }
    }

    /// A term that began its sentence and that the rest of it shows to be no name.
    pub(crate) fn common(&self, term: String) -> String {
        let Some(word) = self.words.first() else { return term };
        let people = word.lower().ends_with("ans") || word.lower().ends_with("ings");
        let plain = word.text.chars().skip(1).all(char::is_lowercase) && word.text.chars().count() > 1;
        let opens = term.split(' ').next() == Some(word.text) && !term.contains(' ');
        let unknown = self.source().is_name(word).is_none() && !word.is(List::Names) && !people;
        if opens && plain && unknown { decapitalise(&term) } else { term }
    }

    /// A part of the sentence as it would stand after other words: a first word with a capital loses it, unless it is a name.
    pub(crate) fn as_continuation(&self, words: Range<usize>) -> String {
        let text = self.line(words.clone());
        if words.start == 0 {
            return self.without_capital(&text, false);
        }
        let small = self
            .words
            .get(words.start)
            .is_some_and(|word| word.is_stop() || self.source().is_name(word) == Some(false));
        if small && self.words[words.start].text.chars().skip(1).all(char::is_lowercase) {
            decapitalise(&text)
        } else {
            text
        }
    }
}

pub(crate) fn one_line(text: &str) -> String {
    if text.contains(['\n', '\t', '\r']) || text.contains("  ") {
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    } else {
        text.to_owned()
    }
}

fn decapitalise(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// Endings of words that are hardly ever names.
fn is_common(lower: &str, language: Language) -> bool {
    let lexicon = Lexicon::of(language);
    let least = if language == Language::English { 2 } else { 3 };
    // Hansen and Olsen, but not fasen and prosessen.
    let surname = lower.len() <= 8
        && language != Language::English
        && lower.strip_suffix("sen").is_some_and(|rest| rest.ends_with(['l', 'n', 'r', 't', 'd', 'k', 'p']));
    // Sognefjorden and Jostedalsbreen.
    let ends = |list: List, least: usize| {
        let rest = |end: &&str| lower.strip_suffix(end).is_some_and(|rest| rest.chars().count() >= least);
        lexicon.entries(list).iter().any(rest)
    };
    !surname && !ends(List::PlaceEndings, 3) && ends(List::NounEndings, least)
}
