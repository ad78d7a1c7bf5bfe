//! The inputs and outcomes of a task and of a batch.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_core::{ContentHash, Problem};

use crate::request::{Flawed, TaskRequest};
use crate::status::Status;

/// A file that came with a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Attached {
    /// As the request names it.
    pub name: String,
    /// Of the file in the store.
    pub hash: ContentHash,
}

/// One task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuthorTask {
    pub request: TaskRequest,
    #[serde(default)]
    pub attached: Vec<Attached>,
    /// Answers of blind solvers to each candidate, with the text and as many without; 0 where no model is set.
    #[serde(default)]
    pub votes: usize,
    /// Solvers at work at once.
    #[serde(default)]
    pub parallel: usize,
    /// In which the run was started.
    pub year: i32,
}

impl AuthorTask {
    pub(crate) fn title(&self) -> String {
        self.request.task_id.clone()
    }
}

/// Many tasks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuthorInput {
    pub tasks: Vec<AuthorTask>,
    /// What could not even be read as a task.
    #[serde(default)]
    pub flawed: Vec<Flawed>,
    /// Tasks at work at once.
    pub parallel: usize,
}

impl AuthorInput {
    pub(crate) fn title(&self) -> String {
        let count = self.tasks.len();
        let first = self.tasks.first().map(|task| task.request.task_id.as_str()).filter(|id| !id.is_empty());
        match (first, count) {
            (None, 1) => "1 task".to_owned(),
            (None, _) => format!("{count} tasks"),
            (Some(first), 1) => first.to_owned(),
            (Some(first), _) => format!("{first} and {} more", count - 1),
        }
    }
}

/// How a task ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "result", rename_all = "snake_case")]
pub enum Ending {
    /// The task file, whole.
    Finished { markdown: String },
    /// It could not be done; the rule says why.
    Error { rule: String, text: String },
    /// A person set it aside.
    Skipped { rule: String, why: String },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Outcome")]
pub struct TaskOutcome {
    pub task_id: String,
    pub ending: Ending,
    pub status: Status,
}

impl TaskOutcome {
    pub fn markdown(&self) -> Option<&str> {
        match &self.ending {
            Ending::Finished { markdown } => Some(markdown),
            Ending::Error { .. } | Ending::Skipped { .. } => None,
        }
    }
}

/// The outcome of a batch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AuthorReport {
    /// In the order of the tasks.
    pub outcomes: Vec<TaskOutcome>,
    /// Tasks that broke off, with their ids.
    #[serde(default)]
    pub broken: Vec<Broken>,
    pub flawed: Vec<Flawed>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Broken {
    pub task_id: String,
    pub problem: Problem,
}
