//! Facts as cards and questions.

use tutti_language::{CauseMarker, DefinitionKind, Enumeration, Quantity, plain};

use super::choose::Weighed;
use super::facts::{Facts, begins_with_article};
use super::options::{Candidate, three};
use super::values;
use super::wording::{GAP, Wording};
use crate::handover::Difficulty;
use crate::materials::{Facet, Flashcard, QuizItem};

/// The longest sentence that is shown with a gap, in characters.
const LONGEST: usize = 230;
/// The longest definition or step that is an option.
const LONGEST_OPTION: usize = 150;

/// Every card that the facts carry.
pub(super) fn cards(facts: &Facts<'_>, wording: Wording) -> Vec<Weighed<Flashcard>> {
    let mut cards = Vec::new();
    let mut add = |facet, concept: &str, question: String, answer: String, sentence: usize| {
        let card = Flashcard {
            card_id: String::new(),
            question,
            answer: with_capital(&answer),
            concept: concept.to_owned(),
            facet,
            source_span: vec![facts.block(sentence)],
            quote: facts.sentence(sentence).to_owned(),
        };
        cards.push(Weighed {
            it: card,
            weight: facts.weight(sentence, concept),
            place: facts.place(sentence),
        });
    };
    for definition in &facts.definitions {
        let (term, is) = (&definition.term, &definition.definition);
        if !mentions(is, term) {
            add(Facet::Definition, term, wording.meaning(term), is.clone(), definition.sentence);
            add(Facet::Term, term, wording.term_for(is), term.clone(), definition.sentence);
        }
    }
    for name in &facts.names {
        let question = match name.kind {
            DefinitionKind::Abbreviation => wording.stands_for(&name.term),
            _ => wording.other_name(&name.term),
        };
        add(Facet::Fact, &name.term, question, name.definition.clone(), name.sentence);
    }
    for list in &facts.lists {
        if let Some(sentence) = without_list(facts, list) {
            let concept = facts.about(list.sentence);
            let concept = if concept.is_empty() { list.head.clone() } else { concept };
            add(
                Facet::Members,
                &concept,
                wording.missing(&sentence),
                wording.joined(&list.items),
                list.sentence,
            );
        }
        let steps = list.ordered && list.items.iter().all(|item| !begins_with_article(item));
        if steps && list.item_sentences.len() == list.items.len() {
            for (pair, sentence) in list.items.windows(2).zip(&list.item_sentences[1..]) {
                if pair.iter().all(|step| step.chars().count() <= LONGEST_OPTION) {
                    add(Facet::Step, &list.head, wording.next_step(&pair[0]), pair[1].clone(), *sentence);
                }
            }
        }
    }
    for quantity in &facts.quantities {
        if let Some(sentence) = without_value(facts, quantity) {
            let concept = concept_of(facts, quantity);
            add(
                Facet::Number,
                &concept,
                wording.missing_value(&sentence),
                quantity.value.clone(),
                quantity.sentence,
            );
        }
    }
    for cause in &facts.causes {
        let Some((sentence, key)) = without_cause(facts, cause) else { continue };
        let concept = facts.about(cause.sentence);
        add(Facet::Cause, &concept, wording.missing(&sentence), key, cause.sentence);
    }
    for (sentence, term, gapped) in said_of_terms(facts) {
        add(Facet::Fact, &term, wording.missing_term(&gapped), term.clone(), sentence);
    }
    // What a term fills is asked after everything else.
    for card in cards.iter_mut().filter(|card| card.it.facet == Facet::Fact) {
        card.weight -= LAST;
    }
    cards
}

/// How much less a sentence about a term counts than what is said in a form of its own.
const LAST: f64 = 1.5;

/// Sentences that begin with a term of the document and say something of it: the sentence, the term, and the sentence
/// without it. What begins with its subject is said of that subject, so another term does not fit as well.
fn said_of_terms(facts: &Facts<'_>) -> Vec<(usize, String, String)> {
    let mut found = Vec::new();
    for term in &facts.terms {
        let defined = facts.definitions.iter().any(|definition| plain(&definition.term) == plain(&term.text));
        for sentence in &term.sentences {
            let text = facts.sentence(*sentence);
            let start = text.char_indices().nth(24).map_or(text.len(), |(at, _)| at);
            let at = plain(&text[..start]).find(&plain(&term.text));
            let whole = with_gap(facts, *sentence, &term.text);
            let whole = whole.or_else(|| with_gap(facts, *sentence, &with_capital(&term.text)));
            let article = text.split_whitespace().next().is_some_and(begins_with_article);
            if let (Some(at), Some(gapped)) = (at, whole)
                && at <= 4
                && (defined || article)
                && facts.definitions.iter().all(|definition| definition.sentence != *sentence)
            {
                found.push((*sentence, term.text.clone(), gapped));
            }
        }
    }
    found
}

