//! The same tools over HTTP, with several callers who see only their own data.

use std::sync::Arc;

use axum::{
    body::{Body, to_bytes},
    http::{Request, StatusCode},
    response::Response,
};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{sync::watch, task::JoinHandle};
use tutti_accounts::Permission;
use tutti_core::{Owner, RunId};
use tutti_engine::{EngineError, Executor};
use tutti_mcp::{Http, Tutti, Who};
use tutti_service::offload::Offload;
use tutti_store::{RunFilter, RunStatus};

use crate::world::setup;

struct Server {
    http: Http,
    executor: Executor,
    ending: watch::Sender<bool>,
    driving: JoinHandle<Result<(), EngineError>>,
    _folder: TempDir,
}

const MOST: usize = 100_000;
const LEGACY: &str = "2025-11-25";
const MODERN: &str = "2026-07-28";

impl Server {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let setup = Arc::new(setup(&folder));
        let executor = setup.executor().await.unwrap();
        let (ending, told) = watch::channel(false);
        let driving = tokio::spawn({
            let (executor, mut told) = (executor.clone(), told.clone());
            async move { executor.serve(async move { drop(told.wait_for(|ending| *ending).await) }).await }
        });
        let tutti = Tutti::for_server(move || Arc::clone(&setup), executor.clone(), Offload::new(true), told);
        Self { http: Http::new(tutti, MOST), executor, ending, driving, _folder: folder }
    }

    fn request(who: Option<&Who>, version: &str, message: &Value) -> Request<Body> {
        let method = message["method"].as_str().unwrap();
        let name = ["name", "uri"].iter().find_map(|field| message["params"][field].as_str());
        let mut request = Request::post("http://localhost/mcp")
            .header("host", "localhost")
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", version)
            .header("mcp-method", method);
        if let Some(name) = name {
            request = request.header("mcp-name", name);
        }
        let mut request = request.body(Body::from(message.to_string())).unwrap();
        if let Some(who) = who {
            request.extensions_mut().insert(who.clone());
        }
        request
    }

    /// Begins a request; the stream of its answer can be read or dropped.
    async fn begin(&self, who: &Who, version: &str, session: Option<&str>, message: Value) -> Response {
        let mut request = Self::request(Some(who), version, &message);
        if let Some(session) = session {
            request.headers_mut().insert("mcp-session-id", session.parse().unwrap());
        }
        self.http.answer(request).await
    }

    async fn ask(&self, who: &Who, method: &str, params: Value) -> Value {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let response = self.begin(who, LEGACY, None, message).await;
        assert_eq!(response.status(), StatusCode::OK);
        last(response).await
    }

    async fn call(&self, who: &Who, tool: &str, arguments: Value) -> Value {
        let answer = self.ask(who, "tools/call", json!({ "name": tool, "arguments": arguments })).await;
        answer["result"].clone()
    }

    async fn until(&self, who: &Who, status: RunStatus) -> RunId {
        let store = self.executor.store().of(&who.owner);
        loop {
            let rows = store.runs(&RunFilter::default()).await.unwrap();
            if let Some(row) = rows.iter().find(|row| row.status == status) {
                return row.id.clone();
            }
            tokio::task::yield_now().await;
        }
    }

    async fn end(self) {
        self.ending.send_replace(true);
        self.driving.await.unwrap().unwrap();
    }
}

/// The last message of an answer.
async fn last(response: Response) -> Value {
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let mut messages = text.lines().filter_map(|line| line.strip_prefix("data:")).map(str::trim);
    let message = messages.rfind(|data| !data.is_empty());
    let message = message.map_or_else(|| text.clone(), str::to_owned);
    serde_json::from_str(&message).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn owner(name: &str) -> Who {
    Who::new(Owner::parse(name).unwrap(), name, |_| true)
}

fn make(id: u32, version: &str) -> Value {
    let mut message = json!({
        "jsonrpc": "2.0", "id": id, "method": "tools/call",
        "params": { "name": "make_exam_items", "arguments": { "items": 10_000, "seed": 1 } },
    });
    if version == MODERN {
        message["params"]["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
        });
    }
    message
}

