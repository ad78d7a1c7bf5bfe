//! One provider's wire, through genai.
//!
//! genai guesses, and this module disables its guesses: it would derive the adapter from the model's name (here it is
//! fixed), cut endings like `-high` off the name and turn them into a reasoning effort (here the name is sent as
//! given), follow redirects, and use proxies from the environment even for this machine.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::StreamExt;
use genai::adapter::AdapterKind;
use genai::chat::{
    ChatMessage, ChatOptions, ChatRequest, ChatResponse, ChatResponseFormat, ChatStreamEvent, JsonSpec,
    ReasoningEffort, StopReason,
};
use genai::resolver::{AuthData, Endpoint};
use genai::{Client, Headers, ModelIden, ServiceTarget};
use reqwest::Url;
use serde_json::{Value, json};
use tutti_core::Tokens;

use crate::classify::Judge;
use crate::clock::Clock;
use crate::error::{BodyFault, CallError};
use crate::request::{Finish, Reply, Request, Role, Usage};
use crate::settings::{JsonSupport, Kind, ProviderSettings, Secret, SetupError, is_loopback};

/// A provider that cannot even be reached is found out sooner than a slow answer.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub(crate) struct Wire {
    client: Client,
    kind: Kind,
    endpoint: Url,
    key: Option<Secret>,
    json: JsonSupport,
    limit: usize,
    clock: Arc<dyn Clock>,
}

/// Takes the pieces of an answer as they arrive.
pub(crate) type OnDelta<'a> = &'a mut (dyn FnMut(&str) + Send);

impl Wire {
    pub(crate) fn new(
        settings: &ProviderSettings,
        limit: usize,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, SetupError> {
        let endpoint = settings.endpoint()?;
        // The store's cryptography serves here too; an error says that it is there already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut http = reqwest::Client::builder()
            // A redirect could carry the key, or a forbidden call, to another host.
            .redirect(reqwest::redirect::Policy::none())
            // A small compressed body could unfold into one of any size.
            .no_gzip()
            .tcp_nodelay(true)
            .connect_timeout(CONNECT_TIMEOUT);
        if is_loopback(&endpoint) {
            http = http.no_proxy();
        }
        let no_client = |cause: String| SetupError::NoClient { provider: settings.name.clone(), cause };
        let http = http.build().map_err(|error| no_client(error.to_string()))?;
        let client =
            Client::builder().with_reqwest(http).build().map_err(|error| no_client(error.to_string()))?;
        Ok(Self {
            client,
            kind: settings.kind,
            endpoint,
            key: settings.api_key.clone(),
            json: settings.json,
            limit,
            clock,
        })
    }

    /// Where a call would go, if that is another machine.
    pub(crate) fn foreign_host(&self) -> Option<&str> {
        if is_loopback(&self.endpoint) { None } else { self.endpoint.host_str() }
    }

    pub(crate) async fn call(&self, request: &Request) -> Result<Reply, CallError> {
        let options = self.options(request).with_capture_raw_body(true);
        let answer = self.client.exec_chat(self.target(request), messages(request), Some(&options)).await;
        match answer {
            Ok(response) => self.reply(response),
            Err(genai::Error::ChatResponseGeneration { response_body, .. })
                if response_body.pointer("/promptFeedback/blockReason").is_some() =>
            {
                Ok(blocked_by_gemini(request, &response_body))
            }
            Err(error) => Err(self.judge().failure(error)),
        }
    }

    pub(crate) async fn stream(&self, request: &Request, on_delta: OnDelta<'_>) -> Result<Reply, CallError> {
        let frames = Arc::new(Frames::default());
        let seen = Arc::clone(&frames);
        let options = self
            .options(request)
            .with_capture_usage(true)
            .with_raw_frame_fn(move |_, frame| seen.note(frame.data));
        let answer =
            self.client.exec_chat_stream(self.target(request), messages(request), Some(&options)).await;
        let mut events = answer.map_err(|error| self.judge().failure(error))?.stream;

        let mut text = String::new();
        let mut end = None;
        while let Some(event) = events.next().await {
            let event = event.map_err(|error| self.judge().failure(error))?;
            if frames.bytes() > self.limit {
                return Err(CallError::TooLarge { limit: self.limit });
            }
            match event {
                ChatStreamEvent::Chunk(chunk) => {
                    on_delta(&chunk.content);
                    text.push_str(&chunk.content);
                }
                ChatStreamEvent::End(found) => end = Some(found),
                _ => {}
            }
        }
        let unfinished = || self.judge().bad_body(BodyFault::Unfinished, &text);
        let end = end.ok_or_else(unfinished)?;
        // Gemini's stream has no end mark but the reason to stop; genai makes an end up when it is missing.
        if self.kind == Kind::Gemini && end.captured_stop_reason.is_none() {
            return Err(unfinished());
        }
        Ok(Reply {
            text: text.trim().to_owned(),
            usage: usage(end.captured_usage.as_ref()),
            finish: finish(end.captured_stop_reason),
            model: frames.model().unwrap_or_else(|| request.model.model.clone()),
            from_cache: false,
        })
    }

    fn judge(&self) -> Judge<'_> {
        Judge { key: self.key.as_ref(), limit: self.limit, date: self.clock.date() }
    }

