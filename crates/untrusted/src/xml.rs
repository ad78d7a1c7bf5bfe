//! XML without a document type, so nothing is fetched and no entity expands; size, nesting, attributes and namespaces
//! are bounded.

use roxmltree::{Error, ParsingOptions};

pub use roxmltree::{Document, Node, NodeType};

use crate::{XmlError, limits};

/// How deep elements may be nested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nesting {
    /// Up to [`limits::DEPTH`], for readers that call themselves for each level.
    Bounded,
    /// As deep as the other limits let it, for readers that look at known levels only.
    Unbounded,
}

/// The document in `text`; a byte order mark before it is left out.
pub fn parse(text: &str, nesting: Nesting) -> Result<Document<'_>, XmlError> {
    if text.len() as u64 > limits::UNPACKED {
        return Err(XmlError::TooLarge);
    }
    let text = text.trim_start_matches('\u{feff}');
    check_tags(text, nesting)?;
    let options = ParsingOptions { nodes_limit: limits::NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let line = error.pos().row;
        match error {
            Error::DtdDetected => XmlError::DocumentType { line },
            Error::UnknownEntityReference(name, _) => XmlError::UnknownEntity { name, line },
            Error::NodesLimitReached => XmlError::TooManyNodes,
            error => XmlError::Malformed { reason: error.to_string(), line },
        }
    })
}

/// Finds what no program writes, before the parser spends time on it: more than so many levels, attributes or
/// namespaces.
fn check_tags(text: &str, nesting: Nesting) -> Result<(), XmlError> {
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
        let equal_signs = tag.bytes().filter(|b| *b == b'=').count();
        if equal_signs > limits::ATTRIBUTES && quoted_values(tag) > limits::ATTRIBUTES {
            return Err(XmlError::TooManyAttributes);
        }
        if !tag.ends_with('/') {
            let declared = tag.matches("xmlns").count();
            namespaces += declared;
            open.push(declared);
        }
        if nesting == Nesting::Bounded && open.len() > limits::DEPTH {
            return Err(XmlError::TooDeep);
        }
        if namespaces > limits::ATTRIBUTES {
            return Err(XmlError::TooManyNamespaces);
        }
    }
    Ok(())
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

fn quoted_values(tag: &str) -> usize {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn refusal(text: &str) -> XmlError {
        parse(text, Nesting::Bounded).map(|_| ()).unwrap_err()
    }

    #[test]
    fn hostile_documents_are_refused() {
        let outside = "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>";
        assert_eq!(refusal(outside), XmlError::DocumentType { line: 1 });
        let laughs = "<!DOCTYPE a [<!ENTITY b \"bb\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>";
        assert_eq!(refusal(laughs), XmlError::DocumentType { line: 1 });
        assert_eq!(refusal("<a>\n&nbsp;</a>"), XmlError::UnknownEntity { name: "nbsp".into(), line: 2 });
        assert!(matches!(refusal("<a><b></a>"), XmlError::Malformed { .. }));
        assert!(matches!(refusal(""), XmlError::Malformed { .. }));
        assert_eq!(refusal(&"<a>".repeat(1_000_000)), XmlError::TooDeep);
        let hidden = format!("{}{}", "<a b='/>'>".repeat(100_000), "</a>".repeat(100_000));
        assert_eq!(refusal(&hidden), XmlError::TooDeep);
        let many = |start: &str| (0..500).map(|i| format!(" {start}{i}='>'")).collect::<Vec<_>>().concat();
        assert_eq!(refusal(&format!("<a{}/>", many("b"))), XmlError::TooManyAttributes);
        let names: Vec<String> = (0..150).map(|i| format!("<a xmlns:b{i}='' xmlns:c{i}=''>")).collect();
        assert_eq!(refusal(&names.concat()), XmlError::TooManyNamespaces);
        assert!(matches!(refusal(&format!("<a {}/>", "x='<' ".repeat(10))), XmlError::Malformed { .. }));
        let wide = format!("<a>{}</a>", "<b/>".repeat(limits::NODES as usize));
        assert_eq!(refusal(&wide), XmlError::TooManyNodes);
    }

    #[test]
    fn unbounded_nesting_is_parsed() {
        let deep = format!("{}{}", "<a>".repeat(100_000), "</a>".repeat(100_000));
        assert!(parse(&deep, Nesting::Unbounded).is_ok());
        assert_eq!(parse(&deep, Nesting::Bounded).map(|_| ()), Err(XmlError::TooDeep));
    }

    proptest! {
        #[test]
        fn any_text_is_parsed_or_refused(text in "[<>/!ab=\"'&; \\[\\]?-]{0,60}") {
            let _ = parse(&text, Nesting::Bounded);
            let _ = parse(&text, Nesting::Unbounded);
        }
    }
}
