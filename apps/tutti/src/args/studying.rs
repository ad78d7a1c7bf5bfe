//! Study aids, their quizzes and cards, and the library.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use tutti_study::Difficulty;

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
