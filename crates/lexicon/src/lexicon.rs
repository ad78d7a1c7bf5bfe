//! The word lists of one language, read once, and queries on them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use crate::Language;
use crate::inflection;
use crate::list::{FILES, List, Lists};
use crate::polarity::{Negation, Opposite, Turn};
use crate::tokens::tokens;

/// What is known of one word.
#[derive(Debug, Default)]
struct Entry {
    lists: Lists,
    phrases: Vec<Phrase>,
}

/// A phrase of a list, under its first word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    pub list: List,
    /// The words after the first.
    pub rest: Vec<&'static str>,
}

/// What a unit measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnitKind {
    Percent,
    Money,
    Measure,
}

/// A unit as it is written after a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unit {
    pub written: &'static str,
    pub plain: &'static str,
    pub kind: UnitKind,
}

/// The words of one language.
#[derive(Debug)]
pub struct Lexicon {
    language: Language,
    words: HashMap<Cow<'static, str>, Entry>,
    /// What each list holds, by its number.
    entries: Vec<Vec<&'static str>>,
    /// The values of numbers, ordinals, months and weekdays.
    values: HashMap<(List, &'static str), f64>,
    units: Vec<Unit>,
    pub(crate) negations: HashMap<&'static str, Negation>,
    pub(crate) turns: Vec<Turn>,
    pub(crate) opposites: Vec<(&'static str, &'static str)>,
    pub(crate) roles: Vec<(&'static str, &'static str)>,
    same: Vec<(&'static str, &'static str)>,
}

impl Lexicon {
    pub fn of(language: Language) -> &'static Self {
        static ALL: [LazyLock<Lexicon>; 7] = [
            LazyLock::new(|| Lexicon::read(Language::English)),
            LazyLock::new(|| Lexicon::read(Language::Bokmal)),
            LazyLock::new(|| Lexicon::read(Language::Nynorsk)),
            LazyLock::new(|| Lexicon::read(Language::Danish)),
            LazyLock::new(|| Lexicon::read(Language::Swedish)),
            LazyLock::new(|| Lexicon::read(Language::German)),
            LazyLock::new(|| Lexicon::read(Language::Other)),
        ];
        &ALL[language as usize]
    }

    pub fn language(&self) -> Language {
        self.language
    }

    /// Every list that a word stands in by itself. The word is as [`fold`](crate::fold) gives it, here and below.
    pub fn lists(&self, lower: &str) -> Lists {
        self.words.get(lower).map(|entry| entry.lists).unwrap_or_default()
    }

    /// Whether a word stands in a list by itself.
    pub fn has(&self, lower: &str, list: List) -> bool {
        self.lists(lower).has(list)
    }

    /// The lists that a word stands in by itself, and the phrases that begin with it.
    pub fn look_up(&self, lower: &str) -> (Lists, &[Phrase]) {
        self.words.get(lower).map_or((Lists::default(), &[]), |entry| (entry.lists, &entry.phrases))
    }

    /// The words and phrases of a list as they stand in its file.
    pub fn entries(&self, list: List) -> &[&'static str] {
        &self.entries[list as usize]
    }

    /// Whether a word or phrase of a list stands in a text.
    pub fn holds(&self, text: &str, list: List) -> bool {
        let words: Vec<Cow<'_, str>> = tokens(text).map(|token| token.lower()).collect();
        (0..words.len()).any(|at| self.stands_at(&words[at..], list))
    }

    /// Whether a text begins with a word or phrase of a list.
    pub fn begins(&self, text: &str, list: List) -> bool {
        // No phrase of a list is longer.
        let words: Vec<Cow<'_, str>> = tokens(text).take(12).map(|token| token.lower()).collect();
        self.stands_at(&words, list)
    }

    /// Whether a text ends with a word or phrase of a list.
    pub fn ends(&self, text: &str, list: List) -> bool {
        let words: Vec<Cow<'_, str>> = tokens(text).map(|token| token.lower()).collect();
        // No phrase of a list is longer.
        (words.len().saturating_sub(12)..words.len()).any(|at| {
            let (lists, phrases) = self.look_up(&words[at]);
            let alone = at + 1 == words.len() && lists.has(list);
            let reads =
                |phrase: &Phrase| words[at + 1..].iter().map(|w| &**w).eq(phrase.rest.iter().copied());
            alone || phrases.iter().any(|phrase| phrase.list == list && reads(phrase))
        })
    }

