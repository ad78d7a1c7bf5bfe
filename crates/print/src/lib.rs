//! Printable papers and keys.
//!
//! [`paper`] is for the class, [`key`] for the teacher: two PDFs of the same items in the same order. Texts are the
//! small Markdown of items, formulas are typeset from their LaTeX, figures and pictures are drawn. A question is never
//! split between two pages if it fits on one.
//!
//! What cannot be printed as intended (a formula that does not parse, a picture in an unsupported form, a character
//! that no font has) is printed as well as possible and listed in [`Printed::problems`]. The same items give the same
//! bytes. Nothing in here touches files, clocks or networks.

mod compose;
mod font;
mod key;
mod lines;
mod mark;
mod maths;
mod page;
mod paper;
mod pdf;
mod picture;
mod svg;
mod text;
mod words;

use serde::Serialize;
use tutti_core::{Abandoned, Work};
use tutti_item::{Item, ItemId};

/// What the page looks like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// On top of the first page, and what the document is called.
    pub title: String,
    pub size: PageSize,
    /// Of the words that are the paper's own: "Name", "True", "Answer".
    pub language: Language,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PageSize {
    #[default]
    A4,
    Letter,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    #[default]
    English,
    Norwegian,
}

impl Language {
    /// Of a BCP 47 tag such as `nb` or `en-GB`; none for languages we have no words for.
    pub fn of(tag: &str) -> Option<Self> {
        match tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase().as_str() {
            "en" => Some(Self::English),
            "nb" | "nn" | "no" => Some(Self::Norwegian),
            _ => None,
        }
    }
}

/// A PDF and what is not in it as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printed {
    pub bytes: Vec<u8>,
    pub pages: usize,
    pub problems: Vec<Misprint>,
}

/// Something that is printed otherwise than it was meant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Misprint {
    pub item: ItemId,
    /// Its number on the paper.
    pub question: usize,
    pub what: String,
}

/// A document that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum PrintError {
    /// Nobody waits for the document any more.
    #[error(transparent)]
    Abandoned(#[from] Abandoned),
    /// There is nothing to print.
    #[error("there are no questions to print")]
    Empty,
    /// A font that comes with the program could not be cut to size: a fault of ours.
    #[error("the font {name} cannot be embedded: {what}")]
    Font { name: &'static str, what: String },
}

/// The questions, with room for answers.
pub fn paper(items: &[Item], sheet: &Sheet) -> Result<Printed, PrintError> {
    paper_watched(items, sheet, &Work::new())
}

/// The answers: for each question its number, key, solution and rationales.
pub fn key(items: &[Item], sheet: &Sheet) -> Result<Printed, PrintError> {
    key_watched(items, sheet, &Work::new())
}

/// As [`paper`]; ends with an error soon after the work is abandoned.
pub fn paper_watched(items: &[Item], sheet: &Sheet, work: &Work) -> Result<Printed, PrintError> {
    compose::document(items, sheet, compose::Kind::Paper, work)
}

/// As [`key`]; ends with an error soon after the work is abandoned.
pub fn key_watched(items: &[Item], sheet: &Sheet, work: &Work) -> Result<Printed, PrintError> {
    compose::document(items, sheet, compose::Kind::Key, work)
}
