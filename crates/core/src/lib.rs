//! The vocabulary of all other crates: ids, content hashes, verdicts, budgets, problems, work that can be abandoned.
//!
//! Nothing in here does I/O, reads a clock or knows of a database, a terminal or a network.

mod budget;
mod hash;
mod id;
mod nearest;
mod problem;
mod time;
mod verdict;
mod work;

pub use budget::{Budget, Limit, Money, Spend, Tokens};
pub use hash::{ContentHash, canonical_json};
pub use id::{BadId, Owner, RunId};
pub use nearest::nearest;
pub use problem::{Code, Problem};
pub use time::{iso_date, rfc3339};
pub use verdict::{Finding, Severity, Verdict};
pub use work::{AbandonOnDrop, Abandoned, Progress, Work};
