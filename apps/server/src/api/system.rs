//! Routes of no particular flow: overview, OpenAPI document, contracts, backup, metrics and health.

use axum::{
    Json,
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use tutti_accounts::{Permission, deeds};
use tutti_bank::Bank;
use tutti_core::{Code, Problem};
use tutti_service::{flows::contracts, library, time};
use tutti_store::{Damaged, RunFilter, RunStatus, private_files};
use tutti_study::session_store;

use super::file;
use crate::{
    app::{App, Caller},
    body::Named,
    failure::{Answer, Failure},
    routes::{Needs, Routes},
    samples::SAMPLES,
    views::run::{RunSummary, summaries},
};

pub(super) fn routes(routes: &mut Routes) {
    routes
        .get("/api/overview", Needs::Account, "Get an overview of recent activity", overview)
        .gives::<Overview>(200)
        .view();
    routes.get("/api/openapi.json", Needs::Nothing, "Get this OpenAPI document", openapi).gives::<Value>(200);
    routes.get("/api/schemas", Needs::Account, "List the contracts", schemas).gives::<Names>(200).view();
    routes
        .get("/api/schemas/{name}", Needs::Account, "Get the JSON Schema of a contract", schema)
        .gives::<Value>(200)
        .fails(&[404])
        .view();
    routes
        .get("/api/backup", Needs::May(Permission::Settings), "Download a backup of the whole store", backup)
        .gives_file("application/octet-stream");
    routes
        .get("/metrics", Needs::May(Permission::Settings), "Get metrics for Prometheus", metrics)
        .gives_file(METRICS);
    routes.get("/healthz", Needs::Nothing, "Liveness check", health).gives::<State_>(200);
    routes
        .get("/readyz", Needs::Nothing, "Readiness check: whether the store can be read and written", ready)
        .gives::<State_>(200)
        .fails(&[503]);
}

#[derive(Serialize, JsonSchema)]
struct Overview {
    sessions: usize,
    cards: usize,
    cards_due: usize,
    items: u64,
    documents: usize,
    reviews_open: usize,
    /// Runs that are queued or running.
    runs_active: i64,
    recent: Vec<RunSummary>,
    samples: Vec<SampleView>,
}

#[derive(Serialize, JsonSchema)]
struct SampleView {
    name: String,
    title: String,
    language: String,
}

async fn overview(State(app): State<App>, caller: Caller) -> Answer<Json<Overview>> {
    let store = caller.store(&app);
    let cards = session_store::due_cards(&store, i64::MAX, 0).await?;
    let now = time::now();
    let counts = store.counts().await?;
    let active = [RunStatus::Queued, RunStatus::Running].iter().filter_map(|status| counts.get(status)).sum();
    let recent = store.run_heads(&RunFilter { limit: 5, ..RunFilter::default() }, None).await?;
    let samples = SAMPLES.iter().map(|sample| SampleView {
        name: sample.name.to_owned(),
        title: sample.title.to_owned(),
        language: sample.language.to_owned(),
    });
    Ok(Json(Overview {
        sessions: session_store::sessions(&store, "").await?.len(),
        cards: cards.len(),
        cards_due: cards.iter().filter(|card| card.schedule.due_at <= now).count(),
        items: Bank::new(store.clone()).count().await?,
        documents: library::count(&store).await?,
        reviews_open: open_reviews(&app, &caller).await?,
        runs_active: active,
        recent: summaries(&store, recent).await?,
        samples: samples.collect(),
    }))
}

/// The caller's open reviews; for a reviewer, those of everybody.
async fn open_reviews(app: &App, caller: &Caller) -> Answer<usize> {
    if caller.may(Permission::Review) {
        return Ok(app.store().open_reviews().await?.len());
    }
    Ok(caller.store(app).reviews(false).await?.len())
}

async fn openapi(State(app): State<App>) -> Response {
    let mut response = app.openapi.clone().into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

#[derive(Serialize, JsonSchema)]
struct Names {
    names: Vec<String>,
}

async fn schemas() -> Json<Names> {
    Json(Names { names: contracts().iter().map(|contract| contract.name.to_owned()).collect() })
}

async fn schema(Named(name): Named<String>) -> Answer<Json<Value>> {
    let contract = contracts().into_iter().find(|contract| contract.name == name);
    let contract = contract.ok_or_else(|| Failure::not_found(&format!("contract `{name}`")))?;
    Ok(Json((contract.schema)()))
}

async fn backup(State(app): State<App>, caller: Caller) -> Answer<Response> {
    let folder = app.place.data.join("copies");
    let failed = |error: std::io::Error| Problem::new(Code::StoreFailed, format!("the copy: {error}"));
    private_files::create_folder(&folder).map_err(failed)?;
    let path = folder.join(format!("{:016x}.tutti", rand::random::<u64>()));
    let copied = tutti_store::backup(app.store().url(), &path, Damaged::Refuse).await;
    let bytes = tokio::fs::read(&path).await;
    let _ = tokio::fs::remove_file(&path).await;
    copied?;
    caller.note(&app, deeds::BACKUP_TAKEN, None).await?;
    Ok(file("tutti-backup.db", "application/octet-stream", bytes.map_err(failed)?))
}

/// The state, in one word.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "State")]
struct State_ {
    state: &'static str,
}

const METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

async fn metrics(State(app): State<App>) -> Answer<Response> {
    let metrics = tutti_watch::metrics();
    for (name, lane) in app.offload.lanes() {
        metrics.work(name, lane.running(), lane.waiting());
    }
    metrics.reviews_waiting(app.store().open_reviews().await?.len());
    let mut response = metrics.render().into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(METRICS));
    Ok(response)
}

async fn health() -> Json<State_> {
    Json(State_ { state: "alive" })
}

/// Ready if a write to the store was confirmed just now.
async fn ready(State(app): State<App>) -> Answer<Json<State_>> {
    if !*app.ending.borrow() && app.readiness.check(&app.executor).await {
        return Ok(Json(State_ { state: "ready" }));
    }
    Err(Problem::new(Code::Unavailable, "the store is temporarily unavailable").into())
}
