//! The text of an item as a tree, between the small Markdown in which it is stored and the markup of a format.
//!
//! The dialect: blank lines separate paragraphs; a line break is kept; `- ` and `1. ` open list entries; three
//! backticks fence code; `**strong**`, `*emphasis*` and `` `code` `` start and end at word boundaries, so `5*3*2` is a
//! product; `{{name}}` is a gap; a backslash escapes the character after it. Maths and images are as in [`RichText`].
//!
//! Law: reading printed text gives the same tree, and printing that gives the same text.

use crate::{Part, RichText};

mod print;
mod read;
#[cfg(test)]
mod tests;
mod tidy;

use print::print_inlines;
use read::{Sign, blocks};
use tidy::{one_line, tidy_line};

/// Paragraphs, lists and code, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prose(pub Vec<Block>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    Paragraph(Vec<Inline>),
    List { ordered: bool, entries: Vec<Vec<Inline>> },
    Code(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    Text(String),
    Strong(Vec<Inline>),
    Emphasis(Vec<Inline>),
    Code(String),
    /// LaTeX without its delimiters.
    Maths {
        tex: String,
        display: bool,
    },
    Image {
        alt: String,
        name: String,
    },
    /// A gap of a gap text, by its name.
    Gap(String),
    Break,
}

impl Prose {
    pub fn read(text: &RichText) -> Self {
        let mut signs = Vec::new();
        for part in text.parts() {
            match part {
                Part::Text(text) => signs.extend(text.chars().filter(|c| *c != '\r').map(Sign::Char)),
                Part::Maths { tex, display } => {
                    signs.push(Sign::Whole(Inline::Maths { tex: tex.trim().to_owned(), display }));
                }
                Part::Image { alt, name } => {
                    signs.push(Sign::Whole(Inline::Image { alt: alt.to_owned(), name: name.to_owned() }));
                }
            }
        }
        Self(blocks(&signs)).tidy()
    }

    /// A text of one paragraph of plain words, nothing in it meant as markup.
    pub fn plain(text: &str) -> Self {
        let mut lines = Vec::new();
        for (i, line) in text.trim().lines().enumerate() {
            if i > 0 {
                lines.push(Inline::Break);
            }
            lines.push(Inline::Text(line.trim().to_owned()));
        }
        Self(vec![Block::Paragraph(lines)]).tidy()
    }

