//! Line breaking.
//!
//! Lines are filled as far as possible and not stretched. Content wider than a line is split if it is a word and scaled
//! down if it is a formula or a picture.

use crate::font::FaceId;
use crate::mark::{BLACK, Glyph, Mark, Piece};

/// How far a line reaches above and below its baseline at least, and the space between two, at size 1.
const ASCENT: f32 = 0.76;
const DESCENT: f32 = 0.24;
pub(crate) const LEADING: f32 = 0.30;
/// A line and the space above it.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) before: f32,
    pub(crate) piece: Piece,
}

/// What a text is made of on its way to lines.
#[derive(Debug, Clone)]
pub(crate) enum Token {
    Piece(Piece),
    Space(Glyph, FaceId),
    /// A line may end here.
    Chance,
    Newline,
    /// On a line of its own, in the middle.
    Display(Piece),
}

/// The lines of a text; a break in it starts a new one.
pub(crate) fn lines(tokens: &[Token], size: f32, width: f32) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for part in tokens.split_inclusive(|token| matches!(token, Token::Newline)) {
        let mut set = paragraph(part, size, width);
        if let Some(first) = set.first_mut().filter(|_| !lines.is_empty()) {
            first.before += LEADING * size;
        }
        lines.extend(set);
    }
    if lines.is_empty() { paragraph(&[], size, width) } else { lines }
}

/// In lines. In a longer text nobody sees the last one, and every try costs as much as the text.
const LONGEST_MENDED: usize = 40;

/// Lines of a text without a break of its own. A single short word is not left alone on the last line if a
/// slightly narrower text of as many lines gives it company.
fn paragraph(tokens: &[Token], size: f32, width: f32) -> Vec<Line> {
    let lines = break_lines(tokens, size, width, width);
    let lonely = |lines: &[Line]| lines.last().is_some_and(|line| line.piece.width < 0.12 * width);
    if (2..=LONGEST_MENDED).contains(&lines.len()) && lonely(&lines) {
        for percent in 1..16 {
            let narrower = break_lines(tokens, size, width * (1.0 - percent as f32 / 100.0), width);
            if narrower.len() == lines.len() && !lonely(&narrower) {
                return narrower;
            }
        }
    }
    lines
}

/// Broken at `target`; unbreakable content may take the `width`.
fn break_lines(tokens: &[Token], size: f32, target: f32, width: f32) -> Vec<Line> {
    let mut breaker = Breaker { size, target, width, ..Breaker::default() };
    for token in tokens {
        match token {
            Token::Piece(piece) => breaker.chunk.push(piece.clone()),
            Token::Space(glyph, face) => {
                breaker.end_chunk();
                breaker.space = Some((glyph.clone(), *face));
            }
            Token::Chance | Token::Newline => breaker.end_chunk(),
            Token::Display(piece) => breaker.display(piece.clone()),
        }
    }
    breaker.end_chunk();
    if !breaker.line.marks.is_empty() || breaker.lines.is_empty() {
        breaker.end_line();
    }
    breaker.lines
}

/// `label` to the left of `lines`, which are moved right by `indent`.
pub(crate) fn hang(label: Vec<Line>, lines: Vec<Line>, indent: f32) -> Vec<Line> {
    let mut lines: Vec<Line> = lines
        .into_iter()
        .map(|line| {
            let marks = line.piece.marks.into_iter().map(|mark| mark.shift(indent, 0.0)).collect();
            Line { piece: Piece { width: line.piece.width + indent, marks, ..line.piece }, ..line }
        })
        .collect();
    match (label.into_iter().next(), lines.first_mut()) {
        (Some(label), Some(first)) => {
            let text = std::mem::take(&mut first.piece.marks);
            let rise = first.piece.rise();
            let label_marks = label.piece.marks.into_iter().map(|mark| mark.shift(0.0, -rise));
            first.piece.marks = label_marks.chain(text).collect();
            first.piece.ascent = first.piece.ascent.max(label.piece.ascent);
        }
        (Some(label), None) => lines.push(label),
        (None, _) => {}
    }
    lines
}

#[derive(Default)]
struct Breaker {
    size: f32,
    /// Where lines should end, and where they must.
    target: f32,
    width: f32,
    lines: Vec<Line>,
    line: Piece,
    /// Where the last run on the line ends.
    end: f32,
    /// Pieces with no place to break between them.
    chunk: Vec<Piece>,
    /// Stands before the chunk unless a line ends there.
    space: Option<(Glyph, FaceId)>,
}

