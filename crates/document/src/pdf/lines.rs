//! Glyphs to chunks, chunks to lines, lines to words.
//!
//! A chunk is what the content stream writes in one go; a line is all chunks of a region on one baseline. Word ends are
//! found from the line's own spacing: tightly set lines and letter-spaced ones have the same share of wide gaps, but
//! not the same width.

use unicode_normalization::char::decompose_compatible;

use super::bidi;
use super::glyphs::{Glyph, Sign};

/// Glyphs in a row on one baseline without a wide gap.
#[derive(Debug, Clone)]
pub(crate) struct Chunk {
    pub(crate) glyphs: Vec<Glyph>,
    pub(crate) x0: f32,
    pub(crate) x1: f32,
    pub(crate) y: f32,
    pub(crate) size: f32,
}

/// A line of a region.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) x0: f32,
    pub(crate) x1: f32,
    pub(crate) y: f32,
    /// Of most of its glyphs.
    pub(crate) size: f32,
    /// Where its first word ends.
    pub(crate) first_end: f32,
    /// Some letters and the area of their outlines.
    pub(crate) inks: Vec<(char, f32)>,
    /// Written from the right.
    pub(crate) rtl: bool,
    /// Cells of a row after the first: where each begins, in bytes of the text and on the page.
    pub(crate) cells: Vec<(usize, f32)>,
}

/// A gap of this many ems ends a chunk: a gutter between columns is hardly narrower, a justified gap hardly wider.
const APART: f32 = 0.9;

/// In the order of the content stream. Spaces only widen gaps.
pub(crate) fn chunks(glyphs: impl IntoIterator<Item = Glyph>) -> Vec<Chunk> {
    let mut chunks: Vec<Chunk> = Vec::new();
    let mut space: Option<Glyph> = None;
    for glyph in glyphs {
        if glyph.sign.is_space() {
            space = Some(glyph);
            continue;
        }
        let next = chunks.last_mut().filter(|chunk| continues(chunk, &glyph));
        match next {
            Some(chunk) => {
                chunk.glyphs.extend(space.take().filter(|space| space.x0 >= chunk.x1 - 0.3 * chunk.size));
                chunk.x1 = chunk.x1.max(glyph.x1);
                chunk.x0 = chunk.x0.min(glyph.x0);
                chunk.glyphs.push(glyph);
            }
            None => {
                space = None;
                let (x0, x1, y, size) = (glyph.x0, glyph.x1, glyph.y, glyph.size);
                let mut glyphs = Vec::with_capacity(32);
                glyphs.push(glyph);
                chunks.push(Chunk { glyphs, x0, x1, y, size });
            }
        }
    }
    chunks
}

fn continues(chunk: &Chunk, glyph: &Glyph) -> bool {
    let gap = glyph.x0 - chunk.x1;
    let like = glyph.size < chunk.size * 1.25 && glyph.size > chunk.size * 0.8;
    like && (glyph.y - chunk.y).abs() < 0.15 * chunk.size
        && gap < APART * chunk.size
        && gap > -0.5 * chunk.size
}

/// Lines of a region from top to bottom.
pub(crate) fn lines(mut chunks: Vec<Chunk>) -> Vec<Line> {
    chunks.sort_by(|a, b| a.y.total_cmp(&b.y));
    let mut rows: Vec<Vec<Chunk>> = Vec::new();
    for chunk in chunks {
        let fits = |row: &&mut Vec<Chunk>| {
            row.iter().any(|other| (chunk.y - other.y).abs() < 0.3 * chunk.size.min(other.size))
        };
        let from = rows.len().saturating_sub(3);
        match rows.get_mut(from..).and_then(|rows| rows.iter_mut().rev().find(fits)) {
            Some(row) => row.push(chunk),
            None => rows.push(vec![chunk]),
        }
    }
    let rows = with_raised(rows);
    let mut lines: Vec<Line> = rows.into_iter().filter_map(line).collect();
    lines.sort_by(|a, b| a.y.total_cmp(&b.y));
    lines
}

/// Raised and lowered signs go to the line they stand beside, which is the row before or after theirs.
fn with_raised(mut rows: Vec<Vec<Chunk>>) -> Vec<Vec<Chunk>> {
    let stands_by = |chunk: &Chunk, row: &[Chunk]| {
        row.iter().any(|other| {
            let (after, before) = (chunk.x0 - other.x1, other.x0 - chunk.x1);
            chunk.size < 0.85 * other.size
                && (chunk.y - other.y).abs() < 0.6 * other.size
                && ((-0.3 * other.size..0.4 * other.size).contains(&after)
                    || (-0.3 * other.size..0.4 * other.size).contains(&before))
        })
    };
    for at in 0..rows.len() {
        let near: Vec<usize> =
            [at + 1, at.wrapping_sub(1)].into_iter().filter(|near| *near < rows.len()).collect();
        let row = std::mem::take(&mut rows[at]);
        let host = |chunk: &Chunk| near.iter().copied().find(|near| stands_by(chunk, &rows[*near]));
        let hosts: Vec<Option<usize>> = row.iter().map(host).collect();
        for (chunk, host) in row.into_iter().zip(hosts) {
            rows[host.unwrap_or(at)].push(chunk);
        }
    }
    rows.retain(|row| !row.is_empty());
    rows
}

