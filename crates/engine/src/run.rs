//! The typed interface of a run for flow code. Written once, over any engine.

use std::{fmt, sync::Arc, time::Duration};

use serde::{Serialize, de::DeserializeOwned};
use tutti_core::{Code, ContentHash, Problem, RunId, Verdict};
use tutti_store::Question;

use crate::{
    ChildOutcome, Engine, Failure, Flow, NoteRecord, Pauses, Recovery, RunAccount, Step, StepOutline,
    StepRecord, StepResult, Stop,
};

/// One execution of a flow, at one place in its plan.
#[derive(Clone)]
pub struct Run<'e> {
    engine: &'e dyn Engine,
    /// Its place in the plan: a prefix of every key below it.
    place: String,
}

/// A journalled failure, for callers with their own recovery.
#[derive(Debug, Clone, PartialEq)]
pub struct Failed {
    pub problem: Problem,
    /// Whether another attempt makes sense, and the earliest time for it.
    pub again: Option<Option<Duration>>,
}

impl<'e> Run<'e> {
    pub fn new(engine: &'e dyn Engine) -> Self {
        Self { engine, place: String::new() }
    }

    pub fn id(&self) -> &'e RunId {
        &self.engine.account().run
    }

    pub fn account(&self) -> &'e RunAccount {
        self.engine.account()
    }

    /// A service that the binary set up, found by its type.
    pub fn service<T: Send + Sync + 'static>(&self) -> Result<Arc<T>, Stop> {
        self.engine.services().get()
    }

    /// The same run at a place further down the plan. In a loop, the place names the round.
    #[must_use]
    pub fn at(&self, place: impl fmt::Display) -> Self {
        Self { engine: self.engine, place: self.key(&place.to_string()) }
    }

    /// The full key of `name` at this place, as in the journal.
    pub fn key(&self, name: &str) -> String {
        if self.place.is_empty() { name.to_owned() } else { format!("{}/{name}", self.place) }
    }

    /// One effect, tried once. Its value comes from the journal if it is there.
    pub async fn step<T, F>(
        &self,
        name: &str,
        input: &impl Serialize,
        body: impl FnOnce() -> F,
    ) -> Result<T, Stop>
    where
        T: Serialize + DeserializeOwned + Send + 'static,
        F: Future<Output = Result<T, Failure>> + Send + 'static,
    {
        match self.attempt(name, 1, input, body()).await? {
            Ok(value) => Ok(value),
            Err(failed) => Err(Stop::Failed(failed.problem)),
        }
    }

    /// One effect, tried again after each pause while the failure is one that may pass. Every attempt is its
    /// own journal entry, so that retries survive a crash and are billed alike on every engine.
    pub async fn step_with<T, F>(
        &self,
        pauses: &Pauses,
        name: &str,
        input: &impl Serialize,
        mut body: impl FnMut(u32) -> F,
    ) -> Result<T, Stop>
    where
        T: Serialize + DeserializeOwned + Send + 'static,
        F: Future<Output = Result<T, Failure>> + Send + 'static,
    {
        let mut n = 1;
        loop {
            let failed = match self.attempt(name, n, input, body(n)).await? {
                Ok(value) => return Ok(value),
                Err(failed) => failed,
            };
            let Some(pause) = failed.again.and_then(|asked| pauses.after(n, asked)) else {
                return Err(Stop::Failed(failed.problem));
            };
            self.record_recovery(Recovery::Retry, &format!("{name}#{n}"), &failed.problem.detail);
            self.sleep(&format!("{name}#{n}"), pause).await?;
            n += 1;
        }
    }

    /// Attempt `n` of an effect, for callers with their own recovery. The failure is journalled too.
    pub async fn attempt<T, F>(
        &self,
        name: &str,
        n: u32,
        input: &impl Serialize,
        body: F,
    ) -> Result<Result<T, Failed>, Stop>
    where
        T: Serialize + DeserializeOwned + Send + 'static,
        F: Future<Output = Result<T, Failure>> + Send + 'static,
    {
        self.outlined_attempt(name, n, input, body, |_| StepOutline::default()).await
    }

    /// As [`Self::attempt`]; `outline` selects what monitoring reports of the value.
    pub async fn outlined_attempt<T, F>(
        &self,
        name: &str,
        n: u32,
        input: &impl Serialize,
        body: F,
        outline: fn(&T) -> StepOutline,
    ) -> Result<Result<T, Failed>, Stop>
    where
        T: Serialize + DeserializeOwned + Send + 'static,
        F: Future<Output = Result<T, Failure>> + Send + 'static,
    {
        let input = serde_json::to_value(input)
            .map_err(|error| Stop::failed(Code::Internal, format!("the input of step {name}: {error}")))?;
        let step = Step { key: self.key(&format!("{name}#{n}")), input: ContentHash::of_json(&input) };
        let asked = step.clone();
        let body = Box::pin(async move {
            let record = match body.await {
                Ok(value) => StepRecord::Ok(value),
                Err(Failure::Stop(stop)) => return Err(stop),
                // The store that failed the step would also hold its record: the run is taken up again later.
                Err(Failure::Final(problem)) if problem.code == Code::StoreFailed => {
                    return Err(Stop::Store(problem));
                }
                Err(Failure::Final(problem)) => StepRecord::Final(problem),
                Err(Failure::Again { problem, after }) => {
                    StepRecord::Again { problem, after_ms: after.map(|after| after.as_millis() as u64) }
                }
            };
            let outline = match &record {
                StepRecord::Ok(value) => outline(value),
                failed => StepOutline { way: None, problem: failed.problem().cloned() },
            };
            let value = serde_json::to_value(record)
                .map_err(|error| Stop::failed(Code::Internal, format!("the value of a step: {error}")))?;
            Ok(StepResult { value, outline })
        });
        let recorded = self.engine.once(step, body).await?;
        if recorded.input.as_ref().is_some_and(|input| *input != asked.input) {
            return Err(Stop::Mismatch(input_mismatch(&asked, recorded.input.as_ref())));
        }
        match serde_json::from_value::<StepRecord<T>>(recorded.value) {
            Ok(StepRecord::Ok(value)) => Ok(Ok(value)),
            Ok(StepRecord::Final(problem)) => Ok(Err(Failed { problem, again: None })),
            Ok(StepRecord::Again { problem, after_ms }) => {
                Ok(Err(Failed { problem, again: Some(after_ms.map(Duration::from_millis)) }))
            }
            Err(error) => Err(Stop::Mismatch(
                Problem::new(
                    Code::JournalMismatch,
                    format!(
                        "step `{}`: the journal has a value of another shape than the code expects: {error}",
                        asked.key
                    ),
                )
                .hint("the code changed under this run: fork it from the step before"),
            )),
        }
    }

    /// Returns after `length`, even if the process was killed in between.
    pub async fn sleep(&self, name: &str, length: Duration) -> Result<(), Stop> {
        self.engine.sleep(format!("{}~", self.key(name)), length).await
    }

    /// Asks a person and waits. None if nobody answered within `limit`.
    pub async fn ask(
        &self,
        name: &str,
        question: Question,
        limit: Option<Duration>,
    ) -> Result<Option<String>, Stop> {
        self.engine.wait(self.key(name), question, limit).await
    }

    /// Runs a child for each input, at most `at_once` at a time. Each input has its place in the plan.
    pub async fn all<I: Serialize, O: DeserializeOwned>(
        &self,
        name: &str,
        flow: &Flow<I, O>,
        inputs: impl IntoIterator<Item = (String, I)>,
        at_once: usize,
    ) -> Result<Vec<Result<O, Problem>>, Stop> {
        let children = inputs
            .into_iter()
            .map(|(place, input)| flow.child(self.key(&format!("{name}/{place}")), &input))
            .collect::<Result<Vec<_>, Problem>>()
            .map_err(Stop::Failed)?;
        let outcomes = self.engine.all(format!("{}*", self.key(name)), children, at_once.max(1)).await?;
        outcomes
            .into_iter()
            .map(|outcome| match outcome {
                ChildOutcome::Failed(problem) => Ok(Err(problem)),
                ChildOutcome::Done(value) => serde_json::from_value(value).map(Ok).map_err(|error| {
                    Stop::Mismatch(Problem::new(
                        Code::JournalMismatch,
                        format!("a child of `{}` gave a value of another shape: {error}", self.key(name)),
                    ))
                }),
            })
            .collect()
    }

    /// Records a gate's verdict and returns it.
    pub fn gate(&self, name: &str, verdict: Verdict) -> Verdict {
        self.record(name, NoteRecord::Gate { gate: verdict.clone() });
        verdict
    }

    /// Puts a recovery on record: which of the five kinds, where, and why.
    pub fn record_recovery(&self, kind: Recovery, place: &str, why: &str) {
        let note = NoteRecord::Recovery { recovery: kind, why: why.to_owned() };
        self.record(&format!("{place}!{}", kind.name()), note);
    }

    /// Something to show that decides nothing.
    pub fn note(&self, name: &str, note: &impl Serialize) {
        self.record(name, NoteRecord::Flow(serde_json::to_value(note).unwrap_or_default()));
    }

    fn record(&self, name: &str, note: NoteRecord) {
        self.engine.note(format!("{}!", self.key(name)), note);
    }
}

impl fmt::Debug for Run<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Run({} at {:?})", self.id(), self.place)
    }
}

fn input_mismatch(asked: &Step, recorded: Option<&ContentHash>) -> Problem {
    Problem::new(
        Code::JournalMismatch,
        format!(
            "step `{}` was recorded with input {}, but the code now gives it input {}",
            asked.key,
            recorded.map_or("none", ContentHash::short),
            asked.input.short()
        ),
    )
    .hint("the code changed under this run: continue with the version that started it, or fork it from the step before")
}
