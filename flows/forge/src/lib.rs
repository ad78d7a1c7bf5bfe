//! forge: exam items whose keys are proved.
//!
//! Designer → Implementer → Verifier → Style judge. The Verifier's layers and every gate are pure functions; agents are
//! native generators by default, or models under the same gates.

mod agents;
mod flow;
mod idea;
mod lenient;
pub mod methods;
pub mod native;
mod outcome;
mod package;
mod plan;
pub mod report;
pub mod rules;
mod schema;
pub mod style;
pub mod verify;

pub use agents::{AGENTS, Answer, CONTRACTS, ToJudge, ToVerify, Unsolved};
pub use flow::{Batch, FLOWS, FORGE, FORGE_BATCH, FORGE_VERIFY, ForgeInput, ForgeReport, Progress};
pub use idea::{Brief, Idea, Viability};
pub use outcome::{Accepted, Counts, Ending, LogLine, Rejected, SlotOutcome, Stats, item_id, item_of};
pub use package::{Failed, Order, Package, Question, ReasoningStep, Solution, WrongPath};
pub use plan::briefs;
pub use schema::{BUILT_IN, LibraryError, Schema, filter_by_prefix, read as read_library};
pub use tutti_families::{Difficulty, claim, dice};
