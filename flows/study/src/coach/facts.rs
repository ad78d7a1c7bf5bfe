//! What a text says plainly, gathered once.

use tutti_language::{
    Cause, Definition, DefinitionKind, Enumeration, Quantity, Term, Text, causes, centrality, definitions,
    enumerations, is_self_contained, quantities, terms,
};

use crate::gates::plain;
use crate::handover::Context;

/// A text with what was found in it.
#[derive(Debug)]
pub(super) struct Facts<'t> {
    pub(super) text: &'t Text<'t>,
    /// Those that say what something is; other names and abbreviations are apart.
    pub(super) definitions: Vec<Definition>,
    pub(super) names: Vec<Definition>,
    pub(super) lists: Vec<Enumeration>,
    pub(super) quantities: Vec<Quantity>,
    pub(super) causes: Vec<Cause>,
    pub(super) terms: Vec<Term>,
    central: Vec<f64>,
    /// The Reader's concepts, the most relevant first.
    concepts: Vec<String>,
}

impl<'t> Facts<'t> {
    pub(super) fn of(text: &'t Text<'t>, context: &Context) -> Self {
        let (names, definitions): (Vec<Definition>, Vec<Definition>) = definitions(text)
            .into_iter()
            .filter(|definition| stands_for_itself(&definition.definition))
            // "Gas: a rise means …" is a note, and no definition.
            .filter(|d| d.kind != DefinitionKind::Line || begins_with_article(&d.definition))
            .partition(|d| matches!(d.kind, DefinitionKind::Alias | DefinitionKind::Abbreviation));
        let mut concepts: Vec<_> = context.key_concepts.iter().collect();
        concepts.sort_by_key(|concept| concept.relevance);
        Self {
            definitions: once_each(definitions),
            names,
            lists: enumerations(text),
            // A number in words is not looked up, and half a range says nothing.
            quantities: quantities(text)
                .into_iter()
                .filter(|q| q.value.contains(|c: char| c.is_ascii_digit()) && !ends_range(text, q))
                .collect(),
            causes: causes(text),
            terms: terms(text, 60).into_iter().filter(|term| term.count >= 3).collect(),
            central: centrality(text),
            concepts: concepts.into_iter().map(|concept| concept.term.clone()).collect(),
            text,
        }
    }

    pub(super) fn sentence(&self, sentence: usize) -> &'t str {
        self.text.sentences()[sentence].text
    }

    /// The id of the block a sentence stands in.
    pub(super) fn block(&self, sentence: usize) -> String {
        let block = self.text.sentences()[sentence].block;
        self.text.blocks()[block].0.to_owned()
    }

    /// The place of its block, for spreading questions over the document.
    pub(super) fn place(&self, sentence: usize) -> usize {
        self.text.sentences()[sentence].block
    }

    /// Whether a sentence can be shown on its own.
    pub(super) fn stands_alone(&self, sentence: usize) -> bool {
        let words = format!(" {} ", plain(self.sentence(sentence)).replace([',', ';', ':', '.'], " "));
        is_self_contained(self.text, sentence)
            && !POINTERS.iter().any(|pointer| words.contains(&format!(" {pointer} ")))
    }

    /// How much a sentence and a concept matter.
    pub(super) fn weight(&self, sentence: usize, concept: &str) -> f64 {
        let named = plain(concept);
        let rank = self.concepts.iter().position(|known| plain(known) == named);
        let relevance = rank.map_or(0.0, |rank| 1.0 / (1.0 + rank as f64 * 0.2));
        self.central.get(sentence).copied().unwrap_or_default() + relevance
    }

    /// What a sentence is about: the most important of the terms that stand in it.
    pub(super) fn about(&self, sentence: usize) -> String {
        let term = self.terms.iter().find(|term| term.sentences.contains(&sentence));
        term.map_or_else(String::new, |term| term.text.clone())
    }
}

/// Whether a value is an end of a range: the 200 of "between 50 and 200 kg".
fn ends_range(text: &Text<'_>, quantity: &Quantity) -> bool {
    let sentence = text.sentences()[quantity.sentence].text;
    let mut before = sentence[..quantity.range.start].split_whitespace().rev();
    let joint = before.next().is_some_and(|word| ["and", "to", "og", "til", "or", "eller"].contains(&word));
    let number = before.next().is_some_and(|word| word.contains(|c: char| c.is_ascii_digit()));
    let after = sentence[quantity.range.end..].split_whitespace().next();
    let begins = after.is_some_and(|word| ["to", "til", "–", "and", "og"].contains(&word))
        && sentence[quantity.range.end..]
            .split_whitespace()
            .nth(1)
            .is_some_and(|w| w.starts_with(|c: char| c.is_ascii_digit()));
    (joint && number) || begins
}

/// Words that point at something which is not there when a definition or a sentence is shown alone.
const POINTERS: &[&str] = &[
    "the two",
    "the three",
    "these",
    "those",
    "this",
    "them",
    "the reverse",
    "the former",
    "the latter",
    "the above",
    "the following",
    "the same",
    "dei to",
    "de to",
    "de tre",
    "dei tre",
    "disse",
    "desse",
    "denne",
    "dette",
    "begge",
    "den samme",
    "det samme",
    "følgende",
    "følgjande",
    "ovenfor",
    "ovanfor",
];

/// How a definition begins: with an article, or not.
pub(super) fn begins_with_article(definition: &str) -> bool {
    let first = definition.split_whitespace().next().unwrap_or_default().to_lowercase();
    ["a", "an", "the", "en", "et", "ei", "eit", "ein", "den", "det", "de", "dei"].contains(&first.as_str())
}

/// Whether a definition says enough on its own, and only one thing.
fn stands_for_itself(definition: &str) -> bool {
    let words = format!(" {} ", plain(definition).replace([',', ';', ':', '.'], " "));
    let points = POINTERS.iter().any(|pointer| words.contains(&format!(" {pointer} ")));
    let long = definition.chars().count() > 80;
    let runs_on =
        [", and ", ", og ", ", but ", ", men ", "; "].iter().any(|joint| definition.contains(joint));
    !points && !(long && runs_on)
}

/// A term that is defined twice is asked about once, by the first.
fn once_each(definitions: Vec<Definition>) -> Vec<Definition> {
    let mut kept: Vec<Definition> = Vec::new();
    for definition in definitions {
        if kept.iter().all(|known| plain(&known.term) != plain(&definition.term)) {
            kept.push(definition);
        }
    }
    kept
}
