//! Documents to look things up in.

use schemars::JsonSchema;
use serde::Deserialize;
use tutti_core::{Code, Problem};
use tutti_store::{Millis, Owned};

pub use tutti_library::{Added, Document, Hit, count, get, list, remove, search};

use crate::{Setup, Source, requests::page_size};

/// Reads a document and adds it to the library, unless it is there.
pub async fn add(setup: &Setup, store: &Owned, source: Source, at: Millis) -> Result<Added, Problem> {
    tutti_library::add(&setup.documents()?, store, &source.name, source.bytes, at).await
}

/// The file of a document, as it was added. None if the library does not have it.
pub async fn original(store: &Owned, id: &str) -> Result<Option<Source>, Problem> {
    let original = tutti_library::original(store, id).await?;
    Ok(original.map(|original| Source { name: original.name, bytes: original.bytes }))
}

/// What is looked for in the library.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Asked")]
pub struct SearchRequest {
    /// Words to look for, in any form.
    #[serde(alias = "q")]
    #[schemars(length(min = 1))]
    pub words: String,
    /// At most so many passages.
    #[serde(default)]
    #[schemars(range(min = 1, max = 500))]
    pub limit: Option<u32>,
}

impl SearchRequest {
    /// The passages that say most about the words, best first; `most` of them if nothing is said.
    pub async fn search(&self, store: &Owned, most: u32) -> Result<Vec<Hit>, Problem> {
        if self.words.trim().is_empty() {
            return Err(Problem::new(Code::BadInput, "no words to look for").at("/words"));
        }
        search(store, &self.words, page_size(self.limit, most)? as usize).await
    }
}
