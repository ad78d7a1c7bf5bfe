//! The test fixture: a data folder, an MCP server over a pair of streams, and a client.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use rmcp::{
    ClientHandler, RoleClient, ServiceExt,
    model::{
        CallToolRequest, CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig,
        ClientRequest, Implementation, ProgressNotificationParam, ServerResult, Tool,
    },
    service::{NotificationContext, PeerRequestOptions, RequestHandle, RunningService},
};
use serde_json::Value;
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tutti_core::{Owner, RunId};
use tutti_engine::Submission;
use tutti_service::{Place, Problems, Setup, tour::TOUR_TEXT};
use tutti_store::{Owned, RunStatus, Store};

pub(crate) fn setup(folder: &TempDir) -> Setup {
    let settings = vec!["models.offline=true".to_owned()];
    let place = Place { data: folder.path().to_owned(), config: None, settings };
    Setup::resolve(&place, false).unwrap()
}

/// Records progress notifications.
#[derive(Clone, Default)]
pub(crate) struct Listening(pub(crate) Arc<Mutex<Vec<ProgressNotificationParam>>>);

impl ClientHandler for Listening {
    fn get_info(&self) -> ClientConfig {
        ClientConfig::new(ClientCapabilities::default(), Implementation::new("test", "1"))
    }

    async fn on_progress(&self, told: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.0.lock().unwrap().push(told);
    }
}

pub(crate) struct World {
    pub(crate) folder: TempDir,
    pub(crate) client: RunningService<RoleClient, Listening>,
    pub(crate) serving: JoinHandle<Result<(), Problems>>,
    pub(crate) tools: BTreeMap<String, Tool>,
}

impl World {
    pub(crate) async fn new() -> Self {
        Self::at(tempfile::tempdir().unwrap()).await
    }

    pub(crate) async fn at(folder: TempDir) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (reader, writer) = tokio::io::split(theirs);
        let setup = setup(&folder);
        let serving = tokio::spawn(tutti_mcp::serve(setup, reader, writer, std::future::pending()));
        let client = Listening::default().serve(ours).await.unwrap();
        let tools = client.list_all_tools().await.unwrap();
        let tools = tools.into_iter().map(|tool| (tool.name.to_string(), tool)).collect();
        Self { folder, client, serving, tools }
    }

    pub(crate) async fn store(&self) -> Owned {
        Store::open(&setup(&self.folder).url).await.unwrap().of(&Owner::local())
    }

    /// What a tool answers; a value that does not fit its schema is a failure of the test.
    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> CallToolResult {
        let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
        let asked = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let result = self.client.call_tool(asked).await.unwrap();
        if result.is_error != Some(true) {
            let schema = Value::Object((**self.tools[tool].output_schema.as_ref().unwrap()).clone());
            let value = result.structured_content.as_ref().unwrap();
            let faults: Vec<String> = jsonschema::validator_for(&schema)
                .unwrap()
                .iter_errors(value)
                .map(|error| format!("{}: {error}", error.instance_path()))
                .collect();
            assert!(faults.is_empty(), "{tool}: {faults:?} in {value:#}");
        }
        result
    }

    /// The value of a successful result.
    pub(crate) async fn value(&self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments).await;
        assert_ne!(result.is_error, Some(true), "{tool}: {}", text(&result));
        result.structured_content.unwrap()
    }

    /// Sends a call and does not wait for its answer.
    pub(crate) async fn send(&self, tool: &str, arguments: Value) -> RequestHandle<RoleClient> {
        let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
        let asked = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(asked));
        self.client.send_cancellable_request(request, PeerRequestOptions::no_options()).await.unwrap()
    }

    /// Starts a run of the tour on one text, outside the server.
    pub(crate) async fn start(&self, id: &str, text: &str) {
        let executor = setup(&self.folder).executor().await.unwrap();
        let input = serde_json::json!({
            "text": { "name": id, "text": text }, "ease_at_least": 60.0, "pause_seconds": 0,
        });
        let submission =
            Submission { id: Some(RunId::parse(id).unwrap()), ..Submission::new(TOUR_TEXT.name(), input) };
        executor.submit(&Owner::local(), submission).await.unwrap();
        executor.close().await.unwrap();
    }

    /// Waits until the only run has a status.
    pub(crate) async fn until(&self, status: RunStatus) -> RunId {
        let store = self.store().await;
        loop {
            let runs = store.runs(&tutti_store::RunFilter::default()).await.unwrap();
            if let Some(row) = runs.iter().find(|row| row.status == status) {
                return row.id.clone();
            }
            tokio::task::yield_now().await;
        }
    }
}

/// The first text of an answer.
pub(crate) fn text(result: &CallToolResult) -> &str {
    &result.content[0].as_text().unwrap().text
}

pub(crate) fn tool_result(result: ServerResult) -> CallToolResult {
    match result {
        ServerResult::CallToolResult(result) => result,
        other => panic!("{other:?}"),
    }
}
