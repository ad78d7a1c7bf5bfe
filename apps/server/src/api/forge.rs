//! Forge runs, their results, and the verification of items written elsewhere.

use std::collections::BTreeMap;

use axum::{Json, extract::State, response::Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tutti_accounts::Permission::Forge;
use tutti_core::{Code, Problem, RunId};
use tutti_forge::{FORGE, FORGE_BATCH, FORGE_VERIFY, ForgeInput, ForgeReport, SlotOutcome, Stats};
use tutti_service::{
    forge::{self, FILES, ForgeRequest, Overrides},
    time,
    verifying::ToVerify,
};
use tutti_store::{Owned, RunRow, RunStatus};

use super::{accepted_response, file};
use crate::{
    app::{App, Caller},
    body::{Body, Named},
    failure::{Answer, Failure},
    form::{Form, Upload},
    idempotency::NewId,
    routes::{Needs, Routes},
    views::{
        Begun,
        forge::{ForgeView, OutcomeSummary, OutcomeView},
        run::RunSummary,
    },
};

const MAY: Needs = Needs::May(Forge);

pub(super) fn routes(routes: &mut Routes) {
    routes.get("/api/forge", MAY, "List what the forge can make", options).gives::<Choices>(200);
    routes
        .post("/api/forge", MAY, "Make exam items", make)
        .takes::<ForgeRequest>()
        .gives::<Begun>(202)
        .starts();
    routes
        .get("/api/forge/{run}", MAY, "Get a forge run with its results so far", show)
        .gives::<ForgeView>(200)
        .fails(&[404])
        .view();
    routes
        .get(
            "/api/forge/{run}/outcomes/{slot}",
            MAY,
            "Get one outcome with its proof and its wrong paths",
            outcome,
        )
        .gives::<OutcomeView>(200)
        .fails(&[404])
        .view();
    routes
        .get(
            "/api/forge/{run}/files/{name}",
            MAY,
            "Download accepted.jsonl, rejected.jsonl, logs.jsonl or stats.json",
            files,
        )
        .gives_file("application/octet-stream")
        .fails(&[404])
        .view();
    routes
        .post("/api/forge/verify", MAY, "Verify items written elsewhere", verify)
        .form::<VerifyForm>()
        .gives::<Verified>(200)
        .fails(&[409, 422, 502, 504])
        .starts();
}

#[derive(Serialize, JsonSchema)]
struct Choices {
    schemas: Vec<SchemaView>,
    defaults: Defaults,
}

#[derive(Serialize, JsonSchema)]
struct SchemaView {
    id: String,
    title: String,
    /// M for mathematics, P for physics.
    group: String,
}

#[derive(Serialize, JsonSchema)]
struct Defaults {
    items: u64,
    /// Weights of easy, medium and hard.
    weights: [f64; 3],
}

async fn options(State(app): State<App>) -> Answer<Json<Choices>> {
    let schemas = forge::schemas()?.into_iter().map(|schema| SchemaView {
        group: schema.id.chars().take_while(char::is_ascii_alphabetic).collect(),
        id: schema.id,
        title: schema.title,
    });
    let setup = app.setup();
    let set = &setup.settings.forge;
    let defaults = Defaults { items: set.items, weights: set.weights };
    Ok(Json(Choices { schemas: schemas.collect(), defaults }))
}

async fn make(
    State(app): State<App>,
    caller: Caller,
    new: NewId,
    Body(request): Body<ForgeRequest>,
) -> Answer<Response> {
    let setup = app.setup();
    let input = forge::input(&setup, &request.from_afar()?, &Overrides::default(), time::now())?;
    let run = new.id.clone();
    let submission = forge::submission(&setup, &run, &input)?;
    caller.start(&app, &new, submission).await?;
    Ok(accepted_response(&run, &Begun { run: run.to_string() }))
}

/// A forge run with its results so far.
struct Made {
    row: RunRow,
    input: ForgeInput,
    report: ForgeReport,
}

async fn find_forge_run(store: &Owned, run: &str) -> Answer<Made> {
    let missing = || Failure::not_found(&format!("run `{run}` of the forge"));
    let id = RunId::parse(run)?;
    let row = store.run(&id).await?.filter(|row| FORGE.is_flow_of(row)).ok_or_else(missing)?;
    // A run started by hand with invalid input has failed at once and made nothing.
    let input = FORGE.input(&row).map_err(|_| missing())?;
    let report = match FORGE.output_of(&row)? {
        Some(report) => report,
        None => so_far(store, &id).await?,
    };
    Ok(Made { row, input, report })
}

/// The results of the finished children; a regenerated item replaces its predecessor.
async fn so_far(store: &Owned, id: &RunId) -> Answer<ForgeReport> {
    let mut made: BTreeMap<u64, SlotOutcome> = BTreeMap::new();
    let mut children = store.children(id).await?;
    children.sort_by_key(|child| child.created_at);
    for child in children.iter().filter(|child| child.status == RunStatus::Done) {
        let outcomes = FORGE_BATCH.output_of(child)?.unwrap_or_default();
        made.extend(outcomes.into_iter().map(|outcome| (outcome.slot, outcome)));
    }
    let outcomes: Vec<SlotOutcome> = made.into_values().collect();
    Ok(ForgeReport { stats: Stats::of(&outcomes), outcomes, models: BTreeMap::new() })
}

async fn show(State(app): State<App>, caller: Caller, Named(run): Named<String>) -> Answer<Json<ForgeView>> {
    let Made { row, input, report } = find_forge_run(&caller.store(&app), &run).await?;
    Ok(Json(ForgeView {
        run: RunSummary::of_row(&row),
        seed: input.seed,
        asked: input.items,
        stats: report.stats,
        outcomes: report.outcomes.iter().map(|outcome| OutcomeSummary::of(outcome, &run)).collect(),
    }))
}

async fn outcome(
    State(app): State<App>,
    caller: Caller,
    Named((run, slot)): Named<(String, u64)>,
) -> Answer<Json<OutcomeView>> {
    let made = find_forge_run(&caller.store(&app), &run).await?;
    let outcome = made.report.outcomes.iter().find(|outcome| outcome.slot == slot);
    let outcome = outcome.ok_or_else(|| Failure::not_found(&format!("outcome {slot}")))?;
    Ok(Json(OutcomeView::of(outcome, &run)))
}

async fn files(
    State(app): State<App>,
    caller: Caller,
    Named((run, name)): Named<(String, String)>,
) -> Answer<Response> {
    let made = find_forge_run(&caller.store(&app), &run).await?;
    if !FILES.contains(&name.as_str()) {
        return Err(Failure::not_found(&format!("file `{name}`")));
    }
    let files = forge::files(&made.report, made.row.created_at);
    let text = files.into_iter().find(|(known, _)| *known == name).map(|(_, text)| text);
    Ok(file(&name, "application/octet-stream", text.unwrap_or_default().into_bytes()))
}

#[derive(Deserialize, JsonSchema)]
struct VerifyForm {
    /// Question packages, as JSON Lines or YAML documents.
    #[schemars(extend("format" = "binary"))]
    file: Option<Upload>,
    /// The same as a text.
    text: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Verified {
    items: Vec<Value>,
}

async fn verify(State(app): State<App>, caller: Caller, new: NewId, form: Form) -> Answer<Json<Verified>> {
    let VerifyForm { file, text } = form.read()?;
    let (name, text) = match (file, text) {
        (Some(upload), _) => {
            let text = String::from_utf8(upload.bytes).map_err(|_| {
                Problem::new(Code::BadInput, format!("{} is not UTF-8", upload.name)).at("/file")
            })?;
            (upload.name, text)
        }
        (None, Some(text)) => ("the text".to_owned(), text),
        (None, None) => return Err(Problem::new(Code::BadInput, "no items were sent").at("/file").into()),
    };
    let jobs = &app.offload.jobs;
    let read = jobs.compute(&caller.owner, move |_| ToVerify::read(&name, &text)).await?;
    let items = read.map_err(|problem| problem.at("/file"))?;
    // Not in the lane, where waiting for a run would keep a place.
    let reports = match items.submission(&app.setup(), &new.id)? {
        Some(submission) => Some(caller.client(&app).result_of(&FORGE_VERIFY, submission).await?),
        None => None,
    };
    let verified = jobs.compute(&caller.owner, move |work| {
        let reports = match reports {
            Some(reports) => reports,
            None => items.by_code_while(work)?,
        };
        let lines = items.lines(reports).into_iter().filter_map(|line| serde_json::to_value(line).ok());
        Ok::<_, Problem>(Verified { items: lines.collect() })
    });
    Ok(Json(verified.await??))
}
