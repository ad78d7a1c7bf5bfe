//! Names for the images of a whole export that do not collide, and back.

use std::collections::BTreeMap;

use tutti_core::ContentHash;
use tutti_item::{Image, ImageData, Item};

use crate::WriteError;

/// The files of an export, by name. Two items with the same picture share one.
#[derive(Debug, Default)]
pub(crate) struct Media {
    files: BTreeMap<String, Vec<u8>>,
}

impl Media {
    /// The name under which the image `name` of `item` is in the export.
    pub(crate) fn add(&mut self, item: &Item, name: &str) -> Result<String, WriteError> {
        let bytes =
            item.images.get(name).and_then(|image| image.data.bytes()).ok_or_else(|| {
                WriteError::ImageElsewhere { item: item.id.to_string(), name: name.to_owned() }
            })?;
        let file = format!("{}{}", prefix(&bytes), file_name(name));
        self.files.insert(file.clone(), bytes);
        Ok(file)
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
    }
}

/// Puts the bytes of `file` among the images of an item that is being read and gives the name it has there:
/// the one it was exported under, or the last part of the file's own.
pub(crate) fn take(images: &mut BTreeMap<String, Image>, file: &str, bytes: &[u8]) -> String {
    let base = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let base = base.strip_prefix(&prefix(bytes)).unwrap_or(base);
    let mut name = file_name(base);
    let data = ImageData::inline(bytes);
    while images.get(&name).is_some_and(|there| there.data.hash() != data.hash()) {
        name = format!("2-{name}");
    }
    images.insert(name.clone(), Image { media_type: media_type(&name, bytes).to_owned(), data });
    name
}

fn prefix(bytes: &[u8]) -> String {
    let hash = ContentHash::of_bytes(bytes);
    format!("{}-", hash.as_str().get(..12).unwrap_or_default())
}

/// The name with only the signs that file systems, archives, HTML and our own texts take without quoting.
fn file_name(name: &str) -> String {
    let name: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || ".-_".contains(c) { c } else { '_' }).collect();
    if name.trim_matches('.').is_empty() { "image".to_owned() } else { name }
}

/// By the first bytes, else by the end of the name.
fn media_type(name: &str, bytes: &[u8]) -> &'static str {
    let start = bytes.get(..bytes.len().min(256)).unwrap_or_default();
    match start {
        [0x89, b'P', b'N', b'G', ..] => "image/png",
        [0xff, 0xd8, ..] => "image/jpeg",
        [b'G', b'I', b'F', b'8', ..] => "image/gif",
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "image/webp",
        _ if start.starts_with(b"<svg") || name.to_ascii_lowercase().ends_with(".svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}
