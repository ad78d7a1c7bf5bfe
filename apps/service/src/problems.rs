//! The problems with which an operation can fail: several for bad settings, otherwise one.

use tutti_bank::BankError;
use tutti_core::{BadId, Code, Problem, RunId};
use tutti_engine::EngineError;
use tutti_store::StoreError;

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    pub fn internal(error: &dyn std::error::Error) -> Self {
        Problem::new(Code::Internal, error.to_string()).into()
    }

    /// The first problem; all have the same kind.
    pub fn first(self) -> Problem {
        let none = || Problem::new(Code::Internal, "something failed without a reason");
        self.0.into_iter().next().unwrap_or_else(none)
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}

impl From<Vec<Problem>> for Problems {
    fn from(problems: Vec<Problem>) -> Self {
        Self(problems)
    }
}

impl From<StoreError> for Problems {
    fn from(error: StoreError) -> Self {
        Problem::from(error).into()
    }
}

impl From<BankError> for Problems {
    fn from(error: BankError) -> Self {
        Problem::from(error).into()
    }
}

impl From<EngineError> for Problems {
    fn from(error: EngineError) -> Self {
        match &error {
            EngineError::Busy { id } => {
                let id = id.clone();
                name_run(error.into(), &id).into()
            }
            _ => Problem::from(error).into(),
        }
    }
}

impl From<BadId> for Problems {
    fn from(error: BadId) -> Self {
        Problem::new(Code::BadInput, error.to_string()).into()
    }
}

/// Hints speak of RUN where a library cannot know what is typed for it.
pub fn name_run(mut problem: Problem, run: &RunId) -> Problem {
    for hint in &mut problem.hints {
        *hint = hint.replace(" RUN ", &format!(" {run} ")).replace(" RUN`", &format!(" {run}`"));
    }
    problem
}
