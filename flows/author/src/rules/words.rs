//! Words as the rules compare them: stems without small words, numbers as digits, a few turns of phrase made one.

use std::collections::{BTreeSet, HashSet};

use tutti_language::{Language, Text, plain};

use crate::reference::Reference;

/// What a piece of text says, in any order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Bag {
    /// Stems and numbers.
    pub(crate) words: BTreeSet<String>,
    /// Numbers alone, as digits.
    pub(crate) numbers: BTreeSet<String>,
    /// Whether it denies.
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
    }

    /// The share of its words that `others` has.
    pub(crate) fn share_in(&self, others: impl Fn(&str) -> bool) -> f64 {
        if self.words.is_empty() {
            return 0.0;
        }
        self.words.iter().filter(|word| others(word)).count() as f64 / self.words.len() as f64
    }
}

const NUMBERS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

const TENS: [(&str, &str); 8] = [
    ("thirty", "30"),
    ("forty", "40"),
    ("fifty", "50"),
    ("sixty", "60"),
    ("seventy", "70"),
    ("eighty", "80"),
    ("ninety", "90"),
    ("hundred", "100"),
];

/// Turns of phrase that mean the same, as they are compared: each with its plainest form.
const SAME: [(&str, &str); 34] = [
    ("no later than", "within"),
    ("not later than", "within"),
    ("at the latest", "within"),
    ("no fewer than", "at least"),
    ("no less than", "at least"),
    ("not less than", "at least"),
    ("a minimum of", "at least"),
    ("no more than", "at most"),
    ("not more than", "at most"),
    ("a maximum of", "at most"),
    ("prior to", "before"),
    ("ahead of", "before"),
    ("in excess of", "more than"),
    ("greater than", "more than"),
    ("exceeding", "more than"),
    ("over the course of", "during"),
    ("because of", "due to"),
    ("owing to", "due to"),
    ("as a result of", "due to"),
    ("in order to", "to"),
    ("so as to", "to"),
    ("commences", "begins"),
    ("starts", "begins"),
    ("starting", "beginning"),
    ("purchase", "buy"),
    ("per cent", "%"),
    ("percent", "%"),
    ("prosent", "%"),
    ("require", "need"),
    ("requires", "needs"),
    ("is required to", "has to"),
    ("obtain", "get"),
    ("a couple of", "two"),
    ("a dozen", "twelve"),
];

/// Small words that change what is said: they count.
const TELLING: [&str; 42] = [
    "not", "no", "never", "without", "cannot", "before", "after", "until", "more", "less", "fewer", "most",
    "least", "over", "under", "above", "below", "between", "both", "from", "only", "each", "every", "all",
    "none", "either", "neither", "same", "other", "up", "down", "against", "than", "into", "which", "who",
    "when", "where", "why", "how", "whether", "likely",
];

/// Small words that two options may differ by and still say the same: `in the liver` and `the liver`. Any other makes a
/// difference: `inside the zone` and `outside the zone`, `half a metre` and `one metre`, `it may` and `it must`.
const EMPTY: [&str; 28] = [
    "a", "an", "the", "of", "is", "are", "was", "were", "be", "been", "do", "does", "did", "it", "its",
    "they", "their", "this", "that", "these", "those", "there", "also", "in", "on", "at", "for", "within",
];

pub(super) const NEGATIONS: [&str; 13] = [
    "not", "no", "never", "without", "cannot", "nor", "neither", "don't", "doesn't", "can't", "isn't",
    "aren't", "won't",
];

/// The words of a text.
pub(crate) fn bag(text: &str, language: Language) -> Bag {
    let mut plain = format!(" {} ", plain(text).replace("\\(", " ").replace("\\)", " "));
    for sign in [':', ';', ',', '?', '!', '.'] {
        plain = plain.replace(&format!("{sign} "), &format!(" {sign} "));
    }
    for (phrase, same) in SAME {
        plain = plain.replace(&format!(" {phrase} "), &format!(" {same} "));
    }
    let blocks = [("t", plain.as_str())];
    let text = Text::new(&blocks, language);
    let mut bag = Bag::default();
    for sentence in 0..text.sentences().len() {
        for word in text.words(sentence) {
            let lower = word.lower();
            if NEGATIONS.contains(&lower) {
                bag.negations += 1;
            }
            bag.sequence.push(lower.to_owned());
            let number = number(lower);
            if let Some(number) = &number {
                bag.numbers.insert(number.clone());
            }
            if number.is_some() || !word.is_stop() || TELLING.contains(&lower) {
                let word = number.unwrap_or_else(|| text.stem(word).to_owned());
                bag.order.push(word.clone());
                bag.words.insert(word);
            } else if !EMPTY.contains(&lower) {
                bag.small.push(lower.to_owned());
            }
        }
    }
    if plain.contains('%') {
        bag.words.insert("%".to_owned());
    }
    bag
}

/// Digits of a number, however it is written; none for a word.
fn number(lower: &str) -> Option<String> {
    if let Some(place) = NUMBERS.iter().position(|word| *word == lower) {
        return (place > 1).then(|| place.to_string());
    }
    if let Some((_, digits)) = TENS.iter().find(|(word, _)| *word == lower) {
        return Some((*digits).to_owned());
    }
    let digits = lower.replace(',', "");
    (digits.starts_with(|c: char| c.is_ascii_digit()))
        .then(|| digits.trim_end_matches(|c: char| !c.is_ascii_digit()).to_owned())
}

/// Small words of meaning and numbers aside: what a thing is called.
pub(crate) fn names(bag: &Bag) -> impl Iterator<Item = &String> {
    bag.words.iter().filter(|word| !TELLING.contains(&word.as_str()) && !bag.numbers.contains(*word))
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
    pub(crate) fn spelled(&self, text: &str, stem: &str) -> String {
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '\'');
        words.find(|word| bag(word, self.language).words.contains(stem)).unwrap_or(stem).to_owned()
    }
}
