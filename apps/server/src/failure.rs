//! The errors of the API. Each is a problem document (RFC 9457).

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use tutti_bank::BankError;
use tutti_core::{BadId, Code, Problem};
use tutti_document::ReadError;
use tutti_engine::EngineError;
use tutti_service::Problems;
use tutti_store::StoreError;

/// The error type of handlers.
#[derive(Debug)]
pub(crate) struct Failure {
    problems: Problems,
    retry_after: Option<u64>,
}

pub(crate) type Answer<T> = Result<T, Failure>;

impl Failure {
    pub(crate) fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    pub(crate) fn not_found(what: &str) -> Self {
        Problem::new(Code::NotFound, format!("there is no {what}")).into()
    }
}

/// A failure inside a response: the outermost layer adds the trace id and writes the body.
#[derive(Debug, Clone)]
pub(crate) struct Failed(pub(crate) Vec<Problem>);

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let problems = if self.problems.0.is_empty() { vec![self.problems.first()] } else { self.problems.0 };
        let status = problems.first().map_or(500, |problem| problem.code.status());
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = status.into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.extensions_mut().insert(Failed(problems));
        response
    }
}

macro_rules! fails_with {
    ($($error:ty),* $(,)?) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self { problems: Problem::from(error).into(), retry_after: None }
            }
        })*
    };
}
fails_with!(StoreError, BankError, EngineError, ReadError);

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self { problems: problem.into(), retry_after: None }
    }
}

impl From<Problems> for Failure {
    fn from(problems: Problems) -> Self {
        Self { problems, retry_after: None }
    }
}

impl From<BadId> for Failure {
    fn from(error: BadId) -> Self {
        Problem::new(Code::BadInput, error.to_string()).into()
    }
}
