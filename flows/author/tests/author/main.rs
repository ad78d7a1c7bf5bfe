//! The author flow from a request to a task file, with models that play every agent well or badly.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod batch;
mod halts;
mod rules;
mod scripted;
mod text;
mod web;
mod world;
