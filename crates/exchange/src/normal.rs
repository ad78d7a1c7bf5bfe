//! The one form of an item's texts: what reading gives and writing starts from.

use tutti_item::{Body, Item, RichText};

use crate::aspect::options_mut;
use crate::{Inline, Prose, mathml};

/// The same item with every text printed anew and its id. Twice is as once.
pub fn normal(mut item: Item) -> Item {
    let text = |text: &mut RichText| *text = Prose::read(text).print();
    text(&mut item.stem);
    if let Some(options) = options_mut(&mut item.body) {
        for option in options {
            text(&mut option.text);
            option.rationale.iter_mut().for_each(text);
            option.rationale = option.rationale.take().filter(|rationale| !rationale.as_str().is_empty());
        }
    }
    match &mut item.body {
        Body::Flashcard { back } => text(back),
        Body::ShortAnswer { accepts, .. } => trim_all(accepts),
        Body::Cloze { gaps } => {
            for gap in gaps.iter_mut() {
                gap.name = gap.name.trim().to_owned();
                trim_all(&mut gap.accepts);
            }
            // Their order has no meaning but that of the text.
            gaps.sort_by_cached_key(|gap| item.stem.as_str().find(&format!("{{{{{}}}}}", gap.name)));
        }
        _ => {}
    }
    for step in &mut item.solution.steps {
        text(&mut step.text);
    }
    item.solution.steps.retain(|step| !step.text.as_str().is_empty());
    item.solution.insight.iter_mut().for_each(text);
    item.solution.insight = item.solution.insight.take().filter(|text| !text.as_str().is_empty());
    item.identified()
}

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

fn trim_all(answers: &mut Vec<String>) {
    for answer in answers.iter_mut() {
        *answer = answer.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    answers.retain(|answer| !answer.is_empty());
}
