//! Describes journal entries in words.

use serde::de::IgnoredAny;
use tutti_agent::CallRecord;
use tutti_engine::{
    ChildrenRecord, EndRecord, NoteRecord, ParkRecord, Recovery, StartRecord, StepRecord, WaitRecord,
    step_name,
};
use tutti_store::{Entry, EntryKind, Waits};

use crate::runs::for_what;

/// A short description of a journal entry.
pub fn remark(entry: &Entry) -> String {
    match entry.kind {
        EntryKind::Start => StartRecord::read(entry).map(start),
        EntryKind::Step => step(entry),
        EntryKind::Note => NoteRecord::read(entry).map(|note| describe(&note)),
        EntryKind::Wait => WaitRecord::read(entry).map(wait),
        EntryKind::Children => ChildrenRecord::read(entry).map(|children| count(&children)),
        EntryKind::Sleep => None,
        EntryKind::Park => ParkRecord::read(entry).map(park),
        EntryKind::End => EndRecord::read(entry).map(end),
    }
    .unwrap_or_default()
}

/// The agent of a step.
pub fn agent(entry: &Entry) -> Option<&str> {
    CallRecord::read(entry).map(|_| step_name(&entry.key))
}

/// The verdict, if the entry is one of a gate.
pub fn verdict(entry: &Entry) -> Option<&'static str> {
    NoteRecord::read(entry)?.verdict().map(tutti_core::Verdict::name)
}

/// The kind of recovery, if the entry is one.
pub fn recovery(entry: &Entry) -> Option<&'static str> {
    NoteRecord::read(entry)?.recovery().map(Recovery::name)
}

fn start(record: StartRecord) -> String {
    match record.forked_from {
        Some(from) => format!("{}, forked from {from}", record.flow),
        None => record.flow,
    }
}

/// The outcome of a step and, for an agent, the way it used.
fn step(entry: &Entry) -> Option<String> {
    if let Some(CallRecord { way, problem, .. }) = CallRecord::read(entry) {
        return Some(match problem {
            Some(problem) => format!("{way} failed: {}", problem.detail),
            None => way,
        });
    }
    let record = StepRecord::<IgnoredAny>::read(entry)?;
    record.problem().map(|problem| format!("failed: {}", problem.detail))
}

fn describe(note: &NoteRecord) -> String {
    match note {
        NoteRecord::Gate { gate } => {
            let findings = gate.findings().iter();
            let said: Vec<String> =
                findings.map(|finding| format!("{}: {}", finding.rule, finding.message)).collect();
            let verdict = gate.name();
            if said.is_empty() { verdict.to_owned() } else { format!("{verdict}: {}", said.join("; ")) }
        }
        NoteRecord::Recovery { recovery, why } => format!("{}: {why}", recovery.name()),
        NoteRecord::Flow(note) => note.to_string(),
    }
}

fn wait(record: WaitRecord) -> String {
    match record {
        WaitRecord::Asked { question, .. } => format!("asks: {}", question.ask),
        WaitRecord::Answered(Some(answer)) => format!("answer: {answer}"),
        WaitRecord::Answered(None) => "nobody answered in time".to_owned(),
    }
}

fn count(children: &ChildrenRecord) -> String {
    let (all, failed) = (children.0.len(), children.failures());
    match failed {
        0 => format!("{all} done"),
        _ => format!("{} done, {failed} failed", all - failed),
    }
}

fn park(record: ParkRecord) -> String {
    match record.waits {
        // The due time is in the row; an old journal entry is no longer due.
        Waits::Sleep => "waits for time to pass".to_owned(),
        waits => format!("waits {}", for_what(&waits, None, 0)),
    }
}

fn end(record: EndRecord) -> String {
    match record.stop {
        Some(stop) => format!("{}: {}", record.status, stop.detail),
        None => record.status.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[track_caller]
    fn check(kind: EntryKind, output: Value, expected: &str) {
        let entry = Entry { n: 0, key: "k".into(), kind, input: None, output, started_at: 0, ended_at: 1500 };
        assert_eq!(remark(&entry), expected);
    }

    #[test]
    fn remarks() {
        use EntryKind::{Children, End, Note, Park, Start, Step, Wait};
        check(
            Start,
            json!({ "flow": "f", "version": 1, "input": 0, "forked_from": "r at s#1" }),
            "f, forked from r at s#1",
        );
        check(Step, json!({ "ok": 3 }), "");
        check(Step, json!({ "ok": { "way": "native", "next": { "done": 1 } } }), "native");
        check(
            Step,
            json!({ "ok": { "way": "m:x", "problem": { "code": "internal", "detail": "no" }, "next": "fallback" } }),
            "m:x failed: no",
        );
        check(Step, json!({ "final": { "code": "internal", "detail": "broke" } }), "failed: broke");
        check(
            Step,
            json!({ "again": { "problem": { "code": "internal", "detail": "busy" }, "after_ms": null } }),
            "failed: busy",
        );
        check(Note, json!({ "recovery": "retry", "why": "busy" }), "retry: busy");
        check(Note, json!({ "gate": { "verdict": "pass" } }), "pass");
        let findings = json!([{ "rule": "long", "severity": "high", "message": "nine lines" }]);
        check(
            Note,
            json!({ "gate": { "verdict": "blocked", "findings": findings } }),
            "blocked: long: nine lines",
        );
        check(Wait, json!({ "question": { "ask": "Good?", "why": "" }, "until": null }), "asks: Good?");
        check(Wait, json!("yes"), "answer: yes");
        check(Wait, json!(null), "nobody answered in time");
        check(
            Children,
            json!([{ "done": 1 }, { "failed": { "code": "internal", "detail": "no" } }]),
            "1 done, 1 failed",
        );
        check(
            Park,
            json!({ "waits": { "waits": "review", "name": "q" }, "wake_at": null }),
            "waits for a person: q",
        );
        check(
            End,
            json!({ "status": "failed", "stop": { "code": "internal", "detail": "broke" } }),
            "failed: broke",
        );
    }
}
