//! Extracts the definitions that a text gives.
//!
//! Only whole statements with a term that can be asked for and a definition that can be an answer. "It is a gas",
//! "Leaves are green", "The result is a loss of heat" are not definitions; neither is a sentence that depends on the
//! one before.

mod asides;
mod phrases;

use std::ops::Range;

use asides::{abbreviation, alias, apposition, closing, line, term_called};
use phrases::{AND_IT, ENGLISH, NORWEGIAN, Phrases, TURNS};

use tutti_lexicon::List;

use crate::Language;
use crate::clause::Clause;
use crate::self_contained::{is_balanced, is_clean};
use crate::text::{Gap, Kind, Text};

/// How the text puts a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DefinitionKind {
    /// "X is a Y that …"
    Is,
    /// "X means …", "X is defined as …", "By X we mean …"
    Means,
    /// "… is called X": the definition stands first.
    Called,
    /// "X: …" on a line of its own.
    Line,
    /// "X, a Y that …, …"
    Apposition,
    /// "X, also called Z": the definition is another name.
    Alias,
    /// "deoxyribonucleic acid (DNA)": the term is the short form.
    Abbreviation,
}

/// A term and what the text says it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// Without its article; with a capital only if it is a name.
    pub term: String,
    /// As written, without the final stop.
    pub definition: String,
    pub sentence: usize,
    pub kind: DefinitionKind,
}

/// Every definition, in the order of the text.
pub fn definitions(text: &Text<'_>) -> Vec<Definition> {
    if !text.language().has_patterns() {
        return Vec::new();
    }
    let words = if text.language() == Language::English { &ENGLISH } else { &NORWEGIAN };
    let mut found = Vec::new();
    for (sentence, place) in text.sentences().iter().enumerate() {
        let clause = text.clause(sentence);
        if clause.len() < 3
            || clause.len() > 60
            || clause.asks()
            || !is_balanced(place.text)
            || !is_clean(place.text)
        {
            continue;
        }
        let mut add = |(term, definition, kind): (String, String, DefinitionKind)| {
            found.push(Definition { term, definition, sentence, kind });
        };
        if let Some(short) = abbreviation(&clause) {
            add(short);
        }
        if place.kind == Kind::Heading {
            continue;
        }
        if let Some(line) = line(&clause, text, sentence) {
            add(line);
            continue;
        }
        if clause.leans_back() || !place.text.trim_end_matches(['"', '”', '»', ')', '*']).ends_with('.') {
            continue;
        }
        if let Some(alias) = alias(&clause, words) {
            add(alias);
        }
        let one = is(&clause, words)
            .or_else(|| means(&clause, words))
            .or_else(|| by_we_mean(&clause, words))
            .or_else(|| term_called(&clause, words))
            .or_else(|| apposition(&clause))
            .or_else(|| closing(&clause));
        if let Some(one) = one {
            add(one);
        }
    }
    found
}

type Found = (String, String, DefinitionKind);

impl Clause<'_, '_> {
    /// Where the statement that begins at a word ends.
    fn statement_end(&self, from: usize) -> usize {
        (from + 1..self.len())
            .find(|at| match self.gap(*at) {
                Gap::Strong => true,
                Gap::Comma => TURNS.contains(&self.lower(*at)) || self.any(*at, AND_IT).is_some(),
                _ => false,
            })
            .unwrap_or(self.len())
    }

    /// Whether some words can be handed out as a definition: they point to nothing outside and say enough.
    fn definition(&self, words: Range<usize>) -> Option<String> {
        let count = words.len();
        let denies = words.clone().take(3).any(|at| self.is(at, List::Negations));
        if !(3..=40).contains(&count) || denies || self.points_out(words.clone()) {
            return None;
        }
        let text = self.as_continuation(words.clone());
        let last = words.end - 1;
        let dangles =
            words.end < self.len() && (self.is(last, List::Prepositions) || self.is(last, List::Articles));
        (is_balanced(&text) && !dangles && !text.contains(':')).then_some(text)
    }

