//! What is derived from the chosen questions: objectives, familiarity quiz, the texts of a task.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_agent::Contract;

use crate::candidate::{Candidate, Level};

/// The input of the curriculum designer: final questions.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ToDesign {
    pub domain: String,
    pub use_case: String,
    #[serde(default)]
    pub use_case_description: String,
    pub task_title: String,
    #[serde(default)]
    pub task_description: String,
    pub language: String,
    /// Numbered from `CQ1`.
    pub questions: Vec<Candidate>,
    /// Feedback of a gate on an earlier attempt.
    #[serde(default)]
    pub guidance: Vec<String>,
}

impl Contract for ToDesign {
    const NAME: &'static str = "author_to_design";
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Objective {
    /// Such as `LO1`.
    pub id: String,
    pub text: String,
    pub bloom_level: Level,
    /// Such as `CQ1`.
    pub maps_to_questions: Vec<String>,
}

/// A question about how well somebody already knows something, on a seven-point scale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Familiarity {
    /// `FQ1` to `FQ4`.
    pub question_id: String,
    pub question: String,
    /// Remembering asks how familiar, understanding how well understood.
    pub bloom_level: Level,
    /// Terms of the quiz that it names; FQ3 and FQ4 have some.
    #[serde(default)]
    pub terms: Vec<String>,
}

/// The output of the curriculum designer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Curriculum {
    /// At most eight words.
    pub task_topic: String,
    pub task_description: String,
    pub explainer: String,
    pub learner: String,
    pub learning_objectives: Vec<Objective>,
    pub familiarity_questions: Vec<Familiarity>,
    #[serde(default)]
    pub key_concepts: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub escalate: Option<String>,
}

impl Contract for Curriculum {
    const NAME: &'static str = "author_curriculum";
}

/// The input of the consistency agent. Code writes the file itself.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ToFinish {
    /// Set when questions are added to an existing task.
    pub expansion: bool,
    pub task_title: String,
    pub language: String,
    /// Unchanged: from the curriculum, or from the file that is extended.
    pub task_topic: String,
    pub task_description: String,
    pub explainer: String,
    pub learner: String,
    /// All of them, or the new ones of an expansion.
    pub questions: Vec<Candidate>,
    #[serde(default)]
    pub guidance: Vec<String>,
}

impl Contract for ToFinish {
    const NAME: &'static str = "author_to_finish";
}

/// The output of the consistency agent: the texts that participants see. In an expansion, only what is added.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Finished {
    #[serde(default)]
    pub task_topic: String,
    #[serde(default)]
    pub task_description: String,
    #[serde(default)]
    pub explainer: String,
    #[serde(default)]
    pub learner: String,
    /// In an expansion: what the description and the instruction for the Explainer mention in addition, such as `how
    /// a dose is missed`.
    #[serde(default)]
    pub themes: Vec<String>,
    /// In an expansion: what the Learner should be able to solve in addition, one sentence each.
    #[serde(default)]
    pub learner_items: Vec<String>,
    /// What could not be made consistent.
    #[serde(default)]
    pub issues: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub escalate: Option<String>,
}

impl Contract for Finished {
    const NAME: &'static str = "author_finished";
}
