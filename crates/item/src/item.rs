//! The item type.
//!
//! Only `stem` and `body` are required when an item is read; everything else has a default, so that items written by
//! earlier versions can still be read. [`Item::validate`] reports what serde cannot rule out.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_core::ContentHash;

use crate::{Bloom, ItemId, RichText};

/// One question, card or gap text, with everything that is known about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Item {
    /// Derived from what makes the item what it is: see [`ItemId`]. Empty in text written by hand until
    /// [`Item::with_content_id`] fills it in.
    #[serde(default, skip_serializing_if = "ItemId::is_empty")]
    pub id: ItemId,
    /// Names under which other systems know the item, such as `CQ3` or `M4-Medium-655b77d0a6`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// The question; the front of a card; the gap text with its `{{name}}` marks.
    pub stem: RichText,
    pub body: Body,
    /// A BCP 47 tag such as `en` or `nb`. Without one, checks guess between the two they know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    #[serde(default, skip_serializing_if = "Solution::is_empty")]
    pub solution: Solution,
    /// Where in the sources the key is decided.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// The formal statement of the problem; the maths crate reads it, this one only carries it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<serde_json::Value>,
    /// A drawing that belongs to the stem, as SVG text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figure: Option<String>,
    /// The images that texts name as `![alt](name)`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub images: BTreeMap<String, Image>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub tags: BTreeSet<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bloom: Option<Bloom>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Difficulty>,
    /// The seed of a generator, so that it can make the same item again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    #[serde(default, skip_serializing_if = "Provenance::is_empty")]
    pub provenance: Provenance,
    #[serde(default = "first_version")]
    pub version: u32,
    /// The item this one replaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<Previous>,
}

fn first_version() -> u32 {
    1
}

/// The kinds of items, each with what only that kind has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Body {
    /// One key among two to eight options.
    MultipleChoice { options: Vec<Choice>, key: Label },
    /// Any number of keys among two to eight options.
    MultipleResponse { options: Vec<Choice>, keys: BTreeSet<Label> },
    /// The stem is a statement.
    TrueFalse { answer: bool },
    /// A number, kept as the text it was given in: `1.50`, `3/4`, `6.02e23`.
    Numeric {
        value: String,
        #[serde(default, skip_serializing_if = "Tolerance::is_exact")]
        tolerance: Tolerance,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<String>,
    },
    /// Any of the accepted answers, compared without regard to surrounding space.
    ShortAnswer {
        accepts: Vec<String>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        case_sensitive: bool,
    },
    /// The stem has one `{{name}}` for each gap.
    Cloze { gaps: Vec<Gap> },
    /// The stem is the front.
    Flashcard { back: RichText },
}

impl Body {
    /// The name of the kind, as it is written.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::MultipleChoice { .. } => "multiple_choice",
            Self::MultipleResponse { .. } => "multiple_response",
            Self::TrueFalse { .. } => "true_false",
            Self::Numeric { .. } => "numeric",
            Self::ShortAnswer { .. } => "short_answer",
            Self::Cloze { .. } => "cloze",
            Self::Flashcard { .. } => "flashcard",
        }
    }

    /// The labels of the options that are right.
    pub fn keys(&self) -> Vec<&str> {
        match self {
            Self::MultipleChoice { key, .. } => vec![key.as_str()],
            Self::MultipleResponse { keys, .. } => keys.iter().map(Label::as_str).collect(),
            _ => Vec::new(),
        }
    }

    /// The answer where it is plain text: neither one of several options nor the back of a card.
    pub fn plain_answer(&self) -> Option<String> {
        Some(match self {
            Self::MultipleChoice { .. } | Self::MultipleResponse { .. } | Self::Flashcard { .. } => {
                return None;
            }
            Self::TrueFalse { answer } => if *answer { "true" } else { "false" }.to_owned(),
            Self::Numeric { value, tolerance, unit } => {
                let by = match tolerance {
                    Tolerance::Exact => String::new(),
                    Tolerance::Absolute(by) => format!(" ± {by}"),
                    Tolerance::Relative(share) => format!(" ± {share} of it"),
                };
                let unit = unit.as_ref().map_or(String::new(), |unit| format!(" {unit}"));
                format!("{value}{by}{unit}")
            }
            Self::ShortAnswer { accepts, case_sensitive } => {
                let case = if *case_sensitive { " (in this case)" } else { "" };
                format!("{}{case}", accepts.join(" / "))
            }
            Self::Cloze { gaps } => {
                let gaps = gaps.iter().map(|gap| format!("{}: {}", gap.name, gap.accepts.join(" / ")));
                gaps.collect::<Vec<_>>().join("; ")
            }
        })
    }
}

/// The label of an option: `A`, `B`, …
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Label(pub String);

