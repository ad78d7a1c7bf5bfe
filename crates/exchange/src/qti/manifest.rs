//! The manifest of a package: which file is what, and the keywords of each item.

use crate::markup::{Element, Node, escape};
use crate::xml;
use crate::{About, ReadError};

use super::dialect::Dialect;

pub(super) const NAME: &str = "imsmanifest.xml";

/// One item of a package that is being written.
pub(super) struct Entry {
    pub(super) identifier: String,
    pub(super) file: String,
    pub(super) title: String,
    pub(super) language: Option<String>,
    pub(super) keywords: Vec<String>,
    pub(super) images: Vec<String>,
}

/// An item that a manifest lists.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) href: String,
    pub(super) language: Option<String>,
    pub(super) keywords: Vec<String>,
}

pub(super) fn write(entries: &[Entry], test: &str, about: &About, dialect: Dialect) -> Vec<u8> {
    let (schema, schema_version) = dialect.package();
    let version = dialect.version();
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <manifest xmlns=\"{}\" xmlns:lom=\"http://ltsc.ieee.org/xsd/LOM\" identifier=\"MANIFEST\">\n  \
         <metadata>\n    <schema>{schema}</schema>\n    <schemaversion>{schema_version}</schemaversion>\n    \
         <lom:lom><lom:general><lom:title><lom:string>{}</lom:string></lom:title></lom:general></lom:lom>\n  \
         </metadata>\n  <organizations/>\n  <resources>\n",
        dialect.manifest_namespace(),
        escape(&about.title),
    );
    out.push_str(&format!(
        "    <resource identifier=\"TEST\" type=\"imsqti_test_xml{version}\" href=\"{test}\">\n      \
         <file href=\"{test}\"/>\n"
    ));
    for entry in entries {
        out.push_str(&format!("      <dependency identifierref=\"{}\"/>\n", entry.identifier));
    }
    out.push_str("    </resource>\n");
    for entry in entries {
        push(entry, version, &mut out);
    }
    out.push_str("  </resources>\n</manifest>\n");
    xml::writable(&out).into_bytes()
}

fn push(entry: &Entry, version: &str, out: &mut String) {
    let Entry { identifier, file, title, language, keywords, images } = entry;
    let string = |text: &str| format!("<lom:string>{}</lom:string>", escape(text));
    out.push_str(&format!(
        "    <resource identifier=\"{identifier}\" type=\"imsqti_item_xml{version}\" href=\"{file}\">\n      \
         <metadata>\n        <lom:lom>\n          <lom:general>\n            \
         <lom:identifier><lom:catalog>tutti</lom:catalog><lom:entry>{identifier}</lom:entry></lom:identifier>\n            \
         <lom:title>{}</lom:title>\n",
        string(title)
    ));
    if let Some(language) = language {
        out.push_str(&format!("            <lom:language>{}</lom:language>\n", escape(language)));
    }
    for keyword in keywords {
        out.push_str(&format!("            <lom:keyword>{}</lom:keyword>\n", string(keyword)));
    }
    out.push_str(&format!(
        "          </lom:general>\n        </lom:lom>\n      </metadata>\n      <file href=\"{file}\"/>\n"
    ));
    for image in images {
        out.push_str(&format!("      <file href=\"{}\"/>\n", xml::attribute(image)));
    }
    out.push_str("    </resource>\n");
}

/// The items of a manifest, in its order.
pub(super) fn read(text: &str, place: &str) -> Result<Vec<Listed>, ReadError> {
    let root = xml::parse(text, place)?;
    if root.name != "manifest" {
        return Err(ReadError::new(place, format!("it is a `{}`, not a manifest", root.name))
            .hint("export the package again from the program it came from"));
    }
    let mut resources = Vec::new();
    collect(&root, "resource", &mut resources);
    let kind = |resource: &Element| resource.attribute("type").unwrap_or_default().to_ascii_lowercase();
    let mut listed = Vec::new();
    for resource in &resources {
        if !["imsqti_item", "imsqti_apipitem"].iter().any(|start| kind(resource).starts_with(start)) {
            continue;
        }
        let href = resource
            .attribute("href")
            .or_else(|| resource.find("file").and_then(|file| file.attribute("href")));
        let Some(href) = href else {
            let name = resource.attribute("identifier").unwrap_or("without a name");
            return Err(ReadError::new(place, format!("the item {name} has no file"))
                .hint("export the package again from the program it came from"));
        };
        listed.push(Listed {
            href: href.to_owned(),
            language: language(resource),
            keywords: keywords(resource),
        });
    }
    if listed.is_empty() {
        let older = resources.iter().any(|resource| kind(resource).starts_with("imsqti_xmlv1p"));
        let hint = if older {
            "this is QTI 1.2: import it as `canvas`"
        } else {
            "export the questions, not only the test"
        };
        return Err(ReadError::new(place, "it lists no items").hint(hint));
    }
    Ok(listed)
}

fn collect<'a>(element: &'a Element, name: &str, found: &mut Vec<&'a Element>) {
    for node in &element.children {
        if let Node::Element(inner) = node {
            if inner.name == name {
                found.push(inner);
            }
            collect(inner, name, found);
        }
    }
}

fn general(resource: &Element) -> Option<&Element> {
    resource.find("metadata").and_then(|metadata| metadata.find("general"))
}

fn language(resource: &Element) -> Option<String> {
    let language = general(resource)?.children.iter().find_map(|node| match node {
        Node::Element(element) if element.name == "language" => Some(element.text().trim().to_owned()),
        _ => None,
    })?;
    (!language.is_empty() && language != "x-none").then_some(language)
}

fn keywords(resource: &Element) -> Vec<String> {
    let mut keywords = Vec::new();
    if let Some(general) = general(resource) {
        collect(general, "keyword", &mut keywords);
    }
    let text = |keyword: &&Element| match keyword.find("string").or_else(|| keyword.find("langstring")) {
        Some(string) => string.text().trim().to_owned(),
        None => keyword.text().trim().to_owned(),
    };
    keywords.iter().map(text).filter(|keyword| !keyword.is_empty()).collect()
}
