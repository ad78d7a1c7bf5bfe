//! The small grammar that the extractors share: which word of a sentence is a verb, what can be a term, and what can be
//! said of it.

use std::ops::Range;

use tutti_lexicon::{Lexicon, List, Negation};

use crate::Language;
use crate::text::{Gap, Text, Word};

mod capitals;

pub(crate) use capitals::one_line;

/// How many words on either side belong to the same part of a sentence at most; keeps endless lines from taking for ever.
const NEAR: usize = 24;

/// A sentence as its words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clause<'t, 'a> {
    pub(crate) text: &'a str,
    pub(crate) words: &'t [Word<'a>],
    source: &'t Text<'a>,
}

impl<'t, 'a> Clause<'t, 'a> {
    pub(crate) fn new(text: &'a str, words: &'t [Word<'a>], source: &'t Text<'a>) -> Self {
        Self { text, words, source }
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    pub(crate) fn is(&self, at: usize, list: List) -> bool {
        self.words.get(at).is_some_and(|word| word.is(list))
    }

    pub(crate) fn lower(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| word.lower())
    }

    pub(crate) fn gap(&self, at: usize) -> Gap {
        self.words.get(at).map_or(Gap::Strong, |word| word.gap)
    }

    /// Whether the words from `at` on are these, with nothing between them.
    pub(crate) fn reads(&self, at: usize, phrase: &str) -> bool {
        phrase.split(' ').enumerate().all(|(step, word)| {
            self.lower(at + step) == word
                && (step == 0 || matches!(self.gap(at + step), Gap::None | Gap::Quote))
        })
    }

    /// The first of the phrases that stands at a place, as its number of words.
    pub(crate) fn any(&self, at: usize, phrases: &[&str]) -> Option<usize> {
        phrases.iter().find(|phrase| self.reads(at, phrase)).map(|phrase| phrase.split(' ').count())
    }

    /// The text of some words on one line.
    pub(crate) fn line(&self, words: Range<usize>) -> String {
        one_line(self.slice(words))
    }

    /// The text of some words, with the bracket or quote that closes one opened among them.
    pub(crate) fn slice(&self, words: Range<usize>) -> &'a str {
        let Some((first, last)) =
            self.words.get(words.start).zip(words.end.checked_sub(1).and_then(|at| self.words.get(at)))
        else {
            return "";
        };
        let mut start = first.range.start;
        let mut end = last.range.end.max(start);
        // A symbol that is not a word belongs to the last number.
        if last.is_numeric()
            && let Some(sign) = [" %", "\u{a0}%", " °", "\u{a0}°", " ‰"]
                .iter()
                .find(|sign| self.text[end..].starts_with(**sign))
        {
            end += sign.len();
        }
        while let Some(c) = self.text[end..].chars().next() {
            let inner = &self.text[start..end];
            let closes = match c {
                ')' => inner.matches('(').count() > inner.matches(')').count(),
                ']' => inner.matches('[').count() > inner.matches(']').count(),
                '»' => inner.matches('«').count() > inner.matches('»').count(),
                '”' => inner.matches('“').count() > inner.matches('”').count(),
                '"' => inner.matches('"').count() % 2 == 1,
                '%' | '°' => true,
                _ => false,
            };
            if !closes {
                break;
            }
            end += c.len_utf8();
        }
        let before = &self.text[..start];
        if let Some(open) = before.chars().next_back() {
            let inner = &self.text[start..end];
            let close = match open {
                '«' => Some('»'),
                '“' => Some('”'),
                '$' | '£' | '€' | '−' | '-' => None,
                _ => Some('\0'),
            };
            match close {
                Some(close) if inner.contains(close) => start -= open.len_utf8(),
                None => start -= open.len_utf8(),
                Some(_) => {}
            }
        }
        &self.text[start..end]
    }