fn line(row: Vec<Chunk>) -> Option<Line> {
    let weight = |size: f32| -> f32 {
        row.iter()
            .filter(|c| (c.size - size).abs() < 0.05 * size)
            .map(|c| c.glyphs.len() as f32 * c.size)
            .sum()
    };
    let main = row.iter().max_by(|a, b| weight(a.size).total_cmp(&weight(b.size)))?;
    let (size, y) = (main.size, main.y);
    let mut chunks = row.into_iter().map(|chunk| chunk.glyphs);
    let mut glyphs = chunks.next()?;
    chunks.for_each(|more| glyphs.extend(more));
    // Most lines are written from left to right.
    if !glyphs.is_sorted_by(|a, b| a.x0.total_cmp(&b.x0).is_le()) {
        glyphs.sort_by(|a, b| a.x0.total_cmp(&b.x0));
    }
    drop_doubles(&mut glyphs);
    let limit = widest_letter_gap(&glyphs, size);
    let mut signs: Vec<Word> = Vec::with_capacity(glyphs.len() + 16);
    let (mut end, mut spaced) = (None::<f32>, false);
    let mut inks = Vec::new();
    for glyph in &glyphs {
        if glyph.sign.is_space() {
            spaced = true;
            continue;
        }
        let gap = end.map_or(f32::MIN, |end| glyph.x0 - end);
        let scale = size.min(glyph.size.max(0.5 * size));
        if (spaced && gap > -0.02 * size) || gap > limit * scale {
            signs.push(if gap > 1.5 * size { Word::Cell } else { Word::Space });
        }
        inks.extend(glyph.ink.map(|ink| (glyph.sign.first(), ink)));
        signs.push(Word::Sign(glyph));
        end = Some(end.map_or(glyph.x1, |end| end.max(glyph.x1)));
        spaced = false;
    }
    // Enough to tell bold from plain, from the whole line.
    let step = inks.len().div_ceil(12).max(1);
    let inks = inks.into_iter().step_by(step).collect();
    let first_end = first_end(&signs);
    let (x0, x1) = (glyphs.iter().find(|glyph| !glyph.sign.is_space())?.x0, end?);
    let rtl = bidi::to_logical(&mut signs);
    let (text, cells) = write(&signs);
    let line = Line { text, x0, x1, y, size, first_end, inks, rtl, cells };
    (!line.text.trim().is_empty()).then_some(line)
}

/// A sign of a line or what is between two.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Word<'a> {
    Sign(&'a Glyph),
    Space,
    /// A gap as wide as between the cells of a table.
    Cell,
}

