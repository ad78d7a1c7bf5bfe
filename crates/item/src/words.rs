//! An item split into words once, for every check of its wording.

use std::borrow::Cow;
use std::ops::Range;

use tutti_lexicon::{Language, Lexicon, List, Lists, Negation, TokenKind, fold, root, tokens};

use crate::text::{Part, parse_number, parts};
use crate::{Body, Item};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    Word,
    Number,
    Maths,
}

#[derive(Debug)]
pub(crate) struct Word<'a> {
    pub(crate) raw: &'a str,
    /// As it is compared and looked up.
    pub(crate) lower: Cow<'a, str>,
    pub(crate) sort: Sort,
    pub(crate) emphasised: bool,
    /// Which sentence of the text it is in.
    pub(crate) sentence: usize,
    /// Neither a silent word nor a letter on its own; known once the language is.
    pub(crate) content: bool,
    /// What it denies; known once the language is.
    pub(crate) negation: Option<Negation>,
    /// The lists it stands in by itself; known once the language is.
    lists: Lists,
    start: usize,
    /// How much of `lower` is its root.
    root: usize,
}

impl Word<'_> {
    pub(crate) fn root(&self) -> &str {
        &self.lower[..self.root]
    }

    /// Whether the word by itself stands in a list.
    pub(crate) fn is(&self, list: List) -> bool {
        self.lists.has(list)
    }

    pub(crate) fn hedges(&self) -> bool {
        self.is(List::Hedges) || self.is(List::Approximators)
    }

    /// Whether it makes a question ask for what is not so.
    pub(crate) fn reverses(&self) -> bool {
        use Negation::{Clause, Ever, Lack, Pair};
        matches!(self.negation, Some(Clause | Ever | Pair | Lack)) || self.is(List::Exceptions)
    }

    /// Whether it denies what is said: `not`, `never`, `no`.
    pub(crate) fn denies(&self) -> bool {
        matches!(self.negation, Some(Negation::Clause | Negation::Ever | Negation::None))
    }
}

/// A text in words.
#[derive(Debug)]
pub(crate) struct Text<'a> {
    pub(crate) source: &'a str,
    pub(crate) words: Vec<Word<'a>>,
    pub(crate) sentences: usize,
    /// The lowercase words with one space around each, for phrases.
    flat: String,
    length: usize,
    /// Phrases of the lexicon, by first and last word; known once the language is.
    phrases: Vec<(List, usize, usize)>,
}

impl<'a> Text<'a> {
    pub(crate) fn new(source: &'a str) -> Self {
        let mut text = Self {
            source,
            words: Vec::new(),
            sentences: 0,
            flat: String::new(),
            length: 0,
            phrases: Vec::new(),
        };
        for part in parts(source) {
            match part {
                Part::Text(plain) => text.cut(plain, offset(source, plain)),
                Part::Maths { tex, .. } => {
                    text.push(tex.trim(), offset(source, tex.trim()), Sort::Maths, false);
                }
                Part::Image { .. } => {}
            }
        }
        text.sentences += usize::from(text.words.last().is_some_and(|word| word.sentence == text.sentences));
        text.flat.reserve(source.len() + 2);
        text.flat.push(' ');
        for word in &text.words {
            if word.sort == Sort::Maths {
                text.flat.extend(word.lower.chars().filter(|c| !c.is_whitespace()));
            } else {
                text.flat.push_str(&word.lower);
            }
            text.flat.push(' ');
        }
        text
    }

    fn push(&mut self, raw: &'a str, start: usize, sort: Sort, emphasised: bool) {
        let lower = if sort == Sort::Maths { Cow::Borrowed(raw) } else { fold(raw) };
        let root = if sort == Sort::Word { root(&lower).len() } else { lower.len() };
        let sentence = self.sentences;
        self.length += lower.chars().count() + 1;
        self.words.push(Word {
            raw,
            lower,
            sort,
            emphasised,
            sentence,
            content: false,
            negation: None,
            lists: Lists::default(),
            start,
            root,
        });
    }

    fn cut(&mut self, plain: &'a str, base: usize) {
        let mut starred = false;
        let mut end = 0;
        for token in tokens(plain) {
            let at = token.range.start;
            self.pass(plain, end..at, &mut starred);
            end = token.range.end;
            let capitals = token.text.len() > 1 && token.text.chars().all(char::is_uppercase);
            // A LaTeX command that was left outside of maths is not a word.
            let command = plain[..at].ends_with('\\');
            let sort = match token.kind {
                TokenKind::Number => Sort::Number,
                TokenKind::Word if command => Sort::Maths,
                TokenKind::Word => Sort::Word,
            };
            self.push(token.text, base + at, sort, capitals || starred);
        }
        self.pass(plain, end..plain.len(), &mut starred);
    }

