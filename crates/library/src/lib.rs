//! The library: documents that an owner keeps to look things up in, shared by flows and apps.
//!
//! `reading.rs` is a document as text blocks with their pages, and the cache of documents that were read before;
//! `documents.rs` adds, lists and removes the documents of a library; `search.rs` finds passages and documents.
//! What the store holds of a document is declared here and nowhere else.

mod documents;
mod reading;
mod search;

pub use documents::{Added, Document, Original, add, count, get, list, original, put, remove};
pub use reading::{Block, DocMeta, ReaderOutput, Role, cache_reading, read_file};
pub use search::{Hit, find_documents, search};
