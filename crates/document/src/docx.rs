//! Word documents: headings by their style, lists, tables, notes. Page breaks are the ones Word stored last.

use std::collections::HashMap;

use tutti_untrusted::xml::Node;
use tutti_untrusted::{Archive, limits};

use crate::package::{attribute, child, need_text, read_text, title, xml};
use crate::{BlockKind, Document, Kind, Limits, Piece, ReadError};

pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Document, ReadError> {
    let mut archive = Archive::open_within(bytes, limits.unpacked)?;
    let styles = match read_text(&mut archive, "word/styles.xml")? {
        Some(text) => styles(&text)?,
        None => HashMap::new(),
    };
    let mut reading = Reading { styles, page: 1, pieces: Vec::new() };
    let text = need_text(&mut archive, "word/document.xml")?;
    let tree = xml(&text, "word/document.xml")?;
    if let Some(body) = child(&tree.root_element(), "body") {
        reading.blocks(&body, 0);
    }
    for notes in ["word/footnotes.xml", "word/endnotes.xml"] {
        let Some(text) = read_text(&mut archive, notes)? else { continue };
        let tree = xml(&text, notes)?;
        // The first two are the lines between text and notes.
        for note in tree.root_element().children().filter(|note| attribute(note, "type").is_none()) {
            reading.blocks(&note, 0);
        }
    }
    let title = title(&mut archive)?;
    Ok(Document::new(Kind::Docx, title, reading.page, reading.pieces))
}

/// The role of a paragraph according to its style.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    Heading(u8),
    Item,
    Caption,
}

/// Styles by id; those without a role are left out.
fn styles(text: &str) -> Result<HashMap<String, Style>, ReadError> {
    let tree = xml(text, "word/styles.xml")?;
    let mut found: HashMap<String, Style> = HashMap::new();
    let mut parents: HashMap<String, String> = HashMap::new();
    for style in tree.root_element().children().filter(|node| node.tag_name().name() == "style") {
        let Some(id) = attribute(&style, "styleId") else { continue };
        let value =
            |name: &str| child(&style, name).and_then(|node| attribute(&node, "val")).unwrap_or_default();
        if let Some(style) =
            by_name(value("name")).or_else(|| child(&style, "pPr").and_then(|p| by_properties(&p)))
        {
            found.insert(id.to_owned(), style);
        } else {
            parents.insert(id.to_owned(), value("basedOn").to_owned());
        }
    }
    for id in parents.keys() {
        let mut at = id;
        for _ in 0..16 {
            let Some(parent) = parents.get(at) else { break };
            at = parent;
        }
        if let Some(style) = found.get(at).copied() {
            found.insert(id.clone(), style);
        }
    }
    Ok(found)
}

fn by_name(name: &str) -> Option<Style> {
    let name = name.to_lowercase();
    let level = name.strip_prefix("heading ").or_else(|| name.strip_prefix("overskrift "));
    match name.as_str() {
        "title" | "tittel" => Some(Style::Heading(1)),
        "caption" | "bildetekst" => Some(Style::Caption),
        name if name.starts_with("list ") => Some(Style::Item),
        _ => level?
            .trim()
            .parse()
            .ok()
            .filter(|level| (1..=9).contains(level))
            .map(|level: u8| Style::Heading(level.min(6))),
    }
}

/// An outline level or a numbering of its own.
fn by_properties(properties: &Node<'_, '_>) -> Option<Style> {
    let outline =
        child(properties, "outlineLvl").and_then(|node| attribute(&node, "val")?.parse::<u8>().ok());
    if let Some(level) = outline.filter(|level| *level < 9) {
        return Some(Style::Heading((level + 1).min(6)));
    }
    let numbering = child(properties, "numPr").and_then(|node| child(&node, "numId"));
    numbering.filter(|id| attribute(id, "val") != Some("0")).map(|_| Style::Item)
}

struct Reading {
    styles: HashMap<String, Style>,
    page: u32,
    pieces: Vec<Piece>,
}

