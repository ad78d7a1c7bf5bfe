//! Verifies the store in the background, at a gentle pace, so that damage is noticed while a sound backup still exists.

use std::time::Duration;

use tokio::sync::watch;
use tutti_store::{Soundness, Store, StoreError};

/// How fast to go.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pace {
    /// Until the first round. A server that has just started has other work.
    pub(crate) first: Duration,
    /// Between two pages of rows.
    pub(crate) page: Duration,
    /// Between two rounds.
    pub(crate) round: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            first: Duration::from_mins(1),
            page: Duration::from_millis(50),
            round: Duration::from_hours(24),
        }
    }
}

/// Verifies round after round until the server ends. `report` gets the result of each round.
pub(crate) async fn verify_rounds(
    store: Store,
    pace: Pace,
    mut ending: watch::Receiver<bool>,
    report: impl Fn(&Soundness),
) {
    let rounds = async {
        tokio::time::sleep(pace.first).await;
        loop {
            match verify_slowly(&store, pace.page).await {
                Ok(found) => report(&found),
                Err(error) => tracing::warn!(%error, "the store could not be verified; tried again later"),
            }
            tokio::time::sleep(pace.round).await;
        }
    };
    tokio::select! {
        () = rounds => {}
        _ = ending.wait_for(|ending| *ending) => {}
    }
}

async fn verify_slowly(store: &Store, pause: Duration) -> Result<Soundness, StoreError> {
    let mut verification = store.verification().await?;
    while verification.step().await? {
        tokio::time::sleep(pause).await;
    }
    Ok(verification.finish())
}

/// Writes the result to the log. `tutti doctor` and the page name the same faults and what to do.
pub(crate) fn log(found: &Soundness) {
    for fault in &found.faults {
        let (table, owner, key) = (&fault.table, &fault.owner, &fault.key);
        tracing::error!(table, owner, key, cause = fault.cause, "the store is damaged; run `tutti doctor`");
    }
    if found.faults.is_empty() {
        tracing::info!(rows = found.rows, "the store was verified and is intact");
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;
    use tutti_core::Owner;
    use tutti_store::{Collection, Damaged, Over, StoreUrl, backup};

    use super::*;

    #[tokio::test]
    async fn a_flipped_bit_is_found_while_the_server_runs() {
        let folder = tempfile::tempdir().unwrap();
        let url = StoreUrl::Sqlite(folder.path().join("t.db"));
        let store = Store::open(&url).await.unwrap();
        let notes: Collection<String> = Collection::new("note");
        let text = "the key is E".to_owned();
        notes.put(&store.of(&Owner::local()), "n", 1, &text, Over::Nothing, 1).await.unwrap();
        // A backup is a database in one file, without a log.
        let copy = folder.path().join("copy.db");
        backup(&url, &copy, Damaged::Refuse).await.unwrap();
        let bytes = std::fs::read(&copy).unwrap();
        let place = bytes.windows(12).position(|window| window == b"the key is E").unwrap() + 11;
        let at_once = Pace { first: Duration::ZERO, page: Duration::ZERO, round: Duration::from_hours(1) };
        for (letter, faults) in [(b'E', vec![]), (b'A', vec!["records note n local"])] {
            let mut changed = bytes.clone();
            changed[place] = letter;
            let path = folder.path().join(format!("{letter}.db"));
            std::fs::write(&path, changed).unwrap();
            let store = Store::open(&StoreUrl::Sqlite(path)).await.unwrap();
            let (ending, told) = watch::channel(false);
            let (found, mut results) = mpsc::unbounded_channel();
            let report = move |soundness: &Soundness| drop(found.send(soundness.clone()));
            let checking = tokio::spawn(verify_rounds(store, at_once, told, report));
            let named: Vec<String> = results
                .recv()
                .await
                .unwrap()
                .faults
                .iter()
                .map(|fault| format!("{} {} {}", fault.table, fault.key, fault.owner))
                .collect();
            assert_eq!(named, faults);
            ending.send(true).unwrap();
            checking.await.unwrap();
        }
    }
}
