//! A run that a call begins: watched to its end, told of on the way, cancelled with the call.
//!
//! A run outlives the connection it was asked over. Only who says so cancels it: a `notifications/cancelled`, or, from
//! version 2026-07-28 of the protocol, who closes the stream of its answer. A process that ends cancels nothing.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use axum::http::request::Parts;
use rmcp::{
    RoleServer,
    model::{ProgressNotificationParam, ProgressToken, ProtocolVersion, RequestId},
    service::RequestContext,
};
use serde_json::Value;
use tokio::{
    sync::{
        broadcast::{self, error::RecvError},
        watch,
    },
    time::Instant,
};
use tutti_core::{Code, Owner, Problem, RunId};
use tutti_engine::{Event, Submission, What};
use tutti_service::{named, runs::is_below, runs::open_reviews};
use tutti_store::{ReviewRow, RunRow, RunStatus};

use crate::{Who, call::Call};

/// Another process may drive a run: how often the store is looked at when nothing is heard.
const LOOK: Duration = Duration::from_millis(500);
/// Between two notes of progress.
const BETWEEN: Duration = Duration::from_millis(100);

/// What became of a run.
pub(crate) enum Came {
    Done(Value),
    /// For a person, with what is asked.
    Waits(Vec<ReviewRow>),
    /// Nobody waited for it.
    Begun,
}

impl Came {
    /// For the answer.
    pub(crate) fn status(&self) -> &'static str {
        match self {
            Self::Done(_) => "done",
            Self::Waits(_) => "waits",
            Self::Begun => "begun",
        }
    }
}

/// What is counted on the way.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Measure {
    Steps,
    /// Items of the forge, and how many are wanted.
    Items(u64),
}

impl Call {
    /// Begins a run; if it is to be waited for, gives what came of it.
    pub(crate) async fn drive(
        &self,
        submission: Submission,
        id: &RunId,
        wait: bool,
        measure: Measure,
    ) -> Result<Came, Problem> {
        // Heard before it begins, so that nothing is missed.
        let events = self.executor().subscribe();
        self.executor().submit(&self.who.owner, submission).await?;
        if !wait {
            return Ok(Came::Begun);
        }
        self.finished(id, events, measure).await.map_err(|problem| problem.traced(id.as_str()))
    }

    async fn finished(
        &self,
        id: &RunId,
        mut events: broadcast::Receiver<Event>,
        measure: Measure,
    ) -> Result<Came, Problem> {
        let mut progress = Progress::new(self, measure);
        progress.tell(self, format!("run {id} begins")).await;
        loop {
            if let Some(came) = self.came(id).await? {
                return Ok(came);
            }
            let heard = async {
                loop {
                    match events.recv().await {
                        Ok(event) if event.run == *id || is_below(&event.run, id) => {
                            progress.see(self, &event).await;
                            if event.run == *id && is_end(&event) {
                                return;
                            }
                        }
                        Ok(_) | Err(RecvError::Lagged(_)) => {}
                        Err(RecvError::Closed) => std::future::pending().await,
                    }
                }
            };
            tokio::select! {
                () = heard => {}
                () = tokio::time::sleep(LOOK) => {}
                () = self.told.heard() => return Err(self.cancelled(id).await),
                () = self.context.ct.cancelled() => return Err(self.lost(id).await),
            }
        }
    }

    /// How a run stands, if there is nothing to wait for any more.
    async fn came(&self, id: &RunId) -> Result<Option<Came>, Problem> {
        let store = self.store();
        let gone = || Problem::new(Code::NotFound, format!("there is no run {id} any more"));
        let row = store.run(id).await?.ok_or_else(gone)?;
        match row.status {
            RunStatus::Done => Ok(Some(Came::Done(row.output.unwrap_or_default()))),
            RunStatus::Failed | RunStatus::Stopped | RunStatus::Cancelled => Err(why(&row)),
            RunStatus::Parked => {
                let asked = open_reviews(&store, id).await?;
                Ok((!asked.is_empty()).then_some(Came::Waits(asked)))
            }
            RunStatus::Queued | RunStatus::Running => Ok(None),
        }
    }

    async fn cancelled(&self, id: &RunId) -> Problem {
        if let Err(error) = self.executor().cancel(&self.who.owner, id).await {
            tracing::debug!(run = %id, %error, "a call was cancelled after its run");
        }
        Problem::new(Code::Cancelled, format!("run {id} was cancelled"))
    }

