//! The outcome of a slot: an accepted item or the reason there is none, with a log of how it came about.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_core::ContentHash;
use tutti_item::{
    Bloom, Body, Choice, Difficulty as Expected, DifficultySource, Item, Label, Provenance, RichText,
    Solution as ItemSolution, SolutionStep,
};

use crate::flow::FORGE;
use crate::report::{StyleReport, VerifierReport};
use crate::{Brief, Difficulty, Idea, Package};

/// The result of one slot of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Outcome")]
pub struct SlotOutcome {
    pub slot: u64,
    pub schema_id: String,
    pub difficulty: Difficulty,
    /// How often the Implementer was called.
    pub attempts: u32,
    #[serde(flatten)]
    pub result: Ending,
    pub log: Vec<LogLine>,
}

/// Accepted, or not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum Ending {
    Accepted(Box<Accepted>),
    Rejected(Box<Rejected>),
}

/// A bank item, as `accepted.jsonl` has it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Accepted {
    pub id: String,
    pub seed: u64,
    pub idea_plan: Idea,
    pub question_package: Package,
    pub verifier_report: VerifierReport,
    pub style_report: StyleReport,
}

/// The last failure, as in `rejected.jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rejected {
    /// `designer`, `implementer`, `verifier`, `style`, `duplicates` or `pipeline`.
    pub stage: String,
    pub failure_type: String,
    pub reasons: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idea_plan: Option<Idea>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question_package: Option<Package>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verifier_report: Option<VerifierReport>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub style_report: Option<StyleReport>,
}

/// One stage of one attempt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LogLine {
    pub stage: String,
    pub attempt: u32,
    pub outcome: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

/// `{schema_id}-{difficulty}-{fingerprint}`: the fingerprint is of schema, difficulty and the stem without its white
/// space and capitals.
pub fn item_id(brief: &Brief, package: &Package) -> String {
    let stem: String = package.question.stem.to_lowercase().split_whitespace().collect();
    let hash = ContentHash::of_bytes(format!("{}\n{}\n{stem}", brief.schema.id, brief.difficulty).as_bytes());
    format!("{}-{}-{}", brief.schema.id, brief.difficulty, &hash.as_str()[..10])
}

/// A package as an item of the bank, without what only a run knows.
pub fn item_of(package: &Package) -> Item {
    let question = &package.question;
    let options = question
        .options
        .iter()
        .map(|(letter, text)| Choice {
            label: Label(letter.clone()),
            text: RichText::from_dollars(text),
            rationale: package.distractor_map.get(letter).map(|path| RichText::from_dollars(&path.why)),
        })
        .collect();
    let key = Label(question.correct_option.clone());
    let mut item = Item::new(RichText::from_dollars(&question.stem), Body::MultipleChoice { options, key });
    let solution = &package.solution;
    let step = |text: &str, methods: &[String]| SolutionStep {
        text: RichText::from_dollars(text),
        methods: methods.to_vec(),
    };
    item.solution = ItemSolution {
        steps: if solution.steps.is_empty() {
            vec![step(&solution.reasoning, &[])]
        } else {
            solution.steps.iter().map(|s| step(&s.text, &s.methods)).collect()
        },
        insight: (!solution.key_insight.is_empty()).then(|| RichText::from_dollars(&solution.key_insight)),
    };
    item.claim = package.claim.as_ref().and_then(|claim| serde_json::to_value(claim).ok());
    item.figure.clone_from(&package.figure);
    item.language = Some("en".to_owned());
    item.with_content_id()
}

impl SlotOutcome {
    pub fn as_accepted(&self) -> Option<&Accepted> {
        match &self.result {
            Ending::Accepted(accepted) => Some(accepted),
            Ending::Rejected(_) => None,
        }
    }

    /// The item for the bank.
    pub fn item(&self, run: &str) -> Option<Item> {
        let accepted = self.as_accepted()?;
        let mut item = item_of(&accepted.question_package);
        item.aliases = vec![accepted.id.clone()];
        item.tags = [self.schema_id.clone(), "esat".to_owned(), self.difficulty.name().to_lowercase()].into();
        let (bloom, mean) = match self.difficulty {
            Difficulty::Easy => (Bloom::Apply, 0.75),
            Difficulty::Medium => (Bloom::Apply, 0.6),
            Difficulty::Hard => (Bloom::Analyse, 0.45),
        };
        item.bloom = Some(bloom);
        item.difficulty =
            Some(Expected { mean, low: mean - 0.2, high: mean + 0.2, source: DifficultySource::Prior });
        item.seed = Some(accepted.seed);
        item.provenance = Provenance {
            flow: Some(FORGE.name().to_owned()),
            run: Some(run.to_owned()),
            ..Provenance::default()
        };
        Some(item)
    }
}

/// The content of `stats.json`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stats {
    pub total: u64,
    pub accepted: u64,
    pub rejected: u64,
    /// Calls of the Implementer after the first.
    pub retries: u64,
    pub by_schema: BTreeMap<String, Counts>,
    pub by_difficulty: BTreeMap<String, Counts>,
    pub key_letters: BTreeMap<String, u64>,
    pub failure_types: BTreeMap<String, u64>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Counts {
    pub accepted: u64,
    pub rejected: u64,
}

impl Stats {
    pub fn of(outcomes: &[SlotOutcome]) -> Self {
        let mut stats = Self::default();
        for outcome in outcomes {
            stats.total += 1;
            stats.retries += u64::from(outcome.attempts.saturating_sub(1));
            let schema = stats.by_schema.entry(outcome.schema_id.clone()).or_default();
            let difficulty = stats.by_difficulty.entry(outcome.difficulty.to_string()).or_default();
            match &outcome.result {
                Ending::Accepted(accepted) => {
                    stats.accepted += 1;
                    schema.accepted += 1;
                    difficulty.accepted += 1;
                    let letter = &accepted.question_package.question.correct_option;
                    *stats.key_letters.entry(letter.clone()).or_default() += 1;
                }
                Ending::Rejected(rejected) => {
                    stats.rejected += 1;
                    schema.rejected += 1;
                    difficulty.rejected += 1;
                    *stats.failure_types.entry(rejected.failure_type.clone()).or_default() += 1;
                }
            }
        }
        stats
    }
}