#[tokio::test]
async fn what_is_not_theirs_nobody_sees() {
    let server = Server::start().await;
    let (ann, ben) = (owner("ann"), owner("ben"));
    let made = server.call(&ann, "make_exam_items", json!({ "items": 1, "seed": 5 })).await;
    let made = &made["structuredContent"];
    let (run, uri) = (&made["run"], &made["items"][0]["uri"]);
    let read = |who: Who, uri: Value| {
        let server = &server;
        async move { server.ask(&who, "resources/read", json!({ "uri": uri })).await }
    };
    assert!(read(ann.clone(), uri.clone()).await["result"]["contents"][0]["text"].is_string());
    assert!(
        read(ben.clone(), uri.clone()).await["error"]["message"].as_str().unwrap().contains("no resource")
    );
    let run_uri = json!(format!("tutti://runs/{}", run.as_str().unwrap()));
    assert!(read(ann.clone(), run_uri.clone()).await["result"].is_object());
    assert!(read(ben.clone(), run_uri).await["error"].is_object());
    for (tool, arguments) in [
        ("run_status", json!({ "run": run })),
        ("cancel_run", json!({ "run": run })),
        ("show_item", json!({ "id": made["items"][0]["id"] })),
        ("answer_review", json!({ "run": run, "answer": "yes" })),
    ] {
        let refused = server.call(&ben, tool, arguments).await;
        assert_eq!(refused["structuredContent"]["code"], "not_found", "{tool}: {refused:#}");
    }
    let listed = server.call(&ben, "list_items", json!({})).await;
    assert_eq!(listed["structuredContent"]["items"], json!([]));
    let listed = server.ask(&ben, "resources/list", json!({})).await;
    assert_eq!(listed["result"]["resources"], json!([]));
    server.end().await;
}

#[tokio::test]
async fn everybody_may_what_their_role_allows() {
    let server = Server::start().await;
    let learner = Who::new(Owner::parse("lea").unwrap(), "lea", |needs| needs == Permission::Study);
    let listed = server.ask(&learner, "tools/list", json!({})).await;
    let names: Vec<&str> = listed["result"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert!(names.contains(&"study_document") && names.contains(&"run_status"), "{names:?}");
    assert!(!names.contains(&"list_items") && !names.contains(&"make_exam_items"), "{names:?}");
    let refused = server.call(&learner, "make_exam_items", json!({ "items": 1 })).await;
    assert_eq!(
        (&refused["isError"], &refused["structuredContent"]["code"]),
        (&json!(true), &json!("forbidden"))
    );
    assert!(refused["content"][0]["text"].as_str().unwrap().contains("hint: an admin"), "{refused:#}");
    let read = server.ask(&learner, "resources/read", json!({ "uri": "tutti://items/mc-1" })).await;
    assert_eq!(read["error"]["data"]["code"], "forbidden", "{read:#}");

    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    let nobody = server.http.answer(Server::request(None, LEGACY, &message)).await;
    assert!(last(nobody).await["error"]["message"].as_str().unwrap().contains("not logged in"));
    server.end().await;
}

#[tokio::test]
async fn files_of_the_server_are_out_of_reach() {
    let server = Server::start().await;
    let ann = owner("ann");
    let listed = server.ask(&ann, "tools/list", json!({})).await;
    for tool in listed["result"]["tools"].as_array().unwrap() {
        let fields = &tool["inputSchema"]["properties"];
        assert!(fields.get("path").is_none() && fields.get("save_to").is_none(), "{tool:#}");
    }
    for (tool, arguments) in [
        ("study_document", json!({ "path": "/etc/hostname" })),
        ("read_document", json!({ "path": "/etc/hostname" })),
        ("add_to_library", json!({ "path": "/etc/hostname" })),
        ("export_items", json!({ "to": "csv", "save_to": "/tmp" })),
    ] {
        let refused = server.call(&ann, tool, arguments).await;
        assert_eq!(refused["structuredContent"]["code"], "forbidden", "{tool}: {refused:#}");
    }
    server.end().await;
}

#[tokio::test]
async fn older_clients_cancel_by_saying_so_and_not_by_leaving() {
    let server = Server::start().await;
    let ann = owner("ann");
    let hello = json!({
        "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": LEGACY, "capabilities": {}, "clientInfo": { "name": "test", "version": "1" },
        },
    });
    let greeted = server.begin(&ann, LEGACY, None, hello).await;
    let session = greeted.headers()["mcp-session-id"].to_str().unwrap().to_owned();
    assert_eq!(last(greeted).await["result"]["serverInfo"]["name"], "tutti");

    let stream = server.begin(&ann, LEGACY, Some(&session), make(7, LEGACY)).await;
    let run = server.until(&ann, RunStatus::Running).await;
    drop(stream);
    let cancelled = |who: Who, session: String, id: u32| {
        let server = &server;
        async move {
            let params = json!({ "requestId": id });
            let message = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params });
            let response = server.begin(&who, LEGACY, Some(&session), message).await;
            assert_eq!(response.status(), StatusCode::ACCEPTED);
        }
    };
    // It continues without its client; cancel it here to clean up.
    let store = server.executor.store().of(&ann.owner);
    assert_eq!(store.run(&run).await.unwrap().unwrap().status, RunStatus::Running);
    server.call(&ann, "cancel_run", json!({ "run": run.as_str() })).await;
    server.until(&ann, RunStatus::Cancelled).await;

    let stream = server.begin(&ann, LEGACY, Some(&session), make(8, LEGACY)).await;
    let run = server.until(&ann, RunStatus::Running).await;
    let answer = tokio::spawn(last(stream));
    // Neither another caller nor another request id matches.
    cancelled(owner("ben"), session.clone(), 8).await;
    cancelled(ann.clone(), "another".to_owned(), 8).await;
    cancelled(ann.clone(), session.clone(), 9).await;
    assert_eq!(store.run(&run).await.unwrap().unwrap().status, RunStatus::Running);
    cancelled(ann.clone(), session, 8).await;
    assert_eq!(answer.await.unwrap()["result"]["structuredContent"]["code"], "cancelled");
    while store.run(&run).await.unwrap().unwrap().status != RunStatus::Cancelled {
        tokio::task::yield_now().await;
    }
    server.end().await;
}

