//! Phrases with too many wordings for a list: they are recognised by neighbouring words.

use tutti_lexicon::{List, Negation};

use super::{Flaws, Place, Rule, options::is_combination};
use crate::words::{Sort, Text, View, Word};

pub(super) fn check(view: &View<'_>, flaws: &mut Flaws) {
    let stem = &view.stem;
    if let Some(words) = stem.first_listed(List::SourcePhrases).or_else(|| source(stem)) {
        flaws.add(Rule::SourcePhrase, words, Place::Stem);
    }
    let trivia = stem
        .first_listed(List::DocumentParts)
        .or_else(|| part_of_document(stem))
        .or_else(|| imprint(stem))
        .or_else(|| parts_as_options(view));
    if let Some(words) = trivia {
        flaws.add(Rule::SourceTrivia, words, Place::Stem);
    }
    if view.options.is_empty() {
        return;
    }
    if let Some(words) = truth_series(view) {
        flaws.add(Rule::TrueFalseSeries, words, Place::Stem);
    }
    for (place, option) in view.options.iter().enumerate() {
        // `none` among numbers is a number.
        let counted =
            view.stem.has("many") || view.stem.has("much") || view.amounts.iter().any(Option::is_some);
        let found = others(option).filter(|_| !(counted && option.words.len() == 1));
        if let Some((rule, words)) = found.or_else(|| every_letter(view, place)) {
            flaws.add(rule, words, Place::Option(place));
        }
        if let Some(words) = option.first_listed(List::SourcePhrases).or_else(|| source(option)) {
            flaws.add(Rule::SourcePhrase, words, Place::Option(place));
        }
    }
}

fn is(word: &Word<'_>, words: &[&str]) -> bool {
    words.contains(&&*word.lower)
}

const DOCUMENTS: [&str; 20] = [
    "text",
    "paragraph",
    "textbook",
    "lesson",
    "video",
    "transcript",
    "notes",
    "passage",
    "article",
    "document",
    "reading",
    "excerpt",
    "handout",
    "lecture",
    "slides",
    "extract",
    "teksten",
    "artikkelen",
    "dokumentet",
    "utdraget",
];

/// `in the passage`, `as the reading explains`, `the author argues`, `according to WHO`.
fn source<'a>(text: &Text<'a>) -> Option<&'a str> {
    for (at, pair) in text.words.windows(2).enumerate() {
        let before = at.checked_sub(1).and_then(|before| text.words.get(before));
        let after = text.words.get(at + 2);
        let told = after.is_some_and(|word| {
            let lower = &*word.lower;
            is(word, &["says", "said", "tells", "thinks"])
                || [
                    "stat",
                    "explain",
                    "mention",
                    "claim",
                    "argue",
                    "describ",
                    "report",
                    "believ",
                    "suggest",
                    "discuss",
                    "recommend",
                    "defin",
                    "conclud",
                    "propos",
                    "advis",
                    "warn",
                    "emphas",
                    "assert",
                ]
                .iter()
                .any(|start| lower.starts_with(start))
        });
        let article = is(&pair[0], &["the", "this"]);
        let led = before.is_some_and(|word| {
            is(word, &["to", "in", "from", "per", "by", "on", "as", "of", "i", "ifølge"])
        });
        let document = is(&pair[1], &DOCUMENTS);
        let asked = before.is_some_and(|word| is(word, &["does", "did"]));
        if document && (article && (led || told || asked) || is(&pair[0], &["i", "ifølge"])) {
            return Some(text.between(at, at + 1));
        }
        if article && (told || asked) && is(&pair[1], &["author", "writer", "speaker"]) {
            return Some(text.between(at, at + 2));
        }
        if is(&pair[0], &["according"]) {
            let named = text.words.get(at + 2..)?.iter().find(|word| !is(word, &["the"]));
            let acronym = |word: &&Word<'_>| word.raw.len() > 1 && word.raw.chars().all(char::is_uppercase);
            if let Some(named) = named.filter(acronym) {
                return Some(named.raw);
            }
        }
    }
    None
}

/// `on what page`, `how many figures does the report have`.
fn part_of_document<'a>(stem: &Text<'a>) -> Option<&'a str> {
    let sure = [
        "page",
        "pages",
        "chapter",
        "chapters",
        "paragraph",
        "paragraphs",
        "footnote",
        "appendix",
        "subheading",
    ];
    // Figures, tables and parts are also things of mathematics and of life.
    let unsure = ["figure", "figures", "table", "tables", "section", "sections", "part", "heading", "bullet"];
    let document = stem.words.iter().any(|word| {
        is(word, &DOCUMENTS)
            || is(word, &["report", "book", "paper", "chapter", "textbook", "leaflet", "guideline"])
    });
    for (at, pair) in stem.words.windows(2).enumerate() {
        let asked = is(&pair[0], &["which", "what", "many"]);
        let titled = is(&pair[0], &["title", "heading", "name"]) && is(&pair[1], &["of"]);
        let near = stem.words.iter().skip(at + 2).take(3);
        if titled
            && near.into_iter().any(|word| is(word, &sure) || is(word, &DOCUMENTS) || is(word, &["section"]))
        {
            return Some(stem.between(at, at + 1));
        }
        if asked && (is(&pair[1], &sure) || document && is(&pair[1], &unsure)) {
            return Some(stem.between(at, at + 1));
        }
    }
    None
}

