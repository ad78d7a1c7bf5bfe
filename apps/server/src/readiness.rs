//! Whether the server can do its work: a write to the store is confirmed.

use std::time::{Duration, Instant};

use tokio::sync::Mutex;
use tutti_engine::Executor;

/// A result is used this long, so that many callers cause few writes.
const FRESH: Duration = Duration::from_secs(1);
/// A write that takes longer waits for somebody: the database is locked, or its server hangs.
const PATIENCE: Duration = Duration::from_secs(2);

#[derive(Debug, Default)]
pub(crate) struct Readiness(Mutex<Option<(Instant, bool)>>);

impl Readiness {
    pub(crate) async fn check(&self, executor: &Executor) -> bool {
        let mut last = self.0.lock().await;
        if let Some((at, is_ready)) = *last
            && at.elapsed() < FRESH
        {
            return is_ready;
        }
        let probed = tokio::time::timeout(PATIENCE, executor.probe()).await;
        let is_ready = matches!(probed, Ok(Ok(())));
        *last = Some((Instant::now(), is_ready));
        is_ready
    }
}
