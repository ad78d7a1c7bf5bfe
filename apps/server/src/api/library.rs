//! The document library, and reading a document without saving it.

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::Serialize;
use tutti_accounts::{Permission::Study, deeds};
use tutti_service::{
    Source,
    library::{self, SearchRequest},
    time,
};
use tutti_study::ReaderOutput;

use super::{DocumentForm, created_response};
use crate::{
    app::{App, Caller},
    body::{Named, Params},
    failure::{Answer, Failure},
    form::{Api, Form, in_api},
    routes::{Needs, Routes},
    views::{Page, study::text_html},
};

const MAY: Needs = Needs::May(Study);

pub(super) fn routes(routes: &mut Routes) {
    routes
        .post("/api/read", MAY, "Read a document into text blocks, without saving it", read)
        .form::<DocumentForm>()
        .gives::<ReaderOutput>(200)
        .fails(&[404, 422, 502, 504])
        .repeatable();
    routes
        .get("/api/library", MAY, "List the documents of the library, newest first", list)
        .gives::<Page<DocumentView>>(200)
        .view();
    routes
        .post("/api/library", MAY, "Add a document, unless it is already there", add)
        .form::<DocumentForm>()
        .gives::<DocumentView>(201)
        .fails(&[404, 422, 502, 504])
        .adds()
        .repeatable();
    routes
        .delete("/api/library/{document}", MAY, "Remove a document from the library", remove)
        .gives_nothing()
        .fails(&[404]);
    routes
        .get("/api/library/search", MAY, "Search for passages, best match first", search)
        .query::<Api<SearchRequest>>()
        .gives::<Hits>(200)
        .view();
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
        let reading = &document.reading;
        Self {
            id: document.id.clone(),
            name: document.name.clone(),
            title: reading.doc_meta.title.clone(),
            language: reading.doc_meta.language.clone(),
            blocks: reading.extracted_blocks.len(),
            added_at: time::rfc3339(document.added_at),
        }
    }
}

async fn list(State(app): State<App>, caller: Caller) -> Answer<Json<Page<DocumentView>>> {
    let documents = library::list(&caller.store(&app)).await?;
    Ok(Json(Page::all(documents.iter().map(DocumentView::of).collect())))
}

async fn add(State(app): State<App>, caller: Caller, form: Form) -> Answer<Response> {
    let sent = form.read::<DocumentForm>()?.source(&app).await?;
    let (store, blame) = (caller.store(&app), sent.blame());
    let added = library::add(&app.setup(), &store, sent.source, time::now()).await.map_err(blame)?;
    let document = library::get(&store, &added.id).await?;
    let document = document.ok_or_else(|| Failure::not_found("such document"))?;
    Ok(created_response("/api/library", &DocumentView::of(&document)))
}

async fn remove(
    State(app): State<App>,
    caller: Caller,
    Named(document): Named<String>,
) -> Answer<StatusCode> {
    if library::remove(&caller.store(&app), &document, time::now()).await? {
        caller.note(&app, deeds::DOCUMENT_DELETED, Some(&document)).await?;
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Failure::not_found(&format!("document `{document}`")))
    }
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

async fn search(
    State(app): State<App>,
    caller: Caller,
    Params(Api(request)): Params<Api<SearchRequest>>,
) -> Answer<Json<Hits>> {
    let found = request.search(&caller.store(&app), 50).await.map_err(in_api)?;
    let hits = found.into_iter().map(|hit| HitView { html: text_html(&hit.text), hit }).collect();
    Ok(Json(Hits { hits }))
}

async fn read(State(app): State<App>, caller: Caller, form: Form) -> Answer<Response> {
    let sent = form.read::<DocumentForm>()?.source(&app).await?;
    let blame = sent.blame();
    let Source { name, bytes } = sent.source;
    let read = app.setup().documents()?.read(&bytes, Some(&name)).await;
    let document = read.map_err(|error| blame(error.into()))?;
    // A long document is a long text.
    let shown = move |_: &_| Json(ReaderOutput::of(document, &name)).into_response();
    Ok(app.offload.views.compute(&caller.owner, shown).await?)
}
