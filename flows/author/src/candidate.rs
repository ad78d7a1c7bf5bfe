//! A candidate question, as the writer passes it to the reviewer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_agent::Contract;
pub use tutti_composer::Draw;
use tutti_core::{Finding, Severity};
use tutti_item::{Body, Choice, Item, Label, RichText};

/// What answering demands, in the order of a quiz.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Level {
    Remembering,
    Understanding,
    Applying,
}

impl Level {
    pub const ALL: [Self; 3] = [Self::Remembering, Self::Understanding, Self::Applying];

    /// As task files write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Remembering => "Remembering",
            Self::Understanding => "Understanding",
            Self::Applying => "Applying",
        }
    }

    /// The share of informed readers that should get it right.
    pub const fn informed_range(self) -> (f64, f64) {
        match self {
            Self::Remembering => (0.65, 0.80),
            Self::Understanding => (0.55, 0.70),
            Self::Applying => (0.45, 0.65),
        }
    }
}

/// One option. The key has neither draw nor misconception.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Offered {
    /// Without its letter.
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<Draw>,
    /// The misconception of somebody who chooses it.
    #[serde(default)]
    pub misconception: String,
    /// A verbatim quote from the reference that shows this option to be right or wrong.
    pub evidence: String,
}

/// Which concept of the coverage map a question is for. Path C only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Target {
    pub concept: String,
    /// Or a fresh angle on one that is covered.
    pub under_covered: bool,
}

/// A question that may be chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Candidate {
    /// Such as `R1`; the orchestrator numbers them.
    #[serde(default)]
    pub question_id: String,
    pub level: Level,
    pub question: String,
    pub options: Vec<Offered>,
    /// The place of the key among the options, from 0.
    pub key: usize,
    /// What it tests, in a few words.
    pub concept: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Target>,
}

impl Candidate {
    pub fn key_text(&self) -> &str {
        self.options.get(self.key).map_or("", |option| option.text.as_str())
    }

    /// What the rules for items and the test-wise solver look at.
    pub fn as_item(&self) -> Item {
        let options = self.options.iter().enumerate().map(|(place, option)| Choice {
            label: Label::at(place),
            text: RichText::from_dollars(&option.text),
            rationale: None,
        });
        let body = Body::MultipleChoice { options: options.collect(), key: Label::at(self.key) };
        Item::new(RichText::from_dollars(&self.question), body).with_content_id()
    }
}

/// The output of the writer.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Candidates {
    pub candidates: Vec<Candidate>,
    /// Set when the writer cannot continue without a person, with the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub escalate: Option<String>,
}

impl Contract for Candidates {
    const NAME: &'static str = "author_candidates";

    fn validate(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        for (i, candidate) in self.candidates.iter().enumerate() {
            if candidate.key >= candidate.options.len() {
                let message =
                    format!("{} is not a position among {} options", candidate.key, candidate.options.len());
                let finding = Finding::new("key_unknown", Severity::High, message);
                findings.push(finding.at(format!("/candidates/{i}/key")));
            }
        }
        findings
    }
}
