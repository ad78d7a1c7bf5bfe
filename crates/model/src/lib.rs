//! Model providers behind one narrow call.
//!
//! [`Models::call`] is one attempt: it looks in the cache, asks the circuit breaker, waits for a free place,
//! reserves the money, speaks to the provider, and writes down what it cost. It never retries; the failure it
//! returns says, by [`CallError::advice`], whether somebody else should.
//!
//! What holds, and is tested:
//! - nothing is sent before the budget has room for the worst case;
//! - every attempt leaves one ledger row, also when its future is dropped half way;
//! - with `forbid_real_calls`, no connection leaves this machine;
//! - an API key is in no error, cassette or debug print.
//!
//! What does not:
//! - genai reads the body of a plain reply, and of every error, whole before handing it over. The size limit
//!   refuses such a body after it was read, so memory is bounded by the deadline and the provider's bandwidth.
//!   A streamed reply is cut off after the event that exceeds the limit; one endless event is read until the
//!   deadline.
//! - genai logs what providers answer, under its own target and partly as errors. Whoever sets up logging
//!   switches that target off.

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
pub use ledger::{Account, Ledger, LedgerEntry, Reservation, ReserveError, Settled, State};
pub use memory_ledger::{MemoryLedger, MemoryRow};
pub use models::{Models, Options};
pub use name::{BadModelName, ModelName, ProviderName};
pub use request::{Finish, OutputSchema, Reply, Request, Role, Turn, Usage};
pub use settings::{BreakerSettings, JsonSupport, Kind, Price, ProviderSettings, Secret, SetupError};
