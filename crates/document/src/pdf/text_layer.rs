//! Decides whether a page's text layer is usable: a layer may be present and still be nonsense.

use super::Page;

/// The decision on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layer {
    Good,
    /// Nothing is written on it, and nothing is drawn.
    Blank,
    /// Its image has to be recognised.
    Bad,
}

/// With fewer characters the layer counts as missing, if there is something to see.
const LEAST: usize = 50;
/// With fewer characters on a page covered by an image, they are not what the image shows.
const STAMP: usize = 200;
/// Maximum share of meaningless characters.
const MOST_STRANGE: f32 = 0.05;
/// Minimum share of plausible words.
const LEAST_WORDS: f32 = 0.4;

pub(crate) fn layer(page: &Page) -> Layer {
    let text = || page.regions.iter().flatten().map(|line| line.text.as_str());
    let signs = text().flat_map(str::chars).filter(|c| !c.is_whitespace());
    let (mut all, mut strange) = (0_usize, 0_usize);
    for c in signs {
        all += 1;
        strange += usize::from(is_strange(c));
    }
    let drawn = page.images > 0.15 || page.strokes > 1500;
    if all < LEAST {
        return match (drawn, all) {
            (true, _) => Layer::Bad,
            (false, 0) => Layer::Blank,
            (false, _) if strange * 2 > all => Layer::Bad,
            (false, _) => Layer::Good,
        };
    }
    // A stamp on a scan.
    if page.images > 0.6 && all < STAMP {
        return Layer::Bad;
    }
    if strange as f32 > MOST_STRANGE * all as f32 {
        return Layer::Bad;
    }
    let (mut words, mut like) = (0_usize, 0_usize);
    for word in text().flat_map(|line| line.split(|c: char| !c.is_alphabetic())) {
        if word.chars().nth(2).is_some() {
            words += 1;
            like += usize::from(is_word(word));
        }
    }
    let nonsense = words >= 20 && (like as f32) < LEAST_WORDS * words as f32;
    if nonsense || is_shifted(text()) { Layer::Bad } else { Layer::Good }
}

/// Whether the most frequent letters of all languages in Latin script are rare: then the encoding is shifted.
fn is_shifted<'a>(text: impl Iterator<Item = &'a str>) -> bool {
    let (mut letters, mut common, mut other) = (0_usize, 0_usize, 0_usize);
    for c in text.flat_map(str::chars) {
        if c.is_ascii() {
            let c = c.to_ascii_lowercase();
            letters += usize::from(c.is_ascii_lowercase());
            common += usize::from(matches!(c, 'e' | 'a' | 'i' | 'n' | 'o' | 'r' | 's' | 't' | 'l'));
        } else {
            other += usize::from(c.is_alphabetic());
        }
    }
    letters > 100 && other * 4 < letters && common * 100 < letters * 45
}

fn is_strange(c: char) -> bool {
    // Bullets of symbol fonts are in the private use area.
    let bullet = matches!(c, '\u{f0b7}' | '\u{f0a7}' | '\u{f076}' | '\u{f0d8}');
    !bullet && (c == '\u{fffd}' || c.is_control() || matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..))
}

/// Letters of mostly one case, with a vowel if they are Latin.
fn is_word(word: &str) -> bool {
    let letters = word.chars().count();
    if !word.chars().any(|c| c.is_ascii_alphabetic()) {
        return true;
    }
    let upper = word.chars().filter(|c| c.is_uppercase()).count();
    let vowel =
        |c: char| matches!(c.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o' | 'u' | 'y') || !c.is_ascii();
    (upper * 3 <= letters || upper == letters) && word.chars().any(vowel)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_look_like_words() {
        for word in ["photosynthesis", "Ørsted", "LiteralEntry", "NATO", "مرحبا", "его"] {
            assert!(is_word(word), "{word}");
        }
        assert!(is_shifted(std::iter::once("7KHUH LV QR RWKHU ZDB WR UHDG LW ".repeat(8).as_str())));
        assert!(!is_shifted(std::iter::once("THERE IS NO OTHER WAY TO READ IT ".repeat(8).as_str())));
        for word in ["KLV", "WKH", "aBcD", "qzrt"] {
            assert!(!is_word(word), "{word}");
        }
    }
}
