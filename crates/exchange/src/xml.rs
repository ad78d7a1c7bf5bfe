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
/// Of one element; and namespaces in force at one place.
const MOST_ATTRIBUTES: usize = 200;
const MOST_NODES: u32 = 2_000_000;

/// The root of the document in the file `place`. Names are without prefix, but for `xml:lang`.
pub(crate) fn parse(text: &str, place: &str) -> Result<Element, ReadError> {
    if text.len() > MOST_BYTES {
        return Err(ReadError::new(place, format!("more than {} MB of XML", MOST_BYTES >> 20))
            .hint("split it before it is imported"));
    }
    let strange = |what: String| {
        ReadError::new(place, what).hint("no program writes such a file; get it again from where it came")
    };
    if let Some(what) = excess(text) {
        return Err(strange(what));
    }
    let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let text = text.trim_start_matches('\u{feff}');
    let document = Document::parse_with_options(text, options).map_err(|error| refusal(place, &error))?;
    element(document.root_element(), 0)
        .ok_or_else(|| strange(format!("elements are nested more than {DEEPEST} deep")))
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

/// What no program writes, found before parsing: the parser compares each attribute of an element with all others,
/// and gives each element the namespaces of all around it.
fn excess(text: &str) -> Option<String> {
    let mut open: Vec<usize> = Vec::new();
    let mut namespaces = 0;
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = rest.get(at + 1..).unwrap_or_default();
        let skipped = [("!--", "-->"), ("![CDATA[", "]]>"), ("?", "?>"), ("!", ">")]
            .into_iter()
            .find(|(start, _)| rest.starts_with(start));
        if let Some((_, end)) = skipped {
            rest = rest.find(end).and_then(|at| rest.get(at + end.len()..)).unwrap_or_default();
            continue;
        }
        let tag = tag(rest);
        rest = rest.get(tag.len()..).unwrap_or_default();
        if tag.starts_with('/') {
            namespaces -= open.pop().unwrap_or(0);
            continue;
        }
        let attributes = tag.bytes().filter(|b| *b == b'=').count();
        if attributes > MOST_ATTRIBUTES && values(tag) > MOST_ATTRIBUTES {
            return Some(format!("an element has more than {MOST_ATTRIBUTES} attributes"));
        }
        if !tag.ends_with('/') {
            let declared = tag.matches("xmlns").count();
            namespaces += declared;
            open.push(declared);
        }
        if open.len() > DEEPEST {
            return Some(format!("elements are nested more than {DEEPEST} deep"));
        }
        if namespaces > MOST_ATTRIBUTES {
            return Some(format!("more than {MOST_ATTRIBUTES} namespaces are open at once"));
        }
    }
    None
}

/// Up to the `>` that ends the tag: one in quotes does not.
fn tag(text: &str) -> &str {
    let mut quote = None;
    for (at, b) in text.bytes().enumerate() {
        match (quote, b) {
            (None, b'"' | b'\'') => quote = Some(b),
            (Some(open), b) if open == b => quote = None,
            (None, b'>') => return text.get(..at).unwrap_or_default(),
            _ => {}
        }
    }
    text
}

/// How many quoted values are in a tag.
fn values(tag: &str) -> usize {
    let (mut quote, mut count) = (None, 0);
    for b in tag.bytes() {
        match (quote, b) {
            (None, b'"' | b'\'') => quote = Some(b),
            (Some(open), b) if open == b => {
                quote = None;
                count += 1;
            }
            _ => {}
        }
    }
    count
}

/// None if it is too deep.
fn element(node: roxmltree::Node<'_, '_>, depth: usize) -> Option<Element> {
    if depth > DEEPEST {
        return None;
    }
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
            NodeType::Element => children.push(Node::Element(element(child, depth + 1)?)),
            NodeType::Text => children.push(Node::Text(child.text().unwrap_or_default().to_owned())),
            _ => {}
        }
    }
    Some(Element { name: node.tag_name().name().to_owned(), attributes, children })
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
        let hidden = format!("{}{}", "<a b='/>'>".repeat(100_000), "</a>".repeat(100_000));
        check(&hidden, "nested more than 200 deep");
        let many = |start: &str| (0..500).map(|i| format!(" {start}{i}='>'")).collect::<Vec<_>>().concat();
        check(&format!("<a{}/>", many("b")), "an element has more than 200 attributes");
        let names: Vec<String> = (0..150).map(|i| format!("<a xmlns:b{i}='' xmlns:c{i}=''>")).collect();
        check(&names.concat(), "more than 200 namespaces are open at once");
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