/// Every question that the facts carry.
pub(super) fn quiz(facts: &Facts<'_>, wording: Wording, difficulty: Difficulty) -> Vec<Weighed<QuizItem>> {
    let mut maker = Maker { facts, wording, made: Vec::new() };
    maker.definitions();
    maker.lists();
    for list in facts.lists.iter().filter(|list| list.ordered && list.items.len() >= 5) {
        maker.steps(list);
    }
    maker.values(difficulty);
    maker.causes();
    let from = maker.made.len();
    maker.said_of_terms();
    for made in &mut maker.made[from..] {
        made.weight -= LAST;
    }
    maker.made
}

/// Makes questions of each kind of fact.
struct Maker<'f, 't> {
    facts: &'f Facts<'t>,
    wording: Wording,
    made: Vec<Weighed<QuizItem>>,
}

impl Maker<'_, '_> {
    /// Three wrong options from a pool.
    fn chosen(&self, key: &str, question: &str, pool: &[&str]) -> Option<[String; 3]> {
        let pool: Vec<Candidate<'_>> = pool.iter().map(|text| Candidate { text }).collect();
        three(key, question, &pool, self.facts.text.language())
    }

    /// What a term means, and which term something is.
    fn definitions(&mut self) {
        let facts = self.facts;
        for definition in facts.definitions.iter().filter(|d| !mentions(&d.definition, &d.term)) {
            // Beside a term no other whose definition would fit as well, or which names the same with a word more.
            let apart: Vec<_> =
                facts.definitions.iter().filter(|other| apart(facts, definition, other)).collect();
            let (term, is) = (&definition.term, &definition.definition);
            let fits = |text: &String| {
                text.chars().count() <= LONGEST_OPTION && begins_with_article(text) == begins_with_article(is)
            };
            if fits(is) {
                let question = self.wording.meaning(term);
                let pool: Vec<&str> = apart
                    .iter()
                    .map(|other| &other.definition)
                    .filter(|d| fits(d))
                    .map(String::as_str)
                    .collect();
                if let Some(wrong) = self.chosen(is, &question, &pool) {
                    self.add(
                        Facet::Definition,
                        term,
                        Difficulty::Medium,
                        question,
                        is,
                        wrong,
                        definition.sentence,
                    );
                }
            }
            let question = self.wording.term_for(is);
            let mut pool: Vec<&str> = apart.iter().map(|other| other.term.as_str()).collect();
            pool.extend(
                facts.terms.iter().map(|term| term.text.as_str()).filter(|text| !shares_word(text, term)),
            );
            if let Some(wrong) = self.chosen(term, &question, &pool) {
                self.add(Facet::Term, term, Difficulty::Easy, question, term, wrong, definition.sentence);
            }
        }
    }

    /// What is missing in a list that is complete.
    fn lists(&mut self) {
        let facts = self.facts;
        for list in facts.lists.iter().filter(|list| list.complete && !list.ordered) {
            let others = facts.lists.iter().filter(|other| other.sentence != list.sentence);
            let mut pool: Vec<&str> =
                others.flat_map(|other| other.items.iter().map(String::as_str)).collect();
            pool.extend(facts.terms.iter().map(|term| term.text.as_str()));
            pool.retain(|text| list.items.iter().all(|member| !shares_word(text, member)));
            for item in &list.items {
                let Some(sentence) = with_gap(facts, list.sentence, item) else { continue };
                let question = self.wording.missing(&sentence);
                if let Some(wrong) = self.chosen(item, &question, &pool) {
                    let concept = facts.about(list.sentence);
                    self.add(
                        Facet::Members,
                        &concept,
                        Difficulty::Medium,
                        question,
                        item,
                        wrong,
                        list.sentence,
                    );
                }
            }
        }
    }

    /// What comes after a step, among the other steps.
    fn steps(&mut self, list: &Enumeration) {
        // What begins with an article is a thing in a numbered list, and no step.
        let things = list.items.iter().any(|item| begins_with_article(item));
        if list.item_sentences.len() != list.items.len() || things {
            return;
        }
        let short = |step: &String| step.chars().count() <= LONGEST_OPTION;
        for at in 1..list.items.len() {
            let (before, key) = (&list.items[at - 1], &list.items[at]);
            if !short(before) || !short(key) {
                continue;
            }
            let others =
                list.items.iter().enumerate().filter(|(i, step)| *i != at && *i + 1 != at && short(step));
            let pool: Vec<&str> = others.map(|(_, text)| text.as_str()).collect();
            let question = self.wording.next_step(before);
            if let Some(wrong) = self.chosen(key, &question, &pool) {
                let sentence = list.item_sentences[at];
                self.add(Facet::Step, &list.head, Difficulty::Hard, question, key, wrong, sentence);
            }
        }
    }

