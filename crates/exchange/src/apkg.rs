//! Anki decks: one note per item, images as media, maths in `\( \)`.
//!
//! Export uses our own note types, so that a card looks like the question it is; what no visible field holds is JSON in
//! the last field, so nothing is lost. If a note was edited in Anki, its visible fields win. The guid of a note is the
//! id of its item, so importing a deck twice does not duplicate notes.
//!
//! Import accepts decks of any Anki version of the last ten years. They are treated as hostile: unpacked under limits,
//! only ordinary tables, only `SELECT`, every value checked for its type.

mod cloze;
mod collection;
mod database;
mod details;
mod field;
mod foreign_notes;
mod note;
mod notetype;
mod own_notes;
mod package;
mod protobuf;
#[cfg(test)]
mod tests;
mod texts;

use std::collections::BTreeMap;

use tutti_core::{Severity, Work};
use tutti_item::Item;

use crate::format::{About, Holds, Import, Skipped};
use crate::media::Media;
use crate::{ReadError, WriteError, archive};

use database::{Note, NoteType};
use texts::Texts;

const FORMAT: &str = "apkg";

/// Everything has a place.
#[expect(clippy::unnecessary_wraps, reason = "the signature is that of every format")]
pub(crate) fn holds(_: &Item) -> Holds {
    Ok(Vec::new())
}

pub(crate) fn write(items: &[Item], about: &About) -> Result<Vec<u8>, WriteError> {
    let mut media = Media::default();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut notes = Vec::with_capacity(items.len());
    for item in items {
        let mut note = note::write(item, &mut media)?;
        let times = seen.entry(item.id.as_str()).or_default();
        *times += 1;
        if *times > 1 {
            note.guid = format!("{}-{times}", note.guid);
        }
        notes.push(note);
    }
    let database = collection::write(&notes, about)
        .map_err(|error| WriteError::Failed { format: FORMAT, what: error.to_string() })?;
    let numbers: Vec<String> = (0..media.files().count()).map(|number| number.to_string()).collect();
    let map: serde_json::Map<_, _> =
        numbers.iter().zip(media.files()).map(|(number, (name, _))| (number.clone(), name.into())).collect();
    let map = serde_json::Value::from(map).to_string();
    let start = [("collection.anki2", database.as_slice()), ("media", map.as_bytes())];
    let files = numbers.iter().zip(media.files()).map(|(number, (_, bytes))| (number.as_str(), bytes));
    archive::pack(FORMAT, start.into_iter().chain(files))
}

pub(crate) fn read(bytes: &[u8], work: &Work) -> Result<Import, ReadError> {
    let (file, collection, mut media) = package::open(bytes)?;
    let collection = database::read(file, collection)?;
    let mut import = Import::default();
    work.expect(collection.notes.len());
    for note in &collection.notes {
        work.step()?;
        let Some(notetype) = collection.notetypes.get(&note.notetype) else {
            return Err(ReadError::new(
                note.place(),
                format!("its note type {} is not in the file", note.notetype),
            )
            .hint("in Anki choose Tools > Check Database, then export the deck again"));
        };
        let mut texts = Texts::new(&mut media, note.place());
        let found = item(note, notetype, &mut texts)?;
        let Texts { remarks, failed, .. } = texts;
        if let Some(error) = failed {
            return Err(error);
        }
        match found {
            Ok(item) => {
                import.items.push(item);
                import.skipped.extend(remarks.into_iter().map(|why| Skipped { place: note.place(), why }));
            }
            Err(why) => import.skipped.push(Skipped { place: note.place(), why }),
        }
    }
    Ok(import)
}

/// What a note becomes, or why it becomes nothing.
type Found = Result<Item, String>;

fn item(note: &Note, notetype: &NoteType, texts: &mut Texts<'_, '_>) -> Result<Found, ReadError> {
    let name = (!note.guid.is_empty() && !is_ours(&note.guid)).then(|| note.guid.clone());
    if let Some(mut item) = own_notes::read(note, notetype, texts)? {
        item.aliases.extend(name.filter(|name| !item.aliases.contains(name)));
        return Ok(Ok(item));
    }
    Ok(foreign_notes::read(note, notetype, texts).and_then(|mut item| {
        item.aliases.extend(name);
        crate::reserved_tags::apply(&mut item, note.tags.iter().cloned());
        let item = tutti_item::normal_form(item);
        // A note that Anki shows well enough does not justify refusing a deck.
        match item.validate().into_iter().find(|fault| fault.severity == Severity::High) {
            Some(fault) => Err(fault.message),
            None => Ok(item),
        }
    }))
}

/// Whether `guid` looks like the id of an item.
fn is_ours(guid: &str) -> bool {
    let kinds = ["mc", "mr", "tf", "num", "sa", "cloze", "card"];
    guid.split_once('-').is_some_and(|(kind, hash)| {
        let hash = hash.split('-').next().unwrap_or_default();
        kinds.contains(&kind) && hash.len() == 20 && hash.bytes().all(|b| b.is_ascii_hexdigit())
    })
}
