//! Full-text search over the documents of a library.

use schemars::JsonSchema;
use serde::Serialize;
use tutti_core::Problem;
use tutti_store::Owned;

use crate::documents::{Document, documents_and_indices};

/// A passage that matches the query.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Hit {
    pub document: String,
    pub title: String,
    pub block_id: String,
    pub page: u32,
    pub text: String,
    pub score: f64,
}

/// The passages that say most about some words, best first.
pub async fn search(store: &Owned, words: &str, limit: usize) -> Result<Vec<Hit>, Problem> {
    let (documents, indices) = documents_and_indices(store).await?;
    let hits = tutti_language::search(words, &indices, limit).into_iter().map(|hit| {
        let Document { id, reading, .. } = &documents[hit.document];
        let block = &reading.extracted_blocks[hit.block];
        Hit {
            document: id.clone(),
            title: reading.doc_meta.title.clone(),
            block_id: block.block_id.clone(),
            page: block.source_page,
            text: block.text.clone(),
            score: hit.score,
        }
    });
    Ok(hits.collect())
}

/// How many passages decide which documents are best.
const PASSAGES: usize = 60;

/// The documents with the best passages about some words, best first.
pub async fn find_documents(store: &Owned, words: &str, limit: usize) -> Result<Vec<Document>, Problem> {
    let (documents, indices) = documents_and_indices(store).await?;
    let mut order: Vec<usize> = Vec::new();
    for hit in tutti_language::search(words, &indices, PASSAGES) {
        if !order.contains(&hit.document) {
            order.push(hit.document);
        }
    }
    Ok(order.into_iter().take(limit).map(|place| documents[place].clone()).collect())
}
