//! Ranks the sentences of a text, and selects the few that summarise it.

use std::collections::HashMap;

use crate::self_contained::is_self_contained;
use crate::text::{Kind, Text};

/// How much of a sentence's weight goes on to its like at each step.
const DAMPING: f64 = 0.85;
const STEPS: usize = 20;
/// A word that stands in more sentences than this ties too many together to say which belong together.
const MOST_SENTENCES: usize = 60;
/// The ties a sentence keeps: its strongest.
const MOST_TIES: usize = 24;

/// How central each sentence is, from 0 to 1: alike to many that are alike to many, and early in its document. Headings
/// are 0. Close to linear in the length of the text.
pub fn centrality(text: &Text<'_>) -> Vec<f64> {
    let vectors = Vectors::new(text);
    let count = vectors.count();
    if count == 0 {
        return Vec::new();
    }
    let ties = vectors.ties();
    let sums: Vec<f64> = ties.iter().map(|ties| ties.iter().map(|(_, weight)| weight).sum()).collect();
    let prior = prior(text);
    let mut rank = prior.clone();
    for _ in 0..STEPS {
        let mut next: Vec<f64> = prior.iter().map(|prior| (1.0 - DAMPING) * prior).collect();
        for (from, ties) in ties.iter().enumerate() {
            for (to, weight) in ties {
                next[*to as usize] += DAMPING * rank[from] * weight / sums[from];
            }
        }
        rank = next;
    }
    for (rank, sentence) in rank.iter_mut().zip(text.sentences()) {
        if sentence.kind == Kind::Heading {
            *rank = 0.0;
        }
    }
    let highest = rank.iter().copied().fold(0.0, f64::max);
    if highest > 0.0 {
        for rank in &mut rank {
            *rank /= highest;
        }
    }
    rank
}

/// At most `most` sentences that together say what the text says, in the order of the text: central, whole by themselves,
/// and none like another.
pub fn summary(text: &Text<'_>, most: usize) -> Vec<usize> {
    let rank = centrality(text);
    let vectors = Vectors::new(text);
    let mut left: Vec<usize> = (0..rank.len())
        .filter(|place| text.sentences()[*place].kind == Kind::Prose && is_self_contained(text, *place))
        .collect();
    left.sort_by(|a, b| rank[*b].total_cmp(&rank[*a]).then(a.cmp(b)));
    // Beyond these nothing is chosen in any text a person reads.
    left.truncate(most.saturating_mul(8).max(64));
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < most {
        let worth = |place: usize| {
            let like = chosen.iter().map(|other| vectors.cosine(place, *other)).fold(0.0, f64::max);
            (like < 0.6).then_some(0.7 * rank[place] - 0.3 * like)
        };
        let best = left
            .iter()
            .enumerate()
            .filter_map(|(at, place)| worth(*place).map(|worth| (at, worth)))
            .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        let Some((at, _)) = best else { break };
        chosen.push(left.remove(at));
    }
    chosen.sort_unstable();
    chosen
}

/// Early sentences of a document and first sentences of a block weigh more; very short and very long ones less.
fn prior(text: &Text<'_>) -> Vec<f64> {
    let all = text.sentences().len().max(1) as f64;
    let mut block = usize::MAX;
    text.sentences()
        .iter()
        .enumerate()
        .map(|(place, sentence)| {
            let opens = sentence.block != block;
            block = sentence.block;
            let words = text.words(place).len();
            let length = if (8..=35).contains(&words) { 1.0 } else { 0.6 };
            let early = 1.0 + 0.5 * (1.0 - place as f64 / all) + if place < 3 { 0.5 } else { 0.0 };
            length * early * if opens { 1.2 } else { 1.0 }
        })
        .collect()
}

/// Sentences as lists of stems with their weights, each of length one.
struct Vectors(Vec<Vec<(u32, f64)>>);

impl Vectors {
    fn new(text: &Text<'_>) -> Self {
        let bags: Vec<HashMap<u32, usize>> = (0..text.sentences().len())
            .map(|sentence| {
                let mut bag = HashMap::new();
                for word in text.words(sentence).iter().filter(|word| word.is_content()) {
                    *bag.entry(word.stem).or_default() += 1;
                }
                bag
            })
            .collect();
        let mut holds: HashMap<u32, usize> = HashMap::new();
        for stem in bags.iter().flat_map(HashMap::keys) {
            *holds.entry(*stem).or_default() += 1;
        }
        let all = bags.len() as f64;
        let vectors = bags
            .into_iter()
            .map(|bag| {
                let mut vector: Vec<(u32, f64)> = bag
                    .into_iter()
                    .map(|(stem, count)| (stem, count as f64 * (1.0 + all / holds[&stem] as f64).ln()))
                    .collect();
                vector.sort_unstable_by_key(|(stem, _)| *stem);
                let length = vector.iter().map(|(_, weight)| weight * weight).sum::<f64>().sqrt();
                for (_, weight) in &mut vector {
                    *weight /= length;
                }
                vector
            })
            .collect();
        Self(vectors)
    }

