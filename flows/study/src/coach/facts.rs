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
            .partition(|d| matches!(d.kind, DefinitionKind::Alias | DefinitionKind::Abbreviation));
        let mut concepts: Vec<_> = context.key_concepts.iter().collect();
        concepts.sort_by_key(|concept| concept.relevance);
        Self {
            definitions: once_each(definitions),
            names,
            lists: enumerations(text),
            quantities: quantities(text),
            causes: causes(text),
            terms: terms(text, 60),
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
        is_self_contained(self.text, sentence)
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
