//! Questions for the correct one of several statements: one as in the text, the others with one change.

use std::collections::BTreeSet;

use crate::bare_statements::bare_statements;
use crate::facts::Facts;
use crate::question::{Answer, Difficulty, Draw, Facet, Question};
use crate::seeded_choice::seeded_numbers;
use crate::statement_checks::is_statement;
use crate::twists::{Twist, cross_over, twists};
use crate::wording::Wording;

/// The most that the longest option may be longer than the shortest.
const STRETCH: f64 = 1.6;

/// A sentence that says one thing, with what would make it false.
pub(crate) struct Statement {
    pub(crate) sentence: usize,
    /// Its words, without what only its place needs.
    pub(crate) text: String,
    length: usize,
    pub(crate) twists: Vec<Twist>,
}

/// Everything that can be true or false on its own.
pub(crate) fn all(facts: &Facts<'_>) -> Vec<Statement> {
    let language = facts.text.language();
    let mut all: Vec<Statement> = Vec::new();
    for sentence in 0..facts.text.sentences().len() {
        for text in bare_statements(facts.sentence(sentence), language) {
            if is_statement(facts, sentence, &text) {
                let twists = twists(facts, sentence, &text);
                all.push(Statement { sentence, length: text.chars().count(), twists, text });
            }
        }
    }
    let texts: Vec<(usize, String)> = all.iter().map(|s| (s.sentence, s.text.clone())).collect();
    for statement in &mut all {
        let crossed = cross_over(facts, statement.sentence, &statement.text, &texts);
        statement.twists.extend(crossed);
    }
    all
}

/// Questions on statements about one topic each. No statement is used twice: a question would give another away.
pub(crate) fn statements(
    facts: &Facts<'_>,
    wording: Wording,
    wrong: usize,
    all: &[Statement],
    used: &mut BTreeSet<usize>,
) -> Vec<Question> {
    let mut made = Vec::new();
    let by_term = facts.topics().into_iter().map(|topic| (facts.mentioning(&topic), topic));
    for (speaking, topic) in by_term.chain(facts.sections()) {
        // What does not fit with others on this topic may do so on the next.
        let mut tried: BTreeSet<usize> = BTreeSet::new();
        loop {
            let free = |s: &&Statement| !used.contains(&s.sentence) && !tried.contains(&s.sentence);
            let mut group: Vec<&Statement> =
                all.iter().filter(|s| speaking.contains(&s.sentence)).filter(free).collect();
            group.sort_by_key(|statement| (statement.length, statement.sentence));
            let Some(set) = set_of(&group, wrong) else { break };
            let question = question(wording, &topic, &set, wrong);
            if question.options.len() == wrong + 1 {
                used.extend(set.iter().map(|statement| statement.sentence));
                made.push(question);
            } else {
                tried.insert(set[0].sentence);
            }
        }
    }
    made
}

/// Statements for one question, from a group in order of length. What cannot be made false is best used as the key.
fn set_of<'s>(group: &[&'s Statement], wrong: usize) -> Option<Vec<&'s Statement>> {
    let (plain, twisted): (Vec<&'s Statement>, Vec<&'s Statement>) =
        group.iter().copied().partition(|statement| statement.twists.is_empty());
    let with_plain_key = twisted.windows(wrong).find_map(|set| {
        let with = |key: &&'s Statement| {
            let mut set: Vec<&'s Statement> = set.iter().copied().chain([*key]).collect();
            set.sort_by_key(|statement| statement.length);
            set
        };
        plain.iter().filter(|key| !is_long(key, set)).map(with).find(|set| fits(set))
    });
    let whole = || twisted.windows(wrong + 1).find(|set| fits(set)).map(<[_]>::to_vec);
    // Three statements are enough for five options if each can be wrong in its own way, the key too.
    let close = || twisted.windows(3).find(|set| wrong == 4 && fits_closely(set)).map(<[_]>::to_vec);
    with_plain_key.or_else(whole).or_else(close)
}

/// Whether a key would be seen by its length.
fn is_long(key: &Statement, others: &[&Statement]) -> bool {
    let mean = others.iter().map(|other| other.length as f64).sum::<f64>() / others.len().max(1) as f64;
    key.length as f64 > 1.15 * mean
}

/// Of about one length, and with two ways to be wrong for two of them.
fn fits_closely(set: &[&Statement]) -> bool {
    fits(set)
        && set.iter().all(|statement| !statement.twists.is_empty())
        && set.iter().filter(|statement| statement.twists.len() > 1).count() >= 2
}

/// Of about one length, and all but one can be made false.
fn fits(set: &[&Statement]) -> bool {
    let (Some(first), Some(last)) = (set.first(), set.last()) else { return false };
    last.length as f64 <= first.length as f64 * STRETCH
        && set.iter().filter(|statement| statement.twists.is_empty()).count() <= 1
}

fn question(wording: Wording, topic: &str, set: &[&Statement], wrong: usize) -> Question {
    let stem = wording.which_statement(topic);
    // What cannot be made false is the key.
    let by_lot = seeded_numbers(&set[0].text)[0] % set.len();
    let by_lot = if is_long(set[by_lot], set) { set.len() / 2 } else { by_lot };
    let key = set.iter().position(|s| s.twists.is_empty()).unwrap_or(by_lot);
    let mut draws: Vec<Draw> = Vec::new();
    let sentence = set[key].sentence;
    let mut options = vec![Answer { text: set[key].text.clone(), sentence, draw: None }];
    let others = set.iter().filter(|statement| statement.sentence != sentence);
    // Where there are too few others, the key's own statement is put wrongly too, and then the others a second time.
    let again = std::iter::once(&set[key]).chain(set.iter().filter(|s| s.sentence != sentence));
    for statement in others.chain(again) {
        // Beside the key its own denial would tell that one of the two is right.
        let open = |twist: &&Twist| {
            statement.sentence != sentence
                || matches!(twist.draw, Draw::AdjacentValue | Draw::RelatedConfusion)
        };
        // Different ways to be wrong, the least obvious first.
        let seen = |twist: &&Twist| draws.iter().filter(|draw| **draw == twist.draw).count();
        let fresh = |twist: &&Twist| options.iter().all(|option| option.text != twist.text);
        let Some(twist) = statement.twists.iter().filter(fresh).filter(open).min_by_key(seen) else {
            continue;
        };
        if options.len() <= wrong {
            draws.push(twist.draw);
            let (text, sentence) = (twist.text.clone(), statement.sentence);
            options.push(Answer { text, sentence, draw: Some(twist.draw) });
        }
    }
    Question {
        facet: Facet::Statement,
        concept: topic.to_owned(),
        difficulty: Difficulty::Medium,
        stem,
        options,
        key: 0,
        sentence,
    }
}
