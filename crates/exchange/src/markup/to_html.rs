//! Our texts to markup that is valid both as HTML and as XML, so one writer serves Anki, Moodle, Canvas and QTI.

use crate::{Block, Inline, Prose};

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
pub(crate) fn delimited_maths(tex: &str, display: bool) -> String {
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
