//! Views of forge runs.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use tutti_exchange::{html, line_html};
use tutti_forge::{
    Difficulty, Ending, Idea, Package, SlotOutcome, Stats,
    report::{Layers, Scores, StyleReport, VerifierReport},
};
use tutti_item::RichText;

use super::{item::figure, run::RunSummary, study::text_html};

/// A forge run with its results so far.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct ForgeView {
    pub(crate) run: RunSummary,
    pub(crate) seed: u64,
    /// Number of items requested.
    pub(crate) asked: u64,
    pub(crate) stats: Stats,
    pub(crate) outcomes: Vec<OutcomeSummary>,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct OutcomeSummary {
    pub(crate) slot: u64,
    pub(crate) schema_id: String,
    pub(crate) difficulty: Difficulty,
    pub(crate) status: OutcomeStatus,
    pub(crate) attempts: u32,
    /// Its name, such as `M4-Medium-655b77d0a6`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<String>,
    /// Id of the item in the bank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) item_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stem_html: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) failure_type: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OutcomeStatus {
    Accepted,
    Rejected,
}

/// The available parts of an outcome, accepted or rejected.
struct Parts<'a> {
    id: Option<&'a str>,
    idea: Option<&'a Idea>,
    package: Option<&'a Package>,
    verifier: Option<&'a VerifierReport>,
    style: Option<&'a StyleReport>,
    failure: Option<&'a str>,
    reasons: &'a [String],
}

fn parts(outcome: &SlotOutcome) -> Parts<'_> {
    match &outcome.result {
        Ending::Accepted(accepted) => Parts {
            id: Some(&accepted.id),
            idea: Some(&accepted.idea_plan),
            package: Some(&accepted.question_package),
            verifier: Some(&accepted.verifier_report),
            style: Some(&accepted.style_report),
            failure: None,
            reasons: &[],
        },
        Ending::Rejected(rejected) => Parts {
            id: None,
            idea: rejected.idea_plan.as_ref(),
            package: rejected.question_package.as_ref(),
            verifier: rejected.verifier_report.as_ref(),
            style: rejected.style_report.as_ref(),
            failure: Some(&rejected.failure_type),
            reasons: &rejected.reasons,
        },
    }
}

fn status(outcome: &SlotOutcome) -> OutcomeStatus {
    match outcome.result {
        Ending::Accepted(_) => OutcomeStatus::Accepted,
        Ending::Rejected(_) => OutcomeStatus::Rejected,
    }
}

impl OutcomeSummary {
    pub(crate) fn of(outcome: &SlotOutcome, run: &str) -> Self {
        let parts = parts(outcome);
        Self {
            slot: outcome.slot,
            schema_id: outcome.schema_id.clone(),
            difficulty: outcome.difficulty,
            status: status(outcome),
            attempts: outcome.attempts,
            id: parts.id.map(str::to_owned),
            item_id: outcome.item(run).map(|item| item.id.to_string()),
            stem_html: parts.package.map(|package| text_html(&package.question.stem)),
            failure_type: parts.failure.map(str::to_owned),
        }
    }
}

/// One outcome with its proof and its wrong paths.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct OutcomeView {
    #[serde(flatten)]
    pub(crate) summary: OutcomeSummary,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) idea: Option<Idea>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) question_html: Option<String>,
    /// An image as a data URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) figure: Option<String>,
    pub(crate) options: Vec<ChoiceView>,
    pub(crate) solution_html: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) insight_html: Option<String>,
    /// The formal statement that the key is proved from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) claim: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) layers: Option<Layers>,
    pub(crate) reasons: Vec<String>,
    /// What a layer could not decide, and why.
    pub(crate) undecided: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) scores: Option<Scores>,
    pub(crate) log: Vec<tutti_forge::LogLine>,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct ChoiceView {
    pub(crate) letter: String,
    pub(crate) html: String,
    pub(crate) correct: bool,
    /// The mistake that leads here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) path_html: Option<String>,
    /// The same as an expression, with the variable names of the claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) gives: Option<String>,
}

impl OutcomeView {
    pub(crate) fn of(outcome: &SlotOutcome, run: &str) -> Self {
        let parts = parts(outcome);
        let rich = RichText::from_dollars;
        let options = parts.package.map(options).unwrap_or_default();
        let solution = parts.package.map(|package| &package.solution);
        let solution_html = solution.map_or_else(Vec::new, |solution| {
            let steps = solution.steps.iter().map(|step| line_html(&rich(&step.text), &BTreeMap::new()));
            if solution.steps.is_empty() && !solution.reasoning.is_empty() {
                vec![html(&rich(&solution.reasoning), &BTreeMap::new())]
            } else {
                steps.collect()
            }
        });
        let reasons = parts.verifier.map(|report| report.reasons.as_slice()).unwrap_or_default();
        Self {
            summary: OutcomeSummary::of(outcome, run),
            idea: parts.idea.cloned(),
            question_html: parts.package.map(|package| html(&rich(&package.question.stem), &BTreeMap::new())),
            figure: parts.package.and_then(|package| package.figure.as_deref()).map(figure),
            options,
            solution_html,
            insight_html: solution
                .filter(|solution| !solution.key_insight.is_empty())
                .map(|solution| text_html(&solution.key_insight)),
            claim: parts
                .package
                .and_then(|package| package.claim.as_ref())
                .and_then(|claim| serde_json::to_value(claim).ok()),
            layers: parts.verifier.and_then(|report| report.layers),
            reasons: if parts.reasons.is_empty() { reasons.to_vec() } else { parts.reasons.to_vec() },
            undecided: parts.verifier.map(|report| report.undecided.clone()).unwrap_or_default(),
            scores: parts.style.map(|report| report.scores),
            log: outcome.log.clone(),
        }
    }
}

fn options(package: &Package) -> Vec<ChoiceView> {
    let question = &package.question;
    let option = |(letter, text): (&String, &String)| {
        let path = package.distractor_map.get(letter);
        ChoiceView {
            letter: letter.clone(),
            html: text_html(text),
            correct: *letter == question.correct_option,
            path_html: path.map(|path| text_html(&path.why)),
            gives: path.and_then(|path| path.gives.clone()),
        }
    };
    question.options.iter().map(option).collect()
}
