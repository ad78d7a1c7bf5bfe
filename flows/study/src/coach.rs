//! The native Coach: cards and questions from what a text says plainly.
//!
//! Definitions, complete lists, steps in order, values and causes are turned into questions whose wrong options come from
//! the same document. What cannot be phrased well, or has no three good wrong options, is left out.

mod choose;
pub(crate) mod facts;
mod options;
mod questions;
mod values;
mod wording;

use tutti_core::Problem;
use tutti_language::{Language, Text};

use crate::handover::HandoverV1;
use crate::materials::CoachOutput;
use crate::reading::{Block, Role};
use choose::{Offer, choose};
use facts::Facts;
use wording::Wording;

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
    let facts = Facts::of(&text, &handover.context);
    let wanted = &handover.instructions_for_coach;
    let constraints = wanted.constraints;
    let focus = |offer: &dyn Offer| wanted.focus_areas.iter().any(|term| offer.is_about(term));
    let mut cards = questions::cards(&facts, wording);
    cards.retain(|card| !wanted.avoids(&card.it.question));
    let mut quiz = questions::quiz(&facts, wording, constraints.quiz_difficulty);
    quiz.retain(|item| !wanted.avoids(&item.it.question));
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

fn marked(block: &Block) -> String {
    let text = block.body();
    let numbered = text.split_once(['.', ')']).is_some_and(|(n, _)| n.len() <= 2 && n.parse::<u8>().is_ok());
    if block.role == Role::ListItem && !numbered { format!("- {text}") } else { text.to_owned() }
}
