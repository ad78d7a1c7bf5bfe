//! author: comprehension quizzes for task files, every rule a gate.
//!
//! Three paths. A finds a source in the library, B is given one, C adds six questions to a task that has nine. The agents
//! are separate calls; what they say is input, and the gates over typed data decide.

mod candidate;
mod course;
mod coverage;
mod mend;
pub mod native;
mod order;
mod reference;
mod review;
pub mod rules;
mod select;
mod source;

pub use candidate::{Candidate, Candidates, Draw, Level, Offered, Target};
pub use course::{Curriculum, Familiarity, Finished, Objective, ToDesign, ToFinish};
pub use coverage::{CoverageMap, Covered, Grade, Summary, UnderCovered};
pub use mend::mended;
pub use order::{
    Asked, Blind, Extraction, Order, Sample, ScopeMap, Solved, Sorted, ToCover, ToExtract, ToReview, ToSolve,
    Wanted,
};
pub use reference::{Block, Reference};
pub use review::{Part, Rejected, Review, Revision, Scored};
pub use select::{Selection, Standing, select};
pub use source::{
    Approval, Authority, Currency, Expertise, Found, Length, Source, Sources, ToDiscover, ToValidate,
};
