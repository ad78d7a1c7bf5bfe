//! The wording of questions in the supported languages.

use tutti_language::Language;
use tutti_lexicon::Lexicon;

use crate::gaps::with_capital;

/// Stands where something was taken out of a sentence.
pub(crate) const GAP: &str = "___";

/// The questions of one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wording {
    English,
    Bokmal,
    Nynorsk,
}

impl Wording {
    /// None for a language without words for questions.
    pub fn of(language: Language) -> Option<Self> {
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

    pub(crate) fn quote(self, text: &str) -> String {
        if self == Self::English { format!("“{text}”") } else { format!("«{text}»") }
    }

    pub(crate) fn meaning(self, term: &str) -> String {
        let term = self.quote(term);
        let ask = self.one_of("What is meant by", "Hva menes med", "Kva er meint med");
        format!("{ask} {term}?")
    }

    pub(crate) fn term_for(self, description: &str) -> String {
        let ask = self.one_of(
            "Which term fits this description?",
            "Hvilket begrep passer til denne beskrivelsen?",
            "Kva omgrep passar til denne skildringa?",
        );
        format!("{ask} {}", self.quote(description))
    }

    pub(crate) fn other_name(self, term: &str) -> String {
        let term = self.quote(term);
        let ask =
            self.one_of("What is another name for", "Hva er et annet navn på", "Kva er eit anna namn på");
        format!("{ask} {term}?")
    }

    pub(crate) fn stands_for(self, short: &str) -> String {
        match self {
            Self::English => format!("What does the abbreviation {short} stand for?"),
            Self::Bokmal => format!("Hva står forkortelsen {short} for?"),
            Self::Nynorsk => format!("Kva står forkortinga {short} for?"),
        }
    }

    pub(crate) fn missing_value(self, sentence: &str) -> String {
        let ask = self.one_of("Which value is missing?", "Hvilken verdi mangler?", "Kva verdi manglar?");
        format!("{ask} {}", self.quote(sentence))
    }

    pub(crate) fn missing(self, sentence: &str) -> String {
        let ask = self.one_of("What is missing?", "Hva mangler?", "Kva manglar?");
        format!("{ask} {}", self.quote(sentence))
    }

    pub(crate) fn missing_term(self, sentence: &str) -> String {
        let ask = self.one_of("Which term is missing?", "Hvilket begrep mangler?", "Kva omgrep manglar?");
        format!("{ask} {}", self.quote(sentence))
    }

    pub(crate) fn next_step(self, step: &str) -> String {
        let ask = self.one_of(
            "Which step comes directly after this one?",
            "Hvilket trinn kommer rett etter dette?",
            "Kva steg kjem rett etter dette?",
        );
        format!("{ask} {}", self.quote(step))
    }

    pub(crate) fn which_statement(self, topic: &str) -> String {
        let ask = self.one_of(
            "which of these statements is correct?",
            "hvilken av disse påstandene er riktig?",
            "kva for ein av desse påstandane er rett?",
        );
        format!("{}: {ask}", with_capital(topic))
    }

    pub(crate) fn which_words(self, sentence: &str) -> String {
        let ask = self.one_of(
            "Which words complete the sentence correctly?",
            "Hvilke ord gjør setningen riktig?",
            "Kva ord gjer setninga rett?",
        );
        format!("{ask} {}", self.quote(sentence))
    }

    /// What follows from a condition.
    pub(crate) fn what_follows(self, condition: &str) -> String {
        let suppose = self.one_of("Suppose that", "Tenk deg at", "Tenk deg at");
        let ask = self.one_of("What follows?", "Hva følger av det?", "Kva følgjer av det?");
        format!("{suppose} {condition}. {ask}")
    }

    /// What a condition asks of somebody.
    pub(crate) fn what_to_do(self, condition: &str) -> String {
        let suppose = self.one_of("Suppose that", "Tenk deg at", "Tenk deg at");
        let ask = self.one_of("What should be done?", "Hva bør gjøres?", "Kva bør gjerast?");
        format!("{suppose} {condition}. {ask}")
    }

    /// A consequence as an option: in Norwegian it begins with its verb after a condition.
    pub(crate) fn consequence(self, effect: &str) -> String {
        let effect = effect.trim_end_matches('.');
        match self {
            Self::English => format!("{}.", with_capital(effect)),
            Self::Bokmal => format!("Da {effect}."),
            Self::Nynorsk => format!("Då {effect}."),
        }
    }

    /// How much a share comes to that the sentence does not tell.
    pub(crate) fn share_of(self, sentence: &str, whole: &str, amount: &str) -> String {
        let sentence = self.quote(sentence);
        match self {
            Self::English => {
                format!(
                    "A percentage is missing: {sentence} What amount does it give with {whole} of {amount}?"
                )
            }
            Self::Bokmal => format!(
                "En prosentandel mangler: {sentence} Hvilket beløp gir den når grunnlaget ({whole}) er {amount}?"
            ),
            Self::Nynorsk => format!(
                "Ein prosentdel manglar: {sentence} Kva beløp gjev han når grunnlaget ({whole}) er {amount}?"
            ),
        }
    }

    /// When a time ends that the sentence does not tell.
    pub(crate) fn last_day(self, sentence: &str, start: &str) -> String {
        let sentence = self.quote(sentence);
        match self {
            Self::English => {
                format!(
                    "A time limit is missing: {sentence} If the time starts to run {start}, when does it end?"
                )
            }
            Self::Bokmal => {
                format!("En frist mangler: {sentence} Når går fristen ut hvis den begynner å løpe {start}?")
            }
            Self::Nynorsk => {
                format!("Ein frist manglar: {sentence} Når går fristen ut viss han tek til å gå {start}?")
            }
        }
    }

    /// When something must be done at the latest, a time before something else that the sentence does not tell.
    pub(crate) fn latest_day(self, sentence: &str, end: &str) -> String {
        let sentence = self.quote(sentence);
        match self {
            Self::English => {
                format!(
                    "A time is missing: {sentence} If the later event is on {end}, which is the last day in time?"
                )
            }
            Self::Bokmal => {
                format!("Et tidsrom mangler: {sentence} Hvilken dag er den siste hvis hendelsen skjer {end}?")
            }
            Self::Nynorsk => {
                format!("Eit tidsrom manglar: {sentence} Kva dag er den siste viss hendinga skjer {end}?")
            }
        }
    }

    /// How much lies above a limit that the sentence does not tell.
    pub(crate) fn over_limit(self, sentence: &str, amount: &str) -> String {
        let sentence = self.quote(sentence);
        let ask = self.one_of("A limit is missing:", "En grense mangler:", "Ei grense manglar:");
        let much = self.one_of(
            "How much of this amount lies above the limit:",
            "Hvor mye av dette beløpet ligger over grensen:",
            "Kor mykje av dette beløpet ligg over grensa:",
        );
        format!("{ask} {sentence} {much} {amount}?")
    }

    /// On a day, or in a month.
    pub(crate) fn at(self, day: &str, is_month: bool) -> String {
        match (self, is_month) {
            (Self::English, false) => format!("on {day}"),
            (Self::English, true) => format!("in {day}"),
            (_, true) => format!("i {day}"),
            (_, false) => day.to_owned(),
        }
    }

    /// What a share comes to that the sentence does not tell.
    pub(crate) fn share_of_total(self, sentence: &str, total: u32) -> String {
        let sentence = self.quote(sentence);
        match self {
            Self::English => {
                format!(
                    "A percentage is missing: {sentence} With a total of {total}, what does this share come to?"
                )
            }
            Self::Bokmal => {
                format!("En prosentandel mangler: {sentence} Hvor mye utgjør den av {total} til sammen?")
            }
            Self::Nynorsk => {
                format!("Ein prosentdel manglar: {sentence} Kor mykje utgjer han av {total} til saman?")
            }
        }
    }

    /// When a time is over that the sentence does not tell.
    pub(crate) fn over_at(self, sentence: &str, start: &str) -> String {
        let sentence = self.quote(sentence);
        match self {
            Self::English => {
                format!("A time is missing: {sentence} If it starts at {start}, when is it over?")
            }
            Self::Bokmal => {
                format!("Et tidsrom mangler: {sentence} Når er det over hvis det begynner klokken {start}?")
            }
            Self::Nynorsk => {
                format!("Eit tidsrom manglar: {sentence} Når er det over viss det tek til klokka {start}?")
            }
        }
    }

    /// A time of the day, so many minutes after midnight.
    pub(crate) fn time(self, minutes: usize) -> String {
        let (hour, minute) = (minutes / 60 % 24, minutes % 60);
        if self == Self::English { format!("{hour}:{minute:02}") } else { format!("{hour}.{minute:02}") }
    }

    /// How many of a unit of time make a longer one that people speak of, and its name.
    pub(crate) fn periods(self, unit: &str) -> Option<(u32, &'static str)> {
        let (times, english, bokmal, nynorsk) = match unit {
            "day" | "dag" | "dagen" | "døgn" | "døgnet" => (5, "five days", "fem dager", "fem dagar"),
            "week" | "uke" | "uken" | "uka" | "veke" | "veka" => (4, "four weeks", "fire uker", "fire veker"),
            "month" | "måned" | "måneden" | "månad" => (6, "six months", "seks måneder", "seks månader"),
            "year" | "år" | "året" => (3, "three years", "tre år", "tre år"),
            "hour" | "time" | "timen" => (3, "three hours", "tre timer", "tre timar"),
            _ => return None,
        };
        Some((times, [english, bokmal, nynorsk][self as usize]))
    }

    /// What something comes to over a longer time.
    pub(crate) fn over_periods(self, sentence: &str, period: &str) -> String {
        let sentence = self.quote(sentence);
        match self {
            Self::English => format!("An amount is missing: {sentence} What does it come to in {period}?"),
            Self::Bokmal => format!("En mengde mangler: {sentence} Hvor mye blir det på {period}?"),
            Self::Nynorsk => format!("Ei mengd manglar: {sentence} Kor mykje vert det på {period}?"),
        }
    }

    pub(crate) fn three_of_them(self, sentence: &str) -> String {
        let sentence = self.quote(sentence);
        match self {
            Self::English => {
                format!("An amount is missing: {sentence} What does it come to if it is due three times?")
            }
            Self::Bokmal => {
                format!("Et beløp mangler: {sentence} Hvor mye blir det hvis det forfaller tre ganger?")
            }
            Self::Nynorsk => {
                format!("Eit beløp manglar: {sentence} Kor mykje vert det viss det forfell tre gonger?")
            }
        }
    }

    /// A month of a year.
    pub(crate) fn month(self, month: usize, year: usize) -> String {
        format!("{} {year}", self.name_of_month(month))
    }

    /// A day of a month.
    pub(crate) fn day(self, day: u32, month: usize) -> String {
        match self {
            Self::English => format!("{} {day}", self.name_of_month(month)),
            Self::Bokmal | Self::Nynorsk => format!("{day}. {}", self.name_of_month(month)),
        }
    }

    /// 0 is January, and so is 12.
    fn name_of_month(self, month: usize) -> String {
        let language = match self {
            Self::English => Language::English,
            Self::Bokmal => Language::Bokmal,
            Self::Nynorsk => Language::Nynorsk,
        };
        let name = Lexicon::of(language).month(month % 12 + 1);
        if self == Self::English { with_capital(name) } else { name.to_owned() }
    }

    pub(crate) fn join(self, items: &[String]) -> String {
        let and = self.one_of("and", "og", "og");
        match items {
            [] => String::new(),
            [only] => only.clone(),
            [rest @ .., last] => format!("{} {and} {last}", rest.join(", ")),
        }
    }
}