    fn stands_at(&self, words: &[Cow<'_, str>], list: List) -> bool {
        let Some((first, rest)) = words.split_first() else { return false };
        let (lists, phrases) = self.look_up(first);
        let reads = |phrase: &Phrase| {
            rest.get(..phrase.rest.len())
                .is_some_and(|words| words.iter().map(|word| &**word).eq(phrase.rest.iter().copied()))
        };
        lists.has(list) || phrases.iter().any(|phrase| phrase.list == list && reads(phrase))
    }

    /// The value of a number word: 12 for `twelve` and for `dozen`.
    pub fn number(&self, lower: &str) -> Option<f64> {
        self.value(List::Numbers, lower)
    }

    /// The place of a word in an order that everybody knows, such as that of the months; 1 for the first.
    pub fn value(&self, order: List, lower: &str) -> Option<f64> {
        self.values.get(&(order, lower)).copied()
    }

    /// The full name of a month, in lower case; 1 is the first.
    pub fn month(&self, number: usize) -> &'static str {
        let names = self
            .entries(List::Months)
            .iter()
            .filter(|name| self.value(List::Months, name).is_some_and(|value| value as usize == number));
        names.max_by_key(|name| name.len()).copied().unwrap_or_default()
    }

    /// Turns of phrase, each with its plainest form, the longest first.
    pub fn same_meanings(&self) -> &[(&'static str, &'static str)] {
        &self.same
    }

    /// Every unit, the longest first, since one may begin as another does.
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    fn read(language: Language) -> Self {
        let mut lexicon = Self {
            language,
            words: HashMap::new(),
            entries: vec![Vec::new(); List::COUNT],
            values: HashMap::new(),
            units: Vec::new(),
            negations: HashMap::new(),
            turns: Vec::new(),
            opposites: Vec::new(),
            roles: Vec::new(),
            same: Vec::new(),
        };
        for (list, folder, _, source) in FILES {
            if language.folders().contains(folder) {
                for line in source.lines().filter(|line| !line.starts_with('#')) {
                    lexicon.add_line(*list, line);
                }
            }
        }
        lexicon.turns.sort_by_key(|turn| std::cmp::Reverse(turn.from.split(' ').count()));
        lexicon.same.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.split(' ').count()));
        lexicon.opposites = word_pairs(&lexicon);
        lexicon.units.sort_by_key(|unit| std::cmp::Reverse(unit.written.len()));
        lexicon.mark_stop_words();
        lexicon
    }

    fn add_line(&mut self, list: List, line: &'static str) {
        let mut fields = line.split(" | ");
        let first = fields.next().unwrap_or_default();
        let (second, third) = (fields.next(), fields.next());
        self.entries[list as usize].push(first);
        match (list, second, third) {
            (List::Negations, Some(kind), None) => {
                self.negations.extend(Negation::of(kind).map(|kind| (first, kind)));
            }
            (List::Opposites, Some(to), Some(kind)) => {
                let opposite = Opposite::of(kind).map(|opposite| Turn { from: first, to, opposite });
                self.turns.extend(opposite);
            }
            (List::Roles, Some(other), None) => self.roles.push((first, other)),
            (List::SameMeaning, Some(plain), None) => self.same.push((first, plain)),
            (List::Units, Some(plain), Some(kind)) => {
                let kind = match kind {
                    "percent" => UnitKind::Percent,
                    "money" => UnitKind::Money,
                    _ => UnitKind::Measure,
                };
                self.units.push(Unit { written: first, plain, kind });
                return;
            }
            (_, Some(value), None) => {
                self.values.extend(value.parse::<f64>().ok().map(|value| ((list, first), value)));
            }
            _ => {}
        }
        match first.split_once(' ') {
            Some((start, rest)) => {
                let phrase = Phrase { list, rest: rest.split(' ').collect() };
                self.words.entry(Cow::Borrowed(start)).or_default().phrases.push(phrase);
            }
            None => self.add_word(first, list),
        }
    }

    fn add_word(&mut self, word: &'static str, list: List) {
        let either = List::Verbs | List::Nouns;
        let lists = match list {
            List::VerbForms => List::Verbs.into(),
            List::VerbOrNounForms | List::VerbsAndNouns => either,
            List::Participles => List::Verbs | List::Participles,
            list => list.into(),
        };
        self.mark(Cow::Borrowed(word), lists);
        if matches!(list, List::Verbs | List::VerbsAndNouns) {
            let inflect =
                if self.language == Language::English { inflection::english } else { inflection::norwegian };
            inflect(word, &mut |form, lists| self.mark(Cow::Owned(form), lists));
        }
        if list == List::VerbsAndNouns {
            self.mark(Cow::Owned(format!("{word}s")), either);
        }
    }

    fn mark(&mut self, word: Cow<'static, str>, lists: Lists) {
        let entry = self.words.entry(word).or_default();
        entry.lists = entry.lists | lists;
    }

    /// What belongs to a closed class, and the adverbs, are stop words.
    fn mark_stop_words(&mut self) {
        let closed = List::Determiners
            | List::Pronouns
            | List::Prepositions
            | List::Conjunctions
            | List::Auxiliaries
            | List::Negations
            | List::Adverbs;
        for entry in self.words.values_mut() {
            if entry.lists.overlaps(closed) {
                entry.lists = entry.lists | List::StopWords;
            }
        }
    }
}

