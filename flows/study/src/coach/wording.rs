//! How the native Coach asks, in the languages it knows.

use tutti_language::Language;

/// Stands where something was taken out of a sentence.
pub(super) const GAP: &str = "___";

/// The questions of one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wording {
    English,
    Bokmal,
    Nynorsk,
}

impl Wording {
    /// None for a language the native Coach cannot ask in.
    pub(super) fn of(language: Language) -> Option<Self> {
        match language {
            Language::English => Some(Self::English),
            Language::Bokmal => Some(Self::Bokmal),
            Language::Nynorsk => Some(Self::Nynorsk),
            _ => None,
        }
    }

    fn one_of(self, english: &str, bokmal: &str, nynorsk: &str) -> String {
        match self {
            Self::English => english,
            Self::Bokmal => bokmal,
            Self::Nynorsk => nynorsk,
        }
        .to_owned()
    }

    pub(super) fn quoted(self, text: &str) -> String {
        if self == Self::English { format!("“{text}”") } else { format!("«{text}»") }
    }

    pub(super) fn meaning(self, term: &str) -> String {
        let term = self.quoted(term);
        let ask = self.one_of("What is meant by", "Hva menes med", "Kva er meint med");
        format!("{ask} {term}?")
    }

    pub(super) fn term_for(self, description: &str) -> String {
        let ask = self.one_of(
            "Which term fits this description?",
            "Hvilket begrep passer til denne beskrivelsen?",
            "Kva omgrep passar til denne skildringa?",
        );
        format!("{ask} {}", self.quoted(description))
    }

    pub(super) fn other_name(self, term: &str) -> String {
        let term = self.quoted(term);
        let ask =
            self.one_of("What is another name for", "Hva er et annet navn på", "Kva er eit anna namn på");
        format!("{ask} {term}?")
    }

    pub(super) fn stands_for(self, short: &str) -> String {
        match self {
            Self::English => format!("What does the abbreviation {short} stand for?"),
            Self::Bokmal => format!("Hva står forkortelsen {short} for?"),
            Self::Nynorsk => format!("Kva står forkortinga {short} for?"),
        }
    }

    pub(super) fn missing_value(self, sentence: &str) -> String {
        let ask = self.one_of("Which value is missing?", "Hvilken verdi mangler?", "Kva verdi manglar?");
        format!("{ask} {}", self.quoted(sentence))
    }

    pub(super) fn missing(self, sentence: &str) -> String {
        let ask = self.one_of("What is missing?", "Hva mangler?", "Kva manglar?");
        format!("{ask} {}", self.quoted(sentence))
    }

    pub(super) fn missing_term(self, sentence: &str) -> String {
        let ask = self.one_of("Which term is missing?", "Hvilket begrep mangler?", "Kva omgrep manglar?");
        format!("{ask} {}", self.quoted(sentence))
    }

    pub(super) fn next_step(self, step: &str) -> String {
        let ask = self.one_of(
            "Which step comes directly after this one?",
            "Hvilket trinn kommer rett etter dette?",
            "Kva steg kjem rett etter dette?",
        );
        format!("{ask} {}", self.quoted(step))
    }

    pub(super) fn joined(self, items: &[String]) -> String {
        let and = self.one_of("and", "og", "og");
        match items {
            [] => String::new(),
            [only] => only.clone(),
            [rest @ .., last] => format!("{} {and} {last}", rest.join(", ")),
        }
    }
}
