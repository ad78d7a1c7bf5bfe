//! The zip: reads and writes questions and images.

use std::collections::{BTreeMap, BTreeSet};

use tutti_core::{ContentHash, Work};
use tutti_item::Item;
use tutti_untrusted::{Archive, path};

use crate::archive::{pack, read_text};
use crate::files::Files;
use crate::format::{About, Import, Skipped};
use crate::markup::{Element, Node};
use crate::media::Media;
use crate::xml::tree::{Spelling, Tree};
use crate::{ReadError, WriteError, figure, identifier, xml};

use super::meta::{self, Names};
use super::{fields, read as reading, write as writing};

const MANIFEST: &str = "imsmanifest.xml";

pub(crate) fn write(items: &[Item], about: &About) -> Result<Vec<u8>, WriteError> {
    let mut media = Media::default();
    let mut used = BTreeSet::new();
    let mut questions = Vec::new();
    let mut ids = String::new();
    for item in items {
        let item = figure::as_image(item);
        let mut images = BTreeMap::new();
        for name in item.images.keys() {
            images.insert(name.clone(), format!("images/{}", media.add(&item, name)?));
        }
        let name = identifier::unused_name(item.id.as_str(), &mut used);
        ids.push_str(&name);
        questions.push(writing::question(&item, &name, &images));
    }
    let hash = ContentHash::of_bytes(ids.as_bytes());
    let names = Names {
        quiz: format!("tutti_quiz_{}", hash.as_str().get(..20).unwrap_or_default()),
        images: media.files().map(|(name, _)| format!("images/{name}")).collect(),
    };
    let quiz = quiz(&names, about, questions);
    let (manifest, settings) = (meta::manifest(&names, about)?, meta::settings(&names, about, items.len()));
    let (quiz_file, settings_file) = (names.questions_file(), names.settings_file());
    let documents = [
        (MANIFEST, manifest.as_slice()),
        (&quiz_file, quiz.as_slice()),
        (&settings_file, settings.as_slice()),
    ];
    let images = names.images.iter().map(String::as_str).zip(media.files().map(|(_, bytes)| bytes));
    pack("Canvas", documents.into_iter().chain(images))
}

fn quiz(names: &Names, about: &About, questions: Vec<Tree>) -> Vec<u8> {
    let namespace = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2";
    let assessment = Tree::new("assessment")
        .with("ident", names.quiz.as_str())
        .with("title", about.title.as_str())
        .child(Tree::new("qtimetadata").child(fields::field("cc_maxattempts", "1")))
        .child(Tree::new("section").with("ident", "root_section").children(questions));
    Tree::new("questestinterop")
        .with("xmlns", namespace)
        .with("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")
        .with("xsi:schemaLocation", format!("{namespace} http://www.imsglobal.org/xsd/ims_qtiasiv1p2p1.xsd"))
        .child(assessment)
        .print(&Spelling::AS_IS)
}

pub(crate) fn read(bytes: &[u8], work: &Work) -> Result<Import, ReadError> {
    let mut import = Import::default();
    if bytes.trim_ascii_start().starts_with(b"<") || bytes.starts_with(&[0xef, 0xbb, 0xbf]) {
        questions(&xml::text(bytes, "the file")?, "the file", None, &mut import, work)?;
        return Ok(import);
    }
    let mut archive = Archive::open(bytes)?;
    let names = archive.names();
    let is_manifest = |name: &&String| name.rsplit('/').next() == Some(MANIFEST);
    let Some(place) = names.iter().filter(is_manifest).min_by_key(|name| name.matches('/').count()) else {
        return Err(ReadError::new("the package", format!("there is no {MANIFEST} in it"))
            .hint("a Canvas export is a zip with a manifest; a single quiz is imported as its .xml file"));
    };
    let folder = place.strip_suffix(MANIFEST).unwrap_or_default();
    let manifest = read_text(&mut archive, place)?.unwrap_or_default();
    for href in quizzes(&xml::parse(&manifest, place)?, place)? {
        let Some(file) = path::resolve(folder, &path::percent_decode_text(&href)) else {
            return Err(ReadError::new(place, format!("`{href}` leads out of the package"))
                .hint("a package may only name files inside it; do not trust this one"));
        };
        let Some(text) = read_text(&mut archive, &file)? else {
            return Err(ReadError::new(place, format!("it lists `{file}`, which is not in the package"))
                .hint("export the quiz again, with all its files"));
        };
        questions(&text, &file, Some(&mut archive), &mut import, work)?;
    }
    Ok(import)
}

