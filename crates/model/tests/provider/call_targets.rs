//! Which provider is called, and which is not.

use std::process::Command;
use std::time::Duration;

use tutti_model::scripted::{Behaviour, MODEL, ScriptedServer, USAGE};
use tutti_model::{CallError, Finish, Kind, Models, Options, ProviderName, ProviderSettings, Reply};

use crate::{Stage, account, request};

fn eight() -> Reply {
    Reply {
        text: "Eight legs.".to_owned(),
        usage: USAGE,
        finish: Finish::Stop,
        model: MODEL.to_owned(),
        from_cache: false,
    }
}

#[tokio::test]
async fn any_base_url_and_model_name_with_or_without_a_key() {
    for (slash, key) in [("", true), ("/", true), ("", false), ("/", false)] {
        let server = ScriptedServer::always(Behaviour::say("Eight legs.")).await.unwrap();
        let stage = Stage::with(
            server,
            |settings| {
                settings.base_url = settings.base_url.as_ref().map(|url| format!("{url}{slash}"));
                settings.api_key = settings.api_key.take().filter(|_| key);
            },
            |_| {},
        );
        let asked = tutti_model::Request { idempotency_key: Some("k1".to_owned()), ..request() };
        assert_eq!(stage.models.call(&asked, &account(), None).await.unwrap(), eight());
        let mut deltas = Vec::new();
        let keep = |delta: &str| deltas.push(delta.to_owned());
        let streamed = stage.models.call_streaming(&asked, &account(), None, keep).await;
        assert_eq!(streamed.unwrap(), eight());
        assert_eq!(deltas, ["Eight ", "legs."]);

        for seen in stage.server.requests() {
            assert_eq!(seen.path, "/v1/chat/completions");
            assert_eq!(seen.body["model"], "some/model:7b-instruct-high", "the name is sent as given");
            assert_eq!(seen.body.get("reasoning_effort"), None);
            let bearer = key.then_some("Bearer scripted-key");
            assert_eq!(seen.headers.get("authorization").map(String::as_str), bearer);
        }
        assert_eq!(
            stage.server.count_by_idempotency_key().into_iter().collect::<Vec<_>>(),
            [("k1".to_owned(), 2)]
        );
    }
}

#[tokio::test]
async fn names_with_two_colons_survive() {
    let stage = Stage::new(Behaviour::say("x")).await;
    let asked = tutti_model::Request { model: "p:ns::name".parse().unwrap(), ..request() };
    stage.models.call(&asked, &account(), None).await.unwrap();
    assert_eq!(stage.server.requests()[0].body["model"], "ns::name");
}

#[tokio::test]
async fn forbidden_calls_are_refused_before_any_connection() {
    let ledger = std::sync::Arc::new(tutti_model::MemoryLedger::default());
    for base_url in [None, Some("http://192.0.2.1/v1"), Some("http://localhost.example.org/v1")] {
        let settings = ProviderSettings {
            base_url: base_url.map(str::to_owned),
            ..ProviderSettings::new(ProviderName::parse("p").unwrap(), Kind::OpenAi)
        };
        let options = Options { forbid_real_calls: true, ledger: ledger.clone(), ..Options::default() };
        let models = Models::new(vec![settings], options).unwrap();
        let error = models.call(&request(), &account(), None).await.unwrap_err();
        assert!(matches!(error, CallError::CallsForbidden { .. }), "{error:?}");
    }
    assert_eq!(ledger.rows(), []);
}

#[tokio::test]
async fn an_unknown_provider_is_named() {
    let stage = Stage::new(Behaviour::say("x")).await;
    let asked = tutti_model::Request { model: "q:m".parse().unwrap(), ..request() };
    let error = stage.models.call(&asked, &account(), None).await.unwrap_err();
    assert_eq!(error.to_string(), "there is no provider called `q`; there are: p");
}

#[tokio::test]
async fn waiting_for_a_free_place_counts_against_the_deadline() {
    let server = ScriptedServer::always(Behaviour::Hang).await.unwrap();
    let stage = Stage::with(server, |settings| settings.concurrency = 1, |_| {});
    let first = tokio::spawn({
        let models = stage.models.clone();
        async move { models.call(&request(), &account(), None).await }
    });
    stage.server.wait_for_requests(1).await;
    let soon = Duration::from_millis(50);
    let error = stage.models.call(&request(), &account(), Some(soon)).await.unwrap_err();
    assert_eq!(error, CallError::Timeout { after: soon, sent: false });
    assert_eq!(stage.ledger.rows().len(), 1, "a call that was never made has no row");
    first.abort();
}

/// The environment of a test cannot be changed safely while others run, so a child process gets another one.
#[test]
fn a_proxy_in_the_environment_does_not_stand_between_us_and_this_machine() {
    let dead = "http://127.0.0.1:1";
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "call_targets::any_base_url_and_model_name_with_or_without_a_key"])
        .envs(["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"].map(|name| (name, dead)))
        .env_remove("NO_PROXY")
        .env_remove("no_proxy")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}
