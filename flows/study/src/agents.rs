//! The agents: Reader, Coach, and the Coach again after a quiz. They know nothing of each other.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_agent::{Agent, AgentEntry, Contract, ContractEntry};
use tutti_core::Finding;

use crate::handover::{Context, HandoverV1};
use crate::materials::CoachOutput;
use crate::rules::Rule;
use crate::session::{CoachNotes, QuizResults, QuizSpec, SessionState};
use crate::{coach, notes, reader};
use tutti_composer::Difficulty;
use tutti_library::{Block, DocMeta, ReaderOutput};

/// Analyses a document: summary, concepts, sections.
pub(crate) const READER: Agent<ToRead, Context> =
    Agent::new("study_reader").native(reader::read).prompt(include_str!("../prompts/reader.md"));

/// Makes cards and questions from a handover.
pub(crate) const COACH: Agent<HandoverV1, CoachOutput> =
    Agent::new("study_coach").native(coach::coach).prompt(include_str!("../prompts/coach.md"));

/// Says what a learner should look at again.
pub(crate) const NOTE_TAKER: Agent<ToNote, CoachNotes> =
    Agent::new("study_notes").native(notes::write).prompt(include_str!("../prompts/notes.md"));

pub const AGENTS: [AgentEntry; 3] = [READER.entry(), COACH.entry(), NOTE_TAKER.entry()];

/// In the order of their names.
pub const CONTRACTS: [ContractEntry; 9] = [
    ContractEntry::of::<CoachNotes>(),
    ContractEntry::of::<CoachOutput>(),
    ContractEntry::of::<HandoverV1>(),
    ContractEntry::of::<QuizResults>(),
    ContractEntry::of::<QuizSpec>(),
    ContractEntry::of::<ReaderOutput>(),
    ContractEntry::of::<Context>(),
    ContractEntry::of::<ToNote>(),
    ContractEntry::of::<ToRead>(),
];

/// The input of the Reader.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ToRead {
    pub doc_meta: DocMeta,
    pub blocks: Vec<Block>,
}

impl Contract for ToRead {
    const NAME: &'static str = "study_to_read";

    fn validate(&self) -> Vec<Finding> {
        if self.blocks.is_empty() {
            return vec![Rule::BlocksMissing.finding("there are no blocks").at("/blocks")];
        }
        Vec::new()
    }
}

/// The input of the Coach after a quiz.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ToNote {
    pub language: String,
    /// In the order they were answered, all quizzes of the session.
    pub answers: Vec<Answered>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Answered {
    pub concept: String,
    pub difficulty: Difficulty,
    pub is_correct: bool,
    pub latency_sec: f64,
}

impl Contract for ToNote {
    const NAME: &'static str = "study_to_note";
}

impl ToNote {
    /// The answers given before, and now.
    pub fn of(session: &SessionState, results: &QuizResults) -> Self {
        let before = session.results.iter().map(|r| (&r.item_id, r.is_correct, r.latency_sec));
        let now = results.answers.iter().map(|a| (&a.item_id, a.is_correct, a.latency_sec));
        let answers = before
            .chain(now)
            .filter_map(|(id, is_correct, latency_sec)| {
                let item = session.quiz_items.iter().find(|item| item.item_id == *id)?;
                let (concept, difficulty) = (item.concept.clone(), item.difficulty);
                Some(Answered { concept, difficulty, is_correct, latency_sec })
            })
            .collect();
        Self { language: session.doc_meta.language.clone(), answers }
    }
}
