//! Detects the language of a text.

use std::cmp::Ordering;

use tutti_lexicon::{Language, Lexicon, List, tokens};

use crate::letters;

/// How much is read from each of three places of a long text, in bytes.
const SAMPLE: usize = 1_500;

/// The language of a text: right for a paragraph, and for most single sentences of five words or more.
///
/// `Other` for a text without letters, in another script, or without any of the small words of the language it looks most
/// like.
pub fn detect(text: &str) -> Language {
    let sample = sample(text);
    let letters = sample.chars().filter(|c| c.is_alphabetic()).count();
    let latin = sample.chars().filter(|c| c.is_alphabetic() && u32::from(*c) < 0x250).count();
    if letters == 0 || latin * 2 < letters {
        return Language::Other;
    }
    let guess = guess(&sample);
    if !speaks(&sample, guess) {
        return Language::Other;
    }
    if guess.is_norwegian() { norwegian(&sample, guess) } else { guess }
}

/// The likeliest language, by letters and small words. Much Norwegian is spelt as Danish is, so words that only one of them
/// has decide between those two.
fn guess(sample: &str) -> Language {
    let mut totals = [0_i64; letters::LANGUAGES.len()];
    for word in sample.to_lowercase().split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
        let languages = letters::LANGUAGES.into_iter().zip(letters::costs(word));
        for (total, (language, cost)) in totals.iter_mut().zip(languages) {
            let is_small = Lexicon::of(language).has(word, List::StopWords);
            *total += i64::from(cost) - if is_small { SMALL_WORD } else { 0 };
        }
    }
    let likeliest = letters::LANGUAGES.into_iter().zip(totals).min_by_key(|(_, total)| *total);
    let likeliest = likeliest.map_or(Language::Other, |(language, _)| language);
    if likeliest != Language::Danish && !likeliest.is_norwegian() {
        return likeliest;
    }
    let norwegian = count(sample, Language::Bokmal, List::NotDanish);
    match count(sample, Language::Danish, List::Markers).cmp(&norwegian) {
        Ordering::Greater => Language::Danish,
        Ordering::Less if likeliest == Language::Danish => Language::Bokmal,
        _ => likeliest,
    }
}

/// What a small word of a language takes off its cost: as much as if its letters were four times as likely.
const SMALL_WORD: i64 = 3;

/// Which Norwegian it is, by the words that only one of the two has; without any it is bokmål, which is the more common.
fn norwegian(text: &str, guess: Language) -> Language {
    let [bokmal, nynorsk] =
        [Language::Bokmal, Language::Nynorsk].map(|language| count(text, language, List::Markers));
    match bokmal.cmp(&nynorsk) {
        Ordering::Less => Language::Nynorsk,
        Ordering::Equal if bokmal > 0 => guess,
        _ => Language::Bokmal,
    }
}

/// How many words of a text stand in a list.
fn count(text: &str, language: Language, list: List) -> usize {
    let lexicon = Lexicon::of(language);
    tokens(text).filter(|token| lexicon.has(&token.lower(), list)).count()
}

/// Whether enough of the words are function words of the language. A short text need have none.
fn speaks(text: &str, language: Language) -> bool {
    let lexicon = Lexicon::of(language);
    let (mut words, mut small) = (0, 0);
    for token in tokens(text) {
        let lower = token.lower();
        if lower.chars().count() > 1 && lower.chars().all(char::is_alphabetic) {
            words += 1;
            small += usize::from(lexicon.has(&lower, List::StopWords));
        }
    }
    words < 8 || small * 8 >= words
}

/// All of a short text; the beginning, the middle and the end of a long one.
fn sample(text: &str) -> String {
    if text.len() <= 3 * SAMPLE {
        return text.to_owned();
    }
    let piece = |from: usize| {
        let from = text.ceil_char_boundary(from);
        &text[from..text.floor_char_boundary(from + SAMPLE)]
    };
    [piece(0), piece(text.len() / 2), piece(text.len() - SAMPLE)].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(expected: &[Language], sentences: &[&str]) {
        for sentence in sentences {
            let found = detect(sentence);
            assert!(expected.contains(&found), "{found:?}: {sentence}");
        }
    }

    #[test]
    fn short_school_sentences() {
        check(
            &[Language::Bokmal],
            &[
                "Vann koker ved hundre grader.",
                "Cellen er den minste levende enheten i kroppen.",
                "Hva er hovedstaden i Norge?",
                "Jorda går rundt sola på ett år.",
                "Grunnloven ble skrevet på Eidsvoll i 1814.",
                "Planter lager sukker av vann og karbondioksid.",
                "Hvor mange sider har en trekant?",
                "Stortinget vedtar lover og bevilger penger.",
                "Fotosyntesen skjer i bladene.",
                "Hjertet pumper blod ut i kroppen.",
            ],
        );
        check(
            &[Language::Nynorsk, Language::Bokmal],
            &[
                "Eg veit ikkje kva som skjer når vatn frys.",
                "Korleis lagar plantene sukker?",
                "Dei fleste fuglane flyg sørover om hausten.",
            ],
        );
        check(
            &[Language::Danish],
            &[
                "Vand koger ved hundrede grader.",
                "Hvad er hovedstaden i Danmark?",
                "Hjertet pumper blodet rundt i kroppen, og det gør det hele livet.",
                "Planterne laver sukker af vand og kuldioxid.",
                "Jeg ved ikke, hvad der sker, når vandet fryser.",
            ],
        );
        check(
            &[Language::Swedish],
            &[
                "Vatten kokar vid hundra grader.",
                "Vad heter huvudstaden i Sverige?",
                "Växter gör socker av vatten och koldioxid.",
            ],
        );
        check(
            &[Language::English],
            &[
                "Water boils at one hundred degrees.",
                "The heart pumps blood.",
                "What is the capital of France?",
                "Plants make sugar from water and carbon dioxide.",
                "A triangle has three sides.",
                "Find the value of x.",
                "Parliament passes laws.",
                "Energy cannot be created or destroyed.",
            ],
        );
    }

    #[test]
    fn nynorsk_is_told_from_bokmal_in_a_paragraph() {
        check(
            &[Language::Nynorsk],
            &[
                "Ein celle er den minste levande eininga i kroppen. Alle dyr og planter er bygde opp av celler, og dei \
               aller minste organismane har berre éi celle. Kva cella inneheld, kjem an på kvar ho finst.",
            ],
        );
    }

    #[test]
    fn what_is_none_of_them() {
        check(
            &[Language::Other],
            &[
                "",
                "12 + 5 = 17",
                "Вода кипит при ста градусах.",
                "水は百度で沸騰する。",
                "L'eau bout à cent degrés et gèle à zéro degré, ce que tout le monde apprend à l'école primaire.",
                "El agua hierve a cien grados y se congela a cero grados, como todos aprenden en la escuela.",
            ],
        );
    }
}
