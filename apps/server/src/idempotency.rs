//! Idempotency keys: a repeated request is not executed again; the first response is returned.
//!
//! A key is recorded before anything is done, with the id of the run that the request will start. If the server is
//! killed before it answers, the repeated request is handled under the same id: the store refuses a second run with
//! it, so the first one is found and its answer given. Handlers that start nothing are repeated if that changes
//! nothing; the others only when the first request is certainly dead.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{
    body::Body as Stream,
    extract::{FromRequest, FromRequestParts, Multipart, Request},
    http::{HeaderName, HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use tutti_core::{Code, ContentHash, Owner, Problem, RunId};
use tutti_service::{Source, time};
use tutti_store::{Collection, Millis, Over, Owned, RecordFilter, RecordsOutcome, StoreError};

use crate::{
    app::{App, Caller},
    body::{media_type, whole},
    failure::{Answer, Failure},
    offload::Onward,
};

/// Requests by their keys, ranked by time.
const REQUESTS: Collection<Remembered> = Collection::new("idempotency");
/// How long a response is kept.
const KEPT: Millis = 24 * 60 * 60 * 1000;
/// After this time without a response, the first request is considered dead.
const GONE: Millis = 10 * 60 * 1000;
/// What a form may have beside its files, and the frame around its parts.
const FRAME: usize = 2_000_000;
/// A longer response is kept as a file, and its hash here.
const INLINE: usize = 64 * 1024;

/// A request made with a key.
#[derive(Debug, Serialize, Deserialize)]
struct Remembered {
    /// Hash of the method, the address and the content.
    request: ContentHash,
    at: Millis,
    /// The id of what the request starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    starts: Option<RunId>,
    answer: Option<Given>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Given {
    status: u16,
    location: Option<String>,
    #[serde(default)]
    body: String,
    /// Where the body is, if it is long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<ContentHash>,
}

/// The id of what a request starts: the one recorded with its key, or a fresh one.
#[derive(Debug, Clone)]
pub(crate) struct NewId {
    pub(crate) id: RunId,
    /// Whether an earlier request with the same key may have started it.
    pub(crate) is_repeat: bool,
}

impl FromRequestParts<App> for NewId {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Failure> {
        let fresh = || Self { id: RunId::fresh(), is_repeat: false };
        Ok(parts.extensions.get::<Self>().cloned().unwrap_or_else(fresh))
    }
}

/// The keys of the requests that this process handles at the moment.
#[derive(Debug, Clone, Default)]
pub(crate) struct InFlight(Arc<Mutex<HashSet<(Owner, String)>>>);

struct Flight {
    all: InFlight,
    key: (Owner, String),
}

impl InFlight {
    fn all(&self) -> MutexGuard<'_, HashSet<(Owner, String)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// None if a request with this key is being handled.
    fn begin(&self, owner: &Owner, key: &str) -> Option<Flight> {
        let key = (owner.clone(), key.to_owned());
        self.all().insert(key.clone()).then(|| Flight { all: self.clone(), key })
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        self.all.all().remove(&self.key);
    }
}

pub(crate) async fn once(
    app: &App,
    caller: &Caller,
    key: &HeaderValue,
    request: Request,
    onward: Onward,
) -> Response {
    match answer_once(app, caller, key, request, onward).await {
        Ok(response) => response,
        Err(failure) => failure.into_response(),
    }
}

async fn answer_once(
    app: &App,
    caller: &Caller,
    key: &HeaderValue,
    request: Request,
    onward: Onward,
) -> Answer<Response> {
    let store = caller.store(app);
    let key = key.to_str().ok().filter(|key| (1..=200).contains(&key.len()));
    let key = key.ok_or_else(|| {
        Problem::new(Code::BadInput, "an `Idempotency-Key` must have 1 to 200 characters")
            .at("/Idempotency-Key")
    })?;
    let Some(_flight) = app.in_flight.begin(&caller.owner, key) else { return Err(still_running()) };
    let (mut parts, body) = request.into_parts();
    let bytes = whole(body, Source::limit(&app.setup()) + FRAME).await?;
    let (hashed, content) = (parts.clone(), bytes.clone());
    let shared = app.clone();
    let request = app
        .offload
        .views
        .drive(&caller.owner, |_| async move { hash(&shared, hashed, content).await })
        .await?;
    let now = time::now();
    // Clean up now and then, so that keys do not accumulate.
    if rand::random::<u8>() == 0 {
        forget_old(&store, now).await?;
    }
    let new = match claim_key(&store, key, &request, onward.repeatable, now).await? {
        Claim::Answered(given) => return replay(&store, given).await,
        Claim::Ours(new) => new,
    };
    parts.extensions.insert(new.clone());
    let response = onward.run(app, caller, Request::from_parts(parts, Stream::from(bytes))).await;
    let (parts, body) = response.into_parts();
    if !parts.status.is_success() {
        // What was started before the failure stays under the key, so that it is not started again.
        if store.run(&new.id).await?.is_none() {
            REQUESTS.remove(&store, key, now).await?;
        }
        return Ok(Response::from_parts(parts, body));
    }
    let body = whole(body, usize::MAX).await?;
    let location = parts.headers.get(header::LOCATION).and_then(|value| value.to_str().ok());
    let mut given = Given {
        status: parts.status.as_u16(),
        location: location.map(str::to_owned),
        body: String::new(),
        file: None,
    };
    if body.len() > INLINE {
        given.file = Some(store.keep_file(body.to_vec()).await?);
    } else {
        given.body = String::from_utf8_lossy(&body).into_owned();
    }
    let answered = Remembered { request, at: now, starts: Some(new.id), answer: Some(given) };
    REQUESTS.put(&store, key, now, &answered, Over::Anything, now).await?;
    Ok(Response::from_parts(parts, Stream::from(body)))
}

/// The hash of a request. A form is hashed by its fields and files: the text between them differs each time.
async fn hash(app: &App, parts: Parts, bytes: Bytes) -> ContentHash {
    let mut told = format!("{} {}\n", parts.method, parts.uri).into_bytes();
    let is_form = media_type(&parts.headers).is_some_and(|kind| kind == "multipart/form-data");
    let request = is_form.then(|| Request::from_parts(parts, Stream::from(bytes.clone())));
    match form_content(app, request).await {
        Some(content) => told.extend(content),
        None => told.extend_from_slice(&bytes),
    }
    ContentHash::of_bytes(&told)
}

/// The parts of a form in their order; none if it is not a form or broken.
async fn form_content(app: &App, request: Option<Request>) -> Option<Vec<u8>> {
    let mut form = Multipart::from_request(request?, app).await.ok()?;
    let mut content = Vec::new();
    while let Some(field) = form.next_field().await.ok()? {
        let names =
            [field.name(), field.file_name(), field.content_type()].map(|name| name.map(str::to_owned));
        let bytes = field.bytes().await.ok()?;
        for name in names {
            // With lengths, so that no two forms have the same bytes.
            let length = name.as_ref().map_or(-1, |name| name.len() as i64);
            content.extend(length.to_le_bytes());
            content.extend(name.unwrap_or_default().bytes());
        }
        content.extend((bytes.len() as u64).to_le_bytes());
        content.extend_from_slice(&bytes);
    }
    Some(content)
}

enum Claim {
    Answered(Given),
    /// The request is to be handled, under this id.
    Ours(NewId),
}

/// Makes the key ours, or gives what was answered under it.
async fn claim_key(
    store: &Owned,
    key: &str,
    request: &ContentHash,
    is_repeatable: bool,
    now: Millis,
) -> Result<Claim, Failure> {
    let over = match REQUESTS.get(store, key).await? {
        None => Over::Nothing,
        Some(record) if record.value.at + KEPT <= now => record.over(),
        Some(record) => {
            let over = record.over();
            let earlier = record.value;
            if earlier.request != *request {
                return Err(Problem::new(Code::Refused, "this key was used for another request")
                    .at("/Idempotency-Key")
                    .hint("use a new key for each request")
                    .into());
            }
            match (earlier.answer, earlier.starts) {
                (Some(given), _) => return Ok(Claim::Answered(given)),
                // Its server was killed, its client left, or another server is handling it: the id decides.
                (None, Some(id)) if is_repeatable => {
                    return Ok(Claim::Ours(NewId { id, is_repeat: true }));
                }
                (None, _) if earlier.at + GONE > now => return Err(still_running()),
                (None, _) => over,
            }
        }
    };
    let new = NewId { id: RunId::fresh(), is_repeat: false };
    let claim = Remembered { request: request.clone(), at: now, starts: Some(new.id.clone()), answer: None };
    match REQUESTS.put(store, key, now, &claim, over, now).await? {
        RecordsOutcome::Stored => Ok(Claim::Ours(new)),
        RecordsOutcome::Changed { .. } => Err(still_running()),
    }
}

fn still_running() -> Failure {
    let problem = Problem::new(Code::Conflict, "the first request with this key is still running");
    problem.hint("ask again in a moment").into()
}

async fn replay(store: &Owned, given: Given) -> Answer<Response> {
    let status = StatusCode::from_u16(given.status).unwrap_or(StatusCode::OK);
    let body = match given.file {
        Some(hash) => {
            let lost = || Problem::new(Code::Damaged, format!("the kept response {hash} is gone"));
            store.file(hash.clone()).await?.ok_or_else(lost)?
        }
        None => given.body.into_bytes(),
    };
    let mut response = (status, body).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(HeaderName::from_static("idempotency-replayed"), HeaderValue::from_static("true"));
    if let Some(location) = given.location.and_then(|location| HeaderValue::from_str(&location).ok()) {
        headers.insert(header::LOCATION, location);
    }
    Ok(response)
}

/// Deletes the expired responses of one owner.
async fn forget_old(store: &Owned, now: Millis) -> Result<(), StoreError> {
    let filter = RecordFilter { up_to: Some(now - KEPT), limit: 1000, ..RecordFilter::default() };
    for key in REQUESTS.ids(store, &filter).await? {
        REQUESTS.remove(store, &key, now).await?;
    }
    Ok(())
}
