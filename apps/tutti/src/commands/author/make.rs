//! Requests in, task files and their status objects out.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};
use tutti_author::{
    Attached, AuthorInput, AuthorReport, AuthorTask, Ending, Outcome, Request, Requests, SOLVER, once_each,
};
use tutti_core::{Code, Owner, Problem, RunId};
use tutti_engine::{End, Submission};
use tutti_store::{EntryKind, Owned, RunStatus};

use crate::{
    args::Authoring,
    commands::ended::{ended, how_to_answer, open_reviews},
    driving::drive,
    exit::{Ended, Exit, Problems},
    output::{Output, counted, one_line, table, visible},
    run_id::find,
    setup::Setup,
    time,
};

pub(super) async fn make(setup: &Setup, typed: &Authoring, output: &Output) -> Ended {
    if typed.inputs.is_empty() {
        let problem = Problem::new(Code::BadInput, "no request is named");
        return Err(problem
            .hint("`tutti author request.md` takes one; `tutti author --help` says more")
            .into());
    }
    let (requests, folders) = requests(typed)?;
    crate::files::check_folder(&typed.out)?;
    let (id, owner) = (RunId::fresh(), Owner::local());
    let executor = setup.executor().await?;
    let store = executor.store().of(&owner);
    let input = input(setup, typed, &store, requests, &folders).await?;
    output.say(&format!("{}: run {id}", counted(input.tasks.len(), "task")));
    let submission = Submission {
        id: Some(id.clone()),
        budget: setup.settings.budget,
        ..Submission::new("author_batch", json!(input))
    };
    let work = executor.run(&owner, submission);
    let go_on = format!("tutti runs resume {id}` and `tutti author files {id}");
    let Some((_, end)) = drive(&executor, output, &go_on, work).await? else { return Ok(Exit::Interrupted) };
    match &end {
        End::Done(_) | End::Parked { .. } => finish(&store, &id, &typed.out, output).await,
        _ => ended(&store, &id, &end, output).await,
    }
}

/// Writes the files of a batch again, after its reviews were answered.
pub(super) async fn files(setup: &Setup, run: &str, out: &Path, output: &Output) -> Ended {
    let store = setup.reader().await?;
    let row = find(&store, run).await?;
    if row.flow != "author_batch" {
        let problem = Problem::new(Code::Refused, format!("run {} is no run of `tutti author`", row.id));
        return Err(problem.into());
    }
    finish(&store, &row.id, out, output).await
}

/// Every request of every file, with the folder that each came from.
fn requests(typed: &Authoring) -> Result<(Requests, BTreeMap<String, String>), Problems> {
    let mut all = Requests::default();
    let mut folders = BTreeMap::new();
    for path in &typed.inputs {
        let read = tutti_author::read(&path.display().to_string(), &crate::files::read(path)?)?;
        let folder = path.parent().map(|folder| folder.display().to_string()).unwrap_or_default();
        for request in &read.tasks {
            folders.insert(request.called(), folder.clone());
        }
        all.tasks.extend(read.tasks);
        all.flawed.extend(read.flawed);
    }
    Ok((once_each(all), folders))
}

async fn input(
    setup: &Setup,
    typed: &Authoring,
    store: &Owned,
    requests: Requests,
    folders: &BTreeMap<String, String>,
) -> Result<AuthorInput, Problems> {
    let parallel = setup.settings.engine.parallel;
    let solver = setup.settings.agents.get(SOLVER);
    let has_solver = solver.is_some_and(|set| set.model.is_some() && set.way != tutti_settings::Way::Native);
    let votes = if has_solver { typed.votes } else { 0 };
    let year = time::rfc3339(time::now()).get(..4).and_then(|year| year.parse().ok()).unwrap_or(1970);
    let mut named = Vec::new();
    for path in &typed.attach {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        named.push(Attached { name, hash: store.keep_file(crate::files::read(path)?).await? });
    }
    let mut tasks = Vec::new();
    for request in requests.tasks {
        let folder = folders.get(&request.called()).map_or("", String::as_str);
        let mut attached = named.clone();
        attached.extend(beside(store, &request, Path::new(folder)).await?);
        tasks.push(AuthorTask { request, attached, votes, parallel, year });
    }
    Ok(AuthorInput { tasks, flawed: requests.flawed, parallel })
}

