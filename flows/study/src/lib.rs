//! study: a document in, grounded flashcards and quizzes out.
//!
//! Reader → orchestrator → Coach. Whatever an agent makes, native or model, passes the gates here or is dropped: every
//! card and every question quotes the block it is based on.

mod agents;
mod coach;
mod flow;
pub mod gates;
mod handover;
mod materials;
pub mod native;
mod notes;
mod reader;
pub mod rules;
mod selection;
mod session;
pub mod session_store;

pub use agents::{AGENTS, Answered, CONTRACTS, ToNote, ToRead};
pub use flow::{FLOWS, QuizInput, ResultsInput, STUDY, STUDY_QUIZ, STUDY_RESULTS, StudyInput, StudyReport};
pub use handover::{
    Concept, Constraints, Context, Goal, HandoverV1, Instructions, MOST, Metadata, Relevance, Section,
};
pub use materials::{CoachOutput, Flashcard, QuizItem};
pub use notes::{next_difficulty, weak_concepts};
pub use session::{
    Answer, CoachNotes, Flag, ItemResult, Quiz, QuizResults, QuizSpec, SessionDocument, SessionState, Status,
};
pub use tutti_composer::{Difficulty, Facet};
pub use tutti_library::{Block, DocMeta, ReaderOutput, Role};
