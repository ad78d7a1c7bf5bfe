//! Removes text that a scanner or a page layout left and nobody wrote.

use std::collections::HashMap;

/// Without the numbers of glyphs that have no letter, `(cid:2)`, and with line breaks alone between lines. A page break
/// is a blank line.
pub(super) fn without_marks(raw: &str) -> String {
    let raw = raw.replace("\r\n", "\n").replace('\r', "\n").replace('\u{c}', "\n\n");
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw.as_str();
    while let Some(at) = rest.find("(cid:") {
        let after = &rest[at + 5..];
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 && after[digits..].starts_with(')') {
            out.push_str(&rest[..at]);
            rest = &after[digits + 1..];
        } else {
            out.push_str(&rest[..at + 5]);
            rest = after;
        }
    }
    out.push_str(rest);
    if is_markdown(&out) { without_emphasis(&out) } else { out }
}

/// Whether headings are marked as in Markdown.
fn is_markdown(text: &str) -> bool {
    text.lines().any(|line| line.trim_start_matches('#').starts_with(' ') && line.starts_with('#'))
}

/// Without the stars around words; those before an item stay.
fn without_emphasis(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = '\n';
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let star = c == '*' || c == '`';
        let item = before == '\n' && rest.peek() == Some(&' ');
        let alone = before == ' ' && rest.peek() == Some(&' ');
        if !star || item || alone {
            out.push(c);
        }
        before = c;
    }
    out
}

/// A line as it is read: its words, and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) text: String,
    /// A page or a blank line begins before it.
    pub(super) after_blank: bool,
    /// Something was removed from it or between it and the line before.
    pub(super) mended: bool,
}

/// The lines that say something.
pub(super) fn lines(raw: &str) -> Vec<Line> {
    let all: Vec<&str> = raw.lines().map(str::trim).collect();
    let furniture = count_repeats(&all);
    let mut found: Vec<Line> = Vec::new();
    let mut blank = true;
    let mut mended = false;
    for (at, text) in all.iter().enumerate() {
        if text.is_empty() {
            blank = true;
            continue;
        }
        let last = all.get(at + 1).is_none_or(|next| next.is_empty());
        let edge = blank || last;
        let head = edge && (is_running_head(text) || furniture.contains_key(&letters_of(text)));
        let imprint = last && !blank && is_imprint(text);
        if head || imprint || is_page_number(text) {
            continue;
        }
        let clean = without_garbage(text);
        if clean.len() < text.len() {
            mended = true;
        }
        if is_garbage(&clean) {
            mended = true;
            continue;
        }
        found.push(Line { text: clean, after_blank: blank, mended: std::mem::take(&mut mended) });
        blank = false;
    }
    found
}

fn letters_of(text: &str) -> String {
    text.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

/// Lines at the edges of pages that come three times, numbers aside.
fn count_repeats(all: &[&str]) -> HashMap<String, usize> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for (at, text) in all.iter().enumerate().filter(|(_, text)| !text.is_empty()) {
        let first = at == 0 || all[at - 1].is_empty();
        let last = all.get(at + 1).is_none_or(|next| next.is_empty());
        if (first || last) && text.split_whitespace().count() <= 12 {
            *seen.entry(letters_of(text)).or_default() += 1;
        }
    }
    seen.retain(|text, count| *count >= 3 && !text.is_empty());
    seen
}

/// `12`, `- 12 -`, `Page 3`, `Page 3 of 9`, `3 | Page`.
fn is_page_number(text: &str) -> bool {
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let number = |word: &String| word.chars().all(|c| c.is_ascii_digit());
    let known = |word: &String| ["page", "side", "of", "av", "p"].contains(&word.as_str());
    words.len() <= 4
        && words.iter().any(number)
        && words.iter().all(|word| number(word) || known(word))
        && !text.contains(['$', '%', '=', '+', '.', ','])
}

/// `84 Biology Review`, `GRAVITY 195`: a few words with a number before or behind, and no sentence.
fn is_running_head(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |word: &&str| word.len() <= 4 && word.chars().all(|c| c.is_ascii_digit());
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return false };
    let titled = words.iter().filter(|word| word.chars().count() > 3 && !number(word));
    (2..=8).contains(&words.len())
        && (number(first) != number(last))
        && !text.ends_with(['.', ':', ';', ',', '?', ')'])
        && titled.clone().count() > 0
        && titled.into_iter().all(|word| word.starts_with(|c: char| c.is_uppercase()))
        // `9 July 1962` and `Chapter 4` are not page heads by themselves.
        && !(words.len() == 2 && number(last) && ["chapter", "part", "step", "unit", "section", "rule"]
            .contains(&first.to_lowercase().as_str()))
}

/// `PRESSNAME` at the foot of a page.
fn is_imprint(text: &str) -> bool {
    let letters: Vec<char> = text.chars().filter(|c| c.is_alphabetic()).collect();
    text.split_whitespace().count() <= 2 && letters.len() >= 3 && letters.iter().all(|c| c.is_uppercase())
}

/// Without runs of three or more words that nobody would read as words.
fn without_garbage(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let junk: Vec<bool> = words.iter().map(|word| is_junk(word)).collect();
    // What stands between two pieces of junk is junk as well.
    let near = |at: usize| {
        let around = at.saturating_sub(2)..(at + 3).min(junk.len());
        junk[around].iter().filter(|junk| **junk).count() >= 3
    };
    let kept =
        words.iter().enumerate().filter(|(at, _)| !(near(*at) && junk.len() > 2)).map(|(_, word)| *word);
    kept.collect::<Vec<_>>().join(" ")
}

/// A word whose capitals stand in its middle, or that is long and has no vowel.
fn is_junk(word: &str) -> bool {
    let letters: Vec<char> = word.chars().filter(|c| c.is_alphabetic()).collect();
    if letters.len() < 3 {
        return false;
    }
    let turns = letters.windows(2).filter(|pair| pair[0].is_lowercase() && pair[1].is_uppercase()).count();
    let falls = letters
        .windows(3)
        .filter(|three| three[0].is_uppercase() && three[1].is_uppercase() && three[2].is_lowercase());
    let vowel = |c: &char| "aeiouyæøåäöáéíóúèêëü".contains(c.to_lowercase().next().unwrap_or(' '));
    let upper = letters.iter().all(|c| c.is_uppercase());
    let silent = letters.len() >= 5 && !letters.iter().any(vowel) && !upper;
    turns + falls.count() >= 2 || silent
}

/// Too few letters for a sentence, or letters on their own.
fn is_garbage(text: &str) -> bool {
    let solid = text.chars().filter(|c| !c.is_whitespace()).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let words: Vec<&str> = text.split_whitespace().collect();
    let real = words.iter().filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() >= 2).count();
    let formula = text.contains('=') && text.contains(|c: char| c.is_ascii_digit());
    solid < 3 || (real == 0 && !formula) || letters * 2 < solid && !formula && letters < 12
}
