//! An open ledger row, which is always settled.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use tutti_core::{RunId, Spend};

use crate::error::CallError;
use crate::ledger::{Ledger, LedgerEntry, Reservation, ReserveError, Settled, State};
use crate::request::Usage;

/// Settles its row when dropped: a call whose future is dropped was interrupted. Should the process die first,
/// the row stays reserved, which is visible and counts against the budget.
#[derive(Debug)]
pub(crate) struct OpenRow {
    ledger: Arc<dyn Ledger>,
    /// Taken when the row is settled.
    id: Option<Reservation>,
    entry: LedgerEntry,
    began: Instant,
    sent: bool,
}

impl OpenRow {
    /// Reserving runs in a separate task. If the caller goes away in the middle, the task still ends, and the row it
    /// made is dropped, hence settled.
    pub(crate) async fn reserve(ledger: &Arc<dyn Ledger>, entry: LedgerEntry) -> Result<Self, CallError> {
        let ledger = Arc::clone(ledger);
        let reserving = tokio::spawn(async move {
            let id = ledger.reserve(&entry).await?;
            Ok(Self { ledger, id: Some(id), entry, began: Instant::now(), sent: false })
        });
        match reserving.await {
            Ok(Ok(row)) => Ok(row),
            Ok(Err(ReserveError::Refused(limit))) => Err(CallError::BudgetReached(limit)),
            Ok(Err(ReserveError::Failed(cause))) => Err(CallError::Ledger(cause)),
            Err(panic) => Err(CallError::Ledger(panic.to_string())),
        }
    }

    /// From here on the provider may charge.
    pub(crate) fn mark_sent(&mut self) {
        self.sent = true;
    }

    pub(crate) async fn settle_answer(self, usage: Usage, spend: Spend) -> Result<(), CallError> {
        self.settle(Settled { state: State::Billed, usage, spend }, None).await
    }

    pub(crate) async fn settle_failure(self, error: &CallError) -> Result<(), CallError> {
        let settled = match error {
            CallError::Timeout { sent: true, .. } => self.settlement_at_estimate(State::Interrupted),
            error if error.is_billed() => self.settlement_at_estimate(State::FailedBilled),
            CallError::NotRecorded { .. } | CallError::Unsendable(_) => settlement_of_unsent(State::Failed),
            _ => {
                let spend = Spend { calls: 1, ..Spend::default() };
                Settled { state: State::Failed, usage: Usage::default(), spend }
            }
        };
        self.settle(settled, Some(error.kind())).await
    }

    fn settlement_at_estimate(&self, state: State) -> Settled {
        Settled { state, usage: Usage::default(), spend: self.entry.estimate }
    }

    /// Settling, too, runs in a separate task, so that dropping the caller cannot stop it half way.
    async fn settle(mut self, settled: Settled, error: Option<&'static str>) -> Result<(), CallError> {
        let Some(id) = self.id.take() else { return Ok(()) };
        tell(&self.entry, &settled, self.began.elapsed(), error);
        let ledger = Arc::clone(&self.ledger);
        let settling = tokio::spawn(async move { ledger.settle(&id, &settled).await });
        match settling.await {
            Ok(result) => result.map_err(CallError::Ledger),
            Err(panic) => Err(CallError::Ledger(panic.to_string())),
        }
    }
}

/// Emits the outcome of a call for monitoring (`tutti-watch`): names, counts and times, never content.
fn tell(entry: &LedgerEntry, settled: &Settled, took: Duration, error: Option<&'static str>) {
    let account = &entry.account;
    tracing::info!(
        target: "tutti::call",
        owner = account.owner.as_str(),
        run = account.run.as_ref().map(RunId::as_str),
        key = account.step,
        agent = account.agent,
        provider = entry.provider.as_str(),
        model = entry.model,
        status = settled.state.name(),
        input_tokens = settled.usage.input.0,
        output_tokens = settled.usage.output.0,
        cached_tokens = settled.usage.cached_input.0,
        micro_usd = settled.spend.money.micro_usd(),
        duration_ms = took.as_millis() as u64,
        error,
    );
}

/// As [`tell`], for an answer that needed no call.
pub(crate) fn tell_cached(entry: &LedgerEntry) {
    let account = &entry.account;
    tracing::info!(
        target: "tutti::call",
        owner = account.owner.as_str(),
        run = account.run.as_ref().map(RunId::as_str),
        key = account.step,
        agent = account.agent,
        provider = entry.provider.as_str(),
        model = entry.model,
        status = "cached",
        duration_ms = 0u64,
    );
}

