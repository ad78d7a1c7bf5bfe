//! What a text says plainly, gathered once.

use tutti_language::{
    Cause, Definition, DefinitionKind, Enumeration, Kind, Quantity, Term, Text, causes, centrality,
    definitions, enumerations, is_self_contained, plain, quantities, terms,
};

use crate::handover::Context;

/// A text with what was found in it.
#[derive(Debug)]
pub(super) struct Facts<'t> {
    pub(super) text: &'t Text<'t>,
    /// Those that say what something is; other names and abbreviations are apart.
    pub(super) definitions: Vec<Definition>,
    pub(super) names: Vec<Definition>,
    pub(super) lists: Vec<Enumeration>,
    pub(super) quantities: Vec<Quantity>,
    pub(super) causes: Vec<Cause>,
    pub(super) terms: Vec<Term>,
    central: Vec<f64>,
    /// The Reader's concepts, the most relevant first.
    concepts: Vec<String>,
}

impl<'t> Facts<'t> {
    pub(super) fn of(text: &'t Text<'t>, context: &Context) -> Self {
        let (names, definitions): (Vec<Definition>, Vec<Definition>) = definitions(text)
            .into_iter()
            .filter(|definition| stands_for_itself(&definition.definition))
            .filter(|d| !is_cut(text.sentences()[d.sentence].text, &d.definition))
            .filter(|definition| !is_note(text, definition))
            .partition(|d| matches!(d.kind, DefinitionKind::Alias | DefinitionKind::Abbreviation));
        let nouns = Nouns::of(text);
        let mut concepts: Vec<_> = context.key_concepts.iter().collect();
        concepts.sort_by_key(|concept| concept.relevance);
        Self {
            definitions: once_each(definitions),
            names,
            lists: enumerations(text),
            // A number in words is not looked up, and half a range says nothing.
            quantities: quantities(text)
                .into_iter()
                .filter(|q| q.value.contains(|c: char| c.is_ascii_digit()) && !ends_range(text, q))
                .collect(),
            causes: causes(text),
            terms: terms(text, 60)
                .into_iter()
                .filter(|term| term.count >= 3 && nouns.is_noun(&term.text))
                .collect(),
            central: centrality(text),
            concepts: concepts.into_iter().map(|concept| concept.term.clone()).collect(),
            text,
        }
    }

    pub(super) fn sentence(&self, sentence: usize) -> &'t str {
        self.text.sentences()[sentence].text
    }

    /// The id of the block a sentence stands in.
    pub(super) fn block(&self, sentence: usize) -> String {
        let block = self.text.sentences()[sentence].block;
        self.text.blocks()[block].0.to_owned()
    }

    /// The place of its block, for spreading questions over the document.
    pub(super) fn place(&self, sentence: usize) -> usize {
        self.text.sentences()[sentence].block
    }

    /// Whether a sentence can be shown on its own.
    pub(super) fn stands_alone(&self, sentence: usize) -> bool {
        let words = format!(" {} ", plain(self.sentence(sentence)).replace([',', ';', ':', '.'], " "));
        is_self_contained(self.text, sentence)
            && !POINTERS.iter().any(|pointer| words.contains(&format!(" {pointer} ")))
    }

    /// How much a sentence and a concept matter.
    pub(super) fn weight(&self, sentence: usize, concept: &str) -> f64 {
        let named = plain(concept);
        let rank = self.concepts.iter().position(|known| plain(known) == named);
        let relevance = rank.map_or(0.0, |rank| 1.0 / (1.0 + rank as f64 * 0.2));
        self.central.get(sentence).copied().unwrap_or_default() + relevance
    }

    /// What a sentence is about: the most important of the terms that stand in it.
    pub(super) fn about(&self, sentence: usize) -> String {
        let term = self.terms.iter().find(|term| term.sentences.contains(&sentence));
        term.map_or_else(String::new, |term| term.text.clone())
    }
}

/// Whether a value is an end of a range: the 200 of "between 50 and 200 kg".
fn ends_range(text: &Text<'_>, quantity: &Quantity) -> bool {
    let sentence = text.sentences()[quantity.sentence].text;
    let mut before = sentence[..quantity.range.start].split_whitespace().rev();
    let joint = before.next().is_some_and(|word| ["and", "to", "og", "til", "or", "eller"].contains(&word));
    let number = before.next().is_some_and(|word| word.contains(|c: char| c.is_ascii_digit()));
    let after = sentence[quantity.range.end..].split_whitespace().next();
    let begins = after.is_some_and(|word| ["to", "til", "–", "and", "og"].contains(&word))
        && sentence[quantity.range.end..]
            .split_whitespace()
            .nth(1)
            .is_some_and(|w| w.starts_with(|c: char| c.is_ascii_digit()));
    (joint && number) || begins
}

