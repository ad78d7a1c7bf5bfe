//! The journal entries of an agent call.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tutti_core::Problem;
use tutti_engine::{StepOutline, StepRecord};
use tutti_store::Entry;

/// One attempt at a call: what was tried, the result, and the decision that follows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CallRecord {
    /// `native`, a model's name, or both.
    pub way: String,
    /// Hash of the prompt, for the trace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// The model's reply, word for word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<String>,
    /// Liberties taken in reading it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
    pub next: Decision,
}

/// The decision after an attempt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The contract is fulfilled by this value.
    Done(Value),
    Retry {
        pause_ms: u64,
    },
    Repair,
    Fallback,
    GiveUp,
}

impl CallRecord {
    /// The attempt that a line of the journal holds; none if it is not a step of an agent.
    pub fn read(entry: &Entry) -> Option<Self> {
        match StepRecord::read(entry)? {
            StepRecord::Ok(record) => Some(record),
            StepRecord::Again { .. } | StepRecord::Final(_) => None,
        }
    }

    pub(crate) fn outline(&self) -> StepOutline {
        StepOutline { way: Some(self.way.clone()), problem: self.problem.clone() }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tutti_core::Code;
    use tutti_store::EntryKind;

    use super::*;

    #[track_caller]
    fn check(output: Value, expected: Option<&CallRecord>) {
        let kind = EntryKind::Step;
        let entry = Entry { n: 0, key: "k".into(), kind, input: None, output, started_at: 0, ended_at: 0 };
        assert_eq!(CallRecord::read(&entry).as_ref(), expected);
    }

    #[test]
    fn a_call_is_read_from_its_line() {
        let native = CallRecord {
            way: "native".into(),
            prompt: None,
            raw: None,
            notes: Vec::new(),
            problem: None,
            next: Decision::Done(json!(1)),
        };
        check(json!({ "ok": { "way": "native", "next": { "done": 1 } } }), Some(&native));
        assert_eq!(json!(native).to_string(), r#"{"way":"native","next":{"done":1}}"#);
        let refused = CallRecord {
            way: "m:x".into(),
            problem: Some(Problem::new(Code::ContractBroken, "no")),
            next: Decision::Fallback,
            ..native
        };
        check(
            json!({ "ok": { "way": "m:x", "problem": { "code": "contract_broken", "detail": "no" }, "next": "fallback" } }),
            Some(&refused),
        );
        check(json!({ "ok": 3 }), None);
        check(json!({ "final": { "code": "internal", "detail": "broke" } }), None);
    }
}
