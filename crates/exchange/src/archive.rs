//! The zip archives of packages and decks: reading their texts, and writing an archive.

use std::io::{Cursor, Write};

use tutti_untrusted::Archive;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::{ReadError, WriteError};

/// A file of the archive as text; none if there is no file of that name.
pub(crate) fn read_text(archive: &mut Archive<'_>, name: &str) -> Result<Option<String>, ReadError> {
    archive
        .read(name)?
        .map(|bytes| String::from_utf8(bytes).map_err(|_| ReadError::new(name, "the text is not UTF-8")))
        .transpose()
}

/// The archive of these files, the same bytes for the same files.
pub(crate) fn pack<'a>(
    format: &'static str,
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
) -> Result<Vec<u8>, WriteError> {
    let failed = |what: String| WriteError::Failed { format, what };
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default());
    for (name, bytes) in files {
        zip.start_file(name, options).map_err(|error| failed(error.to_string()))?;
        zip.write_all(bytes).map_err(|error| failed(error.to_string()))?;
    }
    Ok(zip.finish().map_err(|error| failed(error.to_string()))?.into_inner())
}