    fn count(&self) -> usize {
        self.0.len()
    }

    fn cosine(&self, a: usize, b: usize) -> f64 {
        let (a, b) = (&self.0[a], &self.0[b]);
        let (mut left, mut right, mut sum) = (0, 0, 0.0);
        while let (Some((one, x)), Some((other, y))) = (a.get(left), b.get(right)) {
            match one.cmp(other) {
                std::cmp::Ordering::Less => left += 1,
                std::cmp::Ordering::Greater => right += 1,
                std::cmp::Ordering::Equal => {
                    sum += x * y;
                    (left, right) = (left + 1, right + 1);
                }
            }
        }
        sum
    }

    /// For each sentence the sentences most like it, found through the words they share.
    fn ties(&self) -> Vec<Vec<(u32, f64)>> {
        let mut index: HashMap<u32, Vec<(u32, f64)>> = HashMap::new();
        for (sentence, vector) in self.0.iter().enumerate() {
            for (stem, weight) in vector {
                index.entry(*stem).or_default().push((sentence as u32, *weight));
            }
        }
        let mut sums = vec![0.0; self.count()];
        let mut touched: Vec<u32> = Vec::new();
        self.0
            .iter()
            .enumerate()
            .map(|(sentence, vector)| {
                for (stem, weight) in vector {
                    // The nearest sentences with a frequent word; the ends of a book have less to do with each other.
                    let holders = near(&index[stem], sentence as u32);
                    for (other, theirs) in holders {
                        if sums[*other as usize] == 0.0 {
                            touched.push(*other);
                        }
                        sums[*other as usize] += weight * theirs;
                    }
                }
                let mut ties: Vec<(u32, f64)> = touched
                    .drain(..)
                    .map(|other| (other, std::mem::take(&mut sums[other as usize])))
                    .filter(|(other, weight)| *other as usize != sentence && *weight > 0.05)
                    .collect();
                ties.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
                ties.truncate(MOST_TIES);
                ties
            })
            .collect()
    }
}

/// At most so many holders of a word, around a sentence.
fn near(holders: &[(u32, f64)], sentence: u32) -> &[(u32, f64)] {
    if holders.len() <= MOST_SENTENCES {
        return holders;
    }
    let here = holders.partition_point(|(other, _)| *other < sentence);
    let from = here.saturating_sub(MOST_SENTENCES / 2).min(holders.len() - MOST_SENTENCES);
    &holders[from..from + MOST_SENTENCES]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    const CELLS: &str = "Every living thing is made of cells. A cell is the smallest unit of life that can divide by itself. The \
        weather was fine that day. Plant cells have a wall outside the cell membrane. It keeps them stiff. Animal cells have a cell \
        membrane but no wall. Cells divide to make new cells. Every living thing is made of small cells.";

    #[test]
    fn the_centre_is_what_the_text_is_about() {
        let text = Text::new(&[("1", CELLS)], Language::English);
        let rank = centrality(&text);
        assert_eq!(rank.len(), 8);
        assert!(rank.iter().all(|rank| (0.0..=1.0).contains(rank)));
        let weather = rank[2];
        for (place, rank) in rank.iter().enumerate().filter(|(place, _)| ![2, 4].contains(place)) {
            assert!(*rank > weather, "{place}: {rank} {weather}");
        }
        assert_eq!(rank, centrality(&text));
    }

    #[test]
    fn a_summary_is_whole_and_without_repetition() {
        let text = Text::new(&[("1", CELLS)], Language::English);
        let chosen = summary(&text, 3);
        assert_eq!(chosen.len(), 3);
        assert!(chosen.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(!chosen.contains(&2) && !chosen.contains(&4), "{chosen:?}");
        assert!(!(chosen.contains(&0) && chosen.contains(&7)), "{chosen:?}");
        assert!(summary(&text, 0).is_empty());
        assert!(summary(&Text::new(&[], Language::English), 3).is_empty());
        assert!(summary(&text, 50).len() <= 6);
    }
}