fn first_end(signs: &[Word<'_>]) -> f32 {
    let mut end = 0.0;
    for sign in signs {
        let Word::Sign(glyph) = sign else { break };
        end = glyph.x1;
    }
    end
}

/// Bold by writing twice: the same sign nearly over itself.
fn drop_doubles(glyphs: &mut Vec<Glyph>) {
    let is_double = |glyph: &Glyph, before: &[Glyph]| {
        let width = (glyph.x1 - glyph.x0).max(0.1 * glyph.size);
        let near = (0.3 * width).min(0.15 * glyph.size);
        // From left to right, so the nearest is the last.
        let mut over = before.iter().rev().take(4).take_while(|other| (glyph.x0 - other.x0).abs() < near);
        over.any(|other| (glyph.size - other.size).abs() < 0.1 * glyph.size && glyph.sign == other.sign)
    };
    let Some(first) = (1..glyphs.len()).find(|at| is_double(&glyphs[*at], &glyphs[..*at])) else { return };
    let mut kept: Vec<Glyph> = Vec::with_capacity(glyphs.len());
    for (at, glyph) in glyphs.drain(..).enumerate() {
        if at < first || !is_double(&glyph, &kept) {
            kept.push(glyph);
        }
    }
    *glyphs = kept;
}

/// In ems: what is wider ends a word.
fn widest_letter_gap(glyphs: &[Glyph], size: f32) -> f32 {
    let mut gaps: Vec<f32> = Vec::with_capacity(glyphs.len());
    let (mut spaces, mut end) = (0_usize, None::<f32>);
    let (mut spaced, mut dot) = (false, false);
    for glyph in glyphs {
        if glyph.sign.is_space() {
            spaces += usize::from(!spaced);
            spaced = true;
            continue;
        }
        if let Some(end) = end
            && !spaced
        {
            // A row of dots leads the eye to a number and is not a word.
            let dots = std::mem::replace(&mut dot, glyph.sign == Sign::One('.')) && dot;
            gaps.extend((!dots).then(|| ((glyph.x0 - end) / size).clamp(-0.5, 2.0)));
        }
        end = Some(end.map_or(glyph.x1, |end: f32| end.max(glyph.x1)));
        spaced = false;
    }
    let widest = gaps.iter().copied().fold(0.0, f32::max);
    if widest < 0.06 {
        // Every word ends with a space that is written.
        return 0.22;
    }
    gaps.sort_unstable_by(f32::total_cmp);
    let quantile = |share: f32| gaps.get((gaps.len() as f32 * share) as usize).copied().unwrap_or(0.0);
    // Letters that are spaced are spaced alike, and most gaps are between letters.
    let middle = quantile(0.5);
    let alike = gaps.iter().filter(|gap| (*gap - middle).abs() < 0.07).count();
    let is_spaced = middle > 0.08 && gaps.len() >= 4 && alike * 10 >= gaps.len() * 6;
    let base =
        if is_spaced { middle } else { quantile(if middle > 0.08 { 0.1 } else { 0.5 }).clamp(-0.1, 0.08) };
    let usual = if spaces > 0 { 0.22 } else { 0.14 };
    if gaps.len() < 6 {
        return base + usual;
    }
    // The widest step between neighbouring widths, where a space may begin.
    let (from, to) = (base + 0.06, base + if spaces > 0 { 0.3 } else { 0.24 });
    let mut best = (0.045, base + usual);
    for pair in gaps.windows(2) {
        let &[low, high] = pair else { continue };
        let middle = f32::midpoint(low, high);
        if high > from && low < to && middle > from.min(base + 0.08) && high - low > best.0 {
            best = (high - low, middle.min(base + 0.3));
        }
    }
    best.1
}

/// The text, and where its cells begin.
fn write(signs: &[Word<'_>]) -> (String, Vec<(usize, f32)>) {
    let mut text = String::with_capacity(signs.len());
    let mut cells = Vec::new();
    let mut skip = false;
    for (at, sign) in signs.iter().enumerate() {
        if std::mem::take(&mut skip) {
            continue;
        }
        match sign {
            Word::Space => text.push(' '),
            Word::Cell => {
                text.push(' ');
                let next = signs
                    .get(at + 1)
                    .map_or(0.0, |next| if let Word::Sign(glyph) = next { glyph.x0 } else { 0.0 });
                cells.push((text.len(), next));
            }
            Word::Sign(glyph) => {
                let mark = match glyph.sign {
                    Sign::One(c) => combining(c),
                    Sign::Many(_) => None,
                };
                let Some(mark) = mark else {
                    push(&mut text, &glyph.sign);
                    continue;
                };
                let centre = f32::midpoint(glyph.x0, glyph.x1);
                if let Some(letter) = under(signs.get(at + 1), centre) {
                    push(&mut text, &letter.sign);
                    text.push(mark);
                    skip = true;
                } else if at > 0 && under(signs.get(at - 1), centre).is_some() {
                    text.push(mark);
                } else {
                    push(&mut text, &glyph.sign);
                }
            }
        }
    }
    (text, cells)
}

/// The letter that an accent stands over.
fn under<'a>(sign: Option<&Word<'a>>, centre: f32) -> Option<&'a Glyph> {
    let Some(Word::Sign(letter)) = sign else { return None };
    let is_under = letter.x0 < centre && centre < letter.x1 && letter.sign.first().is_alphabetic();
    is_under.then_some(*letter)
}

/// Ligatures and the shapes of Arabic letters become the letters they stand for.
fn push(text: &mut String, sign: &Sign) {
    let mut one = |c: char| match c {
        '\u{fb00}'..='\u{fb06}' | '\u{fb13}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' => {
            decompose_compatible(c, |c| text.push(c));
        }
        '\0'..='\u{1f}' => text.push('\u{fffd}'),
        c => text.push(c),
    };
    match sign {
        Sign::One(c) => one(*c),
        Sign::Many(many) => many.chars().for_each(one),
    }
}

/// The mark that a free-standing accent puts on the letter under it.
fn combining(accent: char) -> Option<char> {
    Some(match accent {
        '`' => '\u{300}',
        '´' => '\u{301}',
        '^' | 'ˆ' => '\u{302}',
        '~' | '˜' => '\u{303}',
        '¯' => '\u{304}',
        '˘' => '\u{306}',
        '˙' => '\u{307}',
        '¨' => '\u{308}',
        '˚' => '\u{30a}',
        '˝' => '\u{30b}',
        'ˇ' => '\u{30c}',
        '¸' => '\u{327}',
        '˛' => '\u{328}',
        _ => return None,
    })
}
