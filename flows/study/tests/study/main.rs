//! The study flow from a parsed document to the notes after a quiz.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod gates;
mod law;
mod planted_instructions;
mod review;
mod scripted;
mod sessions;
mod text;
mod world;
