//! The rules of task files, and a violation with its place.

use std::fmt;

use serde::{Serialize, Serializer};
use tutti_core::{Finding, Severity};
use tutti_item::flaws::{self, SetRule};

macro_rules! rules {
    ($($variant:ident $code:literal $severity:ident $title:literal;)*) => {
        /// A rule of task files.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule {
            $(#[doc = $title] $variant,)*
            /// A rule of item writing, for one question.
            Writing(flaws::Rule),
            /// A rule about all questions together.
            Set(SetRule),
        }

        /// The rules of this crate alone.
        const OWN: &[Rule] = &[$(Rule::$variant),*];

        impl Rule {
            /// Stable, for programs.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Rule::$variant => $code,)*
                    Rule::Writing(rule) => rule.name(),
                    Rule::Set(rule) => rule.name(),
                }
            }

            /// What is wrong, for a person, in a few words.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Rule::$variant => $title,)*
                    Rule::Writing(rule) => rule.title(),
                    Rule::Set(rule) => set_title(rule),
                }
            }

            /// The severity of a defect unless the case is graver or milder: high breaks the file or a key, medium
            /// weakens a question, low is form.
            pub const fn severity(self) -> Severity {
                match self {
                    $(Rule::$variant => Severity::$severity,)*
                    Rule::Writing(rule) => rule.severity(),
                    Rule::Set(SetRule::KeyLetterRun | SetRule::KeyLetterSkew) => Severity::Low,
                    Rule::Set(SetRule::RepeatedStem) => Severity::High,
                    Rule::Set(_) => Severity::Medium,
                }
            }
        }
    };
}

rules! {
    MissingTitle "missing_title" Medium "there is no title";
    TitleForm "title_form" Low "the title is not `Use case: Task title`";
    MissingTable "missing_table" High "a table is missing";
    MissingHeading "missing_heading" Medium "a heading is missing";
    TableHead "table_head" High "a table without its header or the line under it";
    MissingBlankLine "missing_blank_line" Medium "two tables without a blank line between them";
    StrayText "stray_text" Low "text that belongs to no table";
    MissingRow "missing_row" High "a row is missing";
    UnknownRow "unknown_row" Low "a row that the template does not have";
    RepeatedRow "repeated_row" Medium "a repeated row";
    OldRowName "old_row_name" Low "a row under its old name";
    FieldNotBold "field_not_bold" Low "a field name that is not bold";
    UnclosedRow "unclosed_row" Medium "a row without its last pipe";
    PipeInCell "pipe_in_cell" High "a bare pipe inside a cell";
    MissingVisibility "missing_visibility" Medium "a row without its Visibility cell";
    WrongVisibility "wrong_visibility" Low "a row shown to the wrong readers";
    InvalidEscape "invalid_escape" High "a backslash that makes the array invalid JSON";
    MisreadEscape "misread_escape" High "a LaTeX command that JSON reads as a control character";
    UnescapedQuote "unescaped_quote" High "a quotation mark without a backslash inside a string";
    ArrayForm "array_form" High "not a JSON array of strings";
    FormulasForm "formulas_form" Low "formulas that are neither NA nor a JSON object";
    OptionLetter "option_letter" Medium "options that are not lettered in order";
    NoKey "no_key" High "there is no key";
    SeveralKeys "several_keys" High "more than one key";
    KeyNotVerbatim "key_not_verbatim" High "the key is not one of the options, word for word";
    AnswerType "answer_type" High "the answer type is not Single-select";
    UnknownLevel "unknown_level" Medium "no Bloom level";
    QuestionId "question_id" High "a question without an id such as CQ1";
    RepeatedId "repeated_id" High "two questions with the same id";

    EmptyRow "empty_row" Medium "a row without a value";
    LeftoverTag "leftover_tag" Low "a working note that was left in";
    BritishSpelling "british_spelling" Low "a British spelling in text for participants";
    TitleMismatch "title_mismatch" Low "the title differs from the tables";
    TitleLength "title_length" Low "a task title of more than five words";
    TopicLength "topic_length" Low "a task topic of more than eight words";
    TaskIdForm "task_id_form" Low "a task id that is not three or four lowercase words with hyphens";
    TaskIdFile "task_id_file" Medium "the task id differs from the name of the file";
    ReferenceName "reference_name" Low "the reference file is not named after the task";
    ExplainerForm "explainer_form" Low "instructions for the Explainer without their list";
    LearnerForm "learner_form" Low "instructions for the Learner without problems 1 to 3";
    MissingQuestion "missing_question" High "a question is missing";
    ExtraQuestion "extra_question" Medium "a question that does not belong in the file";
    QuestionOrder "question_order" Low "questions out of order";
    QuestionCount "question_count" Medium "a number of questions that cannot be spread evenly over the levels";
    Scale "scale" Medium "not the seven-point scale of its level";
    FamiliarityStem "familiarity_stem" Low "a familiarity question in other words than the template";
    Category "category" Low "not the category for its position";
    LevelOrder "level_order" Medium "a level out of order";
    LevelCount "level_count" Medium "levels with unequal numbers of questions";
    OptionCount "option_count" Medium "not five options, or four, throughout";
    KeyPositions "key_positions" Medium "keys that are not spread over the letters";
    Guessable "guessable" Medium "test-wise tricks find the key";
}

const fn set_title(rule: SetRule) -> &'static str {
    match rule {
        SetRule::KeyLetterSkew => "one letter holds more keys than its share",
        SetRule::KeyLetterRun => "many keys in a row on one letter",
        SetRule::KeyLetterPattern => "keys that repeat a pattern",
        SetRule::LongestKeyShare => "the key is too often the longest option",
        SetRule::RepeatedStem => "the same question twice",
        SetRule::NearDuplicate => "two questions that are nearly the same",
    }
}

impl Rule {
    /// Every rule that [`crate::check`] can name. How keys are spread is [`Rule::KeyPositions`], which is stricter than
    /// the rule of sets.
    pub fn all() -> Vec<Self> {
        let set = [
            SetRule::KeyLetterRun,
            SetRule::KeyLetterPattern,
            SetRule::LongestKeyShare,
            SetRule::RepeatedStem,
            SetRule::NearDuplicate,
        ];
        let writing = flaws::Rule::ALL.iter().copied().map(Self::Writing);
        OWN.iter().copied().chain(writing).chain(set.map(Self::Set)).collect()
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

/// A rule that a file breaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Defect {
    /// From 1.
    pub line: usize,
    pub rule: Rule,
    pub severity: Severity,
    /// A question such as `CQ4`, a row or a table; empty for the whole file.
    pub place: String,
    /// For a person, with the offending words.
    pub message: String,
}

impl Defect {
    pub(crate) fn new(rule: Rule, line: usize, place: &str, message: impl Into<String>) -> Self {
        Self { line, rule, severity: rule.severity(), place: place.to_owned(), message: message.into() }
    }

    pub(crate) fn of(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }
}

impl fmt::Display for Defect {
    /// `12: high key_not_verbatim (CQ4): …`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::High => "high",
            Severity::Medium => "medium",
            Severity::Low => "low",
        };
        write!(f, "{}: {severity} {}", self.line, self.rule)?;
        if !self.place.is_empty() {
            write!(f, " ({})", self.place)?;
        }
        write!(f, ": {}", self.message)
    }
}

impl From<Defect> for Finding {
    fn from(defect: Defect) -> Self {
        let at = format!("line {}", defect.line);
        let at = if defect.place.is_empty() { at } else { format!("{at}, {}", defect.place) };
        Finding::new(defect.rule.code(), defect.severity, format!("{at}: {}", defect.message))
    }
}
