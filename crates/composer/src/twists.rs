//! False variants of a statement: one change, in words a hurried reader would take for true.
//!
//! Only changes that make a plain statement false are used: a value becomes a near one, a word its opposite, two roles
//! are swapped, a duty becomes an option, a term another of its kind. The sentence stays grammatical.

mod opposites;

use std::ops::Range;

use tutti_language::{Language, plain, similarity};
use tutti_lexicon::{Lexicon, List, Opposite, tokens};

use crate::facts::{Facts, begins_with_article};
use crate::gaps::{mentions, shares_word};
use crate::options::form;
use crate::question::Draw;
use crate::values;

/// A false statement made from a true one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Twist {
    pub text: String,
    pub draw: Draw,
    /// Where in the phrase something was changed.
    pub at: Range<usize>,
    /// What stood there, and what stands there now.
    pub from: String,
    pub to: String,
}

impl Twist {
    /// Whether nothing else was changed, such as an article or a second word.
    pub(crate) fn is_one_change(&self, phrase: &str) -> bool {
        phrase.get(self.at.clone()).is_some() && replace_at(phrase, self.at.clone(), &self.to) == self.text
    }
}

/// What can be made false of a phrase that stands in a sentence of the text, the least obvious first.
pub fn twists(facts: &Facts<'_>, sentence: usize, phrase: &str) -> Vec<Twist> {
    let mut found = Vec::new();
    by_value(facts, sentence, phrase, &mut found);
    by_role(phrase, facts.lexicon(), &mut found);
    by_opposite(phrase, facts.lexicon(), &mut found);
    by_term(facts, sentence, phrase, &mut found);
    found.retain(|twist| plain(&twist.text) != plain(phrase));
    found
}

/// Its one value, a step up or down.
fn by_value(facts: &Facts<'_>, sentence: usize, phrase: &str, found: &mut Vec<Twist>) {
    let of_phrase = |value: &str| phrase.matches(value).count() == 1;
    let mut here = facts.quantities.iter().filter(|q| q.sentence == sentence && of_phrase(&q.value));
    let (Some(quantity), None) = (here.next(), here.next()) else { return };
    let Some(at) = phrase.find(&quantity.value) else { return };
    let above = match wrong_side(phrase, at, facts.lexicon()) {
        Wrong::Either => None,
        Wrong::Above => Some(true),
        Wrong::Below => Some(false),
        Wrong::Nowhere => return,
    };
    for value in values::two_beside(quantity, above, phrase).iter().flatten() {
        let at = at..at + quantity.value.len();
        let text = replace_at(phrase, at.clone(), value);
        let (from, to) = (quantity.value.clone(), value.clone());
        found.push(Twist { text, draw: Draw::AdjacentValue, at, from, to });
    }
}

/// On which side of a value others are plainly wrong.
enum Wrong {
    Either,
    Above,
    Below,
    /// Who speaks of children under 15 speaks of those under 11.
    Nowhere,
}

/// Whoever needs at least 80 needs at least 75 too: what follows from a limit does not make it false.
fn wrong_side(phrase: &str, at: usize, lexicon: &Lexicon) -> Wrong {
    let before = plain(&phrase[..at]);
    let about = lexicon.entries(List::Approximators).iter().chain(["some"].iter());
    let before = about.copied().find_map(|word| before.strip_suffix(word)).unwrap_or(&before).trim_end();
    let least = lexicon.ends(before, List::LowerBounds);
    if !least && !lexicon.ends(before, List::UpperBounds) {
        return Wrong::Either;
    }
    // Behind the verb of its clause it is what is asked for; before it, or in a side clause, whom the rule is for.
    let clause = before.rsplit(", ").next().unwrap_or_default();
    let words: Vec<&str> = clause.split(' ').collect();
    let asking = List::Auxiliaries | List::RuleVerbs;
    let verb = words.iter().skip(1).any(|word| lexicon.lists(word).overlaps(asking));
    if !verb || words.iter().any(|word| lexicon.has(word, List::ClauseWords)) {
        return Wrong::Nowhere;
    }
    if least == lexicon.is_negated(before) { Wrong::Below } else { Wrong::Above }
}