/// The files that a request names and that lie beside it.
async fn beside(store: &Owned, request: &Request, folder: &Path) -> Result<Vec<Attached>, Problems> {
    let mut attached = Vec::new();
    let fields = [
        (&request.reference_material, &request.reference_material_content),
        (&request.sample_questions, &request.sample_questions_content),
    ];
    // What is there as text is not read from a file.
    let fields = fields.into_iter().filter(|(_, content)| content.trim().is_empty());
    for name in fields.flat_map(|(field, _)| field.split([',', ';', '\n'])).map(str::trim) {
        let path = folder.join(name);
        if !name.is_empty() && !name.contains("://") && path.is_file() {
            let hash = store.keep_file(crate::files::read(&path)?).await?;
            attached.push(Attached { name: name.to_owned(), hash });
        }
    }
    Ok(attached)
}

/// How one task stands.
struct Line {
    task: String,
    path: String,
    result: &'static str,
    why: String,
    status: Value,
    markdown: Option<String>,
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
        Self { task: outcome.task_id, path, result, why, status: json!(outcome.status), markdown }
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
        }
    }
}

/// Writes what is finished, and says how every task stands.
async fn finish(store: &Owned, run: &RunId, out: &Path, output: &Output) -> Ended {
    let lines = lines(store, run).await?;
    for line in &lines {
        let name = file_name(&line.task);
        let status = serde_json::to_string_pretty(&line.status).unwrap_or_default() + "\n";
        let (task_file, status_file) = (format!("{name}.md"), format!("{name}.status.json"));
        let mut files = vec![(status_file.as_str(), status)];
        files.extend(line.markdown.clone().map(|markdown| (task_file.as_str(), markdown)));
        crate::files::write_all(out, &files)?;
    }
    let has = |result: &str| lines.iter().filter(|line| line.result == result).count();
    let (done, waits) = (has("done"), has("waits"));
    let exit = match (waits, lines.len() - done) {
        (0, 0) => Exit::Done,
        (0, _) => Exit::Rejected,
        _ => Exit::Waits,
    };
    if output.is_json() {
        for line in &lines {
            output.json_line(&json!({
                "task_id": line.task, "result": line.result, "why": line.why, "status": line.status,
            }));
        }
        return Ok(exit);
    }
    let mut rows = vec![["task", "path", "result", "why"].map(str::to_owned).to_vec()];
    for line in &lines {
        let why = one_line(&line.why);
        rows.push(vec![visible(&line.task), line.path.clone(), line.result.to_owned(), visible(&why)]);
    }
    output.lines(&table(&rows, |_, cell| cell.to_owned()));
    for review in open_reviews(store, run).await? {
        output.lines(&format!("  {}", one_line(&review.question.why)));
        output.lines(&format!("    {}", how_to_answer(&review)));
    }
    output.say(&format!(
        "{} of {} done; {} holds the files",
        done,
        counted(lines.len(), "task"),
        out.display()
    ));
    if waits > 0 {
        output.say(&format!(
            "after the answers, `tutti runs resume {run}` and `tutti author files {run}` go on"
        ));
    }
    Ok(exit)
}

/// Every task of a batch: from its report, or while some wait, from its children.
async fn lines(store: &Owned, run: &RunId) -> Result<Vec<Line>, Problems> {
    let damaged = |error: serde_json::Error| {
        Problems::from(Problem::new(Code::Internal, format!("the report of run {run}: {error}")))
    };
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
async fn waiting(store: &Owned, run: &RunId, task: String) -> Result<Line, Problems> {
    let journal = store.journal(run).await?;
    let notes = journal.iter().filter(|entry| entry.kind == EntryKind::Note);
    let status = notes.filter_map(|entry| entry.output.get("status")).next_back().cloned();
    let status = status.unwrap_or_else(|| json!({ "human_review_required": true }));
    let open = |flag: &&Value| flag["unresolved"] == true;
    let flags = status["quality_flags"].as_array().and_then(|flags| flags.iter().find(open)).cloned();
    let why = flags.and_then(|flag| Some(flag["detail"].as_str()?.to_owned())).unwrap_or_default();
    let path = status["path"].as_str().unwrap_or("-").to_owned();
    Ok(Line { task, path, result: "waits", why, status, markdown: None })
}

/// A name for a file in the folder, and nowhere else.
fn file_name(task: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || c == '-' || c == '_' { c } else { '-' };
    let name: String = task.chars().map(plain).take(100).collect();
    let name = name.trim_matches('-').to_owned();
    if name.is_empty() { "task".to_owned() } else { name }
}
