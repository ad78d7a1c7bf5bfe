//! The formats, and the two functions that callers use.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Serialize;
use tutti_core::{Severity, Work};
use tutti_item::{Item, ItemId, normal_form};

use crate::qti::{qti3, qti22};
use crate::sheet::{csv, xlsx};
use crate::{Aspect, ReadError, WriteError, apkg, broken_maths, canvas, gift, jsonl, moodle};

macro_rules! formats {
    ($($(#[doc = $doc:literal])* $variant:ident = $room:ident, $name:literal, $extension:literal;)*) => {
        /// What items can be read from and written to.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Format {
            $($(#[doc = $doc])* $variant,)*
        }

        impl Format {
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// As it is called on the command line.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// The usual end of a file's name.
            pub const fn extension(self) -> &'static str {
                match self { $(Self::$variant => $extension),* }
            }

            fn room(self) -> Room {
                match self {
                    $(Self::$variant => Room { holds: $room::holds, write: $room::write, read: $room::read }),*
                }
            }
        }
    };
}

formats! {
    /// Our own: one item a line, nothing lost.
    Jsonl = jsonl, "jsonl", "jsonl";
    /// A deck for Anki: one note an item.
    Apkg = apkg, "apkg", "apkg";
    /// Moodle's text format, which people write by hand.
    Gift = gift, "gift", "gift";
    /// Moodle's own exchange format, with files.
    Moodle = moodle, "moodle", "xml";
    /// QTI 2.2 package; 2.1 is read as well.
    Qti22 = qti22, "qti22", "zip";
    /// QTI 3.0 package.
    Qti3 = qti3, "qti3", "zip";
    /// QTI 1.2 as Canvas exports and imports it.
    Canvas = canvas, "canvas", "zip";
    /// A sheet as text, one row for each item.
    Csv = csv, "csv", "csv";
    /// A sheet as an Excel workbook.
    Xlsx = xlsx, "xlsx", "xlsx";
}

/// The three functions of a format.
struct Room {
    holds: fn(&Item) -> Holds,
    write: fn(&[Item], &About) -> Result<Vec<u8>, WriteError>,
    /// Counts a step for every question.
    read: fn(&[u8], &Work) -> Result<Import, ReadError>,
}

/// What an export says about itself.
#[derive(Debug, Clone)]
pub struct About {
    /// The name of the deck, category or package.
    pub title: String,
    /// Seconds since 1970, for formats that date their content. Same time, same bytes.
    pub at: i64,
}

/// What was read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Import {
    /// In the order of the file, in [normal form](tutti_item::normal_form), each with its id.
    pub items: Vec<Item>,
    pub skipped: Vec<Skipped>,
}

/// A valid question in the file of a kind that Tutti does not support.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Skipped {
    pub place: String,
    pub why: String,
}

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    pub bytes: Vec<u8>,
    /// How many items are in it.
    pub items: usize,
    pub losses: Vec<Loss>,
    pub left_out: Vec<LeftOut>,
}

/// What one item left behind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Loss {
    pub item: ItemId,
    pub aspect: Aspect,
}

/// An item that the format cannot represent at all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LeftOut {
    pub item: ItemId,
    pub why: String,
}

/// What of an item a format cannot hold; the reason if it cannot hold the item at all.
pub(crate) type Holds = Result<Vec<Aspect>, String>;

impl Format {
    /// What of `item` has no place here: only aspects the item has. An error is the reason it is left out.
    pub fn holds(self, item: &Item) -> Result<Vec<Aspect>, String> {
        let lost = (self.room().holds)(item)?;
        Ok(lost.into_iter().filter(|aspect| aspect.is_in(item)).collect())
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.iter().find(|format| format.name() == text).copied().ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|format| format.name()).collect();
            format!("`{text}` is not a format: use one of {}", names.join(", "))
        })
    }
}

/// Items as the bytes of a file, with the list of what did not fit.
pub fn write(format: Format, items: &[Item], about: &About) -> Result<Export, WriteError> {
    write_watched(format, items, about, &Work::new())
}

/// As [`write`]; ends with an error soon after the work is abandoned.
pub fn write_watched(
    format: Format,
    items: &[Item],
    about: &About,
    work: &Work,
) -> Result<Export, WriteError> {
    work.expect(items.len());
    let (mut kept, mut losses, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
    for item in items {
        work.step()?;
        let item = normal_form(item.clone());
        match format.holds(&item) {
            Ok(lost) => {
                losses.extend(lost.into_iter().map(|aspect| Loss { item: item.id.clone(), aspect }));
                kept.push(item);
            }
            Err(why) => left_out.push(LeftOut { item: item.id.clone(), why }),
        }
    }
    let bytes = (format.room().write)(&kept, about)?;
    work.check()?;
    Ok(Export { bytes, items: kept.len(), losses, left_out })
}

/// The items of a file. All or none: a question that is broken, or a formula that is no LaTeX, refuses the file.
pub fn read(format: Format, bytes: &[u8]) -> Result<Import, ReadError> {
    read_watched(format, bytes, &Work::new())
}

/// As [`read`]; ends with an error soon after the work is abandoned.
pub fn read_watched(format: Format, bytes: &[u8], work: &Work) -> Result<Import, ReadError> {
    let import = read_unproved(format, bytes, work)?;
    for (i, item) in import.items.iter().enumerate() {
        work.check()?;
        if let Some((tex, why)) = broken_maths(item) {
            return Err(refusal(i, item, format!("the formula `{tex}` cannot be read: {why}")));
        }
    }
    Ok(import)
}

/// As [`read`], with formulas as they stand.
pub fn read_as_it_is(format: Format, bytes: &[u8]) -> Result<Import, ReadError> {
    read_unproved(format, bytes, &Work::new())
}

fn read_unproved(format: Format, bytes: &[u8], work: &Work) -> Result<Import, ReadError> {
    let mut import = (format.room().read)(bytes, work)?;
    for (i, item) in import.items.iter_mut().enumerate() {
        work.check()?;
        *item =
            normal_form(std::mem::replace(item, Item::new("", tutti_item::Body::TrueFalse { answer: true })));
        if let Some(fault) = item.validate().into_iter().find(|fault| fault.severity == Severity::High) {
            return Err(refusal(i, item, format!("{} (at {})", fault.message, fault.pointer)));
        }
    }
    Ok(import)
}

fn refusal(place: usize, item: &Item, why: String) -> ReadError {
    let name = item.aliases.first().map_or(String::new(), |alias| format!(" ({alias})"));
    ReadError::new(format!("question {}{name}", place + 1), why)
        .hint("correct the question in the file, or remove it; nothing was imported")
}
