//! A provider that does everything wrong, and how it is handled.

use std::time::Duration;

use tutti_model::scripted::{Behaviour, ScriptedServer};
use tutti_model::{BodyFault, CallError, State};

use crate::{Stage, account, request};

const DEADLINE: Duration = Duration::from_millis(150);
const LIMIT: usize = 8 * 1024 * 1024;

/// What a failure must look like. Texts are checked for the part that matters.
enum Expected {
    Exactly(CallError),
    Server(u16),
    Broken { answered: bool },
    Body(BodyFault),
    BadRequest(u16),
    Unauthorized(u16),
    ContextOverflow,
}

impl Expected {
    fn fits(&self, error: &CallError) -> bool {
        match (self, error) {
            (Self::Exactly(expected), error) => expected == error,
            (Self::Server(expected), CallError::Server { status, .. })
            | (Self::BadRequest(expected), CallError::BadRequest { status, .. })
            | (Self::Unauthorized(expected), CallError::Unauthorized { status, .. }) => expected == status,
            (Self::Broken { answered: expected }, CallError::Broken { answered, .. }) => expected == answered,
            // Of a malformed body only the fact is fixed, not the parser's words.
            (Self::Body(BodyFault::Malformed(_)), CallError::BadBody { fault, .. }) => {
                matches!(fault, BodyFault::Malformed(_))
            }
            (Self::Body(expected), CallError::BadBody { fault, .. }) => expected == fault,
            (Self::ContextOverflow, CallError::ContextOverflow { .. }) => true,
            _ => false,
        }
    }
}

/// One call, plain and streamed alike, must fail as expected, and its ledger row must say so.
async fn check(behaviour: Behaviour, expected: Expected, row: State) {
    check_plain(behaviour.clone(), &expected, row).await;
    check_streamed(behaviour, &expected, row).await;
}

async fn check_plain(behaviour: Behaviour, expected: &Expected, row: State) {
    let stage = Stage::new(behaviour.clone()).await;
    let error = stage.models.call(&request(), &account(), deadline(&behaviour)).await.unwrap_err();
    judge(&stage, &behaviour, &error, expected, row);
}

async fn check_streamed(behaviour: Behaviour, expected: &Expected, row: State) {
    let stage = Stage::new(behaviour.clone()).await;
    let (request, account) = (request(), account());
    let call = stage.models.call_streaming(&request, &account, deadline(&behaviour), |_| {});
    let error = call.await.unwrap_err();
    judge(&stage, &behaviour, &error, expected, row);
}

/// Only what hangs is given a short time; everything else must fail by itself.
fn deadline(behaviour: &Behaviour) -> Option<Duration> {
    matches!(behaviour, Behaviour::Hang | Behaviour::HangMidStream(_)).then_some(DEADLINE)
}

fn judge(stage: &Stage, behaviour: &Behaviour, error: &CallError, expected: &Expected, row: State) {
    assert!(expected.fits(error), "{behaviour:?} gave {error:?}");
    let rows = stage.ledger.rows();
    let [tutti_model::MemoryRow::Settled(_, settled)] = rows.as_slice() else { panic!("{rows:?}") };
    assert_eq!(settled.state, row, "{behaviour:?}");
    assert_eq!(settled.spend.calls, 1);
    let costs = matches!(row, State::FailedBilled | State::Interrupted);
    assert_eq!(settled.spend.tokens.0 > 0, costs, "{behaviour:?}");
    assert_eq!(stage.server.requests().len(), 1, "one attempt is one request");
}

fn rate_limited(retry_after: Option<Duration>) -> Expected {
    Expected::Exactly(CallError::RateLimited { retry_after })
}

fn json(body: &str) -> Behaviour {
    Behaviour::Raw { content_type: "application/json".to_owned(), body: body.to_owned() }
}

#[tokio::test]
async fn too_many_requests() {
    check(Behaviour::status(429, "{}"), rate_limited(None), State::Failed).await;
    let seconds = Behaviour::status(429, "{}").header("Retry-After", "20");
    check(seconds, rate_limited(Some(Duration::from_secs(20))), State::Failed).await;
    let date = Behaviour::status(429, "{}")
        .header("Date", "Sun, 06 Nov 1994 08:49:37 GMT")
        .header("Retry-After", "Sun, 06 Nov 1994 08:49:47 GMT");
    check(date, rate_limited(Some(Duration::from_secs(10))), State::Failed).await;
    let broke = r#"{"error":{"code":"insufficient_quota"}}"#;
    check(Behaviour::status(429, broke), Expected::BadRequest(429), State::Failed).await;
}

#[tokio::test]
async fn server_errors() {
    for code in [500, 502, 503, 504, 529] {
        check(Behaviour::status(code, "oops"), Expected::Server(code), State::Failed).await;
    }
    let patient = Behaviour::status(503, "busy").header("Retry-After", "3");
    let expected =
        CallError::Server { status: 503, body: "busy".to_owned(), retry_after: Some(Duration::from_secs(3)) };
    check(patient, Expected::Exactly(expected), State::Failed).await;
}

