//! Flashcards from facts.

use tutti_language::{DefinitionKind, plain};

use crate::facts::{Facts, begins_with_article};
use crate::gaps::{concept_of, mentions, with_capital, with_gap, without_cause, without_list, without_value};
use crate::question::{Facet, Weighed};
use crate::questions::LONGEST_OPTION;
use crate::wording::Wording;

/// A card with two sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    pub facet: Facet,
    pub concept: String,
    pub question: String,
    pub answer: String,
    /// What it stands on.
    pub sentence: usize,
}

/// Every card that the facts carry.
pub fn cards(facts: &Facts<'_>, wording: Wording) -> Vec<Weighed<Card>> {
    let mut cards = Vec::new();
    let mut add = |facet, concept: &str, question: String, answer: String, sentence: usize| {
        let card =
            Card { facet, concept: concept.to_owned(), question, answer: with_capital(&answer), sentence };
        cards.push(Weighed {
            it: card,
            weight: facts.weight(sentence, concept),
            place: facts.place(sentence),
        });
    };
    for definition in &facts.definitions {
        let (term, is) = (&definition.term, &definition.definition);
        if !mentions(is, term) {
            add(Facet::Definition, term, wording.meaning(term), is.clone(), definition.sentence);
            add(Facet::Term, term, wording.term_for(is), term.clone(), definition.sentence);
        }
    }
    for name in &facts.names {
        let question = match name.kind {
            DefinitionKind::Abbreviation => wording.stands_for(&name.term),
            _ => wording.other_name(&name.term),
        };
        add(Facet::Fact, &name.term, question, name.definition.clone(), name.sentence);
    }
    for list in &facts.lists {
        if let Some(sentence) = without_list(facts, list) {
            let concept = facts.about(list.sentence);
            let concept = if concept.is_empty() { list.head.clone() } else { concept };
            add(
                Facet::Members,
                &concept,
                wording.missing(&sentence),
                wording.join(&list.items),
                list.sentence,
            );
        }
        let steps = list.ordered && list.items.iter().all(|item| !begins_with_article(item));
        if steps && list.item_sentences.len() == list.items.len() {
            for (pair, sentence) in list.items.windows(2).zip(&list.item_sentences[1..]) {
                if pair.iter().all(|step| step.chars().count() <= LONGEST_OPTION) {
                    add(Facet::Step, &list.head, wording.next_step(&pair[0]), pair[1].clone(), *sentence);
                }
            }
        }
    }
    for quantity in &facts.quantities {
        if let Some(sentence) = without_value(facts, quantity) {
            let concept = concept_of(facts, quantity);
            add(
                Facet::Number,
                &concept,
                wording.missing_value(&sentence),
                quantity.value.clone(),
                quantity.sentence,
            );
        }
    }
    for cause in &facts.causes {
        let Some((sentence, key)) = without_cause(facts, cause) else { continue };
        let concept = facts.about(cause.sentence);
        add(Facet::Cause, &concept, wording.missing(&sentence), key, cause.sentence);
    }
    for (sentence, term, gapped) in sentences_on_terms(facts) {
        add(Facet::Fact, &term, wording.missing_term(&gapped), term.clone(), sentence);
    }
    // What a term fills is asked after everything else.
    for card in cards.iter_mut().filter(|card| card.it.facet == Facet::Fact) {
        card.weight -= LAST;
    }
    cards
}

/// How much less a sentence about a term counts than what is said in a form of its own.
const LAST: f64 = 1.5;

/// Sentences that begin with a term of the document and say something of it: the sentence, the term, and the sentence
/// without it. What begins with its subject is said of that subject, so another term does not fit as well.
fn sentences_on_terms(facts: &Facts<'_>) -> Vec<(usize, String, String)> {
    let mut found = Vec::new();
    for term in &facts.terms {
        let defined = facts.definitions.iter().any(|definition| plain(&definition.term) == plain(&term.text));
        for sentence in &term.sentences {
            let text = facts.sentence(*sentence);
            let start = text.char_indices().nth(24).map_or(text.len(), |(at, _)| at);
            let at = plain(&text[..start]).find(&plain(&term.text));
            let whole = with_gap(facts, *sentence, &term.text);
            let whole = whole.or_else(|| with_gap(facts, *sentence, &with_capital(&term.text)));
            let article = text.split_whitespace().next().is_some_and(begins_with_article);
            if let (Some(at), Some(gapped)) = (at, whole)
                && at <= 4
                && (defined || article)
                && facts.definitions.iter().all(|definition| definition.sentence != *sentence)
            {
                found.push((*sentence, term.text.clone(), gapped));
            }
        }
    }
    found
}
