//! Archives and XML from outside, opened under one set of limits.
//!
//! Every reader of a file from outside (an item bank, a document, a figure) opens it here, so there is one place to
//! change when a new attack becomes known. A file within the limits is read in full; any other is refused before it
//! costs memory or time, with an error that names the limit.
//!
//! Not in here: HTML, PDF and images, which have their own parsers and limits; and the explanation of an error to a
//! person (which file, what to do next), which the crate that reads the format gives.

mod archive;
mod error;
pub mod limits;
pub mod path;
pub mod svg;
pub mod xml;
pub mod zstd;

pub use archive::Archive;
pub use error::{ArchiveError, XmlError, ZstdError};
