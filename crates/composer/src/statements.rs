//! Which of several statements is correct: one as the text has it, the others with one thing changed.

use std::collections::BTreeSet;

use tutti_language::{Kind, plain};

use crate::facts::Facts;
use crate::lot::lots;
use crate::question::{Answer, Difficulty, Draw, Facet, Question};
use crate::told;
use crate::twists::{Twist, crossed, twists};
use crate::wording::Wording;

/// The shortest and the longest statement that is an option, in characters.
const LENGTHS: std::ops::RangeInclusive<usize> = 35..=190;
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
        for text in told::parts(facts.sentence(sentence), language) {
            if is_statement(facts, sentence, &text) {
                let twists = twists(facts, sentence, &text);
                all.push(Statement { sentence, length: text.chars().count(), twists, text });
            }
        }
    }
    let texts: Vec<(usize, String)> = all.iter().map(|s| (s.sentence, s.text.clone())).collect();
    for statement in &mut all {
        let crossed = crossed(facts, statement.sentence, &statement.text, &texts);
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
    let by_lot = lots(&set[0].text)[0] % set.len();
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

/// Whether a sentence says one plain thing that can be true or false on its own.
fn is_statement(facts: &Facts<'_>, sentence: usize, text: &str) -> bool {
    let place = &facts.text.sentences()[sentence];
    let first = text.split_whitespace().next().unwrap_or_default().trim_end_matches(',').to_lowercase();
    let told = place.kind == Kind::Prose || (matches!(place.kind, Kind::Item | Kind::Step) && has_verb(text));
    told && LENGTHS.contains(&text.chars().count())
        && text.ends_with('.')
        && text.starts_with(char::is_uppercase)
        && !text.contains(['“', '”', '"', '«', '»', '(', ')', '[', ';', ':', '=', '\\', '\n', '*', '_', '—'])
        && text.matches(", ").count() <= 3
        && !text.trim_end_matches('.').contains(". ")
        && !OPENERS.contains(&first.as_str())
        && !is_advice(text)
        && !points_back(text)
        && !points_out(text)
        && !tells_story(text)
        && !is_loose(text)
        && facts.stands_alone_as(sentence, text)
}

pub(crate) fn is_loose(text: &str) -> bool {
    text.to_lowercase().split(|c: char| !c.is_alphabetic()).any(|word| LOOSE.contains(&word))
}

/// Words that give an option away or leave it open.
const LOOSE: &[&str] = &[
    "always",
    "some",
    "many",
    "solely",
    "most",
    "several",
    "certain",
    "various",
    "never",
    "only",
    "all",
    "every",
    "none",
    "usually",
    "often",
    "sometimes",
    "generally",
    "typically",
    "commonly",
    "frequently",
    "rarely",
    "probably",
    "alltid",
    "aldri",
    "bare",
    "berre",
    "alle",
    "hver",
    "kvar",
    "vanligvis",
    "vanlegvis",
    "ofte",
    "noen",
    "nokre",
    "sjelden",
    "sjeldan",
    "kanskje",
];

/// Whether an item of a list is a whole sentence.
fn has_verb(text: &str) -> bool {
    const VERBS: &[&str] = &[
        "is", "are", "was", "were", "must", "may", "can", "cannot", "has", "have", "will", "does", "do",
        "should", "er", "var", "kan", "må", "skal", "har",
    ];
    text.split_whitespace().skip(1).any(|word| VERBS.contains(&word))
}

/// Whether it tells somebody to do something: that is neither true nor false.
pub(crate) fn is_advice(text: &str) -> bool {
    let told = |word: &str| ORDERS.contains(&word.trim_end_matches(',').to_lowercase().as_str());
    text.split(", ").filter_map(|part| part.split_whitespace().next()).any(told)
}

/// Verbs that instructions begin with.
const ORDERS: &[&str] = &[
    "insert",
    "remove",
    "place",
    "press",
    "turn",
    "check",
    "rinse",
    "hold",
    "keep",
    "use",
    "add",
    "wait",
    "open",
    "close",
    "clean",
    "put",
    "pull",
    "push",
    "release",
    "apply",
    "cover",
    "wash",
    "call",
    "do",
    "don’t",
    "don't",
    "avoid",
    "make",
    "take",
    "give",
    "read",
    "write",
    "store",
    "choose",
    "ask",
    "contact",
    "seek",
    "try",
    "follow",
    "look",
    "start",
    "stop",
    "cut",
    "loosen",
    "tighten",
    "inflate",
    "fit",
    "fill",
    "set",
    "bring",
    "send",
    "report",
    "wear",
    "find",
    "calculate",
    "draw",
    "run",
    "switch",
    "leave",
    "go",
    "get",
    "tell",
    "resist",
    "reply",
    "notify",
    "return",
    "gjør",
    "gjer",
    "bruk",
    "hold",
    "ta",
    "sett",
    "legg",
    "ring",
    "skyll",
    "vent",
    "sjekk",
    "fjern",
    "unngå",
    "kontroller",
    "start",
    "stopp",
    "kutt",
    "fyll",
];

/// Whether it speaks of something as one of several, or of one that was named before.
fn points_back(text: &str) -> bool {
    const STARTS: &[&str] = &[
        "the first",
        "the second",
        "the third",
        "the last",
        "the other",
        "the former",
        "the latter",
        "the next",
        "the rest",
        "another",
        "both",
        "one of",
        "each of",
        "the answer",
        "the result",
        "den første",
        "den andre",
        "den tredje",
        "den siste",
        "det første",
        "det andre",
        "begge",
        "resten",
    ];
    const INSIDE: &[&str] = &[
        " that point",
        " before that",
        " after that",
        " on the contrary",
        " in turn",
        " too ",
        " may then ",
        " can then ",
        "strictly speaking",
    ];
    let lower = plain(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    let [first, second, third, ..] = words[..] else { return true };
    let starts =
        STARTS.iter().any(|start| lower.strip_prefix(start).is_some_and(|rest| rest.starts_with([' ', ','])));
    // "The road first ran from Rome": one that was named before.
    let one_named = first == "The"
        && second.starts_with(char::is_lowercase)
        && third != "of"
        && words[2..].iter().any(|word| word.starts_with(char::is_uppercase));
    // "A dry cough is their best-known side effect."
    let of_others = words.iter().take(5).any(|word| ["their", "its", "deres", "dens", "dets"].contains(word));
    of_others
        || starts
        || one_named
        || compares_alone(text)
        || INSIDE.iter().any(|phrase| lower.contains(phrase))
}

/// "Far larger": than what is not said.
pub(crate) fn compares_alone(text: &str) -> bool {
    let text = plain(text);
    let compared = text.contains(" than ") || text.contains(" enn ");
    !compared
        && ["much", "far", "langt", "mye", "mykje"].iter().any(|word| text.contains(&format!(" {word} ")))
}

/// Whether it sends the reader elsewhere, or leans on what was said.
pub(crate) fn points_out(text: &str) -> bool {
    const ELSEWHERE: &[&str] = &[
        "information",
        "website",
        "webpage",
        "www",
        "http",
        "https",
        "gov",
        "figure",
        "table",
        "chapter",
        "also",
        "opposite",
        "reverse",
        "visit",
        "brochure",
        "example",
        "shown",
        "nettsiden",
        "figur",
        "tabell",
        "kapittel",
        "også",
        "eksempel",
        "nettside",
        "nettsida",
        "phone",
        "email",
        "e-mail",
    ];
    let text = text.to_lowercase();
    let to_reader = ["you’ll find", "you'll find", "you will find", "learn more", "click"];
    to_reader.iter().any(|phrase| text.contains(phrase))
        || text.split(|c: char| !c.is_alphanumeric()).any(|word| ELSEWHERE.contains(&word))
}

/// Whether it tells of somebody in an example: who had how much is nothing to know.
pub(crate) fn tells_story(text: &str) -> bool {
    let somebody =
        ["he", "she", "his", "her", "him", "hers", "himself", "herself", "hun", "hennes", "ho", "hennar"];
    let mut words = text.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
    // "Noah’s $100": an amount of somebody's in an example.
    let owned = ["’s $", "'s $", "’s €", "’s £"].iter().any(|sign| text.contains(sign));
    owned || !text.contains("his or her") && words.any(|word| somebody.contains(&word.as_str()))
}

/// Words with which a sentence leans on the one before, or asks or advises.
const OPENERS: &[&str] = &[
    "however",
    "therefore",
    "thus",
    "hence",
    "also",
    "moreover",
    "furthermore",
    "instead",
    "otherwise",
    "then",
    "so",
    "but",
    "and",
    "or",
    "yet",
    "still",
    "again",
    "similarly",
    "likewise",
    "finally",
    "next",
    "here",
    "there",
    "now",
    "please",
    "note",
    "remember",
    "see",
    "consider",
    "suppose",
    "imagine",
    "let",
    "sometimes",
    "often",
    "usually",
    "generally",
    "typically",
    "perhaps",
    "maybe",
    "if",
    "when",
    "while",
    "although",
    "because",
    "since",
    "derfor",
    "difor",
    "men",
    "og",
    "eller",
    "da",
    "då",
    "så",
    "også",
    "likevel",
    "dessuten",
    "ellers",
    "her",
    "der",
    "nå",
    "no",
    "ofte",
    "vanligvis",
    "vanlegvis",
    "hvis",
    "når",
    "dersom",
    "viss",
    "for",
    "i",
    "we",
    "vi",
];
