//! The text of an item that a search covers.

use tutti_item::{Body, Item, Prose, RichText};

/// The words of stem, options, back and answers, and the names of the item, in lower case.
pub(crate) fn words(item: &Item) -> String {
    let plain = |text: &RichText| Prose::read(text).words();
    let mut parts = vec![plain(&item.stem)];
    parts.extend(item.options().iter().map(|option| plain(&option.text)));
    match &item.body {
        Body::Flashcard { back } => parts.push(plain(back)),
        Body::ShortAnswer { accepts, .. } => parts.extend(accepts.iter().cloned()),
        Body::Cloze { gaps } => parts.extend(gaps.iter().flat_map(|gap| gap.accepts.iter().cloned())),
        Body::MultipleChoice { .. }
        | Body::MultipleResponse { .. }
        | Body::TrueFalse { .. }
        | Body::Numeric { .. } => {}
    }
    parts.extend(item.aliases.iter().cloned());
    parts.push(item.id.to_string());
    parts.join("\n").to_lowercase()
}