/// Words that point at something which is not there when a definition or a sentence is shown alone.
const POINTERS: &[&str] = &[
    "the two",
    "the three",
    "these",
    "those",
    "this",
    "them",
    "the reverse",
    "the former",
    "the latter",
    "the above",
    "the following",
    "the same",
    "dei to",
    "de to",
    "de tre",
    "dei tre",
    "disse",
    "desse",
    "denne",
    "dette",
    "begge",
    "den samme",
    "det samme",
    "følgende",
    "følgjande",
    "ovenfor",
    "ovanfor",
];

/// How a definition begins: with an article, or not.
pub(super) fn begins_with_article(definition: &str) -> bool {
    let first = definition.split_whitespace().next().unwrap_or_default().to_lowercase();
    ["a", "an", "the", "en", "et", "ei", "eit", "ein", "den", "det", "de", "dei"].contains(&first.as_str())
}

/// Whether a definition says enough on its own, and only one thing.
fn stands_for_itself(definition: &str) -> bool {
    let words = format!(" {} ", plain(definition).replace([',', ';', ':', '.'], " "));
    let points = POINTERS.iter().any(|pointer| words.contains(&format!(" {pointer} ")));
    let long = definition.chars().count() > 80;
    let runs_on =
        [", and ", ", og ", ", but ", ", men ", "; "].iter().any(|joint| definition.contains(joint));
    let two_things = TWO_THINGS.iter().any(|joint| definition.contains(joint));
    let last = words.split_whitespace().next_back().unwrap_or_default();
    let too_much = two_things || (long && runs_on);
    !(points || too_much || BREAKS_OFF.contains(&last))
}

/// Where a definition goes on to say something else.
const TWO_THINGS: &[&str] = &[
    " and is ",
    " and are ",
    " and was ",
    " and has ",
    " and matters ",
    " and can ",
    " og er ",
    " og var ",
    " og har ",
    " og blir ",
    " og kan ",
    " og vert ",
];

/// Words that nothing ends with.
const BREAKS_OFF: &[&str] =
    &["which", "that", "who", "som", "der", "and", "og", "is", "er", "are", "called", "of", "av"];

/// Whether it is a note behind a word of a list, such as "Gas: a rise means …", and no definition.
pub(crate) fn is_note(text: &Text<'_>, definition: &Definition) -> bool {
    let item = matches!(text.sentences()[definition.sentence].kind, Kind::Item | Kind::Step);
    definition.kind == DefinitionKind::Line && (item || !begins_with_article(&definition.definition))
}

/// Whether a definition ends in the middle of something: before the `/l` of `mmol/l`.
fn is_cut(sentence: &str, definition: &str) -> bool {
    let after = sentence.find(definition).map(|at| &sentence[at + definition.len()..]);
    after.is_some_and(|rest| rest.starts_with('/'))
}

/// What shows that a word of the document is a thing and not a quality or a deed.
struct Nouns {
    text: String,
    norwegian: bool,
}

impl Nouns {
    fn of(text: &Text<'_>) -> Self {
        let all: Vec<String> = text.sentences().iter().map(|sentence| plain(sentence.text)).collect();
        Self { text: format!(" {} ", all.join(" . ")), norwegian: text.language().is_norwegian() }
    }

    /// It stands alone behind an article, or with the ending of the definite form; two words are a name for something.
    fn is_noun(&self, term: &str) -> bool {
        let term = plain(term);
        if term.contains([' ', '-']) {
            return true;
        }
        if self.norwegian {
            let endings: &[&str] =
                if term.ends_with('e') { &["n", "t"] } else { &["en", "et", "a", "ene", "ane"] };
            return endings.iter().any(|ending| self.text.contains(&format!(" {term}{ending} ")));
        }
        ["a", "an", "the"].iter().any(|article| {
            let phrase = format!(" {article} {term}");
            self.text.match_indices(&phrase).any(|(at, _)| {
                let rest = &self.text[at + phrase.len()..];
                let next = rest.split_whitespace().next().unwrap_or_default();
                rest.starts_with(['.', ',', ';', ':', ')'])
                    || (rest.starts_with(' ') && FOLLOWS.contains(&next))
            })
        })
    }
}

/// What comes after a noun, and not between an adjective and its noun.
const FOLLOWS: &[&str] = &[
    "is", "was", "are", "were", "of", "in", "on", "that", "which", "and", "or", "to", "from", "with", "at",
    "by", "for", "may", "must", "can", "has", "have", "will", "as", "than", "when", "if", "before", "after",
    "until", ".",
];

/// A term that is defined twice is asked about once, by the first.
fn once_each(definitions: Vec<Definition>) -> Vec<Definition> {
    let mut kept: Vec<Definition> = Vec::new();
    for definition in definitions {
        if kept.iter().all(|known| plain(&known.term) != plain(&definition.term)) {
            kept.push(definition);
        }
    }
    kept
}
