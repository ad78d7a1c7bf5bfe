//! Zip archives under limits, and the XML in them: neither can grow beyond what is allowed, whatever it says of itself.

use std::io::{Cursor, Read};

use roxmltree::ParsingOptions;
use zip::ZipArchive;

use crate::{Limits, ReadError, text};

/// An Office document has some dozens, a book some thousands.
const MOST_FILES: usize = 20_000;
const MOST_NODES: u32 = 4_000_000;
/// Elements within elements; tables in tables in text boxes go some fifty deep.
pub(crate) const DEEPEST: usize = 256;

/// An archive that is being read.
pub(crate) struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    /// Bytes that may still be unpacked.
    left: u64,
}

impl<'a> Archive<'a> {
    pub(crate) fn open(bytes: &'a [u8], limits: &Limits) -> Result<Self, ReadError> {
        // Each file has one of these in the list at the end, which is read as a whole before anyone can count it.
        let most = bytes.windows(4).filter(|four| four == b"PK\x01\x02").take(MOST_FILES + 1).count();
        if most > MOST_FILES {
            return Err(ReadError::too_large(format!("it holds more than {MOST_FILES} files")));
        }
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| {
            ReadError::damaged(format!("it is a zip archive that cannot be opened: {error}"))
        })?;
        Ok(Self { zip, left: limits.unpacked })
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.zip.index_for_name(name).is_some()
    }

    /// None if there is no file of that name.
    pub(crate) fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, ReadError> {
        let Some(index) = self.zip.index_for_name(name) else { return Ok(None) };
        let failed =
            |error: &dyn std::fmt::Display| ReadError::damaged(format!("{name} cannot be unpacked: {error}"));
        let file = self.zip.by_index(index).map_err(|error| failed(&error))?;
        // Text shrinks to a tenth: what grows two hundredfold is a trap.
        let sound = file.compressed_size().saturating_mul(200).saturating_add(1 << 20);
        let most = self.left.min(sound);
        let mut bytes = Vec::new();
        file.take(most + 1).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
        if bytes.len() as u64 > most {
            return Err(ReadError::too_large(format!("{name} unpacks to more than {} MB", most >> 20)));
        }
        self.left -= bytes.len() as u64;
        Ok(Some(bytes))
    }

    pub(crate) fn read_text(&mut self, name: &str) -> Result<Option<String>, ReadError> {
        let Some(bytes) = self.read(name)? else { return Ok(None) };
        let text = text::decode(&bytes).ok_or_else(|| ReadError::damaged(format!("{name} is no text")))?;
        Ok(Some(text))
    }

    /// As [`read_text`](Self::read_text), where the document cannot do without.
    pub(crate) fn need_text(&mut self, name: &str) -> Result<String, ReadError> {
        self.read_text(name)?.ok_or_else(|| ReadError::damaged(format!("{name} is missing")))
    }
}

/// XML without a document type, so nothing is fetched and no entity grows.
pub(crate) fn xml<'a>(text: &'a str, name: &str) -> Result<roxmltree::Document<'a>, ReadError> {
    let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let text = text.trim_start_matches('\u{feff}');
    if is_too_deep(text) {
        return Err(ReadError::damaged(format!("{name} is nested deeper than any program writes")));
    }
    roxmltree::Document::parse_with_options(text, options)
        .map_err(|error| ReadError::damaged(format!("{name} is no sound XML: {error}")))
}

/// Counted before parsing, by what opens and closes.
fn is_too_deep(text: &str) -> bool {
    let (mut depth, bytes) = (0_usize, text.as_bytes());
    let mut tag: Option<u8> = None;
    for (at, byte) in bytes.iter().enumerate() {
        match (byte, tag) {
            (b'<', None) => tag = bytes.get(at + 1).copied(),
            (b'>', Some(first)) => {
                let empty = at > 0 && bytes.get(at - 1) == Some(&b'/');
                match first {
                    b'/' => depth = depth.saturating_sub(1),
                    b'?' | b'!' => {}
                    _ if !empty => depth += 1,
                    _ => {}
                }
                tag = None;
            }
            _ => {}
        }
        if depth > DEEPEST {
            return true;
        }
    }
    false
}

/// The value of an attribute, whatever its namespace.
pub(crate) fn attribute<'a>(node: &roxmltree::Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.attributes().find(|attribute| attribute.name() == name).map(|attribute| attribute.value())
}

/// The first child of that name, whatever its namespace.
pub(crate) fn child<'a, 'i>(node: &roxmltree::Node<'a, 'i>, name: &str) -> Option<roxmltree::Node<'a, 'i>> {
    node.children().find(|child| child.tag_name().name() == name)
}

/// Where a relation of a file points to, from the folder of the file: `../media/a.png` and the like.
pub(crate) fn resolve(file: &str, target: &str) -> String {
    if let Some(whole) = target.strip_prefix('/') {
        return whole.to_owned();
    }
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            ".." => {
                parts.pop();
            }
            "." | "" => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Ids and targets of the relations of a file, with their kind.
pub(crate) fn relations(
    archive: &mut Archive<'_>,
    file: &str,
) -> Result<Vec<(String, String, String)>, ReadError> {
    let name = file.rsplit('/').next().unwrap_or(file);
    let path = resolve(file, &format!("_rels/{name}.rels"));
    let Some(text) = archive.read_text(&path)? else { return Ok(Vec::new()) };
    let tree = xml(&text, &path)?;
    let all = tree.root_element().children().filter(roxmltree::Node::is_element);
    Ok(all
        .filter_map(|node| {
            let kind = attribute(&node, "Type")?.rsplit('/').next()?;
            Some((
                attribute(&node, "Id")?.to_owned(),
                kind.to_owned(),
                resolve(file, attribute(&node, "Target")?),
            ))
        })
        .collect())
}

/// The title in the properties of an Office document.
pub(crate) fn title(archive: &mut Archive<'_>) -> Result<Option<String>, ReadError> {
    let Some(text) = archive.read_text("docProps/core.xml")? else { return Ok(None) };
    let tree = xml(&text, "docProps/core.xml")?;
    let title = tree.descendants().find(|node| node.tag_name().name() == "title");
    Ok(title.and_then(|node| node.text()).map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_resolved() {
        assert_eq!(resolve("ppt/slides/slide1.xml", "../notesSlides/n1.xml"), "ppt/notesSlides/n1.xml");
        assert_eq!(resolve("ppt/presentation.xml", "/ppt/slides/slide2.xml"), "ppt/slides/slide2.xml");
        assert_eq!(resolve("content.opf", "text/a.xhtml"), "text/a.xhtml");
    }

    #[test]
    fn hostile_xml_is_refused() {
        let check = |text: &str, said: &str| {
            let error = xml(text, "a.xml").map(|_| ()).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        };
        check("<!DOCTYPE a [<!ENTITY b \"bb\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>", "no sound XML");
        check(&"<a>".repeat(1_000_000), "nested deeper");
        check("<a><b></a>", "no sound XML");
    }
}
