//! Zstandard decompression, for newer Anki decks.

use std::io::Read;

use ruzstd::decoding::StreamingDecoder;

use crate::{ZstdError, limits};

/// The decoder's window in bytes; the format's own default for its highest level.
const WINDOW: u64 = 128 << 20;

/// The bytes unpacked, at most [`limits::UNPACKED`].
pub fn unpack(bytes: &[u8]) -> Result<Vec<u8>, ZstdError> {
    let limit = limits::plausible_size(bytes.len() as u64).min(limits::UNPACKED);
    let damaged = |reason: String| ZstdError::Damaged { reason };
    let decoder = StreamingDecoder::new_with_max_window_size(bytes, WINDOW)
        .map_err(|error| damaged(error.to_string()))?;
    let mut out = Vec::new();
    decoder.take(limit + 1).read_to_end(&mut out).map_err(|error| damaged(error.to_string()))?;
    if out.len() as u64 > limit {
        return Err(ZstdError::TooLarge { limit });
    }
    Ok(out)
}
