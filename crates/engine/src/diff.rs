//! Comparison of two runs: the steps they share, and where they start to differ.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use tutti_store::{Entry, EntryKind, RunRow};

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunDiff {
    /// Fields of the runs themselves that differ: flow, version, input, status, output.
    pub fields: Vec<Difference>,
    /// Steps that differ, in the order of the plan.
    pub steps: Vec<Difference>,
    /// Steps that are the same in both.
    pub same: usize,
}

impl RunDiff {
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.steps.is_empty()
    }
}

/// One difference. A side that lacks the step has no value.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    pub key: String,
    pub left: Option<Value>,
    pub right: Option<Value>,
}

pub fn diff(left: (&RunRow, &[Entry]), right: (&RunRow, &[Entry])) -> RunDiff {
    let fields = [
        ("flow", Value::from(left.0.flow.clone()), Value::from(right.0.flow.clone())),
        ("version", left.0.version.into(), right.0.version.into()),
        ("input", left.0.input.clone(), right.0.input.clone()),
        ("status", left.0.status.as_str().into(), right.0.status.as_str().into()),
        ("output", left.0.output.clone().unwrap_or_default(), right.0.output.clone().unwrap_or_default()),
    ]
    .into_iter()
    .filter(|(_, l, r)| l != r)
    .map(|(key, l, r)| Difference { key: key.to_owned(), left: Some(l), right: Some(r) })
    .collect();

    // In the order of the left run, then what only the right one has.
    let mut by_key: BTreeMap<(usize, i64, &str), (Option<&Entry>, Option<&Entry>)> = BTreeMap::new();
    let right_steps: BTreeMap<&str, &Entry> =
        effects(right.1).map(|entry| (entry.key.as_str(), entry)).collect();
    for entry in effects(left.1) {
        let other = right_steps.get(entry.key.as_str()).copied();
        by_key.insert((0, entry.n, &entry.key), (Some(entry), other));
    }
    let left_keys: std::collections::HashSet<&str> =
        effects(left.1).map(|entry| entry.key.as_str()).collect();
    for entry in effects(right.1).filter(|entry| !left_keys.contains(entry.key.as_str())) {
        by_key.insert((1, entry.n, &entry.key), (None, Some(entry)));
    }

    let mut steps = Vec::new();
    let mut same = 0;
    for ((_, _, key), (l, r)) in by_key {
        if l.map(content) == r.map(content) {
            same += 1;
        } else {
            let value = |entry: Option<&Entry>| entry.map(|entry| entry.output.clone());
            steps.push(Difference { key: key.to_owned(), left: value(l), right: value(r) });
        }
    }
    RunDiff { fields, steps, same }
}

fn effects(journal: &[Entry]) -> impl Iterator<Item = &Entry> {
    journal.iter().filter(|e| matches!(e.kind, EntryKind::Step | EntryKind::Wait | EntryKind::Children))
}

/// What makes two entries the same: everything but their times.
fn content(entry: &Entry) -> (Option<&tutti_core::ContentHash>, &Value) {
    (entry.input.as_ref(), &entry.output)
}
