//! A line of a journal, said in words.

use serde::de::IgnoredAny;
use tutti_agent::CallRecord;
use tutti_engine::{
    ChildrenRecord, EndRecord, NoteRecord, ParkRecord, Recovery, StartRecord, StepRecord, WaitRecord,
    step_name,
};
use tutti_store::{Entry, EntryKind, Waits};

use crate::runs::for_what;

/// What a person wants to know of a line of a journal.
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

/// The agent whose step a line is.
pub fn agent(entry: &Entry) -> Option<&str> {
    CallRecord::read(entry).map(|_| step_name(&entry.key))
}

/// The word for a gate's verdict, if a line is one.
pub fn verdict(entry: &Entry) -> Option<&'static str> {
    NoteRecord::read(entry)?.verdict().map(tutti_core::Verdict::name)
}

/// The word for a recovery, if a line is one.
pub fn recovery(entry: &Entry) -> Option<&'static str> {
    NoteRecord::read(entry)?.recovery().map(Recovery::name)
}

fn start(record: StartRecord) -> String {
    match record.forked_from {
        Some(from) => format!("{}, forked from {from}", record.flow),
        None => record.flow,
    }
}

/// A step keeps how it went; the step of an agent also by which way.
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
        // When it was due is in the row; a journal line of long ago is not due any more.
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
