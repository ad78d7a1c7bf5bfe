//! Key phrases of a text.

use std::collections::{HashMap, HashSet};

use tutti_lexicon::{List, Stems, lemma, tokens};

use crate::Language;
use crate::clause::{Clause, is_adjective};
use crate::definitions::{DefinitionKind, definitions};
use crate::text::{Gap, Kind, Text, Word};

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

#[derive(Debug, Default)]
struct Candidate {
    count: usize,
    sentences: Vec<usize>,
    /// Each form as it is written inside a sentence, with how often.
    forms: HashMap<String, usize>,
    /// How often it ends a candidate that is a word longer and recurs.
    nested: usize,
    heading: bool,
    vague: bool,
    /// One word that is a verb as well.
    action: bool,
}

/// The terms of a text, the most important first: phrases of up to four words that recur, are defined, stand in headings or
/// early. Forms of one word are one term.
pub fn terms(text: &Text<'_>, most: usize) -> Vec<Term> {
    let mut found: HashMap<Vec<u32>, Candidate> = HashMap::new();
    let uses = Uses::new(text);
    for sentence in 0..text.sentences().len() {
        collect(text, sentence, &uses, &mut found);
    }
    nest(&mut found);
    let defined = defined_terms(text);
    let all = text.sentences().len().max(1) as f64;
    let mut terms: Vec<Term> = found
        .into_iter()
        .filter_map(|(key, candidate)| {
            let says = defined.contains(&key);
            let own = candidate.count.saturating_sub(candidate.nested);
            let recurs = own >= 2 || (candidate.heading && candidate.count >= 2);
            if !says && (!recurs || candidate.vague) {
                return None;
            }
            let first = candidate.sentences.first().copied().unwrap_or_default() as f64;
            let weight = (1.0 + key.len() as f64).log2() * (own.max(1) as f64 + 0.3 * candidate.count as f64);
            let spread = 1.0 + (candidate.sentences.len() as f64).ln_1p() * 0.3;
            let early = 1.0 + 0.3 * (1.0 - first / all);
            let heading = if candidate.heading { 1.3 } else { 1.0 };
            let action = if candidate.action && !says { 0.5 } else { 1.0 };
            let definition = if says { 1.0 + 4.0 / (1.0 + weight) } else { 1.0 };
            Some(Term {
                text: plainest(&candidate.forms)?,
                count: candidate.count,
                score: weight * spread * early * heading * action * definition,
                sentences: candidate.sentences,
            })
        })
        .collect();
    terms.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.text.cmp(&b.text)));
    terms.truncate(most);
    terms
}

/// How the words of a text are used: after what a noun stands after, or after what a verb stands after.
#[derive(Debug)]
struct Uses(HashMap<String, (usize, usize)>);

impl Uses {
    fn new(text: &Text<'_>) -> Self {
        let mut uses: HashMap<String, (usize, usize)> = HashMap::new();
        let english = text.language() == Language::English;
        for sentence in 0..text.sentences().len() {
            for pair in text
                .words(sentence)
                .windows(2)
                .filter(|pair| pair[1].is_content() && pair[1].gap == Gap::None)
            {
                let (before, word) = (&pair[0], &pair[1]);
                let subject = before.is(List::Pronouns) && !before.is(List::Determiners);
                // A Norwegian verb may stand before its subject: "kan vi", "er vann".
                let verb = before.is(List::Modals)
                    || (english
                        && (subject || (before.is(List::Auxiliaries) && word.lower().ends_with("ed"))));
                let noun = before.is(List::Determiners)
                    || before.is(List::Prepositions)
                    || before.is(List::Adjectives);
                if !verb && !noun {
                    continue;
                }
                let entry = match uses.get_mut(word.lower()) {
                    Some(entry) => entry,
                    None => uses.entry(word.lower().to_owned()).or_default(),
                };
                if verb { entry.1 += 1 } else { entry.0 += 1 }
            }
        }
        Self(uses)
    }

    fn as_noun(&self, word: &Word<'_>) -> bool {
        self.0.get(word.lower()).is_some_and(|(noun, _)| *noun > 0)
    }

    fn as_verb(&self, word: &Word<'_>) -> bool {
        self.0.get(word.lower()).is_some_and(|(noun, verb)| verb > noun)
    }
}

