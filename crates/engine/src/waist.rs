//! The narrow waist: what an engine must provide for a run. One implementation per engine.
//!
//! It is object-safe and takes owned, boxed bodies because a distributed engine needs both: generic methods with
//! borrowed closures do not compile inside its handlers. A branch is data (a flow's name and an input), never a
//! closure, because only data survives a crash. Everything typed is written once, in [`crate::Run`].
//!
//! Implementations: the embedded executor (`drive.rs`) and the replayer (`replay.rs`).

use std::{pin::Pin, time::Duration};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tutti_core::{Budget, ContentHash, Owner, Problem, RunId};
use tutti_store::Question;

use crate::{NoteRecord, Services, Stop};

pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The result of a step's body: a result for the journal, or a stop that must not be journalled (a cancellation, an
/// exhausted budget) because the step has not happened.
pub type Body = BoxFuture<'static, Result<StepResult, Stop>>;

/// The result of a step.
#[derive(Debug, Clone, PartialEq)]
pub struct StepResult {
    /// For the journal.
    pub value: Value,
    /// For monitoring.
    pub outline: StepOutline,
}

/// What monitoring reports of a finished step. Never inputs or outputs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StepOutline {
    /// The way in which an agent worked.
    pub way: Option<String>,
    /// Why it has no usable value.
    pub problem: Option<Problem>,
}

/// The name of one effect: its place in the plan, never a counter or the order of completion.
#[derive(Debug, Clone)]
pub struct Step {
    pub key: String,
    /// Compared with the journal, so that changed code is noticed.
    pub input: ContentHash,
}

/// The journal's entry for a step.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorded {
    pub input: Option<ContentHash>,
    pub value: Value,
}

/// A child run: data, not a closure.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Child {
    /// Its place in the parent's plan; its id is the parent's id, a slash and this.
    pub key: String,
    pub flow: String,
    pub input: Value,
}

/// How a child ended. The parent decides what a child's failure means.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChildOutcome {
    Done(Value),
    Failed(Problem),
}

/// What a body may know about its run: who pays, how much may be spent, when it must end.
#[derive(Debug, Clone)]
pub struct RunAccount {
    pub owner: Owner,
    pub run: RunId,
    pub budget: Budget,
    /// Milliseconds since 1970.
    pub deadline: Option<i64>,
}

pub trait Engine: Send + Sync {
    fn account(&self) -> &RunAccount;

    /// Services that flows may use besides their run: model clients, prompts, readers.
    fn services(&self) -> &Services;

    /// An effect: executed unless it is in the journal, and journalled before anyone acts on it.
    fn once(&self, step: Step, body: Body) -> BoxFuture<'_, Result<Recorded, Stop>>;

    /// Returns after `length`, even if the process was killed in between.
    fn sleep(&self, key: String, length: Duration) -> BoxFuture<'_, Result<(), Stop>>;

    /// Waits for a person. None if nobody answered within `limit`.
    fn wait(
        &self,
        name: String,
        question: Question,
        limit: Option<Duration>,
    ) -> BoxFuture<'_, Result<Option<String>, Stop>>;

    /// Runs children, at most `at_once` at a time. Outcomes come in the order of `children`.
    fn all(
        &self,
        key: String,
        children: Vec<Child>,
        at_once: usize,
    ) -> BoxFuture<'_, Result<Vec<ChildOutcome>, Stop>>;

    /// Something to show that decides nothing; written with the next effect.
    fn note(&self, key: String, note: NoteRecord);
}
