//! Moodle XML, the exchange format of Moodle's question bank.
//!
//! Every part of an item is in its native place if there is one: the id as the id number, the solution as general
//! feedback, rationales as feedback on answers, units, case, hints on gaps, images as files beside their text. Texts
//! are HTML with maths between `\(` and `\)`. The rest becomes tags. Cards are essays with their back as the model
//! answer.
//!
//! If several options are right, each has an equal share of the marks and each wrong one subtracts a share, so only the
//! right set earns full marks.
//!
//! A question from elsewhere gets the last part of its category as a tag. Documents with a document type are refused,
//! so no entity can expand or reach outside.

mod cloze;
pub(crate) mod encoding;
pub(crate) mod export;
pub(crate) mod import;
pub(crate) mod names;
pub(crate) mod question;
mod reading;
mod texts;
mod writing;

use tutti_core::Work;
use tutti_item::{Body, Item};

use crate::format::Holds;
use crate::{About, Aspect, Import, Prose, ReadError, WriteError, solution};

/// What goes as tags.
const CARRIED: [Aspect; 6] =
    [Aspect::Aliases, Aspect::Language, Aspect::Bloom, Aspect::Difficulty, Aspect::Seed, Aspect::GapNames];

pub(crate) fn holds(item: &Item) -> Holds {
    let mut lost = export::holds(item)?;
    // What a card shows twice is read as its back alone.
    if let Body::Flashcard { back } = &item.body
        && solution::to_prose(&item.solution).is_some_and(|solution| solution == Prose::read(back))
    {
        lost.push(Aspect::Solution);
    }
    Ok(lost)
}

pub(crate) fn write(items: &[Item], about: &About) -> Result<Vec<u8>, WriteError> {
    let questions = items.iter().map(|item| export::question(item, export::Pictures::AsFiles, &CARRIED));
    let questions = questions.collect::<Result<Vec<_>, _>>()?;
    Ok(writing::quiz(&about.title, &questions).into_bytes())
}

pub(crate) fn read(bytes: &[u8], work: &Work) -> Result<Import, ReadError> {
    let mut import = Import::default();
    let questions = reading::questions(&encoding::text(bytes)?)?;
    work.expect(questions.len());
    for question in questions {
        work.step()?;
        match import::item(&question)? {
            Ok(item) => import.items.push(item),
            Err(skipped) => import.skipped.push(skipped),
        }
    }
    Ok(import)
}
