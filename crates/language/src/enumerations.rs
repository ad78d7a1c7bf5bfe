//! Lists: the parts of something, its kinds, or successive steps.

mod across_sentences;
mod phrases;

use std::ops::Range;

use across_sentences::{first_then, list_items, under};
use phrases::{ENGLISH, NORWEGIAN, Phrases};

use tutti_lexicon::List;

use crate::Language;
use crate::clause::Clause;
use crate::self_contained::is_clean;
use crate::text::{Gap, Kind, Text};

/// How the items belong to the head.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Relation {
    /// "There are three kinds of rock: …": the head names the items, in the plural.
    Are,
    /// "Blood consists of …": the items are the parts of the head.
    Parts,
    /// "Vertebrates include …": the items are some of the head.
    Includes,
    /// "Rocks are divided into …": the items are the kinds of the head.
    Kinds,
    /// "Mitosis has four phases: …": `members` names the items.
    Has,
    /// Items of a list under a sentence or a heading, which is the head as written.
    Under,
}

/// A head and the items that belong to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enumeration {
    pub head: String,
    pub relation: Relation,
    /// What the items are called, where the text says it beside the head.
    pub members: Option<String>,
    pub items: Vec<String>,
    /// The sentence with the head.
    pub sentence: usize,
    /// The sentences of the items, if they are items of a list.
    pub item_sentences: Vec<usize>,
    /// The order means something: numbered items, "first … then …".
    pub ordered: bool,
    /// The text says that these are all.
    pub complete: bool,
}

