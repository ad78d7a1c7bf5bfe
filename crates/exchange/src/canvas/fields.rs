//! The metadata fields of a question: those of Canvas, and ours, which it ignores.

use crate::markup::Element;
use crate::xml::tree::Tree;

pub(super) const KIND: &str = "question_type";
/// A tag; there may be several.
pub(super) const TAG: &str = "tutti_tag";
/// A number with its tolerance as the author gave it.
pub(super) const ANSWER: &str = "tutti_answer";
/// `gap=hint`.
pub(super) const HINT: &str = "tutti_hint";

/// Labels and entries, in order.
pub(super) struct Fields(Vec<(String, String)>);

impl Fields {
    pub(super) fn of(item: &Element) -> Self {
        let mut fields = Vec::new();
        if let Some(metadata) = item.find("qtimetadata") {
            for field in metadata.children_named("qtimetadatafield") {
                let text =
                    |name: &str| field.children_named(name).next().map(Element::text).unwrap_or_default();
                fields.push((text("fieldlabel").trim().to_owned(), text("fieldentry").trim().to_owned()));
            }
        }
        Self(fields)
    }

    pub(super) fn all<'a>(&'a self, label: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(known, _)| known == label).map(|(_, entry)| entry.as_str())
    }

    pub(super) fn first(&self, label: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == label).map(|(_, entry)| entry.as_str())
    }
}

pub(super) fn field(label: &str, entry: impl Into<String>) -> Tree {
    Tree::new("qtimetadatafield")
        .child(Tree::new("fieldlabel").text(label))
        .child(Tree::new("fieldentry").text(entry))
}
