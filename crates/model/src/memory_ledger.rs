//! A ledger in memory: the default where nothing is stored, and for tests.

use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use tutti_core::Spend;

use crate::ledger::{Ledger, LedgerEntry, Reservation, ReserveError, Settled};

#[derive(Debug, Default)]
pub struct MemoryLedger {
    rows: Mutex<Vec<MemoryRow>>,
}

/// One attempt as the memory ledger keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemoryRow {
    Reserved(LedgerEntry),
    Settled(LedgerEntry, Settled),
    Cached(LedgerEntry),
}

impl MemoryRow {
    pub fn entry(&self) -> &LedgerEntry {
        match self {
            Self::Reserved(entry) | Self::Settled(entry, _) | Self::Cached(entry) => entry,
        }
    }

    /// What the row counts for: its estimate until it is settled.
    fn spend(&self) -> Spend {
        match self {
            Self::Reserved(entry) => entry.estimate,
            Self::Settled(_, settled) => settled.spend,
            Self::Cached(_) => Spend::default(),
        }
    }
}

impl MemoryLedger {
    pub fn rows(&self) -> Vec<MemoryRow> {
        self.lock().clone()
    }

    /// What a family has settled and reserved. See [`crate::CallAccount::family`].
    pub fn spend_of(&self, family: &str) -> Spend {
        spend_of(&self.lock(), family)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<MemoryRow>> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn spend_of(rows: &[MemoryRow], family: &str) -> Spend {
    rows.iter()
        .filter(|row| row.entry().account.family() == family)
        .fold(Spend::default(), |sum, row| sum + row.spend())
}

#[async_trait]
impl Ledger for MemoryLedger {
    async fn reserve(&self, entry: &LedgerEntry) -> Result<Reservation, ReserveError> {
        let mut rows = self.lock();
        let budget = &entry.account.budget;
        if !budget.is_unlimited() {
            let spent = spend_of(&rows, &entry.account.family());
            budget.allows(spent, entry.estimate).map_err(ReserveError::Refused)?;
        }
        rows.push(MemoryRow::Reserved(entry.clone()));
        Ok(Reservation((rows.len() - 1).to_string()))
    }

    async fn settle(&self, id: &Reservation, settled: &Settled) -> Result<(), String> {
        let mut rows = self.lock();
        let row = id.0.parse::<usize>().ok().and_then(|index| rows.get_mut(index));
        match row {
            Some(row @ MemoryRow::Reserved(_)) => {
                *row = MemoryRow::Settled(row.entry().clone(), settled.clone());
                Ok(())
            }
            Some(_) => Err(format!("row {} is settled already", id.0)),
            None => Err(format!("there is no row {}", id.0)),
        }
    }

    async fn record_cached(&self, entry: &LedgerEntry) -> Result<(), String> {
        self.lock().push(MemoryRow::Cached(entry.clone()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use futures::executor::block_on;
    use proptest::prelude::*;
    use tutti_core::{Budget, ContentHash, Money, Owner, RunId, Tokens};

    use super::*;
    use crate::ledger::{CallAccount, State};
    use crate::name::ProviderName;
    use crate::request::Usage;

    fn spend(tokens: u64) -> Spend {
        Spend { tokens: Tokens(tokens), money: Money::from_micro_usd(tokens * 2), calls: 1 }
    }

    fn entry(run: &str, budget: Budget, estimate: Spend) -> LedgerEntry {
        LedgerEntry {
            account: CallAccount {
                owner: Owner::local(),
                run: Some(RunId::parse(run).unwrap()),
                step: "s".to_owned(),
                agent: "a".to_owned(),
                budget,
            },
            provider: ProviderName::parse("p").unwrap(),
            model: "m".to_owned(),
            request_hash: ContentHash::of_bytes(b""),
            estimate,
        }
    }

    fn settlement(spend: Spend) -> Settled {
        Settled { state: State::Billed, usage: Usage::default(), spend }
    }

    #[test]
    fn a_family_shares_its_budget_and_no_other() {
        let ledger = MemoryLedger::default();
        let budget = Budget { calls: Some(2), ..Budget::default() };
        for run in ["r1/a", "r1/b/c"] {
            block_on(ledger.reserve(&entry(run, budget, spend(1)))).unwrap();
        }
        let refused = block_on(ledger.reserve(&entry("r1", budget, spend(1)))).unwrap_err();
        assert!(matches!(refused, ReserveError::Refused(limit) if limit.what == "calls"));
        assert!(block_on(ledger.reserve(&entry("r2", budget, spend(1)))).is_ok());
    }

    #[test]
    fn a_call_that_cost_more_than_expected_is_written_down_and_stops_the_next() {
        let ledger = MemoryLedger::default();
        let budget = Budget { tokens: Some(Tokens(100)), ..Budget::default() };
        let id = block_on(ledger.reserve(&entry("r", budget, spend(10)))).unwrap();
        block_on(ledger.settle(&id, &settlement(spend(150)))).unwrap();
        assert_eq!(ledger.spend_of("run r"), spend(150));
        assert!(block_on(ledger.reserve(&entry("r", budget, spend(1)))).is_err());
        assert!(block_on(ledger.settle(&id, &settlement(spend(0)))).is_err(), "settled once only");
    }

    proptest! {
        /// While calls cost no more than their estimates, settled and reserved never exceed the budget, and
        /// settling gives back exactly what was reserved and not used.
        #[test]
        fn the_budget_holds(limit in 0u64..2000, steps in prop::collection::vec((0u64..300, 0u64..=100, any::<bool>()), 0..40)) {
            let ledger = MemoryLedger::default();
            let budget = Budget { tokens: Some(Tokens(limit)), money: Some(Money::from_micro_usd(limit)), calls: Some(20) };
            let mut open = Vec::new();
            for (estimate, percent, settle_one) in steps {
                if let Ok(id) = block_on(ledger.reserve(&entry("r", budget, spend(estimate)))) {
                    open.push((id, estimate, estimate * percent / 100));
                }
                if settle_one && !open.is_empty() {
                    let (id, estimate, used) = open.remove(0);
                    let before = ledger.spend_of("run r");
                    block_on(ledger.settle(&id, &settlement(spend(used)))).unwrap();
                    let released = before.tokens.0 - ledger.spend_of("run r").tokens.0;
                    prop_assert_eq!(estimate, used + released);
                }
                let spent = ledger.spend_of("run r");
                prop_assert!(spent.tokens.0 <= limit && spent.money.micro_usd() <= limit && spent.calls <= 20);
            }
        }
    }
}
