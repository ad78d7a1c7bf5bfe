//! Tesseract's output for a page, words with position and confidence, as paragraphs.

use crate::{BlockKind, Piece, text};

/// A page that was recognised.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Recognised {
    pub(crate) pieces: Vec<Piece>,
    /// Characters of words, which the confidence is weighted by.
    pub(crate) characters: usize,
    /// Confidence of every word times its length, 0 to 100.
    pub(crate) sureness: f64,
}

/// One word of Tesseract's table.
struct Word<'a> {
    /// Block, paragraph, line.
    place: [u32; 3],
    height: u32,
    confidence: f64,
    text: &'a str,
}

/// The arguments for words of an image on standard input.
pub(crate) fn arguments(languages: &[String]) -> Vec<String> {
    let languages = if languages.is_empty() { "eng".to_owned() } else { languages.join("+") };
    ["stdin", "stdout", "-l", &languages, "--dpi", "300", "--psm", "3", "tsv"].map(str::to_owned).to_vec()
}

/// The arguments for the orientation of an image on standard input.
pub(crate) fn orientation_arguments() -> Vec<String> {
    ["stdin", "stdout", "-l", "osd", "--dpi", "300", "--psm", "0"].map(str::to_owned).to_vec()
}

/// Quarters to turn the image clockwise by, if Tesseract is somewhat sure.
pub(crate) fn quarters(said: &str) -> u8 {
    let value = |key: &str| -> Option<f64> {
        said.lines().find_map(|line| line.strip_prefix(key))?.trim().parse().ok()
    };
    let (degrees, sure) = (value("Rotate:").unwrap_or(0.0), value("Orientation confidence:").unwrap_or(0.0));
    if sure < 1.0 { 0 } else { (degrees / 90.0) as u8 % 4 }
}

/// The text of a page from Tesseract's table.
pub(crate) fn read(tsv: &str, page: u32) -> Recognised {
    let words: Vec<Word<'_>> = tsv.lines().filter_map(word).collect();
    let mut found = Recognised::default();
    for word in &words {
        let length = word.text.chars().count();
        found.characters += length;
        found.sureness += word.confidence * length as f64;
    }
    let mut heights: Vec<u32> = words.iter().map(|word| word.height).collect();
    heights.sort_unstable();
    let usual = heights.get(heights.len() / 2).copied().unwrap_or(0);
    for paragraph in words.chunk_by(|a, b| a.place[..2] == b.place[..2]) {
        paragraphs(paragraph, page, usual, &mut found.pieces);
    }
    found
}

/// A paragraph of Tesseract's, divided where items of a list begin.
fn paragraphs(words: &[Word<'_>], page: u32, usual: u32, pieces: &mut Vec<Piece>) {
    let mut open = String::new();
    let mut kind = BlockKind::Paragraph;
    let lines: Vec<&[Word<'_>]> = words.chunk_by(|a, b| a.place == b.place).collect();
    let height = words.iter().map(|word| word.height).sum::<u32>() / words.len().max(1) as u32;
    for (at, line) in lines.iter().enumerate() {
        let line = line.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
        // Bullets are recognised as letters and symbols that look like them.
        let line = match line
            .strip_prefix("e ")
            .or_else(|| line.strip_prefix("¢ "))
            .or_else(|| line.strip_prefix("° "))
        {
            Some(rest) if at == 0 || kind == BlockKind::ListItem => format!("• {rest}"),
            _ => line,
        };
        match text::item(&line) {
            Some(item) => {
                pieces.extend(Piece::new(page, kind, &open));
                (open, kind) = (item.to_owned(), BlockKind::ListItem);
            }
            None => text::join(&mut open, &line),
        }
    }
    let short = lines.len() <= 2 && open.chars().count() <= 90 && !open.ends_with(['.', ',', ';']);
    if kind == BlockKind::Paragraph
        && short
        && height * 10 > usual * 14
        && open.chars().filter(|c| c.is_alphabetic()).count() > 2
    {
        kind = BlockKind::Heading(if height * 10 > usual * 18 { 1 } else { 2 });
    }
    pieces.extend(Piece::new(page, kind, &open));
}

/// `level page block paragraph line word left top width height confidence text`
fn word(line: &str) -> Option<Word<'_>> {
    let fields: Vec<&str> = line.split('\t').collect();
    let number = |at: usize| fields.get(at).and_then(|field| field.parse::<u32>().ok());
    if number(0)? != 5 {
        return None;
    }
    let text = fields.get(11)?.trim();
    let confidence: f64 = fields.get(10)?.parse().ok()?;
    let word = Word {
        place: [number(2)?, number(3)?, number(4)?],
        height: number(9)?,
        confidence: confidence.clamp(0.0, 100.0),
        text,
    };
    (!text.is_empty()).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_paragraphs() {
        let line = |block: u32, line: u32, word: u32, height: u32, sure: f64, text: &str| {
            format!("5\t1\t{block}\t1\t{line}\t{word}\t0\t0\t10\t{height}\t{sure}\t{text}\n")
        };
        let tsv = [
            "level\tpage_num\tblock_num\n".to_owned(),
            line(1, 1, 1, 60, 90.0, "Title"),
            line(2, 1, 1, 30, 80.0, "photo-"),
            line(2, 2, 1, 30, 100.0, "synthesis"),
            line(2, 2, 2, 30, 96.5, "works"),
            line(3, 1, 1, 30, 90.0, "-"),
            line(3, 1, 2, 30, 90.0, "item"),
        ]
        .concat();
        let found = read(&tsv, 4);
        let texts: Vec<_> = found.pieces.iter().map(|piece| (piece.kind, piece.text.as_str())).collect();
        let expected = [
            (BlockKind::Heading(1), "Title"),
            (BlockKind::Paragraph, "photosynthesis works"),
            (BlockKind::ListItem, "item"),
        ];
        assert_eq!(texts, expected);
        assert_eq!(found.characters, 30);
        assert!((found.sureness - (450.0 + 480.0 + 900.0 + 482.5 + 450.0)).abs() < 1e-9);
    }

    #[test]
    fn orientation_is_taken_when_sure() {
        let said = |degrees: u32, sure: f64| format!("Rotate: {degrees}\nOrientation confidence: {sure}\n");
        assert_eq!(quarters(&said(90, 12.0)), 1);
        assert_eq!(quarters(&said(180, 0.3)), 0);
        assert_eq!(quarters("Too few characters"), 0);
    }
}
