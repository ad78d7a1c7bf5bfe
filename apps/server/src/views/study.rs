//! Views of study sessions.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use tutti_exchange::line_html;
use tutti_item::RichText;
use tutti_learner::{Card, Rating};
use tutti_service::time;
use tutti_store::Millis;
use tutti_study::{
    Block, Concept, Difficulty, Flag, HandoverV1, Role, SessionState, Status,
    session_store::{QueuedCard, page_of},
};

/// A line of text with formulas, as HTML.
pub(crate) fn text_html(text: &str) -> String {
    line_html(&RichText::from_dollars(text), &BTreeMap::new())
}

/// A session in a list.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct SessionSummary {
    pub(crate) session_id: String,
    pub(crate) title: String,
    pub(crate) filename: String,
    pub(crate) language: String,
    pub(crate) status: Status,
    pub(crate) cards: usize,
    pub(crate) questions: usize,
    pub(crate) answered: usize,
    pub(crate) right: usize,
    pub(crate) created_at: String,
}

impl SessionSummary {
    pub(crate) fn of(state: &SessionState) -> Self {
        Self {
            session_id: state.session_id.clone(),
            title: state.doc_meta.title.clone(),
            filename: state.doc_meta.filename.clone(),
            language: state.doc_meta.language.clone(),
            status: state.status,
            cards: state.flashcards.len(),
            questions: state.quiz_items.len(),
            answered: state.results.len(),
            right: state.results.iter().filter(|result| result.is_correct).count(),
            created_at: state.doc_meta.uploaded_at.clone(),
        }
    }
}

/// A session, without the keys of its questions.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct SessionView {
    pub(crate) session_id: String,
    pub(crate) status: Status,
    pub(crate) title: String,
    pub(crate) filename: String,
    pub(crate) language: String,
    pub(crate) created_at: String,
    pub(crate) summary: String,
    /// The same as HTML with formulas, one entry per paragraph.
    pub(crate) summary_html: Vec<String>,
    pub(crate) concepts: Vec<ConceptView>,
    pub(crate) flags: Vec<Flag>,
    /// The Coach's feedback on the last results.
    pub(crate) notes: Vec<String>,
    pub(crate) blocks: Vec<BlockView>,
    /// Number of pages that can be displayed; 0 if the document has none.
    pub(crate) pages: u32,
    pub(crate) cards: Vec<CardView>,
    pub(crate) quizzes: Vec<QuizView>,
    /// The question it waits for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) review: Option<ReviewName>,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct ConceptView {
    #[serde(flatten)]
    concept: Concept,
    definition_html: String,
}

impl ConceptView {
    fn of(concept: &Concept) -> Self {
        Self { definition_html: text_html(&concept.definition), concept: concept.clone() }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct ReviewName {
    pub(crate) run: String,
    pub(crate) name: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct BlockView {
    pub(crate) block_id: String,
    pub(crate) page: u32,
    pub(crate) role: Role,
    pub(crate) text: String,
    pub(crate) html: String,
}

impl BlockView {
    fn of(block: &Block) -> Self {
        Self {
            block_id: block.block_id.clone(),
            page: block.source_page,
            role: block.role,
            html: text_html(&block.text),
            text: block.text.clone(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct CardView {
    /// Id to pass when rating the card.
    pub(crate) id: String,
    pub(crate) card_id: String,
    pub(crate) question_html: String,
    pub(crate) answer_html: String,
    pub(crate) concept: String,
    pub(crate) quote: String,
    pub(crate) quote_html: String,
    pub(crate) block_ids: Vec<String>,
    pub(crate) page: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct QuizView {
    pub(crate) quiz_id: String,
    pub(crate) difficulty: Difficulty,
    pub(crate) questions: usize,
    pub(crate) answered: usize,
    pub(crate) right: usize,
    /// An open attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) open_attempt: Option<String>,
}

impl SessionView {
    pub(crate) fn of(state: &SessionState, handover: Option<&HandoverV1>, pages: u32) -> Self {
        let cards = state.flashcards.iter().map(|card| CardView {
            id: format!("{}/{}", state.session_id, card.card_id),
            card_id: card.card_id.clone(),
            question_html: text_html(&card.question),
            answer_html: text_html(&card.answer),
            concept: card.concept.clone(),
            quote_html: text_html(&card.quote),
            quote: card.quote.clone(),
            block_ids: card.source_span.clone(),
            page: page_of(state, &card.source_span),
        });
        let quizzes = state.quizzes.iter().map(|quiz| {
            let results = || state.results.iter().filter(|result| result.quiz_id == quiz.quiz_id);
            QuizView {
                quiz_id: quiz.quiz_id.clone(),
                difficulty: quiz.difficulty,
                questions: quiz.item_ids.len(),
                answered: results().count(),
                right: results().filter(|result| result.is_correct).count(),
                open_attempt: None,
            }
        });
        let meta = &state.doc_meta;
        let summary = handover.map_or("", |handover| handover.context.full_summary.as_str());
        let concepts = |found: &[Concept]| found.iter().map(ConceptView::of).collect::<Vec<_>>();
        Self {
            session_id: state.session_id.clone(),
            status: state.status,
            title: meta.title.clone(),
            filename: meta.filename.clone(),
            language: meta.language.clone(),
            created_at: meta.uploaded_at.clone(),
            summary_html: summary.lines().filter(|line| !line.trim().is_empty()).map(text_html).collect(),
            summary: summary.to_owned(),
            concepts: handover.map(|handover| concepts(&handover.context.key_concepts)).unwrap_or_default(),
            flags: state.flags.clone(),
            notes: state.notes.clone(),
            blocks: state.extracted_blocks.iter().map(BlockView::of).collect(),
            pages,
            cards: cards.collect(),
            quizzes: quizzes.collect(),
            review: None,
        }
    }
}

/// The cards that are due.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct CardsView {
    pub(crate) total: usize,
    pub(crate) due: usize,
    /// When the next card is due, if none is due now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next_due_at: Option<String>,
    pub(crate) cards: Vec<DueCard>,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct DueCard {
    pub(crate) id: String,
    pub(crate) question_html: String,
    pub(crate) answer_html: String,
    pub(crate) quote: String,
    pub(crate) quote_html: String,
    pub(crate) source_title: String,
    pub(crate) session_id: String,
    pub(crate) block_id: String,
    pub(crate) page: u32,
    pub(crate) reviews: u32,
    pub(crate) due_at: String,
    pub(crate) comes: Comes,
}

/// When a card is due again after each rating.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Comes {
    again: String,
    hard: String,
    good: String,
    easy: String,
}

impl DueCard {
    pub(crate) fn of(queued: &QueuedCard, now: Millis) -> Self {
        let card = &queued.card;
        Self {
            id: queued.id.clone(),
            question_html: text_html(&card.question),
            answer_html: text_html(&card.answer),
            quote_html: text_html(&card.quote),
            quote: card.quote.clone(),
            source_title: queued.source_title.clone(),
            session_id: queued.id.split('/').next().unwrap_or_default().to_owned(),
            block_id: card.source_span.first().cloned().unwrap_or_default(),
            page: queued.page,
            reviews: queued.schedule.reviews,
            due_at: time::rfc3339(queued.schedule.due_at),
            comes: Comes::of(&queued.schedule, now),
        }
    }
}

impl Comes {
    fn of(card: &Card, now: Millis) -> Self {
        let after = |rating| time::rfc3339(card.review(rating, now).0.due_at);
        Self {
            again: after(Rating::Again),
            hard: after(Rating::Hard),
            good: after(Rating::Good),
            easy: after(Rating::Easy),
        }
    }
}
