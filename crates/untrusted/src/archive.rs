//! Zip archives under size limits, whatever sizes they declare.

use std::borrow::Cow;
use std::io::{Cursor, Read};

use zip::ZipArchive;

use crate::{ArchiveError, limits};

/// An archive that is being read.
#[derive(Debug)]
pub struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    /// Of all files together.
    limit: u64,
    /// Bytes that may still be unpacked.
    left: u64,
}

impl<'a> Archive<'a> {
    pub fn open(bytes: &'a [u8]) -> Result<Self, ArchiveError> {
        Self::open_within(bytes, limits::UNPACKED)
    }

    /// As [`open`](Self::open), where all files together may unpack to `limit` bytes.
    pub fn open_within(bytes: &'a [u8], limit: u64) -> Result<Self, ArchiveError> {
        // Each file has one of these in the list at the end, which is read as a whole before anyone can count it.
        let listed = bytes.windows(4).filter(|four| four == b"PK\x01\x02").take(limits::FILES + 1).count();
        if listed > limits::FILES {
            return Err(ArchiveError::TooManyFiles);
        }
        let zip = ZipArchive::new(Cursor::new(bytes))
            .map_err(|error| ArchiveError::Unopenable { reason: error.to_string() })?;
        Ok(Self { zip, limit, left: limit })
    }

    pub fn names(&self) -> Vec<String> {
        self.zip.file_names().flatten().map(Cow::into_owned).collect()
    }

    pub fn has(&self, name: &str) -> bool {
        self.zip.index_for_name(name).is_some()
    }

    /// None if there is no file of that name.
    pub fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, ArchiveError> {
        let Some(index) = self.zip.index_for_name(name) else { return Ok(None) };
        let damaged = |reason: String| ArchiveError::Damaged { name: name.to_owned(), reason };
        let file = self.zip.by_index(index).map_err(|error| damaged(error.to_string()))?;
        let (packed, declared) = (file.compressed_size(), file.size());
        if declared > limits::plausible_size(packed) {
            return Err(ArchiveError::Bomb { name: name.to_owned(), packed, unpacked: declared });
        }
        if declared > self.left {
            return Err(ArchiveError::TooLarge { name: name.to_owned(), limit: self.limit });
        }
        let mut bytes = Vec::new();
        // Unpacking fails at the first byte past what was declared.
        file.take(declared + 1).read_to_end(&mut bytes).map_err(|error| damaged(error.to_string()))?;
        self.left = self.left.saturating_sub(bytes.len() as u64);
        Ok(Some(bytes))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn pack(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    #[test]
    fn files_are_found_by_name() {
        let bytes = pack(&[("a", b"one"), ("b/c", b"two")]);
        let mut archive = Archive::open(&bytes).unwrap();
        assert_eq!(archive.names(), ["a", "b/c"]);
        assert!(archive.has("b/c") && !archive.has("c"));
        assert_eq!(archive.read("b/c").unwrap().as_deref(), Some(b"two".as_slice()));
        assert_eq!(archive.read("c").unwrap(), None);
    }

    #[test]
    fn all_files_share_one_limit() {
        let bytes = pack(&[("a", b"123456"), ("b", b"123456")]);
        let mut archive = Archive::open_within(&bytes, 10).unwrap();
        assert!(archive.read("a").is_ok());
        assert_eq!(archive.read("b"), Err(ArchiveError::TooLarge { name: "b".into(), limit: 10 }));
    }

    #[test]
    fn hostile_archives_are_refused() {
        let zeros = vec![0; 40 << 20];
        let bomb = pack(&[("a", &zeros)]);
        assert!(matches!(Archive::open(&bomb).unwrap().read("a"), Err(ArchiveError::Bomb { .. })));
        let names: Vec<String> = (0..=limits::FILES).map(|n| n.to_string()).collect();
        let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), b"".as_slice())).collect();
        assert!(matches!(Archive::open(&pack(&many)), Err(ArchiveError::TooManyFiles)));
        assert!(matches!(Archive::open(b"PK\x03\x04junk"), Err(ArchiveError::Unopenable { .. })));
    }
}
