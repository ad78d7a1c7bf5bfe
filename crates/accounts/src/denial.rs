//! The reasons why a login or request is denied.

use std::fmt;

use tutti_core::{Code, Problem};
use tutti_store::StoreError;

/// A problem, and when it makes sense to try again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denied {
    pub problem: Problem,
    /// Seconds to wait, after too many attempts.
    pub retry_after: Option<u64>,
}

impl Denied {
    pub(crate) fn too_often(seconds: u64) -> Self {
        let wait =
            if seconds < 60 { format!("{seconds} s") } else { format!("{} min", seconds.div_ceil(60)) };
        let problem = Problem::new(Code::TooManyRequests, "too many failed attempts")
            .hint(format!("wait {wait}, then try again"))
            .hint("log in with a browser that was logged in before, or ask an admin for a reset code");
        Self { problem, retry_after: Some(seconds) }
    }
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem.fmt(f)
    }
}

impl std::error::Error for Denied {}

impl From<Problem> for Denied {
    fn from(problem: Problem) -> Self {
        Self { problem, retry_after: None }
    }
}

impl From<StoreError> for Denied {
    fn from(error: StoreError) -> Self {
        Problem::from(error).into()
    }
}