/// Counts the phrases that end each run of nouns and adjectives: the last word is what the phrase is a kind of.
fn collect(text: &Text<'_>, sentence: usize, uses: &Uses, found: &mut HashMap<Vec<u32>, Candidate>) {
    let clause = text.clause(sentence);
    let heading = text.sentences()[sentence].kind == Kind::Heading;
    let fits = |at: usize| fits(&clause, at);
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
        let head = &clause.words[end - 1];
        let noun = clause.noun(end - 1)
            && !head.is(List::Participles)
            && !uses.as_verb(head)
            && !is_adjective(head.lower(), text.language())
            && !head.lower().ends_with("'s");
        for from in end.saturating_sub(LONGEST).max(start)..end {
            let words = &clause.words[from..end];
            // "Use the device" is a command.
            let command = from == 0 && words[0].is(List::Verbs) && !uses.as_noun(&words[0]);
            if !noun
                || command
                || words[0].is(List::Opinions)
                || words[0].is(List::Deictics)
                || switches(words)
            {
                continue;
            }
            let Some(form) = clause.term_form(from..end) else { continue };
            let key = words.iter().map(|word| word.lemma).collect();
            let candidate = found.entry(key).or_default();
            candidate.count += 1;
            if candidate.sentences.last() != Some(&sentence) {
                candidate.sentences.push(sentence);
            }
            candidate.heading |= heading;
            candidate.action |= words.len() == 1 && head.is(List::Verbs);
            candidate.vague |= words.iter().all(|word| {
                [List::GeneralNouns, List::Adjectives, List::Persons, List::Participles]
                    .iter()
                    .any(|class| word.is(*class))
            });
            *candidate.forms.entry(form).or_default() += 1;
        }
        start = end;
    }
}

fn fits(clause: &Clause<'_, '_>, at: usize) -> bool {
    let word = &clause.words[at];
    let letters = word.text.chars().count();
    // Without lists, short words are taken for small words.
    let least = if clause.source().language() == Language::Other { 4 } else { 2 };
    let known = letters > least || (letters == 2 && word.text.chars().all(char::is_uppercase));
    let before = clause.text[..word.range.start].chars().next_back();
    let after = &clause.text[word.range.end..];
    // Parts of an address: www.example.org/page.
    let address = before.is_some_and(|c| matches!(c, '/' | '@' | '.' | ':' | '_'))
        || after.starts_with(['/', '@', '_', '\\'])
        || after.starts_with("://")
        || (after.starts_with(['.', ':']) && after[1..].starts_with(char::is_alphanumeric));
    known
        && !address
        && word.is_content()
        && !word.is(List::Numbers)
        && !word.is(List::Months)
        && !clause.verb(at)
        && word.text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '\'' | '’' | '‑' | '\u{ad}'))
}

/// Small and capital letters by turns: cells of a table that ran together.
fn switches(words: &[Word<'_>]) -> bool {
    let inner = words.windows(2).filter(|pair| pair[0].is_capital() != pair[1].is_capital()).count();
    inner >= 2
}

/// What only ends longer phrases that recur is not a term of its own.
fn nest(found: &mut HashMap<Vec<u32>, Candidate>) {
    let longer: Vec<(Vec<u32>, usize)> = found
        .iter()
        .filter(|(key, candidate)| key.len() > 1 && candidate.count >= 2)
        .map(|(key, candidate)| (key[1..].to_vec(), candidate.count))
        .collect();
    for (rest, count) in longer {
        if let Some(candidate) = found.get_mut(&rest) {
            candidate.nested += count;
        }
    }
}

/// The terms that are defined.
fn defined_terms(text: &Text<'_>) -> HashSet<Vec<u32>> {
    let stems = Stems::of(text.language());
    definitions(text)
        .into_iter()
        .filter(|definition| definition.kind != DefinitionKind::Alias)
        .filter_map(|definition| {
            tokens(&definition.term)
                .map(|token| {
                    let lower = token.lower();
                    text.known_lemma(&lemma(&lower, &stems.stem(&lower), text.language()))
                })
                .collect()
        })
        .collect()
}

/// The shortest form, which is the singular or the indefinite; among equals the most frequent, and one without capitals before
/// one with.
fn plainest(forms: &HashMap<String, usize>) -> Option<String> {
    let capital = |form: &str| {
        form.starts_with(char::is_uppercase)
            || form.contains(' ') && form.split(' ').any(|word| word.starts_with(char::is_uppercase))
    };
    let most = forms.values().max().copied().unwrap_or_default();
    // A capital that most forms have belongs to a name.
    let small: usize = forms.iter().filter(|(form, _)| !capital(form)).map(|(_, count)| count).sum();
    let prefers_small = small > 0 && small * 4 >= most;
    forms
        .iter()
        .filter(|(form, _)| !prefers_small || !capital(form))
        .min_by_key(|(form, count)| (form.chars().count(), usize::MAX - **count, (*form).clone()))
        .map(|(form, _)| form.clone())
}

#[cfg(test)]
mod tests;
