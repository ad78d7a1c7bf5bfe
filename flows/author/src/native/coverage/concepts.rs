//! The concepts of a reference: terms that carry facts, with the sentences about them.

use std::collections::{BTreeMap, BTreeSet};

use tutti_language::{
    Kind, Language, QuantityKind, Text, causes, contrasts, definitions, enumerations, plain, quantities,
    terms,
};
use tutti_lexicon::{Lexicon, List};

use super::term_uses::{Uses, is_exam, same};
use crate::reference::Reference;

/// What can be asked about a concept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Fact {
    Number,
    Definition,
    List,
    Step,
    Condition,
    Cause,
    Contrast,
}

impl Fact {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Definition => "a definition",
            Self::List => "a list",
            Self::Step => "a step of a procedure",
            Self::Condition => "a condition",
            Self::Cause => "a reason",
            Self::Contrast => "a contrast",
        }
    }
}

/// Something the reference teaches.
#[derive(Debug, Clone)]
pub(super) struct Concept {
    pub(super) name: String,
    pub(super) count: usize,
    /// A heading names it.
    pub(super) heading: bool,
    /// Where it occurs.
    pub(super) sentences: Vec<usize>,
    /// What can be asked, with the sentence that says it.
    pub(super) facts: Vec<(Fact, usize)>,
}

/// The most concepts of a map: more would not be read.
const MOST: usize = 36;

/// Words that no name begins with.
const LEADS: [&str; 9] =
    ["following", "other", "certain", "such", "new", "different", "subject", "test", "same"];

/// Every concept, in the order of the text.
pub(super) fn concepts(reference: &Reference, text: &Text<'_>) -> Vec<Concept> {
    let facts = facts(text);
    let headings: Vec<String> = reference
        .blocks()
        .iter()
        .filter(|block| block.kind() == Kind::Heading)
        .map(|block| format!(" {} ", words_of(block.text())))
        .collect();
    let all = text.sentences().len().max(1);
    let uses = Uses::new(text);
    let defined: BTreeSet<String> = definitions(text).iter().map(|found| words_of(&found.term)).collect();
    let mut found: Vec<Concept> = Vec::new();
    for term in terms(text, 90) {
        let name = spell(term.text.trim());
        // A term in every fifth sentence is the subject of the text, not one of its concepts.
        let subject = term.sentences.len() * 5 > all && all >= 15 && !name.contains(' ');
        if is_junk(&name) || subject || uses.is_glued(&name) || uses.is_furniture(&term.sentences) {
            continue;
        }
        let name = uses.whole(&name);
        let says = defined.contains(&words_of(&name));
        let unfit = is_junk(&name) || is_empty(&name) || uses.is_no_noun(&name);
        if !says && unfit || uses.is_cut(&name) {
            continue;
        }
        let own: Vec<(Fact, usize)> = term
            .sentences
            .iter()
            .flat_map(|sentence| {
                facts.get(sentence).into_iter().flatten().map(move |fact| (*fact, *sentence))
            })
            .collect();
        let heading = headings.iter().any(|heading| heading.contains(&format!(" {} ", words_of(&name))));
        found.push(Concept { name, count: term.count, heading, sentences: term.sentences, facts: own });
    }
    let mut kept = distinct(found, &defined);
    // A word that carries no fact is a concept where it is a name or an expression that recurs.
    let named = |name: &str| name.contains(' ') || name.starts_with(char::is_uppercase);
    kept.retain(|concept| !concept.facts.is_empty() || concept.count >= 3 && named(&concept.name));
    kept.truncate(MOST);
    kept.sort_by_key(|concept| concept.sentences.first().copied().unwrap_or_default());
    kept
}

/// A shouted name in small letters; abbreviations stay.
fn spell(name: &str) -> String {
    let shouted = name.chars().count() > 5 && !name.chars().any(char::is_lowercase);
    if shouted { name.to_lowercase() } else { name.to_owned() }
}

