//! The result of a tool call: a structured value with a text for models, or a problem.

use rmcp::model::{CallToolResult, ContentBlock};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use tutti_core::{Code, Problem};

/// The result of a tool.
pub(crate) struct Told<T> {
    /// Conforms to the output schema of the tool.
    pub(crate) value: T,
    /// A summary, for clients that show only text.
    pub(crate) text: String,
    /// Files, if any.
    pub(crate) files: Vec<ContentBlock>,
}

impl<T: Serialize + JsonSchema> Told<T> {
    pub(crate) fn new(value: T, text: impl Into<String>) -> Self {
        Self { value, text: text.into(), files: Vec::new() }
    }

    pub(crate) fn answer(self) -> Result<Answer, Problem> {
        let value = serde_json::to_value(self.value).map_err(|error| {
            Problem::new(Code::Internal, format!("the result cannot be written as JSON: {error}"))
        })?;
        Ok(Answer { value, text: self.text, files: self.files })
    }
}

/// As [`Told`], with the value serialised.
pub(crate) struct Answer {
    value: Value,
    text: String,
    files: Vec<ContentBlock>,
}

impl From<Answer> for CallToolResult {
    fn from(Answer { value, text, files }: Answer) -> Self {
        let mut result = Self::structured(value);
        result.content = vec![ContentBlock::text(text)];
        result.content.extend(files);
        result
    }
}

/// A problem as an answer: what happened and what to try, in words and as a document.
pub(crate) fn failure(problem: &Problem) -> CallToolResult {
    let problem = public(problem);
    let mut text = problem.to_string();
    for hint in &problem.hints {
        text.push_str("\nhint: ");
        text.push_str(hint);
    }
    let mut result = CallToolResult::structured_error(problem.document());
    result.content = vec![ContentBlock::text(text)];
    result
}

/// The problem as a client may see it; the log has the rest.
pub(crate) fn public(problem: &Problem) -> Problem {
    if problem.code.status() >= 500 {
        tracing::error!(code = %problem.code, detail = %problem.detail, "a tool failed");
    }
    problem.for_client()
}

/// `1 card`, `3 cards`.
pub(crate) fn count_text(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_of_the_store_names_no_path() {
        let problem = Problem::new(Code::StoreFailed, "/var/lib/tutti/tutti.db is locked").hint("/var/lib");
        let result = failure(&problem);
        assert!(!format!("{result:?}").contains("/var"), "{result:?}");
    }

    #[test]
    fn a_problem_says_what_to_try() {
        let problem = Problem::new(Code::BadInput, "no words").at("/words").hint("name some");
        let shown = serde_json::to_value(failure(&problem)).unwrap();
        assert_eq!(shown["isError"], true);
        assert_eq!(shown["content"][0]["text"], "no words (at /words)\nhint: name some");
        assert_eq!(shown["structuredContent"]["code"], "bad_input");
    }
}
