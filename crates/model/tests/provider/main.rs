//! Calls over real HTTP to a scripted provider on this machine.
#![allow(clippy::unwrap_used)] // the setting for tests does not reach the functions beside them

mod accounting;
mod call_targets;
mod cassettes;
mod misbehaviour;
mod wires;

use std::sync::Arc;

use tutti_core::{Budget, Money, Owner, RunId};
use tutti_model::scripted::{Behaviour, ScriptedServer};
use tutti_model::{
    CallAccount, Kind, MemoryLedger, ModelName, Models, Options, OutputSchema, Price, ProviderName,
    ProviderSettings, Request,
};

/// A server with one provider that is it, and the ledger its calls are written to.
struct Stage {
    server: ScriptedServer,
    models: Models,
    ledger: Arc<MemoryLedger>,
}

impl Stage {
    async fn new(behaviour: Behaviour) -> Self {
        Self::with(ScriptedServer::always(behaviour).await.unwrap(), |_| {}, |_| {})
    }

    fn with(
        server: ScriptedServer,
        change_settings: impl FnOnce(&mut ProviderSettings),
        change_options: impl FnOnce(&mut Options),
    ) -> Self {
        let ledger = Arc::new(MemoryLedger::default());
        let mut settings = server.settings(ProviderName::parse("p").unwrap(), Kind::OpenAi);
        settings.price = Some(Price {
            input: Money::from_micro_usd(1_000_000),
            output: Money::from_micro_usd(2_000_000),
            cached_input: Money::from_micro_usd(0),
        });
        change_settings(&mut settings);
        let mut options = Options { ledger: ledger.clone(), forbid_real_calls: true, ..Options::default() };
        change_options(&mut options);
        Self { server, models: Models::new(vec![settings], options).unwrap(), ledger }
    }
}

fn model() -> ModelName {
    "p:some/model:7b-instruct-high".parse().unwrap()
}

fn request() -> Request {
    Request { max_tokens: Some(100), ..Request::new(model(), "How many legs has a spider?") }
}

fn asking_for_json() -> Request {
    let schema = serde_json::json!({
        "type": "object",
        "properties": {"legs": {"type": "integer"}, "note": {"type": "string"}},
        "required": ["legs"],
    });
    Request { schema: Some(OutputSchema { name: "answer".to_owned(), schema }), ..request() }
}

fn account() -> CallAccount {
    account_with(Budget::default())
}

fn account_with(budget: Budget) -> CallAccount {
    CallAccount {
        owner: Owner::local(),
        run: Some(RunId::parse("r1/item/3").unwrap()),
        step: "verify#1".to_owned(),
        agent: "verifier".to_owned(),
        budget,
    }
}
