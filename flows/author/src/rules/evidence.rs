//! Whether every option can be decided from the reference: a quote that occurs there and concerns the option.

use std::collections::BTreeSet;

use tutti_core::{Finding, Severity};
use tutti_language::{Language, plain};
use tutti_lexicon::{Lexicon, List};

use super::words::names;
use super::{Bag, Judge, Read, Rule, bag, option_at};
use crate::candidate::Level;
use crate::reference::Block;

/// A word or two stand in many a text by chance.
const FEWEST_WORDS: usize = 3;

pub(super) fn check(read: &Read<'_>, judge: &Judge<'_>, findings: &mut Vec<Finding>) {
    let language = judge.reference.language();
    let mut strange = 0;
    for (place, option) in read.candidate.options.iter().enumerate() {
        let at = format!("{}/evidence", option_at(place));
        let quote = bag(&option.evidence, language);
        if quote.sequence.len() < FEWEST_WORDS && !stands_once(&option.evidence, &quote, judge) {
            findings.push(Rule::EvidenceMissing.finding(&format!("“{}”", option.text), at));
        } else if !judge.reference.holds(&option.evidence) {
            findings.push(Rule::EvidenceNotThere.finding(&format!("“{}”", option.evidence), at));
        } else if place == read.candidate.key {
            let formula = option.evidence.contains(['=', '+', '×', '%']) && is_worked_out(read);
            if !formula
                && !supports(read, &quote, judge)
                && !context_tells(read, &option.evidence, quote, judge)
            {
                findings.push(Rule::KeyUnsupported.finding(&format!("“{}”", option.evidence), at));
            }
        } else if !speaks_of(read, place, &around(&option.evidence, quote, judge), language) {
            // An option may put it in other words, so one of them is flagged; two are from elsewhere.
            let believed = names(&bag(&option.misconception, language)).any(|word| judge.known.has(word));
            let words = &read.options[place];
            let foreign = names(words).filter(|word| !judge.known.has(word)).count();
            strange += usize::from(judge.known.share(words) < 0.34 && foreign >= 3 && !believed);
            let severity = if strange >= 2 { Severity::High } else { Severity::Medium };
            findings.push(Rule::EvidenceBeside.finding_as(severity, &format!("“{}”", option.evidence), at));
        }
    }
    also_right(read, judge, findings);
    find_contradictions(read, judge, findings);
}

/// Two words that say something and stand in one place are a quote as well: `without charge`.
fn stands_once(evidence: &str, quote: &Bag, judge: &Judge<'_>) -> bool {
    let evidence = plain(evidence);
    quote.sequence.len() == 2
        && names(quote).next().is_some()
        && judge.reference.plain().matches(evidence.as_str()).count() == 1
}

/// Whether two stems are of one family: `sun` and `sunni`, `clos` and `closur`.
fn are_kin(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    short.len() >= 3 && long.starts_with(short) && long.len() <= short.len() + 3
}

/// How many of these words a text has, or others of their family.
fn kin_in<'w>(words: impl IntoIterator<Item = &'w String>, text: &Bag) -> usize {
    let has = |word: &&String| text.words.iter().any(|other| are_kin(word, other));
    words.into_iter().filter(has).count()
}

/// What the sentences say that a quote stands in.
fn around(evidence: &str, quote: Bag, judge: &Judge<'_>) -> Bag {
    let evidence = plain(evidence);
    let mut whole = quote;
    for (sentence, text) in &judge.sentences {
        if plain(text).contains(evidence.trim_end_matches(['.', ';', ','])) {
            whole.add(sentence.clone());
        }
    }
    whole
}

/// A word of the option, of its misconception, of the question or of the evidence for the key.
fn speaks_of(read: &Read<'_>, place: usize, quote: &Bag, language: Language) -> bool {
    let option = &read.candidate.options[place];
    let shown = bag(&read.candidate.options[read.candidate.key].evidence, language);
    let believed = bag(&option.misconception, language);
    [&read.options[place], &read.stem, &shown, &believed].iter().any(|bag| kin_in(&bag.words, quote) >= 1)
}

/// A key that is a number has it from its quote, unless it was worked out; any key shares words with it.
fn supports(read: &Read<'_>, quote: &Bag, judge: &Judge<'_>) -> bool {
    let key = read.key();
    if read.candidate.level == Level::Remembering {
        if !key.numbers.is_empty() && key.numbers.is_disjoint(&quote.numbers) {
            return false;
        }
        let own = names(key).filter(|word| quote.words.contains(*word)).count()
            + usize::from(!key.numbers.is_disjoint(&quote.numbers));
        let asked = names(&read.stem).filter(|word| quote.words.contains(*word)).count();
        let whole = names(key).next().is_some() && names(key).all(|word| quote.words.contains(word));
        return own >= 1 && own + asked >= 2 || asked >= 2 || whole;
    }
    // A reason is put in other words, and a case has words of its own: one word is enough, or two if the title has them.
    let number = !key.numbers.is_disjoint(&quote.numbers) || !read.stem.numbers.is_disjoint(&quote.numbers);
    let shared = subject_words(read, judge).into_iter().filter(|word| quote.words.contains(word));
    let points: usize = shared.map(|word| if judge.title.words.contains(&word) { 1 } else { 2 }).sum();
    number || points >= 2
}

