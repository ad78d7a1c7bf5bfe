//! Which questions test which concept.

use std::collections::HashMap;

use tutti_language::{Language, Text};

use super::concepts::Concept;
use crate::order::Asked;
use crate::rules::{Bag, bag, names};

/// A question tests the sentences that share at least this much of its words, by weight.
const LEAST: f64 = 0.30;
/// And those that come this close to the best of them.
const NEAR: f64 = 0.75;

/// For each concept the places of the questions that test it.
pub(super) fn questions_by_concept(
    concepts: &[Concept],
    text: &Text<'_>,
    existing: &[Asked],
    language: Language,
) -> Vec<Vec<usize>> {
    let sentences: Vec<Bag> = text.sentences().iter().map(|sentence| bag(sentence.text, language)).collect();
    let rarity = rarity(&sentences);
    let mut tests = vec![Vec::new(); concepts.len()];
    for (place, asked) in existing.iter().enumerate() {
        let core = bag(&format!("{} {}", asked.question, asked.key_text()), language);
        let whole = bag(&format!("{} {}", asked.question, asked.options.join(" ")), language);
        let answered = answering(&core, &whole, &sentences, &rarity);
        for (concept, tests) in concepts.iter().zip(&mut tests) {
            let name = bag(&concept.name, language);
            let named = names(&name).count() > 0 && names(&name).all(|word| core.words.contains(word));
            let said = answered.iter().any(|sentence| concept.sentences.contains(sentence));
            let touched = names(&name).count() > 0 && names(&name).all(|word| whole.words.contains(word));
            // A term of many sentences is tested if the question is about one of them and names it.
            if named || said && touched || said && concept.sentences.len() <= 2 {
                tests.push(place);
            }
        }
    }
    tests
}

/// The rarer a word of the reference, the more it tells.
fn rarity(sentences: &[Bag]) -> HashMap<String, f64> {
    let mut counts: HashMap<String, f64> = HashMap::new();
    for word in sentences.iter().flat_map(|sentence| &sentence.words) {
        *counts.entry(word.clone()).or_default() += 1.0;
    }
    let all = sentences.len().max(1) as f64;
    for count in counts.values_mut() {
        *count = (1.0 + all / *count).ln();
    }
    counts
}

/// The sentences that answer a question: those that share the most with its stem and key; the other options count a little.
fn answering(core: &Bag, whole: &Bag, sentences: &[Bag], rarity: &HashMap<String, f64>) -> Vec<usize> {
    let weigh = |bag: &Bag, sentence: &Bag| -> f64 {
        bag.words
            .iter()
            .filter(|word| sentence.words.contains(*word))
            .filter_map(|word| rarity.get(word))
            .sum()
    };
    let total: f64 = core.words.iter().map(|word| rarity.get(word).copied().unwrap_or(2.0)).sum();
    let scores: Vec<f64> = sentences
        .iter()
        .map(|sentence| (weigh(core, sentence) + 0.15 * weigh(whole, sentence)) / total.max(1.0))
        .collect();
    let top = scores.iter().copied().fold(0.0, f64::max);
    let enough = |score: &f64| *score >= LEAST && *score >= NEAR * top;
    scores.iter().enumerate().filter(|(_, score)| enough(score)).map(|(place, _)| place).collect()
}
