//! Ledger rows, budgets, the cache, the breaker, and abandoned calls.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;
use tutti_core::{Budget, Tokens};
use tutti_model::scripted::{Behaviour, ScriptedServer, USAGE};
use tutti_model::{
    BreakerSettings, CallError, ManualClock, MemoryCache, MemoryLedger, MemoryRow, Request, Settled, State,
};

use crate::{Stage, account, account_with, request};

/// Longer than anything here takes, so that a defect fails a test instead of hanging it.
const PATIENCE: Duration = Duration::from_secs(20);

/// Waits until the only row is settled. It is settled by a task of its own, so it may take a few turns.
async fn wait_until_settled(ledger: &MemoryLedger) -> Settled {
    let waiting = async {
        loop {
            if let [MemoryRow::Settled(_, settled)] = ledger.rows().as_slice() {
                return settled.clone();
            }
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, waiting).await.unwrap()
}

#[tokio::test]
async fn an_answer_is_billed_as_the_provider_counted() {
    let stage = Stage::new(Behaviour::say("Eight.")).await;
    stage.models.call(&request(), &account(), None).await.unwrap();
    let [MemoryRow::Settled(entry, settled)] = &stage.ledger.rows()[..] else { panic!() };
    assert_eq!((entry.provider.as_str(), entry.model.as_str()), ("p", "some/model:7b-instruct-high"));
    assert_eq!(entry.request_hash, request().hash());
    assert_eq!(entry.account, account());
    assert_eq!(entry.estimate.tokens, Tokens(9 + 100), "27 letters are 9 tokens");
    assert_eq!(settled.state, State::Billed);
    assert_eq!(settled.usage, USAGE);
    assert_eq!(settled.spend.tokens, Tokens(28));
    assert_eq!(settled.spend.money.micro_usd(), 16 + 14, "cached tokens are free here");
}

#[tokio::test]
async fn an_answer_nobody_counted_is_billed_as_expected() {
    let body = r#"{"choices":[{"message":{"content":"Eight."},"finish_reason":"stop"}]}"#;
    let stage =
        Stage::new(Behaviour::Raw { content_type: "application/json".to_owned(), body: body.to_owned() })
            .await;
    stage.models.call(&request(), &account(), None).await.unwrap();
    assert_eq!(wait_until_settled(&stage.ledger).await.spend.tokens, Tokens(109));
}

#[tokio::test]
async fn a_budget_refuses_before_the_call() {
    for (budget, what) in [
        (Budget { tokens: Some(Tokens(108)), ..Budget::default() }, "tokens"),
        (Budget { money: tutti_core::Money::from_usd(0.000_208), ..Budget::default() }, "money"),
        (Budget { calls: Some(0), ..Budget::default() }, "calls"),
    ] {
        let stage = Stage::new(Behaviour::say("Eight.")).await;
        let error = stage.models.call(&request(), &account_with(budget), None).await.unwrap_err();
        assert!(matches!(&error, CallError::BudgetReached(limit) if limit.what == what), "{error:?}");
        assert_eq!(stage.server.requests().len(), 0, "the server saw a call that was refused");
        assert_eq!(stage.ledger.rows(), []);
    }
}

#[tokio::test]
async fn the_second_time_costs_nothing() {
    let server = ScriptedServer::always(Behaviour::say("Eight.")).await.unwrap();
    let cache = Arc::new(MemoryCache::default());
    let stage = Stage::with(server, |_| {}, |options| options.cache = Some(cache));
    let first = stage.models.call(&request(), &account(), None).await.unwrap();
    let again = Request { idempotency_key: Some("other".to_owned()), ..request() };
    let mut text = String::new();
    let second =
        stage.models.call_streaming(&again, &account(), None, |delta| text.push_str(delta)).await.unwrap();
    assert!(second.from_cache && !first.from_cache);
    assert_eq!((second.text.as_str(), text.as_str()), ("Eight.", "Eight."));
    assert_eq!(stage.server.requests().len(), 1);
    let rows = stage.ledger.rows();
    assert!(
        matches!(&rows[..], [MemoryRow::Settled(..), MemoryRow::Cached(entry)] if entry.estimate.calls == 0)
    );
}

#[tokio::test]
async fn answers_that_were_cut_off_are_not_kept() {
    let server = ScriptedServer::always(Behaviour::SayCutOff("Eig".to_owned())).await.unwrap();
    let cache = Arc::new(MemoryCache::default());
    let stage = Stage::with(server, |_| {}, |options| options.cache = Some(cache));
    for _ in 0..2 {
        let reply = stage.models.call(&request(), &account(), None).await.unwrap();
        assert_eq!(reply.finish, tutti_model::Finish::Length);
    }
    assert_eq!(stage.server.requests().len(), 2);
}

#[tokio::test]
async fn dropping_a_call_hangs_up_and_its_row_says_so() {
    for behaviour in [Behaviour::Hang, Behaviour::HangMidStream("Eig".to_owned())] {
        let stage = Stage::new(behaviour).await;
        let call = tokio::spawn({
            let models = stage.models.clone();
            async move { models.call_streaming(&request(), &account(), None, |_| {}).await }
        });
        stage.server.wait_for_requests(1).await;
        call.abort();
        timeout(PATIENCE, stage.server.wait_for_hang_ups(1)).await.unwrap();
        let settled = wait_until_settled(&stage.ledger).await;
        assert_eq!((settled.state, settled.spend.tokens), (State::Interrupted, Tokens(109)));
    }
}

#[tokio::test]
async fn a_provider_that_is_down_is_left_alone() {
    let down = Behaviour::status(503, "down");
    let server = ScriptedServer::in_turn(vec![down.clone(), down, Behaviour::say("back")]).await.unwrap();
    let clock = Arc::new(ManualClock::default());
    let cool_down = Duration::from_secs(30);
    let stage = Stage::with(
        server,
        |settings| settings.breaker = BreakerSettings { failures: 2, cool_down },
        |options| options.clock = clock.clone(),
    );
    let call = || async { stage.models.call(&request(), &account(), None).await };
    for _ in 0..2 {
        assert!(matches!(call().await, Err(CallError::Server { .. })));
    }
    clock.advance(Duration::from_secs(10));
    let Err(CallError::CircuitOpen { remaining, .. }) = call().await else { panic!("it was called") };
    assert_eq!(remaining, Duration::from_secs(20));
    assert_eq!((stage.server.requests().len(), stage.ledger.rows().len()), (2, 2));
    clock.advance(remaining);
    assert_eq!(call().await.unwrap().text, "back");
    assert!(call().await.is_ok());
}

#[tokio::test]
async fn refusals_do_not_count_as_being_down() {
    let server = ScriptedServer::always(Behaviour::status(400, "{}")).await.unwrap();
    let stage = Stage::with(server, |settings| settings.breaker.failures = 1, |_| {});
    for _ in 0..3 {
        let error = stage.models.call(&request(), &account(), None).await.unwrap_err();
        assert!(matches!(error, CallError::BadRequest { .. }), "{error:?}");
    }
}

#[tokio::test]
async fn an_open_circuit_refuses_at_once_also_when_no_place_is_free() {
    let behaviours = vec![Behaviour::Hang, Behaviour::status(503, "down"), Behaviour::Hang];
    let server = ScriptedServer::in_turn(behaviours).await.unwrap();
    let clock = Arc::new(ManualClock::default());
    let stage = Stage::with(
        server,
        |settings| {
            settings.concurrency = 2;
            settings.breaker.failures = 1;
        },
        |options| options.clock = clock.clone(),
    );
    let in_background = || {
        let models = stage.models.clone();
        tokio::spawn(async move { models.call(&request(), &account(), None).await })
    };
    let first = in_background();
    stage.server.wait_for_requests(1).await;
    assert!(matches!(stage.models.call(&request(), &account(), None).await, Err(CallError::Server { .. })));
    clock.advance(Duration::from_secs(30));
    let probe = in_background();
    stage.server.wait_for_requests(3).await;
    let refused = timeout(PATIENCE, stage.models.call(&request(), &account(), None)).await.unwrap();
    assert!(matches!(refused, Err(CallError::CircuitOpen { .. })), "{refused:?}");
    first.abort();
    probe.abort();
}

#[tokio::test]
async fn a_call_that_waited_while_the_provider_went_down_is_not_made() {
    let server = ScriptedServer::always(Behaviour::Hang).await.unwrap();
    let stage = Stage::with(
        server,
        |settings| {
            settings.concurrency = 1;
            settings.breaker.failures = 1;
        },
        |_| {},
    );
    let (request, account) = (request(), account());
    let first = stage.models.call(&request, &account, Some(Duration::from_millis(100)));
    let second = stage.models.call(&request, &account, Some(PATIENCE));
    let (first, second) = tokio::join!(first, second);
    assert!(matches!(first, Err(CallError::Timeout { sent: true, .. })), "{first:?}");
    assert!(matches!(second, Err(CallError::CircuitOpen { .. })), "{second:?}");
    assert_eq!(stage.server.requests().len(), 1);
}