    fn target(&self, request: &Request) -> ServiceTarget {
        let adapter = match self.kind {
            Kind::Gemini => AdapterKind::Gemini,
            Kind::OpenAi => AdapterKind::OpenAI,
            Kind::Anthropic => AdapterKind::Anthropic,
        };
        let auth = match (&self.key, self.kind) {
            (Some(key), _) => AuthData::from_single(key.expose()),
            // genai's OpenAI adapter insists on a key; this is its way to send none.
            (None, Kind::OpenAi) => AuthData::RequestOverride {
                url: format!("{}chat/completions", self.endpoint),
                headers: idempotency(request),
            },
            (None, _) => AuthData::from_single(""),
        };
        ServiceTarget {
            endpoint: Endpoint::from_owned(self.endpoint.as_str()),
            auth,
            model: ModelIden::new(adapter, request.model.model.as_str()),
        }
    }

    fn options(&self, request: &Request) -> ChatOptions {
        let mut options = ChatOptions::default()
            .with_max_tokens(request.output_limit())
            .with_extra_headers(idempotency(request));
        if let Some(temperature) = request.temperature {
            options = options.with_temperature(temperature);
        }
        // A stated effort stops genai from reading one out of the name. These two are written to no field;
        // at Anthropic `Zero` may be, so it is stated only where the name would be misread.
        let misread = ReasoningEffort::from_model_name(&request.model.model).0.is_some();
        match self.kind {
            Kind::OpenAi => options = options.with_reasoning_effort(ReasoningEffort::Budget(0)),
            Kind::Gemini => options = options.with_reasoning_effort(ReasoningEffort::Zero),
            Kind::Anthropic if misread => options = options.with_reasoning_effort(ReasoningEffort::Zero),
            Kind::Anthropic => {}
        }
        if self.kind != Kind::Gemini {
            options = options.with_extra_body(json!({"model": request.model.model}));
        }
        match (&request.schema, self.json) {
            (Some(schema), JsonSupport::Schema) => {
                let spec = JsonSpec::new(schema.name.as_str(), schema.schema.clone());
                options.with_response_format(spec)
            }
            // genai has no JSON mode for Gemini. What it merges replaces the whole object, so all of it is
            // written here.
            (Some(_), JsonSupport::Object) if self.kind == Kind::Gemini => {
                let mut config = json!({"responseMimeType": "application/json", "maxOutputTokens": request.output_limit()});
                if let Some(temperature) = request.temperature {
                    config["temperature"] = json!(temperature);
                }
                options.with_extra_body(json!({"generationConfig": config}))
            }
            (Some(_), JsonSupport::Object) => options.with_response_format(ChatResponseFormat::JsonMode),
            (Some(_), JsonSupport::PromptOnly) | (None, _) => options,
        }
    }

