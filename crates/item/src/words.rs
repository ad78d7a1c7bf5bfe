//! An item cut into words once, for every check that looks at wording.

use std::borrow::Cow;

use crate::lexicon::{self, Lexicon, List};
use crate::text::{Part, parse_number, parts, plain_sign};
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
    /// Lowercase, with plain signs.
    pub(crate) lower: Cow<'a, str>,
    pub(crate) sort: Sort,
    pub(crate) emphasised: bool,
    /// Which sentence of the text it is in.
    pub(crate) sentence: usize,
    /// Neither a stop word nor a letter on its own; known once the language is.
    pub(crate) content: bool,
    /// The lists it stands in by itself, a bit for each.
    lists: u32,
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
        self.lists & (1 << list as u32) != 0
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
    listed: Vec<(List, usize, usize)>,
}

impl<'a> Text<'a> {
    pub(crate) fn new(source: &'a str) -> Self {
        let mut text = Self {
            source,
            words: Vec::new(),
            sentences: 0,
            flat: String::new(),
            length: 0,
            listed: Vec::new(),
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
        let plain = raw.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase());
        let lower = if plain || sort == Sort::Maths {
            Cow::Borrowed(raw)
        } else {
            Cow::Owned(raw.chars().map(plain_sign).flat_map(char::to_lowercase).collect())
        };
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
            lists: 0,
            start,
            root,
        });
    }

    fn cut(&mut self, plain: &'a str, base: usize) {
        let mut chars = plain.char_indices().peekable();
        let mut starred = false;
        while let Some((at, c)) = chars.next() {
            if c == '*' && !plain[..at].ends_with('*') {
                let opens = plain[at..].trim_start_matches('*').starts_with(char::is_alphanumeric);
                starred = !starred && opens;
            }
            if !c.is_alphanumeric() {
                let ends = matches!(c, '.' | '?' | '!')
                    && plain[at + 1..].chars().next().is_none_or(char::is_whitespace)
                    && self.words.last().is_some_and(|word| word.sentence == self.sentences);
                self.sentences += usize::from(ends);
                continue;
            }
            let number = c.is_numeric();
            let mut end = at + c.len_utf8();
            while let Some(&(next, c)) = chars.peek() {
                let after = plain[next + c.len_utf8()..].chars().next();
                let joins = match c {
                    '\'' | '’' | '-' | '‐' | '‑' => after.is_some_and(char::is_alphanumeric),
                    '.' | ',' => number && after.is_some_and(char::is_numeric),
                    c => c.is_alphanumeric(),
                };
                if !joins {
                    break;
                }
                end = next + c.len_utf8();
                chars.next();
            }
            let raw = &plain[at..end];
            let capitals = raw.len() > 1 && raw.chars().all(char::is_uppercase);
            // A LaTeX command that was left outside of maths is no word.
            let command = plain[..at].ends_with('\\');
            let sort = if number {
                Sort::Number
            } else if command {
                Sort::Maths
            } else {
                Sort::Word
            };
            self.push(raw, base + at, sort, capitals || starred);
        }
    }

    /// The words of `phrase`, which is lowercase with single spaces, as they stand in the text.
    pub(crate) fn phrase(&self, phrase: &str) -> Option<&'a str> {
        if phrase.is_empty() {
            return None;
        }
        let mut from = 0;
        while let Some(at) = self.flat[from..].find(phrase).map(|at| at + from) {
            let end = at + phrase.len();
            if self.flat[..at].ends_with(' ') && self.flat[end..].starts_with(' ') {
                let first = self.flat[..at].bytes().filter(|b| *b == b' ').count() - 1;
                let last = first + phrase.bytes().filter(|b| *b == b' ').count();
                return Some(self.between(first, last));
            }
            from = at + self.flat[at..].chars().next().map_or(1, char::len_utf8);
        }
        None
    }

    /// Looks every word up once, in all the lists of the language together.
    pub(crate) fn know(&mut self, lexicon: &'static Lexicon) {
        for first in 0..self.words.len() {
            let word = &self.words[first];
            let phrases = if word.sort == Sort::Word { lexicon.starting(&word.lower) } else { &[] };
            for (list, rest) in phrases {
                let last = first + rest.len();
                let following = self.words.get(first + 1..=last);
                if following
                    .is_some_and(|words| words.iter().map(|word| &*word.lower).eq(rest.iter().copied()))
                    && !self.is_other_sense(*list, first)
                {
                    self.listed.push((*list, first, last));
                    self.words[first].lists |= u32::from(rest.is_empty()) << *list as u32;
                }
            }
            let word = &mut self.words[first];
            word.content = word.sort == Sort::Word && word.lower.len() > 2 && !word.is(List::StopWords);
        }
    }

    /// Whether a word of a list means something else here: `too many` weighs and is not vague, `most of it` is an amount,
    /// `around the pole` a place, `about` a number of weeks a hedge and `about` the weather none.
    fn is_other_sense(&self, list: List, at: usize) -> bool {
        let lower = |place: Option<usize>| {
            place.and_then(|place| self.words.get(place)).map_or("", |word| &*word.lower)
        };
        let (before, after) = (lower(at.checked_sub(1)), lower(Some(at + 1)));
        match (list, &*self.words[at].lower) {
            (List::VagueInOptions, "many" | "few") => ["too", "so", "as", "how"].contains(&before),
            (List::VagueInOptions, "mange" | "få") => ["for", "så", "hvor"].contains(&before),
            (List::Hedges, "most") => after == "of" || ["the", "at"].contains(&before),
            (List::Hedges, "about" | "around") => !self.counts(at + 1),
            (List::Hedges, "may") => {
                let alone = ["", "to", "and", "or"].contains(&after) || self.counts(at + 1);
                self.words[at].raw == "May" && (at > 0 || alone)
            }
            _ => false,
        }
    }

    /// Whether a number follows: `12`, `twelve`, `half`, `a third`, `a week`.
    fn counts(&self, at: usize) -> bool {
        const COUNTS: &str = " half one two three four five six seven eight nine ten eleven twelve twenty thirty \
            forty fifty sixty seventy eighty ninety hundred thousand third quarter fifth tenth dozen week day month year \
            hour minute ";
        let Some(word) = self.words.get(at) else { return false };
        let article = ["a", "an", "the"].contains(&&*word.lower);
        let word = if article { self.words.get(at + 1).unwrap_or(word) } else { word };
        word.sort == Sort::Number || COUNTS.contains(&format!(" {} ", word.lower))
    }

    /// The first words in the text that stand in a list.
    pub(crate) fn listed(&self, list: List) -> Option<&'a str> {
        self.listed.iter().find(|(of, ..)| *of == list).map(|(_, first, last)| self.between(*first, *last))
    }

    /// The first absolute words, a strong one before a mild one: `every child never`.
    pub(crate) fn absolute(&self) -> Option<&'a str> {
        let mild =
            |place: &(List, usize, usize)| self.listed.contains(&(List::MildAbsolutes, place.1, place.2));
        let strong = self.listed.iter().find(|place| place.0 == List::Absolutes && !mild(place));
        strong.map(|(_, first, last)| self.between(*first, *last)).or_else(|| self.listed(List::Absolutes))
    }

    /// Whether the whole text is one phrase of a list.
    pub(crate) fn is_listed(&self, list: List) -> bool {
        self.listed.iter().any(|(of, first, last)| *of == list && *first == 0 && last + 1 == self.words.len())
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

    /// Letters and digits: what the eye takes for the length of an option.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    pub(crate) fn flat(&self) -> &str {
        self.flat.trim()
    }

    /// The sentence that asks: the last with a question mark, or the last.
    pub(crate) fn asking(&self) -> impl Iterator<Item = &Word<'a>> {
        let asks = |sentence: usize| {
            let end = self.words.iter().rfind(|word| word.sentence == sentence);
            end.is_some_and(|word| {
                let after = &self.source[word.start + word.raw.len()..];
                after
                    .trim_start_matches(|c: char| !c.is_alphanumeric() && !".?!".contains(c))
                    .starts_with('?')
            })
        };
        let last = self.sentences.saturating_sub(1);
        let asking = if self.source.contains('?') {
            (0..self.sentences).rev().find(|sentence| asks(*sentence)).unwrap_or(last)
        } else {
            last
        };
        self.words.iter().filter(move |word| word.sentence == asking)
    }
}

fn offset(source: &str, part: &str) -> usize {
    part.as_ptr() as usize - source.as_ptr() as usize
}

/// A word without its most usual endings: enough to see that `rotates` and `rotating` are one word.
pub(crate) fn root(word: &str) -> &str {
    for ending in ["'s", "ings", "ing", "ies", "ied", "es", "ed", "s", "e", "y"] {
        if let Some(rest) = word.strip_suffix(ending)
            && rest.chars().count() >= 4
        {
            return rest;
        }
    }
    word
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
        let lexicon = lexicon::choose(item.language.as_deref(), &stem);
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

    pub(crate) fn distractors(&self) -> impl Iterator<Item = (usize, &Text<'a>)> {
        self.options.iter().enumerate().filter(|(place, _)| Some(*place) != self.key)
    }

    pub(crate) fn key_text(&self) -> Option<&Text<'a>> {
        self.key.and_then(|key| self.options.get(key))
    }
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