#[tokio::test]
async fn silence() {
    let late = || Expected::Exactly(CallError::Timeout { after: DEADLINE, sent: true });
    check(Behaviour::Hang, late(), State::Interrupted).await;
    check_streamed(Behaviour::HangMidStream("Eight".to_owned()), &late(), State::Interrupted).await;
}

#[tokio::test]
async fn broken_connections() {
    check(Behaviour::ResetMidBody, Expected::Broken { answered: true }, State::FailedBilled).await;
    check(Behaviour::Close, Expected::Broken { answered: false }, State::Failed).await;
}

#[tokio::test]
async fn nobody_is_there() {
    let stage = Stage::new(Behaviour::Close).await;
    let Stage { server, models, .. } = stage;
    drop(server);
    tokio::task::yield_now().await;
    let error = models.call(&request(), &account(), None).await.unwrap_err();
    assert!(matches!(error, CallError::Broken { answered: false, .. }), "{error:?}");
}

#[tokio::test]
async fn bodies_that_are_no_answer() {
    let billed = State::FailedBilled;
    let cut = json(r#"{"choices":[{"message":{"content":"Eig"#);
    check_plain(cut, &Expected::Body(BodyFault::Truncated), billed).await;
    let wrong = json("{]");
    check_plain(wrong, &Expected::Body(BodyFault::Malformed(String::new())), billed).await;
    let page = Behaviour::Raw { content_type: "text/html".to_owned(), body: "<html>hi</html>".to_owned() };
    let content_type = Expected::Body(BodyFault::ContentType("text/html".to_owned()));
    check_plain(page.clone(), &content_type, billed).await;
    check_plain(json(r#"{"choices":[]}"#), &Expected::Body(BodyFault::Empty), billed).await;
    let inside = json(r#"{"error":{"code":502,"message":"the model behind is gone"}}"#);
    check_plain(inside, &Expected::Server(502), State::Failed).await;

    // A stream has no content type that genai would look at, only an end that is missing.
    let unfinished = || Expected::Body(BodyFault::Unfinished);
    check_streamed(page, &unfinished(), billed).await;
    let events =
        |body: &str| Behaviour::Raw { content_type: "text/event-stream".to_owned(), body: body.to_owned() };
    let begun = events("data: {\"choices\":[{\"delta\":{\"content\":\"Eight\"}}]}\n\n");
    check_streamed(begun, &unfinished(), billed).await;
    let cut = events("data: {\"choices\":[{\"delta\":{\"con");
    check_streamed(cut, &Expected::Body(BodyFault::Truncated), billed).await;
    let overloaded = events("data: {\"error\":{\"type\":\"overloaded_error\"}}\n\n");
    check_streamed(overloaded, &Expected::Server(529), State::Failed).await;
}

#[tokio::test]
async fn a_body_of_fifty_megabytes() {
    let too_large = || Expected::Exactly(CallError::TooLarge { limit: LIMIT });
    check(Behaviour::Huge(50_000_000), too_large(), State::FailedBilled).await;
    let page = Behaviour::Raw { content_type: "text/html".to_owned(), body: "x".repeat(LIMIT + 1) };
    check_plain(page, &too_large(), State::FailedBilled).await;
}

#[tokio::test]
async fn refusals() {
    check(Behaviour::status(401, "{}"), Expected::Unauthorized(401), State::Failed).await;
    check(Behaviour::status(403, "{}"), Expected::Unauthorized(403), State::Failed).await;
    let gemini = r#"{"error":{"code":400,"details":[{"reason":"API_KEY_INVALID"}]}}"#;
    check(Behaviour::status(400, gemini), Expected::Unauthorized(400), State::Failed).await;
    check(Behaviour::status(400, "{}"), Expected::BadRequest(400), State::Failed).await;
    check(Behaviour::status(404, "{}"), Expected::BadRequest(404), State::Failed).await;
    let elsewhere = Behaviour::status(307, "{}").header("Location", "http://example.org/");
    check(elsewhere, Expected::BadRequest(307), State::Failed).await;
}

#[tokio::test]
async fn prompts_that_are_too_long() {
    for body in [
        r#"{"error":{"message":"This model's maximum context length is 8192 tokens.","type":"invalid_request_error","code":"context_length_exceeded"}}"#,
        r#"{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error","n_prompt_tokens":900,"n_ctx":256}}"#,
        r#"{"object":"error","message":"This model's maximum context length is 2048 tokens.","code":400}"#,
        r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}"#,
        r#"{"error":{"code":400,"status":"INVALID_ARGUMENT","message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."}}"#,
    ] {
        check(Behaviour::status(400, body), Expected::ContextOverflow, State::Failed).await;
    }
}

#[tokio::test]
async fn a_key_that_is_quoted_back_is_in_no_error() {
    for behaviour in [
        Behaviour::status(401, r#"{"error":"Incorrect API key provided: scripted-key"}"#),
        Behaviour::status(500, "scripted-key"),
        Behaviour::Raw { content_type: "text/plain".to_owned(), body: "scripted-key".to_owned() },
    ] {
        let stage = Stage::with(ScriptedServer::always(behaviour).await.unwrap(), |_| {}, |_| {});
        let error = stage.models.call(&request(), &account(), None).await.unwrap_err();
        assert!(!format!("{error:?} {error} {:?}", stage.models).contains("scripted-key"), "{error:?}");
    }
}