/// A word that has an opposite.
fn by_opposite(phrase: &str, lexicon: &Lexicon, found: &mut Vec<Twist>) {
    for turn in lexicon.turns() {
        let draw = match turn.opposite {
            Opposite::Quality => Draw::Misconception,
            Opposite::Limit => Draw::PartialTruth,
            Opposite::Status | Opposite::Denial => Draw::PlausibleReasoning,
            Opposite::Compared => continue,
        };
        // A reason that is given would speak against the change.
        let reasoned = draw == Draw::PlausibleReasoning && gives_reason(phrase);
        if let Some(at) = only(phrase, turn.from)
            && !reasoned
            && only(phrase, turn.to).is_none()
            && opposites::fits(phrase, &at, turn.from, lexicon)
        {
            let to = in_the_case_of(&phrase[at.clone()], turn.to);
            let text = replace_at(phrase, at.clone(), &to);
            let from = phrase[at.clone()].to_owned();
            found.push(Twist { text, draw, at, from, to });
        }
    }
}

/// Two roles that have each other's place: who does something to whom.
fn by_role(phrase: &str, lexicon: &Lexicon, found: &mut Vec<Twist>) {
    for (one, other) in lexicon.roles() {
        let (Some(a), Some(b)) = (only(phrase, one), only(phrase, other)) else { continue };
        let (first, second) = if a.start < b.start { (a, b) } else { (b, a) };
        let (x, y) = (&phrase[first.clone()], &phrase[second.clone()]);
        // "Both east and west" is the same the other way round.
        if ["and", "or", "og", "eller"].contains(&phrase[first.end..second.start].trim()) {
            continue;
        }
        let text = format!(
            "{}{}{}{}{}",
            &phrase[..first.start],
            in_the_case_of(x, &y.to_lowercase()),
            &phrase[first.end..second.start],
            in_the_case_of(y, &x.to_lowercase()),
            &phrase[second.end..]
        );
        found.push(Twist {
            text,
            draw: Draw::RelatedConfusion,
            at: first.start..second.end,
            from: x.to_owned(),
            to: y.to_owned(),
        });
    }
}

fn gives_reason(phrase: &str) -> bool {
    let phrase = plain(phrase);
    [" because ", " since ", " so that ", " fordi ", " slik at ", " siden ", " sidan "]
        .iter()
        .any(|w| phrase.contains(w))
}

/// The term that is spoken of, another of its kind in its place.
fn by_term(facts: &Facts<'_>, sentence: usize, phrase: &str, found: &mut Vec<Twist>) {
    let language = facts.text.language();
    for (term, others) in facts.kinds() {
        let Some(at) = only(phrase, term) else { continue };
        // Where several of a kind stand side by side, one more or less is no plain falsehood.
        if others.iter().filter(|other| mentions(phrase, other)).count() > 1 {
            continue;
        }
        // What defines one thing of a kind does not define another, however much the definitions are alike.
        let defines = |name: &str, said: usize| {
            facts.definitions.iter().any(|d| d.sentence == said && plain(&d.term) == plain(name))
        };
        let defined = at.start <= 4 && defines(term, sentence);
        let fitting = others.iter().filter(|other| {
            let like = |at: &usize| {
                !(defined && defines(other, *at)) && similarity(facts.sentence(*at), phrase, language) >= 0.35
            };
            let said = facts.mentioning(other);
            *other != term
                && form(other, language) == form(term, language)
                && !mentions(facts.sentence(sentence), other)
                && !plain(other).contains(&plain(term))
                && !plain(term).contains(&plain(other))
                && !said.iter().any(like)
        });
        for other in fitting.take(2) {
            let to = in_the_case_of(&phrase[at.clone()], other);
            let text = with_article(&replace_at(phrase, at.clone(), &to), at.start, &to);
            let (from, at) = (term.clone(), at.clone());
            found.push(Twist { text, draw: Draw::RelatedConfusion, at, from, to });
        }
    }
}

