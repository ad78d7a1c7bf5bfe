//! Full-text search: an index of a document, and passages ranked by relevance to a query.
//!
//! The index holds stems, so that a word is found in any form; ranking is BM25 over passages, each a block of a
//! document.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Language, Text};

/// Which words stand in which blocks of a document, and how often. Made once, kept with the document.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Index {
    pub language: String,
    /// Words of each block.
    pub lengths: Vec<u32>,
    /// By stem: block and count.
    pub stems: BTreeMap<String, Vec<(u32, u32)>>,
}

/// A block that answers a query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// The place of the document among those that were searched.
    pub document: usize,
    pub block: usize,
    pub score: f64,
}

/// The usual constants of BM25: how soon more of a word counts no more, and how much long passages lose.
const SATURATION: f64 = 1.2;
const LENGTH: f64 = 0.75;

impl Index {
    pub fn of(text: &Text<'_>) -> Self {
        let mut index = Self {
            language: text.language().code().to_owned(),
            lengths: vec![0; text.blocks().len()],
            stems: BTreeMap::new(),
        };
        for (i, sentence) in text.sentences().iter().enumerate() {
            for word in text.words(i).iter().filter(|word| !word.is_stop()) {
                index.lengths[sentence.block] += 1;
                let places = index.stems.entry(text.stem(word).to_owned()).or_default();
                match places.last_mut() {
                    Some((block, count)) if *block as usize == sentence.block => *count += 1,
                    _ => places.push((sentence.block as u32, 1)),
                }
            }
        }
        index
    }
}

/// The best passages of all these documents for the words of a query, at most `most`, the best first.
pub fn search(query: &str, documents: &[Index], most: usize) -> Vec<Hit> {
    let blocks: usize = documents.iter().map(|index| index.lengths.len()).sum();
    let words: u64 = documents.iter().flat_map(|index| &index.lengths).map(|length| u64::from(*length)).sum();
    let mean = (words as f64 / blocks.max(1) as f64).max(1.0);
    let mut scores: BTreeMap<(usize, u32), f64> = BTreeMap::new();
    // A query has as many stems as there are languages to look in.
    let mut stems: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for index in documents {
        stems.entry(&index.language).or_insert_with(|| stems_of(query, Language::from_code(&index.language)));
    }
    let holding = |stem: &str, language: &str| -> usize {
        let same = documents.iter().filter(|index| index.language == language);
        same.filter_map(|index| index.stems.get(stem)).map(Vec::len).sum()
    };
    for (language, stems) in &stems {
        for stem in stems {
            let found = holding(stem, language) as f64;
            let rarity = ((blocks as f64 - found + 0.5) / (found + 0.5)).ln_1p();
            for (place, index) in
                documents.iter().enumerate().filter(|(_, index)| index.language == *language)
            {
                for (block, count) in index.stems.get(stem).into_iter().flatten() {
                    let length = f64::from(index.lengths[*block as usize]);
                    let count = f64::from(*count);
                    let weight = count * (SATURATION + 1.0)
                        / (count + SATURATION * (1.0 - LENGTH + LENGTH * length / mean));
                    *scores.entry((place, *block)).or_default() += rarity * weight;
                }
            }
        }
    }
    let mut hits: Vec<Hit> = scores
        .into_iter()
        .map(|((document, block), score)| Hit { document, block: block as usize, score })
        .collect();
    hits.sort_by(|a, b| b.score.total_cmp(&a.score).then((a.document, a.block).cmp(&(b.document, b.block))));
    hits.truncate(most);
    hits
}

fn stems_of(query: &str, language: Language) -> Vec<String> {
    let blocks = [("q", query)];
    let text = Text::new(&blocks, language);
    let mut stems: Vec<String> = (0..text.sentences().len())
        .flat_map(|sentence| text.words(sentence))
        .filter(|word| !word.is_stop())
        .map(|word| text.stem(word).to_owned())
        .collect();
    stems.sort_unstable();
    stems.dedup();
    stems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(blocks: &[&str], language: Language) -> Index {
        let blocks: Vec<(&str, &str)> = blocks.iter().map(|text| ("b", *text)).collect();
        Index::of(&Text::new(&blocks, language))
    }

    #[test]
    fn what_says_most_comes_first() {
        let documents = [
            index(
                &[
                    "Volcanoes erupt. A volcano has a vent.",
                    "The sea is cold and volcanoes are warm beside the long sea.",
                ],
                Language::English,
            ),
            index(&["Isbreene smelter om sommeren.", "En isbre er en masse av snø og is."], Language::Bokmal),
        ];
        let found = |query: &str| -> Vec<(usize, usize)> {
            search(query, &documents, 5).iter().map(|hit| (hit.document, hit.block)).collect()
        };
        assert_eq!(found("volcano"), [(0, 0), (0, 1)]);
        assert_eq!(found("erupting volcanoes"), [(0, 0), (0, 1)]);
        assert_eq!(found("snø"), [(1, 1)]);
        assert_eq!(found("the and of"), []);
        assert_eq!(found("dinosaur"), []);
    }
}
