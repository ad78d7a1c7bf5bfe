//! Comprehension quizzes for task files.

use std::io::Write;

use axum::{Json, extract::State, response::Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tutti_accounts::Permission::Author;
use tutti_author::AUTHOR_BATCH;
use tutti_core::{Code, Problem, RunId, Severity, Work};
use tutti_service::{
    Source,
    author::{self, AuthorRequest, Line},
    runs::open_reviews,
};
use tutti_store::{Owned, RunRow};
use tutti_taskfile::check_named;

use super::{accepted_response, file};
use crate::{
    app::{App, Caller},
    body::Named,
    failure::{Answer, Failure},
    form::{Form, Upload},
    idempotency::NewId,
    routes::{Needs, Routes},
    views::{Begun, run::RunSummary, study::ReviewName},
};

const MAY: Needs = Needs::May(Author);

pub(super) fn routes(routes: &mut Routes) {
    routes
        .post("/api/author", MAY, "Make quizzes for task files", make)
        .form::<MakeForm>()
        .gives::<Begun>(202)
        .job()
        .starts();
    routes
        .get("/api/author/{run}", MAY, "Get a batch with its tasks", show)
        .gives::<BatchView>(200)
        .fails(&[404])
        .view();
    routes
        .get("/api/author/{run}/files/{name}", MAY, "Download a task file or its status object", one_file)
        .gives_file("application/octet-stream")
        .fails(&[404])
        .view();
    routes
        .get("/api/author/{run}/files.zip", MAY, "Download all files of a batch", all_files)
        .gives_file("application/octet-stream")
        .fails(&[404])
        .view();
    routes
        .post("/api/author/check", MAY, "List every rule that task files break, with line numbers", check)
        .form::<CheckForm>()
        .gives::<Checked>(200)
        .job()
        .repeatable();
}

#[derive(Deserialize, JsonSchema)]
struct MakeForm {
    /// Requests as bullet text, JSON or CSV.
    #[schemars(extend("format" = "binary"))]
    requests: Option<Vec<Upload>>,
    /// A request as a text.
    text: Option<String>,
    /// Files that requests name.
    #[schemars(extend("format" = "binary"))]
    attach: Option<Vec<Upload>>,
    /// Answers from blind solvers per candidate; needs a model.
    votes: Option<u32>,
}

async fn make(State(app): State<App>, caller: Caller, new: NewId, form: Form) -> Answer<Response> {
    let MakeForm { requests, text, attach, votes } = form.read()?;
    let attach = attach.into_iter().flatten().map(|file| Source { name: file.name, bytes: file.bytes });
    let mut request = AuthorRequest::new(attach.collect(), votes);
    for file in requests.into_iter().flatten() {
        request.read("/requests", &file.name, &file.bytes)?;
    }
    if let Some(text) = text {
        let name = if text.trim_start().starts_with(['{', '[']) { "request.json" } else { "request.md" };
        request.read("/text", name, text.as_bytes())?;
    }
    if request.is_empty() {
        let problem = Problem::new(Code::BadInput, "no request was sent").at("/requests");
        return Err(problem.hint("send bullet text, JSON or CSV").into());
    }
    let setup = app.setup();
    let input = request.input(&setup, &caller.store(&app)).await?;
    let run = new.id.clone();
    let submission = setup.submission(&AUTHOR_BATCH, &run, &input)?;
    caller.start(&app, &new, submission).await?;
    Ok(accepted_response(&run, &Begun { run: run.to_string() }))
}

#[derive(Serialize, JsonSchema)]
struct BatchView {
    run: RunSummary,
    tasks: Vec<TaskView>,
}

#[derive(Serialize, JsonSchema)]
struct TaskView {
    task: String,
    /// A, B or C; `-` if none was chosen.
    path: String,
    /// done, waits, working, error, skipped or failed.
    result: String,
    why: String,
    /// The name of its task file, if it is finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    status: Value,
    /// The question it waits for.
    #[serde(skip_serializing_if = "Option::is_none")]
    review: Option<ReviewName>,
}

async fn batch(store: &Owned, run: &str) -> Answer<(RunRow, Vec<Line>)> {
    let id = RunId::parse(run)?;
    let row = store.run(&id).await?.filter(|row| AUTHOR_BATCH.is_flow_of(row));
    let row = row.ok_or_else(|| Failure::not_found(&format!("batch `{run}`")))?;
    let lines = author::lines(store, &id).await?;
    Ok((row, lines))
}

async fn show(State(app): State<App>, caller: Caller, Named(run): Named<String>) -> Answer<Json<BatchView>> {
    let store = caller.store(&app);
    let (row, lines) = batch(&store, &run).await?;
    let reviews = open_reviews(&store, &row.id).await?;
    let task = |line: &Line| {
        let review = reviews.iter().find(|review| Some(&review.run) == line.run.as_ref());
        // A task that neither waits nor is done is running.
        let result = if line.result == "waits" && review.is_none() { "working" } else { line.result };
        TaskView {
            task: line.task.clone(),
            path: line.path.clone(),
            result: result.to_owned(),
            why: line.why.clone(),
            file: line.markdown.as_ref().map(|_| format!("{}.md", author::file_name(&line.task))),
            status: line.status.clone(),
            review: review
                .map(|review| ReviewName { run: review.run.to_string(), name: review.name.clone() }),
        }
    };
    Ok(Json(BatchView { run: RunSummary::of_row(&row), tasks: lines.iter().map(task).collect() }))
}

async fn one_file(
    State(app): State<App>,
    caller: Caller,
    Named((run, name)): Named<(String, String)>,
) -> Answer<Response> {
    let (_, lines) = batch(&caller.store(&app), &run).await?;
    let files = lines.iter().flat_map(author::files);
    let text = files.into_iter().find(|(known, _)| *known == name).map(|(_, text)| text);
    let text = text.ok_or_else(|| Failure::not_found(&format!("file `{name}`")))?;
    Ok(file(&name, "application/octet-stream", text.into_bytes()))
}

async fn all_files(State(app): State<App>, caller: Caller, Named(run): Named<String>) -> Answer<Response> {
    let (_, lines) = batch(&caller.store(&app), &run).await?;
    let failed = |error: &dyn std::fmt::Display| Problem::new(Code::Internal, format!("the zip: {error}"));
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in lines.iter().flat_map(author::files) {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).map_err(|error| failed(&error))?;
        zip.write_all(text.as_bytes()).map_err(|error| failed(&error))?;
    }
    let bytes = zip.finish().map_err(|error| failed(&error))?.into_inner();
    Ok(file(&format!("tasks-{run}.zip"), "application/octet-stream", bytes))
}

