//! The rules for one question and its reference text: what rejects it, what flags it, and its score.
//!
//! Rules of form come from the rules for items; those for evidence, distractors and overlap are here. An agent's claims
//! about its own work do not count.

mod distractors;
mod evidence;
mod form;
mod overlap;
mod score;
mod words;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_core::{Finding, Severity};
use tutti_item::cues::{Guess, guess};
use tutti_language::Kind;
use tutti_lexicon::Lexicon;

use crate::candidate::Candidate;
use crate::order::Blind;
use crate::reference::Reference;
use crate::review::Part;
pub use overlap::{Probe, overlaps};

pub(crate) use words::{Bag, Known, bag, names};

macro_rules! rules {
    ($($variant:ident $name:literal $severity:ident $test:literal $message:literal;)*) => {
        /// A rule for a question.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum Rule {
            $(#[doc = $message] #[serde(rename = $name)] $variant,)*
        }

        impl Rule {
            pub const ALL: &[Rule] = &[$(Rule::$variant),*];

            /// Stable, for findings and tables.
            pub const fn code(self) -> &'static str {
                match self { $(Rule::$variant => $name),* }
            }

            /// For a person, in a few words.
            pub const fn message(self) -> &'static str {
                match self { $(Rule::$variant => $message),* }
            }

            /// High rejects the question.
            pub const fn severity(self) -> Severity {
                match self { $(Rule::$variant => Severity::$severity),* }
            }

            /// The test that trips it, and leaves a question alone that is nearly as bad.
            pub const fn test(self) -> &'static str {
                match self { $(Rule::$variant => $test),* }
            }
        }
    };
}

rules! {
    QuestionMissing "question_missing" High "rules_of_form"
        "it asks nothing";
    OptionCount "option_count" High "rules_of_form"
        "not the requested number of options";
    OneKey "one_key" High "rules_of_form"
        "there is not exactly one key among the options";
    KeyLong "key_long" High "rules_of_form"
        "the key is over 1.25 times the mean length of the options";
    KeyStandsOut "key_stands_out" High "rules_of_form"
        "the key alone has a number, a hedge, a bracket or another form";
    AllOrNone "all_or_none_of_the_above" High "rules_of_form"
        "an option refers to all or none of the others";
    AbsoluteTerm "absolute_term" High "rules_of_form"
        "an option has always, never, only or another absolute word";
    VagueQualifier "vague_qualifier" High "rules_of_form"
        "an option has a vague qualifier";
    DoubleNegative "double_negative" High "rules_of_form"
        "two negations";
    StemEcho "stem_echo" High "rules_of_form"
        "a word of the question is repeated only in the key";
    Grammar "grammar" High "rules_of_form"
        "not every option fits the question grammatically";
    SameOptions "same_options" High "rules_of_form"
        "two options say the same";
    TwoKeys "two_keys" High "rules_of_form"
        "a second option is right as well";
    OverlappingOptions "overlapping_options" High "options_among_themselves"
        "one option includes another";
    UnequalLengths "unequal_lengths" High "options_among_themselves"
        "options of very different length";
    UnparallelOptions "unparallel_options" Medium "options_among_themselves"
        "options of different form";
    SourcePhrase "source_phrase" High "rules_of_form"
        "the question refers to its text";
    SourceTrivia "source_trivia" High "rules_of_form"
        "it asks about the document, not its content";
    AnswerInStem "answer_in_stem" High "rules_of_form"
        "the question contains the answer";
    Combination "combination" High "options_among_themselves"
        "options are combinations of statements";
    Absurd "absurd_option" High "rules_of_form"
        "an option that nobody would choose";
    MixedUnits "mixed_units" High "rules_of_form"
        "the key is a number among options of other units";
    Wording "wording" Low "wording_is_noted"
        "the wording can be improved";
    BritishSpelling "british_spelling" Low "british_spelling_is_noted"
        "participants read American English";
    EvidenceMissing "evidence_missing" High "rules_of_evidence"
        "an option without a quote that decides it";
    EvidenceNotThere "evidence_not_there" High "rules_of_evidence"
        "the quote is not in the reference";
    EvidenceBeside "evidence_beside" High "rules_of_evidence"
        "the quote says nothing about the option";
    KeyUnsupported "key_unsupported" High "rules_of_evidence"
        "the quote does not say what the key says";
    KeyContradicted "key_contradicted" High "a_reference_that_contradicts_itself"
        "the reference says the opposite elsewhere";
    MisconceptionMissing "misconception_missing" High "rules_of_distractors"
        "a wrong option without a named misconception or a type";
    DrawsAlike "draws_alike" High "rules_of_distractors"
        "all wrong options are of one type";
    DrawUseless "draw_useless" High "rules_of_distractors"
        "a wrong option that draws fewer than 5 in 100";
    DrawWeak "draw_weak" Medium "rules_of_distractors"
        "a wrong option that draws fewer than 12 in 100";
    Cracked "cracked" High "cracked_without_knowledge"
        "the test-wise solver finds the key without knowledge";
    TooEasy "too_easy" High "blind_solvers_decide_where_they_were_asked"
        "over 40 in 100 find the key without the text";
    TooHard "too_hard" Medium "blind_solvers_decide_where_they_were_asked"
        "readers of the text do not find the key often enough";
    Overlap "overlap" High "what_is_asked_elsewhere"
        "another question asks the same";
    Copied "copied" High "what_is_asked_elsewhere"
        "it is a copy of a sample question";
    ScoreLow "score_low" High "a_low_score_rejects"
        "its score is under 7.0";
}

