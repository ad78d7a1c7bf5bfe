//! Tests of the log.

use std::fs;

use serde_json::{Value, json};
use tutti_core::Code;
use tutti_engine::End;
use tutti_model::scripted::Behaviour;
use tutti_watch::{Options, close, install};

use crate::world::{KEY, RUN, World, recovers};

/// A secret that the settings name and no provider knows of.
const PASSWORD: &str = "swordfish-42";

/// The lines that a run of a flow leaves.
async fn lines(flow: &str, behaviours: Vec<Behaviour>) -> (End, Vec<Value>) {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.jsonl");
    let secrets = vec![KEY.to_owned(), PASSWORD.to_owned()];
    install(&Options { log: Some(log.clone()), secrets, ..Options::default() }).unwrap();
    let world = World::new(behaviours).await;
    let end = world.run(flow).await;
    close().await;
    let text = fs::read_to_string(&log).unwrap();
    assert!(!text.contains(KEY) && !text.contains(PASSWORD), "{text}");
    (end, text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

fn of<'a>(lines: &'a [Value], event: &str) -> Vec<&'a Value> {
    lines.iter().filter(|line| line["event"] == event).collect()
}

#[tokio::test]
async fn every_step_is_a_line() {
    let (end, lines) = lines("family", recovers()).await;
    assert!(matches!(end, End::Done(_)), "{end:?}");
    let child = format!("{RUN}/sums/1");

    let steps = of(&lines, "step");
    let shown: Vec<_> =
        steps.iter().map(|s| (s["stage"].as_str().unwrap(), s["status"].as_str().unwrap())).collect();
    assert_eq!(shown, [("look#1", "done"), ("adder#1", "failed"), ("adder#2", "done")]);
    let (look, failed, done) = (steps[0], steps[1], steps[2]);
    assert_eq!(
        (&look["trace_id"], &look["tokens_used"], &look["errors"]),
        (&json!(RUN), &json!(0), &json!([]))
    );
    assert_eq!((&failed["trace_id"], &failed["level"]), (&json!(child), &json!("warn")));
    assert_eq!(failed["errors"][0]["code"], "upstream_failed");
    assert_eq!(
        (&done["agent"], &done["way"], &done["flow"]),
        (&json!("adder"), &json!("scripted:m"), &json!("add"))
    );
    for step in &steps {
        assert_eq!(step["input_hash"].as_str().unwrap().len(), 64);
        assert_eq!(step["output_hash"].as_str().unwrap().len(), 64);
        assert!(step["duration_ms"].is_i64() && step["at"].as_str().unwrap().ends_with('Z'));
    }
    let calls = of(&lines, "call");
    assert_eq!(
        (&calls[0]["status"], &calls[0]["errors"][0]["code"]),
        (&json!("failed"), &json!("server_error"))
    );
    assert_eq!((&calls[1]["status"], &calls[1]["model"]), (&json!("billed"), &json!("m")));
    assert!(calls[1]["tokens_used"].as_u64().unwrap() > 0, "{calls:?}");
    assert_eq!(done["tokens_used"], calls[1]["tokens_used"], "a step has the tokens of its calls");

    let documents = tutti_watch::reference().map(|(_, table)| table).concat();
    for name in lines.iter().flat_map(|line| line.as_object().unwrap().keys()) {
        assert!(documents.contains(&format!("`{name}`")), "{name} is not documented");
    }
    let notes: Vec<_> =
        of(&lines, "note").iter().map(|n| (n["recovery"].clone(), n["verdict"].clone())).collect();
    assert_eq!(notes, [(json!("retry"), Value::Null), (Value::Null, json!("pass"))]);
    let runs: Vec<_> = of(&lines, "run")
        .iter()
        .map(|r| (r["flow"].as_str().unwrap(), r["status"].as_str().unwrap()))
        .collect();
    assert_eq!(runs, [("family", "began"), ("add", "began"), ("add", "done"), ("family", "done")]);
}

#[tokio::test]
async fn a_secret_that_a_provider_sends_back_is_masked() {
    let body = format!(r#"{{"error":{{"message":"neither {KEY} nor {PASSWORD} is valid"}}}}"#);
    let (end, lines) = lines("add", vec![Behaviour::status(401, body)]).await;
    assert!(matches!(end, End::Failed(_)), "{end:?}");
    let errors: Vec<String> = of(&lines, "run").iter().map(|run| run["errors"].to_string()).collect();
    assert!(errors.last().unwrap().contains("[secret]"), "{errors:?}");
}

#[tokio::test]
async fn messages_of_other_parts_are_lines_too() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.jsonl");
    install(&Options { log: Some(log.clone()), ..Options::default() }).unwrap();
    tracing::error!(trace = "t1", code = "internal", "a request failed");
    tracing::info!(target: "somebody", "not worth a line");
    tracing::warn!(target: "somebody", token = "Bearer abcdef123456", "worth one");
    close().await;
    let text = fs::read_to_string(&log).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert_eq!((&lines[0]["trace_id"], &lines[0]["level"]), (&json!("t1"), &json!("error")));
    assert_eq!((&lines[1]["message"], &lines[1]["token"]), (&json!("worth one"), &json!("Bearer [secret]")));
}

#[test]
fn a_log_that_cannot_be_opened_is_refused() {
    let options = Options { log: Some("/nowhere/log.jsonl".into()), ..Options::default() };
    let problem = install(&options).unwrap_err();
    assert_eq!(problem.code, Code::BadSettings);
    assert!(problem.hints[0].contains("--log FILE"), "{problem:?}");
}

/// A full disk is simulated by the device that always is.
#[tokio::test]
async fn a_log_that_cannot_be_written_holds_up_nobody() {
    install(&Options { log: Some("/dev/full".into()), ..Options::default() }).unwrap();
    let world = World::new(recovers()).await;
    assert!(matches!(world.run("family").await, End::Done(_)));
    close().await;
}
