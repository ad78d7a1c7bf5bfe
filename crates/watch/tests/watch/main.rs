//! Monitoring of runs with agents, models and children: the log, the spans a collector receives, the Prometheus
//! metrics.
//!
//! Monitoring is installed once per process, so every test is a process of its own.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod collector;
mod documents;
mod log;
mod metrics;
mod spans;
mod world;
