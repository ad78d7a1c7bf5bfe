//! Cause and effect, and contrast, within one sentence.
//!
//! A sentence with two markers of the same kind gives nothing, because the parts cannot be assigned reliably.

use std::ops::Range;

use tutti_lexicon::List;

use crate::Language;
use crate::clause::Clause;
use crate::self_contained::{is_balanced, is_clean};
use crate::text::{Gap, Kind, Text};

/// What ties cause and effect together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CauseMarker {
    /// "… because …": both are statements.
    Because,
    /// "… because of …", "… due to …": the cause is a thing.
    DueTo,
    /// "… leads to …": both are things, mostly.
    LeadsTo,
    /// "If …, …": the cause is a condition.
    If,
    /// "…, so …".
    So,
}

/// Why something is or happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    pub cause: String,
    /// In Norwegian, after a condition or cause that stands first, it begins with its verb: "fryser vannet".
    pub effect: String,
    pub sentence: usize,
    pub marker: CauseMarker,
}

/// How two things are set against each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ContrastMarker {
    /// "…, whereas …": two statements.
    Whereas,
    /// "…, but …": two statements.
    But,
    /// "Unlike X, …": a thing and a statement about another.
    Unlike,
}

/// Two things or statements that the text sets against each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contrast {
    pub left: String,
    pub right: String,
    pub sentence: usize,
    pub marker: ContrastMarker,
}

struct Markers {
    because: &'static [&'static str],
    due_to: &'static [&'static str],
    leads_to: &'static [&'static str],
    caused_by: &'static [&'static str],
    conditions: &'static [&'static str],
    so: &'static [&'static str],
    then: &'static [&'static str],
    whereas: &'static [&'static str],
    but: &'static [&'static str],
    unlike: &'static [&'static str],
}

const ENGLISH: Markers = Markers {
    because: &["because"],
    due_to: &["because of", "due to", "owing to", "as a result of", "thanks to"],
    leads_to: &[
        "leads to",
        "lead to",
        "led to",
        "results in",
        "result in",
        "resulted in",
        "causes",
        "cause",
        "caused",
        "brings about",
        "gives rise to",
        "contributes to",
        "triggers",
    ],
    caused_by: &[
        "is caused by",
        "are caused by",
        "was caused by",
        "were caused by",
        "results from",
        "result from",
        "is due to",
        "are due to",
        "was due to",
        "arises from",
        "stems from",
    ],
    conditions: &["if"],
    so: &["so", "so that", "and so", "therefore", "and therefore", "thus", "and thus", "hence"],
    then: &["then"],
    whereas: &["whereas", "while"],
    but: &["but"],
    unlike: &["unlike", "in contrast to", "as opposed to", "contrary to"],
};

const NORWEGIAN: Markers = Markers {
    because: &["fordi"],
    due_to: &["på grunn av", "som følge av", "som følgje av", "takket være", "grunnet"],
    leads_to: &[
        "fører til",
        "føre til",
        "førte til",
        "fører med seg",
        "forårsaker",
        "forårsake",
        "forårsaket",
        "medfører",
        "medføre",
        "medførte",
        "resulterer i",
        "resulterte i",
        "bidrar til",
        "forårsakar",
        "utløser",
    ],
    caused_by: &[
        "skyldes",
        "skyldtes",
        "skuldast",
        "kommer av",
        "kjem av",
        "er forårsaket av",
        "ble forårsaket av",
        "blir forårsaket av",
        "forårsakes av",
    ],
    conditions: &["hvis", "dersom", "viss"],
    so: &["slik at", "og derfor", "og dermed", "derfor", "så", "og difor"],
    then: &["så", "da", "då"],
    whereas: &["mens", "medan"],
    but: &["men"],
    unlike: &["i motsetning til", "til forskjell fra", "i motsetnad til", "ulikt"],
};

fn markers(language: Language) -> Option<&'static Markers> {
    match language {
        Language::English => Some(&ENGLISH),
        Language::Bokmal | Language::Nynorsk => Some(&NORWEGIAN),
        _ => None,
    }
}

