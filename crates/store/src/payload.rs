//! Payloads: small values are in their row, large ones once in `blobs` under their hash.

use serde::Serialize;
use serde_json::Value;
use tutti_core::{ContentHash, Owner};

use crate::{StoreError, db::Cell};

/// Above this, a value moves out of its row. Two database pages: small rows keep replay fast.
const INLINE_LIMIT: usize = 8 * 1024;

/// A value to be written to a row, and the separate blob if it is large.
#[derive(Debug, Clone)]
pub(crate) struct Packed {
    /// JSON, or `@` and a hash. JSON never begins with `@`.
    pub(crate) column: String,
    pub(crate) blob: Option<(Owner, ContentHash, Vec<u8>)>,
}

pub(crate) fn pack(owner: &Owner, value: &Value) -> Packed {
    let json = value.to_string();
    if json.len() <= INLINE_LIMIT {
        return Packed { column: json, blob: None };
    }
    let hash = ContentHash::of_bytes(json.as_bytes());
    Packed { column: format!("@{hash}"), blob: Some((owner.clone(), hash, json.into_bytes())) }
}

/// Whether a value is stored in its row.
pub(crate) fn is_small(value: &Value) -> bool {
    value.to_string().len() <= INLINE_LIMIT
}

pub(crate) fn blob_cells(blob: (Owner, ContentHash, Vec<u8>)) -> Vec<Cell> {
    let (owner, hash, bytes) = blob;
    vec![Cell::text(owner.as_str()), Cell::text(hash.as_str()), Cell::Bytes(bytes)]
}

/// JSON for a column that is never large. Our own row types contain nothing that JSON cannot express.
pub(crate) fn json_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// The content of a column: the value itself, or where to find it.
pub(crate) enum Column<'a> {
    Json(&'a str),
    Blob(&'a str),
}

pub(crate) fn column(text: &str) -> Column<'_> {
    text.strip_prefix('@').map_or(Column::Json(text), Column::Blob)
}

pub(crate) fn parse(json: &str) -> Result<Value, StoreError> {
    serde_json::from_str(json).map_err(|error| StoreError::Damaged(format!("not JSON: {error}")))
}

/// Bytes read back under `hash` must be the bytes that were stored.
pub(crate) fn parse_blob(hash: &str, bytes: &[u8]) -> Result<Value, StoreError> {
    if ContentHash::of_bytes(bytes).as_str() != hash {
        return Err(StoreError::DamagedRow { table: "blobs", key: hash.to_owned() });
    }
    serde_json::from_slice(bytes).map_err(|error| StoreError::Damaged(format!("blob {hash}: {error}")))
}