    /// Takes note of the signs between two words: a sentence may end there, an emphasis begin or end.
    fn pass(&mut self, plain: &str, between: Range<usize>, starred: &mut bool) {
        for (at, c) in plain[between.clone()].char_indices().map(|(at, c)| (between.start + at, c)) {
            if c == '*' && !plain[..at].ends_with('*') {
                let opens = plain[at..].trim_start_matches('*').starts_with(char::is_alphanumeric);
                *starred = !*starred && opens;
            }
            let ends = matches!(c, '.' | '?' | '!')
                && plain[at + 1..].chars().next().is_none_or(char::is_whitespace)
                && self.words.last().is_some_and(|word| word.sentence == self.sentences);
            self.sentences += usize::from(ends);
        }
    }

    /// The words of `phrase`, which is lowercase with single spaces, as they stand in the text.
    pub(crate) fn phrase(&self, phrase: &str) -> Option<&'a str> {
        if phrase.is_empty() {
            return None;
        }
        // With its spaces, so that no part of a word is found: trying again after each would take the square.
        let at = self.flat.find(&format!(" {phrase} "))?;
        let first = self.flat[..at].bytes().filter(|b| *b == b' ').count();
        let last = first + phrase.bytes().filter(|b| *b == b' ').count();
        Some(self.between(first, last))
    }

    /// Looks every word up once, in all the lists of the language together.
    pub(crate) fn know(&mut self, lexicon: &'static Lexicon) {
        for first in 0..self.words.len() {
            let word = &self.words[first];
            if word.sort != Sort::Word {
                continue;
            }
            let (mut lists, phrases) = lexicon.look_up(&word.lower);
            let negation = lists.has(List::Negations).then(|| lexicon.negation(&word.lower)).flatten();
            for list in [List::VagueAmounts, List::Hedges, List::Approximators] {
                if lists.has(list) && self.is_other_sense(list, first, lexicon) {
                    lists = lists.without(list);
                }
            }
            for phrase in phrases {
                let last = first + phrase.rest.len();
                let following = self.words.get(first + 1..=last);
                if following.is_some_and(|words| {
                    words.iter().map(|word| &*word.lower).eq(phrase.rest.iter().copied())
                }) {
                    self.phrases.push((phrase.list, first, last));
                }
            }
            let word = &mut self.words[first];
            word.content = word.lower.len() > 2 && !lists.has(List::SilentWords);
            (word.lists, word.negation) = (lists, negation);
        }
    }

    /// Whether a word of a list means something else here: `too many` weighs and is not vague, `most of it` is an amount,
    /// `around the pole` a place, `about` a number of weeks a hedge and `about` the weather none.
    fn is_other_sense(&self, list: List, at: usize, lexicon: &Lexicon) -> bool {
        let lower = |place: Option<usize>| {
            place.and_then(|place| self.words.get(place)).map_or("", |word| &*word.lower)
        };
        let (before, after) = (lower(at.checked_sub(1)), lower(Some(at + 1)));
        match (list, &*self.words[at].lower) {
            (List::VagueAmounts, "many" | "few") => ["too", "so", "as", "how"].contains(&before),
            (List::VagueAmounts, "mange" | "få") => ["for", "så", "hvor"].contains(&before),
            (List::Hedges, "most") => after == "of" || ["the", "at"].contains(&before),
            (List::Approximators, "about" | "around") => !self.counts(at + 1, lexicon),
            (List::Hedges, "may") => {
                let alone = ["", "to", "and", "or"].contains(&after) || self.counts(at + 1, lexicon);
                self.words[at].raw == "May" && (at > 0 || alone)
            }
            _ => false,
        }
    }

    /// Whether a number follows: `12`, `twelve`, `half`, `a third`, `a week`.
    fn counts(&self, at: usize, lexicon: &Lexicon) -> bool {
        let Some(word) = self.words.get(at) else { return false };
        let article = lexicon.has(&word.lower, List::Articles) || *word.lower == *"the";
        let word = if article { self.words.get(at + 1).unwrap_or(word) } else { word };
        let lists = lexicon.lists(&word.lower);
        word.sort == Sort::Number
            || lists.has(List::Numbers)
            || lists.has(List::Fractions)
            || lists.has(List::Periods)
    }

    /// The first words in the text that stand in a list and fit, by their places: a phrase before its first word.
    fn first_in(&self, list: List, fits: impl Fn(usize, usize) -> bool) -> Option<&'a str> {
        let of_list = |place: &&(List, usize, usize)| place.0 == list && fits(place.1, place.2);
        let phrase = self.phrases.iter().find(of_list).map(|(_, first, last)| (*first, *last));
        let words = self.words.iter().enumerate();
        let word =
            words.into_iter().find(|(at, word)| word.is(list) && fits(*at, *at)).map(|(at, _)| (at, at));
        let (first, last) = match (phrase, word) {
            (Some(phrase), Some(word)) => Some(if phrase.0 <= word.0 { phrase } else { word }),
            (phrase, word) => phrase.or(word),
        }?;
        Some(self.between(first, last))
    }

    /// The first words in the text that stand in a list.
    pub(crate) fn first_listed(&self, list: List) -> Option<&'a str> {
        self.first_in(list, |_, _| true)
    }

    /// The first absolute words, a strong one before a mild one: `every child never`.
    pub(crate) fn absolute(&self) -> Option<&'a str> {
        let mild = |first: usize, last: usize| {
            first == last && self.words[first].is(List::MildAbsolutes)
                || self.phrases_at(first).contains(&(List::MildAbsolutes, first, last))
        };
        let strong = self.first_in(List::Absolutes, |first, last| !mild(first, last));
        strong.or_else(|| self.first_listed(List::Absolutes))
    }

    /// The phrases that begin with a word; they are in the order of their first words.
    fn phrases_at(&self, first: usize) -> &[(List, usize, usize)] {
        let from = self.phrases.partition_point(|phrase| phrase.1 < first);
        let to = self.phrases.partition_point(|phrase| phrase.1 <= first);
        &self.phrases[from..to]
    }

    /// Whether the whole text is one phrase of a list.
    pub(crate) fn is_listed(&self, list: List) -> bool {
        let word = matches!(&self.words[..], [word] if word.is(list));
        word || self
            .phrases
            .iter()
            .any(|(of, first, last)| *of == list && *first == 0 && last + 1 == self.words.len())
    }

    /// From one word to another, by their places.
    pub(crate) fn between(&self, first: usize, last: usize) -> &'a str {
        let Some(first) = self.words.get(first) else { return self.source };
        let last = self.words.get(last).unwrap_or(first);
        self.source.get(first.start..last.start + last.raw.len()).unwrap_or(first.raw)
    }

    pub(crate) fn has(&self, lower: &str) -> bool {
        self.words.iter().any(|word| word.lower == lower)
    }

    pub(crate) fn first(&self) -> &str {
        self.words.first().map_or("", |word| &word.lower)
    }

    /// Letters and digits: the visible length of an option.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    pub(crate) fn flat(&self) -> &str {
        self.flat.trim()
    }

    /// The sentence that asks: the last with a question mark, or the last.
    pub(crate) fn asking(&self) -> impl Iterator<Item = &Word<'a>> {
        let asks = |end: &Word<'_>| {
            let after = &self.source[end.start + end.raw.len()..];
            after.trim_start_matches(|c: char| !c.is_alphanumeric() && !".?!".contains(c)).starts_with('?')
        };
        let last = self.sentences.saturating_sub(1);
        let asking = if self.source.contains('?') {
            let mut ends = self.words.chunk_by(|a, b| a.sentence == b.sentence).filter_map(<[_]>::last).rev();
            ends.find(|end| asks(end)).map_or(last, |end| end.sentence)
        } else {
            last
        };
        self.words.iter().filter(move |word| word.sentence == asking)
    }
}

