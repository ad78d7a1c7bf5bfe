//! Documents to look things up in.

use axum::{Json, extract::State, http::StatusCode, response::Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_accounts::Permission::Study;
use tutti_core::{Code, Problem};
use tutti_service::{library, time};

use super::{made, source};
use crate::{
    app::{App, Caller},
    body::{Form, Named, Params},
    failure::{Answer, Failure},
    routes::{Needs, Routes},
    views::{Page, limit, study::shown},
};

const MAY: Needs = Needs::May(Study);

pub(super) fn routes(routes: &mut Routes) {
    routes
        .get("/api/library", MAY, "Documents of the library, the newest first", list)
        .gives::<Page<DocumentView>>(200);
    routes
        .post("/api/library", MAY, "Add a document; one that is there is not added again", add)
        .form::<AddForm>()
        .gives::<DocumentView>(201)
        .fails(&[404, 422, 502, 504]);
    routes
        .delete("/api/library/{document}", MAY, "Take a document out of the library", remove)
        .gives_nothing()
        .fails(&[404]);
    routes
        .get("/api/library/search", MAY, "The passages that say most about some words", search)
        .query::<Asked>()
        .gives::<Hits>(200);
}

#[derive(Serialize, JsonSchema)]
struct DocumentView {
    id: String,
    name: String,
    title: String,
    language: String,
    blocks: usize,
    added_at: String,
}

impl DocumentView {
    fn of(document: &library::Document) -> Self {
        let read = &document.shelved.read;
        Self {
            id: document.id.clone(),
            name: document.shelved.name.clone(),
            title: read.doc_meta.title.clone(),
            language: read.doc_meta.language.clone(),
            blocks: read.extracted_blocks.len(),
            added_at: time::rfc3339(document.at),
        }
    }
}

async fn list(State(app): State<App>, caller: Caller) -> Answer<Json<Page<DocumentView>>> {
    let documents = library::list(&caller.store(&app)).await?;
    Ok(Json(Page::all(documents.iter().map(DocumentView::of).collect())))
}

/// One of `file`, `url`, `text` and `sample`.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct AddForm {
    #[schemars(with = "Option<String>", extend("format" = "binary"))]
    file: Option<Vec<u8>>,
    url: Option<String>,
    text: Option<String>,
    name: Option<String>,
    sample: Option<String>,
}

async fn add(State(app): State<App>, caller: Caller, form: Form) -> Answer<Response> {
    let mut form = form.only(&["file", "url", "text", "name", "sample"])?;
    let sent = source(&app, &caller, &mut form).await?;
    let (store, blame) = (caller.store(&app), sent.blame());
    let added = library::add(&app.setup(), &store, sent.source, time::now()).await.map_err(blame)?;
    let documents = library::list(&store).await?;
    let document = documents.iter().find(|document| document.id == added.id);
    let document = document.ok_or_else(|| Failure::not_found("such document"))?;
    Ok(made("/api/library", &DocumentView::of(document)))
}

async fn remove(
    State(app): State<App>,
    caller: Caller,
    Named(document): Named<String>,
) -> Answer<StatusCode> {
    if library::remove(&caller.store(&app), &document, time::now()).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Failure::not_found(&format!("document `{document}`")))
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Asked {
    /// Words, in any form.
    #[schemars(length(min = 1))]
    q: String,
    #[serde(default)]
    #[schemars(range(min = 1, max = 500))]
    limit: Option<u32>,
}

#[derive(Serialize, JsonSchema)]
struct HitView {
    #[serde(flatten)]
    hit: library::Hit,
    html: String,
}

#[derive(Serialize, JsonSchema)]
struct Hits {
    hits: Vec<HitView>,
}

async fn search(State(app): State<App>, caller: Caller, Params(asked): Params<Asked>) -> Answer<Json<Hits>> {
    if asked.q.trim().is_empty() {
        return Err(Problem::new(Code::BadInput, "no words to look for").at("/q").into());
    }
    let most = limit(asked.limit)? as usize;
    let found = library::search(&caller.store(&app), &asked.q, most).await?;
    let hits = found.into_iter().map(|hit| HitView { html: shown(&hit.text), hit }).collect();
    Ok(Json(Hits { hits }))
}
