//! QTI 1.2 in the dialect of Canvas: a zip with a manifest, one quiz with all its questions, and the images.
//!
//! Canvas fixes the kinds of questions and where feedback goes. What it has no place for (tags, language, seed, Bloom
//! level, difficulty, hints, the form of a number) is written as metadata fields of the question, which it ignores.
//! Formulas are images as its own editor makes them, with their LaTeX beside them.
//!
//! Import accepts the exports of Canvas, of text2qti and of qti-package-maker, and a quiz without its zip.

use tutti_item::{Body, Item};

use crate::format::Holds;
use crate::{Aspect, Prose, number};

mod conditions;
mod fields;
mod meta;
mod package;
mod read;
mod write;

pub(crate) use package::{read, write};

/// What goes among the tags because Canvas has no place for it.
const AS_TAGS: [Aspect; 6] = [
    Aspect::Aliases,
    Aspect::Language,
    Aspect::Bloom,
    Aspect::Difficulty,
    Aspect::Seed,
    Aspect::CaseSensitive,
];

pub(crate) fn holds(item: &Item) -> Holds {
    let mut lost =
        vec![Aspect::Methods, Aspect::Evidence, Aspect::Claim, Aspect::Provenance, Aspect::History];
    match &item.body {
        Body::Numeric { value, tolerance, .. } if number::bounds(value, tolerance).is_none() => {
            return Err(format!("`{value}` or its tolerance is not a number"));
        }
        Body::Cloze { gaps } => {
            let shown = Prose::read(&item.stem).gap_names();
            if !gaps.iter().all(|gap| shown.contains(&gap.name)) {
                return Err("a gap is inside code, where nothing can be filled in".to_owned());
            }
            if !gaps.iter().all(|gap| is_blank_name(&gap.name)) {
                lost.push(Aspect::GapNames);
            }
        }
        _ => {}
    }
    Ok(lost)
}

/// As Canvas takes them between square brackets.
fn is_blank_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
}

#[cfg(test)]
mod tests;