impl Reading {
    fn blocks(&mut self, parent: &Node<'_, '_>, depth: usize) {
        if depth > limits::DEPTH {
            return;
        }
        for node in parent.children() {
            match node.tag_name().name() {
                "p" => self.paragraph(&node),
                "tbl" => self.table(&node),
                "sdt" | "sdtContent" | "ins" | "moveTo" | "customXml" | "smartTag" => {
                    self.blocks(&node, depth + 1);
                }
                _ => {}
            }
        }
    }

    fn paragraph(&mut self, node: &Node<'_, '_>) {
        let properties = child(node, "pPr");
        let named = properties
            .and_then(|p| child(&p, "pStyle"))
            .and_then(|style| attribute(&style, "val"))
            .and_then(|id| self.styles.get(id).copied());
        let own = properties.and_then(|p| by_properties(&p));
        let style = match (named, own) {
            (Some(heading @ Style::Heading(_)), _) => Some(heading),
            (named, own) => own.or(named),
        };
        let kind = match style {
            Some(Style::Heading(level)) => BlockKind::Heading(level),
            Some(Style::Item) => BlockKind::ListItem,
            Some(Style::Caption) => BlockKind::Caption,
            None => BlockKind::Paragraph,
        };
        let (mut text, mut boxes, page) = (String::new(), Vec::new(), self.page);
        self.page += runs(node, &mut text, &mut boxes, 0);
        // A page that ends within a paragraph: the paragraph belongs to the page where it begins, unless it begins
        // with the break.
        let begins = if text.starts_with('\u{c}') { self.page } else { page };
        self.pieces.extend(Piece::new(begins, kind, &text.replace('\u{c}', " ")));
        for inner in boxes {
            self.blocks(&inner, 1);
        }
    }

    fn table(&mut self, table: &Node<'_, '_>) {
        let mut text = String::new();
        for row in table.descendants().filter(|node| node.tag_name().name() == "tr") {
            let cells: Vec<String> = row
                .children()
                .filter(|node| node.tag_name().name() == "tc")
                .map(|cell| {
                    let mut text = String::new();
                    for paragraph in cell.descendants().filter(|node| node.tag_name().name() == "p") {
                        runs(&paragraph, &mut text, &mut Vec::new(), 0);
                        text.push(' ');
                    }
                    crate::text::squeeze(&text)
                })
                .collect();
            if cells.iter().any(|cell| !cell.is_empty()) {
                text.push_str(&cells.join(" | "));
                text.push('\n');
            }
        }
        self.pieces.extend(Piece::new(self.page, BlockKind::Table, &text));
    }
}

/// The text of runs, the text boxes among them, and how many pages end there.
fn runs<'a, 'i>(
    parent: &Node<'a, 'i>,
    text: &mut String,
    boxes: &mut Vec<Node<'a, 'i>>,
    depth: usize,
) -> u32 {
    if depth > limits::DEPTH {
        return 0;
    }
    let mut pages = 0;
    for node in parent.children() {
        match node.tag_name().name() {
            "t" => text.push_str(node.text().unwrap_or_default()),
            "noBreakHyphen" => text.push('\u{2011}'),
            "br" if attribute(&node, "type") == Some("page") => {
                pages += 1;
                text.push('\u{c}');
            }
            "tab" | "cr" | "br" => text.push(' '),
            "lastRenderedPageBreak" => {
                pages += 1;
                text.push('\u{c}');
            }
            "txbxContent" => boxes.push(node),
            // The same content for programs of different age: one is enough.
            "AlternateContent" => {
                let choice = child(&node, "Choice").or_else(|| child(&node, "Fallback"));
                pages += choice.map_or(0, |choice| runs(&choice, text, boxes, depth + 1));
            }
            "pPr" | "rPr" | "del" | "moveFrom" | "instrText" | "delText" | "sdtPr" => {}
            _ if node.is_element() => pages += runs(&node, text, boxes, depth + 1),
            _ => {}
        }
    }
    // A break that Word stored and one that the author set are the same.
    if pages > 1 && !text.contains(|c: char| !c.is_whitespace()) { 1 } else { pages }
}
