//! The features by which near-duplicates are recognised.

use crate::words::{Sort, Text, View, Word};
use crate::{Body, Item};

/// Sorted hashes without repeats, and one hash of the numbers.
pub(super) struct Features {
    pub(super) words: Vec<u32>,
    pub(super) numbers: u64,
}

impl Features {
    pub(super) fn of(item: &Item) -> Self {
        let view = View::new(item);
        let mut words = Vec::with_capacity(2 * view.stem.words.len() + view.options.len());
        let mut numbers = Vec::new();
        let mut last = 0;
        for word in &view.stem.words {
            let Some(hash) = word_feature(word, &mut numbers) else { continue };
            words.push(hash as u32);
            if last != 0 {
                words.push(splitmix(last ^ hash.rotate_left(17)) as u32);
            }
            last = hash;
        }
        // Numbers in options follow from those of the stem; only without these do they make another item.
        let mut in_options = Vec::new();
        for option in &view.options {
            words.push(one(option, &mut in_options));
        }
        if let Body::Flashcard { back } = &item.body {
            let mut back = Text::new(back.as_str());
            back.know(view.lexicon);
            words.push(one(&back, &mut in_options));
        }
        if numbers.is_empty() {
            numbers = in_options;
        }
        words.sort_unstable();
        words.dedup();
        numbers.sort_unstable();
        Self { words, numbers: numbers.iter().fold(0, |hash, number| splitmix(hash ^ number)) }
    }

    /// One hash for all of them.
    pub(super) fn whole(&self) -> u64 {
        self.words.iter().fold(1, |hash, word| splitmix(hash ^ u64::from(*word)))
    }

    /// The number in common over the number in either.
    pub(super) fn similarity(&self, other: &[u32]) -> f64 {
        let (mut i, mut j, mut common) = (0, 0, 0usize);
        while i < self.words.len() && j < other.len() {
            match self.words[i].cmp(&other[j]) {
                std::cmp::Ordering::Less => i += 1,
                std::cmp::Ordering::Greater => j += 1,
                std::cmp::Ordering::Equal => {
                    common += 1;
                    i += 1;
                    j += 1;
                }
            }
        }
        let either = self.words.len() + other.len() - common;
        if either == 0 { 1.0 } else { common as f64 / either as f64 }
    }
}

/// A whole option as one feature, its words in any order.
fn one(option: &Text<'_>, numbers: &mut Vec<u64>) -> u32 {
    let sum = option.words.iter().filter_map(|word| word_feature(word, numbers));
    splitmix(sum.fold(7, u64::wrapping_add)) as u32
}

/// The hash of a word that says something. Numbers go into `numbers` and all leave the same mark.
fn word_feature(word: &Word<'_>, numbers: &mut Vec<u64>) -> Option<u64> {
    match word.sort {
        Sort::Number => {
            numbers.push(hash(word.raw));
            Some(hash("#"))
        }
        Sort::Maths => Some(maths_feature(word.raw, numbers)),
        Sort::Word => (word.denies() || word.reverses() || word.content).then(|| hash(word.root())),
    }
}

/// Runs of digits become one mark; spaces do not count.
fn maths_feature(tex: &str, numbers: &mut Vec<u64>) -> u64 {
    let mut state = SEED;
    let mut rest = tex;
    while let Some(c) = rest.chars().next() {
        if c.is_ascii_digit() {
            let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
            numbers.push(hash(&rest[..digits]));
            state = step(state, b'#');
            rest = &rest[digits..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        if !c.is_whitespace() {
            state = c.encode_utf8(&mut [0; 4]).bytes().fold(state, step);
        }
    }
    splitmix(state)
}

const SEED: u64 = 0xcbf2_9ce4_8422_2325;

fn step(state: u64, byte: u8) -> u64 {
    (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
}

fn hash(text: &str) -> u64 {
    splitmix(text.bytes().fold(SEED, step))
}

/// Spreads a number over all its bits: the finaliser of SplitMix64.
fn splitmix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
