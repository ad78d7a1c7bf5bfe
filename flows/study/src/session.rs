//! A study session: the single source of truth for a document, its quizzes and their results.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_agent::Contract;
use tutti_core::Finding;

use crate::handover::MOST;
use crate::materials::{Flashcard, QuizItem};
use crate::rules::Rule;
use tutti_composer::Difficulty;
use tutti_library::Block;

/// The state of a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SessionState {
    pub session_id: String,
    pub user_id: String,
    pub status: Status,
    pub doc_meta: SessionDocument,
    pub extracted_blocks: Vec<Block>,
    #[serde(default)]
    pub flashcards: Vec<Flashcard>,
    #[serde(default)]
    pub quiz_items: Vec<QuizItem>,
    /// Every quiz that was set, the latest last.
    #[serde(default)]
    pub quizzes: Vec<Quiz>,
    #[serde(default)]
    pub results: Vec<ItemResult>,
    #[serde(default)]
    pub notes: Vec<String>,
    #[serde(default)]
    pub flags: Vec<Flag>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The recognised text is waiting for review.
    PendingManualReview,
    /// A person discarded the recognised text; nothing was made from it.
    Discarded,
    Ready,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SessionDocument {
    pub filename: String,
    pub title: String,
    pub language: String,
    pub source_hash: String,
    /// RFC 3339.
    pub uploaded_at: String,
}

/// Questions that are answered together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Quiz {
    pub quiz_id: String,
    pub item_ids: Vec<String>,
    pub difficulty: Difficulty,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ItemResult {
    pub quiz_id: String,
    pub item_id: String,
    pub is_correct: bool,
    pub latency_sec: f64,
    /// RFC 3339.
    pub timestamp: String,
}

/// Something the user should know about what was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Flag {
    /// Such as `low_ocr_confidence`.
    pub flag: String,
    pub detail: String,
}

/// A quiz on some blocks of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QuizSpec {
    pub blocks_to_assess: Vec<String>,
    pub num_questions: u32,
    #[serde(default)]
    pub difficulty: Difficulty,
}

impl Contract for QuizSpec {
    const NAME: &'static str = "quiz_spec";

    fn validate(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        if self.blocks_to_assess.is_empty() {
            let message = "no block is named";
            findings.push(Rule::BlocksMissing.finding(message).at("/blocks_to_assess"));
        }
        if !(1..=MOST).contains(&self.num_questions) {
            let message = format!("{} is not from 1 to {MOST}", self.num_questions);
            findings.push(Rule::CountOutOfRange.finding(message).at("/num_questions"));
        }
        findings
    }
}

impl QuizSpec {
    /// Errors of a request for this session: blocks that it does not have.
    pub fn findings(&self, session: &SessionState) -> Vec<Finding> {
        self.findings_on(&session.extracted_blocks)
    }

    pub(crate) fn findings_on(&self, blocks: &[Block]) -> Vec<Finding> {
        let known: BTreeSet<&str> = blocks.iter().map(|block| block.block_id.as_str()).collect();
        let strange = self.blocks_to_assess.iter().enumerate().filter(|(_, id)| !known.contains(id.as_str()));
        strange
            .map(|(i, id)| {
                let message = format!("the session has no block {id}");
                Rule::BlockUnknown.finding(message).at(format!("/blocks_to_assess/{i}"))
            })
            .collect()
    }
}

/// The results of a quiz, as reported by its player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct QuizResults {
    pub quiz_id: String,
    pub answers: Vec<Answer>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    pub item_id: String,
    pub is_correct: bool,
    #[serde(default)]
    pub latency_sec: f64,
}

impl Contract for QuizResults {
    const NAME: &'static str = "quiz_results";

    fn validate(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        for (i, answer) in self.answers.iter().enumerate() {
            if !answer.latency_sec.is_finite() || answer.latency_sec < 0.0 {
                let message = "a time cannot be negative";
                let pointer = format!("/answers/{i}/latency_sec");
                findings.push(Rule::LatencyNegative.finding(message).at(pointer));
            }
        }
        findings
    }
}

impl QuizResults {
    /// Errors of the results for this session: an unknown quiz, or other questions than it has.
    pub fn findings(&self, session: &SessionState) -> Vec<Finding> {
        let Some(quiz) = session.quizzes.iter().find(|quiz| quiz.quiz_id == self.quiz_id) else {
            let message = format!("the session has no quiz {}", self.quiz_id);
            return vec![Rule::QuizUnknown.finding(message).at("/quiz_id")];
        };
        let mut findings = Vec::new();
        if self.answers.len() != quiz.item_ids.len() {
            let message =
                format!("{} answers to a quiz of {} questions", self.answers.len(), quiz.item_ids.len());
            findings.push(Rule::AnswersDoNotMatch.finding(message).at("/answers"));
        }
        let mut seen = BTreeSet::new();
        for (i, answer) in self.answers.iter().enumerate() {
            let pointer = format!("/answers/{i}/item_id");
            if !quiz.item_ids.contains(&answer.item_id) {
                let message = format!("the quiz has no question {}", answer.item_id);
                findings.push(Rule::ItemUnknown.finding(message).at(pointer));
            } else if !seen.insert(&answer.item_id) {
                let message = format!("{} is answered twice", answer.item_id);
                findings.push(Rule::ItemTwice.finding(message).at(pointer));
            }
        }
        findings
    }
}

/// The Coach's notes on the results.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CoachNotes {
    pub notes: Vec<String>,
}

impl Contract for CoachNotes {
    const NAME: &'static str = "coach_notes";
}
