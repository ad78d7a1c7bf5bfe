//! Errors of reading a document, each with its status and the next step.

use serde::{Deserialize, Serialize};
use tutti_core::{Code, Problem};

/// A document that could not be read. Passed from the child to its parent as JSON.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "error", rename_all = "snake_case")]
pub enum ReadError {
    #[error("the document has a password")]
    Encrypted,
    #[error("the document is damaged: {what}")]
    Damaged { what: String },
    /// `found` is what the bytes look like.
    #[error("{found} is not a supported kind of document")]
    UnknownType { found: String },
    /// `what` is what was too large, with the limit.
    #[error("the document is too large: {what}")]
    TooLarge { what: String },
    #[error("there is no text in the document")]
    Empty,
    #[error("reading the document took too long")]
    OutOfTime,
    #[error("reading the document needed too much memory")]
    OutOfMemory,
    /// `why` is the recogniser's message, or that there is none.
    #[error("the document is an image of text, and text recognition is not available: {why}")]
    NoOcr { why: String },
    #[error("the document has no page {page}; the last is {pages}")]
    NoPage { page: u32, pages: u32 },
    /// The child could not be started or broke the protocol between it and its parent.
    #[error("the document reader failed: {what}")]
    Reader { what: String },
}

impl ReadError {
    pub(crate) fn damaged(what: impl Into<String>) -> Self {
        Self::Damaged { what: what.into() }
    }

    pub(crate) fn too_large(what: impl Into<String>) -> Self {
        Self::TooLarge { what: what.into() }
    }

    pub(crate) fn reader(what: impl std::fmt::Display) -> Self {
        Self::Reader { what: what.to_string() }
    }

    fn code(&self) -> Code {
        match self {
            Self::Damaged { .. } => Code::BadInput,
            Self::TooLarge { .. } => Code::TooLarge,
            Self::UnknownType { .. } => Code::UnknownType,
            Self::NoPage { .. } => Code::NotFound,
            Self::Encrypted | Self::Empty | Self::OutOfTime | Self::OutOfMemory | Self::NoOcr { .. } => {
                Code::Unreadable
            }
            Self::Reader { .. } => Code::Internal,
        }
    }

    fn hint(&self) -> &'static str {
        match self {
            Self::Encrypted => "save a copy without a password and send that",
            Self::Damaged { .. } => "open it in the program it came from and save it again",
            Self::UnknownType { .. } => "send PDF, DOCX, PPTX, HTML, Markdown, plain text, EPUB, PNG or JPEG",
            Self::TooLarge { .. } => "split it and send the part you need",
            Self::Empty => "check that it is the right file; a drawing or a form without text cannot be read",
            Self::OutOfTime | Self::OutOfMemory => {
                "print it to a new PDF and send that; a file that needs this much may be malicious"
            }
            Self::NoOcr { .. } => {
                "install Tesseract 5 with the languages you need (Debian: tesseract-ocr, tesseract-ocr-nor, \
                 tesseract-ocr-osd), or send a document with a text layer"
            }
            Self::NoPage { .. } => "pages are counted from 1",
            Self::Reader { .. } => "try again; if it fails again, report it with the file",
        }
    }
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Self {
        Self::new(error.code(), error.to_string()).hint(error.hint())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(error: ReadError, status: u16) {
        let json = serde_json::to_string(&error).unwrap();
        assert_eq!(serde_json::from_str::<ReadError>(&json).unwrap(), error, "{json}");
        let problem = Problem::from(error);
        assert_eq!(problem.code.status(), status, "{problem}");
        assert_eq!(problem.hints.len(), 1);
    }

    #[test]
    fn every_error_has_its_status_and_crosses_to_the_parent() {
        check(ReadError::damaged("x"), 400);
        check(ReadError::Encrypted, 422);
        check(ReadError::too_large("x"), 413);
        check(ReadError::UnknownType { found: "x".into() }, 415);
        check(ReadError::Empty, 422);
        check(ReadError::OutOfTime, 422);
        check(ReadError::OutOfMemory, 422);
        check(ReadError::NoOcr { why: "x".into() }, 422);
        check(ReadError::NoPage { page: 3, pages: 2 }, 404);
        check(ReadError::reader("x"), 500);
    }
}
