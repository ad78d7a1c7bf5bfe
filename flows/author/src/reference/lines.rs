//! Joins lines into paragraphs, items and headings.

use tutti_language::Kind;

use super::Block;
use super::noise::{Line, lines};

/// The blocks of a raw text.
pub(super) fn blocks(raw: &str) -> Vec<Block> {
    let lines = lines(raw);
    let width = usual_width(&lines);
    let lines = without_notes(&lines, width);
    let mut joiner = Joiner { raw, width, found: Vec::new(), list: false };
    for at in 0..lines.len() {
        joiner.take(&lines, at);
    }
    joiner.finish()
}

/// The length of lines that the page broke: nine in ten are not longer.
fn usual_width(lines: &[Line]) -> usize {
    let mut lengths: Vec<usize> = lines.iter().map(|line| line.text.chars().count()).collect();
    lengths.sort_unstable();
    lengths.get(lengths.len() * 4 / 5).copied().unwrap_or(0)
}

fn length(line: &Line) -> usize {
    line.text.chars().count()
}

fn ends_sentence(text: &str) -> bool {
    text.trim_end_matches(['"', '”', '’', ')', ']', '\'']).ends_with(['.', '!', '?', ':', ';'])
}

fn starts_small(text: &str) -> bool {
    text.starts_with(|c: char| c.is_lowercase() || ",;)".contains(c))
}

/// Takes out the short lines of a note in the margin that stand between two lines of one sentence.
fn without_notes(lines: &[Line], width: usize) -> Vec<Line> {
    let mut kept: Vec<Line> = Vec::with_capacity(lines.len());
    let mut mended = false;
    for (at, line) in lines.iter().enumerate() {
        let open = kept.last().is_some_and(|before| {
            !ends_sentence(&before.text) && length(before) * 10 >= width * 7 && bullet(&before.text).is_none()
        });
        let goes_on = lines[at + 1..]
            .iter()
            .take(3)
            .find(|next| length(next) * 10 >= width * 5)
            .is_some_and(|next| starts_small(&next.text));
        let short = length(line) * 10 < width * 5;
        if open
            && short
            && goes_on
            && width >= 60
            && !starts_small(&line.text)
            && bullet(&line.text).is_none()
        {
            mended = true;
            continue;
        }
        kept.push(Line { mended: line.mended || std::mem::take(&mut mended), ..line.clone() });
    }
    kept
}

/// The heading of a text that marks them: `## Quantities`.
fn marked_heading(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches('#');
    let marks = text.len() - rest.len();
    ((1..=6).contains(&marks) && rest.starts_with(' ')).then(|| rest.trim())
}

/// The bytes of the mark of an item, and whether it is a number.
fn bullet(text: &str) -> Option<(usize, bool)> {
    let first = text.chars().next()?;
    let rest = &text[first.len_utf8()..];
    let spaced = rest.starts_with([' ', '\t']);
    let capital = rest.trim_start().starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    if "•▪‣◦●○■□–➢✓❖►*·".contains(first) && rest.trim_start().contains(char::is_alphabetic)
    {
        return Some((first.len_utf8() + rest.len() - rest.trim_start().len(), false));
    }
    // What text recognition makes of a bullet: a sign or a small letter before a capital.
    let worn = "-~=»>+o".contains(first) || first.is_ascii_lowercase();
    if worn && spaced && capital && !text.contains(" = ") {
        return Some((first.len_utf8() + 1, false));
    }
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let after = &text[digits..];
    if (1..=2).contains(&digits) && after.starts_with([')', '.']) && after[1..].starts_with(' ') {
        return Some((digits + 2, true));
    }
    None
}

/// Words that no heading ends with.
const OPEN: [&str; 22] = [
    "the",
    "a",
    "an",
    "of",
    "and",
    "or",
    "to",
    "in",
    "for",
    "with",
    "by",
    "is",
    "are",
    "that",
    "from",
    "on",
    "as",
    "at",
    "if",
    "can",
    "be",
    "including",
];

