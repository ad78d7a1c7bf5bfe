//! A line of a journal, said in words.

use serde_json::Value;
use tutti_store::{Entry, EntryKind, Waits};

use crate::runs::for_what;

/// What a person wants to know of a line of a journal.
pub fn remark(entry: &Entry) -> String {
    let text = |pointer: &str| entry.output.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
    match entry.kind {
        EntryKind::Start => match (text("/flow"), text("/forked_from")) {
            (Some(flow), Some(from)) => format!("{flow}, forked from {from}"),
            (Some(flow), None) => flow,
            _ => String::new(),
        },
        EntryKind::Step => step(&entry.output),
        EntryKind::Note => note(&entry.output),
        EntryKind::Wait => match text("/question/ask") {
            Some(asked) => format!("asks: {asked}"),
            None => {
                entry.output.as_str().map_or("nobody answered in time".to_owned(), |a| format!("answer: {a}"))
            }
        },
        EntryKind::Children => children(&entry.output),
        EntryKind::Sleep => String::new(),
        EntryKind::Park => entry
            .output
            .get("waits")
            .and_then(|waits| serde_json::from_value::<Waits>(waits.clone()).ok())
            .map_or_else(String::new, |waits| match waits {
                // When it was due is in the row; a journal line of long ago is not due any more.
                Waits::Sleep => "waits for time to pass".to_owned(),
                waits => format!("waits {}", for_what(&waits, None, 0)),
            }),
        EntryKind::End => match (text("/status"), text("/stop/detail")) {
            (Some(status), Some(why)) => format!("{status}: {why}"),
            (Some(status), None) => status,
            _ => String::new(),
        },
    }
}

/// A step keeps how it went; the step of an agent also by which way.
fn step(output: &Value) -> String {
    let problem = output.pointer("/final/detail").or_else(|| output.pointer("/again/problem/detail"));
    if let Some(detail) = problem.and_then(Value::as_str) {
        return format!("failed: {detail}");
    }
    let Some(way) = output.pointer("/ok/way").and_then(Value::as_str) else { return String::new() };
    match output.pointer("/ok/problem/detail").and_then(Value::as_str) {
        Some(problem) => format!("{way} failed: {problem}"),
        None => way.to_owned(),
    }
}

fn note(output: &Value) -> String {
    if let Some(verdict) = output.pointer("/gate/verdict").and_then(Value::as_str) {
        let findings = output.pointer("/gate/findings").and_then(Value::as_array).into_iter().flatten();
        let said: Vec<String> = findings
            .filter_map(|f| Some(format!("{}: {}", f.get("rule")?.as_str()?, f.get("message")?.as_str()?)))
            .collect();
        return if said.is_empty() { verdict.to_owned() } else { format!("{verdict}: {}", said.join("; ")) };
    }
    match (output.get("recovery").and_then(Value::as_str), output.get("why").and_then(Value::as_str)) {
        (Some(recovery), Some(why)) => format!("{recovery}: {why}"),
        _ => output.to_string(),
    }
}

fn children(output: &Value) -> String {
    let outcomes = output.as_array().map(Vec::as_slice).unwrap_or_default();
    let failed = outcomes.iter().filter(|outcome| outcome.get("failed").is_some()).count();
    match failed {
        0 => format!("{} done", outcomes.len()),
        _ => format!("{} done, {failed} failed", outcomes.len() - failed),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(kind: EntryKind, output: Value, expected: &str) {
        let entry = Entry { n: 0, key: "k".into(), kind, input: None, output, started_at: 0, ended_at: 1500 };
        assert_eq!(remark(&entry), expected);
    }

    #[test]
    fn remarks() {
        use EntryKind::{Children, End, Note, Park, Start, Step, Wait};
        check(Start, json!({ "flow": "f", "forked_from": "r at s#1" }), "f, forked from r at s#1");
        check(Step, json!({ "ok": 3 }), "");
        check(Step, json!({ "ok": { "way": "native", "next": { "done": 1 } } }), "native");
        check(
            Step,
            json!({ "ok": { "way": "m:x", "problem": { "detail": "no" }, "next": "fallback" } }),
            "m:x failed: no",
        );
        check(Step, json!({ "final": { "code": "internal", "detail": "broke" } }), "failed: broke");
        check(
            Step,
            json!({ "again": { "problem": { "detail": "busy" }, "after_ms": null } }),
            "failed: busy",
        );
        check(Note, json!({ "recovery": "retry", "why": "busy" }), "retry: busy");
        check(Note, json!({ "gate": { "verdict": "pass" } }), "pass");
        let findings = json!([{ "rule": "long", "message": "nine lines" }]);
        check(
            Note,
            json!({ "gate": { "verdict": "blocked", "findings": findings } }),
            "blocked: long: nine lines",
        );
        check(Wait, json!({ "question": { "ask": "Good?" }, "until": null }), "asks: Good?");
        check(Wait, json!("yes"), "answer: yes");
        check(Wait, json!(null), "nobody answered in time");
        check(Children, json!([{ "done": 1 }, { "failed": {} }]), "1 done, 1 failed");
        check(Park, json!({ "waits": { "waits": "review", "name": "q" } }), "waits for a person: q");
        check(End, json!({ "status": "failed", "stop": { "detail": "broke" } }), "failed: broke");
    }
}
