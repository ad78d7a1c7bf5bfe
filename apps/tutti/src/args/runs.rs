//! Runs and what they ask of people.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use tutti_store::RunStatus;

#[derive(Debug, Subcommand)]
pub(crate) enum Runs {
    /// Runs, newest first
    List(List),
    /// Start a flow and drive it
    Start(Start),
    /// One run: its timeline, children, model calls and open questions
    Show {
        /// Id of the run, or the beginning of one
        run: String,
        /// Also what each line of the journal holds
        #[arg(long)]
        journal: bool,
    },
    /// Go on with a run: after a crash, or with a new budget or deadline
    Resume(Resume),
    /// Cancel a run and its children
    Cancel {
        /// Id of the run, or the beginning of one
        run: String,
    },
    /// Execute the code against the journal, with every effect forbidden, and compare
    Replay {
        /// Id of the run, or the beginning of one
        run: String,
    },
    /// A new run that keeps what came before a step and does the rest anew
    Fork(Fork),
    /// What two runs have in common and where they differ
    Diff {
        /// Id of a run, or the beginning of one
        left: String,
        /// Id of the run to compare it with
        right: String,
    },
    /// Write a run and its journal as files
    Project {
        /// Id of the run, or the beginning of one
        run: String,
        /// Folder to write to; without it, `runs` in the data folder
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct List {
    /// Only runs of this flow
    #[arg(long)]
    pub(crate) flow: Option<String>,
    /// Only runs in this status
    #[arg(long)]
    pub(crate) status: Option<Status>,
    /// Also the children of runs
    #[arg(long)]
    pub(crate) children: bool,
    /// At most this many; 0 is all
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) limit: u32,
}

#[derive(Debug, Args)]
pub(crate) struct Start {
    /// Name of the flow
    pub(crate) flow: String,
    /// Input as JSON, or @FILE, or @- for stdin
    #[arg(long, value_name = "JSON|@FILE", default_value = "null")]
    pub(crate) input: String,
    /// Id of the new run; without it, a fresh one
    #[arg(long)]
    pub(crate) id: Option<String>,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

#[derive(Debug, Args)]
pub(crate) struct Resume {
    /// Id of the run, or the beginning of one
    #[arg(required_unless_present = "all")]
    pub(crate) run: Option<String>,
    /// Everything that is ready, of every process that is gone
    #[arg(long, conflicts_with_all = ["run", "calls", "tokens", "usd", "within"])]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

/// What a run and its children may use.
#[derive(Debug, Args)]
pub(crate) struct Limits {
    /// Model calls it may make
    #[arg(long, value_name = "N")]
    pub(crate) calls: Option<u64>,
    /// Tokens it may use
    #[arg(long, value_name = "N")]
    pub(crate) tokens: Option<u64>,
    /// Dollars it may spend
    #[arg(long, value_name = "X")]
    pub(crate) usd: Option<f64>,
    /// Seconds from now it may take
    #[arg(long, value_name = "SECONDS")]
    pub(crate) within: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct Fork {
    /// Id of the run, or the beginning of one
    pub(crate) run: String,
    /// Step to do anew, with everything after it; `tutti runs show` names them
    #[arg(long, value_name = "STEP")]
    pub(crate) from: String,
    /// Drive the new run at once
    #[arg(long)]
    pub(crate) resume: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Review {
    /// Open questions, oldest first
    List {
        /// Also the answered ones
        #[arg(long)]
        all: bool,
    },
    /// A question with its evidence
    Show {
        /// Id of the run that asks, or of one above it
        run: String,
        /// Name of the question; may be left out if there is only one
        name: Option<String>,
    },
    /// Answer a question and drive the run on
    #[command(override_usage = "tutti review answer [OPTIONS] RUN [NAME] ANSWER")]
    Answer {
        /// Id of the run that asks, or of one above it
        run: String,
        /// Name of the question, which may be left out if only one is open, and the answer; `@FILE` where any text will do
        #[arg(required = true, num_args = 1..=2, value_name = "[NAME] ANSWER")]
        name_and_answer: Vec<String>,
        /// Who answers
        #[arg(long, value_name = "WHO", env = "USER", hide_env = true, default_value = "local")]
        by: String,
    },
}

/// A status, as typed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Status(pub(crate) RunStatus);

impl ValueEnum for Status {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [Status; RunStatus::ALL.len()] = {
            let mut all = [Status(RunStatus::Queued); RunStatus::ALL.len()];
            let mut i = 0;
            while i < all.len() {
                all[i] = Status(RunStatus::ALL[i]);
                i += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(self.0.as_str().into())
    }
}
