//! Reading order: text left of a gutter between columns is read before text right of it.
//!
//! A gutter is searched for between the lines that cross it, so a title over two columns does not hide them. Tables
//! have gutters too; they are recognised by their short cells and left alone.

use super::lines::Chunk;

/// Of what a column holds, so that it is not a column of numbers or labels.
const ROWS: usize = 3;
const SIGNS_PER_ROW: f32 = 13.0;
/// Nested columns; more are not laid out by people.
const DEEPEST: usize = 12;

/// Regions in reading order. Each is read from top to bottom.
pub(crate) fn regions(chunks: Vec<Chunk>) -> Vec<Vec<Chunk>> {
    let mut regions = Vec::new();
    cut(chunks, 0, &mut regions);
    regions
}

fn cut(chunks: Vec<Chunk>, depth: usize, regions: &mut Vec<Vec<Chunk>>) {
    if chunks.is_empty() {
        return;
    }
    let Some(gutter) = (depth < DEEPEST).then(|| gutter(&chunks)).flatten() else {
        regions.push(chunks);
        return;
    };
    let (mut above, mut left, mut right, mut below) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for chunk in chunks {
        if chunk.y <= gutter.top {
            above.push(chunk);
        } else if chunk.y >= gutter.bottom {
            below.push(chunk);
        } else if chunk.x1 <= gutter.x {
            left.push(chunk);
        } else {
            right.push(chunk);
        }
    }
    for part in [above, left, right, below] {
        cut(part, depth + 1, regions);
    }
}

#[derive(Debug, Clone, Copy)]
struct Gutter {
    x: f32,
    /// Baselines of the lines that end it.
    top: f32,
    bottom: f32,
    /// Glyphs beside it.
    glyphs: usize,
}

/// The gutter beside which most is written.
fn gutter(chunks: &[Chunk]) -> Option<Gutter> {
    let left = chunks.iter().map(|chunk| chunk.x0).fold(f32::MAX, f32::min);
    let mut edges: Vec<f32> = chunks.iter().map(|chunk| chunk.x0).filter(|x| *x > left + 40.0).collect();
    edges.sort_by(f32::total_cmp);
    let mut candidates: Vec<(f32, usize)> = Vec::new();
    for edge in edges {
        match candidates.last_mut() {
            Some((start, count)) if edge - *start < 3.0 => *count += 1,
            _ => candidates.push((edge, 1)),
        }
    }
    candidates.retain(|(_, count)| *count >= ROWS);
    candidates.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut sorted: Vec<&Chunk> = chunks.iter().collect();
    sorted.sort_by(|a, b| a.y.total_cmp(&b.y));
    candidates
        .into_iter()
        .take(12)
        .flat_map(|(edge, _)| between(&sorted, edge - 0.5))
        .max_by_key(|gutter| gutter.glyphs)
}

/// A page number in the middle stands in the gutter.
fn crosses(chunk: &Chunk, x: f32) -> bool {
    let small = chunk.x1 - chunk.x0 < 4.0 * chunk.size;
    chunk.x0 < x && chunk.x1 > if small { x - 0.7 * chunk.size } else { x }
}

/// The stretches of a vertical line at `x` that no chunk crosses and that have columns on both sides.
fn between(sorted: &[&Chunk], x: f32) -> Vec<Gutter> {
    let mut found = Vec::new();
    let (mut top, mut inside): (f32, Vec<&Chunk>) = (f32::MIN, Vec::new());
    for chunk in sorted {
        if crosses(chunk, x) {
            found.extend(columns(&inside, x, top, chunk.y));
            inside.clear();
            top = chunk.y;
        } else {
            inside.push(chunk);
        }
    }
    found.extend(columns(&inside, x, top, f32::MAX));
    found
}

fn columns(inside: &[&Chunk], x: f32, top: f32, bottom: f32) -> Option<Gutter> {
    // Beside the line that ends a stretch there may be more of the same line.
    let inside: Vec<&Chunk> = inside.iter().copied().filter(|c| c.y > top && c.y < bottom).collect();
    let (left, right): (Vec<&Chunk>, Vec<&Chunk>) = inside.iter().copied().partition(|chunk| chunk.x1 <= x);
    let size = inside.iter().map(|chunk| chunk.size).sum::<f32>() / inside.len().max(1) as f32;
    let start = right.iter().map(|chunk| chunk.x0).fold(f32::MAX, f32::min);
    // A line in ten may be too long for its column.
    let too_long = left.iter().filter(|chunk| start - chunk.x1 < 0.7 * size).count();
    if too_long * 10 > left.len() {
        return None;
    }
    let is_column = |side: &[&Chunk]| {
        let rows = rows(side);
        let signs: usize = side.iter().map(|chunk| chunk.glyphs.len()).sum();
        rows >= ROWS && signs as f32 >= SIGNS_PER_ROW * rows as f32
    };
    if !is_column(&left) || !is_column(&right) || is_table(&left, &right) {
        return None;
    }
    let glyphs = inside.iter().map(|chunk| chunk.glyphs.len()).sum();
    Some(Gutter { x, top, bottom, glyphs })
}

/// Rows of a table are in pieces and go on behind the gutter.
fn is_table(left: &[&Chunk], right: &[&Chunk]) -> bool {
    let in_pieces = |side: &[&Chunk]| side.len() * 10 > rows(side) * 16;
    if !in_pieces(left) && !in_pieces(right) {
        return false;
    }
    let (fewer, more) = if rows(left) < rows(right) { (left, right) } else { (right, left) };
    let goes_on = |chunk: &&&Chunk| more.iter().any(|other| (other.y - chunk.y).abs() < 0.15 * chunk.size);
    fewer.iter().filter(goes_on).count() * 5 >= fewer.len() * 4
}

fn rows(side: &[&Chunk]) -> usize {
    let (mut count, mut last) = (0, f32::MIN);
    for chunk in side {
        if chunk.y - last > 0.4 * chunk.size {
            count += 1;
            last = chunk.y;
        }
    }
    count
}
