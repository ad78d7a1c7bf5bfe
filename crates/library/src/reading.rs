//! A document as text blocks with their pages, and the quality of the reading.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_agent::Contract;
use tutti_core::{Code, ContentHash, Finding, Problem, Severity};
use tutti_document::{BlockKind, Document, Quality, Reader};
use tutti_store::{Collection, Millis, NewRecord, Over, Owned, RecordFilter, StoreError};

/// Files that were read before, under their hash and the version of the reader.
const READINGS: Collection<ReaderOutput> = Collection::new("reading");

/// The text of a stored file. One that this version of the reader has read before is not read again.
pub async fn read_file(
    reader: &Reader,
    store: &Owned,
    file: &ContentHash,
    name: &str,
    at: Millis,
) -> Result<ReaderOutput, Problem> {
    match READINGS.get(store, &reading_id(file)).await {
        Ok(Some(record)) => return Ok(record.value),
        // A reading of another form is made again.
        Ok(None) | Err(StoreError::DamagedRecord { .. }) => {}
        Err(error) => return Err(error.into()),
    }
    let missing = || Problem::new(Code::NotFound, format!("there is no file {file} in the store"));
    let bytes = store.file(file.clone()).await?.ok_or_else(missing)?;
    let reading = ReaderOutput::of(reader.read(&bytes, Some(name)).await?, name);
    cache_reading(store, file, &reading, at).await?;
    Ok(reading)
}

/// Remembers the text of a stored file for [`read_file`].
pub async fn cache_reading(
    store: &Owned,
    file: &ContentHash,
    reading: &ReaderOutput,
    at: Millis,
) -> Result<(), Problem> {
    READINGS.put(store, &reading_id(file), at, reading, Over::Anything, at).await?;
    Ok(())
}

/// The removal of what any version of the reader read in a file.
pub(crate) async fn removals_of_readings(
    store: &Owned,
    file: &ContentHash,
) -> Result<Vec<NewRecord>, StoreError> {
    let of_file = RecordFilter { prefix: format!("{file}/"), ..RecordFilter::default() };
    let ids = READINGS.ids(store, &of_file).await?;
    Ok(ids.iter().map(|id| READINGS.removal(id, Over::Anything)).collect())
}

fn reading_id(file: &ContentHash) -> String {
    format!("{file}/{}", tutti_document::VERSION)
}

/// A piece of a document with its page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Block {
    /// `p3.2`: the second block of page 3.
    pub block_id: String,
    pub text: String,
    /// From 1.
    pub source_page: u32,
    #[serde(default)]
    pub role: Role,
    /// Of a heading, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
}

impl Block {
    /// The text without the number that a paragraph of a law or a manual begins with: `2.3`, `§ 4-1`.
    pub fn body(&self) -> &str {
        let text = self.text.trim_start();
        let number = text.trim_start_matches(['§', ' ']);
        let end = number.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '-').unwrap_or(number.len());
        let (number, rest) = number.split_at(end);
        let parts = number.split(['.', '-']).filter(|part| !part.is_empty()).count();
        let is_number =
            parts >= 2 && rest.starts_with(' ') && !rest.trim_start().starts_with(char::is_lowercase);
        if is_number { rest.trim_start() } else { text }
    }
}

/// What a block is in its document.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    #[default]
    Paragraph,
    Heading,
    ListItem,
    Table,
    Caption,
}

/// A document, as the orchestrator passes it on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReaderOutput {
    pub extracted_blocks: Vec<Block>,
    pub doc_meta: DocMeta,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quality: Option<Quality>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DocMeta {
    pub title: String,
    pub language: String,
}

