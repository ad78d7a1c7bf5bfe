//! Measures the engine: `tutti-bench-engine MEASUREMENT DIRECTORY` prints one line of JSON. Each measurement runs in its
//! own process, so that none inherits the memory of another. `run.sh` alternates them with the peers and passes all lines
//! to `table`. README.md describes the measurements.
#![allow(clippy::print_stdout, reason = "lines of JSON and a table are what it is for")]

mod crash_recovery;
mod measure;
mod parked_memory;
mod replay;
mod runs;
mod start;
mod table;
mod world;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(about)]
struct Arguments {
    #[command(subcommand)]
    measurement: Measurement,
}

#[derive(Debug, Subcommand)]
enum Measurement {
    /// Ten-step runs, one at a time, in turn with the bare commits they need.
    One {
        directory: PathBuf,
        #[arg(long, default_value_t = 640)]
        runs: usize,
    },
    /// Ten-step runs, many at a time.
    Many {
        directory: PathBuf,
        #[arg(long, default_value_t = 6400)]
        runs: usize,
        #[arg(long, default_value_t = 64)]
        concurrency: usize,
    },
    /// Memory of a process that has parked many runs.
    Parked {
        directory: PathBuf,
        #[arg(long, default_value_t = 10_000)]
        runs: usize,
    },
    /// Time of a new process to finish the runs of a killed one.
    Interrupted {
        directory: PathBuf,
        #[arg(long, default_value_t = 1000)]
        runs: usize,
    },
    /// Drives runs halfway and waits to be killed.
    #[command(hide = true)]
    Victim { directory: PathBuf, runs: usize },
    /// Finishes the runs of a killed process.
    #[command(hide = true)]
    Heir { directory: PathBuf, runs: usize },
    /// Steps replayed from a stored journal.
    Replay {
        directory: PathBuf,
        #[arg(long, default_value_t = 1000)]
        steps: usize,
    },
    /// Cold start of `tutti runs list`.
    Start { directory: PathBuf, tutti: PathBuf },
    /// Reads lines of JSON on stdin and prints a table with the targets.
    Table {
        /// Heading of the table.
        #[arg(long, default_value = "")]
        title: String,
    },
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    match Arguments::parse().measurement {
        Measurement::One { directory, runs } => runs::one_at_a_time(&directory, runs).await,
        Measurement::Many { directory, runs, concurrency } => {
            runs::many_at_a_time(&directory, runs, concurrency).await
        }
        Measurement::Parked { directory, runs } => parked_memory::measure(&directory, runs).await,
        Measurement::Interrupted { directory, runs } => crash_recovery::measure(&directory, runs),
        Measurement::Victim { directory, runs } => crash_recovery::victim(&directory, runs).await,
        Measurement::Heir { directory, runs } => crash_recovery::heir(&directory, runs).await,
        Measurement::Replay { directory, steps } => replay::measure(&directory, steps).await,
        Measurement::Start { directory, tutti } => start::measure(&directory, &tutti).await,
        Measurement::Table { title } => table::print(&title),
    }
}