fn offset(source: &str, part: &str) -> usize {
    part.as_ptr() as usize - source.as_ptr() as usize
}

/// A number with what stands around it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Quantity<'a> {
    pub(crate) value: f64,
    pub(crate) unit: &'a str,
}

/// The quantity that a whole option is: `-3`, `\(\frac12\)`, `9 m`, `12\pi`. None for text with a number in it.
pub(crate) fn quantity(source: &str) -> Option<Quantity<'_>> {
    let text = source.trim().trim_end_matches('.');
    if text.len() > 40 || !text.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    if let Some(value) = parse_number(text) {
        return Some(Quantity { value, unit: if text.contains('%') { "%" } else { "" } });
    }
    let inner = text.strip_prefix("\\(").and_then(|t| t.strip_suffix("\\)")).unwrap_or(text).trim();
    let inner = inner.strip_prefix(['$', '£', '€']).unwrap_or(inner);
    let end = inner
        .char_indices()
        .find(|(_, c)| !(c.is_ascii_digit() || ".,-−–/".contains(*c)))
        .map_or(inner.len(), |(at, _)| at);
    let value = parse_number(inner[..end].trim_end_matches([',', '.']))?;
    let unit = inner[end..].trim();
    if ["percent", "per cent", "pct"].contains(&unit) {
        return Some(Quantity { value: value / 100.0, unit: "%" });
    }
    let fits = unit.split_whitespace().count() <= 2
        && !unit.bytes().any(|b| b.is_ascii_digit())
        && !unit.contains(['+', '-', '=', '<', '>']);
    fits.then_some(Quantity { value, unit })
}

