//! Streams the events of runs. The journal is authoritative: a stream begins with a snapshot of it, and a client that
//! reconnects gets a new snapshot.

use std::{
    collections::HashMap,
    convert::Infallible,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::response::sse::{Event as Sent, KeepAlive, Sse};
use futures::{Stream, StreamExt};
use serde::Serialize;
use tokio::sync::{
    broadcast::{self, error::RecvError},
    watch,
};
use tutti_core::{Owner, RunId};
use tutti_engine::{Event, Executor};
use tutti_service::time;
use tutti_store::Millis;

use crate::{
    app::{App, Caller},
    failure::{Answer, Failure},
    streams::OpenStream,
    views,
};

/// Number of events buffered for a slow reader; a reader that falls further behind gets a snapshot.
const BEHIND: usize = 256;
/// How often to poll the store if no events come: another process may drive the run.
const LOOK: Duration = Duration::from_secs(2);

type Channels = Arc<Mutex<HashMap<Topic, broadcast::Sender<Arc<Event>>>>>;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Topic {
    /// A run and its descendants, by the root.
    Root(RunId),
    Owner(Owner),
}

/// Receives the executor's events once and forwards each to the watchers of its run or its owner.
pub(crate) struct Hub {
    channels: Channels,
}

impl Hub {
    pub(crate) fn new(executor: &Executor, ending: watch::Receiver<bool>) -> Self {
        let channels = Channels::default();
        tokio::spawn(hand_on(executor.subscribe(), Arc::clone(&channels), ending));
        Self { channels }
    }

    fn listen(&self, topic: Topic) -> broadcast::Receiver<Arc<Event>> {
        let mut channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        channels.entry(topic).or_insert_with(|| broadcast::channel(BEHIND).0).subscribe()
    }
}

async fn hand_on(
    mut events: broadcast::Receiver<Event>,
    channels: Channels,
    mut ending: watch::Receiver<bool>,
) {
    loop {
        let event = tokio::select! {
            event = events.recv() => event,
            _ = ending.wait_for(|ending| *ending) => return,
        };
        match event {
            Ok(event) => {
                let event = Arc::new(event);
                let mut channels = channels.lock().unwrap_or_else(PoisonError::into_inner);
                for topic in [Topic::Root(event.run.root()), Topic::Owner(event.owner.clone())] {
                    let gone = match channels.get(&topic) {
                        Some(channel) => channel.send(Arc::clone(&event)).is_err(),
                        None => false,
                    };
                    if gone {
                        channels.remove(&topic);
                    }
                }
            }
            // Watchers also poll the store.
            Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

type Events = Sse<
    axum::response::sse::KeepAliveStream<
        std::pin::Pin<Box<dyn Stream<Item = Result<Sent, Infallible>> + Send>>,
    >,
>;

/// Streams events while the caller's login or token is valid; a client with a valid login can reconnect.
fn stream(
    app: &App,
    caller: &Caller,
    counted: Option<OpenStream>,
    events: impl Stream<Item = Result<Sent, Infallible>> + Send + 'static,
) -> Events {
    let open = tutti_watch::metrics().open_stream();
    let events = events.inspect(move |_| {
        // Counted while the stream is read.
        let _ = (&open, &counted);
    });
    let events: std::pin::Pin<Box<dyn Stream<Item = _> + Send>> = match (&app.accounts, &caller.who) {
        (Some(accounts), Some(who)) => {
            Box::pin(events.take_until(Box::pin(accounts.wait_for_change(who, time::now))))
        }
        _ => Box::pin(events),
    };
    Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)))
}

fn sse_event(name: &str, value: &impl Serialize) -> Sent {
    Sent::default().event(name).json_data(value).unwrap_or_else(|_| Sent::default().comment("unprintable"))
}

/// Whether the store can be used.
#[derive(Serialize)]
struct StoreState {
    ready: bool,
}

/// The events of all runs of a caller, and when the store fails and is back.
pub(crate) async fn of_caller(app: &App, caller: &Caller) -> Answer<Events> {
    let counted = app.quotas.open_stream(app, caller).await?;
    let events = app.hub.listen(Topic::Owner(caller.owner.clone()));
    let ending = app.ending.clone();
    let mut trouble = app.executor.trouble();
    if trouble.borrow().problem().is_some() {
        trouble.mark_changed();
    }
    let all = (events, trouble, ending);
    let events = futures::stream::unfold(all, |(mut events, mut trouble, mut ending)| async move {
        loop {
            let shown = tokio::select! {
                event = events.recv() => match event {
                    Ok(event) => sse_event("event", &views::run::Happened::of(&event)),
                    Err(RecvError::Lagged(_)) => continue,
                    Err(RecvError::Closed) => return None,
                },
                Ok(()) = trouble.changed() => {
                    let ready = trouble.borrow_and_update().problem().is_none();
                    sse_event("store", &StoreState { ready })
                }
                _ = ending.wait_for(|ending| *ending) => return None,
            };
            return Some((Ok(shown), (events, trouble, ending)));
        }
    });
    Ok(stream(app, caller, counted, events))
}

/// A watched run.
struct Watched {
    app: App,
    caller: Caller,
    run: RunId,
    events: broadcast::Receiver<Arc<Event>>,
    ending: watch::Receiver<bool>,
    /// The last change of the run in the last snapshot; none before the first snapshot.
    shown: Option<Millis>,
    is_final: bool,
}

enum Next {
    Event(Arc<Event>),
    Look,
    Snapshot,
    End,
}

/// Streams a snapshot of a run, then the events of the run and its descendants, until it ends.
pub(crate) async fn of_run(app: App, caller: Caller, run: RunId) -> Answer<Events> {
    // Subscribe before reading the store, so that no event is missed in between.
    let events = app.hub.listen(Topic::Root(run.root()));
    if caller.store(&app).run(&run).await?.is_none() {
        return Err(Failure::not_found(&format!("run {run}")));
    }
    let counted = app.quotas.open_stream(&app, &caller).await?;
    let ending = app.ending.clone();
    let watched = Watched {
        app: app.clone(),
        caller: caller.clone(),
        run,
        events,
        ending,
        shown: None,
        is_final: false,
    };
    let events = futures::stream::unfold(Some(watched), |watched| async move {
        let (event, watched) = watched?.next().await?;
        Some((Ok(event), watched))
    });
    Ok(stream(&app, &caller, counted, events))
}

impl Watched {
    async fn next(mut self) -> Option<(Sent, Option<Self>)> {
        loop {
            let next = if self.shown.is_none() {
                Next::Snapshot
            } else if self.is_final {
                Next::End
            } else {
                tokio::select! {
                    event = self.events.recv() => match event {
                        Ok(event) => Next::Event(event),
                        Err(RecvError::Lagged(_)) => Next::Snapshot,
                        Err(RecvError::Closed) => Next::Look,
                    },
                    () = tokio::time::sleep(LOOK) => Next::Look,
                    _ = self.ending.wait_for(|ending| *ending) => return None,
                }
            };
            match next {
                Next::End => return Some((sse_event("end", &serde_json::json!({ "run": self.run })), None)),
                Next::Event(event) if self.is_about(&event.run) => {
                    // The end comes with a last snapshot, which contains the output of the run.
                    if event.run == self.run && tutti_service::is_end(&event) {
                        self.shown = None;
                    }
                    return Some((sse_event("event", &views::run::Happened::of(&event)), Some(self)));
                }
                Next::Event(_) => {}
                Next::Look => {
                    let changed = self.caller.store(&self.app).run(&self.run).await.ok().flatten();
                    if changed.is_some_and(|row| Some(row.updated_at) != self.shown) {
                        self.shown = None;
                    }
                }
                Next::Snapshot => {
                    let (store, run) = (self.caller.store(&self.app), self.run.clone());
                    let snapshot = self.app.offload.views.drive(&self.caller.owner, |_| async move {
                        let whole = views::run::whole(&store, &run).await?;
                        let shown = (whole.updated_at_ms, whole.is_final);
                        Answer::Ok((shown, sse_event("snapshot", &whole.view.without_contents())))
                    });
                    let Ok(snapshot) = snapshot.await else {
                        // Other requests come first.
                        tokio::time::sleep(LOOK).await;
                        continue;
                    };
                    let ((shown, is_final), event) = snapshot.ok()?;
                    (self.shown, self.is_final) = (Some(shown), is_final);
                    return Some((event, Some(self)));
                }
            }
        }
    }

    fn is_about(&self, run: &RunId) -> bool {
        *run == self.run || tutti_service::runs::is_below(run, &self.run)
    }
}
