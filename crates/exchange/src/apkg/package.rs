//! The zip around a deck: which collection file is used, and the media by name.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use tutti_untrusted::{Archive, ZstdError, zstd};

use super::protobuf::{self, Value};
use crate::ReadError;

/// Of all images in all items; an image that three notes show counts three times.
const MOST_IMAGES: usize = 256 << 20;

const AGAIN: &str = "export the deck again from Anki: File > Export, Anki Deck Package";

/// The newest collection first: the others in the same file only say that Anki should be updated.
const COLLECTIONS: [&str; 3] = ["collection.anki21b", "collection.anki21", "collection.anki2"];

/// The media of a deck, unpacked when asked for.
pub(super) struct MediaFiles<'a> {
    archive: Archive<'a>,
    /// The file in the archive by the name that notes use.
    files: BTreeMap<String, String>,
    compressed: bool,
    unpacked: HashMap<String, Option<Rc<[u8]>>>,
    left: usize,
}

/// The name of the collection in the archive, its bytes, and the media.
pub(super) fn open(bytes: &[u8]) -> Result<(&'static str, Vec<u8>, MediaFiles<'_>), ReadError> {
    let mut archive = Archive::open(bytes)?;
    for file in COLLECTIONS {
        let Some(collection) = archive.read(file)? else { continue };
        let compressed = file == "collection.anki21b";
        let collection = if compressed { unpack(file, &collection)? } else { collection };
        let media = archive.read("media")?.unwrap_or_default();
        let files = if compressed { new_list(&unpack("media", &media)?)? } else { old_list(&media)? };
        let (unpacked, left) = (HashMap::new(), MOST_IMAGES);
        return Ok((file, collection, MediaFiles { archive, files, compressed, unpacked, left }));
    }
    Err(ReadError::new("the archive", "there is no collection in it, so it is not an Anki deck").hint(AGAIN))
}

impl MediaFiles<'_> {
    /// The bytes of a file that a note names; none if the deck does not have it.
    pub(super) fn get(&mut self, name: &str) -> Result<Option<Rc<[u8]>>, ReadError> {
        if !self.unpacked.contains_key(name) {
            let bytes = self.load(name)?.map(Rc::from);
            self.unpacked.insert(name.to_owned(), bytes);
        }
        let bytes = self.unpacked.get(name).cloned().flatten();
        let length = bytes.as_ref().map_or(0, |bytes| bytes.len());
        self.left = self.left.checked_sub(length).ok_or_else(|| {
            ReadError::new(name, format!("the images total more than {} MB", MOST_IMAGES >> 20))
                .hint("split the deck in Anki and import its parts")
        })?;
        Ok(bytes)
    }

    fn load(&mut self, name: &str) -> Result<Option<Vec<u8>>, ReadError> {
        let Some(file) = self.files.get(name).cloned() else { return Ok(None) };
        let Some(bytes) = self.archive.read(&file)? else { return Ok(None) };
        if self.compressed { unpack(name, &bytes).map(Some) } else { Ok(Some(bytes)) }
    }
}

/// Unpacks Zstandard.
fn unpack(place: &str, bytes: &[u8]) -> Result<Vec<u8>, ReadError> {
    zstd::unpack(bytes).map_err(|error| match error {
        ZstdError::Damaged { .. } => ReadError::new(place, error.to_string()).hint(AGAIN),
        ZstdError::TooLarge { .. } => ReadError::new(place, format!("{error}; it is refused"))
            .hint("split a deck of this size before importing it"),
    })
}

/// `{"0": "cell.png"}`: the file `0` of the archive is what notes call `cell.png`.
fn old_list(media: &[u8]) -> Result<BTreeMap<String, String>, ReadError> {
    if media.is_empty() {
        return Ok(BTreeMap::new());
    }
    let list: BTreeMap<String, String> = serde_json::from_slice(media).map_err(|error| {
        ReadError::new("media", format!("the list of media files cannot be read: {error}")).hint(AGAIN)
    })?;
    list.into_iter().map(|(file, name)| check_path(file, name)).collect()
}

/// A message with the files in the order of their numbers; field 1 of each is its name.
fn new_list(media: &[u8]) -> Result<BTreeMap<String, String>, ReadError> {
    let broken = || ReadError::new("media", "the list of media files cannot be read").hint(AGAIN);
    let mut list = BTreeMap::new();
    let entries = protobuf::fields(media).ok_or_else(broken)?;
    let entries = entries.into_iter().filter(|(number, _)| *number == 1);
    for (place, (_, entry)) in entries.enumerate() {
        let Value::Bytes(entry) = entry else { return Err(broken()) };
        let (mut file, mut name) = (place.to_string(), None);
        for field in protobuf::fields(entry).ok_or_else(broken)? {
            match field {
                (1, Value::Bytes(text)) => name = std::str::from_utf8(text).ok(),
                (255, Value::Number(number)) => file = number.to_string(),
                _ => {}
            }
        }
        let (name, file) = check_path(file, name.ok_or_else(broken)?.to_owned())?;
        list.insert(name, file);
    }
    Ok(list)
}

/// Nothing is written to disk here, but a name that climbs out of its folder was made to do harm.
fn check_path(file: String, name: String) -> Result<(String, String), ReadError> {
    let climbs = name.contains(['/', '\\', '\0']) || name == "..";
    if climbs || file.is_empty() || !file.bytes().all(|b| b.is_ascii_digit()) {
        let place = format!("media, entry {}", file.chars().take(20).collect::<String>());
        let name: String = name.chars().take(60).collect();
        return Err(ReadError::new(place, format!("`{name}` is not a valid name of a media file"))
            .hint("the file was not made by Anki; do not open it elsewhere either"));
    }
    Ok((name, file))
}
