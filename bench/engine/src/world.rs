//! The measured flow, and an executor with a new store to drive it.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};
use sqlx::{Connection, Row};
use tutti_engine::{Executor, Flow, Flows, Options, Run, Services, Stop, flow};
use tutti_store::{Boundary, CommitHook, Store, StoreUrl};

pub(crate) const STEPS: usize = 10;

/// The state written by a step, the same as in the peers' scripts.
#[derive(Debug, Serialize, Deserialize)]
struct State {
    step: usize,
    text: String,
}

impl State {
    /// Half a KiB that differs between steps.
    fn at(step: usize) -> Self {
        let filling = char::from(b"abcdefgh"[step % 8]);
        Self { step, text: format!("{step:04}{}", filling.to_string().repeat(508)) }
    }
}

/// For runs that will be interrupted: the step in which to wait for ever.
#[derive(Debug, Default)]
pub(crate) struct Pitfall {
    pub(crate) from: Option<usize>,
    /// The number of runs that wait in it.
    pub(crate) caught: AtomicUsize,
}

pub(crate) const ADVANCE: Flow<usize, usize> = flow!("advance", version 1, advance);
pub(crate) const WAIT: Flow<(), ()> = flow!("wait", version 1, wait);

async fn advance(run: Run<'_>, steps: usize) -> Result<usize, Stop> {
    let pitfall = run.service::<Arc<Pitfall>>()?;
    let mut last = 0;
    for step in 1..=steps {
        let pitfall = Arc::clone(&pitfall);
        let state: State = run
            .step(&format!("advance/{step}"), &step, || async move {
                if pitfall.from.is_some_and(|from| step >= from) {
                    pitfall.caught.fetch_add(1, Ordering::SeqCst);
                    std::future::pending::<()>().await;
                }
                Ok(State::at(step))
            })
            .await?;
        last = state.step;
    }
    Ok(last)
}

async fn wait(run: Run<'_>, (): ()) -> Result<(), Stop> {
    let _: State = run.step("advance", &1, || async { Ok(State::at(1)) }).await?;
    run.sleep("long", Duration::from_hours(24)).await
}

pub(crate) fn flows() -> Flows {
    Flows::default().with(ADVANCE.entry()).with(WAIT.entry())
}

pub(crate) fn store_url(directory: &Path) -> StoreUrl {
    StoreUrl::Sqlite(directory.join("tutti.db"))
}

/// An executor with the store in `directory`, set up as in the binary.
pub(crate) async fn executor(
    directory: &Path,
    parallel: usize,
    pitfall: Arc<Pitfall>,
    commits: Option<Arc<AtomicUsize>>,
) -> Result<Executor> {
    let count = commits.map(|commits| -> CommitHook {
        Arc::new(move |side| {
            if side == Boundary::AfterCommit {
                commits.fetch_add(1, Ordering::Relaxed);
            }
        })
    });
    let store = Store::open_with(&store_url(directory), count).await?;
    let options = Options { parallel, ..Options::new(directory.join("locks")) };
    let services = Services::default().with(pitfall);
    Ok(Executor::start(store, flows(), services, options).await?)
}

/// Checks that the journal holds every step; otherwise the run was not durable.
pub(crate) async fn prove_on_disk(directory: &Path, expected: usize) -> Result<()> {
    let address = format!("sqlite://{}", directory.join("tutti.db").display());
    let mut connection = sqlx::SqliteConnection::connect(&address).await?;
    let count = sqlx::query("select count(*) from journal where kind = 'step'").fetch_one(&mut connection);
    let found = count.await?.try_get::<i64, _>(0)? as usize;
    connection.close().await?;
    ensure!(found == expected, "the journal holds {found} steps, not {expected}: the run was not durable");
    Ok(())
}
