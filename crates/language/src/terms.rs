//! Key phrases: what a text is about.

use std::collections::HashMap;

use crate::definitions::{DefinitionKind, definitions};
use crate::lists::Class;
use crate::text::{Gap, Kind, Text};
use crate::words::{Stems, cut};

/// A phrase that matters in a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    /// The plainest of the forms it was seen in.
    pub text: String,
    /// How often it occurs, in any form.
    pub count: usize,
    /// Of use only beside other scores of the same text.
    pub score: f64,
    /// The sentences it occurs in, in order.
    pub sentences: Vec<usize>,
}

/// The longest phrase that is looked for.
const LONGEST: usize = 4;

#[derive(Default)]
struct Candidate {
    count: usize,
    sentences: Vec<usize>,
    /// Each form as it is written inside a sentence, with how often.
    forms: HashMap<String, usize>,
    /// How often it stands inside candidates that are a word longer and recur.
    nested: usize,
    heading: bool,
    vague: bool,
}

/// The terms of a text, the most important first: phrases of up to four words that recur, are defined, stand in headings or
/// early. Forms of one word are one term.
pub fn terms(text: &Text<'_>, most: usize) -> Vec<Term> {
    let mut found: HashMap<Vec<u32>, Candidate> = HashMap::new();
    for sentence in 0..text.sentences().len() {
        collect(text, sentence, &mut found);
    }
    nest(&mut found);
    let defined = defined(text);
    let all = text.sentences().len().max(1) as f64;
    let mut terms: Vec<Term> = found
        .into_iter()
        .filter_map(|(stems, candidate)| {
            let key: Vec<&str> = stems.iter().map(|stem| text.stem_text(*stem)).collect();
            let says = defined.contains_key(&key.join(" "));
            let own = candidate.count.saturating_sub(candidate.nested);
            let recurs = own >= 2 || (candidate.heading && candidate.count >= 2);
            if !(says || recurs || (stems.len() == 2 && candidate.heading)) || (candidate.vague && !says) {
                return None;
            }
            let first = candidate.sentences.first().copied().unwrap_or_default() as f64;
            let weight =
                (1.0 + stems.len() as f64).log2() * (own.max(1) as f64 + 0.3 * candidate.count as f64);
            let spread = 1.0 + (candidate.sentences.len() as f64).ln_1p() * 0.3;
            let early = 1.0 + 0.3 * (1.0 - first / all);
            let heading = if candidate.heading { 1.3 } else { 1.0 };
            let definition = if says { 1.0 + 4.0 / (1.0 + weight) } else { 1.0 };
            let text = plainest(&candidate.forms)?;
            Some(Term {
                text,
                count: candidate.count,
                score: weight * spread * early * heading * definition,
                sentences: candidate.sentences,
            })
        })
        .collect();
    terms.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.text.cmp(&b.text)));
    terms.truncate(most);
    terms
}

/// Counts every phrase of every run of nouns and adjectives.
fn collect(text: &Text<'_>, sentence: usize, found: &mut HashMap<Vec<u32>, Candidate>) {
    let clause = text.clause(sentence);
    let heading = text.sentences()[sentence].kind == Kind::Heading;
    let fits = |at: usize| {
        let word = &clause.words[at];
        word.is_content()
            && !word.is(Class::NUMBER)
            && !word.is(Class::MONTH)
            && !clause.verb(at)
            && word.text.chars().count() > 2
            || (word.text.chars().count() == 2 && word.text.chars().all(char::is_uppercase))
    };
    let mut start = 0;
    while start < clause.len() {
        if !fits(start) {
            start += 1;
            continue;
        }
        let mut end = start + 1;
        while end < clause.len() && fits(end) && clause.gap(end) == Gap::None {
            end += 1;
        }
        for from in start..end {
            for to in from + 1..=end.min(from + LONGEST) {
                let words = &clause.words[from..to];
                let edge = &clause.words[from];
                if !clause.noun(to - 1)
                    || edge.is(Class::OPINION)
                    || edge.is(Class::DEICTIC)
                    || clause.is(to - 1, Class::PARTICIPLE)
                {
                    continue;
                }
                let Some(form) = clause.term_form(from..to) else { continue };
                let candidate = found.entry(words.iter().map(|word| word.stem).collect()).or_default();
                candidate.count += 1;
                if candidate.sentences.last() != Some(&sentence) {
                    candidate.sentences.push(sentence);
                }
                candidate.heading |= heading;
                candidate.vague |= words.iter().all(|word| {
                    word.is(Class::VAGUE)
                        || word.is(Class::ADJECTIVE)
                        || word.is(Class::PERSON)
                        || word.is(Class::PARTICIPLE)
                });
                *candidate.forms.entry(form).or_default() += 1;
            }
        }
        start = end;
    }
}

/// What stands only inside longer phrases that recur is not a term of its own.
fn nest(found: &mut HashMap<Vec<u32>, Candidate>) {
    let longer: Vec<(Vec<u32>, usize)> = found
        .iter()
        .filter(|(stems, candidate)| stems.len() > 1 && candidate.count >= 2)
        .map(|(stems, candidate)| (stems.clone(), candidate.count))
        .collect();
    for (stems, count) in longer {
        for part in stems.windows(stems.len() - 1) {
            if let Some(candidate) = found.get_mut(part) {
                candidate.nested += count;
            }
        }
    }
}

/// The terms that are defined, as stems with a space between.
fn defined(text: &Text<'_>) -> HashMap<String, DefinitionKind> {
    let stems = Stems::of(text.language());
    definitions(text)
        .into_iter()
        .map(|definition| {
            let key: Vec<_> =
                cut(&definition.term).map(|word| stems.stem(&definition.term[word].to_lowercase())).collect();
            (key.join(" "), definition.kind)
        })
        .collect()
}

/// The shortest form, which is the singular or the indefinite; among equals the most frequent.
fn plainest(forms: &HashMap<String, usize>) -> Option<String> {
    let capital = |form: &str| form.starts_with(char::is_uppercase);
    forms
        .iter()
        .min_by_key(|(form, count)| {
            (capital(form), form.chars().count(), usize::MAX - **count, (*form).clone())
        })
        .map(|(form, _)| form.clone())
}

#[cfg(test)]
mod tests;
