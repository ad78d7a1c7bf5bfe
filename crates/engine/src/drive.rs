//! One run driven by the embedded executor: the journal in memory, the rest in the store.

use std::{
    collections::{HashMap, HashSet},
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::Ordering},
    time::Duration,
};

use futures::FutureExt;
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, watch};
use tutti_core::{Code, Owner, Problem, RunId};
use tutti_store::{
    Append, Entry, EntryKind, Millis, Question, RunRow, RunStatus, StoreError, Transition, Waits,
};

use crate::{
    Body, BoxFuture, Child, ChildOutcome, End, EndRecord, Engine, NoteRecord, ParkRecord, Recorded, Run,
    RunAccount, Services, StartRecord, Step, StepResult, Stop, WaitRecord, What,
    executor::Shared,
    live::Listed,
    trace_events::{self, Finished},
};

/// A run driven by this process.
pub(crate) struct Driven {
    pub(crate) shared: Arc<Shared>,
    pub(crate) account: RunAccount,
    /// The name under which this process claimed the run.
    pub(crate) worker: String,
    /// As they were when driving the run began; settings may change meanwhile.
    services: Arc<Services>,
    parent: Option<RunId>,
    flow: String,
    created_at: Millis,
    /// Becomes `Some` when the run must stop from outside: cancelled, or taken over.
    pub(crate) interrupt: watch::Receiver<Option<Stop>>,
    state: Mutex<State>,
    /// The right to be one of the running runs. Returned while the run waits for its children.
    pub(crate) permit: tokio::sync::Mutex<Option<OwnedSemaphorePermit>>,
}

struct State {
    journal: HashMap<String, Entry>,
    /// Keys that this execution has used. The same key twice is a defect of the flow.
    visited: HashSet<String>,
    next: i64,
    /// Lines that decide nothing and are written with the next one that does.
    pending: Vec<Entry>,
    /// The first stop is final, whatever the flow makes of it.
    stop: Option<Stop>,
}

/// Drives a run that this process has claimed, to its end or until it parks.
pub(crate) async fn drive(shared: &Arc<Shared>, row: RunRow, listed: Listed, fresh: bool) -> End {
    let end = drive_listed(shared, &row, listed.interrupt.clone(), fresh).await;
    shared.live.record_end(&row.id, &end, shared.clock.now(), shared.lease);
    if matches!(end, End::Abandoned(_)) {
        shared.unsettled.store(true, Ordering::SeqCst);
    }
    end
}

async fn drive_listed(
    shared: &Arc<Shared>,
    row: &RunRow,
    interrupt: watch::Receiver<Option<Stop>>,
    fresh: bool,
) -> End {
    let entries = if fresh { Ok(Vec::new()) } else { shared.store.of(&row.owner).journal(&row.id).await };
    match entries {
        Ok(entries) => {
            let driven = Driven::new(shared, row, entries, interrupt).await;
            let result = driven.execute(row).await;
            driven.finish(result).await
        }
        Err(error) if error.is_damage() => {
            stop_damaged(shared, &row.owner, &row.id, row.worker.as_deref(), error).await
        }
        Err(error) => End::Abandoned(error.into()),
    }
}

/// Stops a run that cannot be read back, and says why in its row: its journal is left as it is.
pub(crate) async fn stop_damaged(
    shared: &Shared,
    owner: &Owner,
    run: &RunId,
    worker: Option<&str>,
    error: StoreError,
) -> End {
    let stop = Stop::from(error);
    tracing::error!(%run, problem = %stop.problem().detail, "the stored data of a run is damaged; it is stopped");
    let status = RunStatus::Stopped;
    let append = Append {
        worker: worker.unwrap_or_default().to_owned(),
        owner: owner.clone(),
        run: run.clone(),
        parent: None,
        entries: Vec::new(),
        transition: Some(Transition::End { status, stop: Some(stop.problem()), output: None }),
        at: shared.clock.now(),
    };
    match shared.store.append(append).await {
        Ok(_) => {
            shared.emit(owner, run, What::Ended { status });
            End::from_stop(stop)
        }
        Err(error) => End::Abandoned(error.into()),
    }
}

