//! Whether two questions ask for the same fact of the same concept. Two questions on one topic do not overlap.

use tutti_item::Item;
use tutti_item::duplicates::{Relation, compare};
use tutti_language::{Language, similarity};

use super::words::{Bag, bag, names};
use crate::candidate::Candidate;
use crate::order::Asked;

/// What is compared of a question.
#[derive(Debug, Clone)]
pub struct Probe {
    question: String,
    key: String,
    item: Item,
    stem: Bag,
    answer: Bag,
    language: Language,
}

impl Probe {
    pub fn of(candidate: &Candidate, language: Language) -> Self {
        Self::new(&candidate.question, candidate.key_text(), candidate.as_item(), language)
    }

    /// A question without a readable key is compared by its stem alone.
    pub fn of_asked(asked: &Asked, language: Language) -> Self {
        let options: Vec<&str> = asked.options.iter().map(String::as_str).collect();
        let item = Item::multiple_choice(asked.question.as_str(), options, asked.key.unwrap_or(0));
        Self::new(&asked.question, asked.key_text(), item, language)
    }

    fn new(question: &str, key: &str, item: Item, language: Language) -> Self {
        Self {
            stem: bag(question, language),
            answer: bag(key, language),
            question: question.to_owned(),
            key: key.to_owned(),
            item,
            language,
        }
    }
}

/// Stems that are more alike than this ask the same, whatever their keys say.
const SAME_STEM: f64 = 0.80;
/// Stems that are more alike than this are about one thing.
const NEAR_STEM: f64 = 0.45;
/// Keys that are more alike than this say the same.
const SAME_KEY: f64 = 0.62;

/// Whether both ask for the same fact of the same concept.
pub fn overlaps(a: &Probe, b: &Probe) -> bool {
    if matches!(compare(&a.item, &b.item), Some((Relation::Same | Relation::Reworded, _))) {
        return true;
    }
    let stems = similarity(&a.question, &b.question, a.language);
    if a.key.is_empty() || b.key.is_empty() {
        return stems >= SAME_STEM;
    }
    let numbers = a.answer.numbers == b.answer.numbers;
    let keys = if a.answer.words == b.answer.words { 1.0 } else { similarity(&a.key, &b.key, a.language) };
    let same_key = numbers && keys >= SAME_KEY;
    let shared = names(&a.stem).filter(|word| b.stem.words.contains(*word)).count();
    let least = names(&a.stem).count().min(names(&b.stem).count()).max(1);
    let about = stems >= NEAR_STEM || shared * 2 >= least && shared >= 2;
    same_key && about || stems >= SAME_STEM && numbers || are_swapped(a, b, stems)
}

/// The key of each stands in the question of the other: one fact asked from both ends. A number stands in many a
/// question by chance, unless both are about one thing.
fn are_swapped(a: &Probe, b: &Probe, stems: f64) -> bool {
    let inside = |key: &Bag, stem: &Bag| {
        let telling = names(key).next().is_some() || !key.numbers.is_empty() && stems >= NEAR_STEM;
        telling && key.share_in(|word| stem.words.contains(word)) > 0.99
    };
    inside(&a.answer, &b.stem) && inside(&b.answer, &a.stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn probe(question: &str, key: &str) -> Probe {
        let item = Item::multiple_choice(question, [key, "something quite different", "a third thing"], 0);
        Probe::new(question, key, item, Language::English)
    }

    #[track_caller]
    fn check(a: (&str, &str), b: (&str, &str), expected: bool) {
        let (a, b) = (probe(a.0, a.1), probe(b.0, b.1));
        assert_eq!(overlaps(&a, &b), expected, "{} | {}", a.question, b.question);
        assert_eq!(overlaps(&b, &a), expected, "the other way round");
    }

    #[test]
    fn the_same_fact_overlaps() {
        check(
            ("How long does a landlord have to return a deposit after the tenant moves out?", "21 days"),
            (
                "Within what time must a tenant's deposit be returned once the tenant has moved out?",
                "Within 21 days",
            ),
            true,
        );
        check(
            ("Which organ makes the proteins of the blood?", "The liver"),
            ("Where in the body are blood proteins made?", "In the liver"),
            true,
        );
        check(
            ("What is the layer between wood and bark called?", "The cambium"),
            ("What is the cambium?", "The layer between wood and bark"),
            true,
        );
        check(
            ("Which value is missing? A claim of ___ or more costs a fee of 25%.", "$290"),
            ("Which value is missing? A claim of $290 or more costs a fee of ___.", "25%"),
            true,
        );
        check(
            ("At what temperature should seeds be kept before sowing?", "4 to 6 degrees"),
            ("What is the right temperature at which to keep seeds until sowing?", "Between 4 and 6 degrees"),
            true,
        );
        check(
            ("Why does a steep roof need no allowance for snow?", "The snow slides off by itself"),
            ("What is the reason that steep roofs get no snow allowance?", "Snow slides off them by itself"),
            true,
        );
    }

    #[test]
    fn the_same_topic_does_not() {
        check(
            ("How long does a landlord have to return a deposit after the tenant moves out?", "21 days"),
            (
                "What may a landlord take from a deposit after the tenant moves out?",
                "Unpaid rent and the cost of repairs",
            ),
            false,
        );
        check(
            ("Which organ makes the proteins of the blood?", "The liver"),
            ("Which protein is the most abundant in the blood?", "Albumin"),
            false,
        );
        check(
            ("Which organ makes the proteins of the blood?", "The liver"),
            ("Which organ stores glycogen for the night?", "The liver"),
            false,
        );
        check(
            ("How many days of notice does a tenant of less than a year get?", "30 days"),
            ("How many days of notice does a tenant of over a year get?", "60 days"),
            false,
        );
        check(
            ("At what temperature should seeds be kept before sowing?", "4 to 6 degrees"),
            ("How deep should seeds be sown?", "4 to 6 centimetres"),
            false,
        );
    }
}
