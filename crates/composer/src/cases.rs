//! Questions on a case: a condition of the text, and its consequence among others.

use std::collections::BTreeSet;

use tutti_language::{CauseMarker, Language, plain, similarity};
use tutti_lexicon::{Lexicon, List, fold, tokens};

use crate::bare_statements::bare_statements;
use crate::facts::Facts;
use crate::question::{Answer, Difficulty, Draw, Facet, Question};
use crate::statement_checks::{is_advice, is_loose, points_out};
use crate::statements::Statement;
use crate::twists::{Twist, twists};
use crate::wording::Wording;

/// The longest condition and the longest consequence, in characters.
const LONGEST: usize = 140;
/// Conditions and consequences that are more alike than this could stand for each other.
const ALIKE: f64 = 0.4;

/// A condition and what follows from it.
struct Rule {
    condition: String,
    effect: String,
    sentence: usize,
}

/// How many sentences away a false statement may stand that is an option.
const NEAR: usize = 15;
/// The most cases that are made of one text.
const MOST: usize = 12;

pub(crate) fn cases(
    facts: &Facts<'_>,
    wording: Wording,
    wrong: usize,
    statements: &[Statement],
    used: &mut BTreeSet<usize>,
) -> Vec<Question> {
    let all = rules(facts);
    used.extend(all.iter().map(|rule| rule.sentence));
    let mut made = Vec::new();
    for rule in &all {
        if made.len() < MOST
            && let Some(question) = question(facts, wording, rule, &all, wrong, statements, used)
        {
            used.extend(question.options.iter().map(|option| option.sentence));
            made.push(question);
        }
    }
    made
}

/// Every condition that is put clearly, wherever it stands in its sentence.
fn rules(facts: &Facts<'_>) -> Vec<Rule> {
    let stated = facts.causes.iter().filter(|cause| cause.marker == CauseMarker::If).map(|cause| Rule {
        condition: cause.cause.clone(),
        effect: cause.effect.clone(),
        sentence: cause.sentence,
    });
    let language = facts.text.language();
    let mut rules: Vec<Rule> =
        stated.filter(|rule| facts.stands_alone(rule.sentence) && is_clear(rule, facts.lexicon())).collect();
    for sentence in 0..facts.text.sentences().len() {
        if rules.iter().any(|rule| rule.sentence == sentence) || language != Language::English {
            continue;
        }
        for part in bare_statements(facts.sentence(sentence), language) {
            if let Some((condition, effect)) = condition(&part)
                && facts.stands_alone_as(sentence, &part)
            {
                let rule = Rule { condition, effect, sentence };
                rules.extend(is_clear(&rule, facts.lexicon()).then_some(rule));
            }
        }
    }
    rules.sort_by_key(|rule| rule.sentence);
    rules
}

/// "Once C, E." and "E if C."
fn condition(sentence: &str) -> Option<(String, String)> {
    let text = sentence.strip_suffix('.')?;
    let lower = text.to_lowercase();
    if lower.contains("even if") || lower.contains("only if") || lower.contains("unless") {
        return None;
    }
    if let Some(rest) = ["Once ", "When ", "If "].iter().find_map(|word| text.strip_prefix(word)) {
        let (condition, effect) = rest.split_once(", ")?;
        let effect = effect.strip_prefix("then ").unwrap_or(effect);
        return Some((condition.to_owned(), effect.to_owned()));
    }
    let (effect, condition) = text.split_once(" if ")?;
    // "A, and B if C": what belongs to the condition is not said.
    let one = !condition.contains(" if ")
        && ![", and ", ", or ", ", but "].iter().any(|joint| effect.contains(joint));
    one.then(|| (condition.to_owned(), lower_first(effect)))
}

/// As it stands in the middle of a sentence, unless it begins with a name.
fn lower_first(text: &str) -> String {
    let small = |word: &str| Lexicon::of(Language::English).has(&fold(word), List::StopWords) && word != "I";
    match text.split_once(' ') {
        Some((first, rest)) if small(first) => format!("{} {rest}", first.to_lowercase()),
        _ => text.to_owned(),
    }
}

