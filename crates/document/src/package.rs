//! The zip archive of an Office document or a book: its texts, its XML, and the relations between its files.

use tutti_untrusted::xml::{self, Document, Nesting, Node};
use tutti_untrusted::{Archive, ArchiveError, XmlError, path};

use crate::{ReadError, text};

/// A file as text; none if there is no file of that name.
pub(crate) fn read_text(archive: &mut Archive<'_>, name: &str) -> Result<Option<String>, ReadError> {
    let Some(bytes) = archive.read(name)? else { return Ok(None) };
    let text = text::decode(&bytes).ok_or_else(|| ReadError::damaged(format!("{name} is not text")))?;
    Ok(Some(text))
}

/// As [`read_text`], where the document cannot do without.
pub(crate) fn need_text(archive: &mut Archive<'_>, name: &str) -> Result<String, ReadError> {
    read_text(archive, name)?.ok_or_else(|| ReadError::damaged(format!("{name} is missing")))
}

/// The document in the file `name`.
pub(crate) fn xml<'a>(text: &'a str, name: &str) -> Result<Document<'a>, ReadError> {
    xml::parse(text, Nesting::Bounded).map_err(|error| match error {
        XmlError::TooLarge | XmlError::TooManyNodes => ReadError::too_large(format!("{name}: {error}")),
        XmlError::TooDeep => ReadError::damaged(format!("{name} is nested too deeply")),
        error => ReadError::damaged(format!("{name} is not well-formed XML: {error}")),
    })
}

impl From<ArchiveError> for ReadError {
    fn from(error: ArchiveError) -> Self {
        match error {
            ArchiveError::TooManyFiles | ArchiveError::Bomb { .. } | ArchiveError::TooLarge { .. } => {
                Self::too_large(error.to_string())
            }
            ArchiveError::Unopenable { reason } => {
                Self::damaged(format!("it is a zip archive that cannot be opened: {reason}"))
            }
            ArchiveError::Damaged { .. } => Self::damaged(error.to_string()),
        }
    }
}

/// The value of an attribute, whatever its namespace.
pub(crate) fn attribute<'a>(node: &Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.attributes().find(|attribute| attribute.name() == name).map(|attribute| attribute.value())
}

/// The first child of that name, whatever its namespace.
pub(crate) fn child<'a, 'i>(node: &Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.tag_name().name() == name)
}

/// The file that `target` refers to in `file`, such as `../media/a.png`. Empty, which names no file, if it leads out
/// of the archive.
pub(crate) fn resolve(file: &str, target: &str) -> String {
    path::resolve(path::folder(file), target).unwrap_or_default()
}

/// Ids and targets of the relations of a file, with their kind.
pub(crate) fn relations(
    archive: &mut Archive<'_>,
    file: &str,
) -> Result<Vec<(String, String, String)>, ReadError> {
    let name = file.rsplit('/').next().unwrap_or(file);
    let path = resolve(file, &format!("_rels/{name}.rels"));
    let Some(text) = read_text(archive, &path)? else { return Ok(Vec::new()) };
    let tree = xml(&text, &path)?;
    let all = tree.root_element().children().filter(Node::is_element);
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
    let Some(text) = read_text(archive, "docProps/core.xml")? else { return Ok(None) };
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
        check("<!DOCTYPE a [<!ENTITY b \"bb\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>", "not well-formed XML");
        check(&"<a>".repeat(1_000_000), "nested too deeply");
        check("<a><b></a>", "not well-formed XML");
    }
}