impl Rule {
    pub(crate) fn finding(self, detail: &str, at: impl Into<String>) -> Finding {
        self.finding_as(self.severity(), detail, at)
    }

    pub(crate) fn finding_as(self, severity: Severity, detail: &str, at: impl Into<String>) -> Finding {
        let message = if detail.is_empty() {
            self.message().to_owned()
        } else {
            format!("{}: {detail}", self.message())
        };
        Finding::new(self.code(), severity, message).at(at)
    }
}

/// The least that a chosen question scores.
pub const CHOSEN: f64 = 7.0;
/// Under this a question is replaced, not mended.
pub const REPLACED: f64 = 6.0;
/// The mean of the chosen at which a set goes on without a note.
pub const MEAN: f64 = 8.0;

/// The findings of the rules on one question.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    pub findings: Vec<Finding>,
    pub parts: Part,
    /// Shares of readers without the text that each option is thought to draw, in their order; they sum to 1.
    pub draws: Vec<f64>,
}

impl Judgement {
    /// Whether a rule forbids it or its score is too low.
    pub fn is_rejected(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::High)
    }

    pub fn score(&self) -> f64 {
        self.parts.score()
    }

    /// Each names its rule: `evidence_not_there: the quote …`.
    pub fn reasons(&self) -> Vec<String> {
        let high = self.findings.iter().filter(|finding| finding.severity == Severity::High);
        high.map(|finding| format!("{}: {}", finding.rule, finding.message)).collect()
    }
}

/// The rules over one reference text, read once for many questions.
#[derive(Debug)]
pub struct Judge<'a> {
    reference: &'a Reference,
    known: Known,
    /// What each of its sentences says, and the sentence.
    sentences: Vec<(Bag, String)>,
    /// The words of its title: what all of it is about.
    title: Bag,
    /// How many options a question must have.
    options: usize,
}

/// Anything longer is not a title.
const LONGEST_TITLE: usize = 15;

impl<'a> Judge<'a> {
    /// The words of the reference's language.
    fn lexicon(&self) -> &'static Lexicon {
        Lexicon::of(self.reference.language())
    }

    pub fn new(reference: &'a Reference, options: usize) -> Self {
        let text = reference.text();
        let language = reference.language();
        let sentences: Vec<(Bag, String)> = text
            .sentences()
            .iter()
            .map(|sentence| (bag(sentence.text, language), sentence.text.to_owned()))
            .collect();
        let title = reference.blocks().first().filter(|block| {
            block.kind() == Kind::Heading && block.text().split_whitespace().count() <= LONGEST_TITLE
        });
        let title = title.map(|block| bag(block.text(), language)).unwrap_or_default();
        Self { reference, known: Known::new(reference), sentences, title, options }
    }

    /// Whether a word tells one place of the reference from the others: few sentences have it, and the title has not.
    fn tells(&self, word: &str) -> bool {
        let few = (self.sentences.len() / 8).max(2);
        !self.title.words.contains(word)
            && self.sentences.iter().filter(|(sentence, _)| sentence.words.contains(word)).count() <= few
    }

    /// Every rule over one question. `blind` is what solvers found who were asked, where there were any.
    pub fn judge(&self, candidate: &Candidate, blind: Option<&Blind>) -> Judgement {
        let mut findings = form::whole(candidate, self.options);
        if !findings.is_empty() {
            let parts =
                Part { source_dependency: 1.0, distractors: 1.0, item_writing: 1.0, discrimination: 1.0 };
            return Judgement { findings, parts, draws: vec![0.0; candidate.options.len()] };
        }
        let read = Read::new(candidate, self);
        form::check(&read, self, &mut findings);
        form::spelling(&read, self.reference.language(), &mut findings);
        evidence::check(&read, self, &mut findings);
        let draws = distractors::draws(&read, self);
        distractors::check(&read, &draws, &mut findings);
        score::check_solved(blind, candidate.level, &mut findings);
        let parts = score::parts(&read, self, &findings, &draws, blind);
        let judgement = Judgement { findings, parts, draws };
        score::mark(judgement)
    }
}

/// A question with the words of its parts, cut once.
struct Read<'c> {
    candidate: &'c Candidate,
    stem: Bag,
    options: Vec<Bag>,
    guess: Guess,
}

impl<'c> Read<'c> {
    fn new(candidate: &'c Candidate, judge: &Judge<'_>) -> Self {
        let language = judge.reference.language();
        let none = || Guess { shares: Vec::new(), confidence: 0.0, cues: Vec::new() };
        Self {
            candidate,
            stem: bag(&candidate.question, language),
            options: candidate.options.iter().map(|option| bag(&option.text, language)).collect(),
            guess: guess(&candidate.as_item()).unwrap_or_else(none),
        }
    }

    fn key(&self) -> &Bag {
        &self.options[self.candidate.key]
    }

    /// The wrong options with their places.
    fn wrong(&self) -> impl Iterator<Item = (usize, &Bag)> {
        let key = self.candidate.key;
        self.options.iter().enumerate().filter(move |(place, _)| *place != key)
    }
}

/// Every rule over one question.
pub fn judge(candidate: &Candidate, reference: &Reference, options: usize) -> Judgement {
    Judge::new(reference, options).judge(candidate, None)
}

/// Where an option stands in a candidate.
fn option_at(place: usize) -> String {
    format!("/options/{place}")
}

#[cfg(test)]
mod tests;
