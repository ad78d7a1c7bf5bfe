//! HTML: headings, paragraphs, lists and tables of the main content, without menus and the like.

use dom_query::{Document as Tree, NodeRef};
use encoding_rs::Encoding;

use crate::nesting::flatten;
use crate::{BlockKind, Document, Kind, Piece, text};

/// No browser shows deeper nesting.
const DEEPEST: usize = 400;
/// No page that somebody reads is nested deeper; what is deeper is taken as if it were here.
const MOST_NESTED: usize = 150;
/// Below this many characters of main content, the whole page is taken.
const ALMOST_NOTHING: usize = 250;

pub(crate) fn read(bytes: &[u8]) -> Document {
    let html = decode(bytes);
    let tree = Tree::from(&*flatten(&html, MOST_NESTED));
    let title = tree.select_single("title").text().to_string();
    let length = |pieces: &[Piece]| pieces.iter().map(|piece| piece.text.len()).sum::<usize>();
    let mut pieces = Vec::new();
    for root in ["article", "main", "[role=main]", "body"] {
        pieces = tree.select_single(root).nodes().iter().flat_map(|node| pieces_of(node, 1, true)).collect();
        if length(&pieces) > 2 * ALMOST_NOTHING {
            break;
        }
    }
    if length(&pieces) < ALMOST_NOTHING {
        pieces = pieces_of(&tree.root(), 1, false);
    }
    Document::new(Kind::Html, Some(title), 1, pieces)
}

/// Every block of a page of a book.
pub(crate) fn whole(html: &str, page: u32) -> Vec<Piece> {
    pieces_of(&Tree::from(&*flatten(html, MOST_NESTED)).root(), page, false)
}

/// In the encoding that the document declares, otherwise as any text.
pub(crate) fn decode(bytes: &[u8]) -> String {
    let head =
        String::from_utf8_lossy(bytes.get(..bytes.len().min(2048)).unwrap_or_default()).to_ascii_lowercase();
    let declared =
        head.split_once("charset=").or_else(|| head.split_once("encoding=")).and_then(|(_, rest)| {
            let label =
                rest.trim_start_matches(['"', '\'']).split(['"', '\'', ';', '>', ' ', '/', '?']).next()?;
            Encoding::for_label(label.as_bytes())
        });
    let marked = Encoding::for_bom(bytes).is_some() || std::str::from_utf8(bytes).is_ok();
    match declared {
        Some(encoding) if !marked => encoding.decode(bytes).0.into_owned(),
        _ => text::decode(bytes).unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned()),
    }
}

fn pieces_of(root: &NodeRef<'_>, page: u32, only_content: bool) -> Vec<Piece> {
    let mut reading = Reading { page, only_content, ..Reading::default() };
    reading.walk(root, 0);
    reading.flush();
    let mut found = reading.found;
    if only_content {
        drop_menus(&mut found);
    }
    found.into_iter().map(|(piece, _)| piece).collect()
}

#[derive(Default)]
struct Reading {
    page: u32,
    only_content: bool,
    /// What the open text is.
    kind: Option<BlockKind>,
    open: String,
    /// Bytes of it that are links.
    linked: usize,
    in_link: bool,
    /// Pieces, and whether each is nothing but a link.
    found: Vec<(Piece, bool)>,
}

impl Reading {
    fn flush(&mut self) {
        let kind = self.kind.unwrap_or(BlockKind::Paragraph);
        let is_link = self.linked * 10 >= self.open.trim().len() * 8;
        if let Some(piece) = Piece::new(self.page, kind, &self.open) {
            self.found.push((piece, is_link));
        }
        self.open.clear();
        self.linked = 0;
    }

