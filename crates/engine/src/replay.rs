//! Replay: runs the flow's code against a stored journal, with every effect forbidden. It proves that today's code
//! still does what the journal says, and is the second implementation of the waist.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use serde::Serialize;
use serde_json::Value;
use tutti_core::{Code, ContentHash, Problem};
use tutti_store::{Entry, EntryKind, Question, RunRow};

use crate::{
    Body, BoxFuture, Child, ChildOutcome, Engine, EngineError, Flows, NoteRecord, Recorded, Run, RunAccount,
    Services, Step, Stop,
};

/// The result of a replay.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Replayed {
    /// Keys in the order in which the code used them.
    pub served: Vec<String>,
    pub ending: ReplayEnding,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "ending", rename_all = "snake_case")]
pub enum ReplayEnding {
    /// The code produced the recorded output again.
    Same,
    /// The code ended, but not as recorded.
    Different { recorded: Value, now: Value },
    /// The journal ends here; the run had not continued further.
    JournalEnds { at: String },
    /// The code no longer fits the journal.
    Mismatch { problem: Problem },
}

/// Executes the flow of `row` against `journal`. Nothing is written and no body is executed.
pub async fn replay(
    flows: &Flows,
    services: &Services,
    row: &RunRow,
    journal: &[Entry],
) -> Result<Replayed, EngineError> {
    let flow = flows.get(&row.flow)?;
    let replayer = Replayer {
        account: RunAccount {
            owner: row.owner.clone(),
            run: row.id.clone(),
            budget: row.budget,
            deadline: None,
        },
        services: services.clone(),
        journal: journal.iter().map(|entry| (entry.key.as_str(), entry)).collect(),
        served: Mutex::default(),
        end_of_journal: Mutex::default(),
    };
    let result = (flow.start)(Run::new(&replayer), row.input.clone()).await;
    let served = replayer.served.into_inner().unwrap_or_else(PoisonError::into_inner);
    let end_of_journal = replayer.end_of_journal.into_inner().unwrap_or_else(PoisonError::into_inner);
    let ending = match (result, end_of_journal) {
        (_, Some(at)) => ReplayEnding::JournalEnds { at },
        (Err(Stop::Mismatch(problem)), None) => ReplayEnding::Mismatch { problem },
        (Ok(_), None) if unserved_key(journal, &served).is_some() => {
            let key = unserved_key(journal, &served).unwrap_or_default();
            let detail = format!("the journal has step `{key}`, but the code ended without reaching it");
            ReplayEnding::Mismatch { problem: Problem::new(Code::JournalMismatch, detail) }
        }
        (Ok(now), None) => match &row.output {
            Some(recorded) if *recorded == now => ReplayEnding::Same,
            recorded => ReplayEnding::Different { recorded: recorded.clone().unwrap_or_default(), now },
        },
        (Err(stop), None) => {
            let now = serde_json::to_value(stop.problem()).unwrap_or_default();
            match &row.stop {
                Some(recorded) if *recorded == stop.problem() => ReplayEnding::Same,
                recorded => ReplayEnding::Different { recorded: serde_json::json!(recorded), now },
            }
        }
    };
    Ok(Replayed { served, ending })
}

fn unserved_key(journal: &[Entry], served: &[String]) -> Option<String> {
    let served: HashSet<&String> = served.iter().collect();
    journal
        .iter()
        .filter(|e| {
            matches!(e.kind, EntryKind::Step | EntryKind::Sleep | EntryKind::Wait | EntryKind::Children)
        })
        .find(|entry| !served.contains(&entry.key))
        .map(|entry| entry.key.clone())
}

struct Replayer<'j> {
    account: RunAccount,
    services: Services,
    journal: HashMap<&'j str, &'j Entry>,
    served: Mutex<Vec<String>>,
    end_of_journal: Mutex<Option<String>>,
}

impl Replayer<'_> {
    fn serve(&self, key: &str, kind: EntryKind) -> Result<Entry, Stop> {
        match self.journal.get(key) {
            Some(entry) if entry.kind == kind => {
                self.served.lock().unwrap_or_else(PoisonError::into_inner).push(key.to_owned());
                Ok((*entry).clone())
            }
            Some(entry) => Err(Stop::Mismatch(Problem::new(
                Code::JournalMismatch,
                format!("`{key}` was recorded as a {}, but the code now expects a {kind}", entry.kind),
            ))),
            None => {
                let mut end = self.end_of_journal.lock().unwrap_or_else(PoisonError::into_inner);
                end.get_or_insert_with(|| key.to_owned());
                Err(Stop::Cancelled)
            }
        }
    }
}

impl Engine for Replayer<'_> {
    fn account(&self) -> &RunAccount {
        &self.account
    }

    fn services(&self) -> &Services {
        &self.services
    }

    fn once(&self, step: Step, _body: Body) -> BoxFuture<'_, Result<Recorded, Stop>> {
        let served = self.serve(&step.key, EntryKind::Step);
        Box::pin(async move { served.map(|entry| Recorded { input: entry.input, value: entry.output }) })
    }

    fn sleep(&self, key: String, _length: Duration) -> BoxFuture<'_, Result<(), Stop>> {
        let served = self.serve(&key, EntryKind::Sleep);
        Box::pin(async move { served.map(|_| ()) })
    }

    fn wait(
        &self,
        name: String,
        _question: Question,
        _limit: Option<Duration>,
    ) -> BoxFuture<'_, Result<Option<String>, Stop>> {
        let served = self
            .serve(&format!("{name}?"), EntryKind::Wait)
            .and_then(|_| self.serve(&format!("{name}?answer"), EntryKind::Wait));
        Box::pin(async move { served.map(|entry| entry.output.as_str().map(str::to_owned)) })
    }

    fn all(
        &self,
        key: String,
        children: Vec<Child>,
        _at_once: usize,
    ) -> BoxFuture<'_, Result<Vec<ChildOutcome>, Stop>> {
        let served = self.serve(&key, EntryKind::Children);
        let input = ContentHash::of_json(&serde_json::json!(children));
        Box::pin(async move {
            let entry = served?;
            if entry.input.is_some_and(|recorded| recorded != input) {
                let detail = format!("`{key}` was recorded with other children than the code now expects");
                return Err(Stop::Mismatch(Problem::new(Code::JournalMismatch, detail)));
            }
            serde_json::from_value(entry.output).map_err(|error| {
                Stop::Mismatch(Problem::new(Code::JournalMismatch, format!("`{key}`: {error}")))
            })
        })
    }

    fn note(&self, _key: String, _note: NoteRecord) {}
}
