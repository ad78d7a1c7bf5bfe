//! Arguments of `tutti runs` and `tutti review`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use tutti_store::RunStatus;

#[derive(Debug, Subcommand)]
pub(crate) enum Runs {
    /// List runs, newest first
    List(List),
    /// Start a flow and run it to its end
    #[command(
        after_help = "Exits 1 if the run fails, 3 if it waits for a person or was cancelled, 4 if a model provider failed."
    )]
    Start(Start),
    /// Show a run: its timeline, children, model calls and open questions
    Show {
        /// Id of the run, or a unique prefix of it
        run: String,
        /// Also print the contents of each journal entry
        #[arg(long)]
        journal: bool,
    },
    /// Resume a run after a crash, or with a new budget or deadline
    #[command(
        after_help = "Exits 1 if the run fails, 3 if it waits for a person or was cancelled, 4 if a model provider failed."
    )]
    Resume(Resume),
    /// Cancel a run and its children
    Cancel {
        /// Id of the run, or a unique prefix of it
        run: String,
    },
    /// Replay the journal through today's code without any effects, and compare
    #[command(after_help = "Exits 1 if the code no longer does what the journal says.")]
    Replay {
        /// Id of the run, or a unique prefix of it
        run: String,
    },
    /// Start a new run that keeps everything before a step and redoes the rest
    Fork(Fork),
    /// Compare two runs
    #[command(after_help = "Exits 1 if the runs differ.")]
    Diff {
        /// Id of a run, or a unique prefix of it
        left: String,
        /// Id of the run to compare it with, or a unique prefix of it
        right: String,
    },
    /// Write a run and its journal as files
    #[command(after_help = "Exits 1 if the stored run does not agree with its journal.")]
    Project {
        /// Id of the run, or a unique prefix of it
        run: String,
        /// Folder to write to [default: `runs` in the data folder]
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
    /// Also list child runs
    #[arg(long)]
    pub(crate) children: bool,
    /// List at most N; 0 lists all
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) limit: u32,
}

#[derive(Debug, Args)]
pub(crate) struct Start {
    /// Name of the flow
    pub(crate) flow: String,
    /// Input as JSON, as @FILE, or as @- for stdin
    #[arg(long, value_name = "JSON|@FILE", default_value = "null")]
    pub(crate) input: String,
    /// Id of the new run [default: a new id]
    #[arg(long)]
    pub(crate) id: Option<String>,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

#[derive(Debug, Args)]
pub(crate) struct Resume {
    /// Id of the run, or a unique prefix of it
    #[arg(required_unless_present = "all")]
    pub(crate) run: Option<String>,
    /// Resume every run that is ready or whose process has died
    #[arg(long, conflicts_with_all = ["run", "calls", "tokens", "usd", "within"])]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

/// What a run and its children may use.
#[derive(Debug, Args)]
pub(crate) struct Limits {
    /// Maximum number of model calls
    #[arg(long, value_name = "N")]
    pub(crate) calls: Option<u64>,
    /// Maximum number of tokens
    #[arg(long, value_name = "N")]
    pub(crate) tokens: Option<u64>,
    /// Maximum cost, in US dollars
    #[arg(long, value_name = "X")]
    pub(crate) usd: Option<f64>,
    /// Deadline, in seconds from now
    #[arg(long, value_name = "SECONDS")]
    pub(crate) within: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct Fork {
    /// Id of the run, or a unique prefix of it
    pub(crate) run: String,
    /// First step to redo; `tutti runs show` lists the steps
    #[arg(long, value_name = "STEP")]
    pub(crate) from: String,
    /// Run the new run at once
    #[arg(long)]
    pub(crate) resume: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ReviewCommand {
    /// List open questions, oldest first
    List {
        /// Also list answered questions
        #[arg(long)]
        all: bool,
    },
    /// Show a question with its evidence
    Show {
        /// Id of the run that asks, or of a parent of it
        run: String,
        /// Name of the question; optional if only one is open
        name: Option<String>,
    },
    /// Answer a question and resume the run
    #[command(override_usage = "tutti review answer [OPTIONS] RUN [NAME] ANSWER")]
    #[command(after_help = "Exits like `tutti runs resume`: 3 if the run waits again, 1 if it fails.")]
    Answer {
        /// Id of the run that asks, or of a parent of it
        run: String,
        /// Name of the question (optional if only one is open) and the answer; `@FILE` reads a free-text
        /// answer from a file
        #[arg(required = true, num_args = 1..=2, value_name = "[NAME] ANSWER")]
        name_and_answer: Vec<String>,
        /// Who answers [default: the user name, or local]
        #[arg(
            long,
            value_name = "WHO",
            env = "USER",
            hide_env = true,
            default_value = "local",
            hide_default_value = true
        )]
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