/// Every statement of cause and effect, in the order of the text.
pub fn causes(text: &Text<'_>) -> Vec<Cause> {
    let Some(markers) = markers(text.language()) else { return Vec::new() };
    each(text, |clause, sentence| {
        let (cause, effect, marker) = cause(clause, markers)?;
        let cause = side(clause, cause, marker != CauseMarker::Because)?;
        let effect = side(clause, effect, true)?;
        Some(Cause { cause, effect, sentence, marker })
    })
}

/// Every contrast that stands within one sentence, in the order of the text.
pub fn contrasts(text: &Text<'_>) -> Vec<Contrast> {
    let Some(markers) = markers(text.language()) else { return Vec::new() };
    each(text, |clause, sentence| {
        let (left, right, marker) = contrast(clause, markers)?;
        let left = side(clause, left, true)?;
        let right = side(clause, right, true)?;
        Some(Contrast { left, right, sentence, marker })
    })
}

fn each<T>(text: &Text<'_>, find: impl Fn(&Clause<'_, '_>, usize) -> Option<T>) -> Vec<T> {
    (0..text.sentences().len())
        .filter_map(|sentence| {
            let place = &text.sentences()[sentence];
            let clause = text.clause(sentence);
            let whole = place.text.trim_end_matches(['"', '”', '»', ')', '*']).ends_with('.');
            let fits = place.kind != Kind::Heading
                && (5..=50).contains(&clause.len())
                && whole
                && is_balanced(place.text)
                && is_clean(place.text)
                && !clause.leans_back()
                && !clause.points_out(0..clause.len());
            if fits { find(&clause, sentence) } else { None }
        })
        .collect()
}

/// The only place of a phrase from a set, with its length; none if there are two.
fn only(clause: &Clause<'_, '_>, from: usize, phrases: &[&str]) -> Option<(usize, usize)> {
    let mut found =
        (from..clause.len()).filter_map(|at| longest(clause, at, phrases).map(|length| (at, length)));
    let first = found.next()?;
    found.all(|(at, _)| at < first.0 + first.1).then_some(first)
}

fn longest(clause: &Clause<'_, '_>, at: usize, phrases: &[&str]) -> Option<usize> {
    phrases.iter().filter(|phrase| clause.reads(at, phrase)).map(|phrase| phrase.split(' ').count()).max()
}

type Sides<M> = (Range<usize>, Range<usize>, M);

