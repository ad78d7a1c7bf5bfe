//! Runs and their journals.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tutti_accounts::deeds;
use tutti_core::{Budget, Code, Problem, RunId};
use tutti_engine::{Mended, Submission};
use tutti_service::{flows::flows, time};
use tutti_store::{Owned, RunFilter, RunRow, RunStatus};

use super::accepted_response;
use crate::{
    app::{App, Caller},
    body::{Body, Named, Params},
    events,
    failure::{Answer, Failure},
    idempotency::NewId,
    routes::{Needs, Routes},
    views::{
        Begun, Page, limit,
        run::{RunSummary, RunView, summaries, whole},
    },
};

const MAY: Needs = Needs::Account;

pub(super) fn routes(routes: &mut Routes) {
    routes
        .get("/api/runs", MAY, "List runs, newest first", list)
        .query::<Asked>()
        .gives::<Page<RunSummary>>(200)
        .view();
    routes
        .post(
            "/api/runs",
            Needs::May(tutti_accounts::Permission::Settings),
            "Start a flow with any input",
            start,
        )
        .takes::<Start>()
        .gives::<Begun>(202)
        .fails(&[404])
        .starts();
    routes.get("/api/runs/{run}", MAY, "Get a run", show).gives::<RunView>(200).fails(&[404]).view();
    routes
        .get("/api/runs/{run}/steps/{n}", MAY, "Get a journal entry with its output", step)
        .gives::<StepWhole>(200)
        .fails(&[404])
        .view();
    routes
        .get(
            "/api/runs/{run}/events",
            MAY,
            "Stream a run: a snapshot, then its events, as server-sent events",
            run_events,
        )
        .gives_events()
        .fails(&[404]);
    routes
        .get(
            "/api/events",
            MAY,
            "Stream the events of all the caller's runs, as server-sent events",
            all_events,
        )
        .gives_events();
    routes
        .post("/api/runs/{run}/resume", MAY, "Resume a stopped run", resume)
        .takes::<Resume>()
        .gives::<Begun>(202)
        .fails(&[404, 409]);
    routes
        .post("/api/runs/{run}/cancel", MAY, "Cancel a run and its children", cancel)
        .gives::<RunSummary>(200)
        .fails(&[404, 409]);
    routes
        .post(
            "/api/runs/{run}/replay",
            MAY,
            "Replay the journal through today's code, without any effects",
            replay,
        )
        .gives::<Replay>(200)
        .fails(&[404, 409])
        .job()
        .repeatable();
    routes
        .post(
            "/api/runs/{run}/fork",
            MAY,
            "Start a new run that keeps everything before a step and redoes the rest",
            fork,
        )
        .takes::<Fork>()
        .gives::<Begun>(202)
        .fails(&[404])
        .starts();
    routes
        .get("/api/runs/{run}/diff/{other}", MAY, "Compare two runs", diff)
        .gives::<Diff>(200)
        .fails(&[404])
        .view();
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Asked {
    #[serde(default)]
    #[schemars(with = "Option<crate::views::run::Status>")]
    status: Option<RunStatus>,
    #[serde(default)]
    flow: Option<String>,
    /// Also list child runs.
    #[serde(default)]
    children: bool,
    #[serde(default)]
    #[schemars(range(min = 1, max = 500))]
    limit: Option<u32>,
    #[serde(default)]
    after: Option<String>,
}

async fn list(
    State(app): State<App>,
    caller: Caller,
    Params(asked): Params<Asked>,
) -> Answer<Json<Page<RunSummary>>> {
    let most = limit(asked.limit)?;
    let filter = RunFilter {
        flow: asked.flow.filter(|flow| !flow.is_empty()),
        status: asked.status,
        children: asked.children,
        limit: most + 1,
    };
    let after = match asked.after {
        Some(id) => Some(RunId::parse(id)?),
        None => None,
    };
    let store = caller.store(&app);
    let heads = store.run_heads(&filter, after.as_ref()).await?;
    let summaries = summaries(&store, heads).await?;
    Ok(Json(Page::cut(summaries, most, |run: &RunSummary| run.id.clone())))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Start {
    flow: String,
    input: Value,
}

async fn start(
    State(app): State<App>,
    caller: Caller,
    new: NewId,
    Body(start): Body<Start>,
) -> Answer<Response> {
    app.executor.flows().get(&start.flow).map_err(|error| Problem::from(error).at("/flow"))?;
    let id = new.id.clone();
    let budget = app.setup().settings.budget;
    let submission = Submission { id: Some(id.clone()), budget, ..Submission::new(start.flow, start.input) };
    caller.start(&app, &new, submission).await?;
    Ok(accepted_response(&id, &Begun { run: id.to_string() }))
}

async fn row(store: &Owned, run: &str) -> Answer<RunRow> {
    let id = RunId::parse(run)?;
    store.run(&id).await?.ok_or_else(|| Failure::not_found(&format!("run `{run}`")))
}

async fn show(State(app): State<App>, caller: Caller, Named(run): Named<String>) -> Answer<Json<RunView>> {
    Ok(Json(whole(&caller.store(&app), &RunId::parse(run)?).await?.view))
}

/// A journal entry with its contents.
#[derive(Serialize, JsonSchema)]
struct StepWhole {
    n: i64,
    key: String,
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    input_hash: Option<String>,
    output: Value,
    started_at: String,
    ended_at: String,
}

async fn step(
    State(app): State<App>,
    caller: Caller,
    Named((run, n)): Named<(String, u32)>,
) -> Answer<Json<StepWhole>> {
    let store = caller.store(&app);
    let row = row(&store, &run).await?;
    let journal = store.journal(&row.id).await?;
    let entry = journal.into_iter().find(|entry| entry.n == i64::from(n));
    let entry = entry.ok_or_else(|| Failure::not_found(&format!("step {n}")))?;
    Ok(Json(StepWhole {
        n: entry.n,
        key: entry.key,
        kind: entry.kind.to_string(),
        input_hash: entry.input.map(|hash| hash.as_str().to_owned()),
        output: entry.output,
        started_at: time::rfc3339(entry.started_at),
        ended_at: time::rfc3339(entry.ended_at),
    }))
}

async fn run_events(State(app): State<App>, caller: Caller, Named(run): Named<String>) -> Answer<Response> {
    Ok(events::of_run(app, caller, RunId::parse(run)?).await?.into_response())
}

async fn all_events(State(app): State<App>, caller: Caller) -> Answer<Response> {
    Ok(events::of_caller(&app, &caller).await?.into_response())
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Resume {
    /// A new budget, if the old one is used up.
    #[serde(default)]
    budget: Option<Budget>,
}

async fn resume(
    State(app): State<App>,
    caller: Caller,
    Named(run): Named<String>,
    Body(asked): Body<Resume>,
) -> Answer<Response> {
    let row = row(&caller.store(&app), &run).await?;
    if row.status.is_final() {
        return Err(tutti_engine::EngineError::Ended { id: row.id, status: row.status }.into());
    }
    caller.client(&app).check_may_start(&row.flow)?;
    // The run continues in the background; the caller need not wait for its end.
    let (executor, owner, id) = (app.executor.clone(), caller.owner.clone(), row.id.clone());
    let mended = Mended { budget: asked.budget, within: None };
    tokio::spawn(async move {
        if let Err(error) = executor.resume(&owner, &id, mended).await {
            tracing::warn!(run = %id, %error, "a run could not be resumed");
        }
    });
    Ok(accepted_response(&row.id, &Begun { run }))
}

async fn cancel(
    State(app): State<App>,
    caller: Caller,
    Named(run): Named<String>,
) -> Answer<Json<RunSummary>> {
    let store = caller.store(&app);
    let found = row(&store, &run).await?;
    app.executor.cancel(&caller.owner, &found.id).await?;
    caller.note(&app, deeds::RUN_CANCELLED, Some(&run)).await?;
    Ok(Json(RunSummary::of_row(&row(&store, &run).await?)))
}

/// The result of a replay.
#[derive(Serialize, JsonSchema)]
struct Replay {
    /// Whether the code did the same as the journal, as far as the journal goes.
    same: bool,
    /// Number of steps replayed from the journal.
    served: usize,
    /// same, different, journal_ends or mismatch.
    ending: Value,
}

async fn replay(State(app): State<App>, caller: Caller, Named(run): Named<String>) -> Answer<Json<Replay>> {
    use tutti_engine::ReplayEnding;
    let store = caller.store(&app);
    let row = row(&store, &run).await?;
    let journal = store.journal(&row.id).await?;
    let services = app.executor.services();
    let replayed = tutti_engine::replay(&flows(), &services, &row, &journal).await?;
    let same = match &replayed.ending {
        ReplayEnding::Same => true,
        // The end of the journal matters only if the run has ended as well.
        ReplayEnding::JournalEnds { .. } => !row.status.is_final(),
        ReplayEnding::Different { .. } | ReplayEnding::Mismatch { .. } => false,
    };
    let ending = serde_json::to_value(&replayed.ending)
        .map_err(|error| Problem::new(Code::Internal, error.to_string()))?;
    Ok(Json(Replay { same, served: replayed.served.len(), ending }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Fork {
    /// Key of the first step to redo.
    from: String,
}

async fn fork(
    State(app): State<App>,
    caller: Caller,
    Named(run): Named<String>,
    new: NewId,
    Body(asked): Body<Fork>,
) -> Answer<Response> {
    let store = caller.store(&app);
    let row = row(&store, &run).await?;
    caller.client(&app).check_may_start(&row.flow)?;
    let id = new.id;
    if !new.is_repeat || store.run(&id).await?.is_none() {
        let made = app.executor.fork_as(id.clone(), &caller.owner, &row.id, &asked.from).await;
        made.map_err(|error| Problem::from(error).at("/from"))?;
    }
    Ok(accepted_response(&id, &Begun { run: id.to_string() }))
}

/// Where two runs differ.
#[derive(Serialize, JsonSchema)]
struct Diff {
    fields: Vec<Difference>,
    steps: Vec<Difference>,
    /// Number of steps that are the same in both.
    same: usize,
}

/// One difference; a side without the entry has no value.
#[derive(Serialize, JsonSchema)]
struct Difference {
    key: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<Value>,
}

async fn diff(
    State(app): State<App>,
    caller: Caller,
    Named((run, other)): Named<(String, String)>,
) -> Answer<Json<Diff>> {
    let store = caller.store(&app);
    let (left, right) = (row(&store, &run).await?, row(&store, &other).await?);
    let (of_left, of_right) = (store.journal(&left.id).await?, store.journal(&right.id).await?);
    let found = tutti_engine::diff((&left, &of_left), (&right, &of_right));
    let shown = |all: Vec<tutti_engine::Difference>| {
        let one = |found: tutti_engine::Difference| Difference {
            key: found.key,
            left: found.left,
            right: found.right,
        };
        all.into_iter().map(one).collect()
    };
    Ok(Json(Diff { fields: shown(found.fields), steps: shown(found.steps), same: found.same }))
}
