//! Tests the real binary with the official MCP client for Python, over stdio and over HTTP.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::{
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};

const TUTTI: &str = env!("CARGO_BIN_EXE_tutti");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The results that the client reports.
fn run_client(mode: &str, place: &[&str]) -> Value {
    let python = root().join("target/mcp/bin/python");
    assert!(python.exists(), "there is no {}: run tests/setup/install.sh", python.display());
    let script = root().join("tests/mcp/client.py");
    let sample = root().join("samples/documents/volcanoes.md");
    let output = Command::new(python).arg(script).arg(sample).arg(mode).args(place).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[track_caller]
fn check(seen: &Value, version: &str, has_paths: bool) {
    assert_eq!((&seen["version"], &seen["server"]), (&json!(version), &json!("tutti")));
    assert_eq!(
        seen["session"],
        json!({
            "status": "done", "title": "Volcanoes", "cards": 2, "questions": 3, "quotes_are_in_the_text": true,
        })
    );
    assert_eq!((&seen["text"], &seen["progress_grows"]), (&json!("# Volcanoes"), &json!(true)));
    assert_eq!((&seen["items"], &seen["item"]), (&json!(5), &json!(["text/markdown", true])));
    assert_eq!(seen["library"], json!([true, "# Volcanoes"]));
    assert_eq!(seen["resources"], json!(["items", "library", "runs"]));
    let refused = "`volcanoes` is not a web address (at /url)\nhint: it must begin with https:// or http://";
    assert_eq!(seen["refused"], json!([true, "/url", refused]));
    assert_eq!(seen["missing"], "there is no resource `tutti://items/none`");
    let offers_paths = seen["tools"]["study_document"].as_array().unwrap().contains(&json!("path"));
    assert_eq!(offers_paths, has_paths);
    let code = if has_paths { Value::Null } else { json!("forbidden") };
    assert_eq!(seen["path"], json!([!has_paths, code]));
}

#[test]
fn a_client_of_before_2026_uses_tutti_over_stdio() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    check(&run_client("legacy", &["stdio", TUTTI, "mcp", "--data", data]), "2025-11-25", true);
}

#[test]
fn a_client_of_today_uses_tutti_over_stdio() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    check(&run_client("auto", &["stdio", TUTTI, "mcp", "--data", data]), "2026-07-28", true);
}

/// stdout contains only messages; a client that disconnects at once is not an error.
#[test]
fn stdout_belongs_to_the_protocol() {
    let folder = tempfile::tempdir().unwrap();
    let mut tutti = Command::new(TUTTI)
        .args(["mcp", "--data", folder.path().to_str().unwrap()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let hello = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" },
        },
    });
    let begun = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let asked = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {
        "name": "make_exam_items", "arguments": { "items": 1, "seed": 1 },
    } });
    let mut stdin = tutti.stdin.take().unwrap();
    stdin.write_all(format!("{hello}\n{begun}\n{asked}\n").as_bytes()).unwrap();
    drop(stdin);
    let output = tutti.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let messages: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(messages.len(), 2, "{text}");
    assert_eq!(messages[0]["result"]["protocolVersion"], "2025-06-18");
    // Requests sent before stdin closed are answered.
    assert_eq!(messages[1]["result"]["structuredContent"]["stats"]["accepted"], 1, "{text}");

    let nothing = Command::new(TUTTI)
        .args(["mcp", "--data", folder.path().to_str().unwrap()])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(
        nothing.status.success() && nothing.stdout.is_empty() && nothing.stderr.is_empty(),
        "{nothing:?}"
    );
}

/// A server that ends with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn clients_use_tutti_over_http() {
    for (mode, version) in [("legacy", "2025-11-25"), ("auto", "2026-07-28")] {
        let folder = tempfile::tempdir().unwrap();
        let mut server = Server(
            Command::new(TUTTI)
                .args(["serve", "--json", "--listen", "127.0.0.1:0", "--data"])
                .arg(folder.path())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .unwrap(),
        );
        let mut line = String::new();
        BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let said: Value = serde_json::from_str(&line).unwrap();
        let url = format!("{}/mcp", said["url"].as_str().unwrap());
        check(&run_client(mode, &["http", &url]), version, false);
    }
}
