//! Zip archives under limits: what is inside cannot be larger than we allow, whatever it says of itself.

use std::borrow::Cow;
use std::io::{Cursor, Read, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use crate::{ReadError, WriteError};

/// Of all files together, unpacked.
const MOST_BYTES: u64 = 256 << 20;
const MOST_FILES: usize = 20_000;

/// An archive that is being read.
pub(crate) struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    left: u64,
}

impl<'a> Archive<'a> {
    pub(crate) fn open(bytes: &'a [u8]) -> Result<Self, ReadError> {
        // Each file has one of these in the list at the end, which is read as a whole before anyone can count it.
        let most = bytes.windows(4).filter(|four| four == b"PK\x01\x02").take(MOST_FILES + 1).count();
        if most > MOST_FILES {
            return Err(ReadError::new("the archive", format!("more than {MOST_FILES} files inside"))
                .hint("split it before it is imported"));
        }
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| {
            ReadError::new("the archive", format!("it is not a zip file or is damaged: {error}"))
                .hint("export it again from the program it came from")
        })?;
        Ok(Self { zip, left: MOST_BYTES })
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.zip.file_names().flatten().map(Cow::into_owned).collect()
    }

    /// None if there is no file of that name.
    pub(crate) fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, ReadError> {
        let Some(index) = self.zip.index_for_name(name) else { return Ok(None) };
        let failed = |error: String| {
            ReadError::new(name, format!("it cannot be unpacked: {error}"))
                .hint("export it again from the program it came from")
        };
        let file = self.zip.by_index(index).map_err(|error| failed(error.to_string()))?;
        let (declared, mut bytes) = (file.size(), Vec::new());
        // Text and databases shrink to a tenth: what grows two hundredfold is a trap.
        let sound = file.compressed_size().saturating_mul(200).saturating_add(16 << 20);
        if declared > sound {
            return Err(ReadError::new(
                name,
                format!("it unpacks from {} bytes to {declared}; it is refused", file.compressed_size()),
            )
            .hint("it was made to fill the memory; do not open it elsewhere either"));
        }
        if declared > self.left {
            return Err(ReadError::new(
                name,
                format!("the archive unpacks to more than {} MB; it is refused", MOST_BYTES >> 20),
            )
            .hint("a deck or package of this size is split before it is imported"));
        }
        // Unpacking fails at the first byte past what was declared.
        file.take(declared + 1).read_to_end(&mut bytes).map_err(|error| failed(error.to_string()))?;
        let length = bytes.len() as u64;
        self.left = self.left.saturating_sub(length);
        Ok(Some(bytes))
    }

    pub(crate) fn read_text(&mut self, name: &str) -> Result<Option<String>, ReadError> {
        self.read(name)?
            .map(|bytes| String::from_utf8(bytes).map_err(|_| ReadError::new(name, "the text is not UTF-8")))
            .transpose()
    }
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
