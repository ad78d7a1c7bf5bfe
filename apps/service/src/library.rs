//! The document library: adds documents and searches their passages.

use schemars::JsonSchema;
use serde::Deserialize;
use tutti_core::{Code, Problem};
use tutti_store::{Millis, Owned};

pub use tutti_library::{Added, Document, Hit, count, get, list, remove, search};

use crate::{Setup, Source, requests::page_size};

/// Reads a document and adds it to the library, unless it is already there.
pub async fn add(setup: &Setup, store: &Owned, source: Source, at: Millis) -> Result<Added, Problem> {
    tutti_library::add(&setup.documents()?, store, &source.name, source.bytes, at).await
}

/// The original file of a document. None if it is not in the library.
pub async fn original(store: &Owned, id: &str) -> Result<Option<Source>, Problem> {
    let original = tutti_library::original(store, id).await?;
    Ok(original.map(|original| Source { name: original.name, bytes: original.bytes }))
}

/// A search in the library.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Asked")]
pub struct SearchRequest {
    /// Words to search for, in any inflection.
    #[serde(alias = "q")]
    #[schemars(length(min = 1))]
    pub words: String,
    /// Maximum number of passages.
    #[serde(default)]
    #[schemars(range(min = 1, max = 500))]
    pub limit: Option<u32>,
}

impl SearchRequest {
    /// The passages that match the words best, best first; at most `most` by default.
    pub async fn search(&self, store: &Owned, most: u32) -> Result<Vec<Hit>, Problem> {
        if self.words.trim().is_empty() {
            return Err(Problem::new(Code::BadInput, "no words to search for").at("/words"));
        }
        search(store, &self.words, page_size(self.limit, most)? as usize).await
    }
}
