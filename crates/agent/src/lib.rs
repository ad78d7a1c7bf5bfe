//! Agents as contracts: what one is asked, and what is read out of what it says.
//!
//! Nothing in here calls a model or reads a clock. Decoding and rendering are pure functions, because a run
//! that is replayed does them again; the one function that touches a disk is [`Prompts::with_folder`].

mod contract;
mod decode;
mod prompt;

pub use contract::{Contract, ContractEntry, ContractError, Fault, read, read_input, schema_of};
pub use decode::{DecodeError, DecodeFault, Decoded, Limits, Note, decode, decode_with};
pub use prompt::{Prompt, PromptError, Prompts, Rendered};