impl Label {
    /// `A` for the first place, `B` for the second. Past `Z` it is the number of the place.
    pub fn at(place: usize) -> Self {
        match u8::try_from(place) {
            Ok(place) if place < 26 => Self(char::from(b'A' + place).to_string()),
            _ => Self((place + 1).to_string()),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Label {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    pub label: Label,
    pub text: RichText,
    /// Why it is right, or the wrong path that leads to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rationale: Option<RichText>,
}

/// How far from the value an answer may be.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tolerance {
    #[default]
    Exact,
    /// By this much, in the unit of the value.
    Absolute(String),
    /// By this share of the value: `0.01` is one per cent.
    Relative(String),
}

impl Tolerance {
    fn is_exact(&self) -> bool {
        *self == Self::Exact
    }
}

/// One gap of a gap text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Gap {
    /// Occurs in the stem as `{{name}}`.
    pub name: String,
    /// The first is the one that is shown as the answer.
    pub accepts: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// How to find the key.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Solution {
    pub steps: Vec<SolutionStep>,
    /// The key idea.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub insight: Option<RichText>,
}

impl Solution {
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.insight.is_none()
    }
}

/// One step of a solution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Step")]
pub struct SolutionStep {
    pub text: RichText,
    /// Syllabus methods the step needs; a gate compares them with those that are permitted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub methods: Vec<String>,
}

/// Words of a source that decide the item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    pub document: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<String>,
    /// Verbatim.
    pub quote: String,
}

/// A picture that a text names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Image {
    /// Such as `image/png`.
    pub media_type: String,
    pub data: ImageData,
}

/// The bytes, or the name they are stored under. Both give an item the same id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImageData {
    /// Standard alphabet, padded.
    Base64(String),
    Stored(ContentHash),
}

impl ImageData {
    pub fn inline(bytes: &[u8]) -> Self {
        Self::Base64(STANDARD.encode(bytes))
    }

    /// None if they are stored elsewhere or the text is not base64.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        match self {
            Self::Base64(text) => STANDARD.decode(text.trim()).ok(),
            Self::Stored(_) => None,
        }
    }

    /// The hash of the bytes; of the text itself if that is not base64.
    pub fn hash(&self) -> ContentHash {
        match self {
            Self::Base64(text) => {
                ContentHash::of_bytes(&self.bytes().unwrap_or_else(|| text.as_bytes().to_vec()))
            }
            Self::Stored(hash) => hash.clone(),
        }
    }
}

/// The share of prepared people who are expected to answer right, from 0 to 1, and how sure that is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Difficulty {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
    #[serde(default)]
    pub source: DifficultySource,
}

/// Whether a difficulty was guessed or measured.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "from", rename_all = "snake_case")]
pub enum DifficultySource {
    /// Nobody has answered it yet.
    #[default]
    Prior,
    Data {
        answers: u64,
    },
}

/// Who made it, and when.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Provenance {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flow: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// RFC 3339; the caller gives the time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_at: Option<String>,
}

impl Provenance {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The item that another one replaces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Previous {
    pub id: ItemId,
    /// Of the whole item, so that a corrected key shows although the id stays.
    pub hash: ContentHash,
}

impl Item {
    /// An item with its id and nothing else known about it.
    pub fn new(stem: impl Into<RichText>, body: Body) -> Self {
        Self {
            id: ItemId::default(),
            aliases: Vec::new(),
            stem: stem.into(),
            body,
            language: None,
            solution: Solution::default(),
            evidence: Vec::new(),
            claim: None,
            figure: None,
            images: BTreeMap::new(),
            tags: BTreeSet::new(),
            bloom: None,
            difficulty: None,
            seed: None,
            provenance: Provenance::default(),
            version: first_version(),
            previous: None,
        }
        .with_content_id()
    }

    /// One key among options that are labelled from `A`. A key past the end is reported by `validate`.
    pub fn multiple_choice<T: Into<RichText>>(
        stem: impl Into<RichText>,
        options: impl IntoIterator<Item = T>,
        key: usize,
    ) -> Self {
        let options = options
            .into_iter()
            .enumerate()
            .map(|(place, text)| Choice { label: Label::at(place), text: text.into(), rationale: None })
            .collect();
        Self::new(stem, Body::MultipleChoice { options, key: Label::at(key) })
    }

    /// The same item under the id its content gives.
    #[must_use]
    pub fn with_content_id(mut self) -> Self {
        self.id = ItemId::of(&self);
        self
    }

    /// The next version: `change` is applied, the id follows the content, and this one is remembered.
    #[must_use]
    pub fn next_version(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut next = self.clone();
        change(&mut next);
        next.version = self.version.saturating_add(1);
        next.previous = Some(Previous { id: self.id.clone(), hash: self.content_hash() });
        next.with_content_id()
    }

    /// The hash of everything in the item, key and rationales included.
    pub fn content_hash(&self) -> ContentHash {
        ContentHash::of_json(&serde_json::to_value(self).unwrap_or_default())
    }

    /// The options of the kinds that have any.
    pub fn options(&self) -> &[Choice] {
        match &self.body {
            Body::MultipleChoice { options, .. } | Body::MultipleResponse { options, .. } => options,
            _ => &[],
        }
    }

    /// The place of the key in a multiple-choice item.
    pub fn key_place(&self) -> Option<usize> {
        match &self.body {
            Body::MultipleChoice { options, key } => options.iter().position(|option| option.label == *key),
            _ => None,
        }
    }
}
