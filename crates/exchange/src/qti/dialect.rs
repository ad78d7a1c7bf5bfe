//! The two spellings of one model. Inside, every name is that of QTI 2.2; 3.0 writes `responseDeclaration` as
//! `qti-response-declaration` and `baseType` as `base-type`.

use crate::markup::{Element, Node, escape};
use crate::xml;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    V22,
    V3,
}

/// A document that is being written.
#[derive(Debug, Clone)]
pub(super) enum Tree {
    /// By its name in QTI 2.2.
    Element { name: &'static str, attributes: Vec<(&'static str, String)>, children: Vec<Tree> },
    Text(String),
    /// XHTML and MathML, which both versions spell alike.
    Markup(String),
}

impl Tree {
    pub(super) fn new(name: &'static str) -> Self {
        Self::Element { name, attributes: Vec::new(), children: Vec::new() }
    }

    pub(super) fn with(mut self, attribute: &'static str, value: impl Into<String>) -> Self {
        if let Self::Element { attributes, .. } = &mut self {
            attributes.push((attribute, value.into()));
        }
        self
    }

    pub(super) fn child(mut self, child: Tree) -> Self {
        if let Self::Element { children, .. } = &mut self {
            children.push(child);
        }
        self
    }

    pub(super) fn children(self, children: impl IntoIterator<Item = Tree>) -> Self {
        children.into_iter().fold(self, Self::child)
    }

    pub(super) fn text(self, text: impl Into<String>) -> Self {
        self.child(Self::Text(text.into()))
    }

    pub(super) fn markup(self, markup: impl Into<String>) -> Self {
        self.child(Self::Markup(markup.into()))
    }
}

impl Dialect {
    pub(super) const fn format(self) -> &'static str {
        match self {
            Self::V22 => "QTI 2.2",
            Self::V3 => "QTI 3.0",
        }
    }

    /// Of items and tests.
    pub(super) const fn namespace(self) -> &'static str {
        match self {
            Self::V22 => "http://www.imsglobal.org/xsd/imsqti_v2p2",
            Self::V3 => "http://www.imsglobal.org/xsd/imsqtiasi_v3p0",
        }
    }

    /// Where the schema of items and tests is.
    pub(super) const fn schema(self) -> &'static str {
        match self {
            Self::V22 => "http://www.imsglobal.org/xsd/qti/qtiv2p2/imsqti_v2p2.xsd",
            Self::V3 => "https://purl.imsglobal.org/spec/qti/v3p0/schema/xsd/imsqti_asiv3p0_v1p0.xsd",
        }
    }

    pub(super) const fn manifest_namespace(self) -> &'static str {
        match self {
            Self::V22 => "http://www.imsglobal.org/xsd/imscp_v1p1",
            Self::V3 => "http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1",
        }
    }

    /// What the manifest says the package is.
    pub(super) const fn package(self) -> (&'static str, &'static str) {
        match self {
            Self::V22 => ("QTIv2.2 Package", "1.0.0"),
            Self::V3 => ("QTI Package", "3.0.0"),
        }
    }

    /// The end of the resource types in the manifest.
    pub(super) const fn version(self) -> &'static str {
        match self {
            Self::V22 => "v2p2",
            Self::V3 => "v3p0",
        }
    }

    fn element(self, name: &str) -> String {
        match self {
            Self::V22 => name.to_owned(),
            Self::V3 => format!("qti-{}", kebab(name)),
        }
    }

    fn attribute(self, name: &str) -> String {
        match self {
            Self::V3 if !name.contains(':') && name != "xmlns" => kebab(name),
            _ => name.to_owned(),
        }
    }

    /// How an element is called inside an XHTML text, where names are not spelled by [`Dialect::print`].
    pub(super) fn inline(self, tree: &Tree) -> String {
        let mut out = String::new();
        self.push(tree, None, &mut out);
        out
    }

    pub(super) fn print(self, root: &Tree) -> Vec<u8> {
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        self.push(root, Some(0), &mut out);
        out.push('\n');
        xml::writable(&out).into_bytes()
    }

    /// With lines of its own for each element where nothing but elements is inside.
    fn push(self, tree: &Tree, indent: Option<usize>, out: &mut String) {
        let (name, attributes, children) = match tree {
            Tree::Element { name, attributes, children } => (self.element(name), attributes, children),
            Tree::Text(text) => return out.push_str(&escape(text)),
            Tree::Markup(markup) => return out.push_str(markup),
        };
        out.push('<');
        out.push_str(&name);
        for (attribute, value) in attributes {
            out.push_str(&format!(" {}=\"{}\"", self.attribute(attribute), xml::attribute(value)));
        }
        if children.is_empty() {
            out.push_str("/>");
            return;
        }
        out.push('>');
        let is_structure = children.iter().all(|child| matches!(child, Tree::Element { .. }));
        let inner = indent.filter(|_| is_structure).map(|indent| indent + 1);
        for child in children {
            if let Some(inner) = inner {
                out.push('\n');
                out.push_str(&"  ".repeat(inner));
            }
            self.push(child, inner, out);
        }
        if let Some(inner) = inner {
            out.push('\n');
            out.push_str(&"  ".repeat(inner - 1));
        }
        out.push_str(&format!("</{name}>"));
    }
}

