//! Words and their opposites that fit the same place in a sentence.

use std::ops::Range;

use tutti_language::Language;

use crate::question::Draw;

/// What can be put in place of what.
#[derive(Debug, Clone, Copy)]
pub(super) enum Pair {
    Turn(&'static str, &'static str, Draw),
    /// Two that change places: who does something to whom.
    Roles(&'static str, &'static str),
}

/// The pairs of a language, roles first, then whole phrases before the words in them.
pub(super) fn opposites(language: Language) -> &'static [Pair] {
    match language {
        Language::English => ENGLISH,
        Language::Bokmal => BOKMAL,
        Language::Nynorsk => NYNORSK,
        _ => &[],
    }
}

/// Whether a word at a place can be turned: it is what it looks like, and nothing else in the sentence depends on it.
pub(super) fn fits(phrase: &str, at: &Range<usize>, word: &str) -> bool {
    let before: Vec<&str> = phrase[..at.start].split_whitespace().collect();
    let after: Vec<&str> = phrase[at.end..].split_whitespace().collect();
    let lower = |word: Option<&&str>| word.map(|word| word.to_lowercase()).unwrap_or_default();
    let (last, next) = (lower(before.last()), lower(after.first()));
    let next = next.trim_end_matches(['.', ',']).to_owned();
    let has_number = next.starts_with(|c: char| c.is_ascii_digit() || "$€£".contains(c))
        || NUMBERS.contains(&next.trim_end_matches(','));
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
        "can" if before.iter().any(|word| VERBS.contains(word)) => false,
        "can" | "must" => {
            !before.is_empty()
                && !next.is_empty()
                && next != "not"
                && next != "still"
                && !has_negation(phrase)
        }
        "may" | "cannot" | "must not" | "may not" => !before.is_empty() && !next.is_empty(),
        "kan" | "må" => {
            let adverb = [
                "òg", "også", "difor", "derfor", "dermed", "heller", "da", "då", "så", "bare", "berre", "som",
            ];
            subject_first(&before) && !has_negation(phrase) && !adverb.contains(&next.as_str())
        }
        "requires" | "require" | "applies" | "apply" | "allows" | "allow" | "protects" | "causes"
        | "affects" | "affect" | "produces" | "contains" | "contain" | "include" | "helps" | "needs"
        | "depends" | "changes" => is_main_verb(&before) && !next.is_empty() && !has_negation(phrase),
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
        "first" | "last" => last == "the" && is_quality_or_noun(&next) && !TIMES.contains(&next.as_str()),
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

const NUMBERS: &[&str] =
    &["one", "two", "three", "four", "five", "six", "seven", "ten", "twelve", "to", "tre", "fire", "fem"];

/// Whether the words before a verb are nothing but its subject.
fn is_main_verb(before: &[&str]) -> bool {
    (1..=9).contains(&before.len())
        && !before.iter().any(|word| word.ends_with([',', ':']) || is_joint(word) || VERBS.contains(word))
}

const VERBS: &[&str] = &["may", "can", "must", "is", "are", "was", "were", "not"];

/// Words that do not stand in a plain subject.
pub(super) fn is_joint(word: &str) -> bool {
    const JOINTS: &[&str] = &[
        "that", "which", "who", "whose", "if", "when", "where", "because", "while", "as", "than", "there",
        "it", "to", "how", "what", "this", "som", "at", "hvis", "når",
    ];
    JOINTS.contains(&word.to_lowercase().as_str())
}

/// A second negation would be one too many.
pub(super) fn has_negation(phrase: &str) -> bool {
    const NEGATIONS: &[&str] = &[
        "no",
        "not",
        "nothing",
        "nobody",
        "neither",
        "nor",
        "without",
        "never",
        "cannot",
        "hardly",
        "seldom",
        "rarely",
        "sjelden",
        "sjeldan",
        "ikke",
        "ikkje",
        "ingen",
        "inga",
        "ingenting",
        "uten",
        "utan",
        "aldri",
    ];
    phrase.to_lowercase().split(|c: char| !c.is_alphabetic()).any(|word| NEGATIONS.contains(&word))
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

fn is_quality_or_noun(word: &str) -> bool {
    !word.is_empty() && !NUMBERS.contains(&word) && !word.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether the words before a verb are its subject: no clause or adverb stands first.
fn subject_first(before: &[&str]) -> bool {
    const OTHERS: &[&str] = &[
        "alternativt",
        "dessuten",
        "likevel",
        "deretter",
        "først",
        "da",
        "då",
        "så",
        "derfor",
        "difor",
        "dermed",
        "her",
        "der",
        "nå",
        "no",
        "ofte",
        "noen",
        "i",
        "på",
        "ved",
        "etter",
        "før",
        "når",
        "hvis",
        "dersom",
        "om",
        "med",
        "uten",
        "fra",
        "til",
        "under",
        "over",
        "for",
        "av",
        "slik",
        "bare",
        "berre",
        "også",
        "som",
    ];
    let first = before.first().map(|word| word.to_lowercase()).unwrap_or_default();
    (1..=5).contains(&before.len())
        && !OTHERS.contains(&first.as_str())
        && !before.iter().any(|word| word.ends_with(',') || *word == "som" || *word == "og" || *word == "at")
}

use Draw::{Misconception, PartialTruth, PlausibleReasoning};
use Pair::{Roles, Turn};

const ENGLISH: &[Pair] = &[
    Roles("landlord", "tenant"),
    Roles("employer", "employee"),
    Roles("creditor", "debtor"),
    Roles("lender", "borrower"),
    Roles("buyer", "seller"),
    Roles("plaintiff", "defendant"),
    Roles("host", "guest"),
    Roles("teacher", "student"),
    Roles("arteries", "veins"),
    Roles("north", "south"),
    Roles("east", "west"),
    Roles("input", "output"),
    Roles("cause", "effect"),
    Roles("acid", "base"),
    Turn("at least", "at most", PartialTruth),
    Turn("at most", "at least", PartialTruth),
    Turn("no more than", "no less than", PartialTruth),
    Turn("no less than", "no more than", PartialTruth),
    Turn("not more than", "not less than", PartialTruth),
    Turn("no later than", "no earlier than", PartialTruth),
    Turn("more than", "less than", Misconception),
    Turn("less than", "more than", Misconception),
    Turn("fewer than", "more than", Misconception),
    Turn("up to", "at least", PartialTruth),
    Turn("within", "after", PartialTruth),
    Turn("directly proportional", "inversely proportional", Misconception),
    Turn("inversely proportional", "directly proportional", Misconception),
    Turn("increases", "decreases", Misconception),
    Turn("decreases", "increases", Misconception),
    Turn("increase", "decrease", Misconception),
    Turn("decrease", "increase", Misconception),
    Turn("increased", "decreased", Misconception),
    Turn("decreased", "increased", Misconception),
    Turn("rises", "falls", Misconception),
    Turn("falls", "rises", Misconception),
    Turn("rose", "fell", Misconception),
    Turn("grows", "shrinks", Misconception),
    Turn("shrinks", "grows", Misconception),
    Turn("raises", "lowers", Misconception),
    Turn("raise", "lower", Misconception),
    Turn("lowers", "raises", Misconception),
    Turn("higher", "lower", Misconception),
    Turn("highest", "lowest", Misconception),
    Turn("lowest", "highest", Misconception),
    Turn("larger", "smaller", Misconception),
    Turn("smaller", "larger", Misconception),
    Turn("largest", "smallest", Misconception),
    Turn("smallest", "largest", Misconception),
    Turn("greater", "smaller", Misconception),
    Turn("longer", "shorter", Misconception),
    Turn("shorter", "longer", Misconception),
    Turn("longest", "shortest", Misconception),
    Turn("shortest", "longest", Misconception),
    Turn("faster", "slower", Misconception),
    Turn("slower", "faster", Misconception),
    Turn("fastest", "slowest", Misconception),
    Turn("stronger", "weaker", Misconception),
    Turn("weaker", "stronger", Misconception),
    Turn("heavier", "lighter", Misconception),
    Turn("lighter", "heavier", Misconception),
    Turn("earlier", "later", Misconception),
    Turn("earliest", "latest", Misconception),
    Turn("older", "younger", Misconception),
    Turn("oldest", "newest", Misconception),
    Turn("warmer", "colder", Misconception),
    Turn("colder", "warmer", Misconception),
    Turn("warm", "cold", Misconception),
    Turn("cold", "warm", Misconception),
    Turn("wet", "dry", Misconception),
    Turn("dry", "wet", Misconception),
    Turn("cheaper", "dearer", Misconception),
    Turn("deeper", "shallower", Misconception),
    Turn("thicker", "thinner", Misconception),
    Turn("before", "after", Misconception),
    Turn("after", "before", Misconception),
    Turn("above", "below", Misconception),
    Turn("below", "above", Misconception),
    Turn("inside", "outside", Misconception),
    Turn("outside", "inside", Misconception),
    Turn("minimum", "maximum", PartialTruth),
    Turn("maximum", "minimum", PartialTruth),
    Turn("northern", "southern", Misconception),
    Turn("southern", "northern", Misconception),
    Turn("eastern", "western", Misconception),
    Turn("western", "eastern", Misconception),
    Turn("positive", "negative", Misconception),
    Turn("negative", "positive", Misconception),
    Turn("inner", "outer", Misconception),
    Turn("outer", "inner", Misconception),
    Turn("internal", "external", Misconception),
    Turn("external", "internal", Misconception),
    Turn("absorbs", "releases", Misconception),
    Turn("releases", "absorbs", Misconception),
    Turn("attracts", "repels", Misconception),
    Turn("gains", "loses", Misconception),
    Turn("loses", "gains", Misconception),
    Turn("accepted", "rejected", Misconception),
    Turn("rejected", "accepted", Misconception),
    Turn("includes", "excludes", PartialTruth),
    Turn("excludes", "includes", PartialTruth),
    Turn("legal", "illegal", Misconception),
    Turn("illegal", "legal", Misconception),
    Turn("lawful", "unlawful", Misconception),
    Turn("unlawful", "lawful", Misconception),
    Turn("public", "private", Misconception),
    Turn("private", "public", Misconception),
    Turn("voluntary", "compulsory", Misconception),
    Turn("mandatory", "optional", PlausibleReasoning),
    Turn("optional", "mandatory", PlausibleReasoning),
    Turn("temporary", "permanent", PlausibleReasoning),
    Turn("permanent", "temporary", PlausibleReasoning),
    Turn("reversible", "irreversible", PlausibleReasoning),
    Turn("irreversible", "reversible", PlausibleReasoning),
    Turn("without", "with", PartialTruth),
    Turn("more", "less", Misconception),
    Turn("less", "more", Misconception),
    Turn("most", "least", Misconception),
    Turn("least", "most", Misconception),
    Turn("high", "low", Misconception),
    Turn("low", "high", Misconception),
    Turn("large", "small", Misconception),
    Turn("small", "large", Misconception),
    Turn("long", "short", Misconception),
    Turn("short", "long", Misconception),
    Turn("early", "late", Misconception),
    Turn("late", "early", Misconception),
    Turn("first", "last", PlausibleReasoning),
    Turn("cannot", "can", PlausibleReasoning),
    Turn("can not", "can", PlausibleReasoning),
    Turn("must not", "may", PlausibleReasoning),
    Turn("may not", "may", PlausibleReasoning),
    Turn("does not have to", "has to", PlausibleReasoning),
    Turn("do not have to", "have to", PlausibleReasoning),
    Turn("need not", "must", PlausibleReasoning),
    Turn("must", "need not", PlausibleReasoning),
    Turn("is not", "is", PlausibleReasoning),
    Turn("are not", "are", PlausibleReasoning),
    Turn("was not", "was", PlausibleReasoning),
    Turn("were not", "were", PlausibleReasoning),
    Turn("can", "cannot", PlausibleReasoning),
    Turn("requires", "does not require", PlausibleReasoning),
    Turn("require", "do not require", PlausibleReasoning),
    Turn("applies", "does not apply", PlausibleReasoning),
    Turn("apply", "do not apply", PlausibleReasoning),
    Turn("allows", "does not allow", PlausibleReasoning),
    Turn("allow", "do not allow", PlausibleReasoning),
    Turn("protects", "does not protect", PlausibleReasoning),
    Turn("causes", "does not cause", PlausibleReasoning),
    Turn("affects", "does not affect", PlausibleReasoning),
    Turn("affect", "do not affect", PlausibleReasoning),
    Turn("produces", "does not produce", PlausibleReasoning),
    Turn("contains", "does not contain", PlausibleReasoning),
    Turn("contain", "do not contain", PlausibleReasoning),
    Turn("include", "do not include", PlausibleReasoning),
    Turn("helps", "does not help", PlausibleReasoning),
    Turn("needs", "does not need", PlausibleReasoning),
    Turn("depends", "does not depend", PlausibleReasoning),
    Turn("changes", "does not change", PlausibleReasoning),
];

const BOKMAL: &[Pair] = &[
    Roles("utleier", "leietaker"),
    Roles("utleieren", "leietakeren"),
    Roles("arbeidsgiver", "arbeidstaker"),
    Roles("arbeidsgiveren", "arbeidstakeren"),
    Roles("kjøper", "selger"),
    Roles("kjøperen", "selgeren"),
    Turn("mer enn", "mindre enn", Misconception),
    Turn("mindre enn", "mer enn", Misconception),
    Turn("flere enn", "færre enn", Misconception),
    Turn("færre enn", "flere enn", Misconception),
    Turn("innen", "etter", PartialTruth),
    Turn("opptil", "minst", PartialTruth),
    Turn("inntil", "minst", PartialTruth),
    Turn("øker", "minker", Misconception),
    Turn("minker", "øker", Misconception),
    Turn("økte", "minket", Misconception),
    Turn("stiger", "synker", Misconception),
    Turn("synker", "stiger", Misconception),
    Turn("høyere", "lavere", Misconception),
    Turn("lavere", "høyere", Misconception),
    Turn("høyeste", "laveste", Misconception),
    Turn("laveste", "høyeste", Misconception),
    Turn("høyest", "lavest", Misconception),
    Turn("lavest", "høyest", Misconception),
    Turn("største", "minste", Misconception),
    Turn("minste", "største", Misconception),
    Turn("lengre", "kortere", Misconception),
    Turn("kortere", "lengre", Misconception),
    Turn("lengste", "korteste", Misconception),
    Turn("raskere", "langsommere", Misconception),
    Turn("langsommere", "raskere", Misconception),
    Turn("sterkere", "svakere", Misconception),
    Turn("svakere", "sterkere", Misconception),
    Turn("tyngre", "lettere", Misconception),
    Turn("eldre", "yngre", Misconception),
    Turn("varmere", "kaldere", Misconception),
    Turn("kaldere", "varmere", Misconception),
    Turn("varmt", "kaldt", Misconception),
    Turn("kaldt", "varmt", Misconception),
    Turn("før", "etter", Misconception),
    Turn("nordlige", "sørlige", Misconception),
    Turn("østlige", "vestlige", Misconception),
    Turn("indre", "ytre", Misconception),
    Turn("ytre", "indre", Misconception),
    Turn("innenfor", "utenfor", Misconception),
    Turn("utenfor", "innenfor", Misconception),
    Turn("lovlig", "ulovlig", Misconception),
    Turn("ulovlig", "lovlig", Misconception),
    Turn("frivillig", "pliktig", Misconception),
    Turn("uten", "med", PartialTruth),
    Turn("kan ikke", "kan", PlausibleReasoning),
    Turn("må ikke", "kan", PlausibleReasoning),
    Turn("er ikke", "er", PlausibleReasoning),
    Turn("må", "trenger ikke å", PlausibleReasoning),
    Turn("kan", "kan ikke", PlausibleReasoning),
];

const NYNORSK: &[Pair] = &[
    Roles("utleigar", "leigetakar"),
    Roles("arbeidsgivar", "arbeidstakar"),
    Turn("meir enn", "mindre enn", Misconception),
    Turn("mindre enn", "meir enn", Misconception),
    Turn("fleire enn", "færre enn", Misconception),
    Turn("innan", "etter", PartialTruth),
    Turn("aukar", "minkar", Misconception),
    Turn("minkar", "aukar", Misconception),
    Turn("stig", "søkk", Misconception),
    Turn("høgare", "lågare", Misconception),
    Turn("lågare", "høgare", Misconception),
    Turn("høgaste", "lågaste", Misconception),
    Turn("lågaste", "høgaste", Misconception),
    Turn("største", "minste", Misconception),
    Turn("minste", "største", Misconception),
    Turn("lengre", "kortare", Misconception),
    Turn("kortare", "lengre", Misconception),
    Turn("raskare", "saktare", Misconception),
    Turn("sterkare", "svakare", Misconception),
    Turn("svakare", "sterkare", Misconception),
    Turn("varmare", "kaldare", Misconception),
    Turn("kaldare", "varmare", Misconception),
    Turn("eldre", "yngre", Misconception),
    Turn("før", "etter", Misconception),
    Turn("indre", "ytre", Misconception),
    Turn("ytre", "indre", Misconception),
    Turn("utan", "med", PartialTruth),
    Turn("kan ikkje", "kan", PlausibleReasoning),
    Turn("må ikkje", "kan", PlausibleReasoning),
    Turn("er ikkje", "er", PlausibleReasoning),
    Turn("må", "treng ikkje", PlausibleReasoning),
    Turn("kan", "kan ikkje", PlausibleReasoning),
];