#[tokio::test]
async fn newer_clients_cancel_by_leaving() {
    let server = Server::start().await;
    let ann = owner("ann");
    let mut message = make(1, MODERN);
    // With a progress token, so that the stream begins before the run ends.
    message["params"]["_meta"]["progressToken"] = json!("t");
    let stream = server.begin(&ann, MODERN, None, message).await;
    assert_eq!(stream.status(), StatusCode::OK);
    server.until(&ann, RunStatus::Running).await;
    drop(stream);
    server.until(&ann, RunStatus::Cancelled).await;
    server.end().await;
}

#[tokio::test]
async fn a_server_that_ends_cancels_nothing() {
    let server = Server::start().await;
    let ann = owner("ann");
    let mut message = make(1, MODERN);
    message["params"]["_meta"]["progressToken"] = json!("t");
    let stream = server.begin(&ann, MODERN, None, message).await;
    let run = server.until(&ann, RunStatus::Running).await;
    let store = server.executor.store().of(&ann.owner);
    server.ending.send_replace(true);
    drop(stream);
    server.driving.await.unwrap().unwrap();
    let row = store.run(&run).await.unwrap().unwrap();
    assert!(!row.cancel_requested && row.status == RunStatus::Queued, "{:?}", row.status);
}

#[tokio::test]
async fn what_is_no_message_is_refused() {
    let server = Server::start().await;
    let ann = owner("ann");
    let mut large = make(1, LEGACY);
    large["params"]["arguments"]["schemas"] = json!(["x".repeat(MOST)]);
    let response = server.begin(&ann, LEGACY, None, large).await;
    assert_eq!(response.status(), StatusCode::PAYLOAD_TOO_LARGE);
    let get = Request::get("http://localhost/mcp").header("host", "localhost").body(Body::empty()).unwrap();
    assert_eq!(server.http.answer(get).await.status(), StatusCode::METHOD_NOT_ALLOWED);
    let mut broken = Server::request(Some(&ann), LEGACY, &json!({ "method": "tools/list" }));
    *broken.body_mut() = Body::from("{");
    assert!(server.http.answer(broken).await.status().is_client_error());
    server.end().await;
}
