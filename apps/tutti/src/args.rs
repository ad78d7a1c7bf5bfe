//! The command-line arguments, exactly as typed. Nothing here reads a file or fills in settings; `setup` does that.
//! `docs/cli.md` is generated from these structs.

mod items;
mod making;
mod runs;
mod serving;
mod studying;

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use tutti_service::Place;

pub(crate) use items::{Analyze, Blank, Chosen, Export, Items, NotReached, Page, Trailing};
pub(crate) use making::{Author, AuthorCommand, Authoring, Forge, ForgeCommand, Making};
pub(crate) use runs::{Fork, Limits, List, Resume, ReviewCommand, Runs, Start};
pub(crate) use serving::{Accounts, Serve};
pub(crate) use studying::{Cards, Library, Quiz, Study};

/// Agents that make, check and teach: every run durable, every result checked.
#[derive(Debug, Parser)]
#[command(name = "tutti", version, propagate_version = true, arg_required_else_help = true)]
#[command(max_term_width = 100)]
pub(crate) struct Typed {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Args)]
pub(crate) struct Global {
    /// Print data as JSON: one document, or one line per entry where there are many
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Folder for the database and the files that runs write
    #[arg(long, global = true, value_name = "DIR", env = "TUTTI_DATA", default_value = "tutti-data")]
    pub(crate) data: PathBuf,
    /// Override one setting; takes precedence over files and environment variables
    #[arg(long = "set", global = true, value_name = "SECTION.KEY=VALUE")]
    pub(crate) settings: Vec<String>,
    /// Read settings from FILE instead of tutti.toml in the data and working directories
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Append one JSON object per event to FILE
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
}

impl Global {
    pub(crate) fn place(&self) -> Place {
        Place { data: self.data.clone(), config: self.config.clone(), settings: self.settings.clone() }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve the web page and the API, to this machine only or, with accounts, to others
    Serve(Serve),
    /// Offer the flows as tools over the Model Context Protocol, on stdin and stdout
    Mcp,
    /// Manage the accounts of the server
    #[command(subcommand)]
    Accounts(Accounts),
    /// Show a durable run on three sample texts
    #[command(after_help = "Exits 0 even if a text is left for a person to judge.")]
    Tour {
        /// Pause each text halfway for this long, so that you can kill the process and watch the run resume
        #[arg(long, value_name = "SECONDS", default_value_t = 0)]
        pause: u64,
    },
    /// Manage runs and their journals
    #[command(subcommand)]
    Runs(Runs),
    /// List and answer questions that wait for a person
    #[command(subcommand)]
    Review(ReviewCommand),
    /// Make ESAT exam items with proved keys
    #[command(after_help = "Exits 1 if an item was rejected.")]
    Forge(Forge),
    /// Make flashcards and a quiz from a document; each quotes the passage it is based on
    #[command(
        after_help = "Exits 3 if the document is refused or waits for a person to correct its recognised text."
    )]
    Study(Study),
    /// Write task files with comprehension quizzes
    #[command(after_help = "Exits 3 if a task waits for a person, 1 if a task failed.")]
    Author(Author),
    /// Print the text blocks of a document
    Read {
        /// File or web address
        #[arg(value_name = "FILE|URL")]
        source: String,
    },
    /// List, take and make quizzes of study sessions
    #[command(subcommand)]
    Quiz(Quiz),
    /// Review flashcards when they are due
    #[command(subcommand)]
    Cards(Cards),
    /// Manage the document library
    #[command(subcommand)]
    Library(Library),
    /// Manage the item bank: questions and cards with their keys
    #[command(subcommand)]
    Items(Items),
    /// Print the JSON Schema of a contract, or list all contracts
    Schema {
        /// Name of the contract [default: list all contracts]
        name: Option<String>,
    },
    /// Report what is installed, configured and missing, and how to fix it
    #[command(after_help = "Exits 1 if something is broken; what is merely missing does not count.")]
    Doctor,
    /// Print every setting in effect and where it came from
    Config,
    /// Back up the whole store to a new file
    #[command(
        after_help = "Everything is verified while it is copied. If something is damaged, nothing is written."
    )]
    Backup {
        /// File to write; must not exist yet
        file: PathBuf,
        /// Verify an existing backup instead of writing one
        #[arg(long, conflicts_with = "skip_damaged")]
        verify: bool,
        /// Leave out what is damaged and list it
        #[arg(long)]
        skip_damaged: bool,
    },
    /// Restore a backup into an empty store
    Restore {
        /// File written by `tutti backup`
        file: PathBuf,
    },
}

pub(crate) fn parse(words: &[OsString]) -> Result<Typed, clap::Error> {
    let matches = command().try_get_matches_from(words)?;
    Typed::from_arg_matches(&matches)
}

/// The clap definition of the whole command line.
pub(crate) fn command() -> clap::Command {
    Typed::command()
}
