//! Model providers behind one narrow call.
//!
//! [`Models::call`] is one attempt: it looks in the cache, asks the circuit breaker, waits for a free slot, reserves
//! the money, calls the provider, and records the cost. It never retries; the failure it returns says, by
//! [`CallError::advice`], whether the caller should.
//!
//! Guarantees, each tested:
//! - nothing is sent before the budget has room for the worst case;
//! - every attempt leaves one ledger row, even if its future is dropped half way;
//! - with `forbid_real_calls`, no connection leaves this machine;
//! - an API key is in no error, cassette or debug print.
//!
//! Known limits:
//! - genai reads the body of a plain reply, and of every error, completely before passing it on. The size limit refuses
//!   such a body after it was read, so memory is bounded by the deadline and the provider's bandwidth. A streamed reply
//!   is cut off after the event that exceeds the limit; one endless event is read until the deadline.
//! - genai logs providers' replies, under its own target and partly as errors. The code that sets up logging switches
//!   that target off.

mod breaker;
mod cache;
mod cassette;
mod classify;
mod clock;
mod error;
mod ledger;
mod memory_ledger;
mod models;
mod name;
mod request;
mod row;
#[cfg(feature = "scripted")]
pub mod scripted;
mod settings;
mod wire;

pub use cache::{MemoryCache, ReplyCache};
pub use cassette::{Cassette, CassetteError};
pub use clock::{Clock, ManualClock, SystemClock};
pub use error::{Advice, BodyFault, CallError};
pub use ledger::{CallAccount, Ledger, LedgerEntry, Reservation, ReserveError, Settled, State};
pub use memory_ledger::{MemoryLedger, MemoryRow};
pub use models::{Models, Options};
pub use name::{BadModelName, ModelName, ProviderName};
pub use request::{Finish, OutputSchema, Reply, Request, Role, Turn, Usage};
pub use settings::{BreakerSettings, JsonSupport, Kind, Price, ProviderSettings, Secret, SetupError};
