//! The rows in the tables of a task file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which of the three kinds of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Metadata,
    TaskData,
    Question,
}

impl Kind {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Metadata => "Metadata",
            Self::TaskData => "Task data",
            Self::Question => "Question",
        }
    }

    /// By the first cell of a header.
    pub(crate) fn of_header(cell: &str) -> Option<Self> {
        match plain(cell).as_str() {
            "metadata" => Some(Self::Metadata),
            "task data" => Some(Self::TaskData),
            "field" => Some(Self::Question),
            _ => None,
        }
    }

    pub(crate) fn fields(self) -> impl Iterator<Item = Field> {
        Field::ALL.into_iter().filter(move |field| field.kind() == self)
    }
}

macro_rules! fields {
    ($($variant:ident $kind:ident $name:literal;)*) => {
        /// A row of a table, in the order of the template.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum Field {
            $(#[doc = $name] $variant,)*
        }

        impl Field {
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// As the file has it.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            pub(crate) const fn kind(self) -> Kind {
                match self { $(Self::$variant => Kind::$kind),* }
            }
        }
    };
}

fields! {
    Domain Metadata "Domain";
    UseCase Metadata "Use case";
    UseCaseDescription Metadata "Use case description";
    KnowledgeDimensions Metadata "Knowledge dimensions";
    ReferenceFilename Metadata "Reference material filename";
    ReferenceSource Metadata "Reference material source";
    QuizSource Metadata "Comprehension quiz source";
    Inspiration Metadata "Task inspiration";
    SystemPrompt Metadata "AI system prompt";
    TaskId TaskData "Task ID";
    TaskTitle TaskData "Task title";
    TaskTopic TaskData "Task topic";
    Description TaskData "Task description";
    Explainer TaskData "Task instruction for Explainer";
    Learner TaskData "Task instruction for Learner";
    Formulas TaskData "Formulas";
    QuestionId Question "Question ID";
    Question Question "Question";
    Options Question "Options";
    AnswerType Question "Answer type";
    CorrectAnswers Question "Correct answers";
    Category Question "Category";
    Level Question "Bloom's level";
}

impl Field {
    /// By the name in a row, in any case; the flag says that it is a name of older files.
    pub(crate) fn of(name: &str) -> Option<(Self, bool)> {
        let name = plain(name);
        let named = Self::ALL.into_iter().find(|field| field.name().to_lowercase() == name);
        named.map(|field| (field, false)).or(match name.as_str() {
            "task type" => Some((Self::UseCase, true)),
            "task type description" => Some((Self::UseCaseDescription, true)),
            _ => None,
        })
    }

    /// Who may see a row of a question.
    pub(crate) const fn visibility(self) -> &'static str {
        match self {
            Self::QuestionId | Self::Question | Self::Options => PARTICIPANTS,
            _ => RESEARCHER,
        }
    }

    /// Whether the cell contains an array or a dictionary, which has its own escapes.
    pub(crate) const fn is_encoded(self) -> bool {
        matches!(self, Self::Options | Self::CorrectAnswers | Self::Formulas)
    }
}

pub(crate) const PARTICIPANTS: &str = "Participants";
pub(crate) const RESEARCHER: &str = "Researcher-only";

/// Without emphasis, in small letters, with straight apostrophes and single spaces.
pub(crate) fn plain(cell: &str) -> String {
    let bare: String =
        cell.chars().filter(|c| *c != '*').map(|c| if c == '’' { '\'' } else { c }).collect::<String>();
    bare.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches(':').to_lowercase()
}
