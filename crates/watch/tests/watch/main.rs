//! Runs with agents, models and children, watched: what is in the log, what a collector gets, what Prometheus reads.
//!
//! A process is watched once, so every test is a process of its own.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod collector;
mod documents;
mod log;
mod metrics;
mod spans;
mod world;
