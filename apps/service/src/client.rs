//! The client that submits runs, waits for them and returns their results.
//!
//! It waits by listening to the events of this process and by polling the store, since another process may drive the
//! run.

use std::time::Duration;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use tokio::{
    sync::broadcast::{self, error::RecvError},
    time::Instant,
};
use tutti_core::{Budget, Code, Owner, Problem, RunId};
use tutti_engine::{EngineError, Event, Executor, Flow, Submission, What};
use tutti_store::{Owned, ReviewRow, RunRow, RunStatus};

use crate::{
    Setup, name_run,
    runs::{is_below, open_reviews, result},
};

/// How often the store is polled.
const LOOK: Duration = Duration::from_millis(500);
/// How long a caller waits for a short run.
const PATIENCE: Duration = Duration::from_mins(1);

/// Submits runs for one owner. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Client {
    executor: Executor,
    owner: Owner,
    budget: Budget,
    driver: Driver,
    /// The only flows that may be started; none for all.
    flows: Option<Vec<String>>,
}

/// Who drives the runs of a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Driver {
    /// A server process: this one or another.
    Server,
    /// The caller, for as long as it waits.
    Caller,
}

impl Client {
    /// For a server.
    pub fn of_server(executor: &Executor, setup: &Setup, owner: &Owner) -> Self {
        let budget = setup.settings.budget;
        Self { executor: executor.clone(), owner: owner.clone(), budget, driver: Driver::Server, flows: None }
    }

    /// For a command, which drives its own runs and ends with them.
    pub fn of_command(executor: &Executor, setup: &Setup) -> Self {
        let budget = setup.settings.budget;
        Self {
            executor: executor.clone(),
            owner: Owner::local(),
            budget,
            driver: Driver::Caller,
            flows: None,
        }
    }

    /// Refuses to start other flows than these.
    #[must_use]
    pub fn limited_to(mut self, flows: Option<&[String]>) -> Self {
        self.flows = flows.map(<[String]>::to_vec);
        self
    }

    /// Whether a run of this flow may be started.
    pub fn check_may_start(&self, flow: &str) -> Result<(), Problem> {
        match &self.flows {
            Some(flows) if !flows.iter().any(|allowed| allowed == flow) => {
                let problem =
                    Problem::new(Code::Forbidden, format!("this token may not start the flow {flow}"));
                Err(problem.hint("use a token that may, or none that is limited to flows"))
            }
            _ => Ok(()),
        }
    }

    pub fn store(&self) -> Owned {
        self.executor.store().of(&self.owner)
    }

    /// Submits a run to the queue. The run continues if the watch is dropped.
    pub async fn submit(&self, submission: Submission) -> Result<Watch, Problem> {
        self.check_may_start(&submission.flow)?;
        // Subscribe before the run begins, so that no event is missed.
        let events = self.executor.subscribe();
        let run = match self.executor.submit(&self.owner, submission).await {
            // Ids are never reused: the same request was made before, so wait for its run.
            Err(EngineError::Exists { id }) => id,
            submitted => submitted?,
        };
        Ok(Watch { store: self.store(), run, events: Some(events), look_at: Instant::now() })
    }

    /// Runs a flow to its end and returns its result. A server waits for at most a minute.
    pub async fn result<I: Serialize, O: DeserializeOwned>(
        &self,
        flow: &Flow<I, O>,
        input: &I,
    ) -> Result<O, Problem> {
        let submission =
            Submission { id: Some(RunId::fresh()), budget: self.budget, ..flow.submission(input)? };
        self.result_of(flow, submission).await
    }

