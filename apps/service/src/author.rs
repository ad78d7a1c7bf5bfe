//! Batches of task-file requests, and the status and files of each task.

use serde::Serialize;
use serde_json::{Value, json};
use tutti_author::{
    AUTHOR, AUTHOR_BATCH, Attached, AuthorInput, AuthorTask, Ending, Requests, SOLVER, StatusNote,
    TaskOutcome, TaskRequest, once_each,
};
use tutti_core::{Code, Problem, RunId};
use tutti_store::{Owned, RunStatus};

use crate::{Setup, Source, time};

/// Requests for task files as received, and the files that they name.
#[derive(Debug)]
pub struct AuthorRequest {
    requests: Requests,
    attach: Vec<Source>,
    /// Answers from blind solvers per candidate; three by default.
    votes: Option<u32>,
}

/// Maximum number of answers per candidate; more add no information.
const MOST_VOTES: u32 = 9;

impl AuthorRequest {
    pub fn new(attach: Vec<Source>, votes: Option<u32>) -> Self {
        Self { requests: Requests::default(), attach, votes }
    }

    /// Adds the requests in a text, which came from this field.
    pub fn read(&mut self, field: &str, name: &str, bytes: &[u8]) -> Result<(), Problem> {
        let read = tutti_author::read(name, bytes).map_err(|problem| problem.at(field))?;
        self.requests.tasks.extend(read.tasks);
        self.requests.flawed.extend(read.flawed);
        Ok(())
    }

    pub fn is_empty(&self) -> bool {
        self.requests.tasks.is_empty() && self.requests.flawed.is_empty()
    }

    /// The input of [`AUTHOR_BATCH`]. The files go into the store, and each request gets those that it names.
    pub async fn input(self, setup: &Setup, store: &Owned) -> Result<AuthorInput, Problem> {
        let mut attached = Vec::new();
        for file in self.attach {
            attached.push(Attached { name: file.name, hash: store.keep_file(file.bytes).await? });
        }
        let votes = self.votes.unwrap_or(3).min(MOST_VOTES) as usize;
        Ok(input(setup, once_each(self.requests), votes, |request| {
            let named = names(request);
            attached.iter().filter(|file| named.contains(&file.name.as_str())).cloned().collect()
        }))
    }
}

/// The input of [`AUTHOR_BATCH`]. `attached` returns the files of a request.
pub fn input(
    setup: &Setup,
    requests: Requests,
    votes: usize,
    attached: impl Fn(&TaskRequest) -> Vec<Attached>,
) -> AuthorInput {
    let parallel = setup.settings.engine.parallel;
    let solver = setup.settings.agents.get(SOLVER);
    let has_solver = solver.is_some_and(|set| set.model.is_some() && set.way != tutti_settings::Way::Native);
    let votes = if has_solver { votes } else { 0 };
    let year = time::rfc3339(time::now()).get(..4).and_then(|year| year.parse().ok()).unwrap_or(1970);
    let task = |request: TaskRequest| {
        let attached = attached(&request);
        AuthorTask { request, attached, votes, parallel, year }
    };
    AuthorInput { tasks: requests.tasks.into_iter().map(task).collect(), flawed: requests.flawed, parallel }
}

/// The files that a request names without including their text.
pub fn names(request: &TaskRequest) -> Vec<&str> {
    let fields = [
        (&request.reference_material, &request.reference_material_content),
        (&request.sample_questions, &request.sample_questions_content),
    ];
    // Material given as text is not read from a file.
    let fields = fields.into_iter().filter(|(_, content)| content.trim().is_empty());
    let names = fields.flat_map(|(field, _)| field.split([',', ';', '\n'])).map(str::trim);
    names.filter(|name| !name.is_empty() && !name.contains("://")).collect()
}

/// The status of one task.
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
    /// The run of this task, if it has its own.
    #[serde(skip)]
    pub run: Option<RunId>,
}

impl Line {
    fn of(outcome: TaskOutcome) -> Self {
        let markdown = outcome.markdown().map(str::to_owned);
        let (result, why) = match outcome.ending {
            Ending::Finished { .. } => ("done", String::new()),
            Ending::Error { text, .. } => ("error", text),
            Ending::Skipped { why, .. } => ("skipped", why),
        };
        let path = outcome.status.path.name().to_owned();
        Self { task: outcome.task_id, path, result, why, status: json!(outcome.status), markdown, run: None }
    }

    fn from_problem(task: String, problem: &Problem) -> Self {
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

/// Every task of a batch: from its report or, while some tasks wait, from its child runs.
pub async fn lines(store: &Owned, run: &RunId) -> Result<Vec<Line>, Problem> {
    let row = store.run(run).await?;
    let flawed = |flawed: &tutti_author::Flawed| {
        let why =
            flawed.problems.iter().map(|problem| problem.detail.as_str()).collect::<Vec<_>>().join("; ");
        Line::from_problem(flawed.task.clone(), &Problem::new(Code::BadInput, why))
    };
    let report = row.as_ref().map(|row| AUTHOR_BATCH.output_of(row)).transpose()?.flatten();
    if let Some(report) = report {
        let mut lines: Vec<Line> = report.outcomes.into_iter().map(Line::of).collect();
        lines.extend(
            report.broken.into_iter().map(|broken| Line::from_problem(broken.task_id, &broken.problem)),
        );
        lines.extend(report.flawed.iter().map(flawed));
        return Ok(lines);
    }
    let mut lines = Vec::new();
    let mut children = store.children(run).await?;
    children.sort_by_key(|child| child.created_at);
    for child in children.into_iter().filter(|child| AUTHOR.is_flow_of(child)) {
        let task = AUTHOR.input(&child)?;
        lines.push(match (child.status, AUTHOR.output_of(&child)?, child.stop) {
            (RunStatus::Done, Some(outcome), _) => Line::of(outcome),
            (RunStatus::Failed | RunStatus::Cancelled, _, Some(stop)) => {
                Line::from_problem(task.request.label(), &stop)
            }
            _ => waiting(store, &child.id, task.request.label()).await?,
        });
    }
    let input = row.and_then(|row| AUTHOR_BATCH.input(&row).ok());
    lines.extend(input.iter().flat_map(|input| input.flawed.iter().map(flawed)));
    Ok(lines)
}

/// A waiting task; its last status object tells where it waits.
async fn waiting(store: &Owned, run: &RunId, task: String) -> Result<Line, Problem> {
    let journal = store.journal(run).await?;
    let (path, why, status) = match journal.iter().filter_map(StatusNote::read).next_back() {
        Some(StatusNote { status }) => {
            let open = status.quality_flags.iter().find(|flag| flag.unresolved);
            let why = open.map_or_else(String::new, |flag| flag.detail.clone());
            (status.path.name().to_owned(), why, json!(status))
        }
        None => ("-".to_owned(), String::new(), json!({ "human_review_required": true })),
    };
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

/// A file name that cannot lead out of the folder.
pub fn file_name(task: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || c == '-' || c == '_' { c } else { '-' };
    let name: String = task.chars().map(plain).take(100).collect();
    let name = name.trim_matches('-').to_owned();
    if name.is_empty() { "task".to_owned() } else { name }
}
