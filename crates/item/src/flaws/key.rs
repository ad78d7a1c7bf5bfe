//! Flaws that give the key away.

use std::collections::{HashMap, HashSet};

use tutti_core::Severity;

use super::{Flaws, Place, Rule, options::is_combination};
use crate::words::{Sort, Text, View, Word};

pub(super) fn check(view: &View<'_>, flaws: &mut Flaws) {
    let (Some(place), Some(key)) = (view.key, view.key_text()) else { return };
    let worded = view.quantities.is_empty() && !view.options.iter().any(is_combination);
    if worded {
        longest(view, key, place, flaws);
        echo(view, key, place, flaws);
        opposites(view, key, place, flaws);
        stands_out(view, key, place, flaws);
        agreement(view, key, place, flaws);
        convergence(view, place, flaws);
    }
}

/// High if the key is a third longer than the longest other option, medium over 1.25 times the mean; both only
/// from four words on, where length is seen.
fn longest(view: &View<'_>, key: &Text<'_>, place: usize, flaws: &mut Flaws) {
    let worded = key.words.iter().filter(|word| word.sort == Sort::Word).count();
    if worded < 4 || view.options.len() < 3 {
        return;
    }
    let length = key.length();
    let others: Vec<_> = view.distractors().map(|(_, option)| option.length()).collect();
    let longest = others.iter().copied().max().unwrap_or(0);
    let mean = others.iter().sum::<usize>() as f64 / others.len() as f64;
    if length * 3 > longest * 4 {
        flaws.add(Rule::LongestKey, key.source.trim(), Place::Option(place));
    } else if length > longest && length as f64 > 1.25 * mean {
        flaws.add_as(Rule::LongestKey, Severity::Medium, key.source.trim(), Place::Option(place));
    }
}

fn in_distractor(view: &View<'_>, fits: impl Fn(&Word<'_>) -> bool) -> bool {
    view.distractors().any(|(_, option)| option.words.iter().any(&fits))
}

/// The whole key in the stem, one of its words, or a word of the same family; never if a distractor has it too.
fn echo(view: &View<'_>, key: &Text<'_>, place: usize, flaws: &mut Flaws) {
    let content = |word: &&Word<'_>| word.content;
    let named = !key.flat().is_empty() && key.words.iter().any(|word| content(&word));
    if named
        && key.flat().len() >= 4
        && let Some(words) = view.stem.phrase(key.flat())
        && !view.distractors().any(|(_, option)| view.stem.phrase(option.flat()).is_some())
    {
        flaws.add(Rule::AnswerInStem, words, Place::Stem);
        return;
    }
    let start = |word: &'_ Word<'_>| word.lower.char_indices().nth(4).map(|(at, c)| at + c.len_utf8());
    let (mut roots, mut starts) = (HashSet::new(), HashMap::new());
    for word in view.stem.words.iter().filter(content) {
        roots.insert(word.root());
        if let Some(cut) = start(word) {
            starts.entry(&word.lower[..cut]).or_insert(word);
        }
    }
    let (mut other_roots, mut other_starts) = (HashSet::new(), HashSet::new());
    for word in view.distractors().flat_map(|(_, option)| &option.words) {
        other_roots.insert(word.root());
        other_starts.extend(start(word).map(|cut| &word.lower[..cut]));
    }
    for word in key.words.iter().filter(content) {
        let root = word.root();
        if root.chars().count() < 4 {
            continue;
        }
        if roots.contains(root) && !other_roots.contains(root) {
            flaws.add(Rule::StemEcho, word.raw, Place::Option(place));
            return;
        }
        let Some((cut, _)) = word.lower.char_indices().nth(5) else { continue };
        let start = &word.lower[..cut];
        if let Some(kin) = starts.get(start).filter(|kin| kin.root() != root)
            && !other_starts.contains(start)
        {
            flaws.add(Rule::LogicalCue, format!("{} … {}", kin.raw, word.raw), Place::Option(place));
            return;
        }
    }
}

/// Exactly one pair of opposites, and the key in it: the others can be dropped.
fn opposites(view: &View<'_>, key: &Text<'_>, place: usize, flaws: &mut Flaws) {
    if view.options.len() < 4 {
        return;
    }
    for (one, other) in view.lexicon.opposites() {
        for (mine, theirs) in [(one, other), (other, one)] {
            let holders = |word: &str| view.options.iter().filter(|option| option.has(word)).count();
            if key.has(mine) && holders(mine) == 1 && holders(theirs) == 1 && !key.has(theirs) {
                let elsewhere = view
                    .lexicon
                    .opposites()
                    .iter()
                    .any(|(a, b)| a != one && holders(a) > 0 && holders(b) > 0);
                if !elsewhere {
                    flaws.add(Rule::LogicalCue, format!("{mine} … {theirs}"), Place::Option(place));
                    return;
                }
            }
        }
    }
}

