//! The limit a file exceeded, or its defect.

use crate::limits;

/// An archive, or a file in it, that is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveError {
    #[error("more than {} files inside", limits::FILES)]
    TooManyFiles,
    #[error("it is not a zip file or is damaged: {reason}")]
    Unopenable {
        /// What the library for zip files says.
        reason: String,
    },
    #[error("{name} cannot be unpacked: {reason}")]
    Damaged { name: String, reason: String },
    /// Made to fill the memory.
    #[error("{name} unpacks from {packed} bytes to {unpacked}")]
    Bomb { name: String, packed: u64, unpacked: u64 },
    #[error("the archive unpacks to more than {} MB at {name}", limit >> 20)]
    TooLarge {
        /// The file that goes beyond the limit.
        name: String,
        /// Of all files together, in bytes.
        limit: u64,
    },
}

/// An XML document that is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum XmlError {
    #[error("more than {} MB of XML", limits::UNPACKED >> 20)]
    TooLarge,
    #[error("elements are nested more than {} deep", limits::DEPTH)]
    TooDeep,
    #[error("an element has more than {} attributes", limits::ATTRIBUTES)]
    TooManyAttributes,
    #[error("more than {} namespaces are open at once", limits::ATTRIBUTES)]
    TooManyNamespaces,
    #[error("more than {} elements and texts", limits::NODES)]
    TooManyNodes,
    /// It could name files to fetch and entities that grow.
    #[error("it declares a document type")]
    DocumentType { line: u32 },
    #[error("`&{name};` is not declared in XML")]
    UnknownEntity { name: String, line: u32 },
    #[error("{reason}")]
    Malformed {
        /// What the parser says, with line and column.
        reason: String,
        line: u32,
    },
}

impl XmlError {
    /// Where in the text, if it is the fault of one place.
    pub fn line(&self) -> Option<u32> {
        match self {
            Self::DocumentType { line } | Self::UnknownEntity { line, .. } | Self::Malformed { line, .. } => {
                Some(*line)
            }
            _ => None,
        }
    }
}

/// Bytes in Zstandard that are refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ZstdError {
    #[error("it is damaged and cannot be unpacked: {reason}")]
    Damaged {
        /// What the decoder says.
        reason: String,
    },
    #[error("it unpacks to more than {} MB", limit >> 20)]
    TooLarge { limit: u64 },
}
