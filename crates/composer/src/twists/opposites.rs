//! Decides whether a word can be replaced by its opposite in its context.

use std::ops::Range;

use tutti_lexicon::{Lexicon, List};

/// Whether a word at a place can be turned: it is what it looks like, and nothing else in the sentence depends on it.
pub(super) fn fits(phrase: &str, at: &Range<usize>, word: &str, lexicon: &Lexicon) -> bool {
    let before: Vec<&str> = phrase[..at.start].split_whitespace().collect();
    let after: Vec<&str> = phrase[at.end..].split_whitespace().collect();
    let lower = |word: Option<&&str>| word.map(|word| word.to_lowercase()).unwrap_or_default();
    let (last, next) = (lower(before.last()), lower(after.first()));
    let next = next.trim_end_matches(['.', ',']).to_owned();
    let has_number = next.starts_with(|c: char| c.is_ascii_digit() || "$€£".contains(c))
        || lexicon.number(&next).is_some();
    match word {
        // A limit is turned, not the size of an example.
        "within" | "up to" | "innen" | "inntil" | "opptil" => has_number,
        "before" | "after" | "før" => {
            !before.is_empty()
                && !next.is_empty()
                && !["named", "look", "looks", "life"].contains(&last.as_str())
        }
        "longer" | "shorter" => !["no", "any"].contains(&last.as_str()),
        // "Outside Italy the network grew" says nothing of the inside.
        "inside" | "outside" | "innenfor" | "utenfor" => !before.is_empty(),
        // "See below".
        "above" | "below" => {
            !next.is_empty() && !["see", "discussed", "listed", "shown", "described"].contains(&last.as_str())
        }
        // "It is legal", not "legal help".
        "legal" | "illegal" | "lawful" | "unlawful" | "lovlig" | "ulovlig" => {
            ["is", "are", "was", "were", "be", "it", "er", "var", "not"].contains(&last.as_str())
        }
        // "More and more", "more people".
        "more" => next == "than" || (after.len() > 1 && is_quality(&next)),
        "less" => next == "than" || is_quality(&next),
        "most" | "least" => last == "the" && is_quality(&next),
        // A verb follows, and a subject stands before: in Norwegian the verb may come first.
        // "The charge that a cell can deliver": no main verb.
        "can" if before.iter().any(|word| leads_verb(word, lexicon)) => false,
        "can" | "must" => {
            !before.is_empty()
                && !next.is_empty()
                && next != "not"
                && next != "still"
                && !lexicon.is_negated(phrase)
        }
        "may" | "cannot" | "must not" | "may not" => !before.is_empty() && !next.is_empty(),
        "kan" | "må" => {
            let adverb = [
                "òg", "også", "difor", "derfor", "dermed", "heller", "da", "då", "så", "bare", "berre", "som",
            ];
            subject_first(&before, lexicon) && !lexicon.is_negated(phrase) && !adverb.contains(&next.as_str())
        }
        "requires" | "require" | "applies" | "apply" | "allows" | "allow" | "protects" | "causes"
        | "affects" | "affect" | "produces" | "contains" | "contain" | "include" | "helps" | "needs"
        | "depends" | "changes" => {
            is_main_verb(&before, lexicon) && !next.is_empty() && !lexicon.is_negated(phrase)
        }
        // "Without asking" has no plain opposite.
        "without" => {
            !next.ends_with("ing")
                && next != "any"
                && !["almost", "nearly", "even", "or"].contains(&last.as_str())
        }
        "uten" | "utan" => {
            !["å", "at", "noen", "noe", "nokon", "noko"].contains(&next.as_str())
                && !["nesten", "selv", "sjølv", "eller"].contains(&last.as_str())
        }
        "high" | "low" | "long" | "short" | "large" | "small" | "early" | "late" | "warm" | "cold" => {
            BEFORE_QUALITY.contains(&last.as_str()) && next != "as"
        }
        // "The first three days", "first aid".
        "first" | "last" => {
            let counted = lexicon.number(&next).is_some() || next.starts_with(|c: char| c.is_ascii_digit());
            last == "the" && !next.is_empty() && !counted && !TIMES.contains(&next.as_str())
        }
        _ => true,
    }
}

/// What stands before a quality of something.
const BEFORE_QUALITY: &[&str] = &[
    "a", "an", "the", "is", "are", "was", "were", "be", "very", "of", "with", "in", "and", "or", "have",
    "has", "to", "from", "this",
];

/// What is counted by "first" in a date.
const TIMES: &[&str] = &["century", "year", "day", "week", "month", "time", "step", "person"];

/// Whether the words before a verb are nothing but its subject.
fn is_main_verb(before: &[&str], lexicon: &Lexicon) -> bool {
    let joint = |word: &str| lexicon.has(&word.to_lowercase(), List::ClauseWords);
    (1..=9).contains(&before.len())
        && !before.iter().any(|word| word.ends_with([',', ':']) || joint(word) || leads_verb(word, lexicon))
}

/// A helping verb or a negation: the verb of the clause is elsewhere.
fn leads_verb(word: &str, lexicon: &Lexicon) -> bool {
    lexicon.lists(word).overlaps(List::Auxiliaries | List::Negations)
}

/// Words after "more" that are qualities and not things.
fn is_quality(word: &str) -> bool {
    let word = word.trim_end_matches([',', '.']);
    let endings = [
        "al", "ive", "ous", "ful", "able", "ible", "ent", "ant", "ic", "ly", "ed", "ing", "common", "severe",
    ];
    endings.iter().any(|ending| word.ends_with(ending))
        || ["common", "severe", "complex", "dense"].contains(&word)
}

/// Whether the words before a Norwegian verb are its subject: no clause or adverb stands first.
fn subject_first(before: &[&str], lexicon: &Lexicon) -> bool {
    let other = List::Adverbs | List::Prepositions | List::Conjunctions;
    let first = before.first().map(|word| word.to_lowercase()).unwrap_or_default();
    (1..=5).contains(&before.len())
        && !lexicon.lists(&first).overlaps(other)
        && !before.iter().any(|word| word.ends_with(',') || *word == "som" || *word == "og" || *word == "at")
}
