//! The rules, each with its name, message, reason and severity.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_core::Severity;

macro_rules! rules {
    ($($variant:ident $name:literal $severity:ident $sure:literal $title:literal $why:literal;)*) => {
        /// A rule of item writing. The first nineteen are the published item-writing flaws, the others ours.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum Rule {
            $(#[doc = $title] #[serde(rename = $name)] $variant,)*
        }

        impl Rule {
            pub const ALL: &[Rule] = &[$(Rule::$variant),*];

            /// Stable, for findings and settings.
            pub const fn name(self) -> &'static str {
                match self { $(Rule::$variant => $name),* }
            }

            /// For a person, in a few words.
            pub const fn title(self) -> &'static str {
                match self { $(Rule::$variant => $title),* }
            }

            /// What the flaw does to a test.
            pub const fn why(self) -> &'static str {
                match self { $(Rule::$variant => $why),* }
            }

            /// What a flaw of this rule has unless the case is milder.
            pub const fn severity(self) -> Severity {
                match self { $(Rule::$variant => Severity::$severity),* }
            }

            /// True if only knowledge of the subject can decide and the check goes by outward signs.
            pub const fn is_heuristic(self) -> bool {
                match self { $(Rule::$variant => !$sure),* }
            }
        }
    };
}

rules! {
    ImplausibleDistractors "implausible_distractors" Medium false
        "a distractor nobody would choose" "it is not an option, so guessing gets easier";
    NoneOfTheAbove "none_of_the_above" High true
        "none of the above" "it tests knowledge of what is wrong, not of what is right";
    AllOfTheAbove "all_of_the_above" High true
        "all of the above" "two known options give the answer away, and one wrong option rules it out";
    FillInTheBlank "fill_in_the_blank" Medium true
        "a blank in the middle of the stem" "the reader has to keep a broken sentence in mind";
    TrueFalseSeries "true_false_series" Medium true
        "a series of true-or-false statements" "the options share no question, so each is judged on its own";
    AbsoluteTerms "absolute_terms" Medium true
        "an absolute word in an option" "test-wise readers know that absolutes are seldom true";
    LongestKey "longest_key" High true
        "the key is conspicuously long" "writers qualify the key to make it right, and readers notice";
    NegativeStem "negative_stem" Low true
        "a negative question" "readers miss the negation, and knowing what is wrong is not knowing what is right";
    StemEcho "stem_echo" Medium true
        "a word of the stem is repeated only in the key" "it points at the key";
    LogicalCue "logical_cue" Low false
        "the wording leads to the key" "two opposites, or related words, point at the key without knowledge";
    LostSequence "lost_sequence" Medium true
        "numbers that are not in order" "the reader searches instead of thinking";
    MoreThanOneCorrect "more_than_one_correct" High false
        "more than one option seems right" "people who know the answer are marked wrong";
    KType "k_type" Medium true
        "combinations of statements as options" "partial knowledge and elimination replace thinking";
    Ambiguous "ambiguous" Medium false
        "unclear wording" "people answer different questions";
    Gratuitous "gratuitous_information" Low false
        "information the question does not need" "it tests reading stamina";
    GrammaticalCue "grammatical_cue" High true
        "not every option fits the stem grammatically" "those that do not fit are excluded without knowledge";
    ConvergenceCue "convergence_cue" Low false
        "the key shares the most with the other options" "distractors are variations of the key, and readers notice";
    VagueTerms "vague_terms" Low true
        "a vague word" "people read words like “often” differently";
    UnfocusedStem "unfocused_stem" Medium true
        "the stem asks nothing by itself" "the question should be answerable before reading the options";

    KeyStandsOut "key_stands_out" Medium true
        "the key alone has a number, a hedge or a bracket" "the option that differs attracts attention";
    NegativeNotEmphasised "negative_not_emphasised" Medium true
        "a negation without emphasis" "it is easily overlooked";
    DoubleNegative "double_negative" Medium true
        "two negations" "the reader has to solve a logic puzzle first";
    UnparallelOptions "unparallel_options" Low true
        "options of different form" "the odd one out attracts attention, and reading takes longer";
    UnequalLengths "unequal_lengths" Low true
        "options of very different length" "length should not distinguish options";
    DuplicateOptions "duplicate_options" High true
        "two options say the same" "both are wrong, or both are right";
    OverlappingOptions "overlapping_options" Medium true
        "one option includes another" "if the narrow one is right, so is the wide one";
    SourcePhrase "source_phrase" Medium true
        "a reference to the text in the question" "it tests what a text says, not what is true";
    SourceTrivia "source_trivia" High true
        "a question about the document, not its content" "pages and headings are not knowledge";
    AnswerInStem "answer_in_stem" High true
        "the stem contains the answer" "it can be copied";
    RepeatedLead "repeated_lead" Low true
        "every option begins alike" "the repeated words belong in the stem";
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
