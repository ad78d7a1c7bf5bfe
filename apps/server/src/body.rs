//! Extracts JSON bodies, queries and path parameters, with limits; errors name the invalid field.

use std::time::Duration;

use axum::{
    extract::{FromRequest, FromRequestParts, Request},
    http::{HeaderMap, header, request::Parts},
};
use bytes::Bytes;
use futures::StreamExt;
use serde::de::DeserializeOwned;
use tutti_core::{Code, Problem};

use crate::{app::App, failure::Failure, offload::parse};

/// Maximum size of a JSON body, in bytes: an item with its images.
const JSON: usize = 8_000_000;
/// How long a client may pause within a body, and how long the whole body may take.
pub(crate) const SILENCE: Duration = Duration::from_secs(10);
pub(crate) const WHOLE: Duration = Duration::from_mins(5);

pub(crate) fn too_slow() -> Problem {
    Problem::new(Code::TooSlow, "the body of the request took too long")
}

/// Reads a whole body, with limits on time and size.
pub(crate) async fn whole(body: axum::body::Body, limit: usize) -> Result<Bytes, Problem> {
    within(body, limit, SILENCE, WHOLE).await
}

async fn within(
    body: axum::body::Body,
    limit: usize,
    silence: Duration,
    all: Duration,
) -> Result<Bytes, Problem> {
    let mut stream = body.into_data_stream();
    let mut bytes = Vec::new();
    let read = async {
        while let Some(chunk) = tokio::time::timeout(silence, stream.next()).await.map_err(|_| too_slow())? {
            let chunk = chunk.map_err(|error| {
                Problem::new(Code::BadInput, format!("the body of the request broke off: {error}"))
            })?;
            if bytes.len() + chunk.len() > limit {
                let detail = format!("the body of the request is larger than {} kB", limit / 1000);
                return Err(Problem::new(Code::TooLarge, detail));
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(())
    };
    tokio::time::timeout(all, read).await.map_err(|_| too_slow())??;
    Ok(bytes.into())
}

/// A JSON body.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned + Send + 'static> FromRequest<App> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &App) -> Result<Self, Failure> {
        let is_json = media_type(request.headers())
            .is_some_and(|kind| kind == "application/json" || kind.ends_with("+json"));
        if !is_json {
            let problem = Problem::new(Code::UnknownType, "the body of the request is not JSON");
            return Err(problem.hint("send `Content-Type: application/json`").into());
        }
        let (parts, body) = request.into_parts();
        let bytes = whole(body, JSON).await?;
        Ok(Self(parse(app, &parts.extensions, bytes).await?))
    }
}

pub(crate) fn media_type(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    Some(value.split(';').next()?.trim().to_ascii_lowercase())
}

/// Parses JSON; an error names the invalid field.
pub(crate) fn from_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let at = pointer(error.path());
        Problem::new(Code::BadInput, error.into_inner().to_string()).at(at)
    })?;
    deserializer
        .end()
        .map_err(|error| Problem::new(Code::BadInput, format!("after the JSON: {error}")).at(""))?;
    Ok(value)
}

/// A path into a document as a JSON pointer.
pub(crate) fn pointer(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    let mut pointer = String::new();
    for segment in path {
        let word = match segment {
            Segment::Seq { index } => index.to_string(),
            Segment::Map { key } => key.clone(),
            Segment::Enum { variant } => variant.clone(),
            Segment::Unknown => continue,
        };
        pointer.push('/');
        pointer.push_str(&word.replace('~', "~0").replace('/', "~1"));
    }
    pointer
}

/// The query of an address.
pub(crate) struct Params<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Params<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Failure> {
        let pairs = form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes());
        let deserializer = serde_urlencoded::Deserializer::new(pairs);
        let value = serde_path_to_error::deserialize(deserializer).map_err(|error| {
            let at = pointer(error.path());
            Problem::new(Code::BadInput, format!("in the query: {}", error.into_inner())).at(at)
        })?;
        Ok(Self(value))
    }
}

/// Path parameters. An id may contain any character, but it must be UTF-8.
pub(crate) struct Named<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Named<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Failure> {
        match axum::extract::Path::<T>::from_request_parts(parts, app).await {
            Ok(axum::extract::Path(value)) => Ok(Self(value)),
            Err(error) => {
                Err(Problem::new(Code::BadInput, format!("in the path: {}", error.body_text())).into())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[tokio::test]
    async fn a_body_must_come_in_time_and_fit() {
        use axum::body::Body as Stream;
        use futures::stream;

        async fn check(body: Stream, expected: Result<usize, u16>) {
            let (silence, all) = (Duration::from_millis(20), Duration::from_millis(60));
            let read = within(body, 10, silence, all)
                .await
                .map(|bytes| bytes.len())
                .map_err(|problem| problem.code.status());
            assert_eq!(read, expected);
        }
        let chunk = || Ok::<_, std::io::Error>(Bytes::from_static(b"1234"));
        check(Stream::from("0123456789"), Ok(10)).await;
        check(Stream::from("0123456789a"), Err(413)).await;
        check(Stream::from_stream(stream::iter([chunk(), chunk(), chunk()])), Err(413)).await;
        check(Stream::from_stream(stream::pending::<Result<Bytes, std::io::Error>>()), Err(408)).await;
        // A client that sends a byte now and then cannot keep the connection open for ever.
        let drops = stream::unfold(0, |n| async move {
            tokio::time::sleep(Duration::from_millis(1)).await;
            Some((Ok::<_, std::io::Error>(Bytes::new()), n + 1))
        });
        check(Stream::from_stream(drops), Err(408)).await;
        let broken = stream::iter([chunk(), Err(std::io::Error::other("gone"))]);
        check(Stream::from_stream(broken), Err(400)).await;
    }

    #[test]
    fn json_that_does_not_fit_is_named_by_its_place() {
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Asked {
            #[allow(dead_code)]
            tags: Vec<u8>,
        }
        let check = |json: &str, at: &str| {
            let problem = from_json::<Asked>(json.as_bytes()).unwrap_err();
            assert_eq!(problem.pointer.as_deref(), Some(at), "{problem}");
        };
        check(r#"{"tags":[1,"x"]}"#, "/tags/1");
        check(r#"{"tags":[1],"tag":1}"#, "/tag");
        check("{}", "");
        check("nonsense", "");
    }
}
