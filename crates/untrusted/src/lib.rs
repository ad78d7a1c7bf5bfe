//! Archives and XML from strangers, opened under one set of limits.
//!
//! Whoever reads a file from outside (an item bank, a document, a figure) opens it here, so there is one place to
//! look at when a new trap becomes known. A file that keeps to the limits is read in full; one that does not is
//! refused before it costs memory or time, with an error that says which limit it broke.
//!
//! Not done here: HTML, PDF and images have parsers and limits of their own; and what an error means to a person
//! (which file, what to do next) is said by the crate that reads the format.

mod archive;
mod error;
pub mod limits;
pub mod path;
pub mod xml;
pub mod zstd;

pub use archive::Archive;
pub use error::{ArchiveError, XmlError, ZstdError};
