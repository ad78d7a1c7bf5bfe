//! Exam items and quizzes for task files.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Forge {
    #[command(subcommand)]
    pub(crate) command: Option<ForgeCommand>,
    #[command(flatten)]
    pub(crate) making: Making,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ForgeCommand {
    /// Check items that others wrote; 1 is the exit code if one fails
    Verify {
        /// Question packages: JSON lines, or YAML documents
        file: PathBuf,
    },
    /// Write the files of a finished run again
    Files {
        /// Id of the run, or the beginning of one
        run: String,
        /// Folder to write to
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

/// What to make. What is not said here is in the settings under `[forge]`.
#[derive(Debug, Args)]
pub(crate) struct Making {
    /// How many items, 1 if nothing else is set
    #[arg(short = 'n', long, value_name = "N")]
    pub(crate) items: Option<u64>,
    /// Prefixes of the schemas to use
    #[arg(long, value_name = "M,P")]
    pub(crate) schemas: Option<String>,
    /// Only these difficulties, such as easy,hard
    #[arg(long, value_name = "LIST")]
    pub(crate) difficulty: Option<String>,
    /// The same seed makes the same items
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// Folder for accepted.jsonl, rejected.jsonl, logs.jsonl and stats.json, in a folder named by the time
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Schema library of your own
    #[arg(long, value_name = "FILE")]
    pub(crate) library: Option<PathBuf>,
    /// Weight of easy items
    #[arg(long, value_name = "W")]
    pub(crate) w_easy: Option<f64>,
    /// Weight of medium items
    #[arg(long, value_name = "W")]
    pub(crate) w_med: Option<f64>,
    /// Weight of hard items
    #[arg(long, value_name = "W")]
    pub(crate) w_hard: Option<f64>,
    /// How often an item is written anew after a failure that another try can mend
    #[arg(long, value_name = "N")]
    pub(crate) implementer_retries: Option<u32>,
    /// How often an idea is asked for again
    #[arg(long, value_name = "N")]
    pub(crate) designer_retries: Option<u32>,
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Author {
    #[command(subcommand)]
    pub(crate) command: Option<AuthorCommand>,
    #[command(flatten)]
    pub(crate) making: Authoring,
}

#[derive(Debug, Args)]
pub(crate) struct Authoring {
    /// Requests: the bullet form, JSON, or a batch in JSON or CSV
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    /// A file that requests name, if it does not lie beside them
    #[arg(long, value_name = "FILE")]
    pub(crate) attach: Vec<PathBuf>,
    /// Folder for the task files and their status objects
    #[arg(long, value_name = "DIR", default_value = "author-out")]
    pub(crate) out: PathBuf,
    /// Answers of blind solvers to each candidate, with the text and without, where they have a model
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) votes: usize,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AuthorCommand {
    /// Every rule that task files break, with the line; 1 is the exit code if one matters more than form
    Check {
        /// Task files in Markdown
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Write the files of a run again, after its reviews were answered
    Files {
        /// Id of the run, or the beginning of one
        run: String,
        /// Folder to write to
        #[arg(long, value_name = "DIR", default_value = "author-out")]
        out: PathBuf,
    },
}
