//! The inputs of the agents around a question: writer, reviewer, coverage analysis, sample extractor, blind solver.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_agent::Contract;
use tutti_core::{Finding, Severity};

use crate::candidate::{Candidate, Level};
use crate::coverage::CoverageMap;

/// How many questions of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Wanted {
    pub level: Level,
    pub count: usize,
}

/// A question that a task already has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Asked {
    /// Such as `CQ1`.
    pub question_id: String,
    pub level: Level,
    pub question: String,
    /// Without their letters.
    pub options: Vec<String>,
    /// The position of the key, from 0; none if the file does not state it readably.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<usize>,
}

impl Asked {
    pub fn key_text(&self) -> &str {
        self.key.and_then(|key| self.options.get(key)).map_or("", String::as_str)
    }
}

/// A question from another quiz: an inspiration, never to be copied.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sample {
    /// From 1, in the order of the text they came in.
    pub number: usize,
    pub question: String,
    /// Without their letters; empty for an open question.
    #[serde(default)]
    pub options: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<usize>,
}

/// The input of the writer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Order {
    pub domain: String,
    pub topic_title: String,
    /// Such as `en`.
    pub language: String,
    /// The text that every question is based on.
    pub reference: String,
    /// Candidates requested at each level; a level that is not named is not requested.
    pub wanted: Vec<Wanted>,
    /// Options of each question.
    pub options: usize,
    /// CQ1 to CQ9 of a task that is extended.
    #[serde(default)]
    pub existing: Vec<Asked>,
    #[serde(default)]
    pub coverage: Option<CoverageMap>,
    #[serde(default)]
    pub samples: Vec<Sample>,
    /// Feedback of the reviewer or a gate on an earlier round, and a person's requests.
    #[serde(default)]
    pub guidance: Vec<String>,
    /// Questions that were already made, kept or not.
    #[serde(default)]
    pub avoid: Vec<String>,
}

impl Order {
    pub fn count_at(&self, level: Level) -> usize {
        self.wanted.iter().filter(|wanted| wanted.level == level).map(|wanted| wanted.count).sum()
    }
}

impl Contract for Order {
    const NAME: &'static str = "author_order";

    fn validate(&self) -> Vec<Finding> {
        let mut findings = reference_missing(&self.reference);
        if !(2..=8).contains(&self.options) {
            let message = format!("{} options; a question has two to eight", self.options);
            findings.push(Finding::new("options_wrong", Severity::High, message).at("/options"));
        }
        findings
    }
}

/// Nothing is made without a text, whoever the caller is.
fn reference_missing(reference: &str) -> Vec<Finding> {
    if reference.trim().is_empty() {
        let message = "there is no reference text, and nothing is made without one";
        return vec![Finding::new("reference_missing", Severity::High, message).at("/reference")];
    }
    Vec::new()
}

/// How often blind solvers found the key, if they were asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Blind {
    pub question_id: String,
    /// The share of solvers with the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub informed: Option<f64>,
    /// The share of solvers without the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uninformed: Option<f64>,
}

/// The input of the reviewer.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ToReview {
    pub candidates: Vec<Candidate>,
    pub reference: String,
    /// How many are to be chosen at each level.
    pub wanted: Vec<Wanted>,
    pub options: usize,
    #[serde(default)]
    pub existing: Vec<Asked>,
    #[serde(default)]
    pub coverage: Option<CoverageMap>,
    #[serde(default)]
    pub samples: Vec<Sample>,
    #[serde(default)]
    pub blind: Vec<Blind>,
}

impl Contract for ToReview {
    const NAME: &'static str = "author_to_review";

    fn validate(&self) -> Vec<Finding> {
        reference_missing(&self.reference)
    }
}

/// The input of the coverage analysis.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ToCover {
    pub reference: String,
    pub existing: Vec<Asked>,
}

impl Contract for ToCover {
    const NAME: &'static str = "author_to_cover";

    fn validate(&self) -> Vec<Finding> {
        reference_missing(&self.reference)
    }
}

/// The input of the sample-question extractor.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ToExtract {
    pub reference: String,
    pub samples: Vec<Sample>,
}

impl Contract for ToExtract {
    const NAME: &'static str = "author_to_extract";

    fn validate(&self) -> Vec<Finding> {
        reference_missing(&self.reference)
    }
}

/// What the reference is about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScopeMap {
    pub topics: Vec<String>,
    pub concepts: Vec<String>,
    /// Sentences or figures that can be asked about.
    pub facts: Vec<String>,
    pub procedures: Vec<String>,
    /// What the samples ask about and the reference does not say.
    pub not_covered: Vec<String>,
}

/// The decision on one sample, with the reason.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sorted {
    /// Of the sample.
    pub number: usize,
    pub reason: String,
    /// How a partly fitting sample could be asked within the reference.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub adaptation: String,
}

/// The output of the sample-question extractor. Every sample is in exactly one list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Extraction {
    pub scope: ScopeMap,
    pub in_scope: Vec<Sorted>,
    pub partial: Vec<Sorted>,
    pub out_of_scope: Vec<Sorted>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub escalate: Option<String>,
}

impl Extraction {
    /// Every decision, whichever list it is in.
    pub fn all(&self) -> impl Iterator<Item = &Sorted> {
        self.in_scope.iter().chain(&self.partial).chain(&self.out_of_scope)
    }
}

impl Contract for Extraction {
    const NAME: &'static str = "author_extraction";

    fn validate(&self) -> Vec<Finding> {
        let mut numbers: Vec<usize> = self.all().map(|sorted| sorted.number).collect();
        numbers.sort_unstable();
        let twice = numbers.windows(2).find(|pair| pair[0] == pair[1]);
        let mut findings = Vec::new();
        if let Some([number, ..]) = twice {
            let message = format!("sample {number} is in two lists");
            findings.push(Finding::new("sample_twice", Severity::High, message));
        }
        if let Some(silent) = self.all().find(|sorted| sorted.reason.trim().is_empty()) {
            let message = format!("sample {} is sorted without a reason", silent.number);
            findings.push(Finding::new("reason_missing", Severity::High, message));
        }
        findings
    }
}

/// A question without its key, for a blind solver.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ToSolve {
    pub question: String,
    pub options: Vec<String>,
    /// The text, for a solver that has read it; none for one that has not.
    #[serde(default)]
    pub reference: Option<String>,
    /// Which of several votes this is, from 1.
    pub vote: usize,
}

impl Contract for ToSolve {
    const NAME: &'static str = "author_to_solve";
}

/// The output of a blind solver.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Solved {
    /// The letter of an option, or nothing if it could not be decided.
    #[serde(default)]
    pub answer: Option<String>,
    #[serde(default)]
    pub reasoning: String,
}

impl Solved {
    /// The place of the option, from 0.
    pub fn place(&self) -> Option<usize> {
        let letter = self.answer.as_deref()?.trim().trim_start_matches('(').chars().next()?;
        let letter = u32::from(letter.to_ascii_uppercase());
        usize::try_from(letter.checked_sub(u32::from('A'))?).ok().filter(|place| *place < 8)
    }
}

impl Contract for Solved {
    const NAME: &'static str = "author_solved";
}
