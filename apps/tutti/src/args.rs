//! What was typed, exactly. Nothing here reads a file, and nothing is filled in that was not said; `setup` does
//! that. The reference in `docs/cli.md` is printed from these structs.

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
pub(crate) use runs::{Fork, Limits, List, Resume, Review, Runs, Start};
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
    /// Print data as JSON: one document, or one line each where there are many
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Folder of the database and of what runs leave behind
    #[arg(long, global = true, value_name = "DIR", env = "TUTTI_DATA", default_value = "tutti-data")]
    pub(crate) data: PathBuf,
    /// A setting, over everything that files and variables say
    #[arg(long = "set", global = true, value_name = "SECTION.KEY=VALUE")]
    pub(crate) settings: Vec<String>,
    /// Settings file to read in place of tutti.toml in the data and working directory
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// File that a JSON object a line is added to for everything that happens
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
    /// The page and the API, on this machine or, with accounts, for others
    Serve(Serve),
    /// The flows as tools for a program that speaks the Model Context Protocol, over stdin and stdout
    Mcp,
    /// Who may log in to the server
    #[command(subcommand)]
    Accounts(Accounts),
    /// See what works, on three sample texts; a text left for a person to judge is no failure
    Tour {
        /// Let each text rest this long half-way, to kill the process and see the run go on
        #[arg(long, value_name = "SECONDS", default_value_t = 0)]
        pause: u64,
    },
    /// Runs and their journals
    #[command(subcommand)]
    Runs(Runs),
    /// What waits for a person
    #[command(subcommand)]
    Review(Review),
    /// Make ESAT exam items whose keys are proved; 1 is the exit code if some were rejected
    Forge(Forge),
    /// Make flashcards and a quiz from a document, each with the words it stands on
    Study(Study),
    /// Make comprehension quizzes for task files; 3 is the exit code if a task waits for a person, 1 if one failed
    Author(Author),
    /// Only the blocks of a document
    Read {
        /// File or web address
        #[arg(value_name = "FILE|URL")]
        source: String,
    },
    /// Quizzes of study sessions
    #[command(subcommand)]
    Quiz(Quiz),
    /// Flashcards, when they are due
    #[command(subcommand)]
    Cards(Cards),
    /// Documents to look things up in
    #[command(subcommand)]
    Library(Library),
    /// The bank: questions and cards with their keys
    #[command(subcommand)]
    Items(Items),
    /// JSON Schema of a contract; without a name, the list of contracts
    Schema {
        /// Name of the contract
        name: Option<String>,
    },
    /// What is installed, configured and missing, and how to mend it
    Doctor,
    /// Every setting in effect, and where it came from
    Config,
    /// Copy everything into a new file
    Backup {
        /// File to write; it must not exist
        file: PathBuf,
    },
    /// Copy a backup into an empty store
    Restore {
        /// File that `tutti backup` wrote
        file: PathBuf,
    },
}

pub(crate) fn parse(words: &[OsString]) -> Result<Typed, clap::Error> {
    let matches = command().try_get_matches_from(words)?;
    Typed::from_arg_matches(&matches)
}

/// The whole command line as clap sees it.
pub(crate) fn command() -> clap::Command {
    Typed::command()
}
