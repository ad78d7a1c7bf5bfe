//! The manifest of a package: which file is what, and the keywords of each item.

use crate::markup::{Element, Node};
use crate::xml::{
    self,
    tree::{Spelling, Tree},
};
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
    let general = Tree::new("lom:general").child(Tree::new("lom:title").child(string(&about.title)));
    let metadata = Tree::new("metadata")
        .child(Tree::new("schema").text(schema))
        .child(Tree::new("schemaversion").text(schema_version))
        .child(Tree::new("lom:lom").child(general));
    let test = resource("TEST", "test", test, dialect).child(file(test)).children(
        entries.iter().map(|entry| Tree::new("dependency").with("identifierref", entry.identifier.as_str())),
    );
    let items = entries.iter().map(|entry| {
        resource(&entry.identifier, "item", &entry.file, dialect)
            .child(Tree::new("metadata").child(Tree::new("lom:lom").child(about_item(entry))))
            .child(file(&entry.file))
            .children(entry.images.iter().map(|image| file(image)))
    });
    Tree::new("manifest")
        .with("xmlns", dialect.manifest_namespace())
        .with("xmlns:lom", "http://ltsc.ieee.org/xsd/LOM")
        .with("identifier", "MANIFEST")
        .child(metadata)
        .child(Tree::new("organizations"))
        .child(Tree::new("resources").child(test).children(items))
        .print(&Spelling::AS_IS)
}

fn string(text: &str) -> Tree {
    Tree::new("lom:string").text(text)
}

fn file(href: &str) -> Tree {
    Tree::new("file").with("href", href)
}

fn resource(identifier: &str, kind: &str, href: &str, dialect: Dialect) -> Tree {
    Tree::new("resource")
        .with("identifier", identifier)
        .with("type", format!("imsqti_{kind}_xml{}", dialect.version()))
        .with("href", href)
}

fn about_item(entry: &Entry) -> Tree {
    let identifier = Tree::new("lom:identifier")
        .child(Tree::new("lom:catalog").text("tutti"))
        .child(Tree::new("lom:entry").text(entry.identifier.as_str()));
    Tree::new("lom:general")
        .child(identifier)
        .child(Tree::new("lom:title").child(string(&entry.title)))
        .children(entry.language.iter().map(|language| Tree::new("lom:language").text(language.as_str())))
        .children(entry.keywords.iter().map(|keyword| Tree::new("lom:keyword").child(string(keyword))))
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
