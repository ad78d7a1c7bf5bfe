//! HTML from other systems to our texts.

use dom_query::{Document, NodeRef};
use tutti_item::{Part, RichText};

use super::{Element, Node};
use crate::{Block, Inline, Prose};

/// Deeper nesting is not read; a person does not write it, and parsers take the square of it.
const DEEPEST: usize = 200;

/// The nodes of a piece of HTML, as browsers read it.
pub(crate) fn parse_html(html: &str) -> Vec<Node> {
    if !html.contains(['<', '&']) {
        return vec![Node::Text(html.to_owned())];
    }
    if is_too_deep(html) {
        return Vec::new();
    }
    let document = Document::fragment(html);
    let mut nodes = Vec::new();
    for child in document.root().children() {
        push_html(&child, 0, &mut nodes);
    }
    // A fragment is read inside an `html` element that nobody wrote.
    match nodes.as_mut_slice() {
        [Node::Element(html)] if html.name == "html" => std::mem::take(&mut html.children),
        _ => nodes,
    }
}

/// Whether more elements are open at once than we read. Those that are left open by custom do not count.
fn is_too_deep(html: &str) -> bool {
    let (mut depth, mut deepest) = (0_usize, 0);
    for tag in html.split('<').skip(1) {
        let name = tag.trim_start_matches('/').split(|c: char| !c.is_ascii_alphanumeric()).next();
        let open_by_custom = ["br", "img", "p", "li", "hr", "input", "td", "tr", "th", "wbr"];
        match name.unwrap_or_default().to_ascii_lowercase().as_str() {
            "" => {}
            name if open_by_custom.contains(&name) => {}
            _ if tag.starts_with('/') => depth = depth.saturating_sub(1),
            _ => depth += 1,
        }
        deepest = deepest.max(depth);
    }
    deepest > DEEPEST || html.split('<').skip(1).any(has_too_many_attributes)
}

/// Whether what follows a `<` has more attributes than we read: parsers compare each with every other.
fn has_too_many_attributes(tag: &str) -> bool {
    let (mut quote, mut parts) = (None, 0);
    for c in tag.chars() {
        match (quote, c) {
            (None, '>') => break,
            (None, '"' | '\'') => quote = Some(c),
            (None, c) if c.is_whitespace() || c == '/' => parts += 1,
            (Some(open), c) if c == open => quote = None,
            _ => {}
        }
    }
    parts > 500
}

fn push_html(node: &NodeRef<'_>, depth: usize, nodes: &mut Vec<Node>) {
    if node.is_text() {
        nodes.push(Node::Text(node.text().to_string()));
    } else if node.is_element() {
        let mut children = Vec::new();
        if depth < DEEPEST {
            node.children().iter().for_each(|child| push_html(child, depth + 1, &mut children));
        }
        let attributes =
            node.attrs().iter().map(|a| (a.name.local.to_string(), a.value.to_string())).collect();
        let name = node.node_name().map(|name| name.to_string()).unwrap_or_default();
        nodes.push(Node::Element(Element { name, attributes, children }));
    }
}

/// How markup becomes a text of ours.
pub(crate) struct Reading<'a> {
    /// The name an image has in the item, by its address and what it shows; none leaves the words alone.
    pub(crate) image: &'a mut dyn FnMut(&str) -> Option<String>,
    /// Whether `$x$` and `$$x$$` are maths here, beside `\(x\)` and `\[x\]`.
    pub(crate) dollars: bool,
    /// Whether `{{name}}` is a gap.
    pub(crate) gaps: bool,
}

