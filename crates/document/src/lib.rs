//! Documents as blocks: bytes in, headings, paragraphs and lists with their page out.
//!
//! [`Reader`] is the only entry point. It never parses the bytes itself: it passes them to a child process, our own
//! binary started again, which limits its own memory and time before it reads the first byte. A bomb, a loop or a crash
//! costs one child and gives a [`ReadError`]. The kind of a document is detected from its bytes; the name only
//! distinguishes Markdown, HTML and plain text.
//!
//! A page without a sound text layer is rendered and passed to Tesseract, if that is installed. Its confidence is in
//! [`Quality`]; the caller decides whether it suffices.
//!
//! It uses no network and no terminal, and writes nothing to disk.

mod child;
mod docx;
#[cfg(test)]
mod doubling_tests;
mod epub;
mod error;
mod html;
mod image;
mod limits;
mod markdown;
mod nesting;
mod ocr;
mod package;
mod pdf;
mod pptx;
mod reader;
mod sniff;
mod text;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use child::child;
pub use error::ReadError;
pub use limits::Limits;
pub use reader::Reader;

/// The first argument of our own binary when it is called as the child; what follows goes to [`child`].
pub const COMMAND: &str = "document-child";

/// Raised when the same bytes would be read differently: documents read by another version are read again.
pub const VERSION: u32 = 1;

/// A document after reading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Document {
    pub kind: Kind,
    /// As the file says, or its first heading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// In reading order.
    pub blocks: Vec<Block>,
    pub quality: Quality,
}

/// A piece of text that belongs together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Block {
    /// `p3.2` is the second block of page 3; both count from 1.
    pub id: String,
    pub page: u32,
    #[serde(flatten)]
    pub kind: BlockKind,
    /// One line, except for tables: rows are separated by line feeds, cells by ` | `.
    pub text: String,
}

/// What a block is in its document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "level", rename_all = "snake_case")]
pub enum BlockKind {
    /// With its level, 1 to 6.
    Heading(u8),
    Paragraph,
    ListItem,
    Table,
    /// Of a figure or table.
    Caption,
}

/// The quality of the text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Quality {
    /// Slides count as pages; what has no pages has one.
    pub pages: u32,
    /// Pages whose text was recognised from their image.
    pub pages_ocr: Vec<u32>,
    /// 0 to 1, weighted by characters over the recognised pages; none if no page was recognised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ocr_confidence: Option<f64>,
    pub characters: usize,
    /// Pages whose text layer is bad and that were not recognised.
    pub bad_pages: Vec<u32>,
}

/// Kinds of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Pdf,
    Docx,
    Pptx,
    Html,
    Markdown,
    Text,
    Epub,
    Image,
}

/// Whether pages of a document can be drawn, by its first bytes: true for a PDF or an image.
pub fn has_pages(bytes: &[u8]) -> bool {
    [b"%PDF".as_slice(), b"\x89PNG", b"\xff\xd8\xff"].iter().any(|magic| bytes.starts_with(magic))
}

/// A block before it has an id.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Piece {
    page: u32,
    kind: BlockKind,
    text: String,
}

impl Piece {
    /// None if there is nothing to read in it.
    fn new(page: u32, kind: BlockKind, text: &str) -> Option<Self> {
        let text = if kind == BlockKind::Table { text.trim().to_owned() } else { text::squeeze(text) };
        (!text.is_empty()).then_some(Self { page, kind, text })
    }
}

impl Document {
    /// From pieces in the order of their pages.
    fn new(kind: Kind, title: Option<String>, pages: u32, pieces: Vec<Piece>) -> Self {
        let mut blocks: Vec<Block> = Vec::with_capacity(pieces.len());
        let (mut page, mut number) = (0, 0);
        for piece in pieces {
            number = if piece.page == page { number + 1 } else { 1 };
            page = piece.page;
            let id = format!("p{page}.{number}");
            blocks.push(Block { id, page, kind: piece.kind, text: piece.text });
        }
        let first_heading = || {
            blocks.iter().find(|block| matches!(block.kind, BlockKind::Heading(_))).map(|b| b.text.clone())
        };
        let title =
            title.map(|title| text::squeeze(&title)).filter(|title| !title.is_empty()).or_else(first_heading);
        let characters = blocks.iter().map(|block| block.text.chars().count()).sum();
        let quality = Quality { pages, characters, ..Quality::default() };
        Self { kind, title, blocks, quality }
    }
}