    fn reply(&self, response: ChatResponse) -> Result<Reply, CallError> {
        let raw = response.captured_raw_body.unwrap_or_default();
        if size_exceeds(&raw, self.limit) {
            return Err(CallError::TooLarge { limit: self.limit });
        }
        // genai takes a body without an answer for an empty answer.
        let answer = match self.kind {
            Kind::OpenAi => raw.pointer("/choices/0"),
            Kind::Gemini => raw.pointer("/candidates/0"),
            Kind::Anthropic => raw.get("content"),
        };
        if answer.is_none() {
            return Err(match raw.get("error") {
                Some(_) => self.judge().error_inside(&raw),
                None => self.judge().bad_body(BodyFault::Empty, &raw.to_string()),
            });
        }
        Ok(Reply {
            text: response.content.texts().concat().trim().to_owned(),
            usage: usage(Some(&response.usage)),
            finish: finish(response.stop_reason),
            model: response.provider_model_iden.model_name.to_string(),
            from_cache: false,
        })
    }
}

fn idempotency(request: &Request) -> Headers {
    match &request.idempotency_key {
        Some(key) => Headers::from(("Idempotency-Key", key.as_str())),
        None => Headers::default(),
    }
}

fn messages(request: &Request) -> ChatRequest {
    let turns = request.turns.iter().map(|turn| match turn.role {
        Role::User => ChatMessage::user(turn.text.as_str()),
        Role::Assistant => ChatMessage::assistant(turn.text.as_str()),
    });
    let chat = ChatRequest::new(turns.collect());
    match &request.system {
        Some(system) => chat.with_system(system.as_str()),
        None => chat,
    }
}

fn usage(counted: Option<&genai::chat::Usage>) -> Usage {
    let Some(counted) = counted else { return Usage::default() };
    let tokens = |count: Option<i32>| Tokens(count.and_then(|count| u64::try_from(count).ok()).unwrap_or(0));
    Usage {
        input: tokens(counted.prompt_tokens),
        output: tokens(counted.completion_tokens),
        cached_input: tokens(
            counted.prompt_tokens_details.as_ref().and_then(|details| details.cached_tokens),
        ),
    }
}

fn finish(reason: Option<StopReason>) -> Finish {
    match reason {
        Some(StopReason::Completed(_) | StopReason::StopSequence(_)) => Finish::Stop,
        Some(StopReason::MaxTokens(_)) => Finish::Length,
        Some(StopReason::ContentFilter(_)) => Finish::Filtered,
        Some(StopReason::ToolCall(word) | StopReason::Other(word)) => Finish::Other(word),
        None => Finish::Other("unstated".to_owned()),
    }
}

/// Gemini refuses a prompt by answering with no candidates and a reason.
fn blocked_by_gemini(request: &Request, body: &Value) -> Reply {
    let input = body.pointer("/usageMetadata/promptTokenCount").and_then(Value::as_u64).unwrap_or(0);
    Reply {
        text: String::new(),
        usage: Usage { input: Tokens(input), ..Usage::default() },
        finish: Finish::Filtered,
        model: request.model.model.clone(),
        from_cache: false,
    }
}

/// Whether a value is longer than `limit` when written, without writing it.
fn size_exceeds(value: &Value, limit: usize) -> bool {
    fn size(value: &Value) -> usize {
        match value {
            Value::String(text) => text.len() + 2,
            Value::Array(items) => items.iter().map(|item| size(item) + 1).sum::<usize>() + 1,
            Value::Object(map) => map.iter().map(|(key, item)| key.len() + size(item) + 4).sum::<usize>() + 1,
            _ => 4,
        }
    }
    size(value) > limit
}

/// What the frames of a stream contain besides the text.
#[derive(Debug, Default)]
struct Frames {
    inner: Mutex<(usize, Option<String>)>,
}

impl Frames {
    fn note(&self, data: &str) {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.0 += data.len();
        if inner.1.is_none() {
            inner.1 = serde_json::from_str::<Value>(data).ok().and_then(|frame| {
                ["/model", "/modelVersion", "/message/model"]
                    .iter()
                    .find_map(|at| Some(frame.pointer(at)?.as_str()?.to_owned()))
            });
        }
    }

    fn bytes(&self) -> usize {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).0
    }

    fn model(&self) -> Option<String> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).1.clone()
    }
}