impl Reading<'_> {
    pub(crate) fn html(&mut self, html: &str) -> Prose {
        self.nodes(&parse_html(html))
    }

    pub(crate) fn nodes(&mut self, nodes: &[Node]) -> Prose {
        let mut flow = ContentFlow::default();
        self.flow(nodes, &mut flow);
        flow.end();
        Prose(flow.blocks).tidy()
    }

    fn flow(&mut self, nodes: &[Node], flow: &mut ContentFlow) {
        for node in nodes {
            let element = match node {
                Node::Text(text) => {
                    flow.line.extend(self.text(text));
                    continue;
                }
                Node::Element(element) => element,
            };
            match element.name.as_str() {
                "script" | "style" | "head" | "title" | "template" => {}
                "ul" | "ol" => {
                    flow.end();
                    let entries = self.entries(element);
                    flow.blocks.push(Block::List { ordered: element.name == "ol", entries });
                }
                "pre" => {
                    flow.end();
                    flow.blocks.push(Block::Code(element.text()));
                }
                "tr" => {
                    self.row(element, flow);
                }
                name if is_block(name) => {
                    flow.end();
                    self.flow(&element.children, flow);
                    flow.end();
                }
                _ => self.inline(element, flow),
            }
        }
    }

    fn inline(&mut self, element: &Element, flow: &mut ContentFlow) {
        match element.name.as_str() {
            "br" => flow.line.push(Inline::Break),
            "b" | "strong" => self.push_marked(element, Inline::Strong, flow),
            "i" | "em" => self.push_marked(element, Inline::Emphasis, flow),
            "code" | "tt" | "kbd" | "samp" => flow.line.push(Inline::Code(element.text())),
            "img" if element.attribute("class").is_some_and(|class| class.contains("equation_image")) => {
                flow.line.push(equation(element));
            }
            "img" => {
                let alt = element.attribute("alt").unwrap_or_default().to_owned();
                let source = element.attribute("src").or(element.attribute("data")).unwrap_or_default();
                flow.line.push(match (self.image)(source) {
                    Some(name) => Inline::Image { alt, name },
                    None => Inline::Text(alt),
                });
            }
            "math" => {
                let display = element.attribute("display") == Some("block");
                flow.line.push(Inline::Maths { tex: crate::mathml::to_latex(element), display });
            }
            "sup" | "sub" => flow.line.push(raised_text(element)),
            _ => self.flow(&element.children, flow),
        }
    }

    /// What stands inside `element` as one marked line; blocks in it end the mark.
    fn push_marked(&mut self, element: &Element, mark: fn(Vec<Inline>) -> Inline, flow: &mut ContentFlow) {
        let mut inner = ContentFlow::default();
        self.flow(&element.children, &mut inner);
        if inner.blocks.is_empty() {
            flow.line.push(mark(inner.line));
        } else {
            flow.end();
            inner.end();
            flow.blocks.extend(inner.blocks);
        }
    }

    fn entries(&mut self, list: &Element) -> Vec<Vec<Inline>> {
        let mut entries = Vec::new();
        for node in &list.children {
            if let Node::Element(entry) = node {
                let mut inner = ContentFlow::default();
                self.flow(&entry.children, &mut inner);
                inner.end();
                entries.extend(inner.blocks.into_iter().flat_map(|block| match block {
                    Block::Paragraph(line) => vec![line],
                    Block::List { entries, .. } => entries,
                    Block::Code(code) => vec![vec![Inline::Code(code)]],
                }));
            }
        }
        entries
    }

    /// The dialect has no tables: a row is a line with bars between its cells.
    fn row(&mut self, row: &Element, flow: &mut ContentFlow) {
        if !flow.line.is_empty() {
            flow.line.push(Inline::Break);
        }
        let cells = row.children.iter().filter_map(|node| match node {
            Node::Element(cell) => Some(cell),
            Node::Text(_) => None,
        });
        for (i, cell) in cells.enumerate() {
            if i > 0 {
                flow.line.push(Inline::Text(" | ".to_owned()));
            }
            let mut inner = ContentFlow::default();
            self.flow(&cell.children, &mut inner);
            inner.end();
            for block in inner.blocks {
                if let Block::Paragraph(line) = block {
                    flow.line.extend(line);
                }
            }
        }
    }

    /// Words of a document: nothing in them is our markup but maths, and gaps where there are any.
    fn text(&self, text: &str) -> Vec<Inline> {
        let text = if self.dollars { RichText::from_dollars(text) } else { RichText::new(text) };
        let mut found = Vec::new();
        for part in text.parts() {
            match part {
                Part::Text(text) if self.gaps => push_gaps(text, &mut found),
                Part::Text(text) => found.push(Inline::Text(text.to_owned())),
                Part::Maths { tex, display } => found.push(Inline::Maths { tex: tex.to_owned(), display }),
                Part::Image { alt, name } => found.push(Inline::Text(format!("![{alt}]({name})"))),
            }
        }
        found
    }
}

fn push_gaps(text: &str, found: &mut Vec<Inline>) {
    let mut rest = text;
    while let Some((start, after)) = rest.split_once("}}") {
        match start.rsplit_once("{{") {
            Some((before, name)) => {
                found.push(Inline::Text(before.to_owned()));
                found.push(Inline::Gap(name.to_owned()));
            }
            None => found.push(Inline::Text(format!("{start}}}}}"))),
        }
        rest = after;
    }
    found.push(Inline::Text(rest.to_owned()));
}

#[derive(Default)]
struct ContentFlow {
    blocks: Vec<Block>,
    line: Vec<Inline>,
}

impl ContentFlow {
    fn end(&mut self) {
        if !self.line.is_empty() {
            self.blocks.push(Block::Paragraph(std::mem::take(&mut self.line)));
        }
    }
}

fn is_block(name: &str) -> bool {
    matches!(
        name,
        "p" | "div"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "blockquote"
            | "section"
            | "article"
            | "table"
            | "tbody"
            | "thead"
            | "tfoot"
            | "figure"
            | "figcaption"
            | "hr"
            | "dl"
            | "dt"
            | "dd"
            | "header"
            | "footer"
            | "address"
            | "center"
            | "fieldset"
            | "form"
            | "body"
            | "html"
    )
}

/// Raised and lowered signs as Unicode where it has them all, else as maths.
fn raised_text(element: &Element) -> Inline {
    let text = element.text();
    let (from, to, mark) = if element.name == "sup" {
        ("0123456789+-=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ", '^')
    } else {
        ("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎", '_')
    };
    let sign =
        |c: char| from.chars().zip(to.chars()).find(|(plain, _)| *plain == c).map(|(_, raised)| raised);
    match text.trim().chars().map(sign).collect::<Option<String>>() {
        Some(text) => Inline::Text(text),
        None => Inline::Maths { tex: format!("{mark}{{\\text{{{}}}}}", text.trim()), display: false },
    }
}

/// A formula that Canvas shows as a picture; its LaTeX is beside it.
fn equation(image: &Element) -> Inline {
    let alt = image.attribute("alt").map(|alt| alt.trim().trim_start_matches("LaTeX:").trim());
    let tex =
        image.attribute("data-equation-content").or(alt).or(image.attribute("title")).unwrap_or_default();
    let display =
        image.attribute("style").is_some_and(|style| style.replace(' ', "").contains("display:block"));
    Inline::Maths { tex: tex.trim().to_owned(), display }
}
