//! The agents: their inputs and outputs, and their native and model ways.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_agent::{Agent, AgentEntry, Contract, ContractEntry};
use tutti_core::{Finding, Problem, Severity, Verdict};

use crate::report::{StyleReport, VerifierReport};
use crate::verify::{Blind, verify};
use crate::{Brief, Idea, Order, Package, Question, lenient, native, style};

/// Designs the reasoning behind an item.
pub(crate) const DESIGNER: Agent<Brief, Idea> =
    Agent::new("forge_designer").native(native::design).prompt(include_str!("../prompts/designer.md"));

/// Writes an item out, and writes it again after a failure.
pub(crate) const IMPLEMENTER: Agent<Order, Package> = Agent::new("forge_implementer")
    .native(native::implement)
    .prompt(include_str!("../prompts/implementer.md"))
    .check(passes_code);

/// Under `native+model` the layers that are code are shown to the writer at once, before the attempt counts as failed.
fn passes_code(_: &Order, package: &Package) -> Verdict {
    let report = verify(package, &Blind::NotAsked);
    let finding = |reason: &String| Finding::new("objection", Severity::High, reason);
    Verdict::from_findings(report.reasons.iter().map(finding).collect())
}

/// Solves an item without its key.
pub(crate) const SOLVER: Agent<Unsolved, Answer> =
    Agent::new("forge_solver").native(gives_up).prompt(include_str!("../prompts/solver.md"));

/// Judges a whole package. Its verdict counts beside the layers that are code, never in their place.
pub(crate) const VERIFIER: Agent<ToVerify, VerifierReport> =
    Agent::new("forge_verifier").native(by_code).prompt(include_str!("../prompts/verifier.md"));

/// Scores how an item would read in a paper.
pub(crate) const STYLE_JUDGE: Agent<ToJudge, StyleReport> =
    Agent::new("forge_style").native(style::judge).prompt(include_str!("../prompts/style.md"));

pub const AGENTS: [AgentEntry; 5] =
    [DESIGNER.entry(), IMPLEMENTER.entry(), SOLVER.entry(), VERIFIER.entry(), STYLE_JUDGE.entry()];

/// In the order of their names.
pub const CONTRACTS: [ContractEntry; 10] = [
    ContractEntry::of::<Answer>(),
    ContractEntry::of::<Brief>(),
    ContractEntry::of::<Idea>(),
    ContractEntry::of::<Order>(),
    ContractEntry::of::<Package>(),
    ContractEntry::of::<StyleReport>(),
    ContractEntry::of::<ToJudge>(),
    ContractEntry::of::<ToVerify>(),
    ContractEntry::of::<Unsolved>(),
    ContractEntry::of::<VerifierReport>(),
];

/// The input of a blind solver.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Unsolved {
    pub stem: String,
    pub options: std::collections::BTreeMap<String, String>,
}

impl From<&Question> for Unsolved {
    fn from(question: &Question) -> Self {
        Self { stem: question.stem.clone(), options: question.options.clone() }
    }
}

impl Contract for Unsolved {
    const NAME: &'static str = "forge_unsolved";
}

/// The output of a blind solver.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The letter, or nothing if it could not be decided.
    #[serde(default, deserialize_with = "lenient::optional_text")]
    pub answer: Option<String>,
    #[serde(default)]
    pub reasoning: String,
}

impl Contract for Answer {
    const NAME: &'static str = "forge_answer";
}

impl Answer {
    pub(crate) fn blind(&self) -> Blind {
        let letter =
            self.answer.as_deref().map(|text| text.trim().trim_matches(['(', ')', '.']).to_uppercase());
        match letter {
            Some(letter) if letter.len() == 1 => Blind::Answered(letter),
            _ if self.reasoning.is_empty() => Blind::NotAsked,
            _ => Blind::GaveUp(self.reasoning.clone()),
        }
    }
}

/// Code does not read prose: the claim is what it solves, in the proof layer.
#[expect(clippy::unnecessary_wraps, reason = "the shape of a native agent")]
fn gives_up(_: &Unsolved) -> Result<Answer, Problem> {
    Ok(Answer { answer: None, reasoning: String::new() })
}

/// The input of the verifier after the blind solve.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ToVerify {
    pub package: Package,
    /// The findings of the layers in code.
    pub report: VerifierReport,
}

impl Contract for ToVerify {
    const NAME: &'static str = "forge_to_verify";
}

/// Code has looked already and has no other opinion.
#[expect(clippy::unnecessary_wraps, reason = "the shape of a native agent")]
fn by_code(input: &ToVerify) -> Result<VerifierReport, Problem> {
    Ok(input.report.clone())
}

/// The input of the style judge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ToJudge {
    pub brief: Brief,
    pub package: Package,
}

impl Contract for ToJudge {
    const NAME: &'static str = "forge_to_judge";
}