fn is_open(text: &str) -> bool {
    let last = text.rsplit(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or("");
    OPEN.contains(&last.to_lowercase().as_str())
}

const ASKING: [&str; 17] = [
    "who", "what", "when", "where", "why", "which", "how", "does", "do", "can", "is", "are", "should",
    "will", "did", "may", "must",
];

/// How many lines a question that is a heading takes.
fn question_lines(lines: &[Line], at: usize) -> Option<usize> {
    let first = lines[at].text.split_whitespace().next()?.to_lowercase();
    if !ASKING.contains(&first.as_str()) || !lines[at].text.starts_with(char::is_uppercase) {
        return None;
    }
    let mut words = 0;
    for (more, line) in lines[at..].iter().take(3).enumerate() {
        words += line.text.split_whitespace().count();
        if line.text.ends_with('?') && words <= 16 {
            return Some(more + 1);
        }
        if ends_sentence(&line.text) || line.text.contains(". ") {
            return None;
        }
    }
    None
}

/// A short line that is not part of a sentence.
fn is_heading(lines: &[Line], at: usize, width: usize) -> bool {
    let text = &lines[at].text;
    let words = text.split_whitespace().count();
    let next = lines.get(at + 1);
    let begins = next.is_none_or(|next| !starts_small(&next.text));
    let capital = text.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    let letters: Vec<char> = text.chars().filter(|c| c.is_alphabetic()).collect();
    let shouted = letters.len() >= 4 && letters.iter().all(|c| c.is_uppercase());
    let short = length(&lines[at]) * 10 < width * 7
        || lines[at].after_blank && next.is_some_and(|next| next.after_blank);
    words <= 10
        && letters.len() >= 3
        && capital
        && (shouted || begins && short)
        && !text.ends_with(['.', ',', ';', ':', '!', '-', '\u{ad}'])
        && !is_open(text)
        && !text.contains(" = ")
}

struct Joiner<'a> {
    raw: &'a str,
    width: usize,
    found: Vec<Block>,
    /// After a line that ends with a colon each line that begins with a capital may be an item.
    list: bool,
}

