//! The errors of the executor.

use tutti_core::{Code, Problem, RunId};
use tutti_store::{RunStatus, StoreError};

#[derive(Debug, Clone, thiserror::Error)]
pub enum EngineError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("there is no run `{id}`")]
    NoSuchRun { id: String },
    #[error("there is no flow `{name}`")]
    NoSuchFlow {
        name: String,
        /// A known name that is similar.
        nearest: Option<String>,
    },
    #[error("run {id} is being driven by another process")]
    Busy { id: RunId },
    #[error("run {id} has ended: {status}")]
    Ended { id: RunId, status: RunStatus },
    #[error("run {id} exists already")]
    Exists { id: RunId },
    #[error("run {run} has no question `{name}`")]
    NoSuchReview {
        run: RunId,
        name: String,
        /// The questions that it does ask.
        asked: Vec<String>,
    },
    #[error("{name} of run {run} was answered already: `{answer}` by {by}")]
    AlreadyAnswered { run: RunId, name: String, answer: String, by: String },
    #[error("`{answer}` is not an answer to {name}")]
    NotAllowed { name: String, answer: String, allowed: Vec<String> },
    #[error("run {run} has no step `{key}`")]
    NoSuchStep { run: RunId, key: String, nearest: Option<String> },
    #[error("the lock file of this process cannot be made in {place}: {cause}")]
    Lock { place: String, cause: String },
    /// The store failed, or another process took over; the run is as it was.
    #[error("{0}")]
    Abandoned(Problem),
}

impl From<EngineError> for Problem {
    fn from(error: EngineError) -> Self {
        let detail = error.to_string();
        match error {
            EngineError::Store(error) => error.into(),
            EngineError::NoSuchRun { .. } => {
                Problem::new(Code::NotFound, detail).hint("`tutti runs list` lists the runs")
            }
            EngineError::NoSuchFlow { nearest, .. } => {
                let problem = Problem::new(Code::NotFound, detail);
                match nearest {
                    Some(name) => problem.hint(format!("did you mean `{name}`?")),
                    None => problem,
                }
            }
            EngineError::Busy { .. } => Problem::new(Code::Conflict, detail)
                .hint("watch it with `tutti runs show RUN`, or end the other process first"),
            EngineError::Ended { ref id, .. } => Problem::new(Code::Conflict, detail)
                .hint(format!("redo it from one of its steps: `tutti runs fork {id} --from STEP`")),
            EngineError::Exists { .. } => Problem::new(Code::Conflict, detail),
            EngineError::NoSuchReview { asked, .. } => {
                let problem = Problem::new(Code::NotFound, detail);
                if asked.is_empty() {
                    problem.hint("`tutti review list` lists what is waiting for review")
                } else {
                    problem.hint(format!("it asks: {}", asked.join(", ")))
                }
            }
            EngineError::AlreadyAnswered { .. } => Problem::new(Code::Conflict, detail)
                .hint("an answer cannot be changed; fork the run to try another"),
            EngineError::NotAllowed { allowed, .. } => {
                Problem::new(Code::BadInput, detail).hint(format!("allowed: {}", allowed.join(", ")))
            }
            EngineError::NoSuchStep { nearest, run, .. } => {
                let problem = Problem::new(Code::NotFound, detail);
                match nearest {
                    Some(key) => problem.hint(format!("did you mean `{key}`?")),
                    None => problem.hint(format!("`tutti runs show {run}` lists its steps")),
                }
            }
            EngineError::Lock { .. } => {
                Problem::new(Code::StoreFailed, detail).hint("choose another folder with `--data DIR`")
            }
            EngineError::Abandoned(problem) => problem,
        }
    }
}
