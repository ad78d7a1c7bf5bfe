//! Drives the run of the crash matrix to its end, from its current state; tests kill this process.
//!
//! `matrix DATA STORE PROVIDER_URL [CRASH_AT]` prints the result. With CRASH_AT it aborts before or after a commit,
//! counted from 0. The clock jumps, so that pauses and sleeps cost nothing.
#![allow(clippy::print_stdout, reason = "the result is read by the test")]

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use anyhow::{Context, Result, bail};
use tutti_agent::{Choice, Desk, StoreLedger, Way};
use tutti_core::{Owner, RunId, canonical_json};
use tutti_engine::{Clock, End, EngineError, Executor, JumpingClock, Mended, Options, Services, Submission};
use tutti_model::{Kind, Models, ProviderName, ProviderSettings};
use tutti_store::{CommitHook, RunFilter, Store, StoreUrl, Waits};
use tutti_tests::matrix::{MATRIX, WRITER, flows};

#[tokio::main]
async fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let data = PathBuf::from(arguments.next().context("DATA is missing")?);
    let url: StoreUrl = arguments.next().context("STORE is missing")?.parse().map_err(anyhow::Error::msg)?;
    let provider = arguments.next().context("PROVIDER_URL is missing")?;
    let crash_at: Option<usize> = arguments.next().map(|n| n.parse()).transpose()?;

    let store = Store::open_with(&url, crash_at.map(crash_hook)).await?;
    // Time never runs backwards, not even across a crash.
    let all = RunFilter { children: true, ..RunFilter::default() };
    let runs = store.of(&Owner::local()).runs(&all).await?;
    let latest = runs.iter().map(|run| run.updated_at.max(run.wake_at.unwrap_or(0))).max();
    let clock = JumpingClock::at(latest.unwrap_or(1_000_000));
    let executor = start(store.clone(), &data, &provider, &clock).await?;

    let (owner, id) = (Owner::local(), RunId::parse("matrix")?);
    let mut end = if store.of(&owner).run(&id).await?.is_some() {
        executor.resume(&owner, &id, Mended::default()).await
    } else {
        let submission = Submission { id: Some(id.clone()), ..MATRIX.submission(&3)? };
        executor.run(&owner, submission).await.map(|(_, end)| end)
    };
    loop {
        match end {
            Ok(End::Done(value)) => {
                println!("{}", canonical_json(&value));
                return Ok(());
            }
            Ok(End::Parked { waits: Waits::Review { name }, .. }) => {
                match executor.answer(&owner, &id, &name, "approve", "the matrix").await {
                    Ok(()) | Err(EngineError::AlreadyAnswered { .. }) => {}
                    Err(error) => bail!(error),
                }
            }
            Ok(End::Parked { wake_at: Some(at), .. }) => {
                clock.advance(Duration::from_millis((at - clock.now()).max(0) as u64));
            }
            Err(EngineError::Ended { .. }) => {
                let row = store.of(&owner).run(&id).await?.context("the run is gone")?;
                end = Ok(End::Done(row.output.unwrap_or_default()));
                continue;
            }
            other => bail!("the run ended in another way: {other:?}"),
        }
        end = executor.resume(&owner, &id, Mended::default()).await;
    }
}

/// Aborts without any clean-up before or after the given commit.
fn crash_hook(crash_at: usize) -> CommitHook {
    let seen = AtomicUsize::new(0);
    Arc::new(move |_| {
        if seen.fetch_add(1, Ordering::SeqCst) == crash_at {
            std::process::abort();
        }
    })
}

async fn start(
    store: Store,
    data: &std::path::Path,
    provider: &str,
    clock: &JumpingClock,
) -> Result<Executor> {
    let shared: Arc<dyn Clock> = Arc::new(clock.clone());
    let mut settings = ProviderSettings::new(ProviderName::parse("counting")?, Kind::OpenAi);
    settings.base_url = Some(provider.to_owned());
    // No reply cache: a call that is made twice must be seen twice.
    let options = tutti_model::Options {
        ledger: Arc::new(StoreLedger::new(store.clone(), Arc::clone(&shared))),
        forbid_real_calls: true,
        ..tutti_model::Options::default()
    };
    let way = Way::Model { name: "counting:m".parse()?, checked: false };
    let desk = Desk::native()
        .with_agents(&[WRITER.entry()])?
        .with_models(Models::new(vec![settings], options)?)
        .with_choice("writer", Choice { ways: vec![way], ..Choice::default() })
        .with_clock(Arc::clone(&shared));
    let options = Options { clock: shared, ..Options::new(data.join("locks")) };
    Ok(Executor::start(store, flows(), Services::default().with(desk), options).await?)
}
