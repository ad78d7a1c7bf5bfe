//! The tools: each submodule adds the tools of one area to the table.

mod analysis;
mod author;
mod export;
mod forge;
mod items;
mod library;
mod reviews;
mod runs;
mod study;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_service::time;
use tutti_store::ReviewRow;

use crate::tool::Entry;

pub(crate) use runs::{Whole, whole};

/// Every tool, in the order in which they are listed.
pub(crate) fn all() -> Vec<Entry> {
    let rooms = [
        study::tools(),
        library::tools(),
        items::tools(),
        export::tools(),
        forge::tools(),
        author::tools(),
        analysis::tools(),
        reviews::tools(),
        runs::tools(),
    ];
    rooms.into_iter().flatten().collect()
}

/// A question that waits for a person.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Review {
    /// Pass it with `name` to answer_review.
    run: String,
    name: String,
    ask: String,
    why: String,
    /// Evidence to consider before answering.
    evidence: Vec<String>,
    /// The allowed answers; one that begins with `@` stands for free text.
    allowed: Vec<String>,
    accepts_text: bool,
    asked_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
    /// The owner of the run, if it is not the caller's.
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<String>,
}

impl Review {
    pub(crate) fn of(row: &ReviewRow) -> Self {
        let question = &row.question;
        Self {
            run: row.run.to_string(),
            name: row.name.clone(),
            ask: question.ask.clone(),
            why: question.why.clone(),
            evidence: question.evidence.clone(),
            allowed: question.allowed.clone(),
            accepts_text: question.accepts_text(),
            asked_at: time::rfc3339(row.asked_at),
            answer: row.answer.clone(),
            owner: None,
        }
    }

    /// One line with the question and how to answer it.
    fn line(&self) -> String {
        let answers = if self.allowed.is_empty() { "any text".to_owned() } else { self.allowed.join(", ") };
        let state = self.answer.as_ref().map_or_else(
            || format!("answer_review with run `{}`, name `{}` and one of: {answers}", self.run, self.name),
            |answer| format!("answered: {answer}"),
        );
        format!("- {} {} ({state})", self.ask, self.why)
    }
}

/// The open questions, one line each.
fn review_lines(reviews: &[Review]) -> String {
    let lines: Vec<String> = reviews.iter().map(Review::line).collect();
    lines.join("\n")
}

/// The common argument of all tools that start a run.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Waiting {
    /// Wait for the result. Otherwise the call returns the run at once, and run_status reports its progress.
    #[serde(default = "yes")]
    wait: bool,
}

fn yes() -> bool {
    true
}
