//! The documents of a library, each stored under the hash of its file.

use serde::{Deserialize, Serialize};
use tutti_core::{ContentHash, Problem};
use tutti_document::Reader;
use tutti_language::{Index, Language, Text};
use tutti_store::{Collection, Millis, Over, Owned, Record, RecordFilter};

use crate::{ReaderOutput, reading::removals_of_readings};

/// Ranked by when they were added.
const DOCUMENTS: Collection<StoredDocument> = Collection::new("library");

#[derive(Debug, Serialize, Deserialize)]
struct StoredDocument {
    name: String,
    read: ReaderOutput,
    index: Index,
}

/// A document of the library.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// The hash of its file.
    pub id: String,
    pub added_at: Millis,
    /// The name of the file, or the address it came from.
    pub name: String,
    pub reading: ReaderOutput,
}

/// The result of adding a document.
#[derive(Debug)]
pub struct Added {
    pub id: String,
    /// None if the library had the document already.
    pub blocks: Option<usize>,
}

/// The file of a document, as it was added.
#[derive(Debug)]
pub struct Original {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Reads a document and adds it, unless the library has it.
pub async fn add(
    reader: &Reader,
    store: &Owned,
    name: &str,
    bytes: Vec<u8>,
    at: Millis,
) -> Result<Added, Problem> {
    let id = ContentHash::of_bytes(&bytes);
    if DOCUMENTS.contains(store, id.as_str()).await? {
        return Ok(Added { id: id.as_str().to_owned(), blocks: None });
    }
    let document = reader.read(&bytes, Some(name)).await.map_err(|error| {
        let problem = Problem::from(error);
        // Of several files, the message says which.
        Problem { detail: format!("{name}: {}", problem.detail), ..problem }
    })?;
    let reading = ReaderOutput::of(document, name);
    let blocks = reading.extracted_blocks.len();
    store.keep_file(bytes).await?;
    put(store, &id, name, reading, at).await?;
    Ok(Added { id: id.as_str().to_owned(), blocks: Some(blocks) })
}

/// Stores a document that was read already, with its search index.
pub async fn put(
    store: &Owned,
    file: &ContentHash,
    name: &str,
    reading: ReaderOutput,
    at: Millis,
) -> Result<(), Problem> {
    let blocks = reading.extracted_blocks.iter();
    let blocks: Vec<(&str, &str)> =
        blocks.map(|block| (block.block_id.as_str(), block.text.as_str())).collect();
    let index = Index::of(&Text::new(&blocks, Language::from_code(&reading.doc_meta.language)));
    let stored = StoredDocument { name: name.to_owned(), read: reading, index };
    DOCUMENTS.put(store, file.as_str(), at, &stored, Over::Anything, at).await?;
    Ok(())
}

pub async fn get(store: &Owned, id: &str) -> Result<Option<Document>, Problem> {
    Ok(DOCUMENTS.get(store, id).await?.map(|record| split(record).0))
}

/// Every document, the newest first.
pub async fn list(store: &Owned) -> Result<Vec<Document>, Problem> {
    Ok(documents_and_indices(store).await?.0)
}

pub async fn count(store: &Owned) -> Result<usize, Problem> {
    Ok(DOCUMENTS.ids(store, &RecordFilter::default()).await?.len())
}

/// None if the library does not have the document.
pub async fn original(store: &Owned, id: &str) -> Result<Option<Original>, Problem> {
    let Some(document) = get(store, id).await? else { return Ok(None) };
    let bytes = store.file(ContentHash::from_stored(id.to_owned())).await?;
    Ok(bytes.map(|bytes| Original { name: document.name, bytes }))
}

/// Removes a document from the library, and its file if nothing else needs it. False if it was not there.
pub async fn remove(store: &Owned, id: &str, at: Millis) -> Result<bool, Problem> {
    let there = DOCUMENTS.contains(store, id).await?;
    if there {
        let file = ContentHash::from_stored(id.to_owned());
        let mut removals = removals_of_readings(store, &file).await?;
        removals.push(DOCUMENTS.removal(id, Over::Anything));
        store.put_records_and_delete_files(removals, vec![file], at).await?;
    }
    Ok(there)
}

/// Every document and its index, in the same order: the newest first.
pub(crate) async fn documents_and_indices(store: &Owned) -> Result<(Vec<Document>, Vec<Index>), Problem> {
    let newest_first = RecordFilter { highest_first: true, ..RecordFilter::default() };
    Ok(DOCUMENTS.list(store, &newest_first).await?.into_iter().map(split).unzip())
}

fn split(record: Record<StoredDocument>) -> (Document, Index) {
    let StoredDocument { name, read, index } = record.value;
    (Document { id: record.id, added_at: record.rank, name, reading: read }, index)
}
