//! Comprehension quizzes for task files.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tutti_accounts::Permission;
use tutti_author::AUTHOR_BATCH;
use tutti_core::{Code, Problem, RunId, Severity};
use tutti_service::{
    Source,
    author::{self, AuthorRequest},
    requests::Flat,
    runs::open_reviews,
};
use tutti_store::Owned;
use tutti_taskfile::check_named;

use super::{Review, Waiting, review_lines};
use crate::{
    answer::{Told, count_text},
    call::Call,
    driving::{Measure, RunOutcome},
    tool::{Does, Entry, Named},
};

pub(super) fn tools() -> Vec<Entry> {
    vec![
        Entry::new(
            Named {
                name: "author_quiz",
                title: "Author a quiz",
                about: "Make the comprehension quiz of a task file from a request: bullet text, JSON or CSV with fields \
                        such as Task title, Reference material content and CQ format. Each task gives a whole task file \
                        in Markdown, or waits for a person if something is missing.",
                needs: Some(Permission::Author),
                does: Does::AddsFromOutside,
            },
            make,
        ),
        Entry::new(
            Named {
                name: "check_task_file",
                title: "Check a task file",
                about: "List every rule that a Markdown task file breaks, with line numbers.",
                needs: Some(Permission::Author),
                does: Does::Computes,
            },
            check,
        ),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Make {
    /// One or more requests: bullet text (`- **Task title:** …`), JSON, or CSV.
    request: String,
    /// Files that the requests name.
    #[serde(default)]
    attach: Vec<Attachment>,
    /// Answers from blind solvers per candidate; needs a model.
    #[serde(default)]
    #[schemars(range(max = 9))]
    votes: Option<u32>,
}

/// A file, as text or as bytes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Attachment {
    /// Name as used in the requests.
    name: String,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    base64: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Batch {
    run: String,
    /// done, waits (for a person) or begun.
    status: String,
    tasks: Vec<Task>,
    /// Questions for a person, if a task waits.
    reviews: Vec<Review>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Task {
    #[serde(rename = "task")]
    name: String,
    /// A, B or C; `-` if none was chosen.
    path: String,
    /// done, waits, error, skipped or failed.
    result: String,
    why: String,
    /// The task file, if it is finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<String>,
    status: Value,
}

async fn make(call: Call, asked: Flat<(Make, Waiting)>) -> Result<Told<Batch>, Problem> {
    let Flat((Make { request: text, attach, votes }, Waiting { wait })) = asked;
    let trimmed = text.trim();
    let name = if trimmed.starts_with(['{', '[']) {
        "request.json"
    } else if trimmed
        .lines()
        .next()
        .is_some_and(|line| line.contains(',') && !line.starts_with(['-', '*', '#']))
    {
        "request.csv"
    } else {
        "request.md"
    };
    let mut files = Vec::new();
    for (place, attachment) in attach.into_iter().enumerate() {
        files.push(bytes(&call, attachment).map_err(|problem| problem.at(format!("/attach/{place}")))?);
    }
    let mut request = AuthorRequest::new(files, votes);
    request.read("/request", name, text.as_bytes())?;
    if request.is_empty() {
        let problem = Problem::new(Code::BadInput, "no request given").at("/request");
        return Err(problem.hint("give bullet text, JSON or CSV"));
    }
    let (setup, store) = (call.setup(), call.store());
    let input = request.input(&setup, &store).await?;
    let id = RunId::fresh();
    let submission = setup.submission(&AUTHOR_BATCH, &id, &input)?;
    let outcome = call.drive(submission, wait, Measure::Steps).await?;
    if matches!(outcome, RunOutcome::Begun) {
        let batch =
            Batch { run: id.to_string(), status: "begun".to_owned(), tasks: Vec::new(), reviews: Vec::new() };
        return Ok(Told::new(batch, format!("Run {id} makes it; run_status reports its progress.")));
    }
    let batch = batch(&store, &id, outcome.status()).await?;
    let text = summary(&batch);
    Ok(Told::new(batch, text))
}

async fn batch(store: &Owned, id: &RunId, status: &str) -> Result<Batch, Problem> {
    let tasks = author::lines(store, id).await?.into_iter().map(|line| Task {
        name: line.task,
        path: line.path,
        result: line.result.to_owned(),
        why: line.why,
        markdown: line.markdown,
        status: line.status,
    });
    let reviews = open_reviews(store, id).await?.iter().map(Review::of).collect();
    Ok(Batch { run: id.to_string(), status: status.to_owned(), tasks: tasks.collect(), reviews })
}

fn summary(batch: &Batch) -> String {
    let mut lines = vec![format!("Run {}: {}.", batch.run, count_text(batch.tasks.len(), "task"))];
    for task in &batch.tasks {
        lines.push(format!("- {}: {} {}", task.name, task.result, task.why).trim_end().to_owned());
    }
    if !batch.reviews.is_empty() {
        lines.push(format!("\nQuestions for a person:\n{}", review_lines(&batch.reviews)));
    }
    for task in &batch.tasks {
        lines.extend(task.markdown.as_ref().map(|markdown| format!("\n{markdown}")));
    }
    lines.join("\n")
}

fn bytes(call: &Call, attachment: Attachment) -> Result<Source, Problem> {
    let bytes = match (attachment.text, attachment.base64) {
        (Some(text), None) => text.into_bytes(),
        (None, Some(text)) => {
            let text: String = text.split_whitespace().collect();
            let broken = |error| Problem::new(Code::BadInput, format!("this is not valid base64: {error}"));
            STANDARD.decode(text).map_err(broken)?
        }
        _ => return Err(Problem::new(Code::BadInput, "give a file either as text or as base64")),
    };
    Source::from_bytes(&call.setup(), &attachment.name, bytes)
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Check {
    /// The task file in Markdown.
    text: String,
    /// File name, which some rules check.
    #[serde(default)]
    name: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Checked {
    findings: Vec<Found>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Found {
    line: usize,
    severity: Severity,
    rule: String,
    place: String,
    message: String,
}

async fn check(call: Call, asked: Check) -> Result<Told<Checked>, Problem> {
    if asked.text.trim().is_empty() {
        return Err(Problem::new(Code::BadInput, "the task file is empty").at("/text"));
    }
    let defects = call.compute(move |_| Ok(check_named(&asked.text, asked.name.as_deref()))).await?;
    let mut lines: Vec<String> = defects.iter().map(ToString::to_string).collect();
    lines.push(format!("{} found.", count_text(defects.len(), "defect")));
    let findings = defects.into_iter().map(|defect| Found {
        line: defect.line,
        severity: defect.severity,
        rule: defect.rule.code().to_owned(),
        place: defect.place,
        message: defect.message,
    });
    Ok(Told::new(Checked { findings: findings.collect() }, lines.join("\n")))
}
