//! Flaws of the stem.

use std::collections::{HashMap, HashSet};

use tutti_core::Severity;
use tutti_lexicon::{List, Negation};

use super::{Flaws, Place, Rule};
use crate::words::{Sort, Text, View, Word};

pub(super) fn check(view: &View<'_>, flaws: &mut Flaws) {
    let stem = &view.stem;
    for (rule, list) in [(Rule::Ambiguous, List::UnclearPhrases), (Rule::VagueTerms, List::VagueWords)] {
        if let Some(words) = stem.first_listed(list) {
            flaws.add(rule, words, Place::Stem);
        }
    }
    if stem.source.matches('?').count() > 1 && !stem.source.contains("\\(") {
        flaws.add_as(Rule::Ambiguous, Severity::Low, "two questions", Place::Stem);
    }
    if view.statement
        && let Some(word) = stem.words.iter().find(|word| word.is(List::Absolutes))
    {
        flaws.add_as(Rule::AbsoluteTerms, Severity::Low, word.raw, Place::Stem);
    }
    negations(view, flaws);
    gratuitous(view, flaws);
    if !view.options.is_empty() {
        blank(stem, flaws);
        focus(view, flaws);
    }
}

/// Words that negate a question if they are shouted.
const SHOUTED: [&str; 8] = ["but", "lack", "lacks", "least", "fails", "unlike", "wrong", "no"];

/// Only negations of the question itself count, and capitalised ones: "a car that is not moving" in the story is not
/// a trap.
fn negations(view: &View<'_>, flaws: &mut Flaws) {
    let asking = view.stem.asking().next().map_or(0, |word| word.sentence);
    let shouted = |word: &Word<'_>| word.emphasised && (word.reverses() || SHOUTED.contains(&&*word.lower));
    // `Which word lacks a vowel?`, but not `What helps a patient who lacks insulin?`.
    let lacking = view.stem.asking().take(4).find(|word| ["lacks", "lack", "fails"].contains(&&*word.lower));
    let negates = |word: &&Word<'_>| {
        word.sentence == asking && word.reverses()
            || shouted(word)
            || lacking.is_some_and(|lacking| std::ptr::eq(*word, lacking))
    };
    let found: Vec<_> = view.stem.words.iter().filter(negates).collect();
    let mild =
        |word: &Word<'_>| !word.emphasised && matches!(word.negation, Some(Negation::Lack | Negation::Ever));
    let strong: Vec<_> = found.iter().filter(|word| !mild(word)).collect();
    if let Some(first) = strong.first().filter(|_| !view.statement) {
        flaws.add(Rule::NegativeStem, first.raw, Place::Stem);
        if !first.emphasised {
            flaws.add(Rule::NegativeNotEmphasised, first.raw, Place::Stem);
        }
    }
    if found.len() > 1 {
        let words: Vec<_> = found.iter().map(|word| word.raw).collect();
        flaws.add(Rule::DoubleNegative, words.join(" … "), Place::Stem);
    } else if let Some(words) = not_un(&view.stem) {
        flaws.add(Rule::DoubleNegative, words, Place::Stem);
    }
    if let Some(first) = strong.first().filter(|_| !view.statement) {
        for (place, option) in view.options.iter().enumerate() {
            if let Some(second) = option.words.iter().find(|word| word.denies()) {
                let quote = format!("{} … {}", first.raw, second.raw);
                flaws.add(Rule::DoubleNegative, quote, Place::Option(place));
                break;
            }
        }
    }
}

/// `not unusual`, `not an invalid`, but not `not under`.
fn not_un<'a>(stem: &Text<'a>) -> Option<&'a str> {
    let plain = ["under", "until", "unit", "union", "univ", "unif", "uniq", "unanim"];
    let negated =
        ["invalid", "inaccurate", "impossible", "improper", "inappropriate", "insufficient", "irrelevant"];
    let undone =
        ["fail", "fails", "failed", "lack", "lacks", "exclude", "excluded", "false", "untrue", "deny"];
    let no = |word: &Word<'_>| matches!(word.negation, Some(Negation::Clause | Negation::Ever));
    (0..stem.words.len()).filter(|at| no(&stem.words[*at])).find_map(|at| {
        let article = stem.words.get(at + 1).is_some_and(|word| ["a", "an", "be"].contains(&&*word.lower));
        let end = at + 1 + usize::from(article);
        let lower = &*stem.words.get(end)?.lower;
        let unable = ["in", "im", "ir", "il"].iter().any(|start| lower.starts_with(start))
            && ["ible", "able", "uble"].iter().any(|ending| lower.ends_with(ending));
        if unable || undone.contains(&lower) {
            return Some(stem.between(at, end));
        }
        let un =
            lower.len() > 5 && lower.starts_with("un") && !plain.iter().any(|start| lower.starts_with(start));
        (un || negated.contains(&lower)).then(|| stem.between(at, end))
    })
}