/// The words of the question, the key and, for a case, the concept.
fn subject_words(read: &Read<'_>, judge: &Judge<'_>) -> BTreeSet<String> {
    let concept = bag(&read.candidate.concept, judge.reference.language());
    let applied = read.candidate.level == Level::Applying;
    let concept = names(&concept).filter(|_| applied);
    names(&read.stem).chain(names(read.key())).chain(concept).cloned().collect()
}

/// A number that is worked out rests on a formula or a rate, whatever its parts are called in the case.
fn is_worked_out(read: &Read<'_>) -> bool {
    read.candidate.level == Level::Applying && !read.key().numbers.is_empty()
}

/// A step or a paragraph of no more words is read as one.
const ONE_THOUGHT: usize = 60;

/// A short quote whose sentence or step speaks of the case: in two words that tell, in a year, or
/// in one word where a number is worked out from one of the quote. What is recalled stands in the quote itself.
fn context_tells(read: &Read<'_>, evidence: &str, quote: Bag, judge: &Judge<'_>) -> bool {
    let enough = if is_worked_out(read) && !quote.numbers.is_empty() { 1 } else { 2 };
    let here = plain(evidence);
    let mut around = around(evidence, quote, judge);
    let short = |text: &str| text.split_whitespace().count() <= ONE_THOUGHT;
    for block in judge.reference.blocks().iter().map(Block::text).filter(|text| short(text)) {
        if plain(block).contains(&here) {
            around.add(bag(block, judge.reference.language()));
        }
    }
    let dates =
        read.stem.numbers.iter().filter(|number| number.len() == 4 && around.numbers.contains(*number));
    let told: Vec<String> = subject_words(read, judge).into_iter().filter(|word| judge.tells(word)).collect();
    read.candidate.level != Level::Remembering && kin_in(&told, &around) + 2 * dates.count() >= enough
}

/// A wrong option that stands beside the key in one list.
fn also_right(read: &Read<'_>, judge: &Judge<'_>, findings: &mut Vec<Finding>) {
    let quote = plain(&read.candidate.options[read.candidate.key].evidence);
    let key = plain(read.candidate.key_text());
    let Some(key_at) = find(&quote, &key) else { return };
    for (place, _) in read.wrong() {
        if !read.options[place].numbers.is_empty() {
            continue;
        }
        let wrong = plain(&read.candidate.options[place].text);
        let Some(at) = find(&quote, &wrong) else { continue };
        let (from, to) = if at < key_at { (at + wrong.len(), key_at) } else { (key_at + key.len(), at) };
        if from <= to && is_list(&quote[from..to], judge.lexicon()) {
            let detail = format!("“{}” is next to the key", read.candidate.options[place].text);
            findings.push(Rule::TwoKeys.finding(&detail, option_at(place)));
        }
    }
}

/// Where a whole word or phrase stands.
fn find(text: &str, phrase: &str) -> Option<usize> {
    let phrase = phrase.trim_end_matches('.');
    if phrase.len() < 3 {
        return None;
    }
    let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    text.match_indices(phrase)
        .map(|(at, _)| at)
        .find(|at| edge(text[..*at].chars().next_back()) && edge(text[at + phrase.len()..].chars().next()))
}

/// Commas, `and`, `or` and a few other members between two members of a list.
fn is_list(between: &str, lexicon: &Lexicon) -> bool {
    let words: Vec<&str> =
        between.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let joined = between.contains(',') || words.iter().any(|word| ["and", "or"].contains(word));
    let other =
        List::Auxiliaries | List::Prepositions | List::Conjunctions | List::Relatives | List::Negations;
    let breaks = |word: &&str| lexicon.lists(word).overlaps(other) && !["and", "or"].contains(word);
    joined && words.len() <= 6 && !words.iter().any(breaks) && !between.contains(['.', ';', ':', '('])
}

/// Another sentence that says all the words of the key about the words of the question, and denies where the quote does
/// not, or the other way round.
fn find_contradictions(read: &Read<'_>, judge: &Judge<'_>, findings: &mut Vec<Finding>) {
    let option = &read.candidate.options[read.candidate.key];
    let key = read.key();
    if names(key).count() < 3 {
        return;
    }
    let quote = plain(&option.evidence);
    let own = bag(&option.evidence, judge.reference.language()).negations % 2;
    for (sentence, text) in &judge.sentences {
        let whole = key.words.iter().all(|word| sentence.words.contains(word));
        let asked = names(&read.stem).filter(|word| sentence.words.contains(*word)).count();
        let here = plain(text);
        let elsewhere = !here.contains(&quote) && !quote.contains(&here);
        if whole
            && asked >= 2
            && elsewhere
            && sentence.negations % 2 != own
            && sentence.words.len() < 3 * key.words.len()
        {
            findings.push(Rule::KeyContradicted.finding(&format!("“{text}”"), option_at(read.candidate.key)));
            return;
        }
    }
}