impl ReaderOutput {
    /// The language is that of the text as a whole.
    pub fn of(document: Document, name: &str) -> Self {
        let blocks: Vec<Block> = document
            .blocks
            .into_iter()
            .map(|block| {
                let (role, level) = match block.kind {
                    BlockKind::Heading(level) => (Role::Heading, Some(level)),
                    BlockKind::Paragraph => (Role::Paragraph, None),
                    BlockKind::ListItem => (Role::ListItem, None),
                    BlockKind::Table => (Role::Table, None),
                    BlockKind::Caption => (Role::Caption, None),
                };
                Block { block_id: block.id, text: block.text, source_page: block.page, role, level }
            })
            .collect();
        let language = language_of(&blocks);
        let title = document.title.filter(|title| !title.trim().is_empty());
        let doc_meta = DocMeta { title: title.unwrap_or_else(|| title_of(&blocks, name)), language };
        Self { extracted_blocks: blocks, doc_meta, quality: Some(document.quality) }
    }

    /// The same document with a text that a person corrected: paragraphs with an empty line between them, pages after a
    /// form feed.
    #[must_use]
    pub fn with_corrected_text(&self, text: &str) -> Self {
        let mut blocks = Vec::new();
        for (page, text) in (1..).zip(text.split('\u{c}')) {
            let paragraphs = text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty());
            for (place, paragraph) in (1..).zip(paragraphs) {
                blocks.push(Block {
                    block_id: format!("p{page}.{place}"),
                    text: paragraph.split_whitespace().collect::<Vec<_>>().join(" "),
                    source_page: page,
                    role: Role::Paragraph,
                    level: None,
                });
            }
        }
        let doc_meta = DocMeta { language: language_of(&blocks), title: self.doc_meta.title.clone() };
        Self { extracted_blocks: blocks, doc_meta, quality: None }
    }

    /// The whole text, with headings marked by `#`, so that sections can be found.
    pub fn text_with_headings(&self) -> String {
        let block = |block: &Block| match block.level {
            Some(level) => format!("{} {}", "#".repeat(usize::from(level)), block.text),
            None => block.text.clone(),
        };
        self.extracted_blocks.iter().map(block).collect::<Vec<_>>().join("\n\n")
    }

    pub fn characters(&self) -> usize {
        self.extracted_blocks.iter().map(|block| block.text.chars().count()).sum()
    }

    /// The whole text as a person can correct it: the inverse of [`Self::with_corrected_text`].
    pub fn text(&self) -> String {
        let mut out = String::new();
        let mut page = 1;
        for block in &self.extracted_blocks {
            while page < block.source_page {
                out.push('\u{c}');
                page += 1;
            }
            out.push_str(&block.text);
            out.push_str("\n\n");
        }
        out
    }
}

fn language_of(blocks: &[Block]) -> String {
    let text: String = blocks.iter().map(|block| block.text.as_str()).collect::<Vec<_>>().join("\n");
    let cut = text.char_indices().nth(20_000).map_or(text.len(), |(at, _)| at);
    tutti_language::detect(&text[..cut]).code().to_owned()
}

/// The first heading, or the name of the file without its ending.
fn title_of(blocks: &[Block], name: &str) -> String {
    let heading = blocks.iter().find(|block| block.role == Role::Heading);
    let stem = name.rsplit('/').next().unwrap_or(name);
    let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
    heading.map_or_else(|| stem.replace(['-', '_'], " "), |heading| heading.text.clone())
}

impl Contract for ReaderOutput {
    const NAME: &'static str = "reader_output";

    fn validate(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        if self.extracted_blocks.is_empty() {
            let message = "there are no blocks";
            findings.push(Finding::new("blocks_missing", Severity::High, message).at("/extracted_blocks"));
        }
        for (i, block) in self.extracted_blocks.iter().enumerate() {
            for (field, text) in [("block_id", &block.block_id), ("text", &block.text)] {
                if text.trim().is_empty() {
                    let pointer = format!("/extracted_blocks/{i}/{field}");
                    findings.push(Finding::new("block_incomplete", Severity::High, "is empty").at(pointer));
                }
            }
        }
        findings
    }
}
