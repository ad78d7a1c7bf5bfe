//! A document in, a session out.

use serde_json::{Value, json};
use tutti_core::{Code, ContentHash, Problem, RunId};
use tutti_engine::Submission;
use tutti_store::{EntryKind, Millis, Owned};
use tutti_study::{Difficulty, MOST, StudyInput, gates::Thresholds};

use crate::{Setup, Source, time};

/// Who study aids are for if nobody says.
pub const AUDIENCE: &str = "a learner who has read the document";

/// What somebody wants of a document.
#[derive(Debug, Clone, Default)]
pub struct Wish {
    pub flashcards: Option<u32>,
    pub questions: Option<u32>,
    pub difficulty: Difficulty,
    pub audience: Option<String>,
    pub focus: Vec<String>,
}

impl Wish {
    /// How many cards and questions, or why not.
    pub fn counts(&self, setup: &Setup) -> Result<(u32, u32), Problem> {
        let set = &setup.settings.study;
        let counts = (self.flashcards.unwrap_or(set.flashcards), self.questions.unwrap_or(set.questions));
        for (name, count) in [("/flashcards", counts.0), ("/questions", counts.1)] {
            if count > MOST {
                let detail = format!("at most {MOST} cards or questions are made at once");
                return Err(Problem::new(Code::BadInput, detail).at(name));
            }
        }
        if counts == (0, 0) {
            let problem = Problem::new(Code::BadInput, "neither cards nor questions are asked for");
            return Err(problem.at("/questions").hint("`--questions 10` asks for ten"));
        }
        Ok(counts)
    }
}

/// The run that makes a session of a document. Its id is the session's.
pub async fn submission(
    setup: &Setup,
    store: &Owned,
    id: &RunId,
    source: Source,
    wish: Wish,
    at: Millis,
) -> Result<Submission, Problem> {
    let (flashcards, questions) = wish.counts(setup)?;
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
        difficulty: wish.difficulty,
        audience: wish.audience.unwrap_or_else(|| AUDIENCE.to_owned()),
        focus: wish.focus,
        thresholds: Thresholds {
            ocr_refuse: set.ocr_refuse,
            ocr_warn: set.ocr_warn,
            characters: set.characters,
        },
    };
    Ok(Submission {
        id: Some(id.clone()),
        budget: setup.settings.budget,
        ..Submission::new("study", json!(input))
    })
}

/// One line for every step of a run: which agent, what went in and out, how long it took, what it cost.
pub async fn log(store: &Owned, run: &RunId) -> Result<String, Problem> {
    let ledger = store.ledger(run).await?;
    let mut lines = String::new();
    for entry in store.journal(run).await?.iter().filter(|entry| entry.kind == EntryKind::Step) {
        let output = &entry.output;
        let problem = output.pointer("/ok/problem").or_else(|| output.get("final"));
        let problem: Option<&Value> = problem.filter(|problem| !problem.is_null());
        let tokens: u64 = ledger
            .iter()
            .filter(|call| call.step == entry.key)
            .map(|call| call.input_tokens + call.output_tokens)
            .sum();
        let agent = entry.key.rsplit('/').next().unwrap_or_default().split('#').next().unwrap_or_default();
        let line = json!({
            "trace_id": run,
            "stage": entry.key,
            "agent": agent,
            "input_hash": entry.input,
            "output_hash": ContentHash::of_json(output),
            "duration_ms": entry.ended_at - entry.started_at,
            "tokens_used": tokens,
            "errors": problem.into_iter().collect::<Vec<_>>(),
            "status": if problem.is_some() { "failed" } else { "done" },
        });
        lines.push_str(&line.to_string());
        lines.push('\n');
    }
    Ok(lines)
}
