//! Lists that span several sentences: items under a sentence or a heading, and "first … then …".

use super::phrases::Phrases;
use super::{Enumeration, Relation, opening};
use crate::clause::{Clause, one_line};
use crate::self_contained::is_balanced;
use crate::text::{Kind, Text};
use tutti_lexicon::List;

/// A longer list is an index or a table; nobody is asked for it. In a list of headings each would have the rest as its
/// items, which takes the square of their number.
const LONGEST: usize = 60;

/// The items of the list that follows a sentence.
pub(super) fn list_items(text: &Text<'_>, sentence: usize) -> Vec<usize> {
    let places = text.sentences();
    let place = &places[sentence];
    if !(place.kind == Kind::Heading || place.text.ends_with(':')) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut kind = None;
    for (at, next) in places.iter().enumerate().skip(sentence + 1) {
        match next.kind {
            Kind::Item | Kind::Step if kind.is_none_or(|kind| kind == next.kind) => {
                kind = Some(next.kind);
                found.push(at);
                if found.len() > LONGEST {
                    return Vec::new();
                }
            }
            // A further sentence of the item before.
            Kind::Prose
                if found
                    .last()
                    .is_some_and(|last| places[*last].block == next.block && next.block != place.block) => {}
            _ => break,
        }
    }
    found
}

/// An item without its final sign; of "Plant cells: cells with a wall" the name.
fn listed_item(text: &str) -> String {
    let whole = text.trim_end_matches(['.', ';', ',']).trim();
    let name =
        whole.split_once(": ").map(|(name, _)| name).filter(|name| name.split_whitespace().count() <= 6);
    one_line(name.unwrap_or(whole))
}

/// A list under a sentence with a colon, or numbered steps under a heading.
pub(super) fn under(
    text: &Text<'_>,
    clause: &Clause<'_, '_>,
    sentence: usize,
    listed: Vec<usize>,
    phrases: &Phrases,
) -> Option<Enumeration> {
    let place = &text.sentences()[sentence];
    let ordered = text.sentences()[listed[0]].kind == Kind::Step;
    if place.kind == Kind::Heading && !ordered {
        return None;
    }
    let items: Vec<String> = listed.iter().map(|at| listed_item(text.sentences()[*at].text)).collect();
    if items.iter().any(|item| item.is_empty() || item.split_whitespace().count() > 30) {
        return None;
    }
    let opened = opening(clause, phrases).filter(|opening| opening.items >= clause.len());
    let announced = opened.as_ref().and_then(|opening| opening.count);
    if announced.is_some_and(|count| count != items.len()) {
        return None;
    }
    let (head, relation, members) = match opened {
        Some(opening) => (opening.head, opening.relation, opening.members),
        None if clause.leans_back() && place.kind != Kind::Heading => return None,
        None => introduction(clause, place.text, phrases)?,
    };
    Some(Enumeration {
        head,
        relation,
        members,
        items,
        sentence,
        item_sentences: listed,
        ordered,
        complete: relation != Relation::Includes && relation != Relation::Under,
    })
}

/// What a sentence before a list says of it, if it is fit to be handed out.
fn introduction(
    clause: &Clause<'_, '_>,
    text: &str,
    phrases: &Phrases,
) -> Option<(String, Relation, Option<String>)> {
    let last = clause.len().checked_sub(1)?;
    // "The most common side effects include:"
    for (triggers, relation) in [(phrases.are, Relation::Are), (phrases.includes, Relation::Includes)] {
        if last > 1 && clause.any(last, triggers).is_some() && !(0..last).any(|at| clause.clear_verb(at)) {
            let from = usize::from(clause.is(0, List::Articles));
            return Some((clause.as_continuation(from..last), relation, None));
        }
    }
    let ends = clause.words.get(last).is_some_and(|word| word.is_stop() && !clause.verb(last));
    let sound = !ends && clause.len() <= 20 && is_balanced(text) && !text.contains(['=', '|']);
    sound.then(|| (one_line(text.trim_end_matches(':').trim()), Relation::Under, None))
}

/// "First, … Then … Finally, …" in sentences of one block, under the heading or the sentence before.
pub(super) fn first_then(text: &Text<'_>, sentence: usize, phrases: &Phrases) -> Option<Enumeration> {
    let clause = text.clause(sentence);
    let begins = clause.any(0, phrases.first)?;
    let block = text.sentences()[sentence].block;
    let head = sentence.checked_sub(1)?;
    let before = &text.sentences()[head];
    let announces = before.kind == Kind::Heading || {
        let words = text.words(head);
        let steps = ["steps", "stages", "phases", "trinn", "faser", "steg", "etapper", "fasar"];
        words.iter().any(|word| word.is(List::Counts))
            && words.iter().any(|word| steps.contains(&word.lower()))
    };
    if !announces || (before.kind != Kind::Heading && text.clause(head).leans_back()) {
        return None;
    }
    let mut items = vec![clause.as_continuation(begins..clause.len())];
    let mut places = vec![sentence];
    for at in sentence + 1..text.sentences().len() {
        let next = text.clause(at);
        let Some(length) = next.any(0, phrases.then).filter(|_| text.sentences()[at].block == block) else {
            break;
        };
        items.push(next.as_continuation(length..next.len()));
        places.push(at);
    }
    let whole = items.iter().all(|item| !item.is_empty() && item.split_whitespace().count() <= 30);
    (items.len() >= 3 && whole).then(|| Enumeration {
        head: one_line(before.text.trim_end_matches(['.', ':'])),
        relation: Relation::Under,
        members: None,
        items,
        sentence: head,
        item_sentences: places,
        ordered: true,
        complete: false,
    })
}
