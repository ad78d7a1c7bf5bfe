//! The bank.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use tutti_exchange::Format;
use tutti_service::exporting::Target;

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