#[derive(Deserialize, JsonSchema)]
struct CheckForm {
    /// Task files in Markdown.
    #[schemars(required, extend("format" = "binary"))]
    file: Option<Vec<Upload>>,
}

#[derive(Serialize, JsonSchema)]
struct Checked {
    findings: Vec<Found>,
}

#[derive(Serialize, JsonSchema)]
struct Found {
    file: String,
    line: usize,
    severity: Severity,
    rule: String,
    place: String,
    message: String,
}

async fn check(work: Work, form: Form) -> Answer<Json<Checked>> {
    let CheckForm { file } = form.read()?;
    let uploads = file.ok_or_else(|| Problem::new(Code::BadInput, "no task file was sent").at("/file"))?;
    let mut findings = Vec::new();
    for upload in uploads {
        work.step().map_err(Problem::from)?;
        let text = String::from_utf8(upload.bytes)
            .map_err(|_| Problem::new(Code::BadInput, format!("{} is not UTF-8", upload.name)).at("/file"))?;
        findings.extend(check_named(&text, Some(&upload.name)).into_iter().map(|defect| Found {
            file: upload.name.clone(),
            line: defect.line,
            severity: defect.severity,
            rule: defect.rule.code().to_owned(),
            place: defect.place,
            message: defect.message,
        }));
    }
    Ok(Json(Checked { findings }))
}
