//! The two notations of one model. Internally every name is that of QTI 2.2; 3.0 writes `responseDeclaration` as
//! `qti-response-declaration` and `baseType` as `base-type`.

use crate::markup::{Element, Node};
use crate::xml::tree::{Spelling, Tree};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    V22,
    V3,
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

    /// As part of an XHTML text.
    pub(super) fn inline(self, tree: &Tree) -> String {
        tree.inline(&self.spelling())
    }

    pub(super) fn print(self, root: &Tree) -> Vec<u8> {
        root.print(&self.spelling())
    }

    fn spelling(self) -> Spelling {
        match self {
            Self::V22 => Spelling::AS_IS,
            Self::V3 => Spelling {
                element: |name| format!("qti-{}", kebab(name)),
                attribute: |name| {
                    if name.contains(':') || name == "xmlns" { name.to_owned() } else { kebab(name) }
                },
            },
        }
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
    // Some programs write these in small letters, as HTML would.
    for name in ["textEntryInteraction", "inlineChoiceInteraction", "inlineChoice"] {
        if element.name.eq_ignore_ascii_case(name) {
            name.clone_into(&mut element.name);
            for (attribute, _) in &mut element.attributes {
                if attribute == "responseidentifier" {
                    "responseIdentifier".clone_into(attribute);
                }
            }
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xml;

    #[test]
    fn the_second_spelling_reads_as_the_first() {
        let tree = Tree::new("responseDeclaration").with("baseType", "float").with("xml:lang", "nb");
        let v3 = String::from_utf8(Dialect::V3.print(&tree)).unwrap();
        assert!(v3.contains("<qti-response-declaration base-type=\"float\" xml:lang=\"nb\"/>"), "{v3}");
        let v22 = Dialect::V22.print(&tree);
        let back = in_one_spelling(xml::parse(&v3, "x").unwrap());
        assert_eq!(back, xml::parse(&String::from_utf8(v22).unwrap(), "x").unwrap());
    }
}