    /// As [`Self::result`], for an existing submission.
    pub async fn result_of<I, O: DeserializeOwned>(
        &self,
        flow: &Flow<I, O>,
        submission: Submission,
    ) -> Result<O, Problem> {
        if self.driver == Driver::Caller {
            let (id, end) = self.executor.run(&self.owner, submission).await?;
            return result(flow, &id, end);
        }
        let mut watch = self.submit(submission).await?;
        let id = watch.run.clone();
        match tokio::time::timeout(PATIENCE, watch.settle()).await {
            Ok(settled) => match settled? {
                Settled::Done(value) => flow.output(&id, value),
                Settled::Asks(_) => {
                    Err(Problem::new(Code::AwaitsReview, format!("run {id} waits for review")))
                }
            },
            Err(_) => {
                let problem =
                    Problem::new(Code::UpstreamTimeout, format!("run {id} is taking longer than a minute"));
                Err(problem.hint(format!("it continues in the background: see /api/runs/{id}")))
            }
        }
    }
}

/// A run that a client waits for.
#[derive(Debug)]
pub struct Watch {
    store: Owned,
    run: RunId,
    /// None once no more events will come.
    events: Option<broadcast::Receiver<Event>>,
    /// When to poll the store next.
    look_at: Instant,
}

/// A change of a watched run.
#[derive(Debug)]
pub enum News {
    /// An event in it or in a child run.
    Event(Event),
    /// There is nothing more to wait for.
    Settled(Settled),
}

/// A run that is done or waits for review.
#[derive(Debug)]
pub enum Settled {
    Done(Value),
    /// It waits for review, with these questions.
    Asks(Vec<ReviewRow>),
}

impl Watch {
    pub fn run(&self) -> &RunId {
        &self.run
    }

    /// Waits until the run is done or waits for review. An error if it failed, stopped or was cancelled.
    pub async fn settle(&mut self) -> Result<Settled, Problem> {
        loop {
            if let News::Settled(settled) = self.next().await? {
                return Ok(settled);
            }
        }
    }

    /// The next change. An error if the run failed, stopped or was cancelled.
    pub async fn next(&mut self) -> Result<News, Problem> {
        loop {
            if self.look_at <= Instant::now() {
                if let Some(settled) = self.look().await? {
                    return Ok(News::Settled(settled));
                }
                self.look_at = Instant::now() + LOOK;
            }
            let heard = async {
                match &mut self.events {
                    Some(events) => events.recv().await,
                    None => std::future::pending().await,
                }
            };
            let heard = tokio::time::timeout_at(self.look_at, heard).await;
            match heard {
                Ok(Ok(event)) if event.run == self.run || is_below(&event.run, &self.run) => {
                    if event.run == self.run && is_end(&event) {
                        self.look_at = Instant::now();
                    }
                    return Ok(News::Event(event));
                }
                Ok(Ok(_)) | Err(_) => {}
                Ok(Err(RecvError::Lagged(_))) => self.look_at = Instant::now(),
                Ok(Err(RecvError::Closed)) => self.events = None,
            }
        }
    }

    /// The state of the run, if there is nothing more to wait for.
    async fn look(&self) -> Result<Option<Settled>, Problem> {
        let gone = || Problem::new(Code::NotFound, format!("run {} no longer exists", self.run));
        let row = self.store.run(&self.run).await?.ok_or_else(gone)?;
        match row.status {
            RunStatus::Done => Ok(Some(Settled::Done(row.output.unwrap_or_default()))),
            RunStatus::Failed | RunStatus::Stopped | RunStatus::Cancelled => Err(why(&row)),
            RunStatus::Parked => {
                let asked = open_reviews(&self.store, &self.run).await?;
                Ok((!asked.is_empty()).then_some(Settled::Asks(asked)))
            }
            RunStatus::Queued | RunStatus::Running => Ok(None),
        }
    }
}

/// Whether a run ended or parked with this event.
pub fn is_end(event: &Event) -> bool {
    matches!(event.what, What::Ended { .. } | What::Parked { .. })
}

fn why(row: &RunRow) -> Problem {
    let none = || Problem::new(Code::Internal, format!("run {} ended without a reason", row.id));
    name_run(row.stop.clone().unwrap_or_else(none), &row.id)
}
