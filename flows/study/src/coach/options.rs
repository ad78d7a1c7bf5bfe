//! Wrong options from the same document: of the key's kind, of about its length, and wrong.

use tutti_core::ContentHash;
use tutti_language::{Language, plain, similarity};

/// What an option is and where it comes from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate<'a> {
    pub(super) text: &'a str,
}

/// The most that an option may be longer or shorter than the key, as a factor.
const STRETCH: f64 = 2.0;
/// Options that are more alike than this say the same.
const ALIKE: f64 = 0.72;

/// Three wrong options for a key, or none if the document has too few that are good.
///
/// Which place the key takes by its length is decided by the question, so that neither the longest nor the shortest option
/// is the key more often than the others.
pub(super) fn three(
    key: &str,
    question: &str,
    pool: &[Candidate<'_>],
    language: Language,
) -> Option<[String; 3]> {
    let asked = plain(question);
    let key_plain = plain(key);
    let length = |text: &str| text.chars().count() as f64;
    let of_kind = |text: &str| {
        let ratio = length(text) / length(key);
        (1.0 / STRETCH..=STRETCH).contains(&ratio) && words(text).abs_diff(words(key)) <= 1 + words(key) / 2
    };
    let mut good: Vec<&str> = Vec::new();
    for candidate in pool {
        let text = candidate.text;
        let plain_text = plain(text);
        let overlaps = plain_text.contains(&key_plain) || key_plain.contains(&plain_text);
        let known = good.iter().any(|other| {
            let other_plain = plain(other);
            other_plain.contains(&plain_text) || plain_text.contains(&other_plain)
        });
        if overlaps
            || known
            || asked.contains(&plain_text)
            || !of_kind(text)
            || is_capital(text) != is_capital(key)
            || similarity(text, key, language) > ALIKE
        {
            continue;
        }
        good.push(text);
    }
    // One of another form among others like it is overlooked; a key that is the only one of its form is seen at once.
    let same_form = |text: &&str| form(text, language) == form(key, language);
    let alike = good.iter().filter(|text| same_form(text)).count();
    if good.len() < 3 || alike == 0 {
        return None;
    }
    // By nearness in length, and among equals by chance that is always the same.
    let lot =
        |text: &str| ContentHash::of_bytes(format!("{question}\n{text}").as_bytes()).as_str().to_owned();
    good.sort_by(|a, b| {
        let far = |text: &str| ((length(text) - length(key)).abs() / length(key) * 4.0) as u32;
        same_form(b).cmp(&same_form(a)).then(far(a).cmp(&far(b))).then_with(|| lot(a).cmp(&lot(b)))
    });
    let (longer, shorter): (Vec<&str>, Vec<&str>) = good.iter().partition(|text| length(text) > length(key));
    let wanted = usize::from(ContentHash::of_bytes(question.as_bytes()).as_str().as_bytes()[0]) % 4;
    let take_longer = wanted.min(longer.len()).max(3_usize.saturating_sub(shorter.len()));
    // Whichever side they come from, one must be of the key's form.
    let chosen_alike =
        longer.iter().take(take_longer).chain(shorter.iter().take(3 - take_longer)).any(same_form);
    if !chosen_alike {
        return None;
    }
    let chosen: Vec<String> = longer
        .iter()
        .take(take_longer)
        .chain(shorter.iter().take(3 - take_longer))
        .map(|t| (*t).to_owned())
        .collect();
    chosen.try_into().ok()
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Names stand beside names.
fn is_capital(text: &str) -> bool {
    text.contains(char::is_uppercase)
}

/// The grammatical form of a short phrase: an option of another form is seen to be wrong without reading the question.
fn form(text: &str, language: Language) -> u8 {
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
