//! The flow: parses a request, obtains its text, has questions written and reviewed, applies the gates, writes the
//! file.
//!
//! A task that cannot be done ends as an outcome, not as a failure, so that a batch continues. If a person is needed,
//! the run is parked with the exact reason; nothing is made up meanwhile.

mod file;
mod library;
mod material;
mod people;
mod quiz;
mod rounds;
mod solve;
mod task;

use serde_json::json;
use tutti_engine::{Flow, FlowEntry, Run, Stop, flow};

use crate::assignment::{Assignment, Brief, Extension};
use crate::outcome::{AuthorInput, AuthorReport, AuthorTask, Broken, Ending, TaskOutcome};
use crate::request::TaskRequest;
use crate::status::Stage;

pub use solve::ToVote;

use task::{Ground, Leave, Task};

/// One task, from request to file.
pub const AUTHOR: Flow<AuthorTask, TaskOutcome> = flow!("author", version 1, author, title AuthorTask::title);

/// Every task of a batch.
pub const AUTHOR_BATCH: Flow<AuthorInput, AuthorReport> =
    flow!("author_batch", version 1, author_batch, title AuthorInput::title);

pub const FLOWS: [FlowEntry; 3] = [AUTHOR.entry(), AUTHOR_BATCH.entry(), solve::AUTHOR_SOLVE.entry()];

async fn author(run: Run<'_>, input: AuthorTask) -> Result<TaskOutcome, Stop> {
    let (mut task, request) = Task::new(run, input);
    let ending = match Box::pin(make_file(&mut task, request)).await {
        Ok(markdown) => {
            let size = markdown.len();
            task.stage(Stage::Done, json!({ "bytes": size }));
            Ending::Finished { markdown }
        }
        Err(Leave::End(ending)) => ending,
        Err(Leave::Stop(stop)) => return Err(task.in_stage(*stop)),
    };
    Ok(task.outcome(ending))
}

/// Every task as a child of its own; what is wrong with one is not the others' concern.
async fn author_batch(run: Run<'_>, input: AuthorInput) -> Result<AuthorReport, Stop> {
    let ids: Vec<String> = input.tasks.iter().map(|task| task.request.label()).collect();
    let tasks = input.tasks.into_iter().enumerate().map(|(i, task)| (i.to_string(), task));
    let ended = run.all("tasks", &AUTHOR, tasks, input.parallel).await?;
    let mut report = AuthorReport { outcomes: Vec::new(), broken: Vec::new(), flawed: input.flawed };
    for (task_id, ended) in ids.into_iter().zip(ended) {
        match ended {
            Ok(outcome) => report.outcomes.push(outcome),
            Err(problem) => report.broken.push(Broken { task_id, problem }),
        }
    }
    Ok(report)
}

/// The finished file.
async fn make_file(task: &mut Task<'_>, request: TaskRequest) -> Result<String, Leave> {
    match Assignment::parse(request) {
        Ok(Assignment::FindSource(brief)) => {
            begin(task, &brief);
            let ground = library::find_source(task, &brief).await?;
            write_task(task, &brief, &ground).await
        }
        Ok(Assignment::FromText(brief, material)) => {
            begin(task, &brief);
            let ground = material::read_material(task, &brief, &material).await?;
            write_task(task, &brief, &ground).await
        }
        Ok(Assignment::ExtendFile(extension)) => extend_task(task, &extension).await,
        Err(refusal) => {
            if let Some(doubt) = &refusal.doubt {
                task.flag_ruling(doubt);
            }
            Err(task.end_with(&refusal.error))
        }
    }
}

fn begin(task: &mut Task<'_>, brief: &Brief) {
    task.take_brief(brief);
    task.stage(Stage::InputValidation, json!({ "task_id": task.id() }));
}

/// Paths A and B: nine questions, and the file around them.
async fn write_task(task: &mut Task<'_>, brief: &Brief, ground: &Ground) -> Result<String, Leave> {
    let questions = Box::pin(quiz::make_quiz(task, ground)).await?;
    file::write_file(task, brief, ground, &questions).await
}

/// Path C: the file with its new questions.
async fn extend_task(task: &mut Task<'_>, extension: &Extension) -> Result<String, Leave> {
    let existing = &extension.existing;
    if let Some(doubt) = &extension.doubt {
        let ask = "Go on with this file, or skip the task?";
        let place = task.run.clone();
        people::decide(task, &place, doubt, ask, existing.evidence(), &["go_on", "skip"]).await?;
    }
    task.stage(Stage::InputValidation, json!({ "questions": existing.asked.len() }));
    let mut ground = Ground::of_file(task, extension);
    quiz::map_coverage(task, &mut ground).await?;
    let questions = Box::pin(quiz::make_quiz(task, &ground)).await?;
    file::extend_file(task, extension, &questions).await
}
