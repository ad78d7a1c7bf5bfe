//! Similarity of two texts by their words.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::Hash;

use tutti_lexicon::{Lexicon, List, Stems, tokens};

use crate::Language;

/// From 0 (nothing in common) to 1 (the same words): the stems of the content words and the letters in threes, so that both
/// a changed ending and a changed word order count for little. Symmetric; it knows nothing of meaning.
pub fn similarity(a: &str, b: &str, language: Language) -> f64 {
    let (left, right) = (Profile::new(a, language), Profile::new(b, language));
    0.6 * dice(&left.stems, &right.stems) + 0.4 * dice(&left.letters, &right.letters)
}

struct Profile {
    stems: HashMap<String, usize>,
    letters: HashMap<[char; 3], usize>,
}

impl Profile {
    fn new(text: &str, language: Language) -> Self {
        let (stemmer, lexicon) = (Stems::of(language), Lexicon::of(language));
        let words: Vec<_> = tokens(text).map(|token| token.lower()).collect();
        let content = |word: &&Cow<'_, str>| !lexicon.has(word, List::StopWords);
        let some = words.iter().any(|word| content(&word));
        let mut stems = HashMap::new();
        for word in words.iter().filter(|word| !some || content(word)) {
            *stems.entry(stemmer.stem(word)).or_default() += 1;
        }
        let mut letters = HashMap::new();
        for word in &words {
            let padded: Vec<_> =
                std::iter::once(' ').chain(word.chars()).chain(std::iter::once(' ')).collect();
            for three in padded.windows(3) {
                *letters.entry([three[0], three[1], three[2]]).or_default() += 1;
            }
        }
        Self { stems, letters }
    }
}

/// Twice what two bags share, over all they hold.
fn dice<K: Hash + Eq>(a: &HashMap<K, usize>, b: &HashMap<K, usize>) -> f64 {
    let all = a.values().sum::<usize>() + b.values().sum::<usize>();
    if all == 0 {
        return 1.0;
    }
    let shared: usize =
        a.iter().map(|(key, count)| (*count).min(b.get(key).copied().unwrap_or_default())).sum();
    (2 * shared) as f64 / all as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alike_and_unlike() {
        let english = |a, b| similarity(a, b, Language::English);
        assert!((english("The cell divides.", "the cell divides") - 1.0).abs() < 1e-12);
        assert!(english("Plants make sugar from light.", "From light, plants made sugars.") > 0.75);
        assert!(english("Plants make sugar from light.", "The king signed the treaty.") < 0.15);
        let norwegian = |a, b| similarity(a, b, Language::Bokmal);
        assert!(norwegian("Cellen deler seg.", "Cellene deler seg.") > 0.75);
        assert!(norwegian("Cellen deler seg.", "Kongen undertegnet avtalen.") < 0.15);
        assert!((similarity("", "", Language::Other) - 1.0).abs() < 1e-12);
        assert!(similarity("", "word", Language::Other) < 1e-12);
    }
}
