//! The flow of the crash matrix: a loop, parallel children, a retry, a gate with regeneration, a review and a
//! sleep. Every effect is a call to a provider outside the process, which counts the calls.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tutti_agent::{Agent, Call, Contract};
use tutti_core::{Finding, Severity, Verdict};
use tutti_engine::{Flow, Flows, Question, Recovery, Run, Stop, flow};

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Brief {
    /// What to write about; the provider's answer depends only on this.
    pub topic: String,
}

impl Contract for Brief {
    const NAME: &'static str = "MatrixBrief";
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Draft {
    pub words: String,
    pub score: u32,
}

impl Contract for Draft {
    const NAME: &'static str = "MatrixDraft";
}

pub const WRITER: Agent<Brief, Draft> = Agent::new("writer")
    .prompt("---\nagent: writer\nversion: 1\n---\n# system\nYou write.\n# user\ntopic: {{ input.topic }}\n");

/// Pauses longer than the executor sleeps in memory, so that the run parks.
const NIGHT: Duration = Duration::from_hours(8);

pub const MATRIX: Flow<u32, Vec<Draft>> = flow!("matrix", version 1, matrix);
const PART: Flow<String, Vec<Draft>> = flow!("matrix_part", version 1, part);

async fn matrix(run: Run<'_>, rounds: u32) -> Result<Vec<Draft>, Stop> {
    let mut drafts = Vec::new();
    for round in 0..rounds {
        drafts.push(write_draft(&run.at(format!("round/{round}")), &format!("round {round}")).await?);
    }
    run.sleep("night", NIGHT).await?;
    let parts = (0..4).map(|part| (part.to_string(), format!("part {part}")));
    for part in run.all("parts", &PART, parts, 2).await? {
        drafts.extend(part.map_err(Stop::Failed)?);
    }
    let question = Question {
        ask: "Is the whole good enough?".into(),
        why: "a person has the last word".into(),
        evidence: drafts.iter().map(|draft| draft.words.clone()).collect(),
        allowed: vec!["approve".into(), "refuse".into()],
    };
    let answer = run.ask("last_word", question, None).await?;
    drafts.push(write_draft(&run.at("closing"), &format!("closing after {answer:?}")).await?);
    Ok(drafts)
}

/// A draft that passes the gate, written anew until it does.
async fn write_draft(run: &Run<'_>, topic: &str) -> Result<Draft, Stop> {
    let mut attempt = 1;
    loop {
        let here = run.at(format!("attempt/{attempt}"));
        let draft = here.call(&WRITER, &Brief { topic: format!("{topic}, attempt {attempt}") }).await?;
        if !here.gate("good_enough", good_enough(&draft, attempt)).is_blocked() {
            return Ok(draft);
        }
        here.record_recovery(Recovery::Regeneration, "draft", "the gate refused");
        attempt += 1;
    }
}

/// The first attempt never passes, so that every draft is regenerated once.
fn good_enough(draft: &Draft, attempt: u32) -> Verdict {
    let mut findings = Vec::new();
    if attempt == 1 {
        findings.push(Finding::new("first_thought", Severity::High, draft.words.clone()));
    }
    Verdict::from_findings(findings)
}

async fn part(run: Run<'_>, topic: String) -> Result<Vec<Draft>, Stop> {
    let first = write_draft(&run.at("first"), &topic).await?;
    let second = write_draft(&run.at("second"), &format!("{topic} after {}", first.score)).await?;
    Ok(vec![first, second])
}

pub fn flows() -> Flows {
    Flows::default().with(MATRIX.entry()).with(PART.entry())
}