/// The files with questions. A course export has each quiz twice: in full for Canvas, in short for others.
fn quizzes(manifest: &Element, place: &str) -> Result<Vec<String>, ReadError> {
    let mut resources = Vec::new();
    collect(manifest, "resource", &mut resources);
    let mut hrefs: Vec<String> = Vec::new();
    let mut in_full: Vec<String> = Vec::new();
    let mut known = BTreeSet::new();
    let mut newer = false;
    for resource in resources {
        let kind = resource.attribute("type").unwrap_or_default();
        newer |= kind.starts_with("imsqti_item") || kind.starts_with("imsqti_test");
        let files = resource.children_named("file").filter_map(|file| file.attribute("href"));
        for href in resource.attribute("href").into_iter().chain(files) {
            let list = if href.ends_with(".xml.qti") {
                &mut in_full
            } else if kind.starts_with("imsqti_xmlv1p2") && is_xml(href) {
                &mut hrefs
            } else {
                continue;
            };
            if known.insert(href) {
                list.push(href.to_owned());
            }
        }
    }
    if !in_full.is_empty() {
        return Ok(in_full);
    }
    if hrefs.is_empty() {
        let hint = if newer {
            "this is a newer QTI: import it as `qti22` or `qti3`"
        } else {
            "export a quiz from Canvas as QTI"
        };
        return Err(ReadError::new(place, "it lists no quiz").hint(hint));
    }
    Ok(hrefs)
}

fn is_xml(href: &str) -> bool {
    std::path::Path::new(href).extension().is_some_and(|end| end.eq_ignore_ascii_case("xml"))
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

fn questions(
    text: &str,
    file: &str,
    mut archive: Option<&mut Archive<'_>>,
    import: &mut Import,
    work: &Work,
) -> Result<(), ReadError> {
    let root = xml::parse(text, file)?;
    if root.name != "questestinterop" {
        let hint = if root.name.contains("ssessment") {
            "this is a newer QTI: import it as `qti22` or `qti3`"
        } else {
            "choose the quiz file, or the zip it came in"
        };
        return Err(ReadError::new(file, format!("it is a `{}`, not a quiz", root.name)).hint(hint));
    }
    let mut items = Vec::new();
    collect(&root, "item", &mut items);
    work.expect(items.len());
    for (i, question) in items.into_iter().enumerate() {
        work.step()?;
        let ident = question.attribute("ident").unwrap_or_default();
        let place = format!("{file}, question {} ({ident})", i + 1);
        let mut files = Files::new(archive.as_deref_mut(), file);
        files.folders = vec![String::new(), "web_resources/".to_owned(), files.folders.swap_remove(0)];
        match reading::question(question, &place, &mut files)? {
            Ok(mut item) => match files.settle_images(&place, "quiz")? {
                Ok(images) => {
                    item.images = images;
                    import.items.push(figure::from_image(item));
                }
                Err(why) => import.skipped.push(Skipped { place, why }),
            },
            Err(why) => import.skipped.push(Skipped { place, why }),
        }
    }
    let mut banks = Vec::new();
    collect(&root, "sourcebank_ref", &mut banks);
    for bank in banks {
        let why = "it draws questions from a bank, which is exported on its own".to_owned();
        import.skipped.push(Skipped { place: format!("{file}, bank {}", bank.text().trim()), why });
    }
    Ok(())
}
