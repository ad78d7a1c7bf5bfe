//! Tutti for models: the flows as tools, items and documents as resources, over the Model Context Protocol.
//!
//! Thin on purpose: what a tool does is in the service and the flows. Here it gets a name, a schema and words. The same
//! handler serves a program that started us (stdio) and callers of the server (Streamable HTTP).
//!
//! Guarantees: a tool that fails answers with a problem a model can act on, never with a protocol error; who calls sees
//! their own rows only; files of this machine are read and written for the program that started us and for nobody else;
//! a run outlives the call that began it, unless that call is cancelled.

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
