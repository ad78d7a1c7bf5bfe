//! The types of journal entries, used both to write and to read a journal. Their JSON is the stored format and does not
//! change.

use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};
use serde_json::Value;
use tutti_core::{Problem, Verdict};
use tutti_store::{Entry, EntryKind, Millis, Question, RunStatus, Waits};

use crate::{ChildOutcome, Recovery};

/// The line of `kind` as what it holds; none if it is of another kind or holds something else.
fn read<T: DeserializeOwned>(entry: &Entry, kind: EntryKind) -> Option<T> {
    if entry.kind != kind {
        return None;
    }
    T::deserialize(&entry.output).ok()
}

/// The beginning of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StartRecord {
    pub flow: String,
    pub version: u32,
    pub input: Value,
    pub forked_from: Option<String>,
}

impl StartRecord {
    pub fn read(entry: &Entry) -> Option<Self> {
        read(entry, EntryKind::Start)
    }
}

/// One attempt at a step: its value, or why it has none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepRecord<T> {
    Ok(T),
    /// Failed in a way that may pass.
    Again {
        problem: Problem,
        after_ms: Option<u64>,
    },
    /// Another attempt would end the same way.
    Final(Problem),
}

impl<T: DeserializeOwned> StepRecord<T> {
    /// The line of a step whose value is a `T`. `serde::de::IgnoredAny` reads any step without its value.
    pub fn read(entry: &Entry) -> Option<Self> {
        read(entry, EntryKind::Step)
    }
}

impl<T> StepRecord<T> {
    /// Why the attempt has no value.
    pub fn problem(&self) -> Option<&Problem> {
        match self {
            Self::Ok(_) => None,
            Self::Again { problem, .. } | Self::Final(problem) => Some(problem),
        }
    }
}

/// Something to show that decides nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum NoteRecord {
    /// A gate's verdict.
    Gate { gate: Verdict },
    /// One of the five recoveries, and why it was needed.
    Recovery { recovery: Recovery, why: String },
    /// A note of the flow's own.
    Flow(Value),
}

impl NoteRecord {
    pub fn read(entry: &Entry) -> Option<Self> {
        read(entry, EntryKind::Note)
    }

    pub fn verdict(&self) -> Option<&Verdict> {
        match self {
            Self::Gate { gate } => Some(gate),
            Self::Recovery { .. } | Self::Flow(_) => None,
        }
    }

    pub fn recovery(&self) -> Option<Recovery> {
        match self {
            Self::Recovery { recovery, .. } => Some(*recovery),
            Self::Gate { .. } | Self::Flow(_) => None,
        }
    }
}

/// A question to a person, or its outcome.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum WaitRecord {
    Asked {
        question: Question,
        /// When the run continues without an answer.
        until: Option<Millis>,
    },
    /// None if nobody answered in time.
    Answered(Option<String>),
}

impl WaitRecord {
    pub fn read(entry: &Entry) -> Option<Self> {
        read(entry, EntryKind::Wait)
    }
}

/// How the children of one place in the plan ended, in their order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChildrenRecord(pub Vec<ChildOutcome>);

impl ChildrenRecord {
    pub fn read(entry: &Entry) -> Option<Self> {
        read(entry, EntryKind::Children)
    }

    /// How many children failed.
    pub fn failures(&self) -> usize {
        self.0.iter().filter(|outcome| matches!(outcome, ChildOutcome::Failed(_))).count()
    }
}

/// A run put aside.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ParkRecord {
    pub waits: Waits,
    pub wake_at: Option<Millis>,
}

impl ParkRecord {
    pub fn read(entry: &Entry) -> Option<Self> {
        read(entry, EntryKind::Park)
    }
}

/// The end of a run, for good or until its cause is fixed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EndRecord {
    pub status: RunStatus,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<Problem>,
    /// `Some(null)` for a flow that gives nothing.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub output: Option<Value>,
}

impl EndRecord {
    pub fn read(entry: &Entry) -> Option<Self> {
        read(entry, EntryKind::End)
    }
}

/// A field that is present is a value, even if it is null.
fn present<'de, D: Deserializer<'de>>(field: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(field).map(Some)
}

