//! `tutti library`: documents to look things up in.

use serde::{Deserialize, Serialize};
use serde_json::json;
use tutti_core::{Code, ContentHash, Problem};
use tutti_language::{Index, Language, Text, search};
use tutti_store::{NewRecord, Over, Owned, RecordFilter, Store};
use tutti_study::ReaderOutput;

use crate::{
    args::Library,
    commands::source::source,
    exit::{Ended, Exit, Problems},
    output::{Output, counted, table, visible},
    setup::Setup,
    time,
};

const KIND: &str = "library";

/// A document on the shelf, with its index.
#[derive(Serialize, Deserialize)]
struct Shelved {
    name: String,
    read: ReaderOutput,
    index: Index,
}

pub(crate) async fn library(setup: &Setup, command: Library, output: &Output) -> Ended {
    match command {
        Library::Add { sources } => {
            let store = Store::open(&setup.url).await?.of(&tutti_core::Owner::local());
            let mut failed = Problems::default();
            for named in &sources {
                match add(setup, &store, named, output).await {
                    Ok(()) => {}
                    Err(problem) => failed.0.push(problem),
                }
            }
            if failed.0.is_empty() { Ok(Exit::Done) } else { Err(failed) }
        }
        Library::List => {
            let mut rows = vec![["id", "title", "language", "blocks"].map(str::to_owned).to_vec()];
            for (id, document) in shelf(setup).await? {
                let meta = &document.read.doc_meta;
                let blocks = document.read.extracted_blocks.len();
                if output.is_json() {
                    output.json_line(&json!({
                        "id": id, "name": document.name, "title": meta.title, "language": meta.language,
                        "blocks": blocks,
                    }));
                }
                let title = visible(&meta.title);
                rows.push(vec![id[..10].to_owned(), title, meta.language.clone(), blocks.to_string()]);
            }
            if !output.is_json() {
                output.lines(&table(&rows, |_, cell| cell.to_owned()));
            }
            Ok(Exit::Done)
        }
        Library::Search { words, limit } => {
            let shelf = shelf(setup).await?;
            let indices: Vec<Index> = shelf.iter().map(|(_, document)| document.index.clone()).collect();
            let hits = search(&words.join(" "), &indices, limit);
            for hit in &hits {
                let (id, document) = &shelf[hit.document];
                let block = &document.read.extracted_blocks[hit.block];
                if output.is_json() {
                    output.json_line(&json!({
                        "document": id, "title": document.read.doc_meta.title, "block_id": block.block_id,
                        "page": block.source_page, "text": block.text, "score": hit.score,
                    }));
                } else {
                    let head = format!("{}, page {}", document.read.doc_meta.title, block.source_page);
                    output.lines(&format!(
                        "{}\n{}\n",
                        output.paint.bold(&visible(&head)),
                        visible(&block.text)
                    ));
                }
            }
            if hits.is_empty() {
                output.say("nothing in the library speaks of it");
            }
            Ok(Exit::Done)
        }
    }
}

async fn add(setup: &Setup, store: &Owned, named: &str, output: &Output) -> Result<(), Problem> {
    let source = source(setup, named).await?;
    let hash = ContentHash::of_bytes(&source.bytes);
    if store.record(KIND, hash.as_str()).await?.is_some() {
        output.lines(&visible(&format!("{}  there already", source.name)));
        return Ok(());
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
    let shelved = Shelved { name: source.name.clone(), read, index };
    let value = serde_json::to_value(&shelved)
        .map_err(|error| Problem::new(Code::Internal, format!("a document that is no JSON: {error}")))?;
    let at = time::now();
    store.keep_file(source.bytes).await?;
    let record = NewRecord {
        kind: KIND.to_owned(),
        id: hash.as_str().to_owned(),
        rank: at,
        value: Some(value),
        over: Over::Anything,
    };
    store.put_records(vec![record], at).await?;
    output.lines(&visible(&format!("{}  {}", source.name, counted(count, "block"))));
    Ok(())
}

/// Every document with its id, the newest first.
async fn shelf(setup: &Setup) -> Result<Vec<(String, Shelved)>, Problems> {
    let Some(store) = setup.existing().await? else { return Ok(Vec::new()) };
    let filter = RecordFilter { kind: KIND.to_owned(), highest_first: true, ..RecordFilter::default() };
    let mut shelf = Vec::new();
    for record in store.records(&filter).await? {
        let document = serde_json::from_value(record.value).map_err(|error| {
            Problem::new(Code::StoreFailed, format!("the document {} is damaged: {error}", record.id))
        })?;
        shelf.push((record.id, document));
    }
    Ok(shelf)
}
