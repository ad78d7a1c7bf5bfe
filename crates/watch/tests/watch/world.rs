//! A flow with everything that is monitored: an agent on a model, a gate, a child, a review.

use std::{sync::Arc, time::Duration};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tutti_agent::{Agent, Call, Choice, Contract, Desk, Policy, StoreLedger, Way};
use tutti_core::{Finding, Owner, RunId, Severity, Verdict};
use tutti_engine::{
    Clock, End, Executor, Flow, Flows, JumpingClock, Options, Question, Run, Services, Stop, Submission, flow,
};
use tutti_model::{
    Kind, Models, ProviderName,
    scripted::{Behaviour, ScriptedServer},
};
use tutti_store::{Store, StoreUrl};

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
struct Sum {
    a: i64,
    b: i64,
}

impl Contract for Sum {
    const NAME: &'static str = "Sum";
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
struct Total {
    total: i64,
}

impl Contract for Total {
    const NAME: &'static str = "Total";
}

const ADDER: Agent<Sum, Total> = Agent::new("adder")
    .native(|sum: &Sum| Ok(Total { total: sum.a + sum.b }))
    .policy(Policy { timeout: Duration::from_secs(2), ..Policy::DEFAULT })
    .prompt(
        "---\nagent: adder\nversion: 1\n---\n# system\nYou add.\n# user\n{{ input.a }} + {{ input.b }}\n",
    );

const ADD: Flow<Sum, Total> = flow!("add", version 1, add);

async fn add(run: Run<'_>, sum: Sum) -> Result<Total, Stop> {
    let total = run.call(&ADDER, &sum).await?;
    let even = Finding::new("odd", Severity::Low, "an odd total");
    run.gate("even", Verdict::from_findings(if total.total % 2 == 0 { vec![] } else { vec![even] }));
    Ok(total)
}

async fn family(run: Run<'_>, sum: Sum) -> Result<usize, Stop> {
    run.step("look", &sum.a, || async { Ok(1) }).await?;
    let children = run.all("sums", &ADD, [("1".to_owned(), sum)], 1).await?;
    Ok(children.len())
}

async fn asks(run: Run<'_>, _: Value) -> Result<(), Stop> {
    let question = Question {
        ask: "Good?".to_owned(),
        why: "nobody knows".to_owned(),
        evidence: Vec::new(),
        allowed: vec!["yes".to_owned()],
    };
    run.ask("good", question, None).await?;
    Ok(())
}

pub(crate) struct World {
    _folder: tempfile::TempDir,
    pub(crate) executor: Executor,
    _server: ScriptedServer,
}

/// What every request to a provider carries.
pub(crate) const KEY: &str = "hunter2-hunter2-hunter2";

/// The run at the top. Its id is a ULID, as those of real runs are.
pub(crate) const RUN: &str = "01m7hpyds31rvt0p82g5tr0snf";

impl World {
    /// With a provider that behaves so, one call after the other.
    pub(crate) async fn new(behaviours: Vec<Behaviour>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&StoreUrl::Sqlite(folder.path().join("t.db"))).await.unwrap();
        let server = ScriptedServer::in_turn(behaviours).await.unwrap();
        let clock: Arc<dyn Clock> = Arc::new(JumpingClock::at(1_800_000_000_000));
        let mut settings = server.settings(ProviderName::parse("scripted").unwrap(), Kind::OpenAi);
        settings.api_key = Some(tutti_model::Secret::new(KEY));
        let options = tutti_model::Options {
            ledger: Arc::new(StoreLedger::new(store.clone(), Arc::clone(&clock))),
            forbid_real_calls: true,
            ..tutti_model::Options::default()
        };
        let ways = vec![Way::Model { name: "scripted:m".parse().unwrap(), checked: false }];
        let desk = Desk::native()
            .with_agents(&[ADDER.entry()])
            .unwrap()
            .with_models(Models::new(vec![settings], options).unwrap())
            .with_choice("adder", Choice { ways, ..Choice::default() })
            .with_clock(Arc::clone(&clock));
        let flows = Flows::default()
            .with(ADD.entry())
            .with(flow!("family", version 1, family).entry())
            .with(flow!("asks", version 1, asks).entry());
        let options = Options { clock, ..Options::new(folder.path().join("locks")) };
        let services = Services::default().with(desk);
        let executor = Executor::start(store, flows, services, options).await.unwrap();
        Self { _folder: folder, executor, _server: server }
    }

    pub(crate) async fn run(&self, flow: &str) -> End {
        let id = Some(RunId::parse(RUN).unwrap());
        let submission = Submission { id, ..Submission::new(flow, json!({ "a": 20, "b": 22 })) };
        self.executor.run(&Owner::local(), submission).await.unwrap().1
    }
}

/// An answer after a failure that passes.
pub(crate) fn recovers() -> Vec<Behaviour> {
    vec![Behaviour::status(503, r#"{"error":{"message":"busy"}}"#), Behaviour::say(r#"{"total": 42}"#)]
}