impl Joiner<'_> {
    fn take(&mut self, lines: &[Line], at: usize) {
        let line = &lines[at];
        if let Some(heading) = marked_heading(&line.text) {
            self.list = false;
            self.push(Kind::Heading, "#", heading, line.mended);
            return;
        }
        if let Some((mark, numbered)) = bullet(&line.text) {
            let text = line.text[mark..].trim_start();
            let sign = if numbered { line.text[..mark].trim().to_owned() } else { "•".to_owned() };
            self.push(if numbered { Kind::Step } else { Kind::Item }, &sign, text, line.mended);
            return;
        }
        let ended = self.is_ended(lines, at);
        if !ended {
            self.join(line);
            return;
        }
        let asked = question_lines(lines, at).is_some();
        if asked || is_heading(lines, at, self.width) {
            let before = self.found.last().filter(|block| block.kind == Kind::Heading);
            let goes_on = before.is_some_and(|block| {
                is_open(block.text())
                    || is_shouted(block.text()) && is_shouted(&line.text) && at > 0 && !line.after_blank
            });
            self.list = false;
            if goes_on { self.join(line) } else { self.push(Kind::Heading, "#", &line.text, line.mended) }
        } else if self.list && length(line) < self.width * 3 || Self::in_list(lines, at) {
            self.push(Kind::Item, "•", &line.text, line.mended);
        } else {
            self.push(Kind::Prose, "", &line.text, line.mended);
        }
        self.list = self.list || line.text.ends_with(':');
    }

    fn in_list(lines: &[Line], at: usize) -> bool {
        at > 0 && lines[at - 1].text.ends_with(':') && !lines[at].text.contains(". ")
    }

    /// Whether what stands before a line is finished, so that the line begins something.
    fn is_ended(&self, lines: &[Line], at: usize) -> bool {
        let (Some(before), Some(block)) = (at.checked_sub(1).map(|at| &lines[at]), self.found.last()) else {
            return true;
        };
        let text = &lines[at].text;
        if starts_small(text) && !before.text.ends_with(':') && marked_heading(&before.text).is_none() {
            return block.kind == Kind::Heading && !is_open(&before.text) && !unfinished_question(block);
        }
        if block.kind == Kind::Heading {
            return marked_heading(&before.text).is_some() || !unfinished_question(block);
        }
        let short = length(before) * 10 < self.width * 8;
        let closed =
            ends_sentence(&before.text) || before.text.ends_with("; and") || before.text.ends_with("; or");
        if self.list && closed && !before.text.ends_with(':') {
            return short || length(before) * 100 < self.width * 92 || lines[at].after_blank;
        }
        closed && (short || lines[at].after_blank || before.text.ends_with(':') && is_list_item(lines, at))
            || !closed && (is_heading(lines, at, self.width) && is_shouted(text))
            || !closed && short && is_heading(lines, at - 1, self.width)
            || closed && question_lines(lines, at).is_some()
            || closed && is_heading(lines, at, self.width)
    }

    fn push(&mut self, kind: Kind, sign: &str, text: &str, mended: bool) {
        let marked = if sign.is_empty() { text.to_owned() } else { format!("{sign} {text}") };
        let mark = marked.len() - text.len();
        let id = format!("b{}", self.found.len() + 1);
        self.found.push(Block { id, kind, mended, marked, mark });
    }

    /// Adds a line to the block before. A hyphen at the end of a line goes unless the word has it elsewhere too.
    fn join(&mut self, line: &Line) {
        let Some(block) = self.found.last_mut() else {
            self.push(Kind::Prose, "", &line.text, line.mended);
            return;
        };
        block.mended |= line.mended;
        if let Some(stem) = block.marked.strip_suffix(['-', '\u{ad}', '‐', '¬'])
            && stem.ends_with(char::is_alphabetic)
            && line.text.starts_with(char::is_lowercase)
        {
            let first: String = line.text.chars().take_while(|c| c.is_alphabetic()).collect();
            let start = stem.rfind(|c: char| !c.is_alphabetic()).map_or(0, |at| at + 1);
            let start = (start..stem.len()).find(|at| stem.is_char_boundary(*at)).unwrap_or(stem.len());
            let kept = self.raw.contains(&format!("{}-{first}", &stem[start..]));
            let stem = stem.to_owned();
            block.marked =
                if kept { format!("{stem}-{}", line.text) } else { format!("{stem}{}", line.text) };
        } else {
            block.marked.push(' ');
            block.marked.push_str(&line.text);
        }
        self.list = self.list && !matches!(block.kind, Kind::Heading) || line.text.ends_with(':');
    }

    /// A paragraph of a few words that never ends is a heading.
    fn finish(mut self) -> Vec<Block> {
        for block in &mut self.found {
            let text = block.text();
            let words = text.split_whitespace().count();
            let asks = text.ends_with('?') && words <= 16;
            if block.kind == Kind::Prose
                && words <= 10
                && (!ends_sentence(text) || asks)
                && !text.contains(" = ")
            {
                block.marked = format!("# {text}");
                block.kind = Kind::Heading;
                block.mark = 2;
            }
        }
        self.found
    }
}

fn is_shouted(text: &str) -> bool {
    let mut letters = text.chars().filter(|c| c.is_alphabetic()).peekable();
    letters.peek().is_some() && letters.all(char::is_uppercase)
}

fn unfinished_question(block: &Block) -> bool {
    let first = block.text().split_whitespace().next().unwrap_or("").to_lowercase();
    ASKING.contains(&first.as_str()) && !block.text().ends_with('?') && block.kind == Kind::Heading
}

/// Whether the line after a colon is one of several short lines.
fn is_list_item(lines: &[Line], at: usize) -> bool {
    let item = |line: &&Line| line.text.starts_with(char::is_uppercase);
    lines.get(at).is_some_and(|line| item(&line)) && lines.get(at + 1).is_some_and(|line| item(&line))
}
