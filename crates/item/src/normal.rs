//! The normal form of an item, which is compared, stored and written.

use std::collections::HashMap;

use crate::{Body, Item, Prose, RichText, remove_active_content};

/// The same item with every text printed again, without active content, and with its id. Applying it twice changes nothing more.
pub fn normal_form(mut item: Item) -> Item {
    let text = |text: &mut RichText| *text = Prose::read(text).print();
    text(&mut item.stem);
    if let Body::MultipleChoice { options, .. } | Body::MultipleResponse { options, .. } = &mut item.body {
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
            let mut places = HashMap::new();
            for (at, _) in item.stem.as_str().match_indices("{{") {
                let name = item.stem.as_str()[at + 2..].split(['{', '}']).next().unwrap_or_default();
                places.entry(name).or_insert(at);
            }
            gaps.sort_by_cached_key(|gap| places.get(gap.name.as_str()).copied());
        }
        _ => {}
    }
    for step in &mut item.solution.steps {
        text(&mut step.text);
    }
    item.solution.steps.retain(|step| !step.text.as_str().is_empty());
    item.solution.insight.iter_mut().for_each(text);
    item.solution.insight = item.solution.insight.take().filter(|text| !text.as_str().is_empty());
    remove_active_content(&mut item);
    item.with_content_id()
}

fn trim_all(answers: &mut Vec<String>) {
    for answer in answers.iter_mut() {
        *answer = answer.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    answers.retain(|answer| !answer.is_empty());
}
