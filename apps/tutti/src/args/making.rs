//! Arguments of `tutti forge` and `tutti author`.

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
    /// Verify items written elsewhere
    #[command(after_help = "Exits 1 if an item does not pass.")]
    Verify {
        /// Question packages, as JSON Lines or YAML documents
        file: PathBuf,
    },
    /// Write the files of a finished run again
    #[command(after_help = "Exits 1 if the run rejected an item.")]
    Files {
        /// Id of the run, or a unique prefix of it
        run: String,
        /// Folder to write to [default: setting forge.out, or runs]
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

/// What to make. Missing values come from the settings under `[forge]`.
#[derive(Debug, Args)]
pub(crate) struct Making {
    /// Number of items [default: setting forge.items, or 1]
    #[arg(short = 'n', long, value_name = "N")]
    pub(crate) items: Option<u64>,
    /// Prefixes of the schemas to use [default: setting forge.schemas, or M,P]
    #[arg(long, value_name = "M,P")]
    pub(crate) schemas: Option<String>,
    /// Only these difficulties, such as easy,hard [default: all, by weight]
    #[arg(long, value_name = "LIST")]
    pub(crate) difficulty: Option<String>,
    /// Random seed; the same seed makes the same items [default: setting forge.seed, or random]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// Folder for the results; each run adds a folder named for its start time, with accepted.jsonl,
    /// rejected.jsonl, logs.jsonl and stats.json [default: setting forge.out, or runs]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Your own schema library [default: setting forge.library, or the built-in schemas]
    #[arg(long, value_name = "FILE")]
    pub(crate) library: Option<PathBuf>,
    /// Weight of easy items [default: setting forge.easy, or 0.3]
    #[arg(long, value_name = "W")]
    pub(crate) w_easy: Option<f64>,
    /// Weight of medium items [default: setting forge.medium, or 0.5]
    #[arg(long, value_name = "W")]
    pub(crate) w_med: Option<f64>,
    /// Weight of hard items [default: setting forge.hard, or 0.2]
    #[arg(long, value_name = "W")]
    pub(crate) w_hard: Option<f64>,
    /// Retries for an item after a fixable failure [default: setting forge.implementer_retries, or 2]
    #[arg(long, value_name = "N")]
    pub(crate) implementer_retries: Option<u32>,
    /// Retries for an idea [default: setting forge.designer_retries, or 2]
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
    /// A file that a request names, if it is not in the request's folder; repeatable
    #[arg(long, value_name = "FILE")]
    pub(crate) attach: Vec<PathBuf>,
    /// Folder for the task files and their status objects
    #[arg(long, value_name = "DIR", default_value = "author-out")]
    pub(crate) out: PathBuf,
    /// Answers per candidate from blind solvers, both with and without the text; needs a model
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) votes: usize,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AuthorCommand {
    /// List every rule that task files break, with line numbers
    #[command(after_help = "Exits 1 on any finding of medium or high severity.")]
    Check {
        /// Task files in Markdown
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Write the files of a run again, for example after its reviews were answered
    #[command(after_help = "Exits 3 if a task waits for a person, 1 if a task failed.")]
    Files {
        /// Id of the run, or a unique prefix of it
        run: String,
        /// Folder to write to
        #[arg(long, value_name = "DIR", default_value = "author-out")]
        out: PathBuf,
    },
}
