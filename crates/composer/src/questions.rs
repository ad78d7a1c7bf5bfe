//! Questions from facts.

use std::collections::BTreeSet;

use tutti_language::{Enumeration, Term};

use crate::facts::{Facts, begins_with_article};
use crate::gaps::{
    apart, concept_of, mentions, shares_word, with_capital, with_gap, without_cause, without_value,
};
use crate::options::{Candidate, several};
use crate::question::{Answer, Difficulty, Draw, Facet, Question, Weighed};
use crate::wording::Wording;
use crate::{cases, phrases, statements, sums, values};

/// The longest definition or step that is an option, in characters.
pub(crate) const LONGEST_OPTION: usize = 150;

/// What questions should be like.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// How many wrong options.
    pub wrong: usize,
    /// How close wrong values stand to the right one.
    pub difficulty: Difficulty,
}

/// Every question that the facts carry.
pub fn questions(facts: &Facts<'_>, wording: Wording, wanted: Wanted) -> Vec<Weighed<Question>> {
    let mut maker = Maker { facts, wording, wanted, made: Vec::new() };
    maker.definitions();
    maker.lists();
    for list in facts.lists.iter().filter(|list| list.ordered && list.items.len() >= wanted.wrong + 2) {
        maker.steps(list);
    }
    maker.values();
    maker.causes();
    let (stated, mut used) = (statements::all(facts), BTreeSet::new());
    let cases = cases::cases(facts, wording, wanted.wrong, &stated, &mut used);
    let phrases = phrases::phrases(facts, wording, wanted.wrong, &stated, &mut used);
    let statements = statements::statements(facts, wording, wanted.wrong, &stated, &mut used);
    for question in
        cases.into_iter().chain(phrases).chain(statements).chain(sums::sums(facts, wording, wanted))
    {
        maker.push(question);
    }
    maker.made
}

/// Makes questions of each kind of fact.
struct Maker<'f, 't> {
    facts: &'f Facts<'t>,
    wording: Wording,
    wanted: Wanted,
    made: Vec<Weighed<Question>>,
}

/// What a question of one kind is made from.
struct Draft<'a> {
    facet: Facet,
    concept: &'a str,
    difficulty: Difficulty,
    stem: String,
    key: &'a str,
    sentence: usize,
}

impl Maker<'_, '_> {
    /// What a term means, and which term something is.
    fn definitions(&mut self) {
        let facts = self.facts;
        for definition in facts.definitions.iter().filter(|d| !mentions(&d.definition, &d.term)) {
            // Beside a term no other whose definition would fit as well, or which names the same with a word more.
            let apart: Vec<_> =
                facts.definitions.iter().filter(|other| apart(facts, definition, other)).collect();
            let (term, is, sentence) = (&definition.term, &definition.definition, definition.sentence);
            let fits = |text: &String| {
                text.chars().count() <= LONGEST_OPTION && begins_with_article(text) == begins_with_article(is)
            };
            if fits(is) {
                let fitting = apart.iter().filter(|other| fits(&other.definition));
                let pool =
                    fitting.map(|other| Candidate { text: &other.definition, sentence: other.sentence });
                let draft = Draft {
                    facet: Facet::Definition,
                    concept: term,
                    difficulty: Difficulty::Medium,
                    stem: self.wording.meaning(term),
                    key: is,
                    sentence,
                };
                self.add(draft, Draw::Misconception, &pool.collect::<Vec<_>>());
            }
            let mut pool: Vec<Candidate<'_>> =
                apart.iter().map(|other| Candidate { text: &other.term, sentence: other.sentence }).collect();
            let others = facts.terms.iter().filter(|other| !shares_word(&other.text, term));
            pool.extend(others.filter_map(of_term));
            let draft = Draft {
                facet: Facet::Term,
                concept: term,
                difficulty: Difficulty::Easy,
                stem: self.wording.term_for(is),
                key: term,
                sentence,
            };
            self.add(draft, Draw::Misconception, &pool);
        }
    }

