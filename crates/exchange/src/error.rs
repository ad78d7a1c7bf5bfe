//! The errors of reading and writing files.

use tutti_core::Abandoned;
use tutti_untrusted::ArchiveError;

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

impl From<ArchiveError> for ReadError {
    fn from(error: ArchiveError) -> Self {
        let again = "export it again from the program it came from";
        match error {
            ArchiveError::TooManyFiles => {
                Self::new("the archive", error.to_string()).hint("split it before importing it")
            }
            ArchiveError::Unopenable { .. } => Self::new("the archive", error.to_string()).hint(again),
            ArchiveError::Damaged { name, reason } => {
                Self::new(name, format!("it cannot be unpacked: {reason}")).hint(again)
            }
            ArchiveError::Bomb { name, packed, unpacked } => {
                Self::new(name, format!("it unpacks from {packed} bytes to {unpacked}; it is refused"))
                    .hint("it was made to exhaust memory; do not open it elsewhere either")
            }
            ArchiveError::TooLarge { name, limit } => {
                let what = format!("the archive unpacks to more than {} MB; it is refused", limit >> 20);
                Self::new(name, what).hint("split a deck or package of this size before importing it")
            }
        }
    }
}

/// An export that cannot be made.
impl From<Abandoned> for ReadError {
    fn from(abandoned: Abandoned) -> Self {
        Self::new("the import", abandoned.to_string())
    }
}

#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// Nobody waits for the file any more.
    #[error(transparent)]
    Abandoned(#[from] Abandoned),
    /// The images of an item are stored elsewhere; the exporter must fetch them first.
    #[error("the image `{name}` of {item} is missing")]
    ImageElsewhere { item: String, name: String },
    /// A library refused to write; `what` is its reason.
    #[error("the {format} file could not be made: {what}")]
    Failed { format: &'static str, what: String },
}
