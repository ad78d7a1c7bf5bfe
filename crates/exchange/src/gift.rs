//! GIFT, the text format of Moodle's question bank.
//!
//! Texts are written as `[html]`. Moodle's Markdown removes the backslashes of `\(` and interprets `_` and `*` in
//! maths; `plain` and `moodle` have no images; gift-pegjs joins the lines of both. HTML passes through Moodle and
//! gift-pegjs unchanged, and entities keep every character that GIFT has no escape for.
//!
//! The characters `~ = # { } :` and the backslash are escaped everywhere, in maths too, and a line break is `\n`. GIFT
//! has no files, so images are data URLs that also hold their name. The id and the tags are in a comment before the
//! question, where Moodle reads them since 3.7. A gap text with one gap is a question with the answers in its middle;
//! GIFT has no place for a second gap. Cards are essays with their back as general feedback.

mod parse;
mod print;
mod signs;

use tutti_core::Work;
use tutti_item::{Body, Item};

use crate::format::Holds;
use crate::moodle::{encoding, export, import};
use crate::{About, Aspect, Import, ReadError, WriteError};

/// What goes as tags.
const CARRIED: [Aspect; 8] = [
    Aspect::Aliases,
    Aspect::Language,
    Aspect::Bloom,
    Aspect::Difficulty,
    Aspect::Seed,
    Aspect::Unit,
    Aspect::GapNames,
    Aspect::CaseSensitive,
];

pub(crate) fn holds(item: &Item) -> Holds {
    let mut lost = export::holds(item)?;
    lost.push(Aspect::Hints);
    let accepts: &[String] = match &item.body {
        Body::Cloze { gaps } => match gaps.as_slice() {
            [only] => &only.accepts,
            _ => return Err(format!("GIFT has no place for {} gaps in one question", gaps.len())),
        },
        Body::ShortAnswer { accepts, .. } => accepts,
        Body::Flashcard { .. } => {
            lost.push(Aspect::Solution);
            &[]
        }
        _ => &[],
    };
    match accepts.iter().find(|answer| answer.contains("->")) {
        Some(answer) => Err(format!("GIFT would read the arrow in its answer `{answer}` as a matching pair")),
        None => Ok(lost),
    }
}

pub(crate) fn write(items: &[Item], about: &About) -> Result<Vec<u8>, WriteError> {
    let questions = items.iter().map(|item| export::question(item, export::Pictures::Inside, &CARRIED));
    let questions = questions.collect::<Result<Vec<_>, _>>()?;
    Ok(print::file(&about.title, &questions).into_bytes())
}

pub(crate) fn read(bytes: &[u8], work: &Work) -> Result<Import, ReadError> {
    let mut import = Import::default();
    let questions = parse::questions(&encoding::text(bytes)?)?;
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