    fn values(&mut self, difficulty: Difficulty) {
        let facts = self.facts;
        for quantity in &facts.quantities {
            let Some(sentence) = without_value(facts, quantity) else { continue };
            let question = self.wording.missing_value(&sentence);
            if let Some((options, correct)) = values::four(quantity, &facts.quantities, &question, difficulty)
            {
                let concept = concept_of(facts, quantity);
                self.push(Facet::Number, &concept, difficulty, question, options, correct, quantity.sentence);
            }
        }
    }

    fn causes(&mut self) {
        let facts = self.facts;
        for cause in &facts.causes {
            let Some((sentence, key)) = without_cause(facts, cause) else { continue };
            let question = self.wording.missing(&sentence);
            let others = facts
                .causes
                .iter()
                .filter(|other| other.sentence != cause.sentence && other.marker == cause.marker);
            let pool: Vec<String> =
                others.filter_map(|other| without_cause(facts, other).map(|(_, key)| key)).collect();
            let pool: Vec<&str> = pool.iter().map(String::as_str).collect();
            if let Some(wrong) = self.chosen(&key, &question, &pool) {
                let concept = facts.about(cause.sentence);
                self.add(Facet::Cause, &concept, Difficulty::Hard, question, &key, wrong, cause.sentence);
            }
        }
    }

    fn said_of_terms(&mut self) {
        let facts = self.facts;
        let language = facts.text.language();
        for (sentence, term, gapped) in said_of_terms(facts) {
            let question = self.wording.missing_term(&gapped);
            let here = facts.sentence(sentence);
            // A term that is said to be or do something like it could be right as well.
            let apart = |other: &&tutti_language::Term| {
                let like =
                    |at: &usize| tutti_language::similarity(facts.sentence(*at), here, language) >= 0.45;
                !mentions(here, &other.text)
                    && !shares_word(&other.text, &term)
                    && !other.sentences.iter().any(like)
            };
            let pool: Vec<&str> = facts.terms.iter().filter(apart).map(|other| other.text.as_str()).collect();
            if let Some(wrong) = self.chosen(&term, &question, &pool) {
                self.add(Facet::Fact, &term, Difficulty::Medium, question, &term, wrong, sentence);
            }
        }
    }

    /// The key first; its place is given later.
    #[expect(clippy::too_many_arguments, reason = "they are the fields of a question")]
    fn add(
        &mut self,
        facet: Facet,
        concept: &str,
        difficulty: Difficulty,
        question: String,
        key: &str,
        wrong: [String; 3],
        sentence: usize,
    ) {
        let options =
            std::iter::once(key.to_owned()).chain(wrong).map(|option| with_capital(&option)).collect();
        self.push(facet, concept, difficulty, question, options, 0, sentence);
    }

    #[expect(clippy::too_many_arguments, reason = "they are the fields of a question")]
    fn push(
        &mut self,
        facet: Facet,
        concept: &str,
        difficulty: Difficulty,
        question: String,
        options: Vec<String>,
        correct: usize,
        sentence: usize,
    ) {
        let quote = self.facts.sentence(sentence).to_owned();
        let item = QuizItem {
            item_id: String::new(),
            question,
            options,
            correct,
            explanation: quote.clone(),
            concept: concept.to_owned(),
            facet,
            difficulty,
            source_span: vec![self.facts.block(sentence)],
            quote,
        };
        let (weight, place) = (self.facts.weight(sentence, concept), self.facts.place(sentence));
        self.made.push(Weighed { it: item, weight, place });
    }
}

/// A sentence with its list taken out.
fn without_list(facts: &Facts<'_>, list: &Enumeration) -> Option<String> {
    let sentence = facts.sentence(list.sentence);
    let (first, last) = (list.items.first()?, list.items.last()?);
    let start = sentence.find(first.as_str())?;
    let end = sentence.rfind(last.as_str())? + last.len();
    if start >= end || list.items.len() < 2 || !facts.stands_alone(list.sentence) {
        return None;
    }
    shown(&format!("{}{GAP}{}", &sentence[..start], &sentence[end..]))
}

