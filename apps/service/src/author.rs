//! Requests in, task files and their status objects out.

use serde::Serialize;
use serde_json::{Value, json};
use tutti_author::{
    Attached, AuthorInput, AuthorReport, AuthorTask, Ending, Outcome, Request, Requests, SOLVER,
};
use tutti_core::{Code, Problem, RunId};
use tutti_store::{EntryKind, Owned, RunStatus};

use crate::{Setup, time};

/// What the flow `author_batch` needs. `attached` says which files a request comes with.
pub fn input(
    setup: &Setup,
    requests: Requests,
    votes: usize,
    attached: impl Fn(&Request) -> Vec<Attached>,
) -> AuthorInput {
    let parallel = setup.settings.engine.parallel;
    let solver = setup.settings.agents.get(SOLVER);
    let has_solver = solver.is_some_and(|set| set.model.is_some() && set.way != tutti_settings::Way::Native);
    let votes = if has_solver { votes } else { 0 };
    let year = time::rfc3339(time::now()).get(..4).and_then(|year| year.parse().ok()).unwrap_or(1970);
    let task = |request: Request| {
        let attached = attached(&request);
        AuthorTask { request, attached, votes, parallel, year }
    };
    AuthorInput { tasks: requests.tasks.into_iter().map(task).collect(), flawed: requests.flawed, parallel }
}

/// The files that a request names and whose text is not in it.
pub fn names(request: &Request) -> Vec<&str> {
    let fields = [
        (&request.reference_material, &request.reference_material_content),
        (&request.sample_questions, &request.sample_questions_content),
    ];
    // What is there as text is not read from a file.
    let fields = fields.into_iter().filter(|(_, content)| content.trim().is_empty());
    let names = fields.flat_map(|(field, _)| field.split([',', ';', '\n'])).map(str::trim);
    names.filter(|name| !name.is_empty() && !name.contains("://")).collect()
}

/// How one task stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    #[serde(rename = "task_id")]
    pub task: String,
    #[serde(skip)]
    pub path: String,
    /// `done`, `waits`, `error`, `skipped` or `failed`.
    pub result: &'static str,
    pub why: String,
    pub status: Value,
    /// The task file, if it is finished.
    #[serde(skip)]
    pub markdown: Option<String>,
    /// The run of this task, where it has one of its own.
    #[serde(skip)]
    pub run: Option<RunId>,
}

impl Line {
    fn of(outcome: Outcome) -> Self {
        let markdown = outcome.markdown().map(str::to_owned);
        let (result, why) = match outcome.ending {
            Ending::Finished { .. } => ("done", String::new()),
            Ending::Error { text, .. } => ("error", text),
            Ending::Skipped { why, .. } => ("skipped", why),
        };
        let path = outcome.status.path.name().to_owned();
        Self { task: outcome.task_id, path, result, why, status: json!(outcome.status), markdown, run: None }
    }

    fn broken(task: String, problem: &Problem) -> Self {
        let status = json!({ "human_review_required": false, "quality_flags": [], "stop": problem });
        Self {
            task,
            path: "-".to_owned(),
            result: "failed",
            why: problem.to_string(),
            status,
            markdown: None,
            run: None,
        }
    }
}

/// Every task of a batch: from its report, or while some wait, from its children.
pub async fn lines(store: &Owned, run: &RunId) -> Result<Vec<Line>, Problem> {
    let damaged =
        |error: serde_json::Error| Problem::new(Code::Internal, format!("the report of run {run}: {error}"));
    let row = store.run(run).await?;
    let flawed = |flawed: &tutti_author::Flawed| {
        let why =
            flawed.problems.iter().map(|problem| problem.detail.as_str()).collect::<Vec<_>>().join("; ");
        Line::broken(flawed.task.clone(), &Problem::new(Code::BadInput, why))
    };
    if let Some(report) = row.as_ref().and_then(|row| row.output.clone()) {
        let report: AuthorReport = serde_json::from_value(report).map_err(damaged)?;
        let mut lines: Vec<Line> = report.outcomes.into_iter().map(Line::of).collect();
        lines.extend(report.broken.into_iter().map(|broken| Line::broken(broken.task_id, &broken.problem)));
        lines.extend(report.flawed.iter().map(flawed));
        return Ok(lines);
    }
    let mut lines = Vec::new();
    let mut children = store.children(run).await?;
    children.sort_by_key(|child| child.created_at);
    for child in children.into_iter().filter(|child| child.flow == "author") {
        let task: AuthorTask = serde_json::from_value(child.input).map_err(damaged)?;
        lines.push(match (child.status, child.output, child.stop) {
            (RunStatus::Done, Some(outcome), _) => {
                Line::of(serde_json::from_value(outcome).map_err(damaged)?)
            }
            (RunStatus::Failed | RunStatus::Cancelled, _, Some(stop)) => {
                Line::broken(task.request.called(), &stop)
            }
            _ => waiting(store, &child.id, task.request.called()).await?,
        });
    }
    let input: Option<AuthorInput> = row.and_then(|row| serde_json::from_value(row.input).ok());
    lines.extend(input.iter().flat_map(|input| input.flawed.iter().map(flawed)));
    Ok(lines)
}

/// A task that waits: its last status object says where.
async fn waiting(store: &Owned, run: &RunId, task: String) -> Result<Line, Problem> {
    let journal = store.journal(run).await?;
    let notes = journal.iter().filter(|entry| entry.kind == EntryKind::Note);
    let status = notes.filter_map(|entry| entry.output.get("status")).next_back().cloned();
    let status = status.unwrap_or_else(|| json!({ "human_review_required": true }));
    let open = |flag: &&Value| flag["unresolved"] == true;
    let flags = status["quality_flags"].as_array().and_then(|flags| flags.iter().find(open)).cloned();
    let why = flags.and_then(|flag| Some(flag["detail"].as_str()?.to_owned())).unwrap_or_default();
    let path = status["path"].as_str().unwrap_or("-").to_owned();
    Ok(Line { task, path, result: "waits", why, status, markdown: None, run: Some(run.clone()) })
}

/// The files of a task: its status, and the task file if it is finished.
pub fn files(line: &Line) -> Vec<(String, String)> {
    let name = file_name(&line.task);
    let status = serde_json::to_string_pretty(&line.status).unwrap_or_default() + "\n";
    let mut files = vec![(format!("{name}.status.json"), status)];
    files.extend(line.markdown.clone().map(|markdown| (format!("{name}.md"), markdown)));
    files
}

/// A name for a file in the folder, and nowhere else.
pub fn file_name(task: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || c == '-' || c == '_' { c } else { '-' };
    let name: String = task.chars().map(plain).take(100).collect();
    let name = name.trim_matches('-').to_owned();
    if name.is_empty() { "task".to_owned() } else { name }
}
