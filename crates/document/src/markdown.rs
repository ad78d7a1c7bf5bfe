//! Markdown: headings, paragraphs, list items and tables, as in CommonMark.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::{BlockKind, Piece};

pub(crate) fn read(text: &str) -> Vec<Piece> {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let mut pieces = Vec::new();
    let mut open = String::new();
    let mut kind = BlockKind::Paragraph;
    let (mut hidden, mut items) = (0_usize, 0_usize);
    // The next number of each open list, if it has numbers: the order of steps is part of what they say.
    let mut numbers: Vec<Option<u64>> = Vec::new();
    let mut flush = |open: &mut String, kind: BlockKind| {
        pieces.extend(Piece::new(1, kind, open));
        open.clear();
    };
    let base = |items: usize| if items > 0 { BlockKind::ListItem } else { BlockKind::Paragraph };
    // Formulas keep their delimiters, which are escapes of brackets to Markdown.
    let text = ["(", ")", "[", "]"].iter().fold(text.to_owned(), |text, bracket| {
        text.replace(&format!("\\{bracket}"), &format!("\\\\{bracket}"))
    });
    for event in Parser::new_ext(&text, options) {
        match event {
            Event::Start(Tag::MetadataBlock(_)) => hidden += 1,
            Event::End(TagEnd::MetadataBlock(_)) => hidden -= 1,
            _ if hidden > 0 => {}
            Event::Start(Tag::Heading { level, .. }) => {
                flush(&mut open, kind);
                kind = BlockKind::Heading(level as u8);
            }
            Event::Start(Tag::Item) => {
                flush(&mut open, kind);
                items += 1;
                kind = BlockKind::ListItem;
                if let Some(Some(number)) = numbers.last_mut() {
                    open = format!("{number}. ");
                    *number += 1;
                }
            }
            Event::Start(Tag::Table(_)) => {
                flush(&mut open, kind);
                kind = BlockKind::Table;
            }
            Event::Start(Tag::TableCell) if open.is_empty() || open.ends_with('\n') => {}
            Event::Start(Tag::TableCell) => open.push_str(" | "),
            Event::End(TagEnd::TableRow | TagEnd::TableHead) => open.push('\n'),
            // The number of an item belongs to its text.
            Event::Start(Tag::Paragraph) if items > 0 && open.ends_with(". ") && open.len() < 6 => {}
            Event::Start(Tag::Paragraph | Tag::CodeBlock(_)) if open.is_empty() => {}
            Event::Start(Tag::List(first)) => {
                flush(&mut open, kind);
                numbers.push(first);
            }
            Event::End(TagEnd::List(_)) => drop(numbers.pop()),
            Event::End(TagEnd::Item) => {
                flush(&mut open, kind);
                items = items.saturating_sub(1);
                kind = base(items);
            }
            Event::End(TagEnd::Heading(_) | TagEnd::Table) => {
                flush(&mut open, kind);
                kind = base(items);
            }
            Event::Start(Tag::Paragraph | Tag::CodeBlock(_))
            | Event::End(TagEnd::Paragraph | TagEnd::CodeBlock) => flush(&mut open, kind),
            Event::Text(text) | Event::Code(text) => open.push_str(&text),
            Event::SoftBreak | Event::HardBreak => open.push(' '),
            _ => {}
        }
    }
    flush(&mut open, kind);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structure_survives() {
        let maths = read("Let \\(x^2\\) be \\[y\\].\n");
        assert_eq!(maths[0].text, "Let \\(x^2\\) be \\[y\\].");
        let text = "---\nx: 1\n---\n# Title\n\nOne *two*\nthree.\n\n- a\n- b\n  - c\n\n| h | i |\n|---|---|\n| 1 | 2 |\n\n1. d\n\nEnd <b>of</b> it\n";
        let found: Vec<_> = read(text).into_iter().map(|piece| (piece.kind, piece.text)).collect();
        let expected = [
            (BlockKind::Heading(1), "Title"),
            (BlockKind::Paragraph, "One two three."),
            (BlockKind::ListItem, "a"),
            (BlockKind::ListItem, "b"),
            (BlockKind::ListItem, "c"),
            (BlockKind::Table, "h | i\n1 | 2"),
            (BlockKind::ListItem, "1. d"),
            (BlockKind::Paragraph, "End of it"),
        ];
        assert_eq!(found, expected.map(|(kind, text)| (kind, text.to_owned())));
    }
}
