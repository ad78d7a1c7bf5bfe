//! The native Coach: cards and questions from what a text says plainly.
//!
//! Definitions, complete lists, steps in order, values and causes are turned into questions whose wrong options come from
//! the same document. What cannot be phrased well, or has no three good wrong options, is left out.

mod choose;

use std::collections::BTreeSet;

use tutti_composer::{Card, Facet, Facts, Question, Wanted, Weighed, Wording, cards, questions};
use tutti_core::Problem;
use tutti_language::{Language, Text};

use crate::handover::{Context, HandoverV1};
use crate::materials::{CoachOutput, Flashcard, QuizItem};
use crate::reading::{Block, Role};
use choose::{Offer, choose};

#[expect(clippy::unnecessary_wraps, reason = "the shape of a native agent")]
pub(crate) fn coach(handover: &HandoverV1) -> Result<CoachOutput, Problem> {
    let language = Language::from_code(&handover.metadata.language);
    let Some(wording) = Wording::of(language) else { return Ok(CoachOutput::default()) };
    let blocks: Vec<&Block> = handover.blocks.iter().filter(|block| block.role != Role::Table).collect();
    // Items are told from paragraphs by their mark, which a document need not have in its text.
    let marked: Vec<String> = blocks.iter().map(|block| marked(block)).collect();
    let blocks: Vec<(&str, &str)> =
        blocks.iter().zip(&marked).map(|(block, text)| (block.block_id.as_str(), text.as_str())).collect();
    let text = Text::new(&blocks, language);
    let facts = Facts::of(&text, &handover.metadata.source_title, concepts(&handover.context));
    let wanted = &handover.instructions_for_coach;
    let constraints = wanted.constraints;
    let focus = |offer: &dyn Offer| wanted.focus_areas.iter().any(|term| offer.is_about(term));
    let mut cards: Vec<_> = cards(&facts, wording).into_iter().map(|it| card(&facts, it)).collect();
    cards.retain(|card| !wanted.avoids(&card.it.question));
    let like = Wanted { wrong: 3, difficulty: constraints.quiz_difficulty };
    let quiz = questions(&facts, wording, like).into_iter().map(|it| question(&facts, it));
    let mut quiz: Vec<_> = quiz.collect();
    quiz.retain(|item| !wanted.avoids(&item.it.question));
    // A definition is asked for as one: another question on its sentence would tell it.
    let is_definition = |facet: Facet| matches!(facet, Facet::Definition | Facet::Term);
    let defined: BTreeSet<String> =
        quiz.iter().filter(|item| is_definition(item.it.facet)).map(|item| item.it.quote.clone()).collect();
    quiz.retain(|item| is_definition(item.it.facet) || !defined.contains(&item.it.quote));
    Ok(CoachOutput {
        flashcards: choose(cards, constraints.num_flashcards as usize, &focus, None),
        quiz: choose(
            quiz,
            constraints.num_quiz_questions as usize,
            &focus,
            Some(constraints.quiz_difficulty),
        ),
    })
}

/// What the Reader found the document to be about, the most relevant first.
fn concepts(context: &Context) -> Vec<String> {
    let mut concepts: Vec<_> = context.key_concepts.iter().collect();
    concepts.sort_by_key(|concept| concept.relevance);
    concepts.into_iter().map(|concept| concept.term.clone()).collect()
}

fn card(facts: &Facts<'_>, card: Weighed<Card>) -> Weighed<Flashcard> {
    card.map(|card| Flashcard {
        card_id: String::new(),
        question: card.question,
        answer: card.answer,
        concept: card.concept,
        facet: card.facet,
        source_span: vec![facts.block(card.sentence)],
        quote: facts.sentence(card.sentence).to_owned(),
    })
}

fn question(facts: &Facts<'_>, question: Weighed<Question>) -> Weighed<QuizItem> {
    question.map(|question| {
        let quote = facts.sentence(question.sentence).to_owned();
        QuizItem {
            item_id: String::new(),
            question: question.stem,
            options: question.options.into_iter().map(|option| option.text).collect(),
            correct: question.key,
            explanation: quote.clone(),
            concept: question.concept,
            facet: question.facet,
            difficulty: question.difficulty,
            source_span: vec![facts.block(question.sentence)],
            quote,
        }
    })
}

fn marked(block: &Block) -> String {
    let text = block.body();
    let numbered = text.split_once(['.', ')']).is_some_and(|(n, _)| n.len() <= 2 && n.parse::<u8>().is_ok());
    if block.role == Role::ListItem && !numbered { format!("- {text}") } else { text.to_owned() }
}
