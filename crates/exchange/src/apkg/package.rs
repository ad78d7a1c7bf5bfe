//! The zip around a deck: which collection counts, and the media by name.

use std::collections::{BTreeMap, HashMap};
use std::io::Read;
use std::rc::Rc;

use ruzstd::decoding::StreamingDecoder;

use super::protobuf::{self, Value};
use crate::ReadError;
use crate::archive::Archive;

/// Unpacked. The largest collections that people share stay below it.
const MOST_BYTES: usize = 256 << 20;
/// Of all images in all items; an image that three notes show counts three times.
const MOST_IMAGES: usize = 256 << 20;
const WINDOW: u64 = 128 << 20;

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
    Err(ReadError::new("the archive", "there is no collection in it, so it is no Anki deck").hint(AGAIN))
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
            ReadError::new(name, format!("the images come to more than {} MB", MOST_IMAGES >> 20))
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

/// Decompresses Zstandard. Text and databases shrink to a tenth, so what grows two hundredfold is a trap.
fn unpack(place: &str, bytes: &[u8]) -> Result<Vec<u8>, ReadError> {
    let most = bytes.len().saturating_mul(200).saturating_add(16 << 20).min(MOST_BYTES);
    let damaged = |error: String| {
        ReadError::new(place, format!("it is damaged and cannot be unpacked: {error}")).hint(AGAIN)
    };
    let decoder = StreamingDecoder::new_with_max_window_size(bytes, WINDOW)
        .map_err(|error| damaged(error.to_string()))?;
    let mut out = Vec::new();
    decoder.take(most as u64 + 1).read_to_end(&mut out).map_err(|error| damaged(error.to_string()))?;
    if out.len() > most {
        return Err(ReadError::new(
            place,
            format!("it unpacks to more than {} MB; it is refused", most >> 20),
        )
        .hint("a deck of this size is split before it is imported"));
    }
    Ok(out)
}

/// `{"0": "cell.png"}`: the file `0` of the archive is what notes call `cell.png`.
fn old_list(media: &[u8]) -> Result<BTreeMap<String, String>, ReadError> {
    if media.is_empty() {
        return Ok(BTreeMap::new());
    }
    let list: BTreeMap<String, String> = serde_json::from_slice(media).map_err(|error| {
        ReadError::new("media", format!("the list of media files cannot be read: {error}")).hint(AGAIN)
    })?;
    list.into_iter().map(|(file, name)| checked(file, name)).collect()
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
        let (name, file) = checked(file, name.ok_or_else(broken)?.to_owned())?;
        list.insert(name, file);
    }
    Ok(list)
}

/// Nothing is written to disk here, but a name that climbs out of its folder was made to harm somebody.
fn checked(file: String, name: String) -> Result<(String, String), ReadError> {
    let climbs = name.contains(['/', '\\', '\0']) || name == "..";
    if climbs || file.is_empty() || !file.bytes().all(|b| b.is_ascii_digit()) {
        let place = format!("media, entry {}", file.chars().take(20).collect::<String>());
        let name: String = name.chars().take(60).collect();
        return Err(ReadError::new(place, format!("`{name}` is no name of a media file"))
            .hint("the file was not made by Anki; do not open it elsewhere either"));
    }
    Ok((name, file))
}
