//! The zip: reads and writes items and images.

use std::collections::{BTreeMap, BTreeSet};

use tutti_core::Work;
use tutti_item::{Body, Item};
use tutti_untrusted::{Archive, path};

use crate::archive::{pack, read_text};
use crate::files::Files;
use crate::format::{About, Import};
use crate::media::Media;
use crate::xml::tree::Tree;
use crate::{ReadError, WriteError, figure, identifier, reserved_tags, xml};

use super::dialect::{Dialect, in_one_spelling};

use super::manifest::{self, Entry};
use super::write::{self, Pen};
use super::{AS_KEYWORDS, read as reading};

const TEST: &str = "test.xml";

pub(super) fn write(items: &[Item], about: &About, dialect: Dialect) -> Result<Vec<u8>, WriteError> {
    let mut media = Media::default();
    let mut used = BTreeSet::new();
    let mut entries = Vec::new();
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for item in items {
        let item = figure::as_image(item);
        let mut images = BTreeMap::new();
        for name in item.images.keys() {
            images.insert(name.clone(), format!("../images/{}", media.add(&item, name)?));
        }
        let name = identifier::unused_name(item.id.as_str(), &mut used);
        let file = format!("items/{name}.xml");
        files.push((file.clone(), write::item(&item, &name, &Pen { dialect, images: &images })));
        let language = item.language.clone().filter(|language| write::is_language(language));
        let mut keywords = reserved_tags::tags(&item, &AS_KEYWORDS);
        if language.is_none() {
            keywords = reserved_tags::tags(&item, &[&AS_KEYWORDS[..], &[crate::Aspect::Language]].concat());
        }
        if matches!(item.body, Body::Flashcard { .. }) {
            keywords.push(reserved_tags::kind("flashcard"));
        }
        let images = images.values().map(|path| path.trim_start_matches("../").to_owned()).collect();
        entries.push(Entry {
            identifier: name,
            file,
            title: write::title(&item),
            language,
            keywords,
            images,
        });
    }
    let manifest = manifest::write(&entries, TEST, about, dialect);
    let test = test(&entries, about, dialect);
    let images: Vec<(String, &[u8])> =
        media.files().map(|(name, bytes)| (format!("images/{name}"), bytes)).collect();
    let all = [(manifest::NAME, manifest.as_slice()), (TEST, test.as_slice())]
        .into_iter()
        .chain(files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())))
        .chain(images.iter().map(|(name, bytes)| (name.as_str(), *bytes)));
    pack(dialect.format(), all)
}

/// All items in one section, in order.
fn test(entries: &[Entry], about: &About, dialect: Dialect) -> Vec<u8> {
    let references = entries.iter().map(|entry| {
        Tree::new("assessmentItemRef")
            .with("identifier", entry.identifier.as_str())
            .with("href", entry.file.as_str())
    });
    let title = if about.title.trim().is_empty() { "Items" } else { about.title.trim() };
    let section = Tree::new("assessmentSection")
        .with("identifier", "SECTION")
        .with("title", title)
        .with("visible", "true")
        .children(references);
    let part = Tree::new("testPart")
        .with("identifier", "PART")
        .with("navigationMode", "nonlinear")
        .with("submissionMode", "individual")
        .child(section);
    let root = Tree::new("assessmentTest")
        .with("xmlns", dialect.namespace())
        .with("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")
        .with("xsi:schemaLocation", format!("{} {}", dialect.namespace(), dialect.schema()))
        .with("identifier", "TEST")
        .with("title", title)
        .with("toolName", write::TOOL)
        .with("toolVersion", env!("CARGO_PKG_VERSION"))
        .child(part);
    dialect.print(&root)
}

pub(super) fn read(bytes: &[u8], work: &Work) -> Result<Import, ReadError> {
    if bytes.trim_ascii_start().starts_with(b"<") || bytes.starts_with(&[0xef, 0xbb, 0xbf]) {
        let mut import = Import::default();
        one(&xml::text(bytes, "the file")?, "the file", &[], None, None, &mut import)?;
        return Ok(import);
    }
    let mut archive = Archive::open(bytes)?;
    let place = manifest_of(&archive)?;
    let text = read_text(&mut archive, &place)?.unwrap_or_default();
    let folder = place.strip_suffix(manifest::NAME).unwrap_or_default().to_owned();
    let mut import = Import::default();
    let listed = manifest::read(&text, &place)?;
    work.expect(listed.len());
    for listed in listed {
        work.step()?;
        let Some(file) = path::resolve(&folder, &path::percent_decode_text(&listed.href)) else {
            return Err(ReadError::new(&place, format!("`{}` leads out of the package", listed.href))
                .hint("a package may only name files inside it; do not trust this one"));
        };
        let Some(text) = read_text(&mut archive, &file)? else {
            return Err(ReadError::new(&place, format!("it lists `{file}`, which is not in the package"))
                .hint("export the package again, with all its files"));
        };
        one(&text, &file, &listed.keywords, listed.language.as_deref(), Some(&mut archive), &mut import)?;
    }
    Ok(import)
}

/// At the root, or in the one folder that was zipped.
fn manifest_of(archive: &Archive<'_>) -> Result<String, ReadError> {
    let names = archive.names();
    let is_manifest = |name: &&String| name.rsplit('/').next() == Some(manifest::NAME);
    names.iter().filter(is_manifest).min_by_key(|name| name.matches('/').count()).cloned().ok_or_else(|| {
        ReadError::new("the package", format!("there is no {} in it", manifest::NAME))
            .hint("a QTI package is a zip with a manifest; a single item is imported as its .xml file")
    })
}

fn one(
    text: &str,
    place: &str,
    keywords: &[String],
    language: Option<&str>,
    archive: Option<&mut Archive<'_>>,
    import: &mut Import,
) -> Result<(), ReadError> {
    let root = in_one_spelling(xml::parse(text, place)?);
    if root.name != "assessmentItem" {
        let hint = match root.name.as_str() {
            "assessmentTest" => "the items of a test are in separate files: import the package",
            "questestinterop" => "this is QTI 1.2: import it as `canvas`",
            _ => "choose an item file, or the package it came in",
        };
        return Err(ReadError::new(place, format!("it is a `{}`, not an item", root.name)).hint(hint));
    }
    let mut files = Files::new(archive, place);
    match reading::item(&root, place, &mut files)? {
        Ok(mut item) => match files.settle_images(place, "package")? {
            Ok(images) => {
                item.images = images;
                item.language = item.language.take().or_else(|| language.map(str::to_owned));
                reserved_tags::apply(&mut item, keywords.iter().cloned());
                import.items.push(figure::from_image(item));
            }
            Err(why) => import.skipped.push(crate::Skipped { place: place.to_owned(), why }),
        },
        Err(why) => import.skipped.push(crate::Skipped { place: place.to_owned(), why }),
    }
    Ok(())
}
