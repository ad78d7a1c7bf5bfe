//! Flesch reading ease of English text: 206.835 − 1.015 × words per sentence − 84.6 × syllables per word.
//!
//! Syllables are counted by rule (groups of vowels, without a silent e), which is right for nine words in ten
//! and close on the rest; over a paragraph the errors even out.

use tutti_core::{Code, Problem};

use super::Readability;

pub(crate) fn measure(text: &str) -> Result<Readability, Problem> {
    let counted: Vec<(&str, Counts)> =
        sentences(text).map(|sentence| (sentence, Counts::of(sentence))).collect();
    let whole = counted.iter().fold(Counts::default(), |sum, (_, counts)| sum + *counts);
    let hardest = counted.iter().min_by(|(_, a), (_, b)| a.ease().total_cmp(&b.ease()));
    let Some((hardest, _)) = hardest else {
        return Err(Problem::new(Code::BadInput, "the text has no words").at("/text"));
    };
    Ok(Readability {
        words: whole.words,
        sentences: whole.sentences,
        ease: (whole.ease() * 10.0).round() / 10.0,
        hardest_sentence: (*hardest).to_owned(),
    })
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Counts {
    sentences: u32,
    words: u32,
    syllables: u32,
}

impl Counts {
    fn of(sentence: &str) -> Self {
        let mut counts = Self { sentences: 1, ..Self::default() };
        for word in words(sentence) {
            counts.words += 1;
            counts.syllables += syllables(word);
        }
        counts
    }

    /// Only asked of text that has words.
    fn ease(self) -> f64 {
        let (sentences, words) = (f64::from(self.sentences), f64::from(self.words));
        206.835 - 1.015 * words / sentences - 84.6 * f64::from(self.syllables) / words
    }
}

impl std::ops::Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            sentences: self.sentences + other.sentences,
            words: self.words + other.words,
            syllables: self.syllables + other.syllables,
        }
    }
}

/// The parts of a text that end in a stop followed by white space, or in an empty line, and that have words.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n\n").flat_map(split_at_stops).map(str::trim).filter(|part| words(part).next().is_some())
}

fn split_at_stops(paragraph: &str) -> impl Iterator<Item = &str> {
    let mut rest = paragraph;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest
            .char_indices()
            .find(|(at, c)| ".!?".contains(*c) && rest[at + 1..].starts_with(char::is_whitespace))
            .map_or(rest.len(), |(at, _)| at + 1);
        let (sentence, after) = rest.split_at(end);
        rest = after;
        Some(sentence)
    })
}

/// Runs of letters; an apostrophe inside does not part a word.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphabetic() || c == '\'' || c == '’'))
        .filter(|word| word.contains(char::is_alphabetic))
}

fn syllables(word: &str) -> u32 {
    let lower = word.to_lowercase();
    let vowel = |c: char| "aeiouyáéíóúàèïäöü".contains(c);
    let mut count = 0;
    let mut before = false;
    for c in lower.chars() {
        if vowel(c) && !before {
            count += 1;
        }
        before = vowel(c);
    }
    // A final e after a consonant is silent, except in words such as "table".
    let silent = lower.strip_suffix('e').is_some_and(|stem| !stem.ends_with(vowel) && !stem.ends_with('l'));
    (count - u32::from(silent && count > 1)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn syllables_by_rule() {
        for (word, expected) in [
            ("the", 1),
            ("cake", 1),
            ("table", 2),
            ("reading", 2),
            ("agree", 2),
            ("obligations", 4),
            ("rhythm", 1),
            ("tsk", 1),
        ] {
            assert_eq!(syllables(word), expected, "{word}");
        }
    }

    #[test]
    fn sentences_end_at_stops_and_empty_lines() {
        let text = "One two. Three! It cost 3.50 then?\n\nA title\n\nEnd.";
        let found: Vec<_> = sentences(text).collect();
        assert_eq!(found, ["One two.", "Three!", "It cost 3.50 then?", "A title", "End."]);
    }

    #[test]
    fn the_published_formula() {
        // 6 words, 1 sentence, 6 syllables.
        let reading = measure("The cat sat on the mat.").unwrap();
        assert_eq!((reading.words, reading.sentences, reading.ease.to_string().as_str()), (6, 1, "116.1"));
    }

    #[test]
    fn text_without_words_is_refused() {
        assert_eq!(measure(" … 42 \n\n!").unwrap_err().code, Code::BadInput);
    }
}
