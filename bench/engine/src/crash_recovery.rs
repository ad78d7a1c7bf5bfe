//! Measures how long a new process takes to finish a thousand runs of a killed process.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use futures::{StreamExt, stream};
use tutti_core::Owner;

use crate::{
    measure::{fresh, print_figure},
    world::{ADVANCE, Pitfall, STEPS, executor, prove_on_disk},
};

pub(crate) fn measure(parent: &Path, runs: usize) -> Result<()> {
    let folder = fresh(parent)?;
    let this = |role: &str| -> Result<Command> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(role).arg(folder.path()).arg(runs.to_string());
        Ok(command)
    };
    let mut victim = this("victim")?.stdout(Stdio::piped()).spawn()?;
    let said = BufReader::new(victim.stdout.take().context("no output")?).lines().next();
    victim.kill()?;
    victim.wait()?;
    ensure!(said.transpose()?.as_deref() == Some("ready"), "the process to be killed did not get ready");

    let start = Instant::now();
    ensure!(this("heir")?.status()?.success(), "the runs were not finished");
    print_figure("interrupted runs finished in", start.elapsed().as_secs_f64(), "s")
}

/// Does half of each run and prints a line.
pub(crate) async fn victim(directory: &Path, runs: usize) -> Result<()> {
    let pitfall = Arc::new(Pitfall { from: Some(STEPS / 2 + 1), ..Pitfall::default() });
    let executor = executor(directory, runs, Arc::clone(&pitfall), None).await?;
    let submission = ADVANCE.submission(&STEPS)?;
    let all = stream::iter(0..runs).for_each_concurrent(None, async |_| {
        // It returns only on failure, and then the count below is never reached.
        let _ = executor.run(&Owner::local(), submission.clone()).await;
    });
    let ready = async {
        while pitfall.caught.load(Ordering::SeqCst) < runs {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        println!("ready");
        std::future::pending::<()>().await;
    };
    futures::future::join(all, ready).await;
    Ok(())
}

pub(crate) async fn heir(directory: &Path, runs: usize) -> Result<()> {
    let executor = executor(directory, 64, Arc::default(), None).await?;
    ensure!(executor.recover().await? == runs as u64, "not all runs were free");
    let driven = executor.drive_ready().await?;
    executor.close().await?;
    ensure!(driven == runs, "{driven} runs were driven, not {runs}");
    prove_on_disk(directory, runs * STEPS).await
}