impl Driven {
    async fn new(
        shared: &Arc<Shared>,
        row: &RunRow,
        entries: Vec<Entry>,
        interrupt: watch::Receiver<Option<Stop>>,
    ) -> Self {
        let permit = Arc::clone(&shared.permits).acquire_owned().await.ok();
        let now = shared.clock.now();
        let mut pending = Vec::new();
        let mut next = entries.iter().map(|entry| entry.n + 1).max().unwrap_or(0);
        let driven = |what| shared.emit(&row.owner, &row.id, what);
        trace_events::tell_start(row, !entries.is_empty());
        if entries.is_empty() {
            driven(What::Started { flow: row.flow.clone() });
            let start = StartRecord {
                flow: row.flow.clone(),
                version: row.version,
                input: row.input.clone(),
                forked_from: row.forked_from.clone(),
            };
            pending.push(line(next, "@start".into(), EntryKind::Start, json!(start), now));
            next += 1;
        } else {
            let finished_steps = entries.iter().filter(|e| e.kind == EntryKind::Step).count();
            driven(What::Resumed { finished_steps });
        }
        let journal = entries.into_iter().map(|entry| (entry.key.clone(), entry)).collect();
        Self {
            services: shared.services(),
            shared: Arc::clone(shared),
            worker: row.worker.clone().unwrap_or_default(),
            account: RunAccount {
                owner: row.owner.clone(),
                run: row.id.clone(),
                budget: row.budget,
                deadline: row.deadline,
            },
            parent: row.parent.clone(),
            flow: row.flow.clone(),
            created_at: row.created_at,
            interrupt,
            state: Mutex::new(State { journal, visited: HashSet::new(), next, pending, stop: None }),
            permit: tokio::sync::Mutex::new(permit),
        }
    }

    async fn execute(&self, row: &RunRow) -> Result<Value, Stop> {
        if row.cancel_requested {
            return Err(self.stop_with(Stop::Cancelled));
        }
        let flow = self.shared.flows.get(&row.flow).map_err(|error| Stop::Mismatch(error.into()))?;
        if flow.version != row.version {
            return Err(self.stop_with(Stop::Mismatch(version_mismatch(row, flow.version))));
        }
        match AssertUnwindSafe((flow.start)(Run::new(self), row.input.clone())).catch_unwind().await {
            Ok(result) => result,
            Err(panic) => {
                let message = panic
                    .downcast_ref::<&str>()
                    .map(|text| (*text).to_owned())
                    .or_else(|| panic.downcast_ref::<String>().cloned())
                    .unwrap_or_else(|| "no message".to_owned());
                Err(Stop::failed(Code::Internal, format!("the flow {} panicked: {message}", row.flow)))
            }
        }
    }

    async fn finish(&self, result: Result<Value, Stop>) -> End {
        let stop = self.state().stop.clone();
        let result = match stop {
            Some(stop) => Err(stop),
            None => result.and_then(|value| self.nothing_left_out().map(|()| value)),
        };
        let (status, transition, end) = match result {
            Ok(output) => {
                let end =
                    Transition::End { status: RunStatus::Done, stop: None, output: Some(output.clone()) };
                let record = EndRecord { status: RunStatus::Done, stop: None, output: Some(output.clone()) };
                (json!(record), end, End::Done(output))
            }
            Err(Stop::Parked { waits, wake_at }) => {
                let record = ParkRecord { waits: waits.clone(), wake_at };
                let end = End::Parked { waits: waits.clone(), wake_at };
                (json!(record), Transition::Park { waits, wake_at }, end)
            }
            Err(stop) => {
                let Some(status) = stop.ending() else { return End::Abandoned(stop) };
                let problem = stop.problem();
                let end = Transition::End { status, stop: Some(problem.clone()), output: None };
                let record = EndRecord { status, stop: Some(problem), output: None };
                (json!(record), end, End::from_stop(stop))
            }
        };
        let kind =
            if matches!(transition, Transition::Park { .. }) { EntryKind::Park } else { EntryKind::End };
        let n = self.state().next;
        let key = format!("@{}/{n}", kind.as_str());
        let entry = line(n, key, kind, status, self.now());
        if let Err(stop) = self.append(entry, Some(transition)).await {
            return End::Abandoned(stop);
        }
        let times = (self.created_at, self.now());
        trace_events::tell_end(&self.account, self.parent.as_ref(), &self.flow, times, &end);
        self.emit(match &end {
            End::Parked { wake_at, .. } => What::Parked { wake_at: *wake_at },
            other => What::Ended { status: other.status() },
        });
        end
    }

