//! Which language a text is in.

use std::cmp::Ordering;
use std::sync::OnceLock;

use lingua::{Language as Known, LanguageDetector, LanguageDetectorBuilder};

use crate::lists::{Class, Lists};
use crate::words::cut;

/// The languages told apart. English and the two Norwegian ones have patterns; the others have sentences, stems and stop
/// words; `Other` has sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    English,
    Bokmal,
    Nynorsk,
    Danish,
    Swedish,
    German,
    Other,
}

impl Language {
    pub const ALL: [Self; 7] =
        [Self::English, Self::Bokmal, Self::Nynorsk, Self::Danish, Self::Swedish, Self::German, Self::Other];

    /// As in BCP 47; `und` for a language we do not know.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Bokmal => "nb",
            Self::Nynorsk => "nn",
            Self::Danish => "da",
            Self::Swedish => "sv",
            Self::German => "de",
            Self::Other => "und",
        }
    }

    /// From a BCP 47 tag, whatever its region: `en-GB` is English, `no` is bokmål.
    pub fn from_code(tag: &str) -> Self {
        match tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase().as_str() {
            "en" | "eng" => Self::English,
            "nb" | "no" | "nob" | "nor" => Self::Bokmal,
            "nn" | "nno" => Self::Nynorsk,
            "da" | "dan" => Self::Danish,
            "sv" | "swe" => Self::Swedish,
            "de" | "deu" | "ger" => Self::German,
            _ => Self::Other,
        }
    }

    pub fn is_norwegian(self) -> bool {
        matches!(self, Self::Bokmal | Self::Nynorsk)
    }

    /// Whether definitions, relations and the like are found in it.
    pub fn has_patterns(self) -> bool {
        self == Self::English || self.is_norwegian()
    }
}

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

/// The likeliest language. Much Norwegian is spelt as Danish is; what has nothing that only Danish has is Norwegian.
fn guess(sample: &str) -> Language {
    let likely = detector().compute_language_confidence_values(sample);
    let share = |of: &[Known]| {
        likely.iter().filter(|(known, _)| of.contains(known)).map(|(_, share)| share).sum::<f64>()
    };
    match likely.first().map(|(known, _)| known) {
        Some(Known::English) => Language::English,
        Some(Known::Bokmal) => Language::Bokmal,
        Some(Known::Nynorsk) => Language::Nynorsk,
        Some(Known::Danish)
            if share(&[Known::Bokmal, Known::Nynorsk]) > share(&[Known::Danish])
                && count(sample, DANISH) == 0 =>
        {
            Language::Bokmal
        }
        Some(Known::Danish) => Language::Danish,
        Some(Known::Swedish) => Language::Swedish,
        Some(Known::German) => Language::German,
        None => Language::Other,
    }
}

const DANISH: &str = "af hvad nogle noget nogen meget efter blive bliver blev vand mig dig sig op ud gør gøre \
    bruge bruges tage lave laver nej børn uden mellem siger bog uge hende jer";
const BOKMAL: &str = "ikke jeg en et ett de fra hvordan hva hvor hvem hver noe noen blir ble bare mer mye sammen være \
    vært hun ham deres gjøre gjør enn kommer sier vann";
const NYNORSK: &str = "ikkje eg ein eit eitt dei frå korleis kva kvar kven noko nokon vert vart berre meir mykje saman vere \
    vore ho deira gjere gjer kjem seier vatn òg då";

/// Which Norwegian it is, by the words that only one of the two has; without any it is bokmål, which is the more common.
fn norwegian(text: &str, guess: Language) -> Language {
    let (bokmal, nynorsk) = (count(text, BOKMAL), count(text, NYNORSK));
    match bokmal.cmp(&nynorsk) {
        Ordering::Less => Language::Nynorsk,
        Ordering::Equal if bokmal > 0 => guess,
        _ => Language::Bokmal,
    }
}

/// How many words of a text stand in a list.
fn count(text: &str, list: &str) -> usize {
    cut(text).filter(|word| list.split(' ').any(|known| known == text[word.clone()].to_lowercase())).count()
}

/// Whether enough of the words are small words of the language. A short text need have none.
fn speaks(text: &str, language: Language) -> bool {
    let lists = Lists::of(language);
    let (mut words, mut small) = (0, 0);
    for word in cut(text) {
        let lower = text[word].to_lowercase();
        if lower.chars().count() > 1 && lower.chars().all(char::is_alphabetic) {
            words += 1;
            small += usize::from(lists.class(&lower).has(Class::STOP));
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

fn detector() -> &'static LanguageDetector {
    static DETECTOR: OnceLock<LanguageDetector> = OnceLock::new();
    DETECTOR.get_or_init(|| {
        LanguageDetectorBuilder::from_languages(&[
            Known::English,
            Known::Bokmal,
            Known::Nynorsk,
            Known::Danish,
            Known::Swedish,
            Known::German,
        ])
        .build()
    })
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

    #[test]
    fn codes_go_both_ways() {
        for language in Language::ALL {
            assert_eq!(Language::from_code(language.code()), language);
        }
        assert_eq!(Language::from_code("en-GB"), Language::English);
        assert_eq!(Language::from_code("no"), Language::Bokmal);
    }
}
