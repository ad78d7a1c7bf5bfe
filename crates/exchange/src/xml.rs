//! XML from outside, as the tree of [`markup`](crate::markup).
//!
//! Documents with a DTD are refused, so nothing is fetched and no entity grows; nesting and size are bounded.

pub(crate) mod tree;

use roxmltree::{Document, NodeType, ParsingOptions};

use crate::ReadError;
use crate::markup::{Element, Node};

/// Formulas in tables in feedback go some thirty deep.
const DEEPEST: usize = 200;
const MOST_BYTES: usize = 64 << 20;
const MOST_NODES: u32 = 2_000_000;

/// The root of the document in the file `place`. Names are without prefix, but for `xml:lang`.
pub(crate) fn parse(text: &str, place: &str) -> Result<Element, ReadError> {
    if text.len() > MOST_BYTES {
        return Err(ReadError::new(place, format!("more than {} MB of XML", MOST_BYTES >> 20))
            .hint("split it before it is imported"));
    }
    if is_too_deep(text) {
        return Err(ReadError::new(place, format!("elements are nested more than {DEEPEST} deep"))
            .hint("no program writes such a file; get it again from where it came"));
    }
    let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let text = text.trim_start_matches('\u{feff}');
    let document = Document::parse_with_options(text, options).map_err(|error| refusal(place, &error))?;
    Ok(element(document.root_element()))
}

/// Bytes of a file as text.
pub(crate) fn text(bytes: &[u8], place: &str) -> Result<String, ReadError> {
    String::from_utf8(bytes.to_vec()).map_err(|error| {
        ReadError::new(place, format!("the text is not UTF-8 at byte {}", error.utf8_error().valid_up_to()))
            .hint("save it as UTF-8")
    })
}

fn refusal(place: &str, error: &roxmltree::Error) -> ReadError {
    let at = format!("{place}, line {}", error.pos().row);
    match error {
        roxmltree::Error::DtdDetected => {
            ReadError::new(at, "it declares a document type, which could name entities of its own")
                .hint("take the <!DOCTYPE …> out of the file; no question needs it")
        }
        roxmltree::Error::UnknownEntityReference(name, _) => {
            ReadError::new(at, format!("`&{name};` is not declared in XML"))
                .hint("write the sign itself, or its number such as &#160;")
        }
        error => ReadError::new(at, format!("it is no sound XML: {error}"))
            .hint("export it again from the program it came from"),
    }
}

/// Counted before parsing: what a parser keeps for each open element adds up.
fn is_too_deep(text: &str) -> bool {
    let (mut depth, mut rest) = (0_usize, text);
    while let Some(at) = rest.find('<') {
        rest = rest.get(at + 1..).unwrap_or_default();
        let end = if rest.starts_with("!--") {
            rest.find("-->")
        } else if rest.starts_with("![CDATA[") {
            rest.find("]]>")
        } else {
            rest.find('>')
        };
        let tag = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        if tag.starts_with('/') {
            depth = depth.saturating_sub(1);
        } else if !tag.starts_with(['!', '?']) && !tag.ends_with('/') {
            depth += 1;
        }
        if depth > DEEPEST {
            return true;
        }
        rest = rest.get(tag.len()..).unwrap_or_default();
    }
    false
}

fn element(node: roxmltree::Node<'_, '_>) -> Element {
    let attributes = node
        .attributes()
        .map(|attribute| {
            let is_xml = attribute.namespace() == Some("http://www.w3.org/XML/1998/namespace");
            let prefix = if is_xml { "xml:" } else { "" };
            (format!("{prefix}{}", attribute.name()), attribute.value().to_owned())
        })
        .collect();
    let mut children: Vec<Node> = Vec::new();
    for child in node.children() {
        match child.node_type() {
            NodeType::Element => children.push(Node::Element(element(child))),
            NodeType::Text => children.push(Node::Text(child.text().unwrap_or_default().to_owned())),
            _ => {}
        }
    }
    Element { name: node.tag_name().name().to_owned(), attributes, children }
}

/// The text without the signs that XML has no way to write.
pub(crate) fn writable(text: &str) -> String {
    let is_char = |c: &char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    text.chars().filter(is_char).collect()
}

/// The value of an attribute, quoted so that white space stays what it is.
pub(crate) fn attribute(value: &str) -> String {
    let value = crate::markup::escape(&writable(value));
    value.replace('\n', "&#10;").replace('\r', "&#13;").replace('\t', "&#9;")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(xml: &str, said: &str) {
        let error = parse(xml, "a.xml").expect_err(xml);
        assert!(error.to_string().contains(said), "{error}");
        assert!(error.hint.is_some());
    }

    #[test]
    fn hostile_documents_are_refused() {
        check(
            "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>",
            "a.xml, line 1: it declares",
        );
        check("<a>\n&nbsp;</a>", "a.xml, line 2: `&nbsp;`");
        check("<a><b></a>", "no sound XML");
        check("", "no sound XML");
        check(&"<a>".repeat(1_000_000), "nested more than 200 deep");
        check(&format!("<a {}/>", "x='<' ".repeat(10)), "no sound XML");
    }

    #[test]
    fn names_lose_their_prefix() {
        let root =
            parse("<m:a xmlns:m='u' xml:lang='nb' m:b='1'>x<!-- y --><![CDATA[<z>]]></m:a>", "").unwrap();
        assert_eq!((root.name.as_str(), root.text().as_str()), ("a", "x<z>"));
        assert_eq!((root.attribute("xml:lang"), root.attribute("b")), (Some("nb"), Some("1")));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[<>/!ab=\"'&; \\[\\]?-]{0,60}") {
            let _ = parse(&text, "x");
        }

        #[test]
        fn attributes_come_back(value in any::<String>()) {
            let xml = format!("<a b=\"{}\"/>", attribute(&value));
            let root = parse(&xml, "x").unwrap();
            let written = writable(&value);
            prop_assert_eq!(root.attribute("b"), Some(written.as_str()));
        }
    }
}
