//! The test item: one type for every flow that writes, checks, imports, exports or asks questions.
//!
//! Nothing in here does I/O, reads a clock or calls a model. Whether a key is *true* is proved elsewhere;
//! this crate knows what an item is and whether it is well formed.

mod active_content;
mod bloom;
pub mod cues;
pub mod duplicates;
pub mod flaws;
mod id;
mod item;
mod merge;
mod normal;
pub mod prose;
#[cfg(any(test, feature = "strategies"))]
pub mod strategies;
mod text;
mod validate;
mod words;

pub use active_content::remove_active_content;
pub use bloom::Bloom;
pub use id::ItemId;
pub use item::{
    Body, Choice, Difficulty, DifficultySource, Evidence, Gap, Image, ImageData, Item, Label, Previous,
    Provenance, Solution, SolutionStep, Tolerance,
};
pub use merge::{Merged, merge};
pub use normal::normal_form;
pub use prose::Prose;
pub use text::{Part, RichText, parse_number};
