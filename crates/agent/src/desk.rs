//! The desk: what agents need besides their input. The binary sets it up once from the settings.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use tutti_core::{Code, Problem};
use tutti_engine::{Clock, Pauses, SystemClock};
use tutti_model::{ModelName, Models};

use crate::{Agent, AgentEntry, Contract, Policy, Prompt, PromptError, Prompts};

/// One way to fulfil a contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Way {
    Native,
    Model {
        name: ModelName,
        /// The native checks must pass too (`native+model`).
        checked: bool,
    },
}

impl Way {
    pub(crate) fn label(&self) -> String {
        match self {
            Self::Native => "native".to_owned(),
            Self::Model { name, checked: false } => name.to_string(),
            Self::Model { name, checked: true } => format!("native+{name}"),
        }
    }
}

/// What the settings say about one agent.
#[derive(Debug, Clone, Default)]
pub struct Choice {
    /// In the order they are tried; empty is the native way.
    pub ways: Vec<Way>,
    pub timeout: Option<Duration>,
    pub attempts: Option<u32>,
}

/// Models, prompts and choices; a service of every run.
#[derive(Debug)]
pub struct Desk {
    models: Option<Models>,
    prompts: Prompts,
    choices: BTreeMap<String, Choice>,
    pub(crate) clock: Arc<dyn Clock>,
}

impl Desk {
    /// A desk without models: every agent works natively.
    pub fn native() -> Self {
        Self {
            models: None,
            prompts: Prompts::default(),
            choices: BTreeMap::new(),
            clock: Arc::new(SystemClock),
        }
    }

    /// The prompts compiled into `agents`.
    pub fn with_agents(mut self, agents: &[AgentEntry]) -> Result<Self, PromptError> {
        let sources: Vec<_> = agents.iter().filter_map(|agent| Some((agent.name, agent.prompt?))).collect();
        self.prompts = Prompts::builtin(&sources)?;
        Ok(self)
    }

    /// Prompts from a folder, over the compiled-in ones.
    pub fn with_prompts(mut self, folder: &std::path::Path) -> Result<Self, PromptError> {
        self.prompts = self.prompts.with_folder(folder)?;
        Ok(self)
    }

    /// The client for model calls, if any provider is set up.
    pub fn wires(&self) -> Option<&Models> {
        self.models.as_ref()
    }

    #[must_use]
    pub fn with_models(mut self, models: Models) -> Self {
        self.models = Some(models);
        self
    }

    #[must_use]
    pub fn with_choice(mut self, agent: impl Into<String>, choice: Choice) -> Self {
        self.choices.insert(agent.into(), choice);
        self
    }

    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    pub(crate) fn models(&self, agent: &str) -> Result<&Models, Problem> {
        self.models.as_ref().ok_or_else(|| {
            Problem::new(
                Code::BadSettings,
                format!("agent {agent} needs a model, but no provider is configured"),
            )
            .hint("add a [providers.NAME] section; `tutti config` shows what is set")
        })
    }

    pub(crate) fn prompt(&self, agent: &str) -> Result<&Prompt, Problem> {
        self.prompts.get(agent).ok_or_else(|| {
            Problem::new(
                Code::BadSettings,
                format!("agent {agent} has no prompt, so no model can do its work"),
            )
            .hint(format!("set agents.{agent}.way = \"native\""))
        })
    }

    /// The ways of an agent in the order they are tried.
    pub(crate) fn plan<I: Contract, O: Contract>(&self, agent: &Agent<I, O>) -> Plan {
        let choice = self.choices.get(agent.name).cloned().unwrap_or_default();
        let ways = if choice.ways.is_empty() { vec![Way::Native] } else { choice.ways };
        let attempts = choice.attempts.unwrap_or(agent.policy.attempts).max(1);
        Plan {
            ways,
            policy: Policy {
                timeout: choice.timeout.unwrap_or(agent.policy.timeout),
                attempts,
                ..agent.policy
            },
            pauses: Pauses::for_attempts(attempts),
        }
    }
}

/// The ways to try, in their order, with their time limits.
pub(crate) struct Plan {
    pub(crate) ways: Vec<Way>,
    pub(crate) policy: Policy,
    pub(crate) pauses: Pauses,
}
