//! Arguments of `tutti study`, `quiz`, `cards` and `library`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use tutti_study::Difficulty;

#[derive(Debug, Args)]
pub(crate) struct Study {
    /// File or web address: PDF, DOCX, PPTX, HTML, Markdown, text, EPUB, PNG or JPEG
    #[arg(value_name = "FILE|URL")]
    pub(crate) source: String,
    /// Number of flashcards, at most 200 [default: setting study.flashcards, or 15]
    #[arg(long, value_name = "N")]
    pub(crate) flashcards: Option<u32>,
    /// Number of questions, at most 200 [default: setting study.questions, or 10]
    #[arg(long, value_name = "N")]
    pub(crate) questions: Option<u32>,
    /// Difficulty: easy, medium or hard
    #[arg(long, value_name = "LEVEL", default_value = "easy")]
    pub(crate) difficulty: Difficulty,
    /// Target audience
    #[arg(long, value_name = "TEXT", default_value = "a learner who has read the document")]
    pub(crate) audience: String,
    /// Term to cover first; repeatable
    #[arg(long, value_name = "TERM")]
    pub(crate) focus: Vec<String>,
    /// Folder for the handover, the cards, the quiz and the log [default: nothing is written]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Quiz {
    /// List study sessions with their quizzes, newest first
    List,
    /// Take the latest quiz of a session; reads answers from stdin, one per line
    Take {
        /// Id of the session, or a unique prefix of it
        session: String,
    },
    /// Make another quiz for a session, on the weak concepts and at a difficulty set by the last answers
    New {
        /// Id of the session, or a unique prefix of it
        session: String,
        /// Number of questions
        #[arg(long, value_name = "N", default_value_t = 10)]
        questions: u32,
        /// Difficulty: easy, medium or hard [default: set by the last answers]
        #[arg(long, value_name = "LEVEL")]
        difficulty: Option<Difficulty>,
        /// Only ask about this block; repeatable
        #[arg(long, value_name = "BLOCK")]
        block: Vec<String>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Cards {
    /// Count the cards and those that are due
    Status,
    /// Review the cards that are due and rate each: 1 again, 2 hard, 3 good, 4 easy
    Review {
        /// At most N
        #[arg(long, value_name = "N", default_value_t = 20)]
        limit: u32,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum Library {
    /// Add documents; one that is already there is not added again
    Add {
        /// Files or web addresses
        #[arg(required = true, value_name = "FILE|URL")]
        sources: Vec<String>,
    },
    /// List documents, newest first
    List,
    /// Search for passages, best match first
    Search {
        /// Words to search for, in any inflection
        #[arg(required = true, value_name = "WORDS")]
        words: Vec<String>,
        /// At most N
        #[arg(long, value_name = "N", default_value_t = 10)]
        limit: usize,
    },
}