/// An item in words.
#[derive(Debug)]
pub(crate) struct View<'a> {
    pub(crate) stem: Text<'a>,
    pub(crate) options: Vec<Text<'a>>,
    /// Only for one key among options.
    pub(crate) key: Option<usize>,
    pub(crate) amounts: Vec<Option<Quantity<'a>>>,
    /// One for each option if all are quantities in the same unit, otherwise empty.
    pub(crate) quantities: Vec<f64>,
    pub(crate) lexicon: &'static Lexicon,
    pub(crate) statement: bool,
}

impl<'a> View<'a> {
    pub(crate) fn new(item: &'a Item) -> Self {
        let mut stem = Text::new(item.stem.as_str());
        let mut options: Vec<_> =
            item.options().iter().map(|option| Text::new(option.text.as_str())).collect();
        let lexicon = lexicon_for(item.language.as_deref(), &stem);
        stem.know(lexicon);
        for option in &mut options {
            option.know(lexicon);
        }
        let amounts: Vec<_> = options.iter().map(|option| quantity(option.source)).collect();
        let found: Vec<_> = amounts.iter().copied().flatten().collect();
        let one_unit = found.windows(2).all(|pair| same_unit(pair[0].unit, pair[1].unit));
        let all = one_unit && found.len() == options.len();
        let quantities = if all { found.iter().map(|q| q.value).collect() } else { Vec::new() };
        Self {
            stem,
            options,
            key: item.key_place(),
            amounts,
            quantities,
            lexicon,
            statement: matches!(item.body, Body::TrueFalse { .. }),
        }
    }

    pub(crate) fn is_english(&self) -> bool {
        self.lexicon.language() == Language::English
    }

    pub(crate) fn distractors(&self) -> impl Iterator<Item = (usize, &Text<'a>)> {
        self.options.iter().enumerate().filter(|(place, _)| Some(*place) != self.key)
    }

    pub(crate) fn key_text(&self) -> Option<&Text<'a>> {
        self.key.and_then(|key| self.options.get(key))
    }
}

/// By the item's own tag, or by the small words of its stem. An item that is not in Norwegian is read as English.
fn lexicon_for(language: Option<&str>, stem: &Text<'_>) -> &'static Lexicon {
    let (english, norwegian) = (Lexicon::of(Language::English), Lexicon::of(Language::Bokmal));
    let is_norwegian = match language {
        Some(tag) => Language::from_code(tag).is_norwegian(),
        None => {
            let small = |lexicon: &Lexicon| {
                stem.words.iter().filter(|word| lexicon.has(&word.lower, List::StopWords)).count()
            };
            small(norwegian) > small(english)
        }
    };
    if is_norwegian { norwegian } else { english }
}

/// `1 day` and `2 days` are in one unit.
fn same_unit(a: &str, b: &str) -> bool {
    a == b || a.strip_suffix('s') == Some(b) || b.strip_suffix('s') == Some(a)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_sentences_and_phrases() {
        let text = Text::new("The CPU isn't *hot*. Which of the 3.5 units in \\(x + 1\\) is **NOT** used?");
        let lower: Vec<_> = text.words.iter().map(|word| &*word.lower).collect();
        assert_eq!(
            lower,
            [
                "the", "cpu", "isn't", "hot", "which", "of", "the", "3.5", "units", "in", "x + 1", "is",
                "not", "used"
            ]
        );
        assert_eq!(text.sentences, 2);
        assert_eq!(text.asking().next().map(|word| word.raw), Some("Which"));
        assert_eq!(text.phrase("which of"), Some("Which of"));
        assert_eq!(text.phrase("hich of"), None);
        let emphasised: Vec<_> = text.words.iter().filter(|w| w.emphasised).map(|w| w.raw).collect();
        assert_eq!(emphasised, ["CPU", "hot", "NOT"]);
    }

    #[test]
    fn the_language_is_told_by_tag_or_small_words() {
        let english = |tag, stem: &str| lexicon_for(tag, &Text::new(stem)).language() == Language::English;
        let stem = "Hvilken gass er det mest av i lufta?";
        assert!(!english(None, stem));
        assert!(english(Some("en-GB"), stem));
        assert!(english(None, "What is the sum?"));
        assert!(english(None, ""));
    }

    #[test]
    fn options_that_are_quantities() {
        for (text, expected) in [
            ("9 m", Some((9.0, "m"))),
            ("\\(12\\pi\\)", Some((12.0, "\\pi"))),
            ("−2.5", Some((-2.5, ""))),
            ("50%", Some((0.5, "%"))),
            ("$40", Some((40.0, ""))),
            ("It rises by 3 m", None),
            ("3 and 5", None),
        ] {
            assert_eq!(quantity(text).map(|q| (q.value, q.unit)), expected, "{text}");
        }
    }
}
