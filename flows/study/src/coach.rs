//! The native Coach: cards and questions from what a text states plainly.
//!
//! Definitions, complete lists, ordered steps, values and causes become questions whose wrong options come from the
//! same document. What cannot be phrased well, or lacks three good wrong options, is left out.

mod choose;

use std::collections::BTreeSet;
use std::ops::Range;

use tutti_composer::{Card, Facet, Facts, Question, Wanted, Weighed, Wording, cards, questions};
use tutti_core::Problem;
use tutti_language::{Language, Text, plain};

use crate::handover::{Context, HandoverV1};
use crate::materials::{CoachOutput, Flashcard, QuizItem};
use choose::{Offer, choose};
use tutti_library::{Block, Role};

#[expect(clippy::unnecessary_wraps, reason = "the shape of a native agent")]
pub(crate) fn coach(handover: &HandoverV1) -> Result<CoachOutput, Problem> {
    let language = Language::from_code(&handover.metadata.language);
    let Some(wording) = Wording::of(language) else { return Ok(CoachOutput::default()) };
    let wanted = &handover.instructions_for_coach;
    let constraints = wanted.constraints;
    let focus = |offer: &dyn Offer| wanted.focus_areas.iter().any(|term| offer.is_about(term));
    let (mut cards, mut quiz) = offers(handover, language, wording);
    let mut seen = BTreeSet::new();
    cards.retain(|card| {
        !wanted.avoids(&card.it.question) && is_first(&mut seen, card.it.facet, &card.it.concept)
    });
    let mut seen = BTreeSet::new();
    quiz.retain(|item| {
        !wanted.avoids(&item.it.question) && is_first(&mut seen, item.it.facet, &item.it.concept)
    });
    // A definition is asked for as one: another question on its sentence would tell it.
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

/// Every card and question that the document carries.
fn offers(
    handover: &HandoverV1,
    language: Language,
    wording: Wording,
) -> (Vec<Weighed<Flashcard>>, Vec<Weighed<QuizItem>>) {
    let difficulty = handover.instructions_for_coach.constraints.quiz_difficulty;
    let blocks: Vec<&Block> = handover.blocks.iter().filter(|block| block.role != Role::Table).collect();
    let (mut flashcards, mut quiz) = (Vec::new(), Vec::new());
    for part in parts(&blocks) {
        let (from, blocks) = (part.start, &blocks[part]);
        // Items are told from paragraphs by their mark, which a document need not have in its text.
        let marked: Vec<String> = blocks.iter().map(|block| with_list_mark(block)).collect();
        let named = blocks.iter().zip(&marked).map(|(block, text)| (block.block_id.as_str(), text.as_str()));
        let named: Vec<(&str, &str)> = named.collect();
        let text = Text::new(&named, language);
        let facts = Facts::of(&text, &handover.metadata.source_title, concepts(&handover.context));
        flashcards.extend(cards(&facts, wording).into_iter().map(|it| card(&facts, it, from)));
        let asked = questions(&facts, wording, Wanted { wrong: 3, difficulty });
        quiz.extend(asked.into_iter().map(|it| question(&facts, it, from)));
    }
    (flashcards, quiz)
}

/// The maximum number of characters whose sentences are compared with one another. A longer document is processed in
/// parts, so that ten times the text takes ten times as long, and wrong options come from nearby.
const PART: usize = 80_000;

/// The document in parts, each from a heading on if there is one in time.
fn parts(blocks: &[&Block]) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let (mut start, mut length, mut heading) = (0, 0, None);
    for (place, block) in blocks.iter().enumerate() {
        if length >= PART / 2 && block.role == Role::Heading {
            heading = Some(place);
        }
        length += block.text.len();
        if length > PART && place > start {
            let end = heading.take().filter(|heading| *heading > start).unwrap_or(place);
            parts.push(start..end);
            start = end;
            length = blocks[start..=place].iter().map(|block| block.text.len()).sum();
        }
    }
    parts.push(start..blocks.len());
    parts
}

fn is_definition(facet: Facet) -> bool {
    matches!(facet, Facet::Definition | Facet::Term)
}

/// A term that two parts of a document define is asked for as the first defines it.
fn is_first(seen: &mut BTreeSet<(bool, String)>, facet: Facet, concept: &str) -> bool {
    !is_definition(facet) || seen.insert((facet == Facet::Term, plain(concept)))
}

/// The main concepts according to the Reader, the most relevant first.
fn concepts(context: &Context) -> Vec<String> {
    let mut concepts: Vec<_> = context.key_concepts.iter().collect();
    concepts.sort_by_key(|concept| concept.relevance);
    concepts.into_iter().map(|concept| concept.term.clone()).collect()
}

/// `from` is where the part begins.
fn card(facts: &Facts<'_>, card: Weighed<Card>, from: usize) -> Weighed<Flashcard> {
    let card = Weighed { place: card.place + from, ..card };
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

fn question(facts: &Facts<'_>, question: Weighed<Question>, from: usize) -> Weighed<QuizItem> {
    let question = Weighed { place: question.place + from, ..question };
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

fn with_list_mark(block: &Block) -> String {
    let text = block.body();
    let numbered = text.split_once(['.', ')']).is_some_and(|(n, _)| n.len() <= 2 && n.parse::<u8>().is_ok());
    if block.role == Role::ListItem && !numbered { format!("- {text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(role: Role, length: usize) -> Block {
        Block { block_id: String::new(), text: "a".repeat(length), source_page: 1, role, level: None }
    }

    /// `expected` is where each part ends.
    fn check(blocks: &[Block], expected: &[usize]) {
        let parts = parts(&blocks.iter().collect::<Vec<_>>());
        assert!(parts.windows(2).all(|pair| pair[0].end == pair[1].start) && parts[0].start == 0);
        assert_eq!(parts.iter().map(|part| part.end).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn parts_begin_at_headings_where_they_can() {
        use Role::{Heading, Paragraph};
        check(&[], &[0]);
        check(&[block(Paragraph, PART)], &[1]);
        check(&[block(Paragraph, 3 * PART), block(Paragraph, 3 * PART)], &[1, 2]);
        let half = || block(Paragraph, PART / 2);
        check(&[half(), half(), half(), half(), half()], &[2, 4, 5]);
        let title = || block(Heading, 10);
        check(&[title(), half(), title(), half(), half(), title(), half()], &[2, 4, 5, 7]);
    }
}
