//! The rest of the way of a request: quotas first, then its handler, on the threads that answer requests or in a lane
//! beside them. The table of routes says which.

use axum::{
    body::Body as Stream,
    extract::{FromRequestParts, Request},
    http::{Extensions, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use serde::de::DeserializeOwned;
use tutti_core::{Owner, Work};
use tutti_service::{
    Source,
    offload::{Lane, Offload, Refused},
};

use crate::{
    app::{App, Caller},
    body::{from_json, whole},
    failure::{Answer, Failure},
    routes::Burden,
};

/// A handler computes for long, so it runs in this lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beside {
    /// Shows something; a page asks for several at a time.
    Views,
    /// Analyses, imports, exports or checks.
    Jobs,
}

impl Beside {
    fn lane(self, offload: &Offload) -> &Lane {
        match self {
            Self::Views => &offload.views,
            Self::Jobs => &offload.jobs,
        }
    }
}

/// What a form may have beside its files, and the frame around its parts.
const FRAME: usize = 2_000_000;
/// A larger JSON body is parsed beside the threads that answer requests.
const LARGE: usize = 64 * 1024;

/// What remains of a request after its caller is known.
pub(crate) struct Onward {
    pub(crate) next: Next,
    pub(crate) beside: Option<Beside>,
    pub(crate) burden: Burden,
    /// Whether the handler may run again for the same request: it uses the id that is recorded with the key, or
    /// running again changes nothing.
    pub(crate) repeatable: bool,
}

impl Onward {
    pub(crate) async fn run(self, app: &App, caller: &Caller, request: Request) -> Response {
        match self.answer(app, caller, request).await {
            Ok(response) => response,
            Err(failure) => failure.into_response(),
        }
    }

    async fn answer(self, app: &App, caller: &Caller, mut request: Request) -> Answer<Response> {
        let _admission = app.quotas.admit(app, caller, self.burden, request.headers()).await?;
        let Some(beside) = self.beside else { return Ok(self.next.run(request).await) };
        // A slow client must not keep a place.
        let (parts, body) = request.into_parts();
        let bytes = whole(body, Source::limit(&app.setup()) + FRAME).await?;
        request = Request::from_parts(parts, Stream::from(bytes));
        let lane = beside.lane(&app.offload);
        let answered = lane.drive(&caller.owner, |work| {
            request.extensions_mut().insert(work);
            self.next.run(request)
        });
        Ok(answered.await?)
    }
}

/// The work of a handler in a lane, for computations that can be abandoned.
impl FromRequestParts<App> for Work {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Failure> {
        Ok(parts.extensions.get::<Self>().cloned().unwrap_or_default())
    }
}

/// Parses JSON: a large text beside the threads that answer requests, unless this already is.
pub(crate) async fn parse<T: DeserializeOwned + Send + 'static>(
    app: &App,
    extensions: &Extensions,
    bytes: Bytes,
) -> Answer<T> {
    if bytes.len() <= LARGE || extensions.get::<Work>().is_some() {
        return Ok(from_json(&bytes)?);
    }
    let owner = extensions.get::<Caller>().map_or_else(Owner::local, |caller| caller.owner.clone());
    Ok(app.offload.views.compute(&owner, move |_| from_json(&bytes)).await??)
}

impl From<Refused> for Failure {
    fn from(Refused { problem, retry_after }: Refused) -> Self {
        let failure = Self::from(*problem);
        match retry_after {
            Some(seconds) => failure.retry_after(seconds),
            None => failure,
        }
    }
}
