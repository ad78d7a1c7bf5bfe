//! The status object of a task, written after every stage.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tutti_engine::NoteRecord;
use tutti_store::Entry;

/// The origin of the text, and what is made from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Path {
    /// A source is found.
    A,
    /// A source is given.
    B,
    /// A task that exists is extended.
    C,
}

impl Path {
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
        }
    }
}

/// A stage of the work: an agent, or what the orchestrator does itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Stage {
    InputValidation,
    SourceDiscovery,
    DomainExpert,
    SampleQuestionExtractor,
    MaterialCoverageAnalysis,
    QuestionWriter,
    PsychometricReviewer,
    CurriculumDesigner,
    ConsistencyAgent,
    Done,
}

impl Stage {
    pub const fn name(self) -> &'static str {
        match self {
            Self::InputValidation => "INPUT_VALIDATION",
            Self::SourceDiscovery => "SOURCE_DISCOVERY",
            Self::DomainExpert => "DOMAIN_EXPERT",
            Self::SampleQuestionExtractor => "SAMPLE_QUESTION_EXTRACTOR",
            Self::MaterialCoverageAnalysis => "MATERIAL_COVERAGE_ANALYSIS",
            Self::QuestionWriter => "QUESTION_WRITER",
            Self::PsychometricReviewer => "PSYCHOMETRIC_REVIEWER",
            Self::CurriculumDesigner => "CURRICULUM_DESIGNER",
            Self::ConsistencyAgent => "CONSISTENCY_AGENT",
            Self::Done => "DONE",
        }
    }

    /// The stages of a path, in order.
    pub fn of(path: Path, extracts: bool) -> Vec<Self> {
        let mut stages = vec![Self::InputValidation];
        match path {
            Path::A => stages.extend([Self::SourceDiscovery, Self::DomainExpert]),
            Path::B => stages.extend(extracts.then_some(Self::SampleQuestionExtractor)),
            Path::C => stages.push(Self::MaterialCoverageAnalysis),
        }
        stages.extend([Self::QuestionWriter, Self::PsychometricReviewer]);
        stages.extend((path != Path::C).then_some(Self::CurriculumDesigner));
        stages.extend([Self::ConsistencyAgent, Self::Done]);
        stages
    }
}

/// Something that a person should know about a task.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Flag {
    /// A stable name, such as `few_samples_in_scope`.
    pub flag: String,
    pub detail: String,
    /// Whether the task must not go on with it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unresolved: bool,
}

impl Flag {
    pub fn new(flag: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { flag: flag.into(), detail: detail.into(), unresolved: false }
    }
}

/// Where a task stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Status {
    pub workflow_id: String,
    pub current_stage: Stage,
    pub path: Path,
    /// Nobody once it is done.
    pub next_agent: Option<Stage>,
    /// What the stage gave, in short.
    pub payload: Value,
    pub quality_flags: Vec<Flag>,
    pub human_review_required: bool,
}

/// The note that a task leaves in its journal after every stage.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StatusNote {
    pub status: Status,
}

impl StatusNote {
    pub fn read(entry: &Entry) -> Option<Self> {
        match NoteRecord::read(entry)? {
            NoteRecord::Flow(note) => serde_json::from_value(note).ok(),
            NoteRecord::Gate { .. } | NoteRecord::Recovery { .. } => None,
        }
    }
}

impl Status {
    pub fn has(&self, flag: &str) -> bool {
        self.quality_flags.iter().any(|known| known.flag == flag)
    }
}
