//! Idempotency keys: a repeated request is not executed again; the first response is returned.

use axum::{
    body::Body as Stream,
    extract::Request,
    http::{HeaderName, HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use tutti_core::{Code, ContentHash, Problem};
use tutti_service::{Source, time};
use tutti_store::{Collection, Millis, Over, Owned, RecordFilter, RecordsOutcome, StoreError};

use crate::{
    app::{App, Caller},
    body::whole,
    failure::{Answer, Failure},
};

/// Requests by their keys, ranked by time.
const REQUESTS: Collection<Remembered> = Collection::new("idempotency");
/// How long a response is kept.
const KEPT: Millis = 24 * 60 * 60 * 1000;
/// After this time without a response, the first request is considered dead.
const GONE: Millis = 10 * 60 * 1000;
/// Longer responses are not kept; those of requests that start something are short.
const LONGEST: usize = 1_000_000;

/// A request made with a key.
#[derive(Debug, Serialize, Deserialize)]
struct Remembered {
    /// Hash of the method, the address and the body.
    request: ContentHash,
    at: Millis,
    answer: Option<Given>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Given {
    status: u16,
    location: Option<String>,
    body: String,
}

pub(crate) async fn once(
    app: &App,
    caller: &Caller,
    key: &HeaderValue,
    request: Request,
    next: Next,
) -> Response {
    match answer_once(app, caller, key, request, next).await {
        Ok(response) => response,
        Err(failure) => failure.into_response(),
    }
}

async fn answer_once(
    app: &App,
    caller: &Caller,
    key: &HeaderValue,
    request: Request,
    next: Next,
) -> Answer<Response> {
    let store = caller.store(app);
    let key = key.to_str().ok().filter(|key| (1..=200).contains(&key.len()));
    let key = key.ok_or_else(|| {
        Problem::new(Code::BadInput, "an `Idempotency-Key` must have 1 to 200 characters")
            .at("/Idempotency-Key")
    })?;
    let (parts, body) = request.into_parts();
    let bytes = whole(body, Source::limit(&app.setup()) + LONGEST).await?;
    let mut told = format!("{} {}\n", parts.method, parts.uri).into_bytes();
    told.extend_from_slice(&bytes);
    let request = ContentHash::of_bytes(&told);
    let now = time::now();
    // Clean up now and then, so that keys do not accumulate.
    if rand::random::<u8>() == 0 {
        forget_old(&store, now).await?;
    }
    let claim = Remembered { request: request.clone(), at: now, answer: None };
    if let Some(answer) = claim_key(&store, key, &claim, now).await? {
        return Ok(answer);
    }
    let response = next.run(Request::from_parts(parts, Stream::from(bytes))).await;
    let (parts, body) = response.into_parts();
    if !parts.status.is_success() {
        REQUESTS.remove(&store, key, now).await?;
        return Ok(Response::from_parts(parts, body));
    }
    let body = whole(body, LONGEST).await?;
    let location = parts.headers.get(header::LOCATION).and_then(|value| value.to_str().ok());
    let given = Given {
        status: parts.status.as_u16(),
        location: location.map(str::to_owned),
        body: String::from_utf8_lossy(&body).into_owned(),
    };
    let answered = Remembered { request, at: now, answer: Some(given) };
    REQUESTS.put(&store, key, now, &answered, Over::Anything, now).await?;
    Ok(Response::from_parts(parts, Stream::from(body)))
}

/// Makes the key ours, or gives what was answered under it.
async fn claim_key(
    store: &Owned,
    key: &str,
    claim: &Remembered,
    now: Millis,
) -> Result<Option<Response>, Failure> {
    let over = match REQUESTS.get(store, key).await? {
        None => Over::Nothing,
        Some(record) => {
            let over = record.over();
            let earlier = record.value;
            if earlier.at + KEPT > now {
                match earlier.answer {
                    _ if earlier.request != claim.request => {
                        return Err(Problem::new(Code::Refused, "this key was used for another request")
                            .at("/Idempotency-Key")
                            .hint("use a new key for each request")
                            .into());
                    }
                    Some(given) => return Ok(Some(replay(given))),
                    None if earlier.at + GONE > now => {
                        return Err(Problem::new(
                            Code::Conflict,
                            "the first request with this key is still running",
                        )
                        .hint("ask again in a moment")
                        .into());
                    }
                    None => {}
                }
            }
            over
        }
    };
    match REQUESTS.put(store, key, now, claim, over, now).await? {
        RecordsOutcome::Stored => Ok(None),
        RecordsOutcome::Changed { .. } => {
            let problem = Problem::new(Code::Conflict, "the first request with this key is still running");
            Err(problem.hint("ask again in a moment").into())
        }
    }
}

fn replay(given: Given) -> Response {
    let status = StatusCode::from_u16(given.status).unwrap_or(StatusCode::OK);
    let mut response = (status, given.body).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(HeaderName::from_static("idempotency-replayed"), HeaderValue::from_static("true"));
    if let Some(location) = given.location.and_then(|location| HeaderValue::from_str(&location).ok()) {
        headers.insert(header::LOCATION, location);
    }
    response
}

/// Deletes the expired responses of one owner.
async fn forget_old(store: &Owned, now: Millis) -> Result<(), StoreError> {
    let filter = RecordFilter { up_to: Some(now - KEPT), limit: 1000, ..RecordFilter::default() };
    for key in REQUESTS.ids(store, &filter).await? {
        REQUESTS.remove(store, &key, now).await?;
    }
    Ok(())
}