    /// Nobody waits for the answer any more. Whether that was meant depends on what was agreed.
    async fn lost(&self, id: &RunId) -> Problem {
        let version = self.context.protocol_version();
        let is_modern =
            version.is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str());
        if !self.tutti.is_ending() && (self.tutti.has_paths() || is_modern) {
            return self.cancelled(id).await;
        }
        Problem::new(Code::Unavailable, format!("nobody waits for run {id} any more; it goes on"))
    }
}

/// What a cancellation that comes by another request calls this one. Requests of two clients may bear the same number, so
/// only those of a named session can be told apart.
pub(crate) fn key(who: &Who, context: &RequestContext<RoleServer>) -> Option<Key> {
    let parts = context.extensions.get::<Parts>()?;
    let session = parts.headers.get(SESSION)?.to_str().ok()?;
    Some((who.owner.clone(), session.to_owned(), context.id.clone()))
}

/// The header that older clients name their session with.
pub(crate) const SESSION: &str = "mcp-session-id";

fn why(row: &RunRow) -> Problem {
    let unsaid = || Problem::new(Code::Internal, format!("run {} ended and does not say why", row.id));
    named(row.stop.clone().unwrap_or_else(unsaid), &row.id)
}

fn is_end(event: &Event) -> bool {
    matches!(event.what, What::Ended { .. } | What::Parked { .. })
}

pub(crate) type Key = (Owner, String, RequestId);

/// The calls at work, by what a cancellation calls them.
#[derive(Default)]
pub(crate) struct Calls(Mutex<HashMap<Key, watch::Sender<bool>>>);

/// Hears of a cancellation.
#[derive(Clone)]
pub(crate) struct Told(watch::Receiver<bool>);

impl Told {
    /// Ends when the call is cancelled, or never.
    async fn heard(&self) {
        if self.0.clone().wait_for(|told| *told).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

impl Calls {
    fn all(&self) -> MutexGuard<'_, HashMap<Key, watch::Sender<bool>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Listed until the guard is dropped.
    pub(crate) fn list(&self, key: Option<Key>) -> (Listed<'_>, Told) {
        let (sender, receiver) = watch::channel(false);
        if let Some(key) = &key {
            self.all().insert(key.clone(), sender);
        }
        (Listed { calls: self, key }, Told(receiver))
    }

    pub(crate) fn cancel(&self, key: &Key) {
        if let Some(sender) = self.all().get(key) {
            sender.send_replace(true);
        }
    }
}

pub(crate) struct Listed<'a> {
    calls: &'a Calls,
    key: Option<Key>,
}

impl Drop for Listed<'_> {
    fn drop(&mut self) {
        if let Some(key) = &self.key {
            self.calls.all().remove(key);
        }
    }
}

/// How far a run is, for a client that gave a token for it.
struct Progress {
    token: Option<ProgressToken>,
    measure: Measure,
    done: u64,
    /// What was told last: it must grow.
    told: Option<u64>,
    /// When something was told of that happened.
    at: Option<Instant>,
}

impl Progress {
    fn new(call: &Call, measure: Measure) -> Self {
        Self { token: call.context.meta.get_progress_token(), measure, done: 0, told: None, at: None }
    }

    async fn see(&mut self, call: &Call, event: &Event) {
        if self.counts(&event.what) {
            self.done += 1;
            let is_soon = self.at.is_some_and(|at| at.elapsed() < BETWEEN);
            if !is_soon {
                self.at = Some(Instant::now());
                self.tell(call, said(&event.what)).await;
            }
        }
    }

    fn counts(&self, what: &What) -> bool {
        match (self.measure, what) {
            (Measure::Steps, What::StepFinished { .. }) => true,
            (Measure::Items(_), What::Noted { key, .. }) => key.ends_with("/item!"),
            _ => false,
        }
    }

    async fn tell(&mut self, call: &Call, message: String) {
        let Some(token) = &self.token else { return };
        if self.told.is_some_and(|told| told >= self.done) {
            return;
        }
        self.told = Some(self.done);
        let mut told = ProgressNotificationParam::new(token.clone(), self.done as f64).with_message(message);
        if let Measure::Items(total) = self.measure {
            told = told.with_total(total as f64);
        }
        // A client that is gone is noticed elsewhere.
        let _ = call.context.peer.notify_progress(told).await;
    }
}

fn said(what: &What) -> String {
    match what {
        What::StepFinished { key, .. } => {
            let place = key.rsplit('/').next().unwrap_or(key);
            format!("{} is done", place.split('#').next().unwrap_or(place))
        }
        What::Noted { note, .. } => match note.pointer("/gate/verdict").and_then(Value::as_str) {
            Some("pass") => "an item is accepted".to_owned(),
            _ => "an item is rejected".to_owned(),
        },
        _ => String::new(),
    }
}
