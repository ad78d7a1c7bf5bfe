//! Searching the document library, and adding to it.

use schemars::JsonSchema;
use serde::Serialize;
use tutti_accounts::Permission;
use tutti_core::Problem;
use tutti_service::{
    library::{self, SearchRequest},
    time,
};

use crate::{
    answer::{Told, count_text},
    call::Call,
    resources::library_uri,
    source::Document,
    tool::{Does, Entry, Named},
};

pub(super) fn tools() -> Vec<Entry> {
    vec![
        Entry::new(
            Named {
                name: "search_library",
                title: "Search the library",
                about: "Search the library's documents for passages, best match first, each with its document, block and \
                        page.",
                needs: Some(Permission::Study),
                does: Does::Looks,
            },
            search,
        ),
        Entry::new(
            Named {
                name: "add_to_library",
                title: "Add to the library",
                about: "Add a document to the library, where search_library finds its passages. A document that is already \
                        there is not added again.",
                needs: Some(Permission::Study),
                does: Does::AddsOnce,
            },
            add,
        ),
    ]
}

#[derive(Debug, Serialize, JsonSchema)]
struct Hits {
    hits: Vec<library::Hit>,
}

async fn search(call: Call, request: SearchRequest) -> Result<Told<Hits>, Problem> {
    let hits = request.search(&call.store(), 10).await?;
    let lines: Vec<String> = hits
        .iter()
        .map(|hit| format!("{}, page {} [{}]: {}", hit.title, hit.page, hit.block_id, hit.text))
        .collect();
    let text = if lines.is_empty() {
        "No passage matches; add_to_library adds documents.".to_owned()
    } else {
        lines.join("\n\n")
    };
    Ok(Told::new(Hits { hits }, text))
}

#[derive(Debug, Serialize, JsonSchema)]
struct Added {
    id: String,
    /// URI of the document.
    uri: String,
    /// Number of blocks added; none if the document was already there.
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<usize>,
}

async fn add(call: Call, document: Document) -> Result<Told<Added>, Problem> {
    let source = document.source(&call).await?;
    let name = source.name.clone();
    let added = library::add(&call.setup(), &call.store(), source, time::now()).await?;
    let text = match added.blocks {
        Some(blocks) => format!("{name} is in the library, with {}.", count_text(blocks, "block")),
        None => format!("{name} was already in the library."),
    };
    let uri = library_uri(&added.id);
    Ok(Told::new(Added { id: added.id, uri, blocks: added.blocks }, text))
}
