//! Sentences with a gap, and which answers may not be options of the same question.

use tutti_language::{Cause, CauseMarker, Definition, Enumeration, Quantity, plain};
use tutti_lexicon::{Lexicon, List};

use crate::facts::Facts;
use crate::statement_checks::{compares_alone, tells_story};
use crate::wording::GAP;

/// The longest sentence that is shown with a gap, in characters.
const LONGEST: usize = 230;

/// A sentence with its list taken out.
pub(crate) fn without_list(facts: &Facts<'_>, list: &Enumeration) -> Option<String> {
    let sentence = facts.sentence(list.sentence);
    let (first, last) = (list.items.first()?, list.items.last()?);
    let start = sentence.find(first.as_str())?;
    let end = sentence.rfind(last.as_str())? + last.len();
    if start >= end || list.items.len() < 2 || !facts.stands_alone(list.sentence) {
        return None;
    }
    showable(&format!("{}{GAP}{}", &sentence[..start], &sentence[end..]))
}

/// A sentence with a phrase taken out that stands in it once.
pub(crate) fn with_gap(facts: &Facts<'_>, sentence: usize, phrase: &str) -> Option<String> {
    let text = facts.sentence(sentence);
    let start = text.find(phrase)?;
    let once = plain(text).matches(&plain(phrase)).count() == 1;
    // Whole words: what is left of one would tell the rest.
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-');
    let whole =
        !letter(text[..start].chars().next_back()) && !letter(text[start + phrase.len()..].chars().next());
    if !once || !whole || !facts.stands_alone(sentence) {
        return None;
    }
    showable(&format!("{}{GAP}{}", either_article(&text[..start]), &text[start + phrase.len()..]))
}

/// The article before a gap must not tell what fills it.
fn either_article(before: &str) -> String {
    let pairs = [
        ("An ", "A(n) "),
        ("A ", "A(n) "),
        (" an ", " a(n) "),
        (" a ", " a(n) "),
        ("En ", "En/et "),
        ("Et ", "En/et "),
        ("Ei ", "En/et "),
        ("Ein ", "Ein/eit "),
        ("Eit ", "Ein/eit "),
        (" en ", " en/et "),
        (" et ", " en/et "),
        (" ein ", " ein/eit "),
        (" eit ", " ein/eit "),
    ];
    for (article, either) in pairs {
        let at_start = !article.starts_with(' ');
        if let Some(rest) = before.strip_suffix(article)
            && (!at_start || rest.is_empty())
        {
            return format!("{rest}{either}");
        }
    }
    before.to_owned()
}

/// A sentence with its value taken out; none if it has others, which would be asked for as well.
pub(crate) fn without_value(facts: &Facts<'_>, quantity: &Quantity) -> Option<String> {
    let of_sentence = facts.quantities.iter().filter(|other| other.sentence == quantity.sentence).count();
    if of_sentence > 3 || !facts.stands_alone(quantity.sentence) {
        return None;
    }
    let text = facts.sentence(quantity.sentence);
    // A value is looked up, not worked out: formulas, stories and bare comparisons are no statements of fact.
    let unfit = text.contains(['=', '\\'])
        || quantity.number == 0.0
        || compares_alone(text)
        || tells_story(text, facts.lexicon())
        || (of_sentence > 1 && tells_twice(text, facts.lexicon()));
    if unfit || plain(text).matches(&plain(&quantity.value)).count() != 1 {
        return None;
    }
    showable(&format!("{}{GAP}{}", text.get(..quantity.range.start)?, text.get(quantity.range.end..)?))
}

/// Whether one value of a sentence follows from another: "a tenth of the diameter", "2 percent, that is 1 to 50".
fn tells_twice(text: &str, lexicon: &Lexicon) -> bool {
    lexicon.holds(text, List::Restatements)
}

/// A sentence with its cause or its effect taken out, whichever is asked for, and what was taken out.
pub(crate) fn without_cause(facts: &Facts<'_>, cause: &Cause) -> Option<(String, String)> {
    let phrase = match cause.marker {
        CauseMarker::LeadsTo => &cause.effect,
        CauseMarker::Because | CauseMarker::DueTo => &cause.cause,
        CauseMarker::If | CauseMarker::So => return None,
    };
    let words = phrase.split_whitespace().count();
    let sentence = with_gap(facts, cause.sentence, phrase)?;
    // One statement, whole.
    ((2..=18).contains(&words) && !phrase.contains([',', ';', ':'])).then(|| (sentence, phrase.clone()))
}

/// A sentence that is short enough to be shown, and has words around its gap.
fn showable(sentence: &str) -> Option<String> {
    let words = sentence.split_whitespace().count();
    // "… at 25 °C. Real electrodes drift": two sentences that were not told apart.
    let two = sentence.match_indices(". ").any(|(at, _)| sentence[at + 2..].starts_with(char::is_uppercase));
    (sentence.chars().count() <= LONGEST && words >= 6 && !two).then(|| sentence.to_owned())
}

/// Whether two definitions can stand beside each other: neither speaks of the other's term, and they are not alike.
pub(crate) fn apart(facts: &Facts<'_>, a: &Definition, b: &Definition) -> bool {
    a.sentence != b.sentence
        && !shares_word(&a.term, &b.term)
        && !mentions(&a.definition, &b.term)
        && !mentions(&b.definition, &a.term)
        && tutti_language::similarity(&a.definition, &b.definition, facts.text.language()) < 0.6
}

pub(crate) fn mentions(text: &str, phrase: &str) -> bool {
    let (text, phrase) = (plain(text), plain(phrase));
    text.contains(&phrase)
}

/// Whether two phrases have a word of some length in common, in any form or as a part: "volcano" in "stratovolcano".
pub(crate) fn shares_word(a: &str, b: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = plain(text);
        words
            .split(|c: char| !c.is_alphanumeric())
            .filter(|w| w.chars().count() > 3)
            .map(str::to_owned)
            .collect()
    };
    let b = words(b);
    words(a).iter().any(|word| {
        b.iter().any(|other| {
            let (long, short) = if word.len() > other.len() { (word, other) } else { (other, word) };
            long.starts_with(short.as_str()) || short.len() >= 5 && long.ends_with(short.as_str())
        })
    })
}

pub(crate) fn concept_of(facts: &Facts<'_>, quantity: &Quantity) -> String {
    quantity.of.clone().unwrap_or_else(|| facts.about(quantity.sentence))
}

/// Options and answers begin alike.
pub(crate) fn with_capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}
