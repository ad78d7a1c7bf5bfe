//! The facts that a text states plainly, collected once.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use tutti_language::{
    Cause, Definition, DefinitionKind, Enumeration, Kind, Language, Quantity, Term, Text, causes, centrality,
    definitions, enumerations, holds_words, is_self_contained, plain, quantities, terms,
};
use tutti_lexicon::{Lexicon, List, tokens};

use crate::statement_checks::is_advice;

/// A text with what was found in it.
#[derive(Debug)]
pub struct Facts<'t> {
    pub(crate) text: &'t Text<'t>,
    /// Those that say what something is; other names and abbreviations are apart.
    pub(crate) definitions: Vec<Definition>,
    pub(crate) names: Vec<Definition>,
    pub(crate) lists: Vec<Enumeration>,
    pub(crate) quantities: Vec<Quantity>,
    pub(crate) causes: Vec<Cause>,
    pub(crate) terms: Vec<Term>,
    /// Phrases that are of one kind with others: members of one list, or things of one genus.
    kinds: Vec<(String, Arc<[String]>)>,
    /// The sentences as [`plain`] words.
    plain: Vec<String>,
    central: Vec<f64>,
    title: String,
    /// What the text is about, the most relevant first.
    concepts: Vec<String>,
}

impl<'t> Facts<'t> {
    /// `title` is that of the document, if it has one; `concepts` are what it is about, the most relevant first.
    pub fn of(text: &'t Text<'t>, title: &str, concepts: Vec<String>) -> Self {
        let lexicon = Lexicon::of(text.language());
        let inner = InnerWords::of(text);
        let (names, definitions): (Vec<Definition>, Vec<Definition>) = definitions(text)
            .into_iter()
            .filter(|d| stands_for_itself(&d.definition, text.sentences()[d.sentence].text, lexicon))
            .filter(|definition| !definition.term.contains(['"', '“', '”', '«', '»', '*']))
            .filter(|definition| !is_name(&definition.term))
            .map(|definition| Definition { term: as_inside(text, &inner, &definition.term), ..definition })
            .filter(|d| !is_cut(text.sentences()[d.sentence].text, &d.definition))
            .filter(|definition| !is_note(text, definition))
            .partition(|d| matches!(d.kind, DefinitionKind::Alias | DefinitionKind::Abbreviation));
        let nouns = Nouns::of(text);
        let (definitions, lists) = (once_each(definitions), enumerations(text));
        // A number in words is not looked up, and half a range says nothing.
        let quantities: Vec<Quantity> = quantities(text)
            .into_iter()
            .filter(|q| q.value.contains(|c: char| c.is_ascii_digit()) && !ends_range(text, q))
            .collect();
        let is_unit = |term: &Term| {
            let words = lexicon.entries(List::UnitWords).iter().copied();
            let mut units = quantities.iter().filter_map(|q| q.unit.as_deref()).chain(words);
            units.any(|unit| is_form_of(unit, &term.text))
        };
        Self {
            kinds: kinds(&definitions, &lists, &names_of(text)),
            plain: text.sentences().iter().map(|sentence| plain(sentence.text)).collect(),
            definitions,
            names,
            lists,
            causes: causes(text),
            terms: terms(text, 60)
                .into_iter()
                .filter(|term| term.count >= 3 && nouns.is_noun(&term.text) && !is_unit(term))
                .collect(),
            quantities,
            central: centrality(text),
            title: title.trim().to_owned(),
            concepts,
            text,
        }
    }

