//! Calls every operation of the OpenAPI document with valid and invalid input: no response may be a server error or
//! missing from the document.

use std::process::Command;

use serde_json::{Value, json};

use super::{Part, Server};

#[test]
fn the_server_keeps_to_its_document() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_with(folder.path(), &["--samples"]);
    // Real objects, so that calls do not fail on their path parameters.
    let session = server.session();
    let attempt = server.post(&format!("/api/sessions/{session}/attempts"), &json!({})).json();
    let forged = server.forge(3);
    let item = server.get("/api/items").json()["items"][0]["id"].clone();
    let version = change_item(&server, item.as_str().unwrap());
    let export = server.post("/api/items/export", &json!({ "to": "gift" })).json();
    let batch = server
        .form("/api/author", &[Part::text("text", include_str!("../../../../samples/tasks/water-cycle.md"))])
        .json();
    server.wait_for_end(batch["run"].as_str().unwrap());
    let review = server.get("/api/reviews").json()["items"][0].clone();
    let document = server.get("/api/library").json()["items"][0]["id"].clone();
    let path = |names: &[(&str, &Value)]| -> String {
        let lines: Vec<_> =
            names.iter().map(|(name, value)| format!("\"path.{name}\" = {value}\n")).collect();
        lines.concat()
    };
    let mut settings = "[parameters]\n".to_owned();
    settings += &path(&[
        ("session", &json!(session)),
        ("attempt", &attempt["attempt_id"]),
        ("item", &item),
        ("hash", &version),
        ("run", &json!(session)),
        ("other", &json!(forged)),
        ("export", &export["id"]),
        ("document", &document),
        ("slot", &json!(0)),
        ("n", &json!(1)),
        ("page", &json!(1)),
    ]);
    let mut at = |place: &str, names: &[(&str, &Value)]| {
        let places =
            format!("[[operations]]\ninclude-path-regex = \"^/api/{place}/\"\n[operations.parameters]\n");
        settings.extend([places, path(names)]);
    };
    at("forge", &[("run", &json!(forged)), ("name", &json!("stats.json"))]);
    at("author", &[("run", &batch["run"])]);
    at("reviews", &[("run", &review["run"]), ("name", &review["name"])]);
    let config = folder.path().join("schemathesis.toml");
    std::fs::write(&config, settings).unwrap();
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/schemathesis/bin/st");
    let output = Command::new(program)
        .arg("--config-file")
        .arg(&config)
        .args(["run", &format!("http://{}/api/openapi.json", server.address)])
        .args([
            "--checks",
            "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance",
        ])
        // This stream never ends; another test reads it.
        .args(["--exclude-path", "/api/events"])
        .args(["--phases", "examples,coverage,fuzzing", "--max-examples", "20", "--request-timeout", "60"])
        .args(["--suppress-health-check", "all"])
        .args(["--generation-deterministic", "--continue-on-failure", "--no-color"])
        .current_dir(folder.path())
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}; `make test` installs it"));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    let document: Value = server.get("/api/openapi.json").json();
    let operations: usize =
        document["paths"].as_object().unwrap().values().map(|path| path.as_object().unwrap().len()).sum();
    let tested =
        said.split("Tested: ").nth(1).and_then(|rest| rest.lines().next()?.trim().parse::<usize>().ok());
    assert!(tested.is_some_and(|tested| tested + 2 >= operations), "{tested:?} of {operations}: {said}");
    assert_eq!(server.get("/readyz").status, 200);
}

/// Changes an item and returns the hash of the old version.
fn change_item(server: &Server, item: &str) -> Value {
    let path = format!("/api/items/{item}");
    let shown = server.get(&path);
    let mut next = shown.json()["item"].clone();
    next["tags"] = json!(["changed"]);
    let headers = [("content-type", "application/json"), ("if-match", shown.header("etag").unwrap())];
    server.send("PUT", &path, &headers, next.to_string().as_bytes()).json()["versions"][0]["hash"].clone()
}
