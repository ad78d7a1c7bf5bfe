//! The reference text of a task: the raw text of a document with hard line breaks, made readable once.
//!
//! Lines are joined into paragraphs, bullets and headings are kept as such, and running heads, page numbers and
//! recognition garbage are dropped. Quotes must still occur in the raw text.

mod lines;
mod noise;

use tutti_language::{Kind, Language, Text, detect, holds_words, plain};

/// One paragraph, item or heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    id: String,
    kind: Kind,
    /// Whether lines of a side note or garbage were taken out of it: its sentences may be broken.
    mended: bool,
    /// Its text with the mark that tells its kind: `# ` or `• `, or the number of a step.
    marked: String,
    /// Bytes of that mark.
    mark: usize,
}

impl Block {
    pub fn id(&self) -> &str {
        &self.id
    }

    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether its sentences may be broken because something was taken out from between its lines.
    pub fn is_mended(&self) -> bool {
        self.mended
    }

    /// Without its mark.
    pub fn text(&self) -> &str {
        &self.marked[self.mark..]
    }
}

/// A reference text, cleaned, with what is needed to find quotes in it.
#[derive(Debug, Clone)]
pub struct Reference {
    blocks: Vec<Block>,
    language: Language,
    /// The raw text and the clean one, as quotes are compared.
    raw: String,
    clean: String,
    /// The raw text without white space and without hyphens between letters.
    tight: String,
}

/// Quotes shorter than this are found by chance where white space does not count.
const LONG_ENOUGH: usize = 20;

impl Reference {
    pub fn new(raw: &str) -> Self {
        let raw = noise::without_marks(raw);
        let blocks = lines::blocks(&raw);
        let texts: Vec<&str> = blocks.iter().map(Block::text).collect();
        let whole = texts.join("\n");
        Self {
            language: detect(head(&whole, 20_000)),
            raw: plain(&raw),
            clean: plain(&whole),
            tight: tight(&raw),
            blocks,
        }
    }

    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    pub fn language(&self) -> Language {
        self.language
    }

    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// How many words the clean text has.
    pub fn word_count(&self) -> usize {
        self.clean.split(' ').filter(|word| word.contains(char::is_alphanumeric)).count()
    }

    /// The clean text in one piece, as quotes are compared: small letters, single spaces.
    pub fn plain(&self) -> &str {
        &self.clean
    }

    /// Cut into sentences and words. The blocks of the result are [`Self::blocks`], in their order.
    pub fn text(&self) -> Text<'_> {
        let blocks: Vec<(&str, &str)> =
            self.blocks.iter().map(|block| (block.id.as_str(), block.marked.as_str())).collect();
        Text::new(&blocks, self.language)
    }

    /// Whether these words stand in the raw text. Line breaks, hyphens that a line break made, quotation marks, dashes
    /// and capitals do not count, nor do the lines of noise that the clean text has not.
    pub fn holds(&self, quote: &str) -> bool {
        let words = plain(quote);
        let words = words.trim_matches(|c: char| !c.is_alphanumeric() && !"$%()".contains(c));
        if words.is_empty() {
            return false;
        }
        if holds_words(&self.raw, words) || holds_words(&self.clean, words) {
            return true;
        }
        let tight = tight(words);
        tight.len() >= LONG_ENOUGH && self.tight.contains(&tight)
    }
}

/// At most so many bytes, up to a character.
fn head(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    &text[..end]
}

/// Without white space, and without hyphens between letters.
fn tight(text: &str) -> String {
    let plain = plain(text);
    let mut out = String::with_capacity(plain.len());
    let mut chars = plain.chars().filter(|c| *c != ' ').peekable();
    while let Some(c) = chars.next() {
        let letters = out.chars().next_back().is_some_and(char::is_alphabetic)
            && chars.peek().is_some_and(|next| next.is_alphabetic());
        if !(c == '-' && letters) {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests;