/// Every list, in the order of the text.
pub fn enumerations(text: &Text<'_>) -> Vec<Enumeration> {
    let phrases = match text.language() {
        Language::English => &ENGLISH,
        Language::Bokmal | Language::Nynorsk => &NORWEGIAN,
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    for (sentence, place) in text.sentences().iter().enumerate() {
        let clause = text.clause(sentence);
        if clause.len() > 70 || clause.asks() || !is_clean(place.text) {
            continue;
        }
        let listed = list_items(text, sentence);
        let one = if listed.len() >= 2 {
            under(text, &clause, sentence, listed, phrases)
        } else if place.kind == Kind::Heading {
            None
        } else {
            inline(&clause, sentence, phrases).or_else(|| first_then(text, sentence, phrases))
        };
        found.extend(one);
    }
    found
}

/// A head, how the items belong to it, where they begin, and how many the text announces.
struct Opening {
    head: String,
    relation: Relation,
    members: Option<String>,
    items: usize,
    count: Option<usize>,
}

/// What a sentence opens a list with.
fn opening(clause: &Clause<'_, '_>, phrases: &Phrases) -> Option<Opening> {
    let there = clause.any(0, phrases.there_are);
    if there.is_none() && clause.leans_back() {
        return None;
    }
    if let Some(length) = there {
        let (count, from) = count(clause, length)?;
        let end = (from + 1..=clause.len()).find(|at| *at == clause.len() || clause.gap(*at) != Gap::None)?;
        let head = plural(clause, from..end)?;
        return Some(Opening { head, relation: Relation::Are, members: None, items: end, count });
    }
    for (triggers, relation) in [
        (phrases.parts, Relation::Parts),
        (phrases.kinds, Relation::Kinds),
        (phrases.includes, Relation::Includes),
    ] {
        let Some((at, length)) =
            (1..clause.len().min(9)).find_map(|at| clause.any(at, triggers).map(|length| (at, length)))
        else {
            continue;
        };
        let head = clause.term(0..at)?;
        let from = at + length;
        // "The digestive system includes organs such as …"
        if let Some(such) =
            (from + 1..clause.len().min(from + 5)).find(|at| clause.any(*at, phrases.such_as).is_some())
        {
            let members = plural(clause, from..such)?;
            return Some(Opening {
                head,
                relation: Relation::Includes,
                members: Some(members),
                items: such + 2,
                count: None,
            });
        }
        // "Rocks are divided into three kinds: …"
        if let Some((count, members)) = count(clause, from)
            && let Some(end) =
                (members + 1..=clause.len()).find(|at| *at == clause.len() || clause.gap(*at) == Gap::Colon)
        {
            let members = plural(clause, members..end)?;
            return Some(Opening { head, relation, members: Some(members), items: end, count });
        }
        return Some(Opening { head, relation, members: None, items: from, count: None });
    }
    for at in 1..clause.len().min(9) {
        if clause.any(at, phrases.has).is_some()
            && let Some((count, from)) = count(clause, at + 1)
            && let Some(end) =
                (from + 1..=clause.len()).find(|at| *at == clause.len() || clause.gap(*at) != Gap::None)
        {
            let (head, members) = (clause.term(0..at)?, plural(clause, from..end)?);
            return Some(Opening {
                head,
                relation: Relation::Has,
                members: Some(members),
                items: end,
                count,
            });
        }
        // "The three states of matter are …"
        if clause.any(at, phrases.are).is_some() {
            let from = usize::from(matches!(clause.lower(0), "the" | "de" | "dei"));
            let (count, from) = count(clause, from)?;
            if at <= from {
                return None;
            }
            let head = plural(clause, from..at)?;
            return Some(Opening { head, relation: Relation::Are, members: None, items: at + 1, count });
        }
    }
    None
}

/// A number that announces how many items follow, and the word after it.
fn count(clause: &Clause<'_, '_>, at: usize) -> Option<(Option<usize>, usize)> {
    let word = clause.words.get(at)?;
    if !word.is(List::Counts) && !word.text.parse::<usize>().is_ok_and(|number| (2..=12).contains(&number)) {
        return None;
    }
    const NUMBERS: [&[&str]; 9] = [
        &["two", "to"],
        &["three", "tre"],
        &["four", "fire"],
        &["five", "fem"],
        &["six", "seks"],
        &["seven", "sju", "syv"],
        &["eight", "åtte"],
        &["nine", "ni"],
        &["ten", "ti"],
    ];
    let number =
        word.text.parse().ok().or_else(|| {
            NUMBERS.iter().position(|words| words.contains(&word.lower())).map(|place| place + 2)
        });
    Some((number, at + 1))
}

/// A phrase that names several things: "main kinds of rock".
fn plural(clause: &Clause<'_, '_>, words: Range<usize>) -> Option<String> {
    let inside = words.clone().all(|at| {
        clause.words.get(at).is_some_and(|word| {
            !clause.clear_verb(at)
                && (!word.is(List::Pronouns) || word.is(List::Determiners))
                && !word.is(List::Deictics)
                && !word.is(List::Relatives)
        })
    });
    let plain = words.clone().skip(1).all(|at| clause.gap(at) == Gap::None);
    let last = clause.words.get(words.end.checked_sub(1)?)?;
    (inside && plain && words.len() <= 7 && last.is_content()).then(|| clause.line(words))
}

/// "Blood consists of plasma, red cells and white cells."
fn inline(clause: &Clause<'_, '_>, sentence: usize, phrases: &Phrases) -> Option<Enumeration> {
    let opening = opening(clause, phrases)?;
    let from = opening.items;
    let expected = match opening.relation {
        Relation::Are | Relation::Has => {
            let told = clause.gap(from) == Gap::Comma
                && opening.count.is_some()
                && opening.relation == Relation::Has;
            let colon = told
                || clause.gap(from) == Gap::Colon
                || clause.any(from.checked_sub(1)?, phrases.are).is_some();
            colon.then_some(opening.count)?
        }
        _ => opening.count,
    };
    let (items, open) = items(clause, from, phrases)?;
    let enough = expected.map_or(items.len() >= 3, |expected| items.len() == expected);
    let alike = items.iter().enumerate().any(|(place, item)| items[..place].contains(item));
    if !enough || alike {
        return None;
    }
    Some(Enumeration {
        head: opening.head,
        relation: opening.relation,
        members: opening.members,
        items,
        sentence,
        item_sentences: Vec::new(),
        ordered: false,
        complete: !open && opening.relation != Relation::Includes,
    })
}

/// The parts that commas and a last `and` divide, and whether the text says that there are more.
fn items(clause: &Clause<'_, '_>, from: usize, phrases: &Phrases) -> Option<(Vec<String>, bool)> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut start = from;
    let mut open = false;
    for at in from + 1..=clause.len() {
        let gap = if at == clause.len() { Gap::Strong } else { clause.gap(at) };
        match gap {
            Gap::None | Gap::Quote | Gap::Open | Gap::Close => {}
            Gap::Comma => {
                parts.push(start..at);
                start = at;
                // What follows a relative pronoun is not an item.
                if clause.is(at, List::Relatives) {
                    break;
                }
            }
            _ => {
                parts.push(start..at);
                if at < clause.len() && gap == Gap::Colon {
                    return None;
                }
                break;
            }
        }
    }
    // The last part contains the `and`, at its beginning or inside.
    let last = parts.pop()?;
    let mut ands = last.clone().filter(|at| clause.any(*at, phrases.and).is_some());
    let and = ands.next()?;
    if ands.next().is_some() {
        return None;
    }
    if and > last.start {
        parts.push(last.start..and);
    }
    parts.push(and + clause.any(and, phrases.and)?..last.end);
    if let Some(tail) = parts.last()
        && clause.any(tail.start, phrases.tail).is_some()
    {
        parts.pop();
        open = true;
    }
    let items: Option<Vec<_>> = parts.into_iter().map(|part| item(clause, part)).collect();
    Some((items?, open))
}

fn item(clause: &Clause<'_, '_>, words: Range<usize>) -> Option<String> {
    let first = clause.words.get(words.start)?;
    let thing = words.clone().any(|at| clause.words[at].is_content())
        && !words.clone().any(|at| clause.is(at, List::Relatives) || clause.words[at].lower() == "som");
    let verbs = words.clone().any(|at| clause.clear_verb(at));
    let begins = !first.is(List::Pronouns) || first.is(List::Determiners);
    let fits = words.len() <= 8
        && thing
        && !verbs
        && begins
        && !first.is(List::Conjunctions)
        && !first.is(List::Prepositions);
    (fits && !clause.points_out(words.clone())).then(|| clause.line(words))
}

#[cfg(test)]
mod tests;
