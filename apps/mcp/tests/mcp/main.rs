//! Tests of the MCP server through a client, over a pair of streams and over HTTP.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod cancelling;
mod http;
mod local;
mod resources;
mod tool_descriptions;
mod world;
