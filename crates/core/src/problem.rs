//! A problem that a person can act on: what happened, where, and the next step.
//!
//! Problems travel as RFC 9457 documents over HTTP, as outcomes of steps in the journal, and as the error that a
//! command prints. Each has a stable code with a section in `docs/errors.md`.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $variant:ident = $name:literal, $status:literal;)*) => {
        /// A stable error code. The status is the HTTP status; the command line maps it to an exit code.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum Code {
            $($(#[doc = $doc])* #[serde(rename = $name)] $variant,)*
        }

        impl Code {
            pub const ALL: &[Code] = &[$(Code::$variant),*];

            pub const fn name(self) -> &'static str {
                match self { $(Code::$variant => $name),* }
            }

            pub const fn status(self) -> u16 {
                match self { $(Code::$variant => $status),* }
            }
        }
    };
}

codes! {
    /// The request, or a contract in it, is malformed.
    BadInput = "bad_input", 400;
    /// A settings file, variable or flag is invalid.
    BadSettings = "bad_settings", 400;
    /// Nobody is logged in, or the name or password is wrong.
    Unauthorized = "unauthorized", 401;
    /// The account may not do this.
    Forbidden = "forbidden", 403;
    /// A quota of the account is used up.
    QuotaReached = "quota_reached", 403;
    /// Nothing has that name.
    NotFound = "not_found", 404;
    /// The address does not accept this method.
    MethodNotAllowed = "method_not_allowed", 405;
    /// The request took too long to arrive.
    TooSlow = "too_slow", 408;
    /// It has already been done, or somebody else is doing it.
    Conflict = "conflict", 409;
    /// Somebody changed it after it was read.
    PreconditionFailed = "precondition_failed", 412;
    /// The file is too large.
    TooLarge = "too_large", 413;
    /// The file is of an unsupported kind.
    UnknownType = "unknown_type", 415;
    /// A change must name the version it is based on.
    PreconditionRequired = "precondition_required", 428;
    /// Too many attempts in a short time.
    TooManyRequests = "too_many_requests", 429;
    /// The file may be valid, but its text cannot be extracted.
    Unreadable = "unreadable", 422;
    /// A gate refused it.
    Refused = "refused", 422;
    /// The run is waiting for review.
    AwaitsReview = "awaits_review", 422;
    /// The computation took longer than the server allows.
    TookTooLong = "took_too_long", 422;
    /// The run was cancelled.
    Cancelled = "cancelled", 422;
    /// The next call would exceed the budget.
    BudgetReached = "budget_reached", 422;
    /// The run's deadline passed.
    DeadlinePassed = "deadline_passed", 504;
    /// The code no longer does what the journal recorded.
    JournalMismatch = "journal_mismatch", 409;
    /// Another process drives this run.
    LeaseLost = "lease_lost", 409;
    /// A model provider returned an error or nonsense.
    UpstreamFailed = "upstream_failed", 502;
    /// A model provider did not respond in time.
    UpstreamTimeout = "upstream_timeout", 504;
    /// A model's reply does not fit the contract, even after repair.
    ContractBroken = "contract_broken", 502;
    /// Real calls are forbidden here.
    CallsForbidden = "calls_forbidden", 422;
    /// The server cannot do this at the moment.
    Unavailable = "unavailable", 503;
    /// The disk is nearly full, so nothing is added.
    StorageFull = "storage_full", 507;
    /// The database cannot be opened, read or written.
    StoreFailed = "store_failed", 500;
    /// A stored value cannot be read back, and trying again does not help.
    Damaged = "damaged", 500;
    /// A defect in Tutti itself.
    Internal = "internal", 500;
}

impl Code {
    /// The code in words: `not_found` is "Not found".
    pub fn title(self) -> String {
        let words = self.name().replace('_', " ");
        let (first, rest) = words.split_at(1);
        first.to_uppercase() + rest
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A problem, described to the person who can fix it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    pub code: Code,
    /// One sentence: what happened and where.
    pub detail: String,
    /// JSON pointer to the offending field, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// Next steps, each a command or an action.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<String>,
    /// Where in a flow it happened, such as `reader`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<Box<str>>,
    /// The session or run in which it happened, as named in the logs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace_id: Option<Box<str>>,
}

impl Problem {
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into(), pointer: None, hints: Vec::new(), stage: None, trace_id: None }
    }

    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Sets the stage, unless one is set already: the innermost knows best.
    #[must_use]
    pub fn in_stage(mut self, stage: impl Into<Box<str>>) -> Self {
        self.stage.get_or_insert_with(|| stage.into());
        self
    }

    /// The problem without what only the people who run the server may know: paths, hosts and addresses of databases.
    /// Whoever uses this writes the whole problem into the log.
    #[must_use]
    pub fn for_client(&self) -> Self {
        let again = "try again later; the server's log has the details";
        let (detail, hint) = match self.code {
            Code::StoreFailed => ("the store could not be used", again),
            Code::Damaged => (
                "stored data is damaged",
                "the people who run the server find what it is with `tutti doctor`",
            ),
            Code::Internal => ("this is a defect in Tutti itself", again),
            _ => return self.clone(),
        };
        Self { pointer: self.pointer.clone(), ..Self::new(self.code, detail) }.hint(hint)
    }

    #[must_use]
    pub fn with_trace(mut self, id: impl Into<Box<str>>) -> Self {
        self.trace_id.get_or_insert_with(|| id.into());
        self
    }

    #[must_use]
    pub fn at(mut self, pointer: impl Into<String>) -> Self {
        self.pointer = Some(pointer.into());
        self
    }
}

impl Problem {
    /// The RFC 9457 document, as the server sends it and `--json` prints it.
    pub fn document(&self) -> Value {
        let mut document = json!({
            "type": format!("urn:tutti:problem:{}", self.code),
            "title": self.code.title(),
            "status": self.code.status(),
            "detail": self.detail,
            "code": self.code,
            "hints": self.hints,
        });
        let told = [
            ("pointer", self.pointer.as_deref()),
            ("stage", self.stage.as_deref()),
            ("trace_id", self.trace_id.as_deref()),
        ];
        for (name, value) in told {
            if let Some(value) = value {
                document[name] = json!(value);
            }
        }
        document
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)?;
        if let Some(pointer) = &self.pointer {
            write!(f, " (at {pointer})")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_a_document() {
        let problem = Problem::new(Code::NotFound, "there is no run `x`").hint("list them").at("/run");
        assert_eq!(
            problem.document().to_string(),
            r#"{"type":"urn:tutti:problem:not_found","title":"Not found","status":404,"detail":"there is no run `x`","code":"not_found","hints":["list them"],"pointer":"/run"}"#
        );
    }

    #[test]
    fn reads_back_from_the_journal() {
        let problem = Problem::new(Code::UpstreamTimeout, "no answer in 30 s").hint("try again").at("/model");
        let json = serde_json::to_string(&problem).unwrap();
        assert_eq!(
            json,
            r#"{"code":"upstream_timeout","detail":"no answer in 30 s","pointer":"/model","hints":["try again"]}"#
        );
        assert_eq!(serde_json::from_str::<Problem>(&json).unwrap(), problem);
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = Code::ALL.iter().map(|code| code.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Code::ALL.len());
    }
}
