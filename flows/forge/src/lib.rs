//! forge: exam items whose keys are proved.
//!
//! Designer → Implementer → Verifier → Style judge. The Verifier's layers and every gate are pure functions; agents are
//! native generators by default, or models under the same gates.

mod agents;
pub mod claim;
pub mod dice;
mod flow;
mod idea;
mod lenient;
pub mod methods;
pub mod native;
mod outcome;
mod package;
mod plan;
pub mod report;
mod schema;
mod stem;
pub mod style;
pub mod verify;

pub use agents::{AGENTS, Answer, CONTRACTS, ToJudge, ToVerify, Unsolved};
pub use flow::{Batch, ForgeInput, ForgeReport, forge, forge_batch, forge_verify, forge_verify_item};
pub use idea::{Brief, Difficulty, Idea, Viability};
pub use outcome::{Accepted, Counts, Ending, LogLine, Outcome, Rejected, Stats, item_id, item_of};
pub use package::{Failed, Order, Package, Question, Solution, Step, WrongPath};
pub use plan::briefs;
pub use schema::{BUILT_IN, LibraryError, Schema, allowed, read as read_library};