/// The name of a step or agent in a key: its last part, without the number of the attempt and the marks of a line.
pub fn step_name(key: &str) -> &str {
    let place = key.rsplit('/').next().unwrap_or(key);
    place.split(['#', '!', '?', '~', '*']).next().unwrap_or(place)
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tutti_core::{Code, Finding, Severity};

    use super::*;

    /// What is written is what was always written, and reads back.
    #[track_caller]
    fn check<T>(kind: EntryKind, record: &T, stored: &Value)
    where
        T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug,
    {
        assert_eq!(json!(record).to_string(), stored.to_string());
        let output = stored.clone();
        let entry = Entry { n: 0, key: "k".into(), kind, input: None, output, started_at: 0, ended_at: 0 };
        assert_eq!(read::<T>(&entry, kind).as_ref(), Some(record));
        let other = if kind == EntryKind::Sleep { EntryKind::End } else { EntryKind::Sleep };
        assert_eq!(read::<T>(&entry, other), None);
    }

    #[test]
    fn records_keep_their_json() {
        let problem = Problem::new(Code::Internal, "broke");
        let broken = json!({ "code": "internal", "detail": "broke" });
        let start = StartRecord { flow: "f".into(), version: 1, input: json!(3), forked_from: None };
        check(
            EntryKind::Start,
            &start,
            &json!({ "flow": "f", "version": 1, "input": 3, "forked_from": null }),
        );
        check(EntryKind::Step, &StepRecord::Ok(3), &json!({ "ok": 3 }));
        check(EntryKind::Step, &StepRecord::<u32>::Final(problem.clone()), &json!({ "final": broken }));
        let again = StepRecord::<u32>::Again { problem: problem.clone(), after_ms: None };
        check(EntryKind::Step, &again, &json!({ "again": { "problem": broken, "after_ms": null } }));
        check(
            EntryKind::Note,
            &NoteRecord::Gate { gate: Verdict::Pass },
            &json!({ "gate": { "verdict": "pass" } }),
        );
        let gate = Verdict::Flagged(vec![Finding::new("long", Severity::Low, "nine lines")]);
        check(
            EntryKind::Note,
            &NoteRecord::Gate { gate },
            &json!({ "gate": { "verdict": "flagged", "findings": [
                { "rule": "long", "severity": "low", "message": "nine lines", "pointer": "" }
            ] } }),
        );
        let recovery = NoteRecord::Recovery { recovery: Recovery::Retry, why: "busy".into() };
        check(EntryKind::Note, &recovery, &json!({ "recovery": "retry", "why": "busy" }));
        check(EntryKind::Note, &NoteRecord::Flow(json!({ "status": 1 })), &json!({ "status": 1 }));
        let question = Question { ask: "a".into(), why: "b".into(), evidence: vec![], allowed: vec![] };
        check(
            EntryKind::Wait,
            &WaitRecord::Asked { question, until: None },
            &json!({ "question": { "ask": "a", "why": "b", "evidence": [], "allowed": [] }, "until": null }),
        );
        check(EntryKind::Wait, &WaitRecord::Answered(Some("yes".into())), &json!("yes"));
        check(EntryKind::Wait, &WaitRecord::Answered(None), &json!(null));
        let children = vec![ChildOutcome::Done(json!(1)), ChildOutcome::Failed(problem.clone())];
        check(EntryKind::Children, &ChildrenRecord(children), &json!([{ "done": 1 }, { "failed": broken }]));
        let park = ParkRecord { waits: Waits::Review { name: "q".into() }, wake_at: None };
        check(
            EntryKind::Park,
            &park,
            &json!({ "waits": { "waits": "review", "name": "q" }, "wake_at": null }),
        );
        let done = EndRecord { status: RunStatus::Done, stop: None, output: Some(Value::Null) };
        check(EntryKind::End, &done, &json!({ "status": "done", "output": null }));
        let failed = EndRecord { status: RunStatus::Failed, stop: Some(problem), output: None };
        check(EntryKind::End, &failed, &json!({ "status": "failed", "stop": broken }));
    }

    #[test]
    fn the_name_in_a_key() {
        for (key, name) in [("a/writer#2", "writer"), ("item!", "item"), ("r/q?answer", "q"), ("x", "x")] {
            assert_eq!(step_name(key), name);
        }
    }
}
