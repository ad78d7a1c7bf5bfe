//! The response types of the API, built from the store's rows and the flows' reports.

pub(crate) mod forge;
pub(crate) mod item;
pub(crate) mod review;
pub(crate) mod run;
pub(crate) mod study;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_core::Problem;
use tutti_service::requests::page_size;

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Page<T> {
    pub(crate) items: Vec<T>,
    /// Pass it as `after` to get the next page; none on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next: Option<String>,
}

impl<T> Page<T> {
    pub(crate) fn all(items: Vec<T>) -> Self {
        Self { items, next: None }
    }

    /// Cuts a list that has one entry more than requested; the extra entry tells that there is a next page.
    pub(crate) fn cut(mut items: Vec<T>, limit: u32, name: impl Fn(&T) -> String) -> Self {
        let more = items.len() > limit as usize;
        items.truncate(limit as usize);
        let next = if more { items.last().map(name) } else { None };
        Self { items, next }
    }
}

/// Which page of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Paging {
    /// Maximum number of entries; 50 by default.
    #[schemars(range(min = 1, max = 500))]
    #[serde(default)]
    pub(crate) limit: Option<u32>,
    /// The `next` of the previous page.
    #[serde(default)]
    pub(crate) after: Option<String>,
}

/// The requested page size, or fifty.
pub(crate) fn limit(asked: Option<u32>) -> Result<u32, Problem> {
    page_size(asked, 50)
}

/// A run that was started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Begun {
    /// Id of the run.
    pub(crate) run: String,
}
