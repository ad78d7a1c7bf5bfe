//! Documents made by the tests, read through the child process as a user's would be.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod hostile;
mod kinds;
mod layout;
mod office;
mod pdf_builder;
mod real_files;
mod scans;
#[path = "../../../../tests/src/shared_data.rs"]
mod shared_data;

use std::path::PathBuf;
use std::time::Duration;

use tutti_document::{BlockKind, Document, Limits, ReadError, Reader};

fn reader() -> Reader {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_tutti-document-child"));
    Reader { program, limits: Limits::default(), languages: vec!["eng".to_owned()] }
}

/// As [`reader`], for what must end soon.
fn strict() -> Reader {
    let limits =
        Limits { cpu_seconds: 4, wall: Duration::from_secs(40), memory: 512 << 20, ..Limits::default() };
    Reader { limits, ..reader() }
}

async fn read(bytes: &[u8], name: &str) -> Result<Document, ReadError> {
    reader().read(bytes, Some(name)).await
}

/// One line for each block: `h1 Title`, `p text`, `- item`, `t cells`, `c caption`.
fn show(document: &Document) -> String {
    let line = |kind: BlockKind| match kind {
        BlockKind::Heading(level) => format!("h{level}"),
        BlockKind::Paragraph => "p".to_owned(),
        BlockKind::ListItem => "-".to_owned(),
        BlockKind::Table => "t".to_owned(),
        BlockKind::Caption => "c".to_owned(),
    };
    document.blocks.iter().map(|block| [&line(block.kind), " ", &block.text, "\n"].concat()).collect()
}

/// Share of words that two texts have in common.
fn word_f1(found: &str, truth: &str) -> f64 {
    let words = |text: &str| {
        let mut words: Vec<String> = text
            .to_lowercase()
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        words.sort();
        words
    };
    let (found, truth) = (words(found), words(truth));
    let (mut i, mut j, mut same) = (0, 0, 0);
    while i < found.len() && j < truth.len() {
        match found[i].cmp(&truth[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                (i, j, same) = (i + 1, j + 1, same + 1);
            }
        }
    }
    2.0 * f64::from(same) / (found.len() + truth.len()) as f64
}

fn text(document: &Document) -> String {
    document.blocks.iter().map(|block| block.text.clone() + "\n").collect()
}
