//! The agents: the eight of the workflow document, and a blind solver. Each is a separate call and knows nothing of the
//! others.

use tutti_agent::{Agent, AgentEntry, Contract, ContractEntry};
use tutti_core::Problem;

use crate::candidate::Candidates;
use crate::course::{Curriculum, Finished, ToDesign, ToFinish};
use crate::coverage::CoverageMap;
use crate::native::{consistency, coverage, curriculum, discovery, expert, extractor, reviewer, writer};
use crate::order::{Extraction, Order, Solved, ToCover, ToExtract, ToReview, ToSolve};
use crate::review::CandidateReview;
use crate::source::{Expertise, Sources, ToDiscover, ToValidate};

/// Finds documents with specific, testable content.
pub(crate) const SOURCE_DISCOVERY: Agent<ToDiscover, Sources> = Agent::new("author_source_discovery")
    .native(discovery::discover)
    .prompt(include_str!("../prompts/source_discovery.md"));

/// Rates a source: authority, currency, what is doubtful in it.
pub(crate) const DOMAIN_EXPERT: Agent<ToValidate, Expertise> = Agent::new("author_domain_expert")
    .native(expert::validate)
    .prompt(include_str!("../prompts/domain_expert.md"));

/// Sorts sample questions by whether the reference answers them.
pub(crate) const SAMPLE_QUESTION_EXTRACTOR: Agent<ToExtract, Extraction> =
    Agent::new("author_sample_extractor")
        .native(extractor::extract)
        .prompt(include_str!("../prompts/sample_question_extractor.md"));

/// Says which concepts of the reference the existing questions test.
pub(crate) const COVERAGE_ANALYSIS: Agent<ToCover, CoverageMap> = Agent::new("author_coverage_analysis")
    .native(coverage::cover)
    .prompt(include_str!("../prompts/coverage_analysis.md"));

/// Writes candidates.
pub(crate) const QUESTION_WRITER: Agent<Order, Candidates> = Agent::new("author_question_writer")
    .native(writer::write)
    .prompt(include_str!("../prompts/question_writer.md"));

/// Scores and rejects candidates. The gates decide again over the same data.
pub(crate) const PSYCHOMETRIC_REVIEWER: Agent<ToReview, CandidateReview> = Agent::new("author_reviewer")
    .native(reviewer::review)
    .prompt(include_str!("../prompts/psychometric_reviewer.md"));

/// Derives objectives and the familiarity quiz from the chosen questions.
pub(crate) const CURRICULUM_DESIGNER: Agent<ToDesign, Curriculum> = Agent::new("author_curriculum_designer")
    .native(curriculum::design)
    .prompt(include_str!("../prompts/curriculum_designer.md"));

/// Makes the words of a task fit each other. The file itself is written by code.
pub(crate) const CONSISTENCY: Agent<ToFinish, Finished> = Agent::new("author_consistency")
    .native(consistency::finish)
    .prompt(include_str!("../prompts/consistency.md"));

/// Answers a question without its key, with or without the text.
pub(crate) const BLIND_SOLVER: Agent<ToSolve, Solved> =
    Agent::new("author_blind_solver").native(gives_up).prompt(include_str!("../prompts/blind_solver.md"));

/// Code does not read prose. The solver that knows only tricks is a gate.
#[expect(clippy::unnecessary_wraps, reason = "the shape of a native agent")]
fn gives_up(_: &ToSolve) -> Result<Solved, Problem> {
    Ok(Solved::default())
}

pub const AGENTS: [AgentEntry; 9] = [
    SOURCE_DISCOVERY.entry(),
    DOMAIN_EXPERT.entry(),
    SAMPLE_QUESTION_EXTRACTOR.entry(),
    COVERAGE_ANALYSIS.entry(),
    QUESTION_WRITER.entry(),
    PSYCHOMETRIC_REVIEWER.entry(),
    CURRICULUM_DESIGNER.entry(),
    CONSISTENCY.entry(),
    BLIND_SOLVER.entry(),
];

/// The name of the agent that is asked only where a model is set.
pub const SOLVER: &str = BLIND_SOLVER.name;

const fn of<C: Contract>() -> ContractEntry {
    ContractEntry::of::<C>()
}

/// In the order of their names.
pub const CONTRACTS: [ContractEntry; 18] = [
    of::<Candidates>(),
    of::<CoverageMap>(),
    of::<Curriculum>(),
    of::<Expertise>(),
    of::<Extraction>(),
    of::<Finished>(),
    of::<Order>(),
    of::<CandidateReview>(),
    of::<Solved>(),
    of::<Sources>(),
    of::<ToCover>(),
    of::<ToDesign>(),
    of::<ToDiscover>(),
    of::<ToExtract>(),
    of::<ToFinish>(),
    of::<ToReview>(),
    of::<ToSolve>(),
    of::<ToValidate>(),
];
