//! The reviewer's output on candidates. It is input: the gates decide again over the same data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_agent::Contract;

use crate::candidate::{Candidate, Level};

/// The four parts of a score, each from 1 to 10.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Part {
    pub source_dependency: f64,
    pub distractors: f64,
    pub item_writing: f64,
    pub discrimination: f64,
}

impl Part {
    /// From 1 to 10.
    pub fn score(&self) -> f64 {
        0.30 * self.source_dependency
            + 0.25 * self.distractors
            + 0.25 * self.item_writing
            + 0.20 * self.discrimination
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Scored {
    pub question_id: String,
    pub parts: Part,
    /// Shares of uninformed readers that each wrong option is thought to draw, in the order of the options; the key's
    /// place holds its own share.
    pub draws: Vec<f64>,
    /// The final form: wording, grammar and the order of options may be corrected, nothing else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mended: Option<Candidate>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rejected {
    pub question_id: String,
    #[serde(default)]
    pub score: Option<f64>,
    /// Each names its rule.
    pub reasons: Vec<String>,
}

/// What the writer is asked for again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Revision {
    pub level: Level,
    pub count_needed: usize,
    pub guidance: Vec<String>,
}

/// The output of the reviewer.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Review")]
pub struct CandidateReview {
    pub accepted: Vec<Scored>,
    pub rejected: Vec<Rejected>,
    #[serde(default)]
    pub revision_requests: Vec<Revision>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub escalate: Option<String>,
}

impl Contract for CandidateReview {
    const NAME: &'static str = "author_review";
}
