//! QTI 2.2 and 3.0: a zip with a manifest, one file per item, a test that lists them, and the images.
//!
//! Keys, tolerances, accepted answers, feedback and language have their own places in QTI; tags are keywords of the
//! manifest, and what has no place (seed, Bloom level, difficulty, other names) is added to them. Every item has its
//! own response processing, so a player needs no external templates.
//!
//! Import accepts packages of 2.1, 2.2 and 3.0 under any file name, and a single item file without its package.

use tutti_core::Work;
use tutti_item::{Body, Item};

use crate::format::{About, Holds, Import};
use crate::{Aspect, Prose, ReadError, WriteError, number};

mod body;
mod dialect;
mod feedback;
mod manifest;
mod package;
mod read;
mod responses;
mod write;

use dialect::Dialect;

macro_rules! room {
    ($(#[doc = $doc:literal])* $name:ident, $dialect:expr) => {
        $(#[doc = $doc])*
        pub(crate) mod $name {
            use super::{About, Dialect, Holds, Import, Item, ReadError, Work, WriteError};

            pub(crate) fn holds(item: &Item) -> Holds {
                super::holds(item)
            }

            pub(crate) fn write(items: &[Item], about: &About) -> Result<Vec<u8>, WriteError> {
                super::package::write(items, about, $dialect)
            }

            pub(crate) fn read(bytes: &[u8], work: &Work) -> Result<Import, ReadError> {
                super::package::read(bytes, work)
            }
        }
    };
}

room!(
    /// The version most systems read.
    qti22,
    Dialect::V22
);
room!(
    /// The version new platforms read.
    qti3,
    Dialect::V3
);

/// What goes among the keywords because QTI has no place for it.
const AS_KEYWORDS: [Aspect; 4] = [Aspect::Aliases, Aspect::Bloom, Aspect::Difficulty, Aspect::Seed];

fn holds(item: &Item) -> Holds {
    let mut lost =
        vec![Aspect::Methods, Aspect::Evidence, Aspect::Claim, Aspect::Provenance, Aspect::History];
    match &item.body {
        Body::Numeric { value, tolerance, .. }
            if number::decimal(value).is_none() || number::tolerance(tolerance).is_none() =>
        {
            return Err(format!("`{value}` or its tolerance is not a number"));
        }
        Body::ShortAnswer { accepts, .. } if accepts.is_empty() => {
            return Err("no answer is accepted".to_owned());
        }
        Body::Cloze { gaps } => {
            let shown = Prose::read(&item.stem).gap_names();
            if !gaps.iter().all(|gap| shown.contains(&gap.name)) {
                return Err("a gap is inside code, where nothing can be filled in".to_owned());
            }
            if gaps.iter().any(|gap| gap.accepts.is_empty()) {
                return Err("a gap accepts no answer".to_owned());
            }
            // A hint stands in an attribute, which is a single line.
            let is_line = |hint: &String| !hint.contains(char::is_control);
            if !gaps.iter().filter_map(|gap| gap.hint.as_ref()).all(is_line) {
                lost.push(Aspect::Hints);
            }
        }
        _ => {}
    }
    Ok(lost)
}

#[cfg(test)]
mod tests;