    /// Everything in the journal must have been asked for again; otherwise the code changed under the run.
    fn nothing_left_out(&self) -> Result<(), Stop> {
        let state = self.state();
        let mut left: Vec<&Entry> = state
            .journal
            .values()
            .filter(|e| {
                matches!(e.kind, EntryKind::Step | EntryKind::Sleep | EntryKind::Wait | EntryKind::Children)
            })
            .filter(|e| !state.visited.contains(&e.key))
            .collect();
        left.sort_by_key(|entry| entry.n);
        let Some(first) = left.first() else { return Ok(()) };
        Err(Stop::Mismatch(
            Problem::new(
                Code::JournalMismatch,
                format!(
                    "the journal has step `{}`, but the code ended without reaching it ({} such steps)",
                    first.key,
                    left.len()
                ),
            )
            .hint("the code changed under this run: continue with the version that started it, or fork it"),
        ))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn now(&self) -> Millis {
        self.shared.clock.now()
    }

    pub(crate) fn emit(&self, what: What) {
        self.shared.emit(&self.account.owner, &self.account.run, what);
    }

    /// Remembers the first stop; every later operation repeats it.
    pub(crate) fn stop_with(&self, stop: Stop) -> Stop {
        self.state().stop.get_or_insert(stop).clone()
    }

    /// The journal's entry for `key`, if this execution may ask for it.
    pub(crate) fn visit(&self, key: &str, kind: EntryKind) -> Result<Option<Entry>, Stop> {
        let stop = {
            let mut state = self.state();
            if let Some(stop) = &state.stop {
                return Err(stop.clone());
            }
            let first_time = state.visited.insert(key.to_owned());
            match state.journal.get(key) {
                _ if !first_time => {
                    let problem = Problem::new(
                        Code::Internal,
                        format!("the flow {} used the key `{key}` twice", self.flow),
                    );
                    Stop::Failed(problem.hint("name the round with `run.at(…)`"))
                }
                Some(entry) if entry.kind != kind => Stop::Mismatch(
                    Problem::new(
                        Code::JournalMismatch,
                        format!(
                            "`{key}` was recorded as a {}, but the code now expects a {kind}",
                            entry.kind
                        ),
                    )
                    .hint("the code changed under this run: fork it from the step before"),
                ),
                found => return Ok(found.cloned()),
            }
        };
        Err(self.stop_with(stop))
    }

    /// Writes one line, with the notes gathered before it, and its changes to the run.
    pub(crate) async fn append(&self, entry: Entry, transition: Option<Transition>) -> Result<(), Stop> {
        let entries = {
            let mut state = self.state();
            let mut entries = std::mem::take(&mut state.pending);
            state.next = state.next.max(entry.n) + 1;
            entries.push(entry);
            entries
        };
        let append = Append {
            worker: self.worker.clone(),
            owner: self.account.owner.clone(),
            run: self.account.run.clone(),
            parent: self.parent.clone(),
            entries,
            transition,
            at: self.now(),
        };
        match self.shared.store.append(append).await {
            Ok(false) => Ok(()),
            Ok(true) => {
                self.shared.live.interrupt(&self.account.run, &Stop::Cancelled);
                Ok(())
            }
            Err(error) => Err(self.stop_with(error.into())),
        }
    }

    pub(crate) fn next(&self) -> i64 {
        self.state().next
    }

    /// Runs `work` unless the run is interrupted or its deadline passes first.
    pub(crate) async fn within_limits<T>(
        &self,
        work: impl Future<Output = Result<T, Stop>>,
    ) -> Result<T, Stop> {
        let deadline = async {
            match self.account.deadline {
                Some(at) => self.shared.clock.wait_until(at).await,
                None => std::future::pending().await,
            }
        };
        let mut interrupt = self.interrupt.clone();
        let interrupted = async move {
            let stop = interrupt.wait_for(Option::is_some).await.ok().and_then(|stop| stop.clone());
            match stop {
                Some(stop) => stop,
                None => std::future::pending().await,
            }
        };
        let result = tokio::select! {
            biased;
            stop = interrupted => Err(stop),
            () = deadline => Err(Stop::Deadline),
            result = work => result,
        };
        result.map_err(|stop| self.stop_with(stop))
    }

    async fn sleep_to(&self, key: String, length: Duration) -> Result<(), Stop> {
        let until = match self.visit(&key, EntryKind::Sleep)? {
            Some(entry) => entry.output.as_i64().unwrap_or(0),
            None => {
                let now = self.now();
                let until = now.saturating_add(length.as_millis() as Millis);
                let entry =
                    Entry { ended_at: until, ..line(self.next(), key, EntryKind::Sleep, json!(until), now) };
                self.append(entry, None).await?;
                until
            }
        };
        let now = self.now();
        if until <= now {
            return Ok(());
        }
        // Sleeping past the deadline would only delay the failure.
        if self.account.deadline.is_some_and(|deadline| until > deadline) {
            return Err(self.stop_with(Stop::Deadline));
        }
        if until - now > self.shared.inline_sleep.as_millis() as Millis {
            return Err(self.stop_with(Stop::Parked { waits: Waits::Sleep, wake_at: Some(until) }));
        }
        let slept = self.shared.clock.sleep_until(until);
        self.within_limits(async {
            slept.await;
            Ok(())
        })
        .await
    }

    async fn wait_for_answer(
        &self,
        name: String,
        question: Question,
        limit: Option<Duration>,
    ) -> Result<Option<String>, Stop> {
        let (asked_key, answer_key) = (format!("{name}?"), format!("{name}?answer"));
        let until = match self.visit(&asked_key, EntryKind::Wait)? {
            Some(entry) => match WaitRecord::read(&entry) {
                Some(WaitRecord::Asked { until, .. }) => until,
                _ => None,
            },
            None => {
                let now = self.now();
                let until = limit.map(|limit| now.saturating_add(limit.as_millis() as Millis));
                let record = WaitRecord::Asked { question: question.clone(), until };
                let entry = line(self.next(), asked_key, EntryKind::Wait, json!(record), now);
                let ask = Transition::Ask { name: name.clone(), flow: self.flow.clone(), question };
                self.append(entry, Some(ask)).await?;
                trace_events::tell_question(&self.account, &self.flow, &name);
                self.emit(What::Asked { name: name.clone() });
                until
            }
        };
        if let Some(entry) = self.visit(&answer_key, EntryKind::Wait)? {
            return Ok(entry.output.as_str().map(str::to_owned));
        }
        let reviews = self.shared.store.of(&self.account.owner).reviews_of(&self.account.run).await;
        let reviews = reviews.map_err(|error| self.stop_with(error.into()))?;
        let answer = reviews.into_iter().find(|review| review.name == name).and_then(|review| review.answer);
        let now = self.now();
        if answer.is_none() && until.is_none_or(|until| now < until) {
            let deadline = self.account.deadline;
            if deadline.is_some_and(|deadline| deadline <= now) {
                return Err(self.stop_with(Stop::Deadline));
            }
            let wake_at = until.into_iter().chain(deadline).min();
            return Err(self.stop_with(Stop::Parked { waits: Waits::Review { name }, wake_at }));
        }
        self.append(line(self.next(), answer_key, EntryKind::Wait, json!(answer), now), None).await?;
        Ok(answer)
    }
}

impl Engine for Driven {
    fn account(&self) -> &RunAccount {
        &self.account
    }