    fn walk(&mut self, node: &NodeRef<'_>, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        for child in node.children_it(false) {
            if child.is_text() {
                let text = child.text();
                self.linked += if self.in_link { text.trim().len() } else { 0 };
                self.open.push_str(&text);
            } else if child.is_element() {
                self.element(&child, depth);
            }
        }
    }

    fn element(&mut self, node: &NodeRef<'_>, depth: usize) {
        let name = node.node_name().unwrap_or_default();
        let kind = match &*name {
            name if is_hidden(name, node) => return,
            name if self.only_content && is_around(name, node) => return,
            "br" | "hr" => return self.open.push(' '),
            "a" => {
                let outer = std::mem::replace(&mut self.in_link, true);
                self.walk(node, depth + 1);
                self.in_link = outer;
                return;
            }
            "sup" if is_reference(&node.text()) => return,
            "table" if is_data(node) => return self.table(node),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                Some(BlockKind::Heading(name.as_bytes().get(1).map_or(1, |digit| digit - b'0')))
            }
            "li" | "dd" | "dt" => Some(BlockKind::ListItem),
            "figcaption" | "caption" => Some(BlockKind::Caption),
            // Inside an item a paragraph is the item.
            "p" | "div" | "section" | "article" | "blockquote" | "pre" | "ul" | "ol" | "dl" | "tr" | "td"
            | "th" | "table" | "figure" | "main" | "body" | "address" | "details" | "summary" | "header"
            | "footer" | "nav" | "aside" | "form" | "fieldset" => {
                self.kind.filter(|kind| *kind == BlockKind::ListItem)
            }
            _ => return self.walk(node, depth + 1),
        };
        self.flush();
        let outer = std::mem::replace(&mut self.kind, kind);
        self.walk(node, depth + 1);
        self.flush();
        self.kind = outer;
    }

    fn table(&mut self, table: &NodeRef<'_>) {
        self.flush();
        let mut whole = String::new();
        for row in table.descendants_it().filter(|node| node.has_name("tr")) {
            let cells: Vec<String> = row
                .children_it(false)
                .filter(|cell| cell.has_name("td") || cell.has_name("th"))
                .map(|cell| text::squeeze(&cell.text()))
                .collect();
            if cells.iter().any(|cell| !cell.is_empty()) {
                whole.push_str(&cells.join(" | "));
                whole.push('\n');
            }
        }
        let caption = table.children_it(false).find(|node| node.has_name("caption")).map(|node| node.text());
        if let Some(piece) = caption.and_then(|caption| Piece::new(self.page, BlockKind::Caption, &caption)) {
            self.found.push((piece, false));
        }
        if let Some(piece) = Piece::new(self.page, BlockKind::Table, &whole) {
            self.found.push((piece, false));
        }
    }
}

/// Never shown.
fn is_hidden(name: &str, node: &NodeRef<'_>) -> bool {
    matches!(
        name,
        "script"
            | "style"
            | "noscript"
            | "template"
            | "head"
            | "svg"
            | "math"
            | "iframe"
            | "object"
            | "select"
            | "button"
            | "textarea"
            | "input"
            | "audio"
            | "video"
            | "canvas"
    ) || node.has_attr("hidden")
        || node.attr("aria-hidden").as_deref() == Some("true")
        || node.attr("style").is_some_and(|style| style.replace(' ', "").contains("display:none"))
}

/// Around the content: menus, footers, advertisements.
fn is_around(name: &str, node: &NodeRef<'_>) -> bool {
    if matches!(name, "nav" | "footer" | "aside" | "form" | "dialog") {
        return true;
    }
    let role = node.attr("role");
    if matches!(
        role.as_deref(),
        Some("navigation" | "banner" | "contentinfo" | "complementary" | "search" | "dialog")
    ) {
        return true;
    }
    if !matches!(name, "div" | "section" | "ul" | "ol" | "header" | "span" | "table") {
        return false;
    }
    let words =
        format!("{} {}", node.class().unwrap_or_default(), node.id_attr().unwrap_or_default()).to_lowercase();
    let known = [
        "nav",
        "navbar",
        "navbox",
        "navigation",
        "menu",
        "sidebar",
        "breadcrumb",
        "breadcrumbs",
        "cookie",
        "cookies",
        "footer",
        "share",
        "social",
        "advert",
        "ads",
        "newsletter",
        "related",
        "editsection",
        "noprint",
        "catlinks",
        "toc",
    ];
    words.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| known.contains(&word))
}

