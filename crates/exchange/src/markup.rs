//! HTML and XHTML: the tree of elements, texts from it, and markup from texts.

mod element;
mod from_html;
#[cfg(test)]
mod tests;
mod to_html;

pub(crate) use element::{Element, Node};
pub(crate) use from_html::{Reading, parse_html};
pub(crate) use to_html::{Writing, delimited_maths, escape, literal_gap};
