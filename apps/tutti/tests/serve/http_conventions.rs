//! Tests of HTTP conventions: problem documents, idempotency keys, ETags, paging and headers.

use serde_json::json;

use super::{Part, Server};

#[test]
fn problems_name_the_field() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let session = server.session();
    let check = |path: &str, body: serde_json::Value, expected: &str| {
        assert_eq!(server.post(path, &body).problem(), expected, "{path} {body}");
    };
    check("/api/forge", json!({ "items": 0 }), "400 bad_input at /items");
    check("/api/forge", json!({ "items": "x" }), "400 bad_input at /items");
    check("/api/forge", json!({ "itms": 3 }), "400 bad_input at /itms");
    check(
        &format!("/api/sessions/{session}/quizzes"),
        json!({ "questions": 0 }),
        "400 bad_input at /questions",
    );
    let unknown = json!({ "questions": 3, "blocks": ["p9.9"] });
    check(&format!("/api/sessions/{session}/quizzes"), unknown, "400 bad_input at /blocks/0");
    check(
        &format!("/api/sessions/{session}/attempts"),
        json!({ "quiz_id": "no" }),
        "404 not_found at /quiz_id",
    );
    check("/api/sessions/nothing/attempts", json!({}), "404 not_found");
    check("/api/settings/test", json!({ "provider": "nobody", "model": "x" }), "404 not_found at /provider");
    let check = |parts: &[Part], expected: &str| {
        assert_eq!(server.form("/api/study", parts).problem(), expected);
    };
    check(&[], "400 bad_input at /file");
    check(&[Part::file("file", "a.pdf", b"")], "400 bad_input at /file");
    check(&[Part::text("url", "ftp://x")], "400 bad_input at /url");
    check(
        &[Part::text("sample", "volcanoes.md"), Part::text("questions", "10000")],
        "400 bad_input at /questions",
    );
    check(&[Part::text("sample", "volcanoes.md"), Part::text("colour", "red")], "400 bad_input at /colour");
    check(&[Part::text("sample", "nothing.md")], "404 not_found at /sample");
}

#[test]
fn what_was_done_under_a_key_is_not_done_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let begin = |key: &str, body: &str| {
        let headers = [("content-type", "application/json"), ("idempotency-key", key)];
        server.send("POST", "/api/forge", &headers, body.as_bytes())
    };
    let first = begin("k1", r#"{"items":1,"seed":7}"#);
    assert_eq!(first.status, 202);
    let again = begin("k1", r#"{"items":1,"seed":7}"#);
    assert_eq!((again.status, again.header("idempotency-replayed")), (202, Some("true")));
    assert_eq!(again.json(), first.json());
    assert_eq!(again.header("location"), first.header("location"));
    assert_eq!(begin("k1", r#"{"items":2,"seed":7}"#).problem(), "422 refused at /Idempotency-Key");
    assert_ne!(begin("k2", r#"{"items":1,"seed":7}"#).json(), first.json());
    // A failed request may be repeated with the same key.
    assert_eq!(begin("k3", r#"{"items":0}"#).status, 400);
    assert_eq!(begin("k3", r#"{"items":1}"#).status, 202);
    assert_eq!(server.get("/api/runs").json()["items"].as_array().unwrap().len(), 3);
}

#[test]
fn an_item_changes_only_for_whom_has_seen_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    server.forge(1);
    let id = server.get("/api/items").json()["items"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/items/{id}");
    let shown = server.get(&path);
    let tag = shown.header("etag").unwrap().to_owned();
    assert_eq!(server.send("GET", &path, &[("if-none-match", &tag)], b"").status, 304);
    let mut item = shown.json()["item"].clone();
    item["tags"] = json!(["mended"]);
    let put = |tag: Option<&str>, item: &serde_json::Value| {
        let mut headers = vec![("content-type", "application/json")];
        headers.extend(tag.map(|tag| ("if-match", tag)));
        server.send("PUT", &path, &headers, item.to_string().as_bytes())
    };
    assert_eq!(put(None, &item).problem(), "428 precondition_required at /If-Match");
    let changed = put(Some(&tag), &item);
    assert_eq!(changed.status, 200, "{}", changed.text());
    assert_ne!(changed.header("etag"), Some(tag.as_str()));
    assert_eq!(put(Some(&tag), &item).problem(), "412 precondition_failed at /If-Match");
    let versions = server.get(&path).json()["versions"].clone();
    assert_eq!(versions.as_array().unwrap().len(), 1, "{versions}");
    let before = server.get(&format!("{path}/versions/{}", versions[0]["hash"].as_str().unwrap())).json();
    assert_eq!(before["item"], shown.json()["item"]);
    // A new wording changes the id; the old id still finds the item.
    let shown = server.get(&path);
    item["stem"] = json!("Mended words?");
    let renamed = put(shown.header("etag"), &item);
    assert_ne!(renamed.json()["item"]["id"], json!(id), "{}", renamed.text());
    assert_eq!(put(shown.header("etag"), &item).problem(), "412 precondition_failed at /If-Match");
    let tag = server.get(&path).header("etag").unwrap().to_owned();
    assert_eq!(Some(tag.as_str()), renamed.header("etag"));
    assert_eq!(server.send("DELETE", &path, &[("if-match", &tag)], b"").status, 204);
    assert_eq!(server.get(&path).problem(), "404 not_found");
}

#[test]
fn lists_go_on_where_they_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    for _ in 0..5 {
        server.forge(1);
    }
    for list in ["/api/runs", "/api/items"] {
        let id = |item: &serde_json::Value| item["id"].as_str().unwrap().to_owned();
        let whole = server.get(list).json();
        let whole: Vec<String> = whole["items"].as_array().unwrap().iter().map(id).collect();
        let mut pieces: Vec<String> = Vec::new();
        let mut next = Some(format!("{list}?limit=2"));
        while let Some(path) = next.take() {
            let page = server.get(&path).json();
            pieces.extend(page["items"].as_array().unwrap().iter().map(id));
            next = page["next"].as_str().map(|after| format!("{list}?limit=2&after={after}"));
        }
        assert_eq!(pieces, whole, "{list}");
    }
    assert_eq!(server.get("/api/runs?limit=0").problem(), "400 bad_input at /limit");
}

#[test]
fn every_answer_keeps_a_browser_safe() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    for path in ["/api/overview", "/api/nothing", "/healthz"] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("x-frame-options"), Some("deny"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    }
    assert_eq!(server.get("/healthz").json()["state"], "alive");
    assert_eq!(server.get("/readyz").json()["state"], "ready");
    let metrics = server.get("/metrics").text();
    let counted = r#"tutti_http_requests_total{route="/healthz",method="GET",status="200"} 2"#;
    assert!(metrics.contains(counted), "{metrics}");
    assert_eq!(server.send("TRACE", "/api/runs", &[], b"").problem(), "405 method_not_allowed");
}
