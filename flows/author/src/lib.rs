//! author: comprehension quizzes for task files, with every rule enforced by a gate.
//!
//! There are three paths. A finds a source in the library, B is given one, C adds six questions to a task that has
//! nine. The agents are separate calls; their output is input, and the gates over typed data decide.

mod agents;
mod assignment;
mod candidate;
mod course;
mod coverage;
mod existing_task;
mod flow;
pub mod gates;
pub mod index;
mod judgement;
mod mend;
pub mod native;
mod order;
mod outcome;
mod positions;
mod reference;
mod request;
mod review;
pub mod routing;
mod rule_enum;
pub mod rules;
mod select;
mod sheet;
mod source;
mod status;

pub use agents::{AGENTS, CONTRACTS, SOLVER};
pub use candidate::{Candidate, Candidates, Draw, Level, Offered, Target};
pub use course::{Curriculum, Familiarity, Finished, Objective, ToDesign, ToFinish};
pub use coverage::{CoverageMap, Covered, Grade, Summary, UnderCovered};
pub use flow::{AUTHOR, AUTHOR_BATCH, FLOWS, ToVote};
pub use mend::mend;
pub use order::{
    Asked, Blind, Extraction, Order, Sample, ScopeMap, Solved, Sorted, ToCover, ToExtract, ToReview, ToSolve,
    Wanted,
};
pub use outcome::{Attached, AuthorInput, AuthorReport, AuthorTask, Broken, Ending, TaskOutcome};
pub use positions::arrange;
pub use reference::{Block, Reference};
pub use request::{Flawed, Place, Requests, TaskRequest, Wishes, once_each, read};
pub use review::{CandidateReview, Part, Rejected, Revision, Scored};
pub use select::{Selection, Standing, select};
pub use source::{
    Approval, Authority, Currency, Expertise, Found, Length, Source, Sources, ToDiscover, ToValidate,
};
pub use status::{Flag, Path, Stage, Status, StatusNote};
