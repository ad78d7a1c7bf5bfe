//! The library: reference documents of an owner, shared by flows and apps.
//!
//! `reading.rs` holds a document as text blocks with their pages, and the cache of documents that were read before;
//! `documents.rs` adds, lists and removes the documents of a library; `search.rs` finds passages and documents. The
//! stored form of a document is declared only here.

mod documents;
mod reading;
mod search;

pub use documents::{Added, Document, Original, add, count, get, list, original, put, remove};
pub use reading::{Block, DocMeta, ReaderOutput, Role, cache_reading, read_file};
pub use search::{Hit, find_documents, search};
