//! The fixed words of a paper.

use crate::Language;

/// In one language.
#[derive(Debug)]
pub(crate) struct Words {
    pub(crate) tag: &'static str,
    pub(crate) name: &'static str,
    pub(crate) date: &'static str,
    pub(crate) answer: &'static str,
    pub(crate) truth: &'static str,
    pub(crate) falsehood: &'static str,
    pub(crate) key: &'static str,
    pub(crate) solution: &'static str,
    pub(crate) idea: &'static str,
    pub(crate) also: &'static str,
    pub(crate) exact_case: &'static str,
    pub(crate) within: &'static str,
}

pub(crate) fn of(language: Language) -> &'static Words {
    match language {
        Language::English => &Words {
            tag: "en",
            name: "Name",
            date: "Date",
            answer: "Answer",
            truth: "True",
            falsehood: "False",
            key: "Answer key",
            solution: "Solution",
            idea: "Key idea",
            also: "also accepted",
            exact_case: "capital letters matter",
            within: "within",
        },
        Language::Norwegian => &Words {
            tag: "nb",
            name: "Navn",
            date: "Dato",
            answer: "Svar",
            truth: "Sant",
            falsehood: "Usant",
            key: "Fasit",
            solution: "Løsning",
            idea: "Hovedtanke",
            also: "godtas også",
            exact_case: "store og små bokstaver teller",
            within: "innenfor",
        },
    }
}
