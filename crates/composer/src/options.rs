//! Wrong options from the same document: of the key's kind, of similar length, and wrong.

use tutti_language::{Language, plain, similarity};

use crate::seeded_choice::seeded_numbers;

/// What could be a wrong option, and the sentence that shows what it is instead.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate<'a> {
    pub(crate) text: &'a str,
    pub(crate) sentence: usize,
}

/// The most that an option may be longer or shorter than the key, as a factor.
const STRETCH: f64 = 2.0;
/// Options that are more alike than this say the same.
const ALIKE: f64 = 0.72;

/// So many wrong options for a key, or none if the document has too few that are good.
///
/// Which place the key takes by its length is decided by the question, so that neither the longest nor the shortest option
/// is the key more often than the others.
pub(crate) fn several<'a>(
    key: &str,
    question: &str,
    pool: &[Candidate<'a>],
    language: Language,
    count: usize,
) -> Option<Vec<Candidate<'a>>> {
    let good = fitting(key, question, pool, language);
    // One of another form among others like it is overlooked; a key that is the only one of its form is seen at once.
    let same_form = |option: &Candidate<'_>| form(option.text, language) == form(key, language);
    if good.len() < count || !good.iter().any(same_form) {
        return None;
    }
    let mut good = good;
    // By nearness in length, and among equals by chance that is always the same.
    let lot = |text: &str| seeded_numbers(&format!("{question}\n{text}"));
    good.sort_by(|a, b| {
        let far = |text: &str| ((length(text) - length(key)).abs() / length(key) * 4.0) as u32;
        same_form(b)
            .cmp(&same_form(a))
            .then(far(a.text).cmp(&far(b.text)))
            .then_with(|| lot(a.text).cmp(&lot(b.text)))
    });
    let (longer, shorter): (Vec<_>, Vec<_>) =
        good.into_iter().partition(|option| length(option.text) > length(key));
    let take_longer =
        longer_than_key(question, count).min(longer.len()).max(count.saturating_sub(shorter.len()));
    let chosen: Vec<Candidate<'a>> =
        longer.into_iter().take(take_longer).chain(shorter.into_iter().take(count - take_longer)).collect();
    // Whichever side they come from, one must be of the key's form.
    chosen.iter().any(same_form).then_some(chosen)
}

/// How many of the wrong options should be longer than the key: left to the question, and always the same.
pub(crate) fn longer_than_key(question: &str, count: usize) -> usize {
    seeded_numbers(question)[0] % (count + 1)
}

/// Those of a pool that are of the key's kind, and not the same as it or as each other.
fn fitting<'a>(key: &str, question: &str, pool: &[Candidate<'a>], language: Language) -> Vec<Candidate<'a>> {
    let (asked, key_plain) = (plain(question), plain(key));
    let of_kind = |text: &str| {
        let ratio = length(text) / length(key);
        (1.0 / STRETCH..=STRETCH).contains(&ratio) && words(text).abs_diff(words(key)) <= 1 + words(key) / 2
    };
    let mut good: Vec<Candidate<'a>> = Vec::new();
    for candidate in pool {
        let text = candidate.text;
        let plain_text = plain(text);
        let overlaps = plain_text.contains(&key_plain) || key_plain.contains(&plain_text);
        let known = good.iter().any(|other| {
            let other_plain = plain(other.text);
            other_plain.contains(&plain_text) || plain_text.contains(&other_plain)
        });
        let fits = !overlaps
            && !known
            && !asked.contains(&plain_text)
            && of_kind(text)
            && is_capital(text) == is_capital(key)
            && similarity(text, key, language) <= ALIKE;
        if fits {
            good.push(*candidate);
        }
    }
    good
}

fn length(text: &str) -> f64 {
    text.chars().count() as f64
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Names stand beside names.
fn is_capital(text: &str) -> bool {
    text.contains(char::is_uppercase)
}

/// The grammatical form of a short phrase: an option of another form is seen to be wrong without reading the question.
pub(crate) fn form(text: &str, language: Language) -> u8 {
    if words(text) > 3 {
        return 0;
    }
    let lower = text.to_lowercase();
    let ends = |endings: &[&str]| endings.iter().any(|ending| lower.ends_with(ending));
    match language {
        Language::English => u8::from(ends(&["s"]) && !ends(&["ss", "us", "is"])),
        Language::Bokmal | Language::Nynorsk if ends(&["ene", "ane"]) => 3,
        Language::Bokmal | Language::Nynorsk if ends(&["er", "ar"]) => 2,
        Language::Bokmal | Language::Nynorsk if ends(&["en", "et", "a"]) => 1,
        _ => 0,
    }
}
