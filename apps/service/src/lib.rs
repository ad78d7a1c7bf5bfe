//! The operations of Tutti, shared by the command line, the HTTP server and the MCP server.
//!
//! Each module turns a request into a run, or stored results into something to show. Nothing here prints or knows about
//! HTTP.

pub mod analysis;
pub mod attempts;
pub mod author;
mod client;
pub mod disk;
pub mod doctor;
pub mod exporting;
pub mod flows;
pub mod forge;
pub mod importing;
pub mod items;
pub mod library;
pub mod offload;
mod problems;
pub mod quiz;
pub mod requests;
pub mod runs;
pub mod settings_changes;
pub mod settings_guard;
mod setup;
mod source;
pub mod study;
pub mod time;
pub mod timeline;
pub mod tour;
pub mod verifying;

pub use client::{Client, News, Settled, Watch, is_end};
pub use problems::{Problems, name_run};
pub use setup::{Place, Setup, key_of};
pub use source::{Source, is_address};
