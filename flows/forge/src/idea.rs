//! What the Designer is asked and what it gives: the reasoning behind an item, without a number in it.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};
use tutti_agent::Contract;
use tutti_core::{Finding, Severity};

use crate::lenient;

/// How hard an item is meant to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
pub enum Difficulty {
    Easy,
    Medium,
    Hard,
}

impl Difficulty {
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "Easy",
            Self::Medium => "Medium",
            Self::Hard => "Hard",
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Difficulty {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim().to_ascii_lowercase().as_str() {
            "easy" => Ok(Self::Easy),
            "medium" | "med" => Ok(Self::Medium),
            "hard" | "difficult" => Ok(Self::Hard),
            _ => Err(format!("`{text}` is no difficulty; there are easy, medium and hard")),
        }
    }
}

impl<'de> Deserialize<'de> for Difficulty {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        lenient::text(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// What the Designer is asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Brief {
    pub schema: crate::Schema,
    pub difficulty: Difficulty,
    /// Decides what a native agent chooses.
    pub seed: u64,
    /// Which item of the run it is for.
    pub slot: u64,
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

impl Contract for Idea {
    const NAME: &'static str = "forge_idea";

    fn validate(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut fault = |rule: &str, message: &str, pointer: &str| {
            findings.push(Finding::new(rule, Severity::High, message).at(pointer));
        };
        if self.idea_summary.trim().is_empty() {
            fault("idea_missing", "the idea is not summed up", "/idea_summary");
        }
        if self.intended_wrong_paths.len() < 3 {
            fault("wrong_paths_missing", "fewer than three wrong paths", "/intended_wrong_paths");
        }
        findings
    }
}
