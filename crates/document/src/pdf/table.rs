//! Tables without rules: rows whose cells stand under each other.

use super::lines::Line;

/// Rows that make a table.
const ROWS: usize = 3;

/// How many lines from the first on are rows of one table, and its text. None if they are none.
pub(crate) fn rows(lines: &[Line]) -> Option<(usize, String)> {
    let first = lines.first()?;
    if first.cells.is_empty() {
        return None;
    }
    let mut count = 0;
    for line in lines {
        let near = count == 0 || line.y - lines[count - 1].y < 2.6 * first.size;
        if line.cells.len() != first.cells.len() || !near {
            break;
        }
        count += 1;
    }
    if count < ROWS {
        return None;
    }
    let mut text = String::new();
    for line in &lines[..count] {
        let mut from = 0;
        for end in line.cells.iter().copied().chain([line.text.len()]) {
            if from > 0 {
                text.push_str(" | ");
            }
            text.push_str(&crate::text::squeeze(line.text.get(from..end).unwrap_or_default()));
            from = end;
        }
        text.push('\n');
    }
    Some((count, text))
}
