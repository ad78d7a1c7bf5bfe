//! HTML and XHTML: a small tree of elements, texts from it, and markup from texts.
//!
//! What is written is sound as HTML and as XML, so one writer serves Anki, Moodle, Canvas and QTI.

use dom_query::{Document, NodeRef};
use tutti_item::{Part, RichText};

use crate::{Block, Inline, Prose};

/// Deeper nesting is not read; a person does not write it, and parsers take the square of it.
const DEEPEST: usize = 200;

/// A node of a document, whatever it was parsed with. Names are without prefix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Node {
    Text(String),
    Element(Element),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) children: Vec<Node>,
}

impl Element {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// All the text inside.
    pub(crate) fn text(&self) -> String {
        let inside = |node: &Node| match node {
            Node::Text(text) => text.clone(),
            Node::Element(element) => element.text(),
        };
        self.children.iter().map(inside).collect()
    }

    /// The elements of this name right inside.
    pub(crate) fn children_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.children.iter().filter_map(move |node| match node {
            Node::Element(inner) if inner.name == name => Some(inner),
            _ => None,
        })
    }

    /// The first element of this name inside, at any depth.
    pub(crate) fn find(&self, name: &str) -> Option<&Element> {
        self.children.iter().find_map(|node| match node {
            Node::Element(element) if element.name == name => Some(element),
            Node::Element(element) => element.find(name),
            Node::Text(_) => None,
        })
    }
}

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
        let mut flow = Flow::default();
        self.flow(nodes, &mut flow);
        flow.end();
        Prose(flow.blocks).tidied()
    }

    fn flow(&mut self, nodes: &[Node], flow: &mut Flow) {
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

    fn inline(&mut self, element: &Element, flow: &mut Flow) {
        match element.name.as_str() {
            "br" => flow.line.push(Inline::Break),
            "b" | "strong" => self.marked(element, Inline::Strong, flow),
            "i" | "em" => self.marked(element, Inline::Emphasis, flow),
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
            "sup" | "sub" => flow.line.push(raised(element)),
            _ => self.flow(&element.children, flow),
        }
    }

    /// What stands inside `element` as one marked line; blocks in it end the mark.
    fn marked(&mut self, element: &Element, mark: fn(Vec<Inline>) -> Inline, flow: &mut Flow) {
        let mut inner = Flow::default();
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
                let mut inner = Flow::default();
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
    fn row(&mut self, row: &Element, flow: &mut Flow) {
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
            let mut inner = Flow::default();
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
struct Flow {
    blocks: Vec<Block>,
    line: Vec<Inline>,
}

impl Flow {
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
fn raised(element: &Element) -> Inline {
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

/// How a text of ours becomes markup. Each function gives sound markup.
pub(crate) struct Writing<'a> {
    pub(crate) maths: &'a dyn Fn(&str, bool) -> String,
    /// By what it shows and its name in the item.
    pub(crate) image: &'a dyn Fn(&str, &str) -> String,
    pub(crate) gap: &'a dyn Fn(&str) -> String,
}

impl Writing<'_> {
    /// As blocks: paragraphs in `p`.
    pub(crate) fn blocks(&self, prose: &Prose) -> String {
        prose.0.iter().map(|block| self.block(block)).collect()
    }

    /// Without a `p` around a single paragraph, for places that hold one line.
    pub(crate) fn compact(&self, prose: &Prose) -> String {
        match prose.single_paragraph() {
            Some(line) => self.line(line),
            None => self.blocks(prose),
        }
    }

    fn block(&self, block: &Block) -> String {
        match block {
            Block::Paragraph(line) => format!("<p>{}</p>", self.line(line)),
            Block::List { ordered, entries } => {
                let name = if *ordered { "ol" } else { "ul" };
                let entries: Vec<String> = entries.iter().map(|entry| self.line(entry)).collect();
                format!("<{name}><li>{}</li></{name}>", entries.join("</li><li>"))
            }
            Block::Code(code) => format!("<pre>{}</pre>", escape(code)),
        }
    }

    pub(crate) fn line(&self, line: &[Inline]) -> String {
        line.iter()
            .map(|inline| match inline {
                Inline::Text(text) => escape(&without_delimiters(text)),
                Inline::Strong(inner) => format!("<strong>{}</strong>", self.line(inner)),
                Inline::Emphasis(inner) => format!("<em>{}</em>", self.line(inner)),
                Inline::Code(code) => format!("<code>{}</code>", escape(code)),
                Inline::Maths { tex, display } => (self.maths)(tex, *display),
                Inline::Image { alt, name } => (self.image)(alt, name),
                Inline::Gap(name) => (self.gap)(name),
                Inline::Break => "<br/>".to_owned(),
            })
            .collect()
    }
}

/// The text with something invisible in each pair of signs that could open or close maths or a gap; reading drops
/// it.
fn without_delimiters(text: &str) -> String {
    if !text.contains(['\\', '{', '}', '$']) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        out.push(c);
        let pairs = match c {
            '\\' => "\\()[]",
            '{' => "{",
            '}' => "}",
            '$' => "$",
            _ => continue,
        };
        if chars.peek().is_none_or(|next| pairs.contains(*next)) {
            out.push('\u{200b}');
        }
    }
    out
}

/// Maths between `\(` and `\)`, as MathJax and Anki find it.
pub(crate) fn delimited(tex: &str, display: bool) -> String {
    let tex = escape(tex);
    if display { format!("\\[{tex}\\]") } else { format!("\\({tex}\\)") }
}

/// A gap where a format has none: as it stands in our own text.
pub(crate) fn literal_gap(name: &str) -> String {
    escape(&format!("{{{{{name}}}}}"))
}

/// Text for content and attributes of HTML and XML alike.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn image(alt: &str, name: &str) -> String {
        format!("<img src=\"{}\" alt=\"{}\"/>", escape(name), escape(alt))
    }

    fn html(prose: &Prose) -> String {
        Writing { maths: &delimited, image: &image, gap: &literal_gap }.blocks(prose)
    }

    fn read(html: &str) -> Prose {
        Reading { image: &mut |source| Some(source.to_owned()), dollars: false, gaps: true }.html(html)
    }

    #[track_caller]
    fn check(html: &str, text: &str) {
        assert_eq!(read(html).print().as_str(), text);
    }

    #[test]
    fn what_other_systems_write() {
        check("Which is <b>not</b> true?<br>Choose <i>one</i>.", "Which is **not** true?\nChoose *one*.");
        check("<div>a</div><div>b<ul><li>c</li><li><p>d</p></li></ul></div>", "a\n\nb\n\n- c\n- d");
        check("H<sub>2</sub>O, x<sup>2</sup>, e<sup>x</sup>", "H₂O, x², e\\(^{\\text{x}}\\)");
        check("if \\(a &lt; b\\) &amp; 5*3*2&nbsp;= 30", "if \\(a < b\\) & 5*3*2 = 30");
        check("<p>a <strong>b </strong>c</p><script>x()</script>", "a **b** c");
        check("<table><tr><th>x</th><td>1</td></tr><tr><th>y</th><td>2</td></tr></table>", "x | 1\ny | 2");
        check("<pre>for x:\n  y</pre>", "```\nfor x:\n  y\n```");
        check("<img src='a b.png' alt='a plot'>", "![a plot](a_b.png)");
        check("*not ours* - no `code`", "\\*not ours\\* - no \\`code\\`");
        check(
            "<math><semantics><mi>x</mi><annotation encoding='application/x-tex'>x_1</annotation></semantics></math>",
            "\\(x_1\\)",
        );
        check("an unclosed <b>tag", "an unclosed **tag**");
    }

    #[test]
    fn deep_nesting_ends() {
        let deep = "<div>".repeat(50_000) + "x";
        assert_eq!(read(&deep), Prose::default());
        let wide = (0..40_000).map(|i| format!(" a{i}=1")).collect::<Vec<_>>().concat();
        assert_eq!(read(&format!("<p{wide}>x</p>")), Prose::default());
    }

    proptest! {
        #[test]
        fn html_gives_back_the_text(prose in crate::prose::tests::prose()) {
            let prose = prose.tidied();
            let html = html(&prose);
            prop_assert_eq!(read(&html), prose, "{}", html);
        }
    }
}
