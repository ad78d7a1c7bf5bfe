//! Definitions inside other constructions: after a comma, in brackets, before "is called", after a colon.

use std::ops::Range;

use super::phrases::Phrases;
use super::{DefinitionKind, Found, norwegian_category};
use crate::clause::Clause;
use crate::text::{Gap, Kind, Text};
use tutti_lexicon::List;

/// "The process by which … is called X": the definition is the subject.
pub(super) fn term_called(clause: &Clause<'_, '_>, phrases: &Phrases) -> Option<Found> {
    let (at, length) =
        (2..clause.len()).find_map(|at| clause.any(at, phrases.called).map(|length| (at, length)))?;
    let first = clause.words.first()?;
    let opens =
        first.is(List::Articles) || matches!(first.lower(), "den" | "det" | "de") || clause.inner_start(0);
    if !opens
        || first.is(List::QuestionWords)
        || clause.is(at - 1, List::Pronouns)
        || first.is(List::Verbs) && !first.is(List::Participles) && !first.is(List::Nouns)
    {
        return None;
    }
    let end = clause.statement_end(at + length);
    let end = (at + length + 1..end).find(|at| clause.gap(*at) != Gap::None).unwrap_or(end);
    let term = clause.term(at + length..end)?;
    if term.split(' ').count() > 4 {
        return None;
    }
    // The subject is one phrase: a comma only closes a relative clause.
    let commas = (1..at).filter(|at| clause.gap(*at) == Gap::Comma).count();
    let relative = (1..at).any(|at| {
        clause.is(at, List::Relatives)
            || clause.is(at, List::Prepositions)
            || clause.is(at, List::Participles)
    });
    let verbs = (0..at).filter(|at| clause.verb(*at) && clause.is(*at, List::Auxiliaries)).count();
    if commas > 1 || !relative || verbs > 2 || clause.is(0, List::Prepositions) {
        return None;
    }
    let definition = clause.definition(0..at)?;
    (definition.split_whitespace().count() >= 4).then_some((term, definition, DefinitionKind::Called))
}

/// "Osmosis, the movement of water across a membrane, keeps …".
pub(super) fn apposition(clause: &Clause<'_, '_>) -> Option<Found> {
    let open = (1..clause.len().min(6)).find(|at| clause.gap(*at) == Gap::Comma)?;
    // After "the cells of the leaf" the definition may be of either.
    let hangs = (0..open).any(|at| clause.verb(at) || clause.is(at, List::Prepositions));
    let definite = clause.is_norwegian() && norwegian_category(clause, open).is_some();
    if !(clause.is(open, List::Articles) || definite) || hangs {
        return None;
    }
    let close = (open + 3..clause.len()).find(|at| clause.gap(*at) != Gap::None)?;
    if clause.gap(close) != Gap::Comma
        || !clause.verb(close)
        || !(definite || clause.category(open, false).is_some())
    {
        return None;
    }
    let term = clause.term(0..open)?;
    let definition = clause.definition(open..close)?;
    (definition.split_whitespace().count() >= 4).then_some((term, definition, DefinitionKind::Apposition))
}

/// "Plants have chloroplasts, an organelle that makes sugar." and "…, which is the amount that …": the definition ends the
/// sentence.
pub(super) fn closing(clause: &Clause<'_, '_>) -> Option<Found> {
    let mut commas =
        (1..clause.len()).filter(|at| clause.gap(*at) != Gap::None && clause.gap(*at) != Gap::Quote);
    let open = commas.next().filter(|at| clause.gap(*at) == Gap::Comma)?;
    if commas.next().is_some() || !(0..open).any(|at| clause.verb(at)) {
        return None;
    }
    let which = clause.any(open, &["which is", "which are", "som er"]).unwrap_or(0);
    let from = open + which;
    let end = clause.category(from, false).filter(|_| clause.is(from, List::Articles))?;
    // Without a relative clause of its own, a verb makes a statement of it: "As the distance grows, the pull of …".
    let states = !clause.is(end, List::Relatives) && (end..clause.len()).any(|at| clause.clear_verb(at));
    let opens = clause.is(0, List::Conjunctions) || clause.is(0, List::Prepositions);
    if states || opens || clause.is(end - 1, List::Persons) || clause.is(open - 1, List::Verbs) {
        return None;
    }
    let term = clause.term(before(clause, open)?)?;
    let definition = clause.definition(from..clause.len())?;
    (definition.split_whitespace().count() >= 4).then_some((term, definition, DefinitionKind::Apposition))
}

