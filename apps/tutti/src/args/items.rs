//! Arguments of `tutti items`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use tutti_exchange::Format;
use tutti_service::exporting::Target;

#[derive(Debug, Subcommand)]
pub(crate) enum Items {
    /// List items, ordered by id
    List {
        #[command(flatten)]
        chosen: Chosen,
        /// List at most N; 0 lists all
        #[arg(long, value_name = "N", default_value_t = 20)]
        limit: u32,
    },
    /// Show an item with its key, rationales, solution and sources
    Show {
        /// Id of the item, or a unique prefix of it
        item: String,
        /// Also show earlier versions
        #[arg(long)]
        history: bool,
    },
    /// Check items for item-writing flaws
    #[command(after_help = "Exits 1 if a flaw is of high severity.")]
    Check {
        /// Items or files to check [default: the whole bank]
        #[arg(value_name = "ITEM|FILE")]
        targets: Vec<String>,
        #[command(flatten)]
        chosen: Chosen,
    },
    /// Import questions from files: all or none; items already in the bank are not added again
    Import {
        /// Files to import
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Format of the files: apkg, gift, moodle, qti22, qti3, canvas, csv, xlsx or jsonl [default: detected
        /// for each file]
        #[arg(long, value_name = "FORMAT")]
        from: Option<Format>,
        /// Report what would change, without changing it
        #[arg(long)]
        dry_run: bool,
    },
    /// Export items to another system or to paper; lists what the format cannot hold
    Export(Export),
    /// Analyse a table of answers: difficulty, discrimination, options and item response curves
    Analyze(Analyze),
}

/// Filters that select items.
#[derive(Debug, Args)]
pub(crate) struct Chosen {
    /// Only items of this kind
    #[arg(long)]
    pub(crate) kind: Option<Kind>,
    /// Only items with this tag
    #[arg(long)]
    pub(crate) tag: Option<String>,
    /// Only items that contain these words
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
    /// Items to export [default: all that match the filters]
    #[arg(value_name = "ITEM")]
    pub(crate) items: Vec<String>,
    /// Format to write: apkg, gift, moodle, qti22, qti3, canvas, csv, xlsx, pdf (paper and key) or jsonl
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Target,
    /// File to write [default: `items` with the usual extension]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    pub(crate) force: bool,
    /// Title of the deck, category, package or paper
    #[arg(long, default_value = "Tutti")]
    pub(crate) title: String,
    /// Paper size
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
    /// Table of answers: one row per person, one column per item; cells hold options, or 1 and 0
    #[arg(value_name = "RESPONSES.csv")]
    pub(crate) responses: PathBuf,
    /// Correct option of an item that is not in the bank, such as Q3=B; repeatable
    #[arg(long, value_name = "ITEM=OPTION")]
    pub(crate) key: Vec<String>,
    /// Column with the person's name [default: detected if it is the first column]
    #[arg(long, value_name = "COLUMN")]
    pub(crate) person: Option<String>,
    /// What an empty cell means
    #[arg(long, default_value = "omitted")]
    pub(crate) blank: Blank,
    /// What empty cells at the end of a row mean
    #[arg(long, default_value = "not_reached")]
    pub(crate) trailing: Trailing,
    /// How an item that was not reached counts
    #[arg(long, default_value = "ignored")]
    pub(crate) not_reached: NotReached,
    /// Include every person's score and ability in the JSON
    #[arg(long)]
    pub(crate) persons: bool,
    /// Folder to write Vega-Lite charts to
    #[arg(long, value_name = "DIR")]
    pub(crate) charts: Option<PathBuf>,
    /// Save the measured difficulty with the items in the bank
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