    /// "a small organ that …": an article or a noun that needs none, a category that says something, and what sets this one
    /// apart.
    fn category(&self, from: usize, plural: bool) -> Option<usize> {
        let article =
            self.is(from, List::Articles) || matches!(self.lower(from), "den" | "det" | "de" | "dei" | "any");
        let of_many = self.reads(from, "one of the")
            || self.any(from, &["en av de", "et av de", "ein av dei", "eit av dei"]).is_some();
        if of_many {
            return None;
        }
        let start = from + usize::from(article);
        let mut end = self.run(start)?;
        // "the rise and fall of the sea"
        if matches!(self.lower(end), "and" | "or" | "og" | "eller")
            && self.gap(end) == Gap::None
            && let Some(second) = self.run(end + 1)
        {
            end = second;
        }
        let head = end - 1;
        let weak = |at: usize| {
            self.is(at, List::Opinions) || self.is(at, List::Deictics) || self.is(at, List::Numbers)
        };
        if (start..end).any(weak) || self.is(head, List::WeakCategories) || superlative(self, start, end) {
            return None;
        }
        if !article && !self.bare(end, plural) {
            return None;
        }
        // What sets it apart: a relative clause, a preposition, a participle.
        let next = self.words.get(end)?;
        let tied = matches!(next.gap, Gap::None | Gap::Quote)
            || (next.gap == Gap::Comma && next.is(List::Relatives));
        // "the energy an object has", "the money you earn"
        let contact = article && next.gap == Gap::None && (next.is(List::Articles) || next.lower() == "you");
        let sets_apart = contact
            || [List::Relatives, List::Prepositions, List::Participles].iter().any(|class| next.is(*class))
            || next.lower().ends_with("ing")
            || next.lower().ends_with("ed");
        let compares = matches!(self.lower(end), "than" | "as" | "enn" | "when" | "når");
        (tied && sets_apart && !compares).then_some(end)
    }

    /// Whether a category may stand without an article: a plural, a mass, a Norwegian definite form.
    fn bare(&self, end: usize, plural: bool) -> bool {
        let Some(head) = self.words.get(end - 1) else { return false };
        let lower = head.lower();
        let relative = self.is(end, List::Relatives);
        if head.is_capital() {
            return false;
        }
        if !plural {
            let of = matches!(self.lower(end), "of" | "that" | "by");
            let mass = ["tion", "sion", "ment", "ance", "ence", "sis", "ity", "ing"]
                .iter()
                .any(|tail| lower.ends_with(tail));
            return of && mass || head.is(List::Categories);
        }
        lower.ends_with('s') && !lower.ends_with("ss") && !lower.ends_with("less") && !lower.ends_with("ous")
            || (relative
                && (lower.ends_with('a')
                    || lower.ends_with("ae")
                    || lower.ends_with("people")
                    || lower.ends_with("children")))
    }
}

/// "the most common …", "the largest …": true of one day and one text.
fn superlative(clause: &Clause<'_, '_>, start: usize, end: usize) -> bool {
    (start.saturating_sub(1)..end).any(|at| {
        let lower = clause.lower(at);
        matches!(
            lower,
            "most" | "mest" | "least" | "same" | "samme" | "only" | "eneste" | "einaste" | "first" | "første"
        )
    })
}

/// The first word after the subject, when the subject can be a term: the sentence begins with it.
fn subject(clause: &Clause<'_, '_>, phrases: &Phrases, triggers: &[&str]) -> Option<(String, usize, usize)> {
    let lead = leading(clause);
    for at in lead + 1..clause.len().min(lead + 9) {
        if let Some(length) = clause.any(at, triggers) {
            if !matches!(clause.gap(at), Gap::None | Gap::Quote | Gap::Close) {
                return None;
            }
            let mut from = lead;
            if let Some(words) = clause.any(lead, phrases.the_term) {
                from += words;
            }
            // A short form in brackets after the term belongs to another pattern.
            let end = if clause.gap(at) == Gap::Close {
                (from..at).rfind(|at| clause.gap(*at) == Gap::Open)?
            } else {
                at
            };
            return clause.term(from..end).map(|term| (term, at, length));
        }
        if clause.verb(at) && !triggers.iter().any(|trigger| trigger.starts_with(clause.lower(at))) {
            return None;
        }
    }
    None
}

/// "In biology, …": the number of words that only say where the word is used.
fn leading(clause: &Clause<'_, '_>) -> usize {
    let field = clause.lower(0) == "in"
        && (1..=3).any(|at| {
            clause.gap(at + 1) == Gap::Comma
                && (1..=at).all(|at| clause.noun(at) || clause.is(at, List::Adjectives))
        });
    if !field {
        return 0;
    }
    (1..=4).find(|at| clause.gap(*at) == Gap::Comma).unwrap_or(0)
}