    /// Whether the word is a verb here. A word that can be either is one unless what stands before makes it a noun.
    pub(crate) fn verb(&self, at: usize) -> bool {
        let Some(word) = self.words.get(at) else { return false };
        if word.is(List::Auxiliaries) {
            return true;
        }
        if !word.is(List::Verbs) || word.is(List::StopWords) {
            return false;
        }
        let before = at.checked_sub(1).and_then(|at| self.words.get(at)).filter(|_| word.gap == Gap::None);
        let led = before.is_some_and(|before| {
            (before.is(List::Determiners) && !before.is(List::Relatives))
                || before.is(List::Adjectives)
                || before.is(List::Numbers)
                || before.is_numeric()
                || before.lower().ends_with("'s")
                || (before.is(List::Prepositions) && !before.is(List::Modals))
                || is_adjective(before.lower(), self.source.language())
        });
        let next = self.words.get(at + 1).filter(|next| next.gap == Gap::None);
        if word.is(List::Adjectives) {
            return before.is_some_and(|before| before.is(List::Modals));
        }
        if word.is(List::Participles) {
            let modifies = next.is_some_and(|next| next.is_content() && !next.is(List::Verbs));
            let starts = before.is_none_or(|before| before.is(List::Conjunctions));
            let gerund = word.lower().ends_with("ing");
            let nominal = word.is(List::Nouns) && led;
            return !(nominal || (led && (modifies || gerund)) || (starts && (modifies || gerund)));
        }
        if !word.is(List::Nouns) {
            return !before.is_some_and(|before| before.is(List::Articles));
        }
        if led || before.is_none() {
            return false;
        }
        let lexicon = Lexicon::of(self.source.language());
        if before.is_some_and(|before| lexicon.negation(before.lower()) == Some(Negation::Clause)) {
            return true;
        }
        if before.is_some_and(|before| {
            before.is(List::Pronouns) || before.is(List::Modals) || before.is(List::Relatives)
        }) {
            return true;
        }
        if before.is_some_and(|before| before.is(List::StopWords)) {
            return false;
        }
        !self.has_clear_verb_near(at)
            || next.is_some_and(|next| next.is(List::Articles) || next.is(List::Pronouns))
    }

    /// A verb that could be nothing else.
    pub(crate) fn clear_verb(&self, at: usize) -> bool {
        self.verb(at)
            && !self.is(at, List::Participles)
            && (!self.is(at, List::Nouns) || self.is(at, List::Auxiliaries))
    }

