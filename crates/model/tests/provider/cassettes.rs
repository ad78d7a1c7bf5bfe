//! Calls recorded once and answered from the file afterwards.

use tutti_model::scripted::{Behaviour, ScriptedServer};
use tutti_model::{Advice, CallError, Cassette, Kind, Models, Options, ProviderName, ProviderSettings};

use crate::{Stage, account, request};

#[tokio::test]
async fn what_was_recorded_is_replayed_without_a_provider() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("calls.jsonl");
    let quoting = Behaviour::status(500, "your key scripted-key made me fall over");
    let server = ScriptedServer::in_turn(vec![quoting, Behaviour::say("Eight.")]).await.unwrap();
    let stage =
        Stage::with(server, |_| {}, |options| options.cassette = Some(Cassette::record(&path).unwrap()));
    let keyed = tutti_model::Request { idempotency_key: Some("idem-1".to_owned()), ..request() };
    let mut recorded = Vec::new();
    for _ in 0..2 {
        recorded.push(stage.models.call(&keyed, &account(), None).await);
    }
    let file = std::fs::read_to_string(&path).unwrap();
    assert!(!file.contains("scripted-key") && !file.contains("idem-1"), "{file}");

    // The same provider by name, somewhere that may not be called.
    let settings = ProviderSettings::new(ProviderName::parse("p").unwrap(), Kind::OpenAi);
    let options = Options {
        forbid_real_calls: true,
        cassette: Some(Cassette::replay(&path).unwrap()),
        ..Options::default()
    };
    let models = Models::new(vec![settings], options).unwrap();
    let mut replayed = Vec::new();
    let mut text = String::new();
    replayed.push(models.call(&request(), &account(), None).await);
    replayed.push(models.call_streaming(&request(), &account(), None, |delta| text.push_str(delta)).await);
    assert_eq!(replayed, recorded);
    assert_eq!(text, "Eight.");

    let other = tutti_model::Request { system: Some("Be brief.".to_owned()), ..request() };
    let error = models.call(&other, &account(), None).await.unwrap_err();
    assert!(matches!(error, CallError::NotRecorded { .. }));
    assert_eq!(error.advice(), Advice::Stop);
    insta::assert_snapshot!(error, @r#"
    the cassette holds no such request to p:some/model:7b-instruct-high; the nearest one differs:
      /system: recorded nothing, asked "Be brief."
    "#);
}