/// A row whose call was never sent costs nothing.
fn settlement_of_unsent(state: State) -> Settled {
    Settled { state, usage: Usage::default(), spend: Spend::default() }
}

impl Drop for OpenRow {
    fn drop(&mut self) {
        let Some(id) = self.id.take() else { return };
        let state = State::Interrupted;
        let settled =
            if self.sent { self.settlement_at_estimate(state) } else { settlement_of_unsent(state) };
        tell(&self.entry, &settled, self.began.elapsed(), Some("interrupted"));
        let ledger = Arc::clone(&self.ledger);
        // Without a runtime the process is on its way out, and the row stays reserved.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                if let Err(cause) = ledger.settle(&id, &settled).await {
                    tracing::error!(row = id.0, cause, "an interrupted call could not be settled");
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::time::Duration;

    use async_trait::async_trait;
    use tokio::sync::Notify;
    use tokio::time::timeout;
    use tutti_core::{Budget, ContentHash, Owner, Tokens};

    use super::*;
    use crate::ledger::CallAccount;
    use crate::name::ProviderName;

    /// Says when it was asked to reserve, waits to be told, and keeps what is settled.
    #[derive(Debug, Default)]
    struct SlowLedger {
        asked: Notify,
        go: Notify,
        done: Notify,
        settled: Mutex<Vec<Settled>>,
    }

    #[async_trait]
    impl Ledger for SlowLedger {
        async fn reserve(&self, _: &LedgerEntry) -> Result<Reservation, ReserveError> {
            self.asked.notify_one();
            self.go.notified().await;
            Ok(Reservation("row".to_owned()))
        }

        async fn settle(&self, _: &Reservation, settled: &Settled) -> Result<(), String> {
            self.settled.lock().unwrap().push(settled.clone());
            self.done.notify_one();
            Ok(())
        }

        async fn record_cached(&self, _: &LedgerEntry) -> Result<(), String> {
            Ok(())
        }
    }

    fn entry() -> LedgerEntry {
        LedgerEntry {
            account: CallAccount {
                owner: Owner::local(),
                run: None,
                step: String::new(),
                agent: String::new(),
                budget: Budget::default(),
            },
            provider: ProviderName::parse("p").unwrap(),
            model: String::new(),
            request_hash: ContentHash::of_bytes(b""),
            estimate: Spend { tokens: Tokens(9), ..Spend::default() },
        }
    }

    /// A row that is never settled fails the test instead of hanging it.
    async fn wait_until_settled(ledger: &SlowLedger) {
        timeout(Duration::from_secs(20), ledger.done.notified()).await.unwrap();
    }

    #[tokio::test]
    async fn a_caller_that_leaves_while_the_row_is_reserved_loses_no_row() {
        let slow = Arc::new(SlowLedger::default());
        let ledger: Arc<dyn Ledger> = slow.clone();
        let caller = tokio::spawn(async move { OpenRow::reserve(&ledger, entry()).await.map(drop) });
        slow.asked.notified().await;
        caller.abort();
        assert!(caller.await.unwrap_err().is_cancelled());
        slow.go.notify_one();
        wait_until_settled(&slow).await;
        assert_eq!(
            *slow.settled.lock().unwrap(),
            [settlement_of_unsent(State::Interrupted)],
            "nothing was sent"
        );
    }

    #[tokio::test]
    async fn a_row_is_settled_once_and_what_was_sent_counts() {
        let slow = Arc::new(SlowLedger::default());
        let ledger: Arc<dyn Ledger> = slow.clone();
        slow.go.notify_one();
        let mut row = OpenRow::reserve(&ledger, entry()).await.unwrap();
        row.mark_sent();
        drop(row);
        wait_until_settled(&slow).await;
        slow.go.notify_one();
        let row = OpenRow::reserve(&ledger, entry()).await.unwrap();
        row.settle_answer(Usage::default(), Spend::default()).await.unwrap();
        let states: Vec<_> = slow
            .settled
            .lock()
            .unwrap()
            .iter()
            .map(|settled| (settled.state, settled.spend.tokens.0))
            .collect();
        assert_eq!(states, [(State::Interrupted, 9), (State::Billed, 0)]);
    }
}
