//! The verdict of a gate, with named findings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How serious a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Worth a look; blocks nothing.
    Low,
    /// Continues, but a person should know.
    Medium,
    /// Must not continue.
    High,
}

/// One thing a check found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// Stable name of the rule, such as `stem_too_long`.
    pub rule: String,
    pub severity: Severity,
    /// For a person: what is wrong, with the offending words.
    pub message: String,
    /// Where, as a JSON pointer into the checked value; empty for the whole.
    #[serde(default)]
    pub pointer: String,
}

impl Finding {
    pub fn new(rule: impl Into<String>, severity: Severity, message: impl Into<String>) -> Self {
        Self { rule: rule.into(), severity, message: message.into(), pointer: String::new() }
    }

    #[must_use]
    pub fn at(mut self, pointer: impl Into<String>) -> Self {
        self.pointer = pointer.into();
        self
    }
}

/// The outcome of a gate. It is computed from findings, never taken from an author's opinion of their own work.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "verdict", content = "findings", rename_all = "snake_case")]
pub enum Verdict {
    Pass,
    /// Continues, with these findings shown.
    Flagged(Vec<Finding>),
    /// Stops here, for these reasons.
    Blocked(Vec<Finding>),
}

impl Verdict {
    /// Any finding of high severity blocks; any other flags; none passes.
    pub fn from_findings(findings: Vec<Finding>) -> Self {
        match findings.iter().map(|f| f.severity).max() {
            None => Self::Pass,
            Some(Severity::High) => Self::Blocked(findings),
            Some(_) => Self::Flagged(findings),
        }
    }

    pub fn findings(&self) -> &[Finding] {
        match self {
            Self::Pass => &[],
            Self::Flagged(findings) | Self::Blocked(findings) => findings,
        }
    }

    /// The name in journals, logs and replies.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Flagged(_) => "flagged",
            Self::Blocked(_) => "blocked",
        }
    }

    pub fn is_blocked(&self) -> bool {
        matches!(self, Self::Blocked(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_finding_decides() {
        let low = Finding::new("a", Severity::Low, "a");
        let high = Finding::new("b", Severity::High, "b").at("/options/2");
        assert_eq!(Verdict::from_findings(vec![]), Verdict::Pass);
        assert_eq!(Verdict::from_findings(vec![low.clone()]), Verdict::Flagged(vec![low.clone()]));
        assert!(Verdict::from_findings(vec![low, high]).is_blocked());
    }
}