fn cause(clause: &Clause<'_, '_>, markers: &Markers) -> Option<Sides<CauseMarker>> {
    let end = clause.len();
    let comma = |from: usize| (from..end).find(|at| clause.gap(*at) == Gap::Comma);
    let commas = (1..end).filter(|at| clause.gap(*at) == Gap::Comma).count();
    // The sentence begins with its condition or its cause.
    let first = |phrases: &[&str]| longest(clause, 0, phrases);
    for (phrases, marker) in [
        (markers.due_to, CauseMarker::DueTo),
        (markers.because, CauseMarker::Because),
        (markers.conditions, CauseMarker::If),
    ] {
        if let Some(length) = first(phrases) {
            let turn = comma(length + 1)?;
            let skip = longest(clause, turn, markers.then).unwrap_or(0);
            // Norwegian turns verb and subject round here: "fryser vannet", as it would stand after "da".
            let turned = clause.verb(turn + skip);
            let sound = commas == 1
                && (verbal(clause, turn + skip..end) || turned)
                && !commands(clause, turn + skip)
                && (!turned || clause.is_norwegian());
            return (sound && !clause.is(turn, List::Conjunctions)).then_some((
                length..turn,
                turn + skip..end,
                marker,
            ));
        }
    }
    if let Some((at, length)) = only(clause, 1, markers.caused_by) {
        let sound = thing(clause, 0..at) && !is_denied(clause, at) && !clause.verb(at + length);
        return sound.then_some((at + length..end, 0..at, CauseMarker::DueTo));
    }
    if let Some((at, length)) = only(clause, 2, markers.due_to) {
        let cause_end = (at + length + 1..end).find(|at| clause.gap(*at) != Gap::None).unwrap_or(end);
        let sound = cause_end == end
            && verbal(clause, 0..at)
            && !is_denied(clause, at)
            && commas == 0
            && plain(clause, 0..at);
        return sound.then_some((at + length..end, 0..at, CauseMarker::DueTo));
    }
    if let Some((at, length)) = only(clause, 2, markers.because) {
        let sound = verbal(clause, 0..at)
            && verbal(clause, at + length..end)
            && plain(clause, 0..at)
            && !is_denied(clause, at)
            && clause.lower(at + length) != "of"
            && !clause.is(at - 1, List::Conjunctions)
            && !clause.is(at - 1, List::FormsOfBe);
        return sound.then_some((at + length..end, 0..at, CauseMarker::Because));
    }
    if let Some((at, length)) = only(clause, 1, markers.leads_to) {
        let start = subject_end(clause, at);
        let end = first_statement(clause, at + length);
        // "caused prices to rise"
        let makes =
            (at + length..end).any(|at| matches!(clause.lower(at), "to" | "å") && clause.verb(at + 1));
        let sound = thing(clause, 0..start) && !is_denied(clause, at) && clause.verb(at) && !makes;
        return sound.then_some((0..start, at + length..end, CauseMarker::LeadsTo));
    }
    let (at, length) = only(clause, 3, markers.so)?;
    let breaks = matches!(clause.gap(at), Gap::Comma | Gap::Strong)
        || clause.reads(at, "slik at")
        || clause.reads(at, "so that");
    // "so that" is a purpose as often as an effect.
    let sound = breaks
        && !clause.reads(at, "so that")
        && verbal(clause, 0..at)
        && verbal(clause, at + length..end)
        && !clause.verb(at + length)
        && commas <= 1;
    sound.then_some((0..at, at + length..end, CauseMarker::So))
}

fn contrast(clause: &Clause<'_, '_>, markers: &Markers) -> Option<Sides<ContrastMarker>> {
    let end = clause.len();
    let commas = (1..end).filter(|at| clause.gap(*at) == Gap::Comma).count();
    if let Some(length) = longest(clause, 0, markers.unlike) {
        let turn = (length + 1..end).find(|at| clause.gap(*at) == Gap::Comma)?;
        let sound = thing(clause, length..turn) && verbal(clause, turn..end) && !clause.verb(turn);
        return sound.then_some((length..turn, turn..end, ContrastMarker::Unlike));
    }
    if let Some(length) = longest(clause, 0, markers.whereas) {
        let turn = (length + 1..end).find(|at| clause.gap(*at) == Gap::Comma)?;
        let sound =
            commas == 1 && verbal(clause, length..turn) && verbal(clause, turn..end) && !clause.verb(turn);
        let steady = !clause.is(length, List::Pronouns) && !clause.is(turn, List::Pronouns);
        return (sound && steady && markers.whereas[0] == clause.lower(0)).then_some((
            length..turn,
            turn..end,
            ContrastMarker::Whereas,
        ));
    }
    for (phrases, marker) in [(markers.whereas, ContrastMarker::Whereas), (markers.but, ContrastMarker::But)]
    {
        if let Some((at, length)) = only(clause, 3, phrases) {
            let right = at + length;
            let sound = matches!(clause.gap(at), Gap::Comma | Gap::Strong)
                && verbal(clause, 0..at)
                && verbal(clause, right..end)
                && (end - right) >= 3
                && !clause.is(right, List::Pronouns)
                && !clause.is(right, List::Adverbs)
                && !clause.is(right, List::Prepositions)
                && !clause.is(right, List::Conjunctions)
                && !clause.verb(right);
            return sound.then_some((0..at, right..end, marker));
        }
    }
    None
}