fn question(
    facts: &Facts<'_>,
    wording: Wording,
    rule: &Rule,
    all: &[Rule],
    wrong: usize,
    statements: &[Statement],
    used: &BTreeSet<usize>,
) -> Option<Question> {
    let (language, lexicon) = (facts.text.language(), facts.lexicon());
    let answer = |effect: &str, sentence, draw| Answer { text: wording.consequence(effect), sentence, draw };
    let mut options = vec![answer(&rule.effect, rule.sentence, None)];
    let as_long = |text: &str| {
        let ratio = text.chars().count() as f64 / rule.effect.chars().count() as f64;
        (0.6..=1.6).contains(&ratio)
    };
    let mut twisted: Vec<Twist> = Vec::new();
    for twist in twists(facts, rule.sentence, &rule.effect) {
        // One of each sort, so that the key is not the one which all others are variants of.
        if twisted.len() < wrong.div_ceil(2) && twisted.iter().all(|known| known.draw != twist.draw) {
            twisted.push(twist);
        }
    }
    options.extend(twisted.iter().map(|twist| answer(&twist.text, rule.sentence, Some(twist.draw))));
    // Beside "may" stands "may", if there is one.
    let modal = |text: &str| {
        let verbs = tokens(text).map(|token| token.lower().into_owned());
        let is_modal = |word: &String| {
            let lists = lexicon.lists(word);
            lists.has(List::Modals) && lists.has(List::Auxiliaries)
        };
        verbs.into_iter().find(is_modal)
    };
    let mut near: Vec<&Rule> = all.iter().collect();
    near.sort_by_key(|other| modal(&other.effect) != modal(&rule.effect));
    for other in near {
        let apart = other.sentence != rule.sentence
            && as_long(&other.effect)
            && speaks_alike(&other.effect, &rule.effect)
            && is_advice(&other.effect, lexicon) == is_advice(&rule.effect, lexicon)
            && similarity(&other.condition, &rule.condition, language) < ALIKE
            && similarity(&other.effect, &rule.effect, language) < ALIKE
            && options.iter().all(|option| similarity(&option.text, &other.effect, language) < ALIKE);
        if apart && options.len() <= wrong {
            options.push(answer(&other.effect, other.sentence, Some(Draw::RelatedConfusion)));
        }
    }
    // What is false in any case is wrong in this one; more than one such would be beside the point.
    let others = options.len();
    for statement in statements.iter().filter(|s| !used.contains(&s.sentence)) {
        if options.len() > others.min(wrong)
            || wording != Wording::English
            || is_advice(&rule.effect, lexicon)
        {
            break;
        }
        // From the same part of the text, and nothing said of another thing: that would be out of place.
        let near = statement.sentence.abs_diff(rule.sentence) <= NEAR;
        let plain_twist = |twist: &&Twist| as_long(&twist.text) && twist.draw != Draw::RelatedConfusion;
        let Some(twist) = statement.twists.iter().find(plain_twist).filter(|_| near) else { continue };
        if similarity(&twist.text, &rule.effect, language) < ALIKE && speaks_alike(&twist.text, &rule.effect)
        {
            options.push(answer(&twist.text, statement.sentence, Some(twist.draw)));
        }
    }
    (options.len() == wrong + 1).then(|| Question {
        facet: Facet::Case,
        concept: facts.about(rule.sentence),
        difficulty: Difficulty::Hard,
        stem: if is_advice(&rule.effect, lexicon) {
            wording.what_to_do(rule.condition.trim_end_matches('.'))
        } else {
            wording.what_follows(rule.condition.trim_end_matches('.'))
        },
        options,
        key: 0,
        sentence: rule.sentence,
    })
}

/// Both speak to the reader, or neither does.
fn speaks_alike(a: &str, b: &str) -> bool {
    let to_reader = |text: &str| {
        plain(text).split_whitespace().any(|word| ["you", "your", "du", "deg", "din", "ditt"].contains(&word))
    };
    to_reader(a) == to_reader(b)
}

/// One condition and one consequence, of which neither leans on a word that is not there.
fn is_clear(rule: &Rule, lexicon: &Lexicon) -> bool {
    let leans = |text: &str| {
        let first = tokens(text).next().map(|token| token.lower()).unwrap_or_default();
        let back = List::Anaphors | List::Connectives | List::Negations;
        let words = plain(text);
        let mut words = words.split_whitespace();
        // "If a bag leaks or it is open": what "it" is stands before it.
        let mut named = false;
        lexicon.lists(&first).overlaps(back)
            || first == "only"
            || words.any(|word| {
                named |= ["a", "an", "the", "your", "any"].contains(&word);
                ["this", "these", "those", "such", "so"].contains(&word)
                    || ["it", "them"].contains(&word) && !named
            })
    };
    let fits = |text: &str| {
        (4..=26).contains(&text.split_whitespace().count())
            && text.chars().count() <= LONGEST
            && !text.contains([';', ':', '(', ')', '“', '”', '"', '=', '\n'])
            && text.matches(", ").count() <= 1
    };
    fits(&rule.condition)
        && fits(&rule.effect)
        && !leans(&rule.condition)
        && !leans(&rule.effect)
        && !is_loose(&rule.effect, lexicon)
        && !points_out(&rule.effect, lexicon)
        && !points_out(&rule.condition, lexicon)
        && ![", but ", ", and ", "as long as"].iter().any(|joint| rule.condition.contains(joint))
}
