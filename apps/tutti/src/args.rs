//! What was typed, exactly. Nothing here reads a file, and nothing is filled in that was not said; `setup` does
//! that. The reference in `docs/cli.md` is printed from these structs.

use std::{ffi::OsString, path::PathBuf, str::FromStr};

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use tutti_exchange::Format;
use tutti_store::RunStatus;
use tutti_study::Difficulty;

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
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
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

#[derive(Debug, Args)]
pub(crate) struct Study {
    /// File or web address: PDF, DOCX, PPTX, HTML, Markdown, text, EPUB, PNG or JPEG
    #[arg(value_name = "FILE|URL")]
    pub(crate) source: String,
    /// How many flashcards, 15 if nothing else is set
    #[arg(long, value_name = "N")]
    pub(crate) flashcards: Option<u32>,
    /// How many questions, 10 if nothing else is set
    #[arg(long, value_name = "N")]
    pub(crate) questions: Option<u32>,
    /// easy, medium or hard
    #[arg(long, value_name = "LEVEL", default_value = "easy")]
    pub(crate) difficulty: Difficulty,
    /// Who it is for
    #[arg(long, value_name = "TEXT", default_value = "a learner who has read the document")]
    pub(crate) audience: String,
    /// Terms that come first
    #[arg(long, value_name = "TERM")]
    pub(crate) focus: Vec<String>,
    /// Folder for the handover, the cards, the quiz and the log
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Quiz {
    /// Study sessions with their quizzes, newest first
    List,
    /// Take the latest quiz of a session; answers come from the keyboard or, line by line, from a file
    Take {
        /// Id of the session, or the beginning of one
        session: String,
    },
    /// Another quiz for a session: on what went wrong, and as hard as the last answers suggest
    New {
        /// Id of the session, or the beginning of one
        session: String,
        /// How many questions
        #[arg(long, value_name = "N", default_value_t = 10)]
        questions: u32,
        /// easy, medium or hard; without it, what the last answers suggest
        #[arg(long, value_name = "LEVEL")]
        difficulty: Option<Difficulty>,
        /// Only on these blocks
        #[arg(long, value_name = "BLOCK")]
        block: Vec<String>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Cards {
    /// How many cards there are and how many are due
    Status,
    /// Look at the cards that are due and say how well each was known: 1 again, 2 hard, 3 good, 4 easy
    Review {
        /// At most this many
        #[arg(long, value_name = "N", default_value_t = 20)]
        limit: u32,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Library {
    /// Add documents; one that is there already is not added again
    Add {
        /// Files or web addresses
        #[arg(required = true, value_name = "FILE|URL")]
        sources: Vec<String>,
    },
    /// Documents, newest first
    List,
    /// The passages that say most about some words, best first
    Search {
        /// Words, in any form
        #[arg(required = true, value_name = "WORDS")]
        words: Vec<String>,
        /// At most this many
        #[arg(long, value_name = "N", default_value_t = 10)]
        limit: usize,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Items {
    /// Items, in the order of their ids
    List {
        #[command(flatten)]
        chosen: Chosen,
        /// At most this many; 0 is all
        #[arg(long, value_name = "N", default_value_t = 20)]
        limit: u32,
    },
    /// One item with its key, rationales, solution and sources
    Show {
        /// Id of the item, or the beginning of one
        item: String,
        /// Also the versions before it
        #[arg(long)]
        history: bool,
    },
    /// Item-writing flaws; 1 is the exit code if there is one of high severity
    Check {
        /// Items or files; without them, the whole bank
        #[arg(value_name = "ITEM|FILE")]
        targets: Vec<String>,
        #[command(flatten)]
        chosen: Chosen,
    },
    /// Take questions in from files, all or none; what is there already is not added again
    Import {
        /// Files to read
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Format of the files (apkg, gift, moodle, qti22, qti3, canvas, csv, xlsx, jsonl); without it, each says
        /// what it is
        #[arg(long, value_name = "FORMAT")]
        from: Option<Format>,
        /// Only say what would happen
        #[arg(long)]
        dry_run: bool,
    },
    /// Write items for another system, or on paper; what it has no place for is listed
    Export(Export),
    /// What answers say about items: difficulty, discrimination, options, curves
    Analyze(Analyze),
}

/// Which items are meant.
#[derive(Debug, Args)]
pub(crate) struct Chosen {
    /// Only items of this kind
    #[arg(long)]
    pub(crate) kind: Option<Kind>,
    /// Only items with this tag
    #[arg(long)]
    pub(crate) tag: Option<String>,
    /// Only items in which these words stand
    #[arg(long, value_name = "WORDS")]
    pub(crate) search: Option<String>,
}

impl Chosen {
    pub(crate) fn is_everything(&self) -> bool {
        self.kind.is_none() && self.tag.is_none() && self.search.is_none()
    }
}

/// A kind of item.
#[derive(Debug, Clone, Copy, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum Kind {
    MultipleChoice,
    MultipleResponse,
    TrueFalse,
    Numeric,
    ShortAnswer,
    Cloze,
    Flashcard,
}

impl Kind {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::MultipleChoice => "multiple_choice",
            Self::MultipleResponse => "multiple_response",
            Self::TrueFalse => "true_false",
            Self::Numeric => "numeric",
            Self::ShortAnswer => "short_answer",
            Self::Cloze => "cloze",
            Self::Flashcard => "flashcard",
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Export {
    /// Items to export; without them, those that fit the filters
    #[arg(value_name = "ITEM")]
    pub(crate) items: Vec<String>,
    /// What to write: apkg, gift, moodle, qti22, qti3, canvas, csv, xlsx, pdf (paper and key), jsonl
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Target,
    /// File to write; without it, `items` with the usual ending
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Write over a file that exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Name of the deck, category, package or paper
    #[arg(long, default_value = "Tutti")]
    pub(crate) title: String,
    /// Paper to print on
    #[arg(long, value_name = "SIZE", default_value = "a4")]
    pub(crate) page: Page,
    #[command(flatten)]
    pub(crate) chosen: Chosen,
}

/// A size of paper.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Page {
    A4,
    Letter,
}

/// What items can be exported to.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Target {
    Format(Format),
    /// Two files: the paper and its key.
    Pdf,
}

impl Target {
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Self::Format(format) => format.extension(),
            Self::Pdf => "pdf",
        }
    }
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "pdf" {
            return Ok(Self::Pdf);
        }
        text.parse().map(Self::Format).map_err(|error: String| format!("{error}, pdf"))
    }
}

#[derive(Debug, Args)]
pub(crate) struct Analyze {
    /// Table of answers: one row a person, one column an item; cells are options, or 1 and 0
    #[arg(value_name = "RESPONSES.csv")]
    pub(crate) responses: PathBuf,
    /// Right option of an item that is not in the bank, such as Q3=B
    #[arg(long, value_name = "ITEM=OPTION")]
    pub(crate) key: Vec<String>,
    /// Column that names the person; without it, the first one if it is called like one
    #[arg(long, value_name = "COLUMN")]
    pub(crate) person: Option<String>,
    /// What an empty cell means
    #[arg(long, default_value = "omitted")]
    pub(crate) blank: Blank,
    /// What empty cells at the end of a row mean
    #[arg(long, default_value = "not_reached")]
    pub(crate) trailing: Trailing,
    /// How an item counts that was not reached
    #[arg(long, default_value = "ignored")]
    pub(crate) not_reached: NotReached,
    /// Also every person's score and ability, in the JSON
    #[arg(long)]
    pub(crate) persons: bool,
    /// Folder for charts, as Vega-Lite
    #[arg(long, value_name = "DIR")]
    pub(crate) charts: Option<PathBuf>,
    /// Keep the measured difficulty of items that are in the bank
    #[arg(long)]
    pub(crate) save: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum Blank {
    /// Seen and left out
    Omitted,
    /// Never shown to this person
    NotPresented,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum Trailing {
    /// Time ran out
    NotReached,
    /// Seen and left out
    Omitted,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum NotReached {
    /// Not at all
    Ignored,
    /// As wrong, where finishing in time is part of what is measured
    Wrong,
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

pub(crate) fn parse(words: &[OsString]) -> Result<Typed, clap::Error> {
    let matches = command().try_get_matches_from(words)?;
    Typed::from_arg_matches(&matches)
}

/// The whole command line as clap sees it.
pub(crate) fn command() -> clap::Command {
    Typed::command()
}
