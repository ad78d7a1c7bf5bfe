//! Slides: each is a page with its title, text, tables and speaker notes.

use tutti_untrusted::xml::Node;
use tutti_untrusted::{Archive, limits};

use crate::package::{attribute, child, need_text, read_text, relations, title, xml};
use crate::{BlockKind, Document, Kind, Limits, Piece, ReadError, text};

const SHOW: &str = "ppt/presentation.xml";

pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Document, ReadError> {
    let mut archive = Archive::open_within(bytes, limits.unpacked)?;
    let slides = slides(&mut archive)?;
    if slides.len() > limits.pages as usize {
        return Err(ReadError::too_large(format!(
            "it has {} slides; the limit is {}",
            slides.len(),
            limits.pages
        )));
    }
    let mut pieces = Vec::new();
    for (at, slide) in slides.iter().enumerate() {
        let page = at as u32 + 1;
        let text = need_text(&mut archive, slide)?;
        let tree = xml(&text, slide)?;
        let mut found = Vec::new();
        shapes(&tree.root_element(), page, 0, &mut found);
        // Titles are drawn over the rest, and read before it.
        found.sort_by_key(|piece| !matches!(piece.kind, BlockKind::Heading(_)));
        pieces.extend(found);
        let notes = relations(&mut archive, slide)?.into_iter().find(|(_, kind, _)| kind == "notesSlide");
        if let Some((_, _, notes)) = notes
            && let Some(text) = read_text(&mut archive, &notes)?
        {
            let tree = xml(&text, &notes)?;
            let mut found = Vec::new();
            shapes(&tree.root_element(), page, 0, &mut found);
            pieces.extend(found.into_iter().map(|piece| Piece { kind: BlockKind::Paragraph, ..piece }));
        }
    }
    let title = title(&mut archive)?.filter(|title| title != "PowerPoint Presentation");
    Ok(Document::new(Kind::Pptx, title, slides.len() as u32, pieces))
}

/// In the order they are shown in.
fn slides(archive: &mut Archive<'_>) -> Result<Vec<String>, ReadError> {
    let relations = relations(archive, SHOW)?;
    let text = need_text(archive, SHOW)?;
    let tree = xml(&text, SHOW)?;
    let listed = tree.descendants().filter(|node| node.tag_name().name() == "sldId");
    let id = |node: Node<'_, '_>| {
        let id = node.attributes().find(|a| a.name() == "id" && a.namespace().is_some())?.value().to_owned();
        relations.iter().find(|(relation, _, _)| *relation == id).map(|(_, _, target)| target.clone())
    };
    Ok(listed.filter_map(id).filter(|slide| archive.has(slide)).collect())
}

fn shapes(parent: &Node<'_, '_>, page: u32, depth: usize, pieces: &mut Vec<Piece>) {
    if depth > limits::DEPTH {
        return;
    }
    for node in parent.children().filter(Node::is_element) {
        match node.tag_name().name() {
            "sp" => shape(&node, page, pieces),
            "tbl" => table(&node, page, pieces),
            "AlternateContent" => {
                if let Some(choice) = child(&node, "Choice").or_else(|| child(&node, "Fallback")) {
                    shapes(&choice, page, depth + 1, pieces);
                }
            }
            _ => shapes(&node, page, depth + 1, pieces),
        }
    }
}

fn shape(shape: &Node<'_, '_>, page: u32, pieces: &mut Vec<Piece>) {
    let place = shape.descendants().find(|node| node.tag_name().name() == "ph");
    let role = place.map(|place| attribute(&place, "type").unwrap_or("body"));
    if matches!(role, Some("sldNum" | "dt" | "ftr" | "hdr" | "sldImg")) {
        return;
    }
    let Some(body) = child(shape, "txBody") else { return };
    let paragraphs = body.children().filter(|node| node.tag_name().name() == "p");
    if matches!(role, Some("title" | "ctrTitle")) {
        let whole: Vec<String> = paragraphs.map(|paragraph| runs(&paragraph)).collect();
        pieces.extend(Piece::new(page, BlockKind::Heading(1), &whole.join(" ")));
        return;
    }
    for paragraph in paragraphs {
        let properties = child(&paragraph, "pPr");
        let has = |name: &str| properties.is_some_and(|p| child(&p, name).is_some());
        let bulleted = has("buChar") || has("buAutoNum") || (role == Some("body") && !has("buNone"));
        let kind = match role {
            Some("subTitle") => BlockKind::Paragraph,
            _ if bulleted => BlockKind::ListItem,
            _ => BlockKind::Paragraph,
        };
        pieces.extend(Piece::new(page, kind, &runs(&paragraph)));
    }
}

fn table(table: &Node<'_, '_>, page: u32, pieces: &mut Vec<Piece>) {
    let named = |node: &Node<'_, '_>, name: &str| node.tag_name().name() == name;
    let mut whole = String::new();
    for row in table.children().filter(|node| named(node, "tr")) {
        let cells: Vec<String> = row
            .children()
            .filter(|node| named(node, "tc"))
            .map(|cell| {
                let paragraphs = cell.descendants().filter(|node| named(node, "p"));
                text::squeeze(&paragraphs.map(|p| runs(&p)).collect::<Vec<_>>().join(" "))
            })
            .collect();
        whole.push_str(&cells.join(" | "));
        whole.push('\n');
    }
    pieces.extend(Piece::new(page, BlockKind::Table, &whole));
}

fn runs(paragraph: &Node<'_, '_>) -> String {
    let mut text = String::new();
    for node in paragraph.descendants() {
        match node.tag_name().name() {
            "t" => text.push_str(node.text().unwrap_or_default()),
            "br" | "tab" => text.push(' '),
            _ => {}
        }
    }
    text
}