    pub fn print(&self) -> RichText {
        let mut out = String::new();
        for block in &self.0 {
            if !out.is_empty() {
                out.push_str("\n\n");
            }
            match block {
                Block::Paragraph(inlines) => out.push_str(&print_inlines(inlines)),
                Block::List { ordered, entries } => {
                    for (i, entry) in entries.iter().enumerate() {
                        if i > 0 {
                            out.push('\n');
                        }
                        let mark = if *ordered { format!("{}. ", i + 1) } else { "- ".to_owned() };
                        out.push_str(&mark);
                        out.push_str(&print_inlines(entry));
                    }
                }
                Block::Code(code) => {
                    out.push_str("```\n");
                    out.push_str(code);
                    out.push_str("\n```");
                }
            }
        }
        RichText::new(out)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The inlines if the text is a single paragraph.
    pub fn single_paragraph(&self) -> Option<&[Inline]> {
        match self.0.as_slice() {
            [Block::Paragraph(inlines)] => Some(inlines),
            _ => None,
        }
    }

    /// The words alone, for formats that have no markup in a place: maths in `\( \)`, images by what they show.
    pub fn words(&self) -> String {
        let lines: Vec<String> = self
            .0
            .iter()
            .map(|block| match block {
                Block::Paragraph(inlines) => words(inlines),
                Block::List { entries, .. } => {
                    entries.iter().map(|entry| words(entry)).collect::<Vec<_>>().join("\n")
                }
                Block::Code(code) => code.clone(),
            })
            .collect();
        lines.join("\n")
    }

    /// The first words, by which a person finds the text in a list. Whole words, formulas without their delimiters.
    pub fn title(&self) -> String {
        const LONGEST: usize = 60;
        let words =
            ["\\(", "\\)", "\\[", "\\]"].iter().fold(self.words(), |words, mark| words.replace(mark, ""));
        let mut title = String::new();
        for word in words.split_whitespace() {
            if title.chars().count() + word.chars().count() >= LONGEST {
                if title.is_empty() {
                    title.extend(word.chars().take(LONGEST - 1));
                }
                title.push('…');
                return title;
            }
            if !title.is_empty() {
                title.push(' ');
            }
            title.push_str(word);
        }
        title
    }

    /// Calls `see` on every inline, outer ones first.
    pub fn visit(&self, see: &mut dyn FnMut(&Inline)) {
        fn walk(inlines: &[Inline], see: &mut dyn FnMut(&Inline)) {
            for inline in inlines {
                see(inline);
                if let Inline::Strong(inner) | Inline::Emphasis(inner) = inline {
                    walk(inner, see);
                }
            }
        }
        for block in &self.0 {
            match block {
                Block::Paragraph(inlines) => walk(inlines, see),
                Block::List { entries, .. } => entries.iter().for_each(|entry| walk(entry, see)),
                Block::Code(_) => {}
            }
        }
    }

    /// The gaps that can be filled in, in order; in code there are none.
    pub fn gap_names(&self) -> Vec<String> {
        let mut names = Vec::new();
        self.visit(&mut |inline| {
            if let Inline::Gap(name) = inline {
                names.push(name.clone());
            }
        });
        names
    }

    /// The same text with gaps called otherwise; none leaves a name as it is.
    #[must_use]
    pub fn renamed_gaps(mut self, name: &dyn Fn(&str) -> Option<String>) -> Self {
        fn walk(inlines: &mut [Inline], name: &dyn Fn(&str) -> Option<String>) {
            for inline in inlines {
                match inline {
                    Inline::Gap(known) => *known = name(known).unwrap_or_else(|| known.clone()),
                    Inline::Strong(inner) | Inline::Emphasis(inner) => walk(inner, name),
                    _ => {}
                }
            }
        }
        for block in &mut self.0 {
            match block {
                Block::Paragraph(line) => walk(line, name),
                Block::List { entries, .. } => entries.iter_mut().for_each(|entry| walk(entry, name)),
                Block::Code(_) => {}
            }
        }
        self
    }

    /// The tree that printing and reading leaves as it is: one space for any run of white space, none at the
    /// ends of lines, neighbouring texts joined, nothing empty, no nesting of the same emphasis.
    #[must_use]
    pub fn tidy(self) -> Self {
        let mut blocks: Vec<Block> = Vec::new();
        for block in self.0 {
            match block {
                Block::Paragraph(inlines) => {
                    let inlines = tidy_line(inlines);
                    if !inlines.is_empty() {
                        blocks.push(Block::Paragraph(inlines));
                    }
                }
                Block::List { ordered, entries } => {
                    let entries: Vec<_> = entries
                        .into_iter()
                        .map(|entry| tidy_line(one_line(entry)))
                        .filter(|entry| !entry.is_empty())
                        .collect();
                    match blocks.last_mut() {
                        // Two lists of one sort in a row cannot be told from one.
                        Some(Block::List { ordered: before, entries: first }) if *before == ordered => {
                            first.extend(entries);
                        }
                        _ if entries.is_empty() => {}
                        _ => blocks.push(Block::List { ordered, entries }),
                    }
                }
                Block::Code(code) => {
                    let code: String =
                        code.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
                    let mut code = code.trim_matches('\n').to_owned();
                    // Once is not enough for a run of five.
                    while code.contains("```") {
                        code = code.replace("```", "` ` `");
                    }
                    if !code.trim().is_empty() {
                        blocks.push(Block::Code(code));
                    }
                }
            }
        }
        Self(blocks)
    }
}

fn words(inlines: &[Inline]) -> String {
    inlines
        .iter()
        .map(|inline| match inline {
            Inline::Text(text) | Inline::Code(text) => text.clone(),
            Inline::Strong(inner) | Inline::Emphasis(inner) => words(inner),
            Inline::Maths { tex, display: false } => format!("\\({tex}\\)"),
            Inline::Maths { tex, display: true } => format!("\\[{tex}\\]"),
            Inline::Image { alt, .. } => format!("[{alt}]"),
            Inline::Gap(_) => "____".to_owned(),
            Inline::Break => "\n".to_owned(),
        })
        .collect()
}
