//! The details that no visible field of a note holds, as JSON in its last field.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tutti_item::Item;

use crate::ReadError;

/// Parts of an item that stand in visible fields, or below under another name.
const VISIBLE: [&str; 7] = ["id", "stem", "body", "solution", "figure", "images", "tags"];

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Details {
    /// As in an item's body.
    pub(super) kind: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) case_sensitive: bool,
    /// Of the options in order, if they cannot stand in an attribute.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) labels: Vec<String>,
    /// Of the gaps in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) gaps: Vec<GapDetails>,
    /// Of the steps of the solution in order, if any has one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) methods: Vec<Vec<String>>,
    /// The tags that Anki shows under another name, by that name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) tag_names: BTreeMap<String, Vec<String>>,
    /// The images that are called otherwise in the item than their media file says, by that file.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) image_names: BTreeMap<String, ImageDetails>,
    /// The rest of the item.
    #[serde(flatten)]
    pub(super) rest: Map<String, Value>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct GapDetails {
    pub(super) name: String,
    /// Accepted answers after the one that is shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) also: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct ImageDetails {
    pub(super) name: String,
    pub(super) media_type: String,
}

impl Details {
    /// With what is not visible of `item`; images and the figure must be out of it already.
    pub(super) fn of(item: &Item) -> Self {
        let mut details = Self::default();
        if let Ok(Value::Object(mut rest)) = serde_json::to_value(item) {
            if let Some(Value::String(kind)) = rest.get("body").and_then(|body| body.get("kind")) {
                details.kind.clone_from(kind);
            }
            rest.retain(|name, _| !VISIBLE.contains(&name.as_str()));
            if rest.get("version") == Some(&Value::from(1)) {
                rest.remove("version");
            }
            details.rest = rest;
        }
        details
    }

    /// From the words of the field. Someone who empties the field imports the note without it.
    pub(super) fn read(words: &str, place: &str) -> Result<Self, ReadError> {
        let words = words.trim();
        if words.is_empty() {
            return Ok(Self::default());
        }
        serde_json::from_str(words).map_err(|error| {
            ReadError::new(place, format!("the field Details cannot be read: {error}"))
                .hint("empty that field of the note in Anki, or undo the change to it, and export again")
        })
    }

    /// An item with everything that is not visible and nothing that is.
    pub(super) fn item(&self, place: &str) -> Result<Item, ReadError> {
        let mut item = self.rest.clone();
        item.retain(|name, _| !VISIBLE.contains(&name.as_str()));
        item.insert("stem".to_owned(), Value::from(""));
        item.insert("body".to_owned(), serde_json::json!({"kind": "true_false", "answer": true}));
        serde_json::from_value(Value::Object(item)).map_err(|error| {
            ReadError::new(place, format!("the field Details cannot be read: {error}"))
                .hint("empty that field of the note in Anki, or undo the change to it, and export again")
        })
    }
}
