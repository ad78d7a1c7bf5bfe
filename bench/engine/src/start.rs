//! Cold start: how long a person waits for the shortest command.

use std::{path::Path, process::Command, time::Instant};

use anyhow::{Context, Result, ensure};

use crate::measure::{fresh, print_figure};

const TRIES: usize = 10;

pub(crate) fn measure(parent: &Path, tutti: &Path) -> Result<()> {
    let folder = fresh(parent)?;
    let mut best = f64::INFINITY;
    // The first one makes the database, and does not count.
    for n in 0..=TRIES {
        let start = Instant::now();
        let mut command = Command::new(tutti);
        let output = command.args(["runs", "list", "--data"]).arg(folder.path()).output();
        let output = output.with_context(|| format!("{} does not start", tutti.display()))?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        if n > 0 {
            best = best.min(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    print_figure("cold start", best, "ms")
}
