//! The flow: a request is detected, its text is had, questions are written, reviewed and gated, the file is written.
//!
//! A task that cannot be done ends as an outcome, not as a failure, so that a batch goes on. Where a person is needed the
//! run is parked with the exact reason; nothing is made up meanwhile.

mod file;
mod library;
mod material;
mod people;
mod quiz;
mod solve;
mod task;

use tutti_core::Problem;
use tutti_engine::{Run, Stop};

use crate::outcome::{AuthorInput, AuthorReport, AuthorTask, Broken, Ending, Outcome};
use crate::routing::{self, Route, Rule, Ruling};
use crate::status::{Path, Stage};

pub use solve::{ToVote, author_solve};

use task::{Ground, Leave, Task};

/// One task, from request to file.
pub async fn author(run: Run<'_>, input: AuthorTask) -> Result<Outcome, Stop> {
    let mut task = Task::new(run, input);
    let ending = match Box::pin(worked(&mut task)).await {
        Ok(markdown) => {
            let size = markdown.len();
            task.stage(Stage::Done, serde_json::json!({ "bytes": size }));
            Ending::Finished { markdown }
        }
        Err(Leave::End(ending)) => ending,
        Err(Leave::Stop(stop)) => return Err(task.staged(*stop)),
    };
    Ok(task.outcome(ending))
}

/// Every task as a child of its own; what is wrong with one is not the others' concern.
pub async fn author_batch(run: Run<'_>, input: AuthorInput) -> Result<AuthorReport, Stop> {
    let ids: Vec<String> = input.tasks.iter().map(|task| task.request.called()).collect();
    let tasks = input.tasks.into_iter().enumerate().map(|(i, task)| (i.to_string(), task));
    let ended: Vec<Result<Outcome, Problem>> = run.all("tasks", "author", tasks, input.parallel).await?;
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
async fn worked(task: &mut Task<'_>) -> Result<String, Leave> {
    if task.path == Path::C {
        return expanded(task).await;
    }
    task.obey(routing::required(&task.input.request))?;
    task.fill_in();
    task.stage(Stage::InputValidation, serde_json::json!({ "task_id": task.id() }));
    let ground = match task.path {
        Path::A => library::ground(task).await?,
        _ => material::ground(task).await?,
    };
    let questions = Box::pin(quiz::quiz(task, &ground)).await?;
    file::written(task, &ground, &questions).await
}

/// Path C: the file with its new questions.
async fn expanded(task: &mut Task<'_>) -> Result<String, Leave> {
    let request = task.input.request.clone();
    let original = request.existing_task_content.as_str();
    let existing = file::Existing::read(original);
    let differs = routing::same_task(&request.task_id, existing.task_id(), existing.title());
    task.flag_ruling(differs.as_ref());
    if request.task_id.trim().is_empty() {
        let text = format!("{} is missing", request.place.of("task_id"));
        task.obey(Some(Ruling { rule: Rule::FieldMissing, route: Route::Error { text } }))?;
    }
    task.obey(routing::expansion(&request))?;
    task.obey(routing::nine_questions(&request.task_id, &existing.ids()))?;
    if let Some(ruling) = differs {
        let ask = "Go on with this file, or skip the task?";
        let place = task.run.clone();
        people::decide(task, &place, &ruling, ask, existing.evidence(), &["go_on", "skip"]).await?;
    }
    task.stage(Stage::InputValidation, serde_json::json!({ "questions": existing.asked.len() }));
    existing.fill(&mut task.input.request);
    let reference = task.cut(&request.reference_material_content);
    let mut ground = Ground::new(task, reference, existing.options());
    ground.existing = existing.asked.clone();
    quiz::covered(task, &mut ground).await?;
    let questions = Box::pin(quiz::quiz(task, &ground)).await?;
    file::extended(task, &existing, &questions, original).await
}
