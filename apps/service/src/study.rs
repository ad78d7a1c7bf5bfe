//! Study runs, which turn a document into a session, and their logs.

use schemars::JsonSchema;
use serde::{Deserialize, de::IgnoredAny};
use serde_json::json;
use tutti_agent::CallRecord;
use tutti_core::{Code, ContentHash, Problem, RunId};
use tutti_engine::{StepRecord, Submission, step_name};
use tutti_store::{Entry, EntryKind, Millis, Owned};
use tutti_study::{Difficulty, MOST, STUDY, StudyInput, gates::Thresholds};

use crate::{Setup, Source, requests::non_blank, time};

/// The default audience.
pub const AUDIENCE: &str = "a learner who has read the document";

/// A request for study aids. Missing values come from the settings.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyRequest {
    /// Number of flashcards, at most 200.
    pub flashcards: Option<u32>,
    /// Number of questions, at most 200.
    pub questions: Option<u32>,
    pub difficulty: Option<Difficulty>,
    /// Target audience.
    pub audience: Option<String>,
    /// Terms to cover first.
    #[serde(default)]
    pub focus: Vec<String>,
}

impl StudyRequest {
    /// The checked numbers of cards and questions.
    pub fn counts(&self, setup: &Setup) -> Result<(u32, u32), Problem> {
        let set = &setup.settings.study;
        let counts = (self.flashcards.unwrap_or(set.flashcards), self.questions.unwrap_or(set.questions));
        for (name, count) in [("/flashcards", counts.0), ("/questions", counts.1)] {
            if count > MOST {
                let detail = format!("at most {MOST} cards or questions");
                return Err(Problem::new(Code::BadInput, detail).at(name));
            }
        }
        if counts == (0, 0) {
            let problem = Problem::new(Code::BadInput, "neither cards nor questions requested");
            return Err(problem.at("/questions").hint("`--questions 10` asks for ten"));
        }
        Ok(counts)
    }
}

/// The run that makes a session from a document. Its id is also the session's.
pub async fn submission(
    setup: &Setup,
    store: &Owned,
    id: &RunId,
    source: Source,
    request: StudyRequest,
    at: Millis,
) -> Result<Submission, Problem> {
    let (flashcards, questions) = request.counts(setup)?;
    let set = &setup.settings.study;
    let input = StudyInput {
        session_id: id.as_str().to_owned(),
        user_id: store.owner().as_str().to_owned(),
        name: source.name,
        source_hash: store.keep_file(source.bytes).await?,
        at: time::rfc3339(at),
        at_ms: at,
        flashcards,
        questions,
        difficulty: request.difficulty.unwrap_or_default(),
        audience: non_blank(request.audience).unwrap_or_else(|| AUDIENCE.to_owned()),
        focus: request.focus,
        thresholds: Thresholds {
            ocr_refuse: set.ocr_refuse,
            ocr_warn: set.ocr_warn,
            characters: set.characters,
        },
    };
    setup.submission(&STUDY, id, &input)
}

/// One line per step of a run: the agent, its input and output, the time taken and the cost.
pub async fn log(store: &Owned, run: &RunId) -> Result<String, Problem> {
    let ledger = store.ledger(run).await?;
    let mut lines = String::new();
    for entry in store.journal(run).await?.iter().filter(|entry| entry.kind == EntryKind::Step) {
        let problem = problem_of(entry);
        let tokens: u64 = ledger
            .iter()
            .filter(|call| call.step == entry.key)
            .map(|call| call.input_tokens + call.output_tokens)
            .sum();
        let line = json!({
            "trace_id": run,
            "stage": entry.key,
            "agent": step_name(&entry.key),
            "input_hash": entry.input,
            "output_hash": ContentHash::of_json(&entry.output),
            "duration_ms": entry.ended_at - entry.started_at,
            "tokens_used": tokens,
            "errors": problem.iter().collect::<Vec<_>>(),
            "status": if problem.is_some() { "failed" } else { "done" },
        });
        lines.push_str(&line.to_string());
        lines.push('\n');
    }
    Ok(lines)
}

/// The problem of a step that failed. An attempt that was retried is not a failure of the step.
fn problem_of(entry: &Entry) -> Option<Problem> {
    if let Some(call) = CallRecord::read(entry) {
        return call.problem;
    }
    match StepRecord::<IgnoredAny>::read(entry) {
        Some(StepRecord::Final(problem)) => Some(problem),
        _ => None,
    }
}
