//! Study sessions and their documents.

use axum::{Json, extract::State, response::Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_accounts::Permission::Study;
use tutti_core::{Code, ContentHash, Problem, RunId};
use tutti_service::{
    attempts, library,
    quiz::{self, NewQuiz, find_exactly},
    requests::Flat,
    study::{StudyRequest, submission},
    time,
};
use tutti_store::Owned;
use tutti_study::{
    Difficulty,
    session_store::{self, StoredSession},
};

use super::{DocumentForm, accepted_response, created_response, file};
use crate::{
    app::{App, Caller},
    body::{Body, Named, Params},
    failure::{Answer, Failure},
    form::Form,
    idempotency::NewId,
    routes::{Needs, Routes},
    views::{
        Page, Paging, limit,
        study::{ReviewName, SessionSummary, SessionView},
    },
};

const MAY: Needs = Needs::May(Study);

pub(super) fn routes(routes: &mut Routes) {
    routes
        .post("/api/study", MAY, "Make cards and a quiz from a document", study)
        .form::<StudyForm>()
        .gives::<StudyBegun>(202)
        .fails(&[404, 422, 502, 504])
        .starts();
    routes
        .get("/api/sessions", MAY, "List study sessions, newest first", sessions)
        .query::<Paging>()
        .gives::<Page<SessionSummary>>(200)
        .view();
    routes
        .get("/api/sessions/{session}", MAY, "Get a session", session)
        .gives::<SessionView>(200)
        .fails(&[404])
        .view();
    routes
        .get("/api/sessions/{session}/source", MAY, "Download the original document of a session", original)
        .gives_file("application/octet-stream")
        .fails(&[404]);
    routes
        .get("/api/sessions/{session}/pages/{page}", MAY, "Get a page of the document as an image", page)
        .gives_file("image/png")
        .fails(&[404, 422]);
    routes
        .post("/api/sessions/{session}/quizzes", MAY, "Make another quiz, on the weak concepts", new_quiz)
        .takes::<NewQuiz>()
        .gives::<QuizSet>(201)
        .fails(&[404, 409, 422, 502, 504])
        .adds();
}

/// One of `file`, `url`, `text`, `sample` and `document`.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "StudyForm")]
struct Shelf {
    /// Id of a document of the library.
    document: Option<String>,
}

type StudyForm = Flat<(Shelf, DocumentForm, StudyRequest)>;

#[derive(Serialize, JsonSchema)]
struct StudyBegun {
    run: String,
    session: String,
}

async fn study(State(app): State<App>, caller: Caller, new: NewId, form: Form) -> Answer<Response> {
    let Flat((shelf, document, request)) = form.read::<StudyForm>()?;
    let setup = app.setup();
    request.counts(&setup)?;
    let store = caller.store(&app);
    let source = match shelf.document {
        Some(id) => {
            let missing = || Problem::new(Code::NotFound, format!("the library has no document `{id}`"));
            library::original(&store, &id).await?.ok_or_else(|| missing().at("/document"))?
        }
        None => document.source(&app).await?.source,
    };
    let id = new.id.clone();
    let submission = submission(&setup, &store, &id, source, request, time::now()).await?;
    caller.start(&app, &new, submission).await?;
    Ok(accepted_response(&id, &StudyBegun { run: id.to_string(), session: id.to_string() }))
}

async fn sessions(
    State(app): State<App>,
    caller: Caller,
    Params(paging): Params<Paging>,
) -> Answer<Json<Page<SessionSummary>>> {
    let most = limit(paging.limit)?;
    let all = session_store::sessions(&caller.store(&app), "").await?;
    let mut rest = all.iter().map(|stored| SessionSummary::of(&stored.state)).collect::<Vec<_>>();
    if let Some(after) = &paging.after {
        let at = rest.iter().position(|session| session.session_id == *after);
        rest.drain(..at.map_or(0, |at| at + 1));
    }
    Ok(Json(Page::cut(rest, most, |session| session.session_id.clone())))
}

async fn session(
    State(app): State<App>,
    caller: Caller,
    Named(session): Named<String>,
) -> Answer<Json<SessionView>> {
    let store = caller.store(&app);
    let stored = find_exactly(&store, &session).await?;
    let handover = session_store::handover(&store, &session).await.ok();
    let mut view = SessionView::of(&stored.state, handover.as_ref(), pages(&store, &stored).await?);
    let open = attempts::open(&store, &session).await?;
    for quiz in &mut view.quizzes {
        quiz.open_attempt = open.get(&quiz.quiz_id).cloned();
    }
    let run = RunId::parse(session)?;
    let reviews = store.reviews_of(&run).await?;
    let waiting = reviews.into_iter().find(|review| review.answer.is_none());
    view.review = waiting.map(|review| ReviewName { run: review.run.to_string(), name: review.name });
    Ok(Json(view))
}

/// The number of pages that can be rendered; only PDFs and images have any.
async fn pages(store: &Owned, stored: &StoredSession) -> Answer<u32> {
    let meta = &stored.state.doc_meta;
    let Some(bytes) = store.file(ContentHash::from_stored(meta.source_hash.clone())).await? else {
        return Ok(0);
    };
    if !tutti_document::has_pages(&bytes) {
        return Ok(0);
    }
    Ok(stored.state.extracted_blocks.iter().map(|block| block.source_page).max().unwrap_or(1))
}

async fn bytes_of(store: &Owned, stored: &StoredSession) -> Answer<Vec<u8>> {
    let hash = ContentHash::from_stored(stored.state.doc_meta.source_hash.clone());
    store.file(hash).await?.ok_or_else(|| Failure::not_found("file of this session"))
}

async fn original(State(app): State<App>, caller: Caller, Named(session): Named<String>) -> Answer<Response> {
    let store = caller.store(&app);
    let stored = find_exactly(&store, &session).await?;
    let bytes = bytes_of(&store, &stored).await?;
    // Send it as a download: a browser must not execute uploaded content on our origin.
    Ok(file(&stored.state.doc_meta.filename, "application/octet-stream", bytes))
}

async fn page(
    State(app): State<App>,
    caller: Caller,
    Named((session, page)): Named<(String, u32)>,
) -> Answer<Response> {
    let store = caller.store(&app);
    let stored = find_exactly(&store, &session).await?;
    page_image(&app, &store, &stored, page).await
}

/// A page of a session's document, for its owner and for whoever reviews it.
pub(super) async fn page_image(
    app: &App,
    store: &Owned,
    stored: &StoredSession,
    page: u32,
) -> Answer<Response> {
    if page == 0 || page > pages(store, stored).await? {
        return Err(Failure::not_found(&format!("page {page}")));
    }
    let bytes = bytes_of(store, stored).await?;
    let png = app.setup().documents()?.page_image(&bytes, page).await?;
    let mut response = axum::response::IntoResponse::into_response(png);
    let headers = response.headers_mut();
    headers.insert(axum::http::header::CONTENT_TYPE, axum::http::HeaderValue::from_static("image/png"));
    headers.insert(
        axum::http::header::CACHE_CONTROL,
        axum::http::HeaderValue::from_static("private, max-age=3600"),
    );
    Ok(response)
}

#[derive(Serialize, JsonSchema)]
struct QuizSet {
    quiz_id: String,
    questions: usize,
    difficulty: Difficulty,
}

async fn new_quiz(
    State(app): State<App>,
    caller: Caller,
    Named(session): Named<String>,
    Body(asked): Body<NewQuiz>,
) -> Answer<Response> {
    let store = caller.store(&app);
    let stored = find_exactly(&store, &session).await?;
    let quiz = quiz::set(&caller.client(&app), stored, asked, time::now()).await?;
    let set = QuizSet { questions: quiz.item_ids.len(), difficulty: quiz.difficulty, quiz_id: quiz.quiz_id };
    Ok(created_response(&format!("/api/sessions/{session}"), &set))
}
