//! Which concepts of the reference the existing questions of a task test.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_agent::Contract;

use crate::candidate::Level;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    Low,
    Medium,
    High,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Covered {
    pub concept: String,
    /// Such as `CQ1`.
    pub tested_by: Vec<String>,
    pub bloom_levels_tested: Vec<Level>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnderCovered {
    pub concept: String,
    pub importance: Grade,
    pub testability: Grade,
    pub suggested_bloom_levels: Vec<Level>,
    pub rationale: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    pub total_reference_concepts: usize,
    pub concepts_tested_by_cq1_cq9: usize,
    pub concepts_not_tested: usize,
    /// Such as `48%`.
    pub coverage_percentage: String,
}

/// The coverage map of Path C. Under-covered concepts are in the order in which they should be asked about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CoverageMap {
    pub covered_concepts: Vec<Covered>,
    pub under_covered_concepts: Vec<UnderCovered>,
    pub coverage_summary: Summary,
}

impl Contract for CoverageMap {
    const NAME: &'static str = "author_coverage_map";
}
