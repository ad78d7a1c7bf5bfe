//! forge: exam items whose keys are proved.
//!
//! Designer → Implementer → Verifier → Style judge. The Verifier's layers and every gate are pure functions; agents are
//! native generators by default, or models under the same gates.

pub mod claim;
pub mod dice;
mod idea;
mod lenient;
pub mod methods;
pub mod native;
mod package;
pub mod report;
mod schema;
pub mod verify;

pub use idea::{Brief, Difficulty, Idea, Viability};
pub use package::{Failed, Order, Package, Question, Solution, Step, WrongPath};
pub use schema::{BUILT_IN, LibraryError, Schema, allowed, read as read_library};
