//! The output of the Coach: flashcards and a quiz, each grounded in a quote.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_agent::Contract;
use tutti_composer::{Difficulty, Facet};

/// The output of the Coach.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CoachOutput {
    pub flashcards: Vec<Flashcard>,
    pub quiz: Vec<QuizItem>,
}

impl Contract for CoachOutput {
    const NAME: &'static str = "coach_output";
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Flashcard {
    /// Filled in by the orchestrator.
    #[serde(default)]
    pub card_id: String,
    pub question: String,
    pub answer: String,
    /// The concept it is about.
    #[serde(default)]
    pub concept: String,
    #[serde(default)]
    pub facet: Facet,
    /// The blocks it is based on.
    pub source_span: Vec<String>,
    /// A verbatim quote from those blocks.
    pub quote: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QuizItem {
    /// Filled in by the orchestrator.
    #[serde(default)]
    pub item_id: String,
    pub question: String,
    /// Four, all different.
    pub options: Vec<String>,
    #[serde(rename = "correctAnswerIndex")]
    pub correct: usize,
    #[serde(default)]
    pub explanation: String,
    #[serde(default)]
    pub concept: String,
    #[serde(default)]
    pub facet: Facet,
    #[serde(default)]
    pub difficulty: Difficulty,
    pub source_span: Vec<String>,
    pub quote: String,
}
