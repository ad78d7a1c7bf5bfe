//! Documents to look things up in.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_core::{Code, ContentHash, Problem};
use tutti_language::{Index, Language, Text};
use tutti_store::{Millis, NewRecord, Over, Owned, RecordFilter};
use tutti_study::ReaderOutput;

use crate::{Setup, Source};

const KIND: &str = "library";

/// A document on the shelf, with its index.
#[derive(Debug, Serialize, Deserialize)]
pub struct Shelved {
    pub name: String,
    pub read: ReaderOutput,
    index: Index,
}

/// A document with its id and when it came.
#[derive(Debug)]
pub struct Document {
    pub id: String,
    pub at: Millis,
    pub shelved: Shelved,
}

/// What adding a document did.
#[derive(Debug)]
pub struct Added {
    pub id: String,
    /// None if it was there already.
    pub blocks: Option<usize>,
}

/// A passage that speaks of what was looked for.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Hit {
    pub document: String,
    pub title: String,
    pub block_id: String,
    pub page: u32,
    pub text: String,
    pub score: f64,
}

/// Reads a document and puts it on the shelf, unless it is there.
pub async fn add(setup: &Setup, store: &Owned, source: Source, at: Millis) -> Result<Added, Problem> {
    let id = ContentHash::of_bytes(&source.bytes).as_str().to_owned();
    if store.record(KIND, &id).await?.is_some() {
        return Ok(Added { id, blocks: None });
    }
    let document = setup.documents()?.read(&source.bytes, Some(&source.name)).await.map_err(|error| {
        let problem = Problem::from(error);
        // Of several files, the message says which.
        Problem { detail: format!("{}: {}", source.name, problem.detail), ..problem }
    })?;
    let read = ReaderOutput::of(document, &source.name);
    let blocks: Vec<(&str, &str)> =
        read.extracted_blocks.iter().map(|block| (block.block_id.as_str(), block.text.as_str())).collect();
    let index = Index::of(&Text::new(&blocks, Language::from_code(&read.doc_meta.language)));
    let count = blocks.len();
    let shelved = Shelved { name: source.name, read, index };
    let value = serde_json::to_value(&shelved)
        .map_err(|error| Problem::new(Code::Internal, format!("a document that is no JSON: {error}")))?;
    store.keep_file(source.bytes).await?;
    put(store, &id, Some(value), at).await?;
    Ok(Added { id, blocks: Some(count) })
}

/// The file of a document, as it came. None if it is not on the shelf.
pub async fn original(store: &Owned, id: &str) -> Result<Option<Source>, Problem> {
    let Some(record) = store.record(KIND, id).await? else { return Ok(None) };
    let name = record.value["name"].as_str().unwrap_or("document").to_owned();
    let bytes = store.file(ContentHash::from_stored(id.to_owned())).await?;
    Ok(bytes.map(|bytes| Source { name, bytes }))
}

/// Takes a document off the shelf. False if it was not there.
pub async fn remove(store: &Owned, id: &str, at: Millis) -> Result<bool, Problem> {
    let there = store.record(KIND, id).await?.is_some();
    if there {
        put(store, id, None, at).await?;
    }
    Ok(there)
}

async fn put(store: &Owned, id: &str, value: Option<serde_json::Value>, at: Millis) -> Result<(), Problem> {
    let record =
        NewRecord { kind: KIND.to_owned(), id: id.to_owned(), rank: at, value, over: Over::Anything };
    store.put_records(vec![record], at).await?;
    Ok(())
}

/// Every document, the newest first.
pub async fn list(store: &Owned) -> Result<Vec<Document>, Problem> {
    let filter = RecordFilter { kind: KIND.to_owned(), highest_first: true, ..RecordFilter::default() };
    let mut shelf = Vec::new();
    for record in store.records(&filter).await? {
        let shelved = serde_json::from_value(record.value).map_err(|error| {
            Problem::new(Code::StoreFailed, format!("the document {} is damaged: {error}", record.id))
        })?;
        shelf.push(Document { id: record.id, at: record.rank, shelved });
    }
    Ok(shelf)
}

/// The passages that say most about some words, best first.
pub async fn search(store: &Owned, words: &str, limit: usize) -> Result<Vec<Hit>, Problem> {
    let shelf = list(store).await?;
    let indices: Vec<Index> = shelf.iter().map(|document| document.shelved.index.clone()).collect();
    let hits = tutti_language::search(words, &indices, limit).into_iter().map(|hit| {
        let Document { id, shelved, .. } = &shelf[hit.document];
        let block = &shelved.read.extracted_blocks[hit.block];
        Hit {
            document: id.clone(),
            title: shelved.read.doc_meta.title.clone(),
            block_id: block.block_id.clone(),
            page: block.source_page,
            text: block.text.clone(),
            score: hit.score,
        }
    });
    Ok(hits.collect())
}
