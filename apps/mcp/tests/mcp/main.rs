//! Tutti as a client of the protocol meets it: over a pair of streams, and over HTTP.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod cancelling;
mod described;
mod http;
mod local;
mod resources;
mod world;
