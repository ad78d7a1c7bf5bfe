//! The handover: the Reader's results and the order to the Coach, with the blocks they are based on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_agent::Contract;
use tutti_composer::Difficulty;
use tutti_core::Finding;

use crate::rules::Rule;
use tutti_library::Block;

/// From the Reader to the Coach, through the orchestrator.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HandoverV1 {
    pub metadata: Metadata,
    pub context: Context,
    pub instructions_for_coach: Instructions,
    /// The basis of the context, and what every card and question must quote.
    pub blocks: Vec<Block>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Metadata {
    pub session_id: String,
    pub source_title: String,
    /// SHA-256 of the bytes of the document.
    pub source_hash: String,
    /// `en`, `nb`, `nn`, …
    pub language: String,
    /// RFC 3339.
    pub generated_at: String,
}

/// The output of the Reader.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Context {
    pub full_summary: String,
    pub key_concepts: Vec<Concept>,
    pub main_sections: Vec<Section>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Concept {
    pub term: String,
    pub definition: String,
    pub relevance: Relevance,
    /// The blocks it is defined in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub source_span: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum Relevance {
    High,
    Medium,
    Low,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Section {
    pub section_title: String,
    pub section_summary: String,
    /// Such as `pages 1-5`.
    #[serde(default)]
    pub content_ref: String,
}

/// The orchestrator's order to the Coach.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Instructions {
    pub target_audience: String,
    pub generation_goals: Vec<Goal>,
    /// Terms to ask about first.
    #[serde(default)]
    pub focus_areas: Vec<String>,
    pub constraints: Constraints,
    /// Existing or refused questions, each in quotation marks and followed by the reason.
    #[serde(default)]
    pub avoid: Vec<String>,
}

impl Instructions {
    /// Whether this question must not be asked again.
    pub(crate) fn avoids(&self, question: &str) -> bool {
        let quoted = format!("“{question}”:");
        self.avoid.iter().any(|refused| refused.starts_with(&quoted))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    Flashcards,
    MultipleChoiceQuiz,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Constraints {
    pub num_flashcards: u32,
    pub num_quiz_questions: u32,
    pub quiz_difficulty: Difficulty,
}

/// The maximum number of cards or questions per request.
pub const MOST: u32 = 200;

impl Contract for Context {
    const NAME: &'static str = "study_context";

    fn validate(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut fault =
            |rule: Rule, message: &str, pointer: String| findings.push(rule.finding(message).at(pointer));
        if self.full_summary.trim().is_empty() {
            fault(Rule::SummaryMissing, "there is no summary", "/fullSummary".to_owned());
        }
        for (i, concept) in self.key_concepts.iter().enumerate() {
            if concept.term.trim().is_empty() || concept.definition.trim().is_empty() {
                let message = "a concept needs a term and a definition";
                fault(Rule::ConceptIncomplete, message, format!("/keyConcepts/{i}"));
            }
        }
        findings
    }
}

impl Contract for HandoverV1 {
    const NAME: &'static str = "handover_v1";

    fn validate(&self) -> Vec<Finding> {
        let mut findings = self.context.validate();
        for finding in &mut findings {
            finding.pointer = format!("/context{}", finding.pointer);
        }
        let constraints = &self.instructions_for_coach.constraints;
        for (name, count) in [
            ("numFlashcards", constraints.num_flashcards),
            ("numQuizQuestions", constraints.num_quiz_questions),
        ] {
            if count > MOST {
                let message = format!("at most {MOST}; got {count}");
                let pointer = format!("/instructions_for_coach/constraints/{name}");
                findings.push(Rule::CountTooLarge.finding(message).at(pointer));
            }
        }
        if self.blocks.is_empty() {
            let message = "there are no blocks";
            findings.push(Rule::BlocksMissing.finding(message).at("/blocks"));
        }
        findings
    }
}
