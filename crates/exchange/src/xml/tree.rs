//! A tree of elements for writing XML, always printed the same way.

use crate::markup::escape;

use super::{attribute, writable};

/// How a version of a format writes names.
pub(crate) struct Spelling {
    pub(crate) element: fn(&str) -> String,
    pub(crate) attribute: fn(&str) -> String,
}

impl Spelling {
    pub(crate) const AS_IS: Self = Self { element: str::to_owned, attribute: str::to_owned };
}

/// A document that is being written.
#[derive(Debug, Clone)]
pub(crate) enum Tree {
    /// By the name it has before it is spelled.
    Element {
        name: &'static str,
        attributes: Vec<(&'static str, String)>,
        children: Vec<Tree>,
    },
    Text(String),
    /// XHTML and MathML, which nobody spells otherwise.
    Markup(String),
}

impl Tree {
    pub(crate) fn new(name: &'static str) -> Self {
        Self::Element { name, attributes: Vec::new(), children: Vec::new() }
    }

    pub(crate) fn with(mut self, attribute: &'static str, value: impl Into<String>) -> Self {
        if let Self::Element { attributes, .. } = &mut self {
            attributes.push((attribute, value.into()));
        }
        self
    }

    pub(crate) fn child(mut self, child: Tree) -> Self {
        if let Self::Element { children, .. } = &mut self {
            children.push(child);
        }
        self
    }

    pub(crate) fn children(self, children: impl IntoIterator<Item = Tree>) -> Self {
        children.into_iter().fold(self, Self::child)
    }

    pub(crate) fn text(self, text: impl Into<String>) -> Self {
        self.child(Self::Text(text.into()))
    }

    pub(crate) fn markup(self, markup: impl Into<String>) -> Self {
        self.child(Self::Markup(markup.into()))
    }

    /// Without line breaks, for a place inside a text.
    pub(crate) fn inline(&self, spelling: &Spelling) -> String {
        let mut out = String::new();
        self.push(spelling, None, &mut out);
        out
    }

    /// A whole document.
    pub(crate) fn print(&self, spelling: &Spelling) -> Vec<u8> {
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        self.push(spelling, Some(0), &mut out);
        out.push('\n');
        writable(&out).into_bytes()
    }

    /// With lines of its own for each element where nothing but elements is inside.
    fn push(&self, spelling: &Spelling, indent: Option<usize>, out: &mut String) {
        let (name, attributes, children) = match self {
            Self::Element { name, attributes, children } => ((spelling.element)(name), attributes, children),
            Self::Text(text) => return out.push_str(&escape(text)),
            Self::Markup(markup) => return out.push_str(markup),
        };
        out.push('<');
        out.push_str(&name);
        for (known, value) in attributes {
            out.extend([" ", &(spelling.attribute)(known), "=\"", &attribute(value), "\""]);
        }
        if children.is_empty() {
            out.push_str("/>");
            return;
        }
        out.push('>');
        let is_structure = children.iter().all(|child| matches!(child, Self::Element { .. }));
        let inner = indent.filter(|_| is_structure).map(|indent| indent + 1);
        for child in children {
            if let Some(inner) = inner {
                out.push('\n');
                out.push_str(&"  ".repeat(inner));
            }
            child.push(spelling, inner, out);
        }
        if let Some(inner) = inner {
            out.push('\n');
            out.push_str(&"  ".repeat(inner - 1));
        }
        out.extend(["</", &name, ">"]);
    }
}