/// Who wrote `the textbook`, when `this book` was published: what stands on a title page.
fn imprint<'a>(stem: &Text<'a>) -> Option<&'a str> {
    let about = |word: &Word<'_>| {
        is(word, &["published", "printed", "publisher", "author", "authors", "edition", "title", "editor"])
    };
    let asked = stem.asking().find(|word| about(word))?;
    stem.words.windows(2).enumerate().find_map(|(at, pair)| {
        let document = is(&pair[1], &DOCUMENTS)
            || is(&pair[1], &["book", "paper", "report", "guide", "leaflet", "guideline", "manual"]);
        (is(&pair[0], &["the", "this"]) && document && pair[1].sentence == asked.sentence)
            .then(|| stem.between(at, at + 1))
    })
}

/// `Table 1`, `Table 2`, `Table 3`: the options are places in a document.
fn parts_as_options<'a>(view: &View<'a>) -> Option<&'a str> {
    let part = |option: &Text<'_>| {
        let [name, number] = &option.words[..] else { return false };
        is(name, &["table", "figure", "page", "chapter", "section", "paragraph", "slide", "appendix"])
            && (number.sort == Sort::Number || number.raw.chars().count() == 1)
    };
    let first = view.options.first()?;
    view.options.iter().all(part).then(|| first.source.trim())
}

/// Which of several statements is true: the question names no subject of its own to decide on.
fn truth_series<'a>(view: &View<'a>) -> Option<&'a str> {
    if let Some(words) = view.stem.first_listed(List::TruthSeries) {
        return Some(words);
    }
    let asking: Vec<_> = view.stem.asking().collect();
    let which = asking.iter().any(|word| is(word, &["which", "what", "hvilken", "hvilket"]));
    let things = asking.iter().any(|word| {
        is(
            word,
            &[
                "statement",
                "statements",
                "assertion",
                "assertions",
                "claim",
                "claims",
                "following",
                "these",
                "sentence",
            ],
        ) || is(word, &["påstand", "påstander", "påstandene"])
    });
    let truth = |word: &Word<'_>| {
        is(
            word,
            &[
                "true",
                "correct",
                "false",
                "incorrect",
                "untrue",
                "accurate",
                "riktig",
                "sann",
                "feil",
                "wrong",
                "right",
            ],
        )
    };
    // `Tick the true statement about …`.
    let named = asking.windows(2).find(|pair| {
        truth(pair[0]) && is(pair[1], &["statement", "statements", "assertion", "claim", "sentence"])
    });
    if let Some(pair) = named {
        return Some(pair[0].raw);
    }
    let judged = asking
        .windows(2)
        .find(|pair| is(pair[0], &["is", "are", "not", "must", "be", "er"]) && truth(pair[1]))?;
    (which && things).then_some(judged[1].raw)
}

/// `A, B and C` after the options A, B and C.
fn every_letter<'a>(view: &View<'a>, place: usize) -> Option<(Rule, &'a str)> {
    let option = &view.options[place];
    let combinations = view.options.iter().filter(|option| is_combination(option)).count();
    let letters = option.words.iter().filter(|word| word.raw.len() == 1 && word.raw < "I").count();
    (combinations == 1 && is_combination(option) && letters >= 2 && letters + 1 == view.options.len())
        .then(|| (Rule::AllOfTheAbove, option.source.trim()))
}

/// An option that refers to the other options.
fn others<'a>(option: &Text<'a>) -> Option<(Rule, &'a str)> {
    if let Some(words) = option.first_listed(List::AllOfTheAbove) {
        return Some((Rule::AllOfTheAbove, words));
    }
    if let Some(words) = option.first_listed(List::NoneOfTheAbove) {
        return Some((Rule::NoneOfTheAbove, words));
    }
    let pointing = |word: &Word<'_>| {
        is(
            word,
            &[
                "above",
                "listed",
                "these",
                "those",
                "them",
                "option",
                "answer",
                "given",
                "preceding",
                "answers",
                "options",
                "choices",
                "mentioned",
                "others",
                "alternatives",
                "named",
                "previous",
                "aforementioned",
                "foregoing",
            ],
        )
    };
    let denied = option.words.first().and_then(|word| word.negation);
    let rule = match (option.first(), denied) {
        ("all" | "both" | "any" | "each" | "every" | "everything" | "alle", _) => Rule::AllOfTheAbove,
        ("another", _) | (_, Some(Negation::None | Negation::Pair | Negation::Clause)) => {
            Rule::NoneOfTheAbove
        }
        _ => return None,
    };
    let pointed = option.words.iter().skip(1).any(pointing);
    let counted = option.words.len() == 2
        && is(&option.words[1], &["two", "three", "four", "five", "apply", "tre", "fire"]);
    let alone = option.words.len() == 1
        && (matches!(option.first(), "all" | "none" | "ingen") || denied == Some(Negation::Pair));
    let short = counted || alone || option.words.len() <= 7 && pointed;
    short.then(|| (rule, option.source.trim()))
}
