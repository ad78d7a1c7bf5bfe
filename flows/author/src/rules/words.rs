//! Words as the rules compare them: stems without function words, numbers as digits, a few synonymous phrases unified.

use std::collections::{BTreeSet, HashSet};

use tutti_language::{Language, Text, plain};
use tutti_lexicon::{Lexicon, List, Negation};

use crate::reference::Reference;

/// What a piece of text says, in any order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Bag {
    /// Stems and numbers.
    pub(crate) words: BTreeSet<String>,
    /// Numbers alone, as digits.
    pub(crate) numbers: BTreeSet<String>,
    /// Those of `words` that are neither numbers nor small words: what a thing is called.
    names: BTreeSet<String>,
    /// How often it denies.
    pub(crate) negations: usize,
    /// All words in their order, small ones as well.
    pub(crate) sequence: Vec<String>,
    /// Those of `words`, in their order.
    pub(crate) order: Vec<String>,
    /// The others, in their order, without those that say nothing by themselves.
    pub(crate) small: Vec<String>,
}

impl Bag {
    /// Takes in the words of another text, in any order.
    pub(crate) fn add(&mut self, other: Self) {
        self.words.extend(other.words);
        self.numbers.extend(other.numbers);
        self.names.extend(other.names);
    }

    /// The share of its words that `others` has.
    pub(crate) fn share_in(&self, others: impl Fn(&str) -> bool) -> f64 {
        if self.words.is_empty() {
            return 0.0;
        }
        self.words.iter().filter(|word| others(word)).count() as f64 / self.words.len() as f64
    }
}

/// The words of a text.
pub(crate) fn bag(text: &str, language: Language) -> Bag {
    let mut plain = format!(" {} ", plain(text).replace("\\(", " ").replace("\\)", " "));
    for sign in [':', ';', ',', '?', '!', '.'] {
        plain = plain.replace(&format!("{sign} "), &format!(" {sign} "));
    }
    let lexicon = Lexicon::of(language);
    for (phrase, same) in lexicon.same_meanings() {
        plain = plain.replace(&format!(" {phrase} "), &format!(" {same} "));
    }
    let blocks = [("t", plain.as_str())];
    let text = Text::new(&blocks, language);
    let mut bag = Bag::default();
    for sentence in 0..text.sentences().len() {
        for word in text.words(sentence) {
            let lower = word.lower();
            let negation = lexicon.negation(lower).filter(|negation| *negation != Negation::Near);
            bag.negations += usize::from(negation.is_some());
            bag.sequence.push(lower.to_owned());
            let number = number(lower, lexicon);
            if let Some(number) = &number {
                bag.numbers.insert(number.clone());
            }
            let telling = negation.is_some() || lexicon.has(lower, List::TellingWords);
            if number.is_some() || !word.is_stop() || telling {
                if number.is_none() && !telling {
                    bag.names.insert(text.stem(word).to_owned());
                }
                let word = number.unwrap_or_else(|| text.stem(word).to_owned());
                bag.order.push(word.clone());
                bag.words.insert(word);
            } else if !lexicon.has(lower, List::EmptyWords) {
                bag.small.push(lower.to_owned());
            }
        }
    }
    if plain.contains('%') {
        bag.words.insert("%".to_owned());
        bag.names.insert("%".to_owned());
    }
    bag
}

/// Digits of a number, however it is written; none for a word, and for `one`, which is an article as well.
fn number(lower: &str, lexicon: &Lexicon) -> Option<String> {
    if let Some(number) = lexicon.number(lower) {
        return (number > 1.0).then(|| number.to_string());
    }
    let digits = lower.replace(',', "");
    (digits.starts_with(|c: char| c.is_ascii_digit()))
        .then(|| digits.trim_end_matches(|c: char| !c.is_ascii_digit()).to_owned())
}

/// Small words of meaning and numbers aside: what a thing is called.
pub(crate) fn names(bag: &Bag) -> impl Iterator<Item = &String> {
    bag.names.iter()
}

/// The words of a reference.
#[derive(Debug, Clone)]
pub(crate) struct Known {
    stems: HashSet<String>,
    language: Language,
}

impl Known {
    pub(crate) fn new(reference: &Reference) -> Self {
        Self {
            stems: bag(reference.plain(), reference.language()).words.into_iter().collect(),
            language: reference.language(),
        }
    }

    pub(crate) fn has(&self, word: &str) -> bool {
        self.stems.contains(word)
    }

    /// The share of the words of a text that the reference has; all of no words.
    pub(crate) fn share(&self, bag: &Bag) -> f64 {
        if bag.words.is_empty() { 1.0 } else { bag.share_in(|word| self.has(word)) }
    }

    /// The word of a text that has this stem.
    pub(crate) fn spelling(&self, text: &str, stem: &str) -> String {
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '\'');
        words.find(|word| bag(word, self.language).words.contains(stem)).unwrap_or(stem).to_owned()
    }
}