    /// The words of its language.
    pub(crate) fn lexicon(&self) -> &'static Lexicon {
        Lexicon::of(self.text.language())
    }

    pub fn sentence(&self, sentence: usize) -> &'t str {
        self.text.sentences()[sentence].text
    }

    /// The id of the block a sentence stands in.
    pub fn block(&self, sentence: usize) -> String {
        let block = self.text.sentences()[sentence].block;
        self.text.blocks()[block].0.to_owned()
    }

    /// The place of its block, for spreading questions over the document.
    pub(crate) fn place(&self, sentence: usize) -> usize {
        self.text.sentences()[sentence].block
    }

    /// Whether a sentence can be shown on its own.
    pub(crate) fn stands_alone(&self, sentence: usize) -> bool {
        let text = self.sentence(sentence);
        is_self_contained(self.text, sentence) && !leans(text, self.lexicon()) && !self.is_glued(text)
    }

    /// Whether a space was lost between two words: "the chanceof" where the text has "chance" elsewhere.
    fn is_glued(&self, sentence: &str) -> bool {
        let known = |word: &str| self.plain.iter().any(|text| holds_words(text, word));
        let glued = |word: &str| {
            LITTLE.iter().any(|little| {
                let rest = word.strip_suffix(little).or_else(|| word.strip_prefix(little));
                rest.is_some_and(|rest| rest.chars().count() >= 4 && known(rest))
            })
        };
        let english = self.text.language() == Language::English;
        english
            && sentence.split(|c: char| !c.is_alphabetic()).any(|word| !WHOLE.contains(&word) && glued(word))
    }

    /// Whether a sentence can be shown on its own in other words.
    pub(crate) fn stands_alone_as(&self, sentence: usize, words: &str) -> bool {
        if words == self.sentence(sentence) {
            return self.stands_alone(sentence);
        }
        let lone = Text::new(&[("", words)], self.text.language());
        lone.sentences().len() == 1 && is_self_contained(&lone, 0) && !leans(words, self.lexicon())
    }

    /// What statements can be about: the concepts, then what is spoken of most.
    pub(crate) fn topics(&self) -> Vec<String> {
        let terms = self.terms.iter().map(|term| term.text.clone());
        let mut topics: Vec<String> = Vec::new();
        for topic in self.concepts.iter().cloned().chain(terms) {
            if topics.iter().all(|known| plain(known) != plain(&topic)) {
                topics.push(topic);
            }
        }
        topics
    }

    /// The sentences under each heading, and the heading; then all of them under the title.
    pub(crate) fn sections(&self) -> Vec<(Vec<usize>, String)> {
        let mut sections: Vec<(Vec<usize>, String)> = Vec::new();
        for (place, sentence) in self.text.sentences().iter().enumerate() {
            match (sentence.kind, sections.last_mut()) {
                (Kind::Heading, _) => sections.push((Vec::new(), heading(sentence.text))),
                (_, Some((sentences, _))) => sentences.push(place),
                (_, None) => {}
            }
        }
        sections.push(((0..self.plain.len()).collect(), heading(&self.title)));
        sections.retain(|(_, heading)| is_topic(heading, self.lexicon()));
        sections
    }

    /// Phrases with the others of their kind.
    pub(crate) fn kinds(&self) -> &[(String, Arc<[String]>)] {
        &self.kinds
    }

    /// The sentences that a phrase stands in.
    pub(crate) fn mentioning(&self, phrase: &str) -> Vec<usize> {
        let phrase = plain(phrase);
        (0..self.plain.len()).filter(|sentence| holds_words(&self.plain[*sentence], &phrase)).collect()
    }

    /// How much a sentence and a concept matter.
    pub(crate) fn weight(&self, sentence: usize, concept: &str) -> f64 {
        let named = plain(concept);
        let rank = self.concepts.iter().position(|known| plain(known) == named);
        let relevance = rank.map_or(0.0, |rank| 1.0 / (1.0 + rank as f64 * 0.2));
        self.central.get(sentence).copied().unwrap_or_default() + relevance
    }

    /// What a sentence is about: the most important of the terms that stand in it.
    pub(crate) fn about(&self, sentence: usize) -> String {
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

/// Little words that run into their neighbours where a page lost its spaces, and words that only look like that.
const LITTLE: &[&str] = &["the", "of", "and", "for", "with"];
const WHOLE: &[&str] =
    &["thereof", "whereof", "hereof", "without", "forever", "forward", "therefore", "forthwith"];

/// Whether a sentence points at something that is not in it.
fn leans(sentence: &str, lexicon: &Lexicon) -> bool {
    pronoun_second(sentence) || lexicon.holds(sentence, List::BackReferences)
}

/// "Blir den brutt, …": the verb stands first, and what it speaks of was named before.
fn pronoun_second(sentence: &str) -> bool {
    let second = sentence.split_whitespace().nth(1).unwrap_or_default();
    ["den", "det", "de", "dei", "han", "hun", "ho"].contains(&second) && !begins_with_article(sentence)
}

/// How a definition begins: with an article, or not.
pub(crate) fn begins_with_article(definition: &str) -> bool {
    let first = definition.split_whitespace().next().unwrap_or_default().to_lowercase();
    ["a", "an", "the", "en", "et", "ei", "eit", "ein", "den", "det", "de", "dei"].contains(&first.as_str())
}

/// Whether a definition says enough on its own, and only one thing.
fn stands_for_itself(definition: &str, sentence: &str, lexicon: &Lexicon) -> bool {
    let points = lexicon.holds(definition, List::BackReferences);
    let long = definition.chars().count() > 80;
    let runs_on =
        [", and ", ", og ", ", but ", ", men ", "; "].iter().any(|joint| definition.contains(joint));
    let two_things = TWO_THINGS.iter().any(|joint| definition.contains(joint));
    let last = tokens(definition).last().map(|token| token.lower()).unwrap_or_default();
    let too_much = two_things || (long && runs_on);
    // "A chain that jumps off" ends where its sentence ends.
    let whole = sentence.trim_end_matches(['.', ' ']).ends_with(definition.trim_end_matches('.'));
    let leans = ["it", "them", "den", "det"].contains(&&*last);
    // No definition ends with one of these.
    let open = List::Relatives
        | List::Conjunctions
        | List::FormsOfBe
        | List::Prepositions
        | List::Pronouns
        | List::Articles;
    let breaks_off = lexicon.lists(&last).overlaps(open) || last == "called";
    !(points || too_much || leans || !whole && breaks_off)
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

/// Whether it is a note behind a word of a list, such as "Gas: a rise means …", and no definition.
pub fn is_note(text: &Text<'_>, definition: &Definition) -> bool {
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
        let english = Lexicon::of(Language::English);
        english.entries(List::Articles).iter().any(|article| {
            let phrase = format!(" {article} {term}");
            self.text.match_indices(&phrase).any(|(at, _)| {
                let rest = &self.text[at + phrase.len()..];
                let next = rest.split_whitespace().next().unwrap_or_default();
                // What comes after a noun, and not between an adjective and its noun.
                let follows = List::Auxiliaries | List::Prepositions | List::Conjunctions;
                rest.starts_with(['.', ',', ';', ':', ')'])
                    || rest.starts_with(' ') && (next == "." || english.lists(next).overlaps(follows))
            })
        })
    }
}

/// Whether statements can be said to be about it: "Do this first" and "Is that legal?" are about nothing.
fn is_topic(heading: &str, lexicon: &Lexicon) -> bool {
    (1..=6).contains(&heading.split_whitespace().count())
        && !heading.ends_with(['?', '!'])
        && !is_advice(heading, lexicon)
        && !lexicon.holds(heading, List::BackReferences)
}

/// A heading without its number, its mark and what follows a colon.
fn heading(text: &str) -> String {
    let text = text.split(": ").next().unwrap_or_default();
    text.trim_start_matches(|c: char| !c.is_alphabetic()).trim_end_matches(['.', ':', ' ']).to_owned()
}

/// Members of one list are of a kind; so are terms that are defined as the same sort of thing.
fn kinds(
    definitions: &[Definition],
    lists: &[Enumeration],
    names: &[String],
) -> Vec<(String, Arc<[String]>)> {
    let short = |item: &&String| (1..=3).contains(&item.split_whitespace().count());
    let mut kinds = Vec::new();
    for list in lists.iter().filter(|list| !list.ordered) {
        let items: Vec<String> = list.items.iter().filter(short).cloned().collect();
        let items: Arc<[String]> = items.into();
        kinds.extend(items.iter().map(|item| (item.clone(), Arc::clone(&items))));
    }
    // "Han Dynasty", "Qin Dynasty".
    let last = |name: &str| name.rsplit(' ').next().map(str::to_owned);
    for name in names {
        let others: Vec<String> = names.iter().filter(|other| last(other) == last(name)).cloned().collect();
        kinds.push((name.to_lowercase(), others.into()));
    }
    let of_genus: Vec<Option<String>> =
        definitions.iter().map(|definition| genus(&definition.definition)).collect();
    let mut members: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (definition, genus) in definitions.iter().zip(&of_genus) {
        if let Some(genus) = genus {
            members.entry(genus).or_default().push(definition.term.clone());
        }
    }
    let members: BTreeMap<&str, Arc<[String]>> =
        members.into_iter().map(|(genus, terms)| (genus, terms.into())).collect();
    for (definition, genus) in definitions.iter().zip(&of_genus) {
        if let Some(others) = genus.as_deref().and_then(|genus| members.get(genus)) {
            kinds.push((definition.term.clone(), Arc::clone(others)));
        }
    }
    kinds
}

/// "George Boole", "Via Appia": nobody asks what is meant by them.
fn is_name(term: &str) -> bool {
    let words: Vec<&str> = term.split(' ').collect();
    words.len() >= 2 && words.iter().all(|word| word.starts_with(char::is_uppercase))
}

/// The words that do not begin a sentence, sorted.
struct InnerWords<'t>(Vec<&'t str>);