fn is(clause: &Clause<'_, '_>, phrases: &Phrases) -> Option<Found> {
    let (term, at, length) = subject(clause, phrases, phrases.is).or_else(|| {
        let past = subject(clause, phrases, phrases.was)?;
        let bare = !definite(clause, past.1) && !clause.is(0, List::Articles);
        (past.0.starts_with(char::is_uppercase) || bare).then_some(past)
    })?;
    let was = clause.any(at, phrases.was).is_some() && !term.starts_with(char::is_uppercase);
    let from = at + length;
    if clause.any(at, phrases.means).is_some()
        || clause.any(at, phrases.called).is_some()
        || clause.gap(from) != Gap::None
    {
        return None;
    }
    let norwegian = clause.is_norwegian();
    let plural = matches!(clause.lower(at), "are" | "were");
    let named = if norwegian { norwegian_category(clause, from) } else { clause.category(from, plural) };
    let end = named?;
    let known = clause.is(end - 1, List::Categories) || norwegian && clause.is(from, List::Categories);
    if was && !(known && clause.is(end, List::Relatives) || clause.reads(end, "in which")) {
        return None;
    }
    // "The boat is a gift from the king" is about one boat; "The heart is an organ that …" is about any.
    let name = term.starts_with(char::is_uppercase);
    if definite(clause, at)
        && !name
        && !known
        && !clause.is(end, List::Relatives)
        && !clause.reads(end, "in which")
    {
        return None;
    }
    // A person is defined only by a full name.
    let full_name = term.split(' ').filter(|word| word.starts_with(char::is_uppercase)).count() > 1;
    if clause.is(end - 1, List::Persons) && !full_name {
        return None;
    }
    let term = if plural || known { clause.common(term) } else { term };
    let definition = clause.definition(from..clause.statement_end(from))?;
    (definition.split_whitespace().count() >= 4).then_some((term, definition, DefinitionKind::Is))
}

/// Whether a subject that ends before a word is one certain thing: "the boat", "båten".
fn definite(clause: &Clause<'_, '_>, end: usize) -> bool {
    let last = clause.lower(end - 1);
    let ending = ["en", "et", "a", "ene", "ane"].iter().any(|tail| last.ends_with(tail));
    if clause.is_norwegian() { ending && !clause.is(0, List::Articles) } else { clause.lower(0) == "the" }
}

/// "en gass som …", "prosessen der …", "proteiner som …".
fn norwegian_category(clause: &Clause<'_, '_>, from: usize) -> Option<usize> {
    if clause.is(from, List::Articles) || matches!(clause.lower(from), "den" | "det" | "de" | "dei") {
        return clause.category(from, false);
    }
    let end = clause.run(from)?;
    let weak = (from..end).any(|at| {
        clause.is(at, List::Opinions) || clause.is(at, List::Numbers) || clause.is(at, List::Deictics)
    });
    let head = clause.lower(end - 1);
    let definite = ["en", "et", "a", "ene", "ane"].iter().any(|tail| head.ends_with(tail));
    let plural = ["er", "ar", "e"].iter().any(|tail| head.ends_with(tail));
    let relative = matches!(clause.lower(end), "som" | "der" | "hvor" | "kor");
    let preposition = matches!(
        clause.lower(end),
        "for" | "på" | "av" | "om" | "til" | "mellom" | "i" | "fra" | "frå" | "som"
    );
    let tied = clause.gap(end) == Gap::None;
    // "antallet protoner i kjernen": the number is what it is.
    let known = clause.is(end - 1, List::Categories) || clause.is(from, List::Categories);
    let sound = tied
        && !weak
        && !clause.is(end - 1, List::WeakCategories)
        && !superlative(clause, from, end)
        && end - from <= 3
        && (relative && (plural || definite || known) || preposition && known);
    sound.then_some(end)
}

fn means(clause: &Clause<'_, '_>, phrases: &Phrases) -> Option<Found> {
    let (term, at, length) = subject(clause, phrases, phrases.means)?;
    let from = at + length;
    if clause.lower(from) == phrases.that || !matches!(clause.gap(from), Gap::None | Gap::Quote) {
        return None;
    }
    let vague = matches!(
        clause.lower(from),
        "more"
            | "less"
            | "much"
            | "little"
            | "mer"
            | "mindre"
            | "mye"
            | "lite"
            | "noe"
            | "alt"
            | "business"
            | "på"
            | "different"
    );
    if vague
        || clause.is(from, List::Pronouns) && !clause.is(from, List::Determiners)
        || clause.verb(from) && !clause.is(from, List::Participles)
    {
        return None;
    }
    // "enzymes only act on …" is a statement, not the name of a thing.
    let start = from + usize::from(clause.is(from, List::Articles));
    if let Some(end) = clause.run(start)
        && (clause.verb(end) && !clause.is(end, List::Participles)
            || clause.is(end, List::Adverbs) && !clause.is(end, List::Relatives))
    {
        return None;
    }
    let definition = clause.definition(from..clause.statement_end(from))?;
    Some((term, definition, DefinitionKind::Means))
}

/// "By X we mean …", "Med X menes …".
fn by_we_mean(clause: &Clause<'_, '_>, phrases: &Phrases) -> Option<Found> {
    let lead = clause.any(0, phrases.by)?;
    let (at, length) = (lead + 1..clause.len().min(lead + 7))
        .find_map(|at| clause.any(at, phrases.mean).map(|length| (at, length)))?;
    let skip = clause.any(lead, phrases.the_term).unwrap_or(0);
    let term = clause.term(lead + skip..at)?;
    let from = at + length;
    if clause.lower(from) == phrases.that {
        return None;
    }
    let definition = clause.definition(from..clause.statement_end(from))?;
    Some((term, definition, DefinitionKind::Means))
}

#[cfg(test)]
mod tests;