/// A sentence with a phrase taken out that stands in it once.
fn with_gap(facts: &Facts<'_>, sentence: usize, phrase: &str) -> Option<String> {
    let text = facts.sentence(sentence);
    let start = text.find(phrase)?;
    let once = plain(text).matches(&plain(phrase)).count() == 1;
    // Whole words: what is left of one would tell the rest.
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-');
    let whole =
        !letter(text[..start].chars().next_back()) && !letter(text[start + phrase.len()..].chars().next());
    if !once || !whole || !facts.stands_alone(sentence) {
        return None;
    }
    shown(&format!("{}{GAP}{}", either_article(&text[..start]), &text[start + phrase.len()..]))
}

/// The article before a gap must not tell what fills it.
fn either_article(before: &str) -> String {
    let pairs = [
        ("An ", "A(n) "),
        ("A ", "A(n) "),
        (" an ", " a(n) "),
        (" a ", " a(n) "),
        ("En ", "En/et "),
        ("Et ", "En/et "),
        ("Ei ", "En/et "),
        ("Ein ", "Ein/eit "),
        ("Eit ", "Ein/eit "),
        (" en ", " en/et "),
        (" et ", " en/et "),
        (" ein ", " ein/eit "),
        (" eit ", " ein/eit "),
    ];
    for (article, either) in pairs {
        let at_start = !article.starts_with(' ');
        if let Some(rest) = before.strip_suffix(article)
            && (!at_start || rest.is_empty())
        {
            return format!("{rest}{either}");
        }
    }
    before.to_owned()
}

/// A sentence with its value taken out; none if it has others, which would be asked for as well.
fn without_value(facts: &Facts<'_>, quantity: &Quantity) -> Option<String> {
    let of_sentence = facts.quantities.iter().filter(|other| other.sentence == quantity.sentence).count();
    if of_sentence > 3 || !facts.stands_alone(quantity.sentence) {
        return None;
    }
    let text = facts.sentence(quantity.sentence);
    // A value is looked up, not worked out: formulas are no statements of fact.
    let formula = text.contains(['=', '\\']);
    if formula || plain(text).matches(&plain(&quantity.value)).count() != 1 {
        return None;
    }
    shown(&format!("{}{GAP}{}", text.get(..quantity.range.start)?, text.get(quantity.range.end..)?))
}

/// A sentence with its cause or its effect taken out, whichever is asked for, and what was taken out.
fn without_cause(facts: &Facts<'_>, cause: &tutti_language::Cause) -> Option<(String, String)> {
    let phrase = match cause.marker {
        CauseMarker::LeadsTo => &cause.effect,
        CauseMarker::Because | CauseMarker::DueTo => &cause.cause,
        CauseMarker::If | CauseMarker::So => return None,
    };
    let words = phrase.split_whitespace().count();
    let sentence = with_gap(facts, cause.sentence, phrase)?;
    // One statement, whole.
    ((2..=18).contains(&words) && !phrase.contains([',', ';', ':'])).then(|| (sentence, phrase.clone()))
}

/// A sentence that is short enough to be shown, and has words around its gap.
fn shown(sentence: &str) -> Option<String> {
    let words = sentence.split_whitespace().count();
    (sentence.chars().count() <= LONGEST && words >= 6).then(|| sentence.to_owned())
}

/// Whether two definitions can stand beside each other: neither speaks of the other's term, and they are not alike.
fn apart(facts: &Facts<'_>, a: &tutti_language::Definition, b: &tutti_language::Definition) -> bool {
    a.sentence != b.sentence
        && !shares_word(&a.term, &b.term)
        && !mentions(&a.definition, &b.term)
        && !mentions(&b.definition, &a.term)
        && tutti_language::similarity(&a.definition, &b.definition, facts.text.language()) < 0.6
}

fn mentions(text: &str, phrase: &str) -> bool {
    let (text, phrase) = (plain(text), plain(phrase));
    text.contains(&phrase)
}

/// Whether two phrases have a word of some length in common, in any form.
fn shares_word(a: &str, b: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = plain(text);
        words
            .split(|c: char| !c.is_alphanumeric())
            .filter(|w| w.chars().count() > 3)
            .map(str::to_owned)
            .collect()
    };
    let b = words(b);
    words(a).iter().any(|word| {
        b.iter().any(|other| other.starts_with(word.as_str()) || word.starts_with(other.as_str()))
    })
}

fn concept_of(facts: &Facts<'_>, quantity: &Quantity) -> String {
    quantity.of.clone().unwrap_or_else(|| facts.about(quantity.sentence))
}

/// Options and answers begin alike.
fn with_capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}