impl<'t> InnerWords<'t> {
    fn of(text: &Text<'t>) -> Self {
        let mut words: Vec<&str> =
            text.sentences().iter().flat_map(|sentence| sentence.text.split_whitespace().skip(1)).collect();
        words.sort_unstable();
        words.dedup();
        Self(words)
    }

    fn any_starts_with(&self, stem: &str) -> bool {
        let at = self.0.partition_point(|word| *word < stem);
        self.0.get(at).is_some_and(|word| word.starts_with(stem))
    }
}

/// A term as it stands inside a sentence: without the capital that only the beginning of one gave it.
fn as_inside(text: &Text<'_>, inner: &InnerWords<'_>, term: &str) -> String {
    let small = lower_first(term);
    let inside = |stem: &str| inner.any_starts_with(stem);
    let rest_small = term.chars().skip(1).all(|c| !c.is_uppercase());
    // In Norwegian a noun has no capital unless it is a name, and a name has it everywhere.
    let common =
        term.contains(['-', ' ']) || text.language().is_norwegian() && !inside(term) || inside(&small);
    if rest_small && common { small } else { term.to_owned() }
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

/// Names of two or three words, as the text writes them.
fn names_of(text: &Text<'_>) -> Vec<String> {
    let named = |term: &Term| is_name(&term.text) && term.text.split(' ').count() <= 3;
    terms(text, 200).into_iter().filter(named).map(|term| term.text).collect()
}

/// "minutes" and "minute".
fn is_form_of(unit: &str, term: &str) -> bool {
    let (unit, term) = (plain(unit), plain(term));
    unit.starts_with(&term) && unit.len() - term.len() <= 2
}

/// What sort of thing a definition speaks of: "cell" in "a cell that carries oxygen".
fn genus(definition: &str) -> Option<String> {
    let words: Vec<String> = plain(definition).split_whitespace().map(str::to_owned).collect();
    let ends =
        ["that", "which", "who", "of", "in", "for", "from", "with", "to", "som", "av", "i", "for", "til"];
    let end = words.iter().position(|word| ends.contains(&word.as_str()))?;
    let head = words.get(end.checked_sub(1)?)?;
    (begins_with_article(definition) && (2..=5).contains(&end)).then(|| head.clone())
}

/// A term that is defined twice is asked about once, by the first.
fn once_each(definitions: Vec<Definition>) -> Vec<Definition> {
    let mut known = HashSet::new();
    definitions.into_iter().filter(|definition| known.insert(plain(&definition.term))).collect()
}