    fn services(&self) -> &Services {
        &self.services
    }

    fn once(&self, step: Step, body: Body) -> BoxFuture<'_, Result<Recorded, Stop>> {
        Box::pin(async move {
            if let Some(entry) = self.visit(&step.key, EntryKind::Step)? {
                return Ok(Recorded { input: entry.input, value: entry.output });
            }
            let started = self.now();
            self.emit(What::StepStarted { key: step.key.clone() });
            let StepResult { value, outline } = self.within_limits(body).await?;
            let ended = self.now();
            let entry = Entry {
                input: Some(step.input.clone()),
                started_at: started,
                ..line(self.next(), step.key.clone(), EntryKind::Step, value.clone(), ended)
            };
            self.append(entry, None).await?;
            let (key, input, output) = (&step.key, &step.input, &value);
            let outline = &outline;
            let finished = Finished { key, input, output, outline, started_at: started, ended_at: ended };
            trace_events::tell_step(&self.account, &self.flow, &finished);
            self.emit(What::StepFinished { key: step.key, milliseconds: ended - started });
            Ok(Recorded { input: Some(step.input), value })
        })
    }

    fn sleep(&self, key: String, length: Duration) -> BoxFuture<'_, Result<(), Stop>> {
        Box::pin(self.sleep_to(key, length))
    }

    fn wait(
        &self,
        name: String,
        question: Question,
        limit: Option<Duration>,
    ) -> BoxFuture<'_, Result<Option<String>, Stop>> {
        Box::pin(self.wait_for_answer(name, question, limit))
    }

    fn all(
        &self,
        key: String,
        children: Vec<Child>,
        at_once: usize,
    ) -> BoxFuture<'_, Result<Vec<ChildOutcome>, Stop>> {
        Box::pin(self.run_children(key, children, at_once))
    }

    fn note(&self, key: String, note: NoteRecord) {
        let now = self.now();
        {
            let mut state = self.state();
            // A note is written once; after a crash, the run passes it again.
            if state.journal.contains_key(&key) || !state.visited.insert(key.clone()) {
                return;
            }
            let n = state.next;
            state.next += 1;
            state.pending.push(line(n, key.clone(), EntryKind::Note, json!(note), now));
        }
        trace_events::tell_note(&self.account, &self.flow, &key, &note);
        self.emit(What::Noted { key, note });
    }
}

pub(crate) fn line(n: i64, key: String, kind: EntryKind, output: Value, at: Millis) -> Entry {
    Entry { n, key, kind, input: None, output, started_at: at, ended_at: at }
}

fn version_mismatch(row: &RunRow, known: u32) -> Problem {
    Problem::new(
        Code::JournalMismatch,
        format!(
            "run {} was started by version {} of flow {}; this Tutti has version {known}",
            row.id, row.version, row.flow
        ),
    )
    .hint(format!("continue with the Tutti that started it, or `tutti runs fork {} --from STEP`", row.id))
}
