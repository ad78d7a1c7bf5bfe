//! Tests of the spans that a collector receives.

use std::time::{Duration, Instant};

use opentelemetry_proto::tonic::trace::v1::Span;
use tutti_engine::End;
use tutti_watch::{Options, close, install};

use crate::{
    collector::{Collector, Manner, attribute},
    world::{RUN, World, recovers},
};

async fn install_collector(manner: Manner) -> Collector {
    let collector = Collector::start(manner).await;
    let options = Options {
        otlp: Some(tutti_watch::Collector::At(collector.address.clone())),
        headers: vec![("x-key".to_owned(), "k1".to_owned())],
        offline: true,
        ..Options::default()
    };
    install(&options).unwrap();
    collector
}

#[tokio::test(flavor = "multi_thread")]
async fn a_family_of_runs_is_one_trace() {
    let collector = install_collector(Manner::Takes).await;
    let world = World::new(recovers()).await;
    assert!(matches!(world.run("family").await, End::Done(_)));
    close().await;
    let got = collector.got.lock().unwrap();
    assert!(got.heads[0].starts_with("post /v1/traces "), "{}", got.heads[0]);
    assert!(got.heads[0].contains("x-key: k1"), "{}", got.heads[0]);
    assert_eq!(got.services[0], "tutti");

    let mut names: Vec<&str> = got.spans.iter().map(|span| span.name.as_str()).collect();
    names.sort_unstable();
    let expected = [
        "chat m",
        "chat m",
        "invoke_agent adder",
        "invoke_agent adder",
        "run add",
        "run family",
        "step look",
    ];
    assert_eq!(names, expected);
    let one = |name: &str| got.spans.iter().rfind(|span| span.name == name).unwrap();
    let trace = ulid::Ulid::from_string(&RUN.to_uppercase()).unwrap();
    let trace = u128::from(trace).to_be_bytes();
    assert!(got.spans.iter().all(|span| span.trace_id == trace), "the trace is the run");
    let (family, add, look) = (one("run family"), one("run add"), one("step look"));
    assert!(family.parent_span_id.is_empty());
    assert_eq!(add.parent_span_id, family.span_id);
    assert_eq!(look.parent_span_id, family.span_id);
    let agents: Vec<&Span> = got.spans.iter().filter(|span| span.name == "invoke_agent adder").collect();
    assert!(agents.iter().all(|agent| agent.parent_span_id == add.span_id));
    let calls: Vec<&Span> = got.spans.iter().filter(|span| span.name == "chat m").collect();
    for call in &calls {
        assert!(agents.iter().any(|agent| agent.span_id == call.parent_span_id), "a call is below its agent");
        assert_eq!(call.kind, 3, "client");
        let says = |name| attribute(call, name).unwrap_or_default();
        assert_eq!(says("gen_ai.operation.name"), "chat");
        assert_eq!(says("gen_ai.provider.name"), "scripted");
        assert_eq!(says("gen_ai.request.model"), "m");
        assert_eq!(says("gen_ai.agent.name"), "adder");
        assert_eq!(says("gen_ai.conversation.id"), RUN);
    }
    let failed = calls.iter().find(|call| attribute(call, "error.type").is_some()).unwrap();
    assert_eq!(attribute(failed, "error.type").unwrap(), "server_error");
    assert_eq!(failed.status.as_ref().unwrap().code, 2, "an error");
    let answered = calls.iter().find(|call| attribute(call, "error.type").is_none()).unwrap();
    assert_ne!(attribute(answered, "gen_ai.usage.input_tokens").unwrap(), "0");
    assert_ne!(attribute(answered, "gen_ai.usage.output_tokens").unwrap(), "0");
    let agent = agents.iter().find(|agent| attribute(agent, "error.type").is_none()).unwrap();
    assert_eq!(attribute(agent, "gen_ai.operation.name").unwrap(), "invoke_agent");
    assert_eq!(attribute(agent, "gen_ai.agent.name").unwrap(), "adder");
    assert_eq!(attribute(family, "tutti.status").unwrap(), "done");

    let documents = tutti_watch::reference().map(|(_, table)| table).concat();
    for pair in got.spans.iter().flat_map(|span| &span.attributes) {
        let is_said = ["error.type", "tutti.run.id", "gen_ai.conversation.id"].contains(&pair.key.as_str());
        assert!(is_said || documents.contains(&format!("`{}`", pair.key)), "{} is not documented", pair.key);
    }
}

/// A run that is put aside has no end yet.
#[tokio::test(flavor = "multi_thread")]
async fn a_parked_run_has_no_span() {
    let collector = install_collector(Manner::Takes).await;
    let world = World::new(Vec::new()).await;
    assert!(matches!(world.run("asks").await, End::Parked { .. }));
    close().await;
    assert_eq!(collector.got.lock().unwrap().spans, []);
}

/// However a collector behaves: the run ends as it would without one, and so does the process.
async fn check(manner: Manner) {
    let collector = install_collector(manner).await;
    let world = World::new(recovers()).await;
    assert!(matches!(world.run("family").await, End::Done(_)));
    let began = Instant::now();
    close().await;
    assert!(began.elapsed() < Duration::from_secs(10), "{manner:?}: {:?}", began.elapsed());
    drop(collector);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_refuses_holds_up_nobody() {
    check(Manner::Refuses).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_hangs_holds_up_nobody() {
    check(Manner::Hangs).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_is_not_there_holds_up_nobody() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    install(&Options { otlp: Some(tutti_watch::Collector::At(address)), ..Options::default() }).unwrap();
    let world = World::new(recovers()).await;
    assert!(matches!(world.run("family").await, End::Done(_)));
    close().await;
}
