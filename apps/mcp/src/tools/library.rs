//! Documents to look things up in.

use schemars::JsonSchema;
use serde::Serialize;
use tutti_accounts::Permission;
use tutti_core::Problem;
use tutti_service::{
    library::{self, SearchRequest},
    time,
};

use crate::{
    answer::{Told, counted},
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
                about: "Find the passages of the library's documents that say most about some words, best first, each \
                        with its document, block and page.",
                needs: Some(Permission::Study),
                does: Does::Looks,
            },
            search,
        ),
        Entry::new(
            Named {
                name: "add_to_library",
                title: "Add to the library",
                about: "Put a document into the library, where search_library finds its passages. One that is there is \
                        not added again.",
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
        "No passage speaks of that; add_to_library adds documents.".to_owned()
    } else {
        lines.join("\n\n")
    };
    Ok(Told::new(Hits { hits }, text))
}

#[derive(Debug, Serialize, JsonSchema)]
struct Added {
    id: String,
    /// Where the document can be read.
    uri: String,
    /// How many blocks were added; none if the document was there.
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<usize>,
}

async fn add(call: Call, document: Document) -> Result<Told<Added>, Problem> {
    let source = document.source(&call).await?;
    let name = source.name.clone();
    let added = library::add(&call.setup(), &call.store(), source, time::now()).await?;
    let text = match added.blocks {
        Some(blocks) => format!("{name} is in the library, with {}.", counted(blocks, "block")),
        None => format!("{name} was in the library already."),
    };
    let uri = library_uri(&added.id);
    Ok(Told::new(Added { id: added.id, uri, blocks: added.blocks }, text))
}