/// `[12]`, `[edit]`
fn is_reference(text: &str) -> bool {
    let text = text.trim();
    text.starts_with('[') && text.ends_with(']') && text.len() < 12
}

/// Tables that lay out a page have tables, headings or a single column inside.
fn is_data(table: &NodeRef<'_>) -> bool {
    let laid_out = table
        .descendants_it()
        .any(|node| ["table", "h1", "h2", "h3", "ul"].iter().any(|name| node.has_name(name)));
    if laid_out {
        return false;
    }
    let cells = table.descendants_it().filter(|node| node.has_name("td") || node.has_name("th")).count();
    let rows = table.descendants_it().filter(|node| node.has_name("tr")).count();
    rows > 0 && cells >= 2 * rows
}

/// Four items in a row that are short links are a menu.
fn drop_menus(found: &mut Vec<(Piece, bool)>) {
    let is_menu = |(piece, is_link): &(Piece, bool)| {
        *is_link && piece.text.len() < 60 && !matches!(piece.kind, BlockKind::Heading(_))
    };
    let mut kept = Vec::with_capacity(found.len());
    for run in found.chunk_by(|a, b| is_menu(a) == is_menu(b)) {
        if run.len() < 4 || !run.iter().all(is_menu) {
            kept.extend_from_slice(run);
        }
    }
    *found = kept;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, expected: &[(BlockKind, &str)]) {
        let document = read(html.as_bytes());
        let found: Vec<_> = document.blocks.iter().map(|block| (block.kind, block.text.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn structure_survives_and_menus_go() {
        let long = "Water boils at a lower temperature where the air is thin. ".repeat(10);
        let long = long.trim();
        let html = format!(
            "<html><head><title>Boiling</title><style>x</style></head><body><nav><a href=x>Home</a></nav>\
             <ul><li><a>One</a><li><a>Two</a><li><a>Three</a><li><a>Four</a></ul>\
             <h1>Boiling <i>points</i></h1><div>{long}<p>Next<br>line<sup>[1]</sup></p></div><ul><li>a <b>b</b></li><li><p>c</p></li></ul>\
             <table><caption>Points</caption><tr><th>Place<th>°C<tr><td>Oslo<td>100</table><footer>(c)</footer></body></html>"
        );
        check(
            &html,
            &[
                (BlockKind::Heading(1), "Boiling points"),
                (BlockKind::Paragraph, long),
                (BlockKind::Paragraph, "Next line"),
                (BlockKind::ListItem, "a b"),
                (BlockKind::ListItem, "c"),
                (BlockKind::Caption, "Points"),
                (BlockKind::Table, "Place | °C\nOslo | 100"),
            ],
        );
        assert_eq!(read(html.as_bytes()).title.as_deref(), Some("Boiling"));
    }

    #[test]
    fn a_page_with_little_text_is_taken_whole() {
        check("<body><nav>Only this</nav></body>", &[(BlockKind::Paragraph, "Only this")]);
    }

    #[test]
    fn encodings_are_as_declared() {
        let html = b"<html><meta charset=\"iso-8859-2\"><p>\xb1\xe6</p>";
        assert!(decode(html).contains("ąć"));
        assert!(decode("<html><meta charset=latin1><p>å".as_bytes()).contains('å'));
    }

    #[test]
    fn nesting_has_an_end() {
        let html = format!("<p>top</p>{}", "<div>".repeat(2000));
        assert_eq!(read(html.as_bytes()).blocks.len(), 1);
    }
}
