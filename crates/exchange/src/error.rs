//! Why a file could not be read or written.

/// A file that is refused as a whole: nothing of it is imported.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct ReadError {
    /// Where in the file: `line 12`, `question 3 (Q-17)`, `row 7, column key`, `imsmanifest.xml, line 4`.
    pub place: String,
    /// What is wrong there.
    pub what: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl ReadError {
    pub(crate) fn new(place: impl Into<String>, what: impl Into<String>) -> Self {
        Self { place: place.into(), what: what.into(), hint: None }
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// An export that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The images of an item are stored elsewhere; whoever exports must fetch them first.
    #[error("the image `{name}` of {item} is not at hand")]
    ImageElsewhere { item: String, name: String },
    /// A library refused to write; `what` is its reason.
    #[error("the {format} file could not be made: {what}")]
    Failed { format: &'static str, what: String },
}
