//! Finds formulas that cannot be parsed.

use tutti_item::{Body, Item, RichText};

use crate::{Inline, Prose, mathml};

/// The first formula of an item that is no LaTeX, and what is wrong with it.
pub fn broken_maths(item: &Item) -> Option<(String, String)> {
    let mut found = None;
    let mut look = |text: &RichText| {
        Prose::read(text).visit(&mut |inline| {
            if let Inline::Maths { tex, .. } = inline
                && found.is_none()
            {
                found = mathml::fault(tex).map(|why| (tex.clone(), why));
            }
        });
    };
    look(&item.stem);
    for option in item.options() {
        look(&option.text);
        option.rationale.iter().for_each(&mut look);
    }
    if let Body::Flashcard { back } = &item.body {
        look(back);
    }
    item.solution.steps.iter().map(|step| &step.text).chain(&item.solution.insight).for_each(look);
    found
}
