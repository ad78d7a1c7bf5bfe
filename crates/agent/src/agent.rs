//! An agent: a contract, and one or two ways to fulfil it.

use std::time::Duration;

use serde_json::Value;
use tutti_core::{Problem, Verdict};

use crate::{Contract, schema_of};

/// Turns an `I` into an `O`: natively, by a model, or by a model under native checks. A setting decides which; the
/// flow that calls it cannot tell.
#[derive(Debug)]
pub struct Agent<I, O> {
    pub name: &'static str,
    /// Its tier in a tiered flow; 0 if tiers do not apply.
    pub tier: u8,
    pub policy: Policy,
    pub native: Option<fn(&I) -> Result<O, Problem>>,
    /// The source of its prompt, compiled in.
    pub prompt: Option<&'static str>,
    /// What a model's output must also satisfy when the way is `native+model`.
    pub check: fn(&I, &O) -> Verdict,
}

/// Time limits and attempts of a call. Settings can change the first two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// For one attempt.
    pub timeout: Duration,
    /// Attempts with one provider, with pauses of 1, 3 and 5 seconds between them.
    pub attempts: u32,
    /// How often a model is shown what is wrong with its answer.
    pub repairs: u32,
}

impl Policy {
    pub const DEFAULT: Self = Self { timeout: Duration::from_mins(1), attempts: 4, repairs: 2 };
}

impl<I: Contract, O: Contract> Agent<I, O> {
    /// A name is 1 to 30 lowercase letters, digits and underscores; any other does not compile in a `const`.
    pub const fn new(name: &'static str) -> Self {
        assert!(is_name(name), "an agent's name is 1 to 30 lowercase letters, digits and underscores");
        Self { name, tier: 0, policy: Policy::DEFAULT, native: None, prompt: None, check: always_pass }
    }

    #[must_use]
    pub const fn tier(mut self, tier: u8) -> Self {
        self.tier = tier;
        self
    }

    #[must_use]
    pub const fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    #[must_use]
    pub const fn native(mut self, native: fn(&I) -> Result<O, Problem>) -> Self {
        self.native = Some(native);
        self
    }

    #[must_use]
    pub const fn prompt(mut self, source: &'static str) -> Self {
        self.prompt = Some(source);
        self
    }

    #[must_use]
    pub const fn check(mut self, check: fn(&I, &O) -> Verdict) -> Self {
        self.check = check;
        self
    }

    /// The entry for a list of agents.
    pub const fn entry(&self) -> AgentEntry {
        AgentEntry {
            name: self.name,
            tier: self.tier,
            native: self.native.is_some(),
            prompt: self.prompt,
            input: schema_of::<I>,
            output: schema_of::<O>,
        }
    }
}

/// An agent without its types.
#[derive(Debug, Clone, Copy)]
pub struct AgentEntry {
    pub name: &'static str,
    pub tier: u8,
    pub native: bool,
    pub prompt: Option<&'static str>,
    pub input: fn() -> Value,
    pub output: fn() -> Value,
}

fn always_pass<I, O>(_: &I, _: &O) -> Verdict {
    Verdict::Pass
}

const fn is_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    if bytes.is_empty() || bytes.len() > 30 {
        return false;
    }
    let mut i = 0;
    while i < bytes.len() {
        if !(bytes[i].is_ascii_lowercase() || bytes[i].is_ascii_digit() || bytes[i] == b'_') {
            return false;
        }
        i += 1;
    }
    true
}