    /// Whether a word that can only be a verb stands in the same part of the sentence.
    fn has_clear_verb_near(&self, at: usize) -> bool {
        let clear = |word: &Word<'_>| {
            let other = [List::Nouns, List::Participles, List::Adjectives, List::StopWords];
            word.is(List::Auxiliaries) || (word.is(List::Verbs) && !other.iter().any(|class| word.is(*class)))
        };
        let breaks =
            |at: usize| self.is(at, List::Conjunctions) || !matches!(self.gap(at), Gap::None | Gap::Quote);
        let mut from = at;
        while from > at.saturating_sub(NEAR) && !breaks(from) {
            from -= 1;
        }
        let last = self.len().min(at + NEAR);
        let end = (at + 1..last).find(|at| breaks(*at)).unwrap_or(last);
        self.words[from..end].iter().any(clear)
    }

    /// Whether the word can end a name of a thing.
    pub(crate) fn noun(&self, at: usize) -> bool {
        let Some(word) = self.words.get(at) else { return false };
        let adverb = self.source.language() == Language::English
            && word.lower().ends_with("ly")
            && word.lower() != "family";
        word.is_content()
            && !adverb
            && !word.is(List::Adjectives)
            && !word.is(List::Opinions)
            && !self.verb(at)
    }

    /// A word inside a name of a thing.
    pub(crate) fn inner(&self, at: usize) -> bool {
        self.words
            .get(at)
            .is_some_and(|word| (word.is_content() || word.is(List::Adjectives)) && !self.verb(at))
    }

    /// Whether some words can stand on a card as a term, and as what: without its article, a name with its capital and
    /// anything else without.
    pub(crate) fn term(&self, words: Range<usize>) -> Option<String> {
        let mut from = words.start;
        if self.is(from, List::Articles) {
            from += 1;
        }
        // A Norwegian noun with an adjective has its article before it, and is odd without.
        let definite = from == words.start && matches!(self.lower(from), "den" | "det" | "de" | "dei");
        let inner = from + usize::from(definite)..words.end;
        let count = inner.len();
        if count == 0 || count > 6 || (definite && count < 2) {
            return None;
        }
        let mut linked = 0;
        for at in inner.clone() {
            if at > words.start && !matches!(self.gap(at), Gap::None | Gap::Quote) {
                return None;
            }
            let edge = at == inner.start || at + 1 == inner.end;
            if self.inner(at) {
                continue;
            }
            let link = self.is(at, List::Prepositions)
                || (self.is(at, List::Articles) && self.is(at - 1, List::Prepositions));
            if edge || !link {
                return None;
            }
            linked += usize::from(self.is(at, List::Prepositions));
        }
        let says = |at: usize| {
            self.words.get(at).is_some_and(|word| {
                word.is_content()
                    && ![
                        List::GeneralNouns,
                        List::Adjectives,
                        List::Opinions,
                        List::Persons,
                        List::Numbers,
                        List::Deictics,
                        List::Months,
                    ]
                    .iter()
                    .any(|class| word.is(*class))
            })
        };
        let last = inner.end - 1;
        // What "the aim of the law" is about is an aim.
        let about =
            inner.clone().find(|at| self.is(*at, List::Prepositions)).and_then(|at| at.checked_sub(1));
        if about.is_some_and(|at| self.is(at, List::GeneralNouns) || self.is(at, List::WeakCategories)) {
            return None;
        }
        let opinion = inner.clone().any(|at| self.is(at, List::Opinions) || self.is(at, List::Deictics));
        if linked > 1
            || opinion
            || !self.noun(last)
            || self.is(last, List::Persons)
            || !inner.clone().any(says)
        {
            return None;
        }
        let text = self.line(from..words.end);
        let text = text.trim_matches(['"', '“', '”', '«', '»', '*', '_', '\'', '‘', '’']);
        if from == 0 && count > 1 && self.words.get(1).is_some_and(Word::is_capital) {
            // A title: its words are names, or all of them are known without capitals.
            let common = inner
                .clone()
                .all(|at| self.words.get(at).is_some_and(|word| self.source.is_name(word) == Some(false)));
            return Some(if common { text.to_lowercase() } else { text.to_owned() });
        }
        Some(if from == 0 { self.without_capital(text, last == inner.start) } else { text.to_owned() })
    }

    /// Some words as inside a sentence; none if they contain a line break.
    pub(crate) fn term_form(&self, words: Range<usize>) -> Option<String> {
        let text = self.slice(words.clone());
        if text.contains(['\n', '\t']) || text.len() > 80 {
            return None;
        }
        // A title keeps its capitals.
        let title = words.len() > 1 && self.words.get(words.start + 1).is_some_and(Word::is_capital);
        let opens = words.start == 0 && !title;
        Some(if opens { self.without_capital(text, words.len() == 1) } else { text.to_owned() })
    }

    /// Whether the sentence begins as one that needs the sentence before it.
    pub(crate) fn leans_back(&self) -> bool {
        let Some(first) = self.words.first() else { return true };
        let exists = matches!(
            (first.lower(), self.lower(1)),
            ("there", "is" | "are" | "was" | "were") | ("det", "finnes" | "finst" | "fins" | "fantes")
        );
        if exists {
            return false;
        }
        let phrases = Lexicon::of(self.source.language()).entries(List::ConnectivePhrases);
        let english = self.source.language() == Language::English;
        // `because …, …` and `since …, …` contain both their parts.
        let whole = matches!(first.lower(), "because" | "since" | "fordi" | "siden" | "sidan" | "både")
            && self.words.iter().skip(2).any(|word| word.gap == Gap::Comma);
        // In Norwegian `for`, `den` and `de` also begin a phrase: for å …, den norske kongen, de fleste.
        let phrase = !english
            && ((first.lower() == "for" && self.lower(1) == "å")
                || (matches!(first.lower(), "den" | "det" | "de" | "dei") && self.inner(1) && self.noun(2)));
        let back =
            first.is(List::Anaphors) || first.is(List::Connectives) || (english && first.is(List::Deictics));
        (back && !whole && !phrase)
            || self.has_unnamed_person()
            || first.is(List::Deictics)
            || phrases.iter().any(|phrase| {
                // "In contrast to fish, …" contains what it contrasts with.
                let after = phrase.split(' ').count();
                self.reads(0, phrase) && !matches!(self.lower(after), "of" | "to" | "av" | "til")
            })
    }

    /// Whether somebody is spoken of early on who has not been named: "In 1440 he began …".
    fn has_unnamed_person(&self) -> bool {
        let person = |lower: &str| match self.source.language() {
            Language::English => matches!(lower, "he" | "she" | "they" | "his" | "him"),
            _ => matches!(lower, "han" | "hun" | "ho" | "henne"),
        };
        (0..self.len().min(5))
            .find(|at| person(self.lower(*at)))
            .is_some_and(|at| !(0..at).any(|at| self.noun(at)))
    }

    /// Whether a word among these points out of the sentence.
    pub(crate) fn points_out(&self, words: Range<usize>) -> bool {
        words.clone().any(|at| {
            let Some(word) = self.words.get(at) else { return false };
            match word.lower() {
                "such" => self.lower(at + 1) != "as",
                "those" => !matches!(self.lower(at + 1), "who" | "that" | "which" | "with" | "of" | "in"),
                "slik" | "sånn" => self.lower(at + 1) != "at",
                "slike" => self.lower(at + 1) != "som",
                "following" => self.lower(at.wrapping_sub(1)) == "the",
                "above" | "below" => {
                    matches!(
                        self.lower(at.wrapping_sub(1)),
                        "the" | "as" | "see" | "shown" | "listed" | "described" | "given"
                    ) || at + 1 == self.len()
                }
                "i" | "me" if self.source.language().is_norwegian() => false,
                "former" if self.source.language() == Language::English => {
                    self.lower(at.wrapping_sub(1)) == "the"
                }
                _ => word.is(List::Deictics),
            }
        })
    }

    pub(crate) fn source(&self) -> &'t Text<'a> {
        self.source
    }

    pub(crate) fn is_norwegian(&self) -> bool {
        self.source.language().is_norwegian()
    }

    pub(crate) fn asks(&self) -> bool {
        self.text.trim_end_matches(['"', '”', '»', ')', '*']).ends_with('?')
    }

    /// The end of the run of adjectives and nouns from a place on, and whether its last word is the name of a thing.
    pub(crate) fn run(&self, from: usize) -> Option<usize> {
        let mut end = from;
        while self.inner(end) && (end == from || matches!(self.gap(end), Gap::None | Gap::Quote)) {
            end += 1;
        }
        (end > from && self.noun(end - 1)).then_some(end)
    }
}

/// An adjective by its ending, which cannot be a term by itself.
pub(crate) fn is_adjective(lower: &str, language: Language) -> bool {
    let endings: &[&str] = match language {
        Language::English => &[
            "ous", "able", "ible", "ful", "less", "ical", "ional", "ural", "ental", "ctive", "utive", "itive",
        ],
        Language::Bokmal | Language::Nynorsk => {
            &["lig", "lige", "leg", "lege", "isk", "iske", "som", "løs", "løse"]
        }
        _ => &[],
    };
    lower.chars().count() > 6 && endings.iter().any(|end| lower.ends_with(end))
}
