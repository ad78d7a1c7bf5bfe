//! The concepts of a reference: terms that carry facts, with the sentences that say something of them.

use std::collections::{BTreeMap, BTreeSet};

use tutti_language::{
    Kind, QuantityKind, Text, causes, contrasts, definitions, enumerations, plain, quantities, terms,
};

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

/// Words that belong to a document, to its layout or to any subject.
const JUNK: [&str; 74] = [
    "chapter",
    "section",
    "page",
    "figure",
    "table",
    "example",
    "review",
    "guide",
    "handout",
    "fact sheet",
    "information",
    "thing",
    "things",
    "way",
    "ways",
    "kind",
    "type",
    "types",
    "number",
    "numbers",
    "lot",
    "part",
    "parts",
    "list",
    "rule",
    "rules",
    "case",
    "cases",
    "time",
    "times",
    "day",
    "days",
    "year",
    "years",
    "month",
    "months",
    "people",
    "person",
    "use",
    "question",
    "questions",
    "answer",
    "answers",
    "problem",
    "problems",
    "step",
    "steps",
    "text",
    "reading",
    "student",
    "students",
    "note",
    "overview",
    "introduction",
    "summary",
    "website",
    "email",
    "phone number",
    "result",
    "results",
    "value",
    "values",
    "variables",
    "concept",
    "concepts",
    "word",
    "words",
    "amount",
    "level",
    "place",
    "point",
    "end",
    "reason",
    "fact",
];

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
    let mut found: Vec<Concept> = Vec::new();
    for term in terms(text, 90) {
        let name = term.text.trim().to_owned();
        // What every fifth sentence speaks of is the subject of the text, not one of its concepts.
        let subject = term.sentences.len() * 5 > all && all >= 15 && !name.contains(' ');
        if is_junk(&name) || subject {
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
    let defined: BTreeSet<String> = definitions(text).iter().map(|found| words_of(&found.term)).collect();
    let mut kept = distinct(found, &defined);
    kept.retain(|concept| !concept.facts.is_empty() || concept.count >= 3 || concept.heading);
    kept.truncate(MOST);
    kept.sort_by_key(|concept| concept.sentences.first().copied().unwrap_or_default());
    kept
}

fn words_of(text: &str) -> String {
    let plain = plain(text);
    plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn is_junk(name: &str) -> bool {
    let plain = words_of(name);
    let letters = plain.chars().filter(|c| c.is_alphabetic()).count();
    let words: Vec<&str> = plain.split(' ').collect();
    let vowels = words
        .iter()
        .all(|word| word.contains(['a', 'e', 'i', 'o', 'u', 'y', 'æ', 'ø', 'å']) || word.len() <= 4);
    JUNK.contains(&plain.as_str())
        || letters < 3
        || !vowels
        || words.len() == 1 && words[0].chars().count() < 4 && name.chars().any(char::is_lowercase)
        || words.iter().filter(|word| word.chars().count() < 2).count() > 0
        || plain.contains("www")
        || plain.contains("http")
        || plain.ends_with(" gov")
        || plain.ends_with(" com")
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
            common * 4 >= most * 3 || nested && common * 3 >= least * 2 && most <= 3 * least
        });
        let Some(same) = same else {
            kept.push(concept);
            continue;
        };
        same.heading |= concept.heading;
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
    definitions(text).iter().for_each(|found| add(found.sentence, Fact::Definition));
    for list in enumerations(text) {
        add(list.sentence, Fact::List);
        list.item_sentences.iter().for_each(|sentence| add(*sentence, Fact::List));
    }
    causes(text).iter().for_each(|found| add(found.sentence, Fact::Cause));
    contrasts(text).iter().for_each(|found| add(found.sentence, Fact::Contrast));
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