fn stands_out(view: &View<'_>, key: &Text<'_>, place: usize, flaws: &mut Flaws) {
    if view.options.len() < 3 {
        return;
    }
    let number = |word: &Word<'_>| word.sort == Sort::Number;
    let hedge = |word: &Word<'_>| word.hedges();
    let first = |fits: &dyn Fn(&Word<'_>) -> bool| {
        key.words.iter().find(|word| fits(word)).filter(|_| !in_distractor(view, fits))
    };
    let found = first(&number).or_else(|| first(&hedge));
    if let Some(word) = found {
        flaws.add(Rule::KeyStandsOut, word.raw, Place::Option(place));
        return;
    }
    // A bracket, or an example in the key alone.
    let bracket = |option: &Text<'_>| {
        let plain = option.source.replace("\\(", "");
        ["(", "e.g.", "i.e.", "for example", "for instance"].iter().any(|mark| plain.contains(mark))
    };
    if bracket(key) && !view.distractors().any(|(_, option)| bracket(option)) {
        flaws.add(Rule::KeyStandsOut, key.source.trim(), Place::Option(place));
    }
}

/// A stem that breaks off at its verb, and a key that alone has the number of that verb.
fn agreement(view: &View<'_>, key: &Text<'_>, place: usize, flaws: &mut Flaws) {
    let mut ending = view.stem.words.iter().rev().skip_while(|word| *word.lower == *"the");
    let Some(verb) = ending.next().filter(|_| view.is_english()) else { return };
    let Some(wanted) = number_of_verb(&verb.lower).filter(|_| !view.stem.source.trim_end().ends_with('?'))
    else {
        return;
    };
    if is_plural(key) == wanted && view.distractors().all(|(_, option)| is_plural(option) != wanted) {
        flaws.add_as(Rule::GrammaticalCue, Severity::Medium, verb.raw, Place::Option(place));
    }
}

/// True for a plural verb.
pub(crate) fn number_of_verb(lower: &str) -> Option<bool> {
    match lower {
        "are" | "were" | "have" => Some(true),
        "is" | "was" | "has" => Some(false),
        _ => None,
    }
}

/// By the ending of the last word, or two things joined by `and`.
pub(crate) fn is_plural(option: &Text<'_>) -> bool {
    let last = option.words.last().map_or("", |word| &*word.lower);
    let ending = last.ends_with('s') && !["ss", "us", "is", "ics"].iter().any(|end| last.ends_with(end));
    ending || option.has("and")
}

/// The words and numbers of each option that tell it apart: what all have is left out.
fn telling_parts<'v>(view: &'v View<'_>) -> Vec<Vec<&'v str>> {
    let parts = |option: &'v Text<'_>| {
        let mut parts: Vec<_> = option
            .words
            .iter()
            .filter(|word| word.sort != Sort::Word || word.content)
            .map(Word::root)
            .collect();
        parts.sort_unstable();
        parts.dedup();
        parts
    };
    let all: Vec<Vec<&str>> = view.options.iter().map(parts).collect();
    let common = |part: &&str| all.iter().all(|other| other.binary_search(part).is_ok());
    all.iter().map(|own| own.iter().filter(|part| !common(part)).copied().collect()).collect()
}

/// How much of itself each option has in common with some of the others.
pub(crate) fn shared_parts(view: &View<'_>) -> Vec<usize> {
    let parts = telling_parts(view);
    let count = |part: &&str| parts.iter().filter(|other| other.binary_search(part).is_ok()).count() - 1;
    parts.iter().map(|own| if own.len() < 2 { 0 } else { own.iter().map(&count).sum() }).collect()
}

/// Whether every other option varies this one and none another: all that options share is in it.
pub(crate) fn is_varied_by_all(view: &View<'_>, place: usize) -> bool {
    let parts = telling_parts(view);
    let own = |part: &&str| parts[place].binary_search(part).is_ok();
    let holders = |part: &&str| parts.iter().filter(|other| other.binary_search(part).is_ok()).count();
    parts
        .iter()
        .enumerate()
        .filter(|(at, _)| *at != place)
        .all(|(_, other)| other.iter().any(own) && other.iter().all(|part| own(part) || holders(part) == 1))
}

/// Every other option is a variation of the key, and of nothing else as much.
fn convergence(view: &View<'_>, place: usize, flaws: &mut Flaws) {
    if view.options.len() < 4 {
        return;
    }
    let shared = shared_parts(view);
    let own = shared[place];
    let others = || shared.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, score)| *score);
    if own >= 3 && others().all(|score| score > 0 && score < own) {
        flaws.add(Rule::ConvergenceCue, view.options[place].source.trim(), Place::Option(place));
    }
}
