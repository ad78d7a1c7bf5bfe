//! Tables without ruling lines: rows whose cells are aligned.

use super::lines::Line;
use crate::text;

/// Rows that make a table.
const ROWS: usize = 3;

/// How many lines from the first on are rows of one table, and its text. None if they are none.
pub(crate) fn rows(lines: &[Line]) -> Option<(usize, String)> {
    let first = lines.first()?;
    if first.cells.is_empty() {
        return None;
    }
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut taken = 0_usize;
    for line in lines {
        let before = taken.checked_sub(1).and_then(|at| lines.get(at));
        if before.is_some_and(|before| line.y - before.y > 2.6 * first.size) {
            break;
        }
        if line.cells.len() == first.cells.len() && is_aligned(line, first) {
            rows.push(cells(line));
        } else if let (Some(row), Some(column)) = (rows.last_mut(), continued_column(line, first))
            && before.is_some_and(|before| line.y - before.y < 1.5 * first.size)
        {
            if let Some(cell) = row.get_mut(column) {
                text::join(cell, line.text.trim());
            }
        } else {
            break;
        }
        taken += 1;
    }
    if rows.len() < ROWS {
        return None;
    }
    let lines: Vec<String> = rows.iter().map(|row| row.join(" | ")).collect();
    Some((taken, lines.join("\n")))
}

/// Whether cells stand under those of the first row: at their left, right or middle, so not far from their left.
fn is_aligned(line: &Line, first: &Line) -> bool {
    let near = |(a, b): &(&(usize, f32), &(usize, f32))| (a.1 - b.1).abs() < 4.0 * first.size;
    line.cells.iter().zip(&first.cells).filter(near).count() * 3 >= line.cells.len() * 2
}

fn cells(line: &Line) -> Vec<String> {
    let starts = [0].into_iter().chain(line.cells.iter().map(|(start, _)| *start));
    let ends = line.cells.iter().map(|(start, _)| *start).chain([line.text.len()]);
    starts
        .zip(ends)
        .map(|(start, end)| text::squeeze(line.text.get(start..end).unwrap_or_default()))
        .collect()
}

/// The column in which a line stands that goes on with the row before it.
fn continued_column(line: &Line, first: &Line) -> Option<usize> {
    let under = |(_, x): &(usize, f32)| (line.x0 - x).abs() < 0.5 * first.size;
    line.cells.is_empty().then(|| first.cells.iter().position(under)).flatten().map(|at| at + 1)
}
