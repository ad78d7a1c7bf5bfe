//! Prints the tree as text.

use super::Inline;

pub(super) fn print_inlines(inlines: &[Inline]) -> String {
    let mut out = String::new();
    for inline in inlines {
        match inline {
            Inline::Text(text) => push_escaped(text, &mut out),
            Inline::Strong(inner) => {
                out.push_str("**");
                out.push_str(&print_inlines(inner));
                out.push_str("**");
            }
            Inline::Emphasis(inner) => {
                out.push('*');
                out.push_str(&print_inlines(inner));
                out.push('*');
            }
            Inline::Code(code) => {
                out.push('`');
                out.push_str(code);
                out.push('`');
            }
            Inline::Maths { tex, display: false } => {
                out.push_str("\\(");
                out.push_str(tex);
                out.push_str("\\)");
            }
            Inline::Maths { tex, display: true } => {
                out.push_str("\\[");
                out.push_str(tex);
                out.push_str("\\]");
            }
            Inline::Image { alt, name } => {
                out.push_str("![");
                out.push_str(alt);
                out.push_str("](");
                out.push_str(name);
                out.push(')');
            }
            Inline::Gap(name) => {
                out.push_str("{{");
                out.push_str(name);
                out.push_str("}}");
            }
            Inline::Break => out.push('\n'),
        }
    }
    out
}

/// Escapes what would be read as markup, and nothing else: `5*3` and `a_b` stay as they are.
fn push_escaped(text: &str, out: &mut String) {
    let mut line_start = out.is_empty() || out.ends_with('\n');
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        let before = text[..at].chars().next_back().or_else(|| out.chars().next_back());
        let escape = match c {
            '\\' => next.is_none_or(|next| next.is_ascii_punctuation()),
            '`' => true,
            '*' => before.is_none_or(|c| !c.is_alphanumeric()) || next.is_none_or(|c| !c.is_alphanumeric()),
            '{' => next == Some('{') || before == Some('{'),
            '!' => next == Some('['),
            '-' => line_start && next == Some(' '),
            '.' => {
                let digits = out.len() - out.trim_end_matches(|c: char| c.is_ascii_digit()).len();
                let from_start =
                    out[..out.len() - digits].is_empty() || out[..out.len() - digits].ends_with('\n');
                (1..=3).contains(&digits) && from_start && next.is_none_or(|c| c == ' ')
            }
            _ => false,
        };
        if escape {
            out.push('\\');
        }
        out.push(c);
        line_start = false;
    }
}