/// The phrase that ends before a word, with the article that begins it.
fn before(clause: &Clause<'_, '_>, end: usize) -> Option<Range<usize>> {
    let mut from = end;
    while from > 0
        && clause.inner(from - 1)
        && (from == end || matches!(clause.gap(from), Gap::None | Gap::Quote))
    {
        from -= 1;
        if clause.gap(from) != Gap::None {
            break;
        }
    }
    // A phrase that hangs on another by a preposition is only a part of what is meant.
    let hangs = from >= 1 && matches!(clause.lower(from - 1), "of" | "av")
        || from >= 2 && clause.is(from - 1, List::Articles) && matches!(clause.lower(from - 2), "of" | "av");
    (from < end && !hangs).then_some(from..end)
}

/// "X, also called Z," and "X (also known as Z)".
pub(super) fn alias(clause: &Clause<'_, '_>, phrases: &Phrases) -> Option<Found> {
    let (at, length) =
        (1..clause.len()).find_map(|at| clause.any(at, phrases.also_called).map(|length| (at, length)))?;
    if !matches!(clause.gap(at), Gap::Comma | Gap::Open) {
        return None;
    }
    let from = at + length;
    let end = (from + 1..clause.len())
        .find(|at| !matches!(clause.gap(*at), Gap::None | Gap::Quote))
        .unwrap_or(clause.len());
    let (term, other) = (clause.term(before(clause, at)?)?, clause.term(from..end)?);
    (other.split(' ').count() <= 4).then_some((term, other, DefinitionKind::Alias))
}

/// "deoxyribonucleic acid (DNA)": the letters of the short form begin the words before it.
pub(super) fn abbreviation(clause: &Clause<'_, '_>) -> Option<Found> {
    let at = (1..clause.len()).find(|at| {
        let short = clause.words[*at].text;
        clause.gap(*at) == Gap::Open
            && short.chars().count() >= 2
            && short.chars().all(char::is_uppercase)
            && clause.text[clause.words[*at].range.end..].starts_with(')')
    })?;
    let short = clause.words[at].text;
    let (mut letters, mut from) = (short.chars().rev().peekable(), at);
    while let Some(letter) = letters.peek() {
        from = from.checked_sub(1)?;
        if from + 1 < at && clause.gap(from + 1) != Gap::None {
            return None;
        }
        let word = &clause.words[from];
        let small = word.is_stop() && !word.text.to_uppercase().starts_with(*letter);
        if small && from + 1 < at {
            continue;
        }
        // One word may carry several letters: deoxyribonucleic.
        if !word.text.to_uppercase().starts_with(*letter) {
            let mut inside = word.text.to_uppercase();
            while letters.peek().is_some_and(|letter| !inside.starts_with(*letter)) {
                let cut = letters.next().and_then(|letter| inside.rfind(letter))?;
                inside.truncate(cut);
            }
        }
        letters.next()?;
    }
    if (at - from) < 2 || clause.words[from].is_stop() {
        return None;
    }
    let long = if from == 0 { clause.as_continuation(0..at) } else { clause.line(from..at) };
    Some((short.to_owned(), long, DefinitionKind::Abbreviation))
}

/// "Osmosis: the movement of water across a membrane."
pub(super) fn line(clause: &Clause<'_, '_>, text: &Text<'_>, sentence: usize) -> Option<Found> {
    let place = text.sentences().get(sentence)?;
    let before = &text.blocks().get(place.block)?.1[..place.range.start];
    let begins = matches!(place.kind, Kind::Item)
        || before.trim_end_matches([' ', '\t', '#', '-', '*', '•']).is_empty()
        || before.trim_end_matches([' ', '\t']).ends_with('\n');
    let colon = (1..clause.len().min(6)).find(|at| clause.gap(*at) != Gap::None)?;
    let between = &clause.text[clause.words[colon - 1].range.end..clause.words[colon].range.start];
    let mark = clause.gap(colon) == Gap::Colon || matches!(between.trim(), "–" | "—" | "-");
    if !begins
        || !mark
        || place.kind == Kind::Step
        || (0..colon).any(|at| clause.verb(at) || clause.words[at].is_numeric())
    {
        return None;
    }
    let term = clause.term(0..colon)?;
    let norwegian = text.language().is_norwegian();
    let named = if norwegian {
        norwegian_category(clause, colon)
    } else {
        clause.category(colon, true).or_else(|| clause.category(colon, false))
    };
    if named.is_none() || clause.len() - colon < 4 {
        return None;
    }
    let definition = clause.definition(colon..clause.statement_end(colon))?;
    Some((term, definition, DefinitionKind::Line))
}

impl Clause<'_, '_> {
    fn inner_start(&self, at: usize) -> bool {
        self.words
            .get(at)
            .is_some_and(|word| (word.is_content() || word.is(List::Adjectives)) && !word.is(List::Persons))
    }
}
