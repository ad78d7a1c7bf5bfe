//! The output of a measurement: the same line of JSON as the peers, or a single figure.

use std::{path::Path, time::Duration};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

/// The line of JSON that all peers and Tutti print.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Throughput {
    pub(crate) peer: String,
    pub(crate) mode: String,
    pub(crate) concurrency: usize,
    pub(crate) runs: usize,
    pub(crate) steps: usize,
    pub(crate) seconds: f64,
    pub(crate) steps_per_s: f64,
    pub(crate) run_p50_ms: f64,
    pub(crate) run_p99_ms: f64,
    pub(crate) rss_mb: f64,
}

/// A figure measured for Tutti only.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Figure {
    #[serde(rename = "figure")]
    pub(crate) name: String,
    pub(crate) value: f64,
    pub(crate) unit: String,
}

impl Throughput {
    pub(crate) fn ours(concurrency: usize, steps: usize, mut each: Vec<Duration>, all: Duration) -> Self {
        each.sort_unstable();
        let quantile = |share: f64| {
            let at = ((each.len() as f64 * share) as usize).min(each.len().saturating_sub(1));
            round(each.get(at).map_or(0.0, Duration::as_secs_f64) * 1000.0, 2)
        };
        Self {
            peer: "tutti".into(),
            mode: "sqlite".into(),
            concurrency,
            runs: each.len(),
            steps,
            seconds: round(all.as_secs_f64(), 3),
            steps_per_s: round(steps as f64 / all.as_secs_f64(), 1),
            run_p50_ms: quantile(0.50),
            run_p99_ms: quantile(0.99),
            rss_mb: round(memory("VmHWM"), 1),
        }
    }
}

pub(crate) fn print(line: &impl Serialize) -> Result<()> {
    println!("{}", serde_json::to_string(line)?);
    Ok(())
}

pub(crate) fn print_figure(name: &str, value: f64, unit: &str) -> Result<()> {
    print(&Figure { name: name.into(), value: round(value, 3), unit: unit.into() })
}

fn round(value: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    (value * scale).round() / scale
}

/// Resident memory of this process in millions of bytes: `VmRSS` now, `VmHWM` at its peak. 0 if the system does
/// not report it.
pub(crate) fn memory(what: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(what)?.strip_prefix(':'));
    let kib = line.and_then(|rest| rest.split_whitespace().next()?.parse::<f64>().ok());
    kib.unwrap_or(0.0) * 1024.0 / 1e6
}

/// A new folder in `parent`, deleted when dropped.
pub(crate) fn fresh(parent: &Path) -> Result<tempfile::TempDir> {
    std::fs::create_dir_all(parent).with_context(|| format!("{} cannot be made", parent.display()))?;
    Ok(tempfile::Builder::new().prefix("tutti-").tempdir_in(parent)?)
}
