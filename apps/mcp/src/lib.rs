//! The MCP server: the flows as tools, and items, documents and runs as resources.
//!
//! It is thin: the service and the flows do the work; this crate adds names, schemas and texts. The same handler serves
//! a program that started this process (stdio) and callers of the server (Streamable HTTP).
//!
//! Guarantees: a tool that fails returns a problem a model can act on, never a protocol error; callers see only their own
//! rows; files of this machine are read and written only for the program that started this process; a run outlives the
//! call that started it, unless that call is cancelled.

mod answer;
mod call;
mod driving;
mod handler;
mod http;
mod item;
mod reference;
mod resources;
mod source;
mod stdio;
mod tool;
mod tools;
mod who;

pub use self::{
    handler::Tutti,
    http::Http,
    reference::reference,
    stdio::{serve, stdio},
    who::Who,
};
