//! The progress bar of a forge run.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};
use tokio::task::JoinHandle;
use tutti_core::{Money, RunId};
use tutti_engine::{Event, What};
use tutti_forge as forge;
use tutti_store::Owned;

use crate::output::{Output, plural};

/// Counts the events it receives. Events may be dropped under load, so the counts can be too low; the journal is
/// complete.
pub(crate) struct Progress {
    bar: ProgressBar,
    counts: Counts,
    spent: Arc<AtomicU64>,
    /// Polls the ledger for the cost, if calls cost something.
    asking: Option<JoinHandle<()>>,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    accepted: u64,
    rejected: u64,
    retries: u64,
}

impl Progress {
    pub(crate) fn new(items: u64, output: &Output) -> Self {
        let bar = if output.is_watched() { ProgressBar::new(items) } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len}  {msg}  {eta} left") {
            bar.set_style(style.progress_chars("━╸ "));
        }
        Self { bar, counts: Counts::default(), spent: Arc::default(), asking: None }
    }

    /// Also shows the cost.
    pub(crate) fn with_cost(mut self, store: Owned, run: RunId) -> Self {
        if self.bar.is_hidden() {
            return self;
        }
        let spent = Arc::clone(&self.spent);
        self.asking = Some(tokio::spawn(async move {
            loop {
                if let Ok(now) = store.spend_of(&run).await {
                    spent.store(now.money.micro_usd(), Ordering::Relaxed);
                }
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }));
        self
    }

    pub(crate) fn see(&mut self, event: &Event) {
        if !self.counts.see(event) {
            return;
        }
        let cost = match self.spent.load(Ordering::Relaxed) {
            0 => String::new(),
            micro => format!(", {}", Money::from_micro_usd(micro)),
        };
        self.bar.set_position(self.counts.accepted + self.counts.rejected);
        self.bar.set_message(format!("{}{cost}", self.counts.summary()));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(asking) = &self.asking {
            asking.abort();
        }
        self.bar.finish_and_clear();
    }
}

impl Counts {
    /// Returns whether the event changed a count.
    fn see(&mut self, event: &Event) -> bool {
        let What::Noted { key, note } = &event.what else { return false };
        match forge::Progress::read(key, note) {
            Some(forge::Progress::Accepted) => self.accepted += 1,
            Some(forge::Progress::Rejected) => self.rejected += 1,
            Some(forge::Progress::Retried) => self.retries += 1,
            None => return false,
        }
        true
    }

    fn summary(&self) -> String {
        let retries = plural(self.retries as usize, "retry", "retries");
        format!("{} accepted, {} rejected, {retries}", self.accepted, self.rejected)
    }
}

#[cfg(test)]
mod tests {
    use tutti_core::{Finding, Owner, Severity, Verdict};
    use tutti_engine::{NoteRecord, Recovery};

    use super::*;

    #[test]
    fn what_is_noted_is_counted() {
        let mut counts = Counts::default();
        let passed = || NoteRecord::Gate { gate: Verdict::Pass };
        let blocked = Verdict::from_findings(vec![Finding::new("no_idea", Severity::High, "none")]);
        let recovered = NoteRecord::Recovery { recovery: Recovery::Regeneration, why: String::new() };
        for (key, note) in [
            ("slot/1/attempt/1/forge_implementer!regeneration!", recovered),
            ("slot/1/attempt/1/verifier!", passed()),
            ("slot/1/item!", passed()),
            ("slot/2/item!", NoteRecord::Gate { gate: blocked }),
        ] {
            let what = What::Noted { key: key.to_owned(), note };
            counts.see(&Event { owner: Owner::local(), run: RunId::fresh(), at: 0, what });
        }
        assert_eq!(counts.summary(), "1 accepted, 1 rejected, 1 retry");
    }
}
