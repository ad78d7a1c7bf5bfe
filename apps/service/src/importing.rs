//! Imports items from files into the bank, all or none.

use tutti_core::{Code, Problem, Work};
use tutti_exchange::{Format, Import};
use tutti_item::Item;

use crate::{Source, items::read_some};

/// Files to import.
#[derive(Debug)]
pub struct ImportRequest {
    pub files: Vec<Source>,
    /// Their format, if it cannot be detected.
    pub from: Option<Format>,
}

/// A parsed file.
#[derive(Debug)]
pub struct ReadFile {
    pub name: String,
    pub format: Format,
    pub import: Import,
}

impl ImportRequest {
    /// Reads every file before anything is written.
    pub fn read(self) -> Result<Vec<ReadFile>, Problem> {
        self.read_watched(&Work::new())
    }

    /// As [`Self::read`], for a caller who watches the progress and may abandon the work.
    pub fn read_watched(self, work: &Work) -> Result<Vec<ReadFile>, Problem> {
        if self.files.is_empty() {
            return Err(Problem::new(Code::BadInput, "no file was sent").at("/file"));
        }
        let read = |file: Source| {
            let (format, import) =
                read_some(&file.name, &file.bytes, self.from, work).map_err(|problem| problem.at("/file"))?;
            Ok(ReadFile { name: file.name, format, import })
        };
        self.files.into_iter().map(read).collect::<Result<_, Problem>>()
    }
}

/// The items of all files, each with the format that it came in.
pub fn items(files: &[ReadFile]) -> Vec<(Item, Format)> {
    let items =
        files.iter().flat_map(|file| file.import.items.iter().map(|item| (item.clone(), file.format)));
    items.collect()
}