/// Plain chatter, or a sentence of the story that shares no word with the rest, has no number in it and is not
/// referred to by the next.
fn gratuitous(view: &View<'_>, flaws: &mut Flaws) {
    let stem = &view.stem;
    if let Some(words) = stem.first_listed(List::Chatter) {
        flaws.add(Rule::Gratuitous, words, Place::Stem);
        return;
    }
    if stem.sentences < 2 || view.options.is_empty() {
        return;
    }
    let asking = stem.asking().next().map_or(0, |word| word.sentence);
    let links = Links::new(view);
    let mut sentences = stem.words.chunk_by(|a, b| a.sentence == b.sentence).peekable();
    while let Some(words) = sentences.next() {
        if words.first().is_some_and(|word| word.sentence == asking) {
            continue;
        }
        let sets = |word: &Word<'_>| word.is(List::Measures) || word.is(List::CommandWords);
        let mut next = sentences.peek().copied().unwrap_or_default().iter();
        let idle = words.iter().filter(|word| word.content).count() >= 3
            && !words.iter().take(4).any(|word| word.is(List::StemAnaphors))
            && !words.iter().any(|word| word.sort != Sort::Word || sets(word) || links.has(word))
            && !next.any(|word| word.is(List::StemAnaphors));
        if idle {
            let quote: Vec<_> = words.iter().map(|word| word.raw).collect();
            flaws.add(Rule::Gratuitous, quote.join(" "), Place::Stem);
        }
    }
}

/// How words start, for finding those that start alike.
struct Links<'v> {
    /// By start, the sentence of the stem that has such a word; none if several have.
    stem: HashMap<&'v str, Option<usize>>,
    options: HashSet<&'v str>,
}

/// So many letters make a start; shorter words are their own.
const START: usize = 4;

impl<'v> Links<'v> {
    fn new(view: &'v View<'_>) -> Self {
        let mut links = Self { stem: HashMap::new(), options: HashSet::new() };
        let content = |words: &'v [Word<'_>]| words.iter().filter(|word| word.content);
        for word in content(&view.stem.words) {
            for start in starts(word) {
                let sentence = links.stem.entry(start).or_insert(Some(word.sentence));
                *sentence = sentence.filter(|sentence| *sentence == word.sentence);
            }
        }
        for word in view.options.iter().flat_map(|option| content(&option.words)) {
            links.options.extend(starts(word));
        }
        links
    }

    /// Whether the word, or one that starts like it, stands anywhere but in its sentence.
    fn has(&self, word: &Word<'_>) -> bool {
        let Some(start) = starts(word).last().filter(|_| word.content) else { return false };
        let elsewhere = self.stem.get(start).is_some_and(|sentence| *sentence != Some(word.sentence));
        elsewhere || self.options.contains(start)
    }
}

/// The first letter of a word, the first two, and so on.
fn starts<'w>(word: &'w Word<'_>) -> impl Iterator<Item = &'w str> {
    word.lower.char_indices().take(START).map(|(at, c)| &word.lower[..at + c.len_utf8()])
}

fn blank(stem: &Text<'_>, flaws: &mut Flaws) {
    let marks = [
        "__", "\\_\\_", "[blank]", "(blank)", "-----", ".....", "[ ]", "( )", "[...]", "[…]", "– –", "- - -",
        " ... ", " … ",
    ];
    for mark in marks {
        if let Some((before, after)) = stem.source.split_once(mark) {
            let rest = after.trim_start_matches(['_', '\\', '-', '–', '.', ' ']);
            // `1, 2, …, n` goes on; it leaves nothing out.
            if mark.starts_with(' ') && (before.ends_with(',') || rest.starts_with(',')) {
                continue;
            }
            // "Which value is missing? “…”": the reader knows what to look for before the sentence begins.
            if before.split_once('?').is_some_and(|(_, quote)| quote.contains(['“', '"', '«'])) {
                return;
            }
            let mid = before.chars().any(char::is_alphanumeric) || rest.contains(char::is_alphanumeric);
            if mid && rest.contains(char::is_alphanumeric) {
                flaws.add(Rule::FillInTheBlank, mark, Place::Stem);
                return;
            }
        }
    }
}

fn focus(view: &View<'_>, flaws: &mut Flaws) {
    let stem = &view.stem;
    let series = stem.first_listed(List::TruthSeries);
    let truths = view.options.iter().all(|option| {
        ["true", "false", "sant", "usant", "yes", "no"].contains(&option.first()) && option.words.len() <= 3
    });
    if truths && view.options.len() > 2 {
        flaws.add(Rule::TrueFalseSeries, view.options[0].source, Place::Options);
    }
    let content = stem.words.iter().filter(|word| word.sort != Sort::Word || word.content).count();
    let directed = stem.first_listed(List::CommandWords).is_some();
    let asks = stem.source.contains('?') || directed;
    let maths = stem.words.iter().any(|word| word.sort == Sort::Maths);
    // `Choose the correct answer.`, `What about the ozone layer?`
    let said = stem.words.iter().any(|word| {
        word.sort != Sort::Word
            || word.content
                && !word.is(List::CommandWords)
                && !["answer", "option", "alternative", "choice", "response", "right"].contains(&&*word.lower)
    });
    let about = ["what", "how"].contains(&stem.first())
        && stem.words.get(1).is_some_and(|word| &*word.lower == "about");
    let unfocused = (directed && !said)
        || about
        || if series.is_some() { content <= 2 } else { content == 0 || (!asks && content <= 2 && !maths) };
    if unfocused {
        flaws.add(Rule::UnfocusedStem, stem.source.trim(), Place::Stem);
    }
}
