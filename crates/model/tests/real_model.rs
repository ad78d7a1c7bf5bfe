//! The same calls to a real model: llama.cpp with SmolLM2-135M, started here on a free port.
//!
//! The model is tiny and its replies make little sense; the tests check that a real server accepts our requests and we
//! accept its replies. Time limits are generous, because the machine may be busy.
#![allow(clippy::unwrap_used)] // the setting for tests does not reach the functions beside them

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tutti_core::{Budget, Owner};
use tutti_model::{
    CallAccount, CallError, Finish, Kind, MemoryLedger, MemoryRow, Models, Options, OutputSchema,
    ProviderName, ProviderSettings, Request, State,
};

/// Small, so that a prompt can exceed it.
const CONTEXT: usize = 512;
const PATIENCE: Duration = Duration::from_mins(3);

/// A llama.cpp server that ends when this is dropped, or when this process ends in any other way.
struct Llama {
    process: Child,
    base_url: String,
}

impl Llama {
    fn start() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let python = std::env::var_os("TUTTI_LLAMA_PYTHON")
            .map_or_else(|| root.join("target/llama/bin/python"), PathBuf::from);
        assert!(
            python.exists(),
            "there is no model server at {}: run `make llama` once, or set TUTTI_LLAMA_PYTHON",
            python.display()
        );
        let mut process = Command::new(python)
            .arg(root.join("tests/llama/server.py"))
            .arg(CONTEXT.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut port = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut port).unwrap();
        let port: u16 = port.trim().parse().expect("the model server did not start");
        Self { process, base_url: format!("http://127.0.0.1:{port}/v1") }
    }
}

impl Drop for Llama {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

struct Stage {
    models: Models,
    ledger: Arc<MemoryLedger>,
}

fn stage(llama: &Llama) -> Stage {
    let ledger = Arc::new(MemoryLedger::default());
    let settings = ProviderSettings {
        base_url: Some(llama.base_url.clone()),
        ..ProviderSettings::new(ProviderName::parse("llama").unwrap(), Kind::OpenAi)
    };
    let options = Options { ledger: ledger.clone(), forbid_real_calls: true, ..Options::default() };
    Stage { models: Models::new(vec![settings], options).unwrap(), ledger }
}

fn account() -> CallAccount {
    CallAccount {
        owner: Owner::local(),
        run: None,
        step: "step".to_owned(),
        agent: "agent".to_owned(),
        budget: Budget::default(),
    }
}

fn asking(text: &str) -> Request {
    Request {
        max_tokens: Some(40),
        temperature: Some(0.0),
        ..Request::new("llama:smollm2".parse().unwrap(), text)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_real_model() {
    let llama = tokio::task::spawn_blocking(Llama::start).await.unwrap();
    answers_in_the_shape_of_a_schema(&stage(&llama)).await;
    streams_in_pieces(&stage(&llama)).await;
    says_when_a_prompt_is_too_long(&stage(&llama)).await;
    is_free_again_after_a_call_was_dropped(&stage(&llama)).await;
}

async fn answers_in_the_shape_of_a_schema(stage: &Stage) {
    let schema = json!({
        "type": "object",
        "properties": {
            "colour": {"enum": ["red", "green", "blue"]},
            "why": {"type": "string", "maxLength": 20},
        },
        "required": ["colour", "why"],
        "additionalProperties": false,
    });
    let request = Request {
        schema: Some(OutputSchema { name: "colour".to_owned(), schema: schema.clone() }),
        max_tokens: Some(120),
        ..asking("What colour is grass? Answer in JSON.")
    };
    let reply = stage.models.call(&request, &account(), Some(PATIENCE)).await.unwrap();
    assert_eq!(reply.finish, Finish::Stop, "{}", reply.text);
    let value: Value = serde_json::from_str(&reply.text).expect(&reply.text);
    assert!(jsonschema::is_valid(&schema, &value), "{value}");
    assert!(reply.usage.input.0 > 0 && reply.usage.output.0 > 0, "{:?}", reply.usage);
    let [MemoryRow::Settled(entry, settled)] = &stage.ledger.rows()[..] else { panic!() };
    assert_eq!(settled.state, State::Billed);
    assert!(settled.spend.tokens <= entry.estimate.tokens, "{settled:?} cost more than {:?}", entry.estimate);
}

async fn streams_in_pieces(stage: &Stage) {
    let request = asking("Count from one to ten.");
    let mut deltas = Vec::new();
    let keep = |delta: &str| deltas.push(delta.to_owned());
    let reply = stage.models.call_streaming(&request, &account(), Some(PATIENCE), keep).await.unwrap();
    assert!(deltas.len() > 1, "{deltas:?}");
    assert_eq!(deltas.concat().trim(), reply.text);
    assert!(matches!(reply.finish, Finish::Stop | Finish::Length));
    assert!(reply.usage.input.0 > 0 && reply.usage.output.0 > 0, "{:?}", reply.usage);
}

async fn says_when_a_prompt_is_too_long(stage: &Stage) {
    let request = asking(&"photosynthesis ".repeat(CONTEXT));
    let error = stage.models.call(&request, &account(), Some(PATIENCE)).await.unwrap_err();
    assert!(matches!(error, CallError::ContextOverflow { .. }), "{error:?}");
    let error = stage.models.call_streaming(&request, &account(), Some(PATIENCE), |_| {}).await.unwrap_err();
    assert!(matches!(error, CallError::ContextOverflow { .. }), "{error:?}");
}

/// The server does one thing at a time, so a call that went on after we hung up would hold up the next for about
/// as long as the whole story takes.
async fn is_free_again_after_a_call_was_dropped(stage: &Stage) {
    let story = Request { max_tokens: Some(450), ..asking("Tell a very long story about a spider.") };
    let started = Instant::now();
    let whole = stage.models.call(&story, &account(), Some(PATIENCE)).await.unwrap();
    let story_takes = started.elapsed();
    assert!(whole.usage.output.0 > 100, "too short a story to tell: {}", whole.text);

    let (begun, first_word) = tokio::sync::oneshot::channel();
    let call = tokio::spawn({
        let models = stage.models.clone();
        let mut begun = Some(begun);
        async move {
            let announce = move |_: &str| {
                if let Some(begun) = begun.take() {
                    let _ = begun.send(());
                }
            };
            models.call_streaming(&story, &account(), Some(PATIENCE), announce).await
        }
    });
    first_word.await.unwrap();
    call.abort();
    assert!(call.await.unwrap_err().is_cancelled(), "the story ended before it was dropped");

    let next = Request { max_tokens: Some(1), ..asking("Say yes.") };
    let started = Instant::now();
    stage.models.call(&next, &account(), Some(PATIENCE)).await.unwrap();
    let next_took = started.elapsed();
    assert!(next_took < story_takes / 2, "{next_took:?} to answer, the story takes {story_takes:?}");
    let rows = stage.ledger.rows();
    let states: Vec<_> = rows
        .iter()
        .map(|row| match row {
            MemoryRow::Settled(_, settled) => settled.state,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(states, [State::Billed, State::Interrupted, State::Billed]);
}
