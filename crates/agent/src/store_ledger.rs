//! The model crate's ledger and reply cache, on top of the store.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use async_trait::async_trait;
use tutti_core::{ContentHash, Owner, RunId};
use tutti_engine::Clock;
use tutti_model::{Ledger, LedgerEntry, Reply, ReplyCache, Reservation, ReserveError, Settled, State};
use tutti_store::{LedgerRow, LedgerState, Store};

/// One row per attempt in the store. Checking and reserving are one write, so that two concurrent calls cannot both
/// take the last of a budget.
#[derive(Debug)]
pub struct StoreLedger {
    store: Store,
    clock: Arc<dyn Clock>,
    /// Open rows, to be closed by this process. After a crash they stay `started` in the store.
    open: Mutex<HashMap<String, (Owner, LedgerRow)>>,
}

impl StoreLedger {
    pub fn new(store: Store, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock, open: Mutex::default() }
    }

    fn row(&self, entry: &LedgerEntry, state: LedgerState) -> LedgerRow {
        let account = &entry.account;
        LedgerRow {
            id: ulid::Ulid::generate().to_string().to_lowercase(),
            run: account.run.as_ref().map_or_else(|| OUTSIDE.to_owned(), ToString::to_string),
            step: account.step.clone(),
            agent: account.agent.clone(),
            provider: entry.provider.to_string(),
            model: entry.model.clone(),
            request: entry.request_hash.clone(),
            state,
            input_tokens: 0,
            output_tokens: 0,
            cached_tokens: 0,
            micro_usd: 0,
            reserved_tokens: entry.estimate.tokens.0,
            reserved_micro_usd: entry.estimate.money.micro_usd(),
            started_at: self.clock.now(),
            ended_at: None,
        }
    }

    async fn write(&self, entry: &LedgerEntry, row: LedgerRow) -> Result<(), ReserveError> {
        let root = entry.account.run.as_ref().map_or_else(|| RunId::parse(OUTSIDE), |run| Ok(run.root()));
        let root = root.map_err(|error| ReserveError::Failed(error.to_string()))?;
        let mine = self.store.of(&entry.account.owner);
        match mine.reserve(row, &root, entry.account.budget).await {
            Ok(outcome) => outcome.map_err(ReserveError::Refused),
            Err(error) => Err(ReserveError::Failed(error.to_string())),
        }
    }
}

/// The family of calls outside any run.
const OUTSIDE: &str = "-";

#[async_trait]
impl Ledger for StoreLedger {
    async fn reserve(&self, entry: &LedgerEntry) -> Result<Reservation, ReserveError> {
        let row = self.row(entry, LedgerState::Started);
        let id = row.id.clone();
        self.write(entry, row.clone()).await?;
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.insert(id.clone(), (entry.account.owner.clone(), row));
        Ok(Reservation(id))
    }

    async fn settle(&self, id: &Reservation, settled: &Settled) -> Result<(), String> {
        let taken = self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(&id.0);
        let (owner, row) = taken.ok_or_else(|| format!("the ledger has no open row {}", id.0))?;
        let (usage, spend) = (settled.usage, settled.spend);
        let counted = usage.input.0 + usage.output.0;
        let certain = settled.state == State::Billed && counted > 0;
        let money = spend.money.micro_usd();
        let row = LedgerRow {
            state: match settled.state {
                State::Billed => LedgerState::Billed,
                State::FailedBilled => LedgerState::FailedBilled,
                State::Failed => LedgerState::Failed,
                State::Interrupted => LedgerState::Interrupted,
            },
            input_tokens: usage.input.0,
            output_tokens: usage.output.0,
            cached_tokens: usage.cached_input.0,
            micro_usd: if certain { money } else { 0 },
            reserved_tokens: spend.tokens.0.saturating_sub(counted),
            reserved_micro_usd: if certain { 0 } else { money },
            ended_at: Some(self.clock.now()),
            ..row
        };
        self.store.of(&owner).settle(row).await.map(|_| ()).map_err(|error| error.to_string())
    }

    async fn record_cached(&self, entry: &LedgerEntry) -> Result<(), String> {
        let now = self.clock.now();
        let row = LedgerRow {
            reserved_tokens: 0,
            reserved_micro_usd: 0,
            ended_at: Some(now),
            ..self.row(entry, LedgerState::Cached)
        };
        self.write(entry, row).await.map_err(|error| error.to_string())
    }
}

/// Replies kept in the store, separately for each owner.
#[derive(Debug)]
pub struct StoreCache {
    store: Store,
    clock: Arc<dyn Clock>,
}

impl StoreCache {
    pub fn new(store: Store, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }
}

#[async_trait]
impl ReplyCache for StoreCache {
    async fn get(&self, owner: &Owner, request: &ContentHash) -> Option<Reply> {
        match self.store.of(owner).reply(request).await {
            Ok(reply) => serde_json::from_value(reply?).ok(),
            Err(error) => {
                tracing::warn!(%error, "the reply cache cannot be read");
                None
            }
        }
    }

    async fn put(&self, owner: &Owner, request: &ContentHash, reply: &Reply) {
        let Ok(value) = serde_json::to_value(reply) else { return };
        if let Err(error) = self.store.of(owner).keep_reply(request, value, self.clock.now()).await {
            tracing::warn!(%error, "the reply cache cannot be written");
        }
    }
}