/// Single words that are opposites, each pair once. A negation is not a word of its own; `more` and `less` modify the
/// word after them, which two options seldom share.
fn word_pairs(lexicon: &Lexicon) -> Vec<(&'static str, &'static str)> {
    let weighs = |word: &str| lexicon.has(word, List::Determiners) && lexicon.has(word, List::Adverbs);
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for turn in lexicon.turns.iter().filter(|turn| !(weighs(turn.from) && weighs(turn.to))) {
        let words = !turn.from.contains(' ') && !turn.to.contains(' ') && turn.opposite != Opposite::Denial;
        if words && !pairs.contains(&(turn.to, turn.from)) {
            pairs.push((turn.from, turn.to));
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::fold;

    #[test]
    fn verbs_are_inflected() {
        let english = Lexicon::of(Language::English);
        for form in ["uses", "used", "using", "carries", "carried", "stopped", "passes", "wrote"] {
            assert!(english.has(form, List::Verbs), "{form}");
        }
        let norwegian = Lexicon::of(Language::Nynorsk);
        for form in ["bruker", "brukes", "kalles", "dannet", "endrar", "smeltes", "glemte", "består"] {
            assert!(norwegian.has(form, List::Verbs), "{form}");
        }
        assert!(!norwegian.has("fotosyntese", List::Verbs));
        assert!(english.has("therefore", List::StopWords));
    }

    #[test]
    fn phrases_are_as_texts_are_cut() {
        for (list, folder, file, source) in FILES {
            // Units and abbreviations contain symbols.
            if *list == List::Units || file.starts_with("abbreviations") {
                continue;
            }
            for line in source.lines().filter(|line| !line.starts_with('#')) {
                let phrase = line.split(" | ").next().unwrap_or_default();
                let words: Vec<_> = tokens(phrase).map(|token| fold(token.text)).collect();
                assert_eq!(words.join(" "), phrase, "{folder}/{file} of {list:?}");
            }
        }
    }

    #[test]
    fn every_field_of_a_line_is_understood() {
        for language in Language::ALL {
            let lexicon = Lexicon::of(language);
            let of = |list| lexicon.entries(list).len();
            let valued = [List::Numbers, List::Ordinals, List::Months, List::Weekdays];
            assert_eq!(lexicon.negations.len(), of(List::Negations));
            assert_eq!(lexicon.turns.len(), of(List::Opposites));
            assert_eq!(lexicon.roles.len(), of(List::Roles));
            assert_eq!(lexicon.same.len(), of(List::SameMeaning));
            assert_eq!(lexicon.units.len(), of(List::Units));
            assert_eq!(lexicon.values.len(), valued.iter().map(|list| of(*list)).sum::<usize>());
        }
    }

    #[test]
    fn numbers_and_months_have_values() {
        let english = Lexicon::of(Language::English);
        assert_eq!(english.number("twelve"), Some(12.0));
        assert_eq!(english.number("many"), None);
        assert_eq!(english.value(List::Months, "march"), Some(3.0));
        assert_eq!(english.month(5), "may");
        assert_eq!(Lexicon::of(Language::Bokmal).number("syv"), Some(7.0));
        assert_eq!(Lexicon::of(Language::Bokmal).month(5), "mai");
    }

    #[test]
    fn phrases_are_found_in_a_text() {
        let english = Lexicon::of(Language::English);
        assert!(english.holds("See what the text says.", List::SourcePhrases));
        assert!(english.begins("The text says so.", List::SourcePhrases));
        assert!(!english.begins("See what the text says.", List::SourcePhrases));
        assert!(english.ends("It takes up to", List::UpperBounds));
        assert!(!english.ends("It takes up to an", List::UpperBounds));
        assert!(!english.holds("The texture says little.", List::SourcePhrases));
    }
}