    /// What is missing in a list that is complete.
    fn lists(&mut self) {
        let facts = self.facts;
        for list in facts.lists.iter().filter(|list| list.complete && !list.ordered) {
            let others = facts.lists.iter().filter(|other| other.sentence != list.sentence);
            let mut pool: Vec<Candidate<'_>> = others
                .flat_map(|other| other.items.iter().map(|text| Candidate { text, sentence: other.sentence }))
                .collect();
            pool.retain(|other| list.items.iter().all(|member| !shares_word(other.text, member)));
            for item in &list.items {
                let Some(sentence) = with_gap(facts, list.sentence, item) else { continue };
                let words = |text: &str| text.split_whitespace().count();
                let pool: Vec<_> =
                    pool.iter().copied().filter(|other| words(other.text) == words(item)).collect();
                let concept = facts.about(list.sentence);
                let draft = Draft {
                    facet: Facet::Members,
                    concept: &concept,
                    difficulty: Difficulty::Medium,
                    stem: self.wording.missing(&sentence),
                    key: item,
                    sentence: list.sentence,
                };
                self.add(draft, Draw::PlausibleReasoning, &pool);
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
        let steps: Vec<(&String, usize)> =
            list.items.iter().zip(list.item_sentences.iter().copied()).collect();
        for at in 1..steps.len() {
            let ((before, _), (key, sentence)) = (steps[at - 1], steps[at]);
            if !short(before) || !short(key) {
                continue;
            }
            let others =
                steps.iter().enumerate().filter(|(i, (step, _))| *i != at && *i + 1 != at && short(step));
            let pool: Vec<_> =
                others.map(|(_, (text, sentence))| Candidate { text, sentence: *sentence }).collect();
            let draft = Draft {
                facet: Facet::Step,
                concept: &list.head,
                difficulty: Difficulty::Hard,
                stem: self.wording.next_step(before),
                key,
                sentence,
            };
            self.add(draft, Draw::PlausibleReasoning, &pool);
        }
    }

    fn values(&mut self) {
        let facts = self.facts;
        for quantity in &facts.quantities {
            let Some(gapped) = without_value(facts, quantity) else { continue };
            let (stem, difficulty) = (self.wording.missing_value(&gapped), self.wanted.difficulty);
            let Some((options, key)) =
                values::among(quantity, &facts.quantities, &stem, difficulty, self.wanted.wrong)
            else {
                continue;
            };
            let sentence = quantity.sentence;
            let options = options.into_iter().enumerate().map(|(place, text)| Answer {
                text,
                sentence,
                draw: (place != key).then_some(Draw::AdjacentValue),
            });
            let (options, concept) = (options.collect(), concept_of(facts, quantity));
            self.push(Question { facet: Facet::Number, concept, difficulty, stem, options, key, sentence });
        }
    }

    fn causes(&mut self) {
        let facts = self.facts;
        for cause in &facts.causes {
            let Some((sentence, key)) = without_cause(facts, cause) else { continue };
            let others = facts
                .causes
                .iter()
                .filter(|other| other.sentence != cause.sentence && other.marker == cause.marker);
            let pool: Vec<(String, usize)> = others
                .filter_map(|other| without_cause(facts, other).map(|(_, key)| (key, other.sentence)))
                .collect();
            let pool: Vec<_> =
                pool.iter().map(|(text, sentence)| Candidate { text, sentence: *sentence }).collect();
            let concept = facts.about(cause.sentence);
            let draft = Draft {
                facet: Facet::Cause,
                concept: &concept,
                difficulty: Difficulty::Hard,
                stem: self.wording.missing(&sentence),
                key: &key,
                sentence: cause.sentence,
            };
            self.add(draft, Draw::Misconception, &pool);
        }
    }

    /// A question if the pool has enough wrong options for it. The key stands first; its place is given later.
    fn add(&mut self, draft: Draft<'_>, draw: Draw, pool: &[Candidate<'_>]) {
        let language = self.facts.text.language();
        let Some(wrong) = several(draft.key, &draft.stem, pool, language, self.wanted.wrong) else { return };
        let key = Answer { text: with_capital(draft.key), sentence: draft.sentence, draw: None };
        // What stands close by is mixed up with the key; what stands elsewhere draws by itself.
        let near = |sentence| self.facts.place(sentence).abs_diff(self.facts.place(draft.sentence)) <= 2;
        let wrong = wrong.into_iter().map(|option| Answer {
            text: with_capital(option.text),
            sentence: option.sentence,
            draw: Some(if near(option.sentence) { Draw::RelatedConfusion } else { draw }),
        });
        self.push(Question {
            facet: draft.facet,
            concept: draft.concept.to_owned(),
            difficulty: draft.difficulty,
            stem: draft.stem,
            options: std::iter::once(key).chain(wrong).collect(),
            key: 0,
            sentence: draft.sentence,
        });
    }

    fn push(&mut self, question: Question) {
        let (sentence, concept) = (question.sentence, &question.concept);
        let (weight, place) = (self.facts.weight(sentence, concept), self.facts.place(sentence));
        self.made.push(Weighed { it: question, weight, place });
    }
}

/// A term with the first sentence it stands in.
fn of_term(term: &Term) -> Option<Candidate<'_>> {
    term.sentences.first().map(|sentence| Candidate { text: term.text.as_str(), sentence: *sentence })
}