/// What is said of something else, said of the subject of a sentence: "the stroma is the fluid …" of the thylakoid.
pub(crate) fn cross_over(
    facts: &Facts<'_>,
    sentence: usize,
    phrase: &str,
    others: &[(usize, String)],
) -> Vec<Twist> {
    let language = facts.text.language();
    // In Norwegian the verb comes second, whatever stands first.
    let parts = clause_parts(phrase).filter(|_| language == Language::English);
    let Some((subject, verb, own)) = parts else { return Vec::new() };
    let mut near: Vec<&(usize, String)> = others.iter().collect();
    near.sort_by_key(|(other, _)| other.abs_diff(sentence));
    let fits = |(other, text): &&&(usize, String)| {
        let Some((another, same, rest)) = clause_parts(text) else { return false };
        let ratio = rest.chars().count() as f64 / own.chars().count() as f64;
        let digits = |text: &str| text.contains(|c: char| c.is_ascii_digit());
        *other != sentence
            && same == verb
            // What happened once is not said of a kind of thing.
            && (digits(own) || !digits(rest))
            && (0.6..=1.7).contains(&ratio)
            && !shares_word(subject, another)
            && !shares_word(subject, rest)
            && !mentions(phrase, rest.trim_end_matches('.'))
            && similarity(own, rest, language) < 0.3
            && (form(subject, language) == form(another, language))
    };
    let crossed = near.iter().filter(fits).filter_map(|(_, text)| clause_parts(text)).take(2);
    crossed
        .map(|(_, _, rest)| Twist {
            text: format!("{subject} {verb} {rest}"),
            draw: Draw::RelatedConfusion,
            at: phrase.len() - own.len()..phrase.len(),
            from: own.to_owned(),
            to: rest.to_owned(),
        })
        .collect()
}

/// Subject, verb and the rest of an English sentence, if it is as plain as that.
fn clause_parts(sentence: &str) -> Option<(&str, &str, &str)> {
    const VERBS: &[&str] = &["is", "are", "was", "were"];
    let lexicon = Lexicon::of(Language::English);
    let mut at = 0;
    for (place, word) in sentence.split(' ').enumerate() {
        let end = at + word.len();
        if word.ends_with([',', ':', ';']) || lexicon.has(&word.to_lowercase(), List::ClauseWords) {
            return None;
        }
        if VERBS.contains(&word) {
            let rest = sentence.get(end + 1..)?;
            // A pronoun leans on its own subject.
            let leans = tokens(rest).any(|token| lexicon.has(&token.lower(), List::ThirdPersonPronouns));
            let plain_rest = begins_with_article(rest) && !leans;
            return ((1..=8).contains(&place) && plain_rest && rest.split(' ').count() >= 3)
                .then(|| (&sentence[..at - 1], word, rest));
        }
        at = end + 1;
    }
    None
}

/// The only place of whole words in a phrase, in any case.
fn only(phrase: &str, words: &str) -> Option<Range<usize>> {
    let lower = phrase.to_lowercase();
    // Letters that change their length with their case would move every place after them.
    if lower.len() != phrase.len() {
        return None;
    }
    let letter =
        |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-' || c == '’' || c == '\'');
    let mut places = lower.match_indices(words).map(|(at, _)| at..at + words.len()).filter(|at| {
        !letter(lower[..at.start].chars().next_back()) && !letter(lower[at.end..].chars().next())
    });
    let first = places.next()?;
    places.next().is_none().then_some(first)
}

fn replace_at(phrase: &str, at: Range<usize>, with: &str) -> String {
    format!("{}{with}{}", &phrase[..at.start], &phrase[at.end..])
}

/// Begins with a capital if what it replaces does.
fn in_the_case_of(old: &str, new: &str) -> String {
    if old.starts_with(char::is_uppercase) { crate::gaps::with_capital(new) } else { new.to_owned() }
}

/// "A" or "an" as the word after it wants it.
fn with_article(text: &str, word_at: usize, word: &str) -> String {
    let vowel = word.starts_with(|c: char| "aeioAEIO".contains(c));
    let before = &text[..word_at];
    let article = match before.to_lowercase().as_str() {
        "a " if vowel => "An ",
        "an " if !vowel => "A ",
        _ => return text.to_owned(),
    };
    format!("{article}{}", &text[word_at..])
}
