//! The Streamable HTTP transport, for callers of the server.
//!
//! No state is kept between requests. Clients that use a protocol version before 2026-07-28 still get a session id: with
//! it, a cancellation in another request finds its call. They do not cancel by closing a stream; later clients do.

use std::{sync::Arc, time::Duration};

use axum::{
    body::{Body, Bytes, to_bytes},
    http::{HeaderMap, HeaderValue, Method, Request, StatusCode, request::Parts},
    response::{IntoResponse, Response},
};
use rmcp::{
    model::RequestId,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
    },
};
use serde::Deserialize;
use tutti_core::{Owner, RunId};

use crate::{Tutti, Who, driving::SESSION};

/// Maximum time for a request to arrive.
const SLOW: Duration = Duration::from_mins(1);
/// A longer message, in bytes, takes a while to parse.
const LARGE: usize = 64 * 1024;

/// Answers requests to `/mcp`. Cheap to clone.
#[derive(Clone)]
pub struct Http {
    tutti: Tutti,
    service: StreamableHttpService<Tutti, NeverSessionManager>,
    most: usize,
}

impl std::fmt::Debug for Http {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Http({:?})", self.tutti)
    }
}

/// The fields of a message that are needed before it is handled.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Message {
    method: String,
    params: Params,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Params {
    #[serde(rename = "requestId")]
    request: Option<RequestId>,
}

impl Http {
    /// `most` is the maximum size of a request. The server must check host, origin and caller before: each request must
    /// have a [`Who`] in its extensions.
    pub fn new(tutti: Tutti, most: usize) -> Self {
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_max_request_body_bytes(most)
            .disable_allowed_hosts();
        let handler = tutti.clone();
        let service = StreamableHttpService::new(move || Ok(handler.clone()), Arc::default(), config);
        Self { tutti, service, most }
    }

    pub async fn answer(&self, request: Request<Body>) -> Response {
        if request.method() != Method::POST {
            return self.service.handle(request).await.map(Body::new);
        }
        let (parts, body) = request.into_parts();
        let bytes = match tokio::time::timeout(SLOW, to_bytes(body, self.most)).await {
            Ok(Ok(bytes)) => bytes,
            Ok(Err(_)) => return StatusCode::PAYLOAD_TOO_LARGE.into_response(),
            Err(_) => return StatusCode::REQUEST_TIMEOUT.into_response(),
        };
        if bytes.len() <= LARGE {
            return self.handle(parts, bytes).await;
        }
        // A long message is parsed beside the threads that answer requests; its call runs in a task of its own.
        let who = parts.extensions.get::<Who>();
        let owner = who.map_or_else(Owner::local, |who| who.owner.clone());
        let (views, this) = (self.tutti.offload().views.clone(), self.clone());
        match views.drive(&owner, |_| async move { this.handle(parts, bytes).await }).await {
            Ok(response) => response,
            Err(_) => StatusCode::SERVICE_UNAVAILABLE.into_response(),
        }
    }

    async fn handle(&self, parts: Parts, bytes: Bytes) -> Response {
        let message: Message = serde_json::from_slice(&bytes).unwrap_or_default();
        if message.method == "notifications/cancelled" {
            self.cancel(parts.extensions.get::<Who>(), &parts.headers, message.params.request);
        }
        let request = Request::from_parts(parts, Body::from(bytes));
        let mut response = self.service.handle(request).await.map(Body::new);
        if message.method == "initialize"
            && response.status().is_success()
            && let Ok(name) = HeaderValue::from_str(RunId::fresh().as_str())
        {
            response.headers_mut().insert(SESSION, name);
        }
        response
    }

    fn cancel(&self, who: Option<&Who>, headers: &HeaderMap, request: Option<RequestId>) {
        let session = headers.get(SESSION).and_then(|name| name.to_str().ok());
        if let (Some(who), Some(session), Some(request)) = (who, session, request) {
            self.tutti.calls().cancel(&(who.owner.clone(), session.to_owned(), request));
        }
    }
}
