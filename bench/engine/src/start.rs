//! Measures the cold start of the shortest command.

use std::{path::Path, process::Command, sync::Arc, time::Instant};

use anyhow::{Context, Result, ensure};

use tutti_core::Owner;

use crate::{
    measure::{fresh, print_figure},
    world::{ADVANCE, STEPS, executor},
};

const TRIES: usize = 10;

const RUNS: usize = 20;

pub(crate) async fn measure(parent: &Path, tutti: &Path) -> Result<()> {
    let folder = fresh(parent)?;
    // Without a store there is nothing to open, and nothing to measure.
    let executor = executor(folder.path(), 1, Arc::default(), None).await?;
    for _ in 0..RUNS {
        executor.run(&Owner::local(), ADVANCE.submission(&STEPS)?).await?;
    }
    executor.close().await?;
    drop(executor);
    let mut best = f64::INFINITY;
    // The first one runs with cold system caches and does not count.
    for n in 0..=TRIES {
        let start = Instant::now();
        let mut command = Command::new(tutti);
        let output = command.args(["runs", "list", "--data"]).arg(folder.path()).output();
        let output = output.with_context(|| format!("{} does not start", tutti.display()))?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let listed = String::from_utf8_lossy(&output.stdout).matches("advance").count();
        ensure!(listed == RUNS, "{listed} runs were listed, not {RUNS}");
        if n > 0 {
            best = best.min(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    print_figure("cold start", best, "ms")
}
