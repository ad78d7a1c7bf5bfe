//! Starts the run of a call, reports its progress, and cancels it if the call is cancelled.
//!
//! A run outlives the connection of its call. It is cancelled only on request: by a `notifications/cancelled` or, from
//! protocol version 2026-07-28, by closing the response stream. A process that ends cancels nothing.

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
use tokio::{sync::watch, time::Instant};
use tutti_core::{Code, Owner, Problem, RunId};
use tutti_engine::{Event, Submission, What, step_name};
use tutti_forge as forge;
use tutti_service::{News, Settled, Watch};
use tutti_store::ReviewRow;

use crate::{Who, call::Call};

/// Minimum time between two progress notifications.
const BETWEEN: Duration = Duration::from_millis(100);

/// The outcome of a run.
pub(crate) enum RunOutcome {
    Done(Value),
    /// It waits for review, with these questions.
    Waits(Vec<ReviewRow>),
    /// The caller did not wait for it.
    Begun,
}

impl RunOutcome {
    /// The status word in the result.
    pub(crate) fn status(&self) -> &'static str {
        match self {
            Self::Done(_) => "done",
            Self::Waits(_) => "waits",
            Self::Begun => "begun",
        }
    }
}

impl From<Settled> for RunOutcome {
    fn from(settled: Settled) -> Self {
        match settled {
            Settled::Done(output) => Self::Done(output),
            Settled::Asks(asked) => Self::Waits(asked),
        }
    }
}

/// What progress counts.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Measure {
    Steps,
    /// Forge items, with the number requested.
    Items(u64),
}

impl Call {
    /// Starts a run and, if the caller waits, returns its outcome.
    pub(crate) async fn drive(
        &self,
        submission: Submission,
        wait: bool,
        measure: Measure,
    ) -> Result<RunOutcome, Problem> {
        let watch = self.client().submit(submission).await?;
        if !wait {
            return Ok(RunOutcome::Begun);
        }
        let id = watch.run().clone();
        self.follow(watch, measure).await.map_err(|problem| problem.with_trace(id.as_str()))
    }

    /// Reports progress until there is nothing more to wait for.
    async fn follow(&self, mut watch: Watch, measure: Measure) -> Result<RunOutcome, Problem> {
        let id = watch.run().clone();
        let mut progress = Progress::new(self, measure);
        progress.tell(self, format!("run {id} started")).await;
        loop {
            let news = tokio::select! {
                news = watch.next() => news?,
                () = self.cancellation.wait_for_cancel() => return Err(self.cancel(&id).await),
                () = self.context.ct.cancelled() => return Err(self.disconnect(&id).await),
            };
            match news {
                News::Event(event) => progress.see(self, &event).await,
                News::Settled(settled) => return Ok(settled.into()),
            }
        }
    }

    async fn cancel(&self, id: &RunId) -> Problem {
        if let Err(error) = self.executor().cancel(&self.who.owner, id).await {
            tracing::debug!(run = %id, %error, "a call was cancelled after its run had ended");
        }
        Problem::new(Code::Cancelled, format!("run {id} was cancelled"))
    }

    /// The client has disconnected. Whether that cancels the run depends on the protocol version.
    async fn disconnect(&self, id: &RunId) -> Problem {
        let version = self.context.protocol_version();
        let is_modern =
            version.is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str());
        if !self.tutti.is_ending() && (self.tutti.has_paths() || is_modern) {
            return self.cancel(id).await;
        }
        Problem::new(Code::Unavailable, format!("the client has disconnected; run {id} continues"))
    }
}

/// The key by which a cancellation in another request finds this call. Two clients may use the same request id, so only
/// requests with a session id are unique.
pub(crate) fn key(who: &Who, context: &RequestContext<RoleServer>) -> Option<Key> {
    let parts = context.extensions.get::<Parts>()?;
    let session = parts.headers.get(SESSION)?.to_str().ok()?;
    Some((who.owner.clone(), session.to_owned(), context.id.clone()))
}

/// The header with the session id of older clients.
pub(crate) const SESSION: &str = "mcp-session-id";

pub(crate) type Key = (Owner, String, RequestId);

/// The running calls by their cancellation keys.
#[derive(Default)]
pub(crate) struct Calls(Mutex<HashMap<Key, watch::Sender<bool>>>);

/// Receives the cancellation.
#[derive(Clone)]
pub(crate) struct Cancellation(watch::Receiver<bool>);

impl Cancellation {
    /// Ends when the call is cancelled, or never.
    pub(crate) async fn wait_for_cancel(&self) {
        if self.0.clone().wait_for(|cancelled| *cancelled).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

impl Calls {
    fn all(&self) -> MutexGuard<'_, HashMap<Key, watch::Sender<bool>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Listed until the guard is dropped.
    pub(crate) fn list(&self, key: Option<Key>) -> (Listed<'_>, Cancellation) {
        let (sender, receiver) = watch::channel(false);
        if let Some(key) = &key {
            self.all().insert(key.clone(), sender);
        }
        (Listed { calls: self, key }, Cancellation(receiver))
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

/// Progress of a run, for a client that sent a progress token.
struct Progress {
    token: Option<ProgressToken>,
    measure: Measure,
    done: u64,
    /// The last reported value; it must increase.
    told: Option<u64>,
    /// When an event was last reported.
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
                self.tell(call, message(&event.what)).await;
            }
        }
    }

    fn counts(&self, what: &What) -> bool {
        match (self.measure, what) {
            (Measure::Steps, What::StepFinished { .. }) => true,
            (Measure::Items(_), What::Noted { key, note }) => {
                matches!(
                    forge::Progress::read(key, note),
                    Some(forge::Progress::Accepted | forge::Progress::Rejected)
                )
            }
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
        // A disconnected client is detected elsewhere.
        let _ = call.context.peer.notify_progress(told).await;
    }
}

fn message(what: &What) -> String {
    match what {
        What::StepFinished { key, .. } => format!("{} is done", step_name(key)),
        What::Noted { key, note } => match forge::Progress::read(key, note) {
            Some(forge::Progress::Accepted) => "an item is accepted".to_owned(),
            _ => "an item is rejected".to_owned(),
        },
        _ => String::new(),
    }
}
