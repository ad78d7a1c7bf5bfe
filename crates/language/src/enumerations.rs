//! Lists: what something consists of, what kinds there are, which steps follow one another.

use std::ops::Range;

use crate::Language;
use crate::clause::{Clause, one_line};
use crate::contained::{balanced, is_clean};
use crate::lists::{Class, Lists};
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

struct Phrases {
    parts: &'static [&'static str],
    includes: &'static [&'static str],
    kinds: &'static [&'static str],
    there_are: &'static [&'static str],
    has: &'static [&'static str],
    are: &'static [&'static str],
    and: &'static [&'static str],
    tail: &'static [&'static str],
    such_as: &'static [&'static str],
    first: &'static [&'static str],
    then: &'static [&'static str],
}

const ENGLISH: Phrases = Phrases {
    parts: &[
        "consists of",
        "consist of",
        "is made up of",
        "are made up of",
        "is composed of",
        "are composed of",
        "comprises",
        "comprise",
    ],
    includes: &["includes", "include"],
    kinds: &[
        "is divided into",
        "are divided into",
        "can be divided into",
        "is classified into",
        "are classified into",
        "are classified as",
        "can be classified as",
        "falls into",
        "fall into",
    ],
    there_are: &["there are"],
    has: &["has", "have"],
    are: &["are"],
    and: &["and", "or", "as well as"],
    tail: &["etc", "so on", "others", "so forth", "more", "other"],
    such_as: &["such as"],
    first: &["first", "firstly"],
    then: &[
        "second",
        "secondly",
        "third",
        "thirdly",
        "fourth",
        "then",
        "next",
        "after that",
        "afterwards",
        "finally",
        "lastly",
        "last",
    ],
};

const NORWEGIAN: Phrases = Phrases {
    parts: &[
        "består av",
        "er bygd opp av",
        "er satt sammen av",
        "er sett saman av",
        "er bygget opp av",
        "utgjøres av",
    ],
    includes: &["omfatter", "inkluderer", "omfattar", "inkluderar", "femner om"],
    kinds: &[
        "deles inn i",
        "deles i",
        "kan deles inn i",
        "kan deles i",
        "er delt inn i",
        "blir delt inn i",
        "kan delast inn i",
        "vert delt inn i",
        "inndeles i",
    ],
    there_are: &["det finnes", "det fins", "det finst", "det er", "vi har"],
    has: &["har"],
    are: &["er"],
    and: &["og", "eller", "samt"],
    tail: &["osv", "mer", "annet", "andre", "liknende", "lignende", "anna"],
    such_as: &["slik som", "slike som"],
    first: &["først", "for det første"],
    then: &[
        "deretter",
        "så",
        "etterpå",
        "til slutt",
        "for det andre",
        "for det tredje",
        "videre",
        "dernest",
        "vidare",
    ],
};

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
        let listed = listed(text, sentence);
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
    if !word.is(Class::COUNT) && !word.text.parse::<usize>().is_ok_and(|number| (2..=12).contains(&number)) {
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
                && (!word.is(Class::PRONOUN) || word.is(Class::DETERMINER))
                && !word.is(Class::DEICTIC)
                && !word.is(Class::RELATIVE)
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
                // What follows a relative is no item.
                if clause.is(at, Class::RELATIVE) {
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
    // The last part holds the `and`, at its beginning or inside.
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
        && !words.clone().any(|at| clause.is(at, Class::RELATIVE) || clause.words[at].lower() == "som");
    let verbs = words.clone().any(|at| clause.clear_verb(at));
    let begins = !first.is(Class::PRONOUN) || first.is(Class::DETERMINER);
    let fits = words.len() <= 8
        && thing
        && !verbs
        && begins
        && !first.is(Class::CONJUNCTION)
        && !first.is(Class::PREPOSITION);
    (fits && !clause.points_out(words.clone())).then(|| clause.line(words))
}

/// The items of the list that follows a sentence.
fn listed(text: &Text<'_>, sentence: usize) -> Vec<usize> {
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
fn under(
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
        None => introduced(clause, place.text, phrases)?,
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
fn introduced(
    clause: &Clause<'_, '_>,
    text: &str,
    phrases: &Phrases,
) -> Option<(String, Relation, Option<String>)> {
    let last = clause.len().checked_sub(1)?;
    // "The most common side effects include:"
    for (triggers, relation) in [(phrases.are, Relation::Are), (phrases.includes, Relation::Includes)] {
        if last > 1 && clause.any(last, triggers).is_some() && !(0..last).any(|at| clause.clear_verb(at)) {
            let from = usize::from(clause.is(0, Class::ARTICLE));
            return Some((clause.continued(from..last), relation, None));
        }
    }
    let ends = clause.words.get(last).is_some_and(|word| word.is_stop() && !clause.verb(last));
    let sound = !ends && clause.len() <= 20 && balanced(text) && !text.contains(['=', '|']);
    sound.then(|| (one_line(text.trim_end_matches(':').trim()), Relation::Under, None))
}

/// "First, … Then … Finally, …" in sentences of one block, under the heading or the sentence before.
fn first_then(text: &Text<'_>, sentence: usize, phrases: &Phrases) -> Option<Enumeration> {
    let clause = text.clause(sentence);
    let begins = clause.any(0, phrases.first)?;
    let block = text.sentences()[sentence].block;
    let head = sentence.checked_sub(1)?;
    let before = &text.sentences()[head];
    let announces = before.kind == Kind::Heading || {
        let words = text.words(head);
        let lists = Lists::of(text.language());
        let steps = ["steps", "stages", "phases", "trinn", "faser", "steg", "etapper", "fasar"];
        words.iter().any(|word| lists.class(word.lower()).has(Class::COUNT))
            && words.iter().any(|word| steps.contains(&word.lower()))
    };
    if !announces || (before.kind != Kind::Heading && text.clause(head).leans_back()) {
        return None;
    }
    let mut items = vec![clause.continued(begins..clause.len())];
    let mut places = vec![sentence];
    for at in sentence + 1..text.sentences().len() {
        let next = text.clause(at);
        let Some(length) = next.any(0, phrases.then).filter(|_| text.sentences()[at].block == block) else {
            break;
        };
        items.push(next.continued(length..next.len()));
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

#[cfg(test)]
mod tests;
