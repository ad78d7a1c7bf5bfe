//! The id of an item: a hash of what makes it that item.
//!
//! Included: the kind, the stem, the texts of the options in any order (for a card its back, for a gap text its gaps),
//! the pixels of named images and the figure. Not included: labels, which option is the key, rationales, solution,
//! tags, difficulty, provenance, version. So an item keeps its id if another system returns it with shuffled options,
//! rewrapped whitespace, `$x$` for `\(x\)` or straight quotes for curly ones, and correcting a key makes a new version
//! of the same item, not a new item.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tutti_core::ContentHash;

use crate::text::normalise;
use crate::{Body, Item};

/// Such as `mc-5d0c8a0e6b1f4c3d9a72`: the kind, and the first eighty bits of the fingerprint.
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct ItemId(String);

impl ItemId {
    /// The id that the content of `item` gives, whatever is in its `id` field.
    pub fn of(item: &Item) -> Self {
        let hash = item.fingerprint();
        let hash = hash.as_str();
        Self(format!("{}-{}", item.body.code(), hash.get(..20).unwrap_or(hash)))
    }

    /// An id that was stored earlier; `Item::validate` compares it with the content.
    pub fn from_stored(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for ItemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for ItemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ItemId({})", self.0)
    }
}

impl Body {
    /// The kind in an id. Ids are stored, so these never change.
    fn code(&self) -> &'static str {
        match self {
            Self::MultipleChoice { .. } => "mc",
            Self::MultipleResponse { .. } => "mr",
            Self::TrueFalse { .. } => "tf",
            Self::Numeric { .. } => "num",
            Self::ShortAnswer { .. } => "sa",
            Self::Cloze { .. } => "cloze",
            Self::Flashcard { .. } => "card",
        }
    }
}

impl Item {
    /// The whole hash behind the id.
    pub fn fingerprint(&self) -> ContentHash {
        let text = |text: &str| normalise(text, &self.images);
        let mut parts: Vec<String> = match &self.body {
            Body::MultipleChoice { options, .. } | Body::MultipleResponse { options, .. } => {
                options.iter().map(|option| text(option.text.as_str())).collect()
            }
            Body::TrueFalse { .. } | Body::Numeric { .. } | Body::ShortAnswer { .. } => Vec::new(),
            Body::Cloze { gaps } => {
                gaps.iter().filter_map(|gap| gap.accepts.first()).map(|answer| text(answer)).collect()
            }
            Body::Flashcard { back } => vec![text(back.as_str())],
        };
        parts.sort_unstable();
        let figure = self.figure.as_deref().map(|svg| svg.split_whitespace().collect::<Vec<_>>().join(" "));
        ContentHash::of_json(&serde_json::json!([self.body.code(), text(self.stem.as_str()), parts, figure]))
    }
}