/// A part of the sentence that can be handed out; a part that begins with a pronoun only where that is said to be right.
fn side(clause: &Clause<'_, '_>, words: Range<usize>, named: bool) -> Option<String> {
    let first = clause.words.get(words.start)?;
    let pronoun = first.is(List::Pronouns) && !first.is(List::Determiners)
        || matches!(first.lower(), "it" | "they" | "det" | "den" | "de" | "dei");
    let named_norwegian =
        matches!(first.lower(), "den" | "det" | "de" | "dei") && clause.noun(words.start + 2);
    if words.len() > 28
        || words.is_empty()
        || (named && pronoun && !named_norwegian && !matches!(first.lower(), "you" | "du" | "man"))
    {
        return None;
    }
    let text = clause.as_continuation(words);
    is_balanced(&text).then_some(text)
}

/// Whether some words contain a verb and something before it.
fn verbal(clause: &Clause<'_, '_>, words: Range<usize>) -> bool {
    let start = words.start;
    words.len() >= 2 && words.clone().any(|at| at > start && clause.verb(at))
}

/// Whether some words are one short statement, so that what follows can only belong to it.
fn plain(clause: &Clause<'_, '_>, words: Range<usize>) -> bool {
    const TIES: &[&str] =
        &["and", "or", "as", "than", "so", "og", "eller", "som", "enn", "så", "both", "både"];
    // Helping verbs, adverbs and the verb they lead up to are one.
    let part = |at: usize| clause.verb(at) || clause.is(at, List::Adverbs) || clause.is(at, List::Negations);
    let starts =
        |at: usize| clause.verb(at) && !clause.is(at, List::Participles) && (at == 0 || !part(at - 1));
    words.len() <= 14
        && words.clone().filter(|at| starts(*at)).count() <= 1
        && words.clone().all(|at| !clause.is(at, List::Conjunctions) || TIES.contains(&clause.lower(at)))
}

/// Whether some words name a thing: one phrase, perhaps with a phrase that belongs to it.
fn thing(clause: &Clause<'_, '_>, words: Range<usize>) -> bool {
    let plain = words.clone().skip(1).all(|at| matches!(clause.gap(at), Gap::None | Gap::Quote));
    let says = words
        .clone()
        .any(|at| clause.words.get(at).is_some_and(|word| word.is_content() && !word.is(List::GeneralNouns)));
    let starts = clause.words.get(words.start).is_some_and(|word| {
        !word.is(List::Pronouns) || word.is(List::Determiners) && !word.is(List::Deictics)
    });
    let verbs = words.clone().any(|at| clause.clear_verb(at));
    !words.is_empty()
        && words.len() <= 10
        && plain
        && says
        && starts
        && !verbs
        && !clause.is(words.start, List::Prepositions)
}

/// Before a comma after which another statement begins.
fn first_statement(clause: &Clause<'_, '_>, from: usize) -> usize {
    let end = clause.len();
    (from + 1..end)
        .find(|at| {
            let turns = clause.is(*at, List::Conjunctions) || clause.is(*at, List::Relatives);
            clause.gap(*at) == Gap::Comma && turns && (*at..end).any(|at| clause.verb(at))
        })
        .unwrap_or(end)
}

/// Before the helping verbs and adverbs that lead up to a verb: "can often | lead to".
fn subject_end(clause: &Clause<'_, '_>, verb: usize) -> usize {
    let mut end = verb;
    while end > 1 && (clause.is(end - 1, List::Modals) || clause.is(end - 1, List::Adverbs)) {
        end -= 1;
    }
    end
}

/// "call us", "read the …": a word that no rule knows for a verb, and what only an object begins with.
fn commands(clause: &Clause<'_, '_>, at: usize) -> bool {
    let object = clause.is(at + 1, List::Determiners) || clause.is(at + 1, List::Pronouns);
    clause.words.get(at).is_some_and(|word| word.is_content() && !word.is_capital())
        && object
        && !clause.verb(at)
}

fn is_denied(clause: &Clause<'_, '_>, at: usize) -> bool {
    (at.saturating_sub(3)..at).any(|at| clause.is(at, List::Negations))
}

#[cfg(test)]
mod tests;
