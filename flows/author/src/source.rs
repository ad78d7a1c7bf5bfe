//! The origin of a text and its ratings, by source discovery and domain expert.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_agent::Contract;
use tutti_core::{Finding, Severity};

use crate::coverage::Grade;

/// A document of the library that may be used.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Found {
    /// The id of the document in the library, or the address of a page.
    pub id: String,
    pub title: String,
    /// The file or the address it was added from.
    pub origin: String,
    pub text: String,
}

/// The input of source discovery.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ToDiscover {
    pub domain: String,
    pub topic_title: String,
    #[serde(default)]
    pub description: String,
    /// The search results from the library, best first, then web pages if a search service is set.
    pub library: Vec<Found>,
    /// Requests of a person or the domain expert.
    #[serde(default)]
    pub guidance: Vec<String>,
    /// Ids of sources that were refused.
    #[serde(default)]
    pub refused: Vec<String>,
}

impl Contract for ToDiscover {
    const NAME: &'static str = "author_to_discover";
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Length {
    TooShort,
    #[default]
    Appropriate,
    TooLong,
}

/// A source that discovery considers sufficient for a quiz.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Source {
    /// The id of a document in the input.
    pub id: String,
    pub title: String,
    #[serde(default)]
    pub organization: String,
    /// Sentences with a number, a procedure, a criterion or an exception, quoted verbatim.
    pub testable_content: Vec<String>,
    pub words: usize,
    pub length: Length,
    /// The heading of the section to use, if the document is long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recommended_section: Option<String>,
    pub question_support: Grade,
}

/// The output of source discovery, best first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sources {
    pub sources: Vec<Source>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub escalate: Option<String>,
}

impl Contract for Sources {
    const NAME: &'static str = "author_sources";
}

/// The input of the domain expert.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ToValidate {
    pub domain: String,
    pub topic_title: String,
    pub source: Source,
    pub origin: String,
    pub text: String,
    /// The year the run was started in.
    pub year: i32,
}

impl Contract for ToValidate {
    const NAME: &'static str = "author_to_validate";
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Authority {
    Authoritative,
    Acceptable,
    Questionable,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Currency {
    Current,
    Dated,
    Outdated,
    /// The text names no year.
    Unknown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Approval {
    Approved,
    ApprovedWithNotes,
    RevisionRequired,
    Rejected,
}

/// The output of the domain expert.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Expertise {
    pub status: Approval,
    pub authority: Authority,
    pub currency: Currency,
    /// Errors and doubts, each with the words it concerns.
    #[serde(default)]
    pub concerns: Vec<String>,
    #[serde(default)]
    pub notes: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub escalate: Option<String>,
}

impl Contract for Expertise {
    const NAME: &'static str = "author_expertise";

    fn validate(&self) -> Vec<Finding> {
        let refuses = matches!(self.status, Approval::RevisionRequired | Approval::Rejected);
        if refuses && self.concerns.is_empty() {
            let message = "a source is refused without a concern";
            return vec![Finding::new("concern_missing", Severity::High, message).at("/concerns")];
        }
        Vec::new()
    }
}
