//! XML from outside, parsed into the tree of [`markup`](crate::markup).

pub(crate) mod tree;

use tutti_untrusted::XmlError;
use tutti_untrusted::xml::{self, Nesting, NodeType};

use crate::ReadError;
use crate::markup::{Element, Node};

/// The root of the document in the file `place`. Names are without prefix, but for `xml:lang`.
pub(crate) fn parse(text: &str, place: &str) -> Result<Element, ReadError> {
    let document = xml::parse(text, Nesting::Bounded).map_err(|error| refusal(place, &error))?;
    Ok(element(document.root_element()))
}

/// Bytes of a file as text.
pub(crate) fn text(bytes: &[u8], place: &str) -> Result<String, ReadError> {
    String::from_utf8(bytes.to_vec()).map_err(|error| {
        ReadError::new(place, format!("the text is not UTF-8 at byte {}", error.utf8_error().valid_up_to()))
            .hint("save it as UTF-8")
    })
}

fn refusal(place: &str, error: &XmlError) -> ReadError {
    let at = error.line().map_or_else(|| place.to_owned(), |line| format!("{place}, line {line}"));
    match error {
        XmlError::DocumentType { .. } => {
            ReadError::new(at, "it declares a document type, which could define its own entities")
                .hint("remove the <!DOCTYPE …> from the file; no question needs it")
        }
        XmlError::UnknownEntity { .. } => ReadError::new(at, error.to_string())
            .hint("write the character itself, or its number such as &#160;"),
        XmlError::Malformed { .. } => ReadError::new(at, format!("it is not well-formed XML: {error}"))
            .hint("export it again from the program it came from"),
        XmlError::TooLarge | XmlError::TooManyNodes => {
            ReadError::new(at, error.to_string()).hint("split it before importing it")
        }
        XmlError::TooDeep | XmlError::TooManyAttributes | XmlError::TooManyNamespaces => {
            ReadError::new(at, error.to_string())
                .hint("no program writes such a file; get it again from its source")
        }
    }
}

fn element(node: xml::Node<'_, '_>) -> Element {
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
        check("<a><b></a>", "not well-formed XML");
        check("", "not well-formed XML");
        check(&"<a>".repeat(1_000_000), "nested more than 200 deep");
        let hidden = format!("{}{}", "<a b='/>'>".repeat(100_000), "</a>".repeat(100_000));
        check(&hidden, "nested more than 200 deep");
        let many = |start: &str| (0..500).map(|i| format!(" {start}{i}='>'")).collect::<Vec<_>>().concat();
        check(&format!("<a{}/>", many("b")), "an element has more than 200 attributes");
        let names: Vec<String> = (0..150).map(|i| format!("<a xmlns:b{i}='' xmlns:c{i}=''>")).collect();
        check(&names.concat(), "more than 200 namespaces are open at once");
        check(&format!("<a {}/>", "x='<' ".repeat(10)), "not well-formed XML");
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
