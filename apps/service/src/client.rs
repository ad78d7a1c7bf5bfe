//! Runs for whoever asks: submitted, waited for, and what came of them.
//!
//! A run is waited for by hearing what happens in this process, and by looking at the store now and then, since another
//! process may drive it.

use std::time::Duration;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use tokio::{
    sync::broadcast::{self, error::RecvError},
    time::Instant,
};
use tutti_core::{Budget, Code, Owner, Problem, RunId};
use tutti_engine::{Event, Executor, Flow, Submission, What};
use tutti_store::{Owned, ReviewRow, RunRow, RunStatus};

use crate::{
    Setup, named,
    runs::{is_below, open_reviews, result},
};

/// How often the store is looked at.
const LOOK: Duration = Duration::from_millis(500);
/// How long a caller waits for a short run.
const PATIENCE: Duration = Duration::from_mins(1);

/// Asks for runs in the name of one owner. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Client {
    executor: Executor,
    owner: Owner,
    budget: Budget,
    driver: Driver,
}

/// Who drives what a client asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Driver {
    /// A process that serves: this one or another.
    Server,
    /// The caller, for as long as it waits.
    Caller,
}

impl Client {
    /// For a process that serves.
    pub fn of_server(executor: &Executor, setup: &Setup, owner: &Owner) -> Self {
        let budget = setup.settings.budget;
        Self { executor: executor.clone(), owner: owner.clone(), budget, driver: Driver::Server }
    }

    /// For a command, which drives what it asks for and ends with it.
    pub fn of_command(executor: &Executor, setup: &Setup) -> Self {
        let budget = setup.settings.budget;
        Self { executor: executor.clone(), owner: Owner::local(), budget, driver: Driver::Caller }
    }

    pub fn store(&self) -> Owned {
        self.executor.store().of(&self.owner)
    }

    /// Submits a run to whoever drives next. It goes on if the watch is dropped.
    pub async fn submit(&self, submission: Submission) -> Result<Watch, Problem> {
        // Heard before it begins, so that nothing is missed.
        let events = self.executor.subscribe();
        let run = self.executor.submit(&self.owner, submission).await?;
        Ok(Watch { store: self.store(), run, events: Some(events), look_at: Instant::now() })
    }

    /// Runs a flow to its end and gives what came of it. A server waits for a minute.
    pub async fn result<I: Serialize, O: DeserializeOwned>(
        &self,
        flow: &Flow<I, O>,
        input: &I,
    ) -> Result<O, Problem> {
        let submission =
            Submission { id: Some(RunId::fresh()), budget: self.budget, ..flow.submission(input)? };
        self.result_of(flow, submission).await
    }

    /// As [`Self::result`], for a submission that was made before.
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
                    Problem::new(Code::UpstreamTimeout, format!("run {id} takes longer than a minute"));
                Err(problem.hint(format!("it goes on: look at /api/runs/{id}")))
            }
        }
    }
}

/// A run that somebody waits for.
#[derive(Debug)]
pub struct Watch {
    store: Owned,
    run: RunId,
    /// None once nothing more will be heard.
    events: Option<broadcast::Receiver<Event>>,
    /// When the store is looked at next.
    look_at: Instant,
}

/// What is new about a watched run.
#[derive(Debug)]
pub enum News {
    /// Something happened in it or below it.
    Event(Event),
    /// There is nothing to wait for any more.
    Settled(Settled),
}

/// A run that does not go on by itself.
#[derive(Debug)]
pub enum Settled {
    Done(Value),
    /// It waits for review, with what is asked.
    Asks(Vec<ReviewRow>),
}

impl Watch {
    pub fn run(&self) -> &RunId {
        &self.run
    }

    /// Waits until the run is done or waits for review. An error if it ended otherwise.
    pub async fn settle(&mut self) -> Result<Settled, Problem> {
        loop {
            if let News::Settled(settled) = self.next().await? {
                return Ok(settled);
            }
        }
    }

    /// The next thing that happens. An error if the run failed, stopped or was cancelled.
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

    /// How the run stands, if there is nothing to wait for any more.
    async fn look(&self) -> Result<Option<Settled>, Problem> {
        let gone = || Problem::new(Code::NotFound, format!("there is no run {} any more", self.run));
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

/// Whether a run ended with this event, or was put aside.
pub fn is_end(event: &Event) -> bool {
    matches!(event.what, What::Ended { .. } | What::Parked { .. })
}

fn why(row: &RunRow) -> Problem {
    let none = || Problem::new(Code::Internal, format!("run {} ended and does not say why", row.id));
    named(row.stop.clone().unwrap_or_else(none), &row.id)
}