impl Breaker {
    fn end_chunk(&mut self) {
        let chunk = std::mem::take(&mut self.chunk);
        if chunk.is_empty() {
            return;
        }
        let wide: f32 = chunk.iter().map(|piece| piece.width).sum();
        let space = self.space.take();
        let gap = space.as_ref().map_or(0.0, |(glyph, _)| glyph.advance);
        let starts = self.line.marks.is_empty();
        if !starts && self.line.width + gap + wide > self.target + 0.01 {
            self.end_line();
        } else if let Some((glyph, face)) = space.filter(|_| !starts) {
            let size = self.size;
            let mark = Mark::Run { face, size, x: 0.0, y: 0.0, colour: BLACK, glyphs: vec![glyph] };
            self.add(Piece { width: gap, marks: vec![mark], ..Piece::default() });
        }
        for piece in chunk {
            self.fit(piece);
        }
    }

    /// Puts a piece on the line; one that is wider than any line is split or scaled down.
    fn fit(&mut self, piece: Piece) {
        if self.line.width + piece.width <= self.width + 0.01 {
            self.add(piece);
            return;
        }
        if let [Mark::Run { face, size, colour, glyphs, .. }] = piece.marks.as_slice() {
            for glyph in glyphs {
                if self.line.width + glyph.advance > self.width + 0.01 {
                    self.end_line();
                }
                let (width, glyphs) = (glyph.advance, vec![glyph.clone()]);
                let mark = Mark::Run { face: *face, size: *size, x: 0.0, y: 0.0, colour: *colour, glyphs };
                self.add(Piece { width, marks: vec![mark], ascent: piece.ascent, descent: piece.descent });
            }
            return;
        }
        if !self.line.marks.is_empty() {
            self.end_line();
        }
        self.add(fit_width(piece, self.width));
    }

    fn add(&mut self, piece: Piece) {
        let at = self.line.width;
        self.line.width += piece.width;
        self.line.ascent = self.line.ascent.max(piece.ascent);
        self.line.descent = self.line.descent.max(piece.descent);
        for mark in piece.marks {
            push(&mut self.line.marks, &mut self.end, mark.shift(at, 0.0));
        }
    }

    fn end_line(&mut self) {
        let mut piece = std::mem::take(&mut self.line);
        self.space = None;
        piece.ascent = piece.ascent.max(ASCENT * self.size);
        piece.descent = piece.descent.max(DESCENT * self.size);
        let before = if self.lines.is_empty() { 0.0 } else { LEADING * self.size };
        self.lines.push(Line { before, piece });
    }

    fn display(&mut self, piece: Piece) {
        self.end_chunk();
        if !self.line.marks.is_empty() {
            self.end_line();
        }
        let piece = fit_width(piece, self.width);
        let left = ((self.width - piece.width) / 2.0).max(0.0).min(self.size * 12.0);
        self.line = Piece { width: left, ..Piece::default() };
        self.add(piece);
        self.end_line();
        if let Some(line) = self.lines.last_mut() {
            line.before += 0.35 * self.size;
            line.piece.descent += 0.35 * self.size;
        }
    }
}

/// A piece no wider than the line.
fn fit_width(piece: Piece, width: f32) -> Piece {
    let by = (width / piece.width.max(1.0)).min(1.0);
    piece.scale(by)
}

/// Adds a mark; a run that goes on where the last one ended becomes part of it.
/// `end` is where that is: adding the widths of its glyphs up again for every piece would take the square of them.
fn push(marks: &mut Vec<Mark>, end: &mut f32, mark: Mark) {
    let before = *end;
    if let Mark::Run { x, glyphs, .. } = &mark {
        *end = x + glyphs.iter().map(|glyph| glyph.advance).sum::<f32>();
    }
    if let (
        Some(Mark::Run { face, size, y, colour, glyphs, .. }),
        Mark::Run { face: f, size: s, x: at, y: b, colour: c, glyphs: more },
    ) = (marks.last_mut(), &mark)
    {
        let same = |a: f32, b: f32| (a - b).abs() < 0.02;
        if face == f && colour == c && same(*size, *s) && same(*y, *b) && same(before, *at) {
            glyphs.extend(more.iter().cloned());
            return;
        }
    }
    marks.push(mark);
}
