//! Agents as contracts: the input of an agent, its prompt, and how its reply is decoded.
//!
//! Decoding, contracts and rendering are pure functions. [`Call`] uses them inside a run: it is the only place where a
//! model's text becomes a typed value, or an error.

mod agent;
mod call;
mod contract;
mod decode;
mod desk;
mod prompt;
mod record;
mod store_ledger;

pub use agent::{Agent, AgentEntry, Policy};
pub use call::Call;
pub use contract::{Contract, ContractEntry, ContractError, Fault, read, read_input, schema_of};
pub use decode::{DecodeError, DecodeFault, Decoded, Limits, Note, decode, decode_with};
pub use desk::{Choice, Desk, Way};
pub use prompt::{Prompt, PromptError, Prompts, Rendered};
pub use record::{CallRecord, Decision};
pub use store_ledger::{StoreCache, StoreLedger};
