//! Tests of monitoring: the log, and the spans sent to a collector named in the environment.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::{
    fs,
    io::{Read, Write},
    net::TcpListener,
    process::Command,
    thread,
};

use serde_json::Value;

fn tutti(folder: &tempfile::TempDir, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tutti"));
    command.args(words).arg("--data").arg(folder.path().join("data")).current_dir(folder.path());
    command
}

#[test]
fn every_run_leaves_its_lines_in_the_log() {
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        tutti(&folder, &["tour", "--log", "log.jsonl"]).output().unwrap();
    }
    let text = fs::read_to_string(folder.path().join("log.jsonl")).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let count = |event: &str, field: &str, value: &str| {
        lines.iter().filter(|line| line["event"] == event && line[field] == value).count()
    };
    assert_eq!(count("run", "flow", "tour"), 4, "each began and was parked or done: {text}");
    assert!(count("step", "agent", "readability") >= 6, "{text}");
    let steps = lines.iter().filter(|line| line["event"] == "step");
    assert!(steps.into_iter().all(|step| step["input_hash"].is_string() && step["output_hash"].is_string()));

    let refused = tutti(&folder, &["tour", "--log", "no/such/folder/log"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("the log no/such/folder/log cannot be opened"));
}

#[test]
fn spans_go_where_the_environment_says() {
    let folder = tempfile::tempdir().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let collector = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut head = [0; 4096];
        let length = stream.read(&mut head).unwrap();
        stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").unwrap();
        String::from_utf8_lossy(&head[..length]).into_owned()
    });
    let told = tutti(&folder, &["tour"])
        .env("OTEL_EXPORTER_OTLP_ENDPOINT", address)
        .env("OTEL_EXPORTER_OTLP_HEADERS", "x-key=k1")
        .output()
        .unwrap();
    let head = collector.join().unwrap();
    assert!(head.starts_with("POST /v1/traces HTTP/1.1"), "{head}\n{told:?}");
    assert!(head.contains("x-key: k1"), "{head}");

    // Offline, a collector on another machine is ignored; if a setting names it, the setting is refused.
    let offline = ["tour", "--set", "models.offline=true"];
    let elsewhere =
        tutti(&folder, &offline).env("OTEL_EXPORTER_OTLP_ENDPOINT", "http://192.0.2.1:4318").output();
    assert_ne!(elsewhere.unwrap().status.code(), Some(2));
    let set = ["tour", "--set", "models.offline=true", "--set", "watch.otlp=http://192.0.2.1:4318"];
    let refused = tutti(&folder, &set).output().unwrap();
    assert!(String::from_utf8_lossy(&refused.stderr).contains("not on this machine"), "{refused:?}");
}