fn words_of(text: &str) -> String {
    let plain = plain(text);
    plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn is_junk(name: &str) -> bool {
    let plain = words_of(name);
    let words: Vec<&str> = plain.split(' ').collect();
    let letters = plain.chars().filter(|c| c.is_alphabetic()).count();
    let english = Lexicon::of(Language::English);
    let noise = List::GeneralNouns | List::ConceptNoise | List::Months | List::Weekdays | List::Periods;
    let is_noise = |word: &str| english.lists(word).overlaps(noise);
    let single = |word: &str| is_noise(word) || is_noise(word.strip_suffix('s').unwrap_or(word));
    let described = ["ed", "ive", "ary", "ous", "able", "ful", "less"];
    let alone = words.len() == 1
        && (words[0].chars().count() < 4 && name.chars().any(char::is_lowercase)
            || described.iter().any(|end| plain.ends_with(end)) && name.starts_with(char::is_lowercase));
    let address =
        plain.contains("www") || plain.contains("http") || plain.ends_with(" gov") || plain.ends_with(" com");
    letters < 3
        || alone
        || address
        || words.iter().all(|word| single(word))
        || words.iter().any(|word| word.chars().count() < 2 || english.has(word, List::PageFurniture))
        || LEADS.contains(&words[0])
        || words.len() > 1 && words[0].len() > 5 && words[0].ends_with("ing")
        || name.split(' ').any(is_misread)
}

/// A name whose noun says nothing: `harmful things`.
fn is_empty(name: &str) -> bool {
    let last = name.rsplit(' ').next().unwrap_or_default();
    let heads = Lexicon::of(Language::English).entries(List::EmptyHeads);
    is_exam(last) || heads.iter().any(|head| same(&last.to_lowercase(), head))
}

/// Letters that no word has: a capital or two before small ones, or no vowel.
fn is_misread(word: &str) -> bool {
    let letters: Vec<char> = word.chars().filter(|c| c.is_alphabetic()).collect();
    let vowel = |c: &char| "aeiouyæøåAEIOUYÆØÅ".contains(*c);
    let broken = letters.windows(4).any(|four| {
        four[0].is_uppercase() && four[1].is_uppercase() && four[2].is_lowercase() && four[3].is_lowercase()
    });
    broken || letters.len() > 4 && !letters.iter().any(vowel)
}

/// One name in the singular and in the plural.
fn are_forms(one: &str, other: &str) -> bool {
    same(&words_of(one), &words_of(other))
}

/// Terms that stand in nearly the same sentences are one concept; it has the name that is defined, or the longer one.
fn distinct(found: Vec<Concept>, defined: &BTreeSet<String>) -> Vec<Concept> {
    let mut kept: Vec<Concept> = Vec::new();
    for concept in found {
        let own: BTreeSet<usize> = concept.sentences.iter().copied().collect();
        let same = kept.iter_mut().find(|other| {
            let theirs: BTreeSet<usize> = other.sentences.iter().copied().collect();
            let common = own.intersection(&theirs).count();
            let nested = words_of(&other.name).contains(&words_of(&concept.name))
                || words_of(&concept.name).contains(&words_of(&other.name));
            let least = own.len().min(theirs.len()).max(1);
            let most = own.len().max(theirs.len()).max(1);
            are_forms(&other.name, &concept.name)
                || common * 4 >= most * 3
                || nested && common * 3 >= least * 2 && most <= 3 * least
        });
        let Some(same) = same else {
            kept.push(concept);
            continue;
        };
        same.heading |= concept.heading;
        if words_of(&same.name) != words_of(&concept.name) && are_forms(&same.name, &concept.name) {
            same.count += concept.count;
            same.sentences.extend(own);
            same.sentences.sort_unstable();
            same.sentences.dedup();
        }
        let longer = concept.name.split(' ').count() > same.name.split(' ').count()
            && words_of(&concept.name).contains(&words_of(&same.name));
        let says = |name: &str| defined.contains(&words_of(name));
        if (longer || says(&concept.name)) && !says(&same.name) {
            same.name = concept.name;
        }
        for fact in concept.facts {
            if !same.facts.contains(&fact) {
                same.facts.push(fact);
            }
        }
    }
    kept
}

/// What each sentence says that can be asked.
fn facts(text: &Text<'_>) -> BTreeMap<usize, Vec<Fact>> {
    let mut found: BTreeMap<usize, Vec<Fact>> = BTreeMap::new();
    let mut add = |sentence: usize, fact: Fact| {
        let facts = found.entry(sentence).or_default();
        if !facts.contains(&fact) {
            facts.push(fact);
        }
    };
    for quantity in quantities(text) {
        let small = quantity.kind == QuantityKind::Count && quantity.number < 2.0;
        if !small {
            add(quantity.sentence, Fact::Number);
        }
    }
    for found in definitions(text) {
        add(found.sentence, Fact::Definition);
    }
    for list in enumerations(text) {
        add(list.sentence, Fact::List);
        for sentence in &list.item_sentences {
            add(*sentence, Fact::List);
        }
    }
    for found in causes(text) {
        add(found.sentence, Fact::Cause);
    }
    for found in contrasts(text) {
        add(found.sentence, Fact::Contrast);
    }
    for (place, sentence) in text.sentences().iter().enumerate() {
        let lower = format!(" {} ", words_of(sentence.text));
        let conditional = [
            " if ",
            " unless ",
            " except ",
            " must ",
            " may not ",
            " cannot ",
            " only when ",
            " provided ",
            " should not ",
            " do not ",
        ];
        if sentence.kind == Kind::Step {
            add(place, Fact::Step);
        }
        if sentence.kind != Kind::Heading && conditional.iter().any(|word| lower.contains(word)) {
            add(place, Fact::Condition);
        }
    }
    found
}
