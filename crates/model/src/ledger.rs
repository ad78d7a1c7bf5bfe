//! The cost of calls: one row per attempt, reserved before it and settled after it.

use std::fmt;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use tutti_core::{Budget, ContentHash, Limit, Owner, RunId, Spend};

use crate::name::ProviderName;
use crate::request::Usage;

/// Who pays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallAccount {
    pub owner: Owner,
    /// `None` for calls outside any run.
    pub run: Option<RunId>,
    /// The step's key within the run.
    pub step: String,
    pub agent: String,
    /// What the run's whole family may spend.
    pub budget: Budget,
}

impl CallAccount {
    /// Whom the budget binds together: the run's family, or the owner's calls outside runs.
    pub fn family(&self) -> String {
        match &self.run {
            Some(run) => format!("run {}", run.root()),
            None => format!("owner {}", self.owner),
        }
    }
}

/// An attempt that is about to be made, or was answered from the cache.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerEntry {
    pub account: CallAccount,
    pub provider: ProviderName,
    pub model: String,
    pub request_hash: ContentHash,
    /// The most it is expected to cost; nothing for a cached answer.
    pub estimate: Spend,
}

/// The ledger's own name for a row that is reserved.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Reservation(pub String);

/// How an attempt ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It was answered, and costs what the provider counted.
    Billed,
    /// It failed, but the provider had started to reply; the estimate is taken as its cost.
    FailedBilled,
    /// It failed and costs no tokens.
    Failed,
    /// We hung up: cancelled, or out of time. The estimate is taken as its cost.
    Interrupted,
}

impl State {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Billed => "billed",
            Self::FailedBilled => "failed_billed",
            Self::Failed => "failed",
            Self::Interrupted => "interrupted",
        }
    }
}

/// What replaces the estimate of a reserved row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    pub state: State,
    /// As the provider counted; zero if it did not get that far.
    pub usage: Usage,
    /// What counts against the budget from now on.
    pub spend: Spend,
}

/// Why a row was not reserved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReserveError {
    #[error("{0}")]
    Refused(Limit),
    /// The ledger could not be read or written.
    #[error("{0}")]
    Failed(String),
}

/// Where attempts are written down. An implementation must decide and reserve in one step, so that two calls
/// at once cannot both take the last of a budget.
#[async_trait]
pub trait Ledger: fmt::Debug + Send + Sync {
    /// Adds a row, unless what is settled and reserved in its family leaves no room for the estimate.
    async fn reserve(&self, entry: &LedgerEntry) -> Result<Reservation, ReserveError>;
    /// Closes a reserved row. It is called once for each.
    async fn settle(&self, id: &Reservation, settled: &Settled) -> Result<(), String>;
    /// Adds a row for an answer that came from the cache and cost nothing.
    async fn record_cached(&self, entry: &LedgerEntry) -> Result<(), String>;
}
