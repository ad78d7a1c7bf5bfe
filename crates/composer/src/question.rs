//! The types of composed questions and cards.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The aspect of a concept that a card or question shows: no two of one concept show the same.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Facet {
    /// What it is.
    #[default]
    Definition,
    /// What it is called.
    Term,
    /// What belongs to it.
    Members,
    /// A number with its unit.
    Number,
    Cause,
    Contrast,
    /// A step of a procedure.
    Step,
    /// Which of several statements is true.
    Statement,
    /// What follows in a case.
    Case,
    /// Another fact about it.
    Fact,
}

/// The demand of a question: to recall what the text says, to understand it, or to distinguish similar things.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
#[schemars(transform = in_any_case)]
pub enum Difficulty {
    #[serde(alias = "EASY", alias = "Easy")]
    #[default]
    Easy,
    #[serde(alias = "MEDIUM", alias = "Medium")]
    Medium,
    #[serde(alias = "HARD", alias = "Hard")]
    Hard,
}

/// A schema does not know other spellings unless they are declared.
fn in_any_case(schema: &mut schemars::Schema) {
    let names = ["easy", "medium", "hard", "EASY", "MEDIUM", "HARD", "Easy", "Medium", "Hard"];
    schema.insert("enum".to_owned(), names.as_slice().into());
}

impl Difficulty {
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    #[must_use]
    pub fn harder(self) -> Self {
        if self == Self::Easy { Self::Medium } else { Self::Hard }
    }

    #[must_use]
    pub fn easier(self) -> Self {
        if self == Self::Hard { Self::Medium } else { Self::Easy }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }
}

impl std::str::FromStr for Difficulty {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(text.trim()));
        known.ok_or_else(|| format!("`{text}` is not a difficulty: use easy, medium or hard"))
    }
}

/// What draws a reader who has not understood to a wrong option.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Draw {
    Misconception,
    PartialTruth,
    RelatedConfusion,
    PlausibleReasoning,
    AdjacentValue,
}

/// An option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub text: String,
    /// The sentence that shows it to be right or wrong.
    pub sentence: usize,
    /// None for the key.
    pub draw: Option<Draw>,
}

/// A question with one right option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub facet: Facet,
    pub concept: String,
    pub difficulty: Difficulty,
    pub stem: String,
    pub options: Vec<Answer>,
    /// The position of the key. Values are in ascending order; other keys are first and get their position later.
    pub key: usize,
    /// The sentence it is based on.
    pub sentence: usize,
}

/// A candidate for output, with its weight.
#[derive(Debug, Clone)]
pub struct Weighed<T> {
    pub it: T,
    pub weight: f64,
    /// The place in the document.
    pub place: usize,
}

impl<T> Weighed<T> {
    /// The same weight and place for something made from it.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Weighed<U> {
        Weighed { it: make(self.it), weight: self.weight, place: self.place }
    }
}