fn kebab(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            out.push('-');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

fn camel(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut upper = false;
    for c in name.chars() {
        match c {
            '-' => upper = true,
            c if upper => {
                out.push(c.to_ascii_uppercase());
                upper = false;
            }
            c => out.push(c),
        }
    }
    out
}

/// The document with the names of QTI 2.2, whichever it was written in.
pub(super) fn in_one_spelling(mut element: Element) -> Element {
    if let Some(name) = element.name.strip_prefix("qti-") {
        element.name = camel(name);
        for (attribute, _) in &mut element.attributes {
            if !attribute.starts_with("data-") && !attribute.contains(':') {
                *attribute = camel(attribute);
            }
        }
    }
    element.children = element
        .children
        .into_iter()
        .map(|node| match node {
            Node::Element(inner) => Node::Element(in_one_spelling(inner)),
            text @ Node::Text(_) => text,
        })
        .collect();
    element
}

/// Labels and names of gaps as identifiers, which must start with a letter and have no spaces, and back.
pub(super) mod identifier {
    const CODED: &str = "L_";
    const GAP: &str = "GAP_";

    pub(crate) fn of_label(label: &str) -> String {
        let plain = label.starts_with(|c: char| c.is_ascii_alphabetic())
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && !label.starts_with(CODED)
            && !["true", "false"].contains(&label.to_ascii_lowercase().as_str());
        if plain { label.to_owned() } else { format!("{CODED}{}", code(label)) }
    }

    pub(crate) fn to_label(identifier: &str) -> String {
        identifier.strip_prefix(CODED).and_then(decode).unwrap_or_else(|| identifier.to_owned())
    }

    pub(crate) fn of_gap(name: &str) -> String {
        format!("{GAP}{}", code(name))
    }

    /// None if it is not one of ours.
    pub(crate) fn to_gap(identifier: &str) -> Option<String> {
        identifier.strip_prefix(GAP).and_then(decode)
    }

    fn code(text: &str) -> String {
        text.chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_string() } else { format!("-{:x}-", u32::from(c)) })
            .collect()
    }

    fn decode(text: &str) -> Option<String> {
        let mut out = String::new();
        let mut parts = text.split('-');
        out.push_str(parts.next()?);
        while let Some(hex) = parts.next() {
            out.push(u32::from_str_radix(hex, 16).ok().and_then(char::from_u32)?);
            out.push_str(parts.next()?);
        }
        Some(out)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_second_spelling_reads_as_the_first() {
        let tree = Tree::new("responseDeclaration").with("baseType", "float").with("xml:lang", "nb");
        let v3 = String::from_utf8(Dialect::V3.print(&tree)).unwrap();
        assert!(v3.contains("<qti-response-declaration base-type=\"float\" xml:lang=\"nb\"/>"), "{v3}");
        let v22 = Dialect::V22.print(&tree);
        let back = in_one_spelling(xml::parse(&v3, "x").unwrap());
        assert_eq!(back, xml::parse(&String::from_utf8(v22).unwrap(), "x").unwrap());
    }

    proptest! {
        #[test]
        fn labels_and_gaps_come_back(text in any::<String>()) {
            prop_assert_eq!(identifier::to_label(&identifier::of_label(&text)), text.clone());
            prop_assert_eq!(identifier::to_gap(&identifier::of_gap(&text)), Some(text));
        }
    }
}
