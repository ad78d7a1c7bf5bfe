//! The input and output of the Designer: the reasoning behind an item, without any numbers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_agent::Contract;
use tutti_core::{Finding, Severity};
use tutti_families::Difficulty;

use crate::lenient;

/// The input of the Designer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Brief {
    pub schema: crate::Schema,
    pub difficulty: Difficulty,
    /// Determines the choices of a native agent.
    pub seed: u64,
    /// Which item of the run it is for.
    pub slot: u64,
    /// Why earlier ideas for it were rejected.
    #[serde(default)]
    pub refused: Vec<String>,
}

impl Brief {
    /// The same slot, schema and difficulty with another seed, for another question.
    #[must_use]
    pub fn anew(self) -> Self {
        Self { seed: self.seed.wrapping_add(0x51_7cc1_b727_220a), ..self }
    }
}

impl Contract for Brief {
    const NAME: &'static str = "forge_brief";
}

/// The idea behind one item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Idea {
    pub schema_id: String,
    pub idea_summary: String,
    #[serde(default, deserialize_with = "lenient::list")]
    pub function_or_object_type: Vec<String>,
    #[serde(default, deserialize_with = "lenient::list")]
    pub constraints_used: Vec<String>,
    #[serde(default, deserialize_with = "lenient::list")]
    pub what_is_asked: Vec<String>,
    #[serde(deserialize_with = "lenient::list")]
    pub intended_wrong_paths: Vec<String>,
    #[serde(default)]
    pub difficulty_rationale: String,
    pub mcq_viability: Viability,
    /// Which native family it came from; a model has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
}

/// Whether wrong paths give believable options.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Viability {
    #[serde(deserialize_with = "lenient::flag")]
    pub viable: bool,
    #[serde(default)]
    pub reason: String,
}

impl Idea {
    /// What it says of the question, and where.
    fn statements(&self) -> impl Iterator<Item = (&str, &'static str)> {
        let lists = [
            (&self.function_or_object_type, "/function_or_object_type"),
            (&self.constraints_used, "/constraints_used"),
            (&self.what_is_asked, "/what_is_asked"),
            (&self.intended_wrong_paths, "/intended_wrong_paths"),
        ];
        let texts =
            lists.into_iter().flat_map(|(texts, at)| texts.iter().map(move |text| (text.as_str(), at)));
        texts.chain([(self.idea_summary.as_str(), "/idea_summary")])
    }
}

/// Whether a text contains a number or an equation. Names such as `P3` and `2D` are words.
fn has_number(text: &str) -> bool {
    let number = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        word.contains(|c: char| c.is_ascii_digit()) && !word.contains(char::is_alphabetic)
    };
    text.contains('=') || text.split_whitespace().any(number)
}

impl Contract for Idea {
    const NAME: &'static str = "forge_idea";

    fn validate(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut fault = |rule: &str, message: &str, pointer: &str| {
            findings.push(Finding::new(rule, Severity::High, message).at(pointer));
        };
        if self.idea_summary.trim().is_empty() {
            fault("idea_missing", "the idea has no summary", "/idea_summary");
        }
        if self.intended_wrong_paths.len() < 3 {
            fault("wrong_paths_missing", "fewer than three wrong paths", "/intended_wrong_paths");
        }
        // An idea is about reasoning; one with numbers has begun to write the question.
        for (text, pointer) in self.statements() {
            if has_number(text) {
                fault("numbers_chosen", "an idea has no numbers and no equations", pointer);
            }
        }
        findings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_not_ideas() {
        for (text, expected) in [
            ("a ratio of areas in P3, drawn in 2D", false),
            ("the second derivative changes sign twice", false),
            ("take a square of side 3", true),
            ("use y = mx", true),
            ("a factor of (12)", true),
        ] {
            assert_eq!(has_number(text), expected, "{text}");
        }
    }
}
