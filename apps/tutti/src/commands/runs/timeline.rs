//! Prints a journal as a timeline, one line per entry.

use tutti_service::timeline::remark;
use tutti_store::{Entry, EntryKind};

use crate::{
    output::{Paint, one_line, table},
    time,
};

pub(crate) fn render(journal: &[Entry], paint: Paint) -> String {
    let rows: Vec<Vec<String>> = journal
        .iter()
        .map(|entry| {
            vec![
                format!("{:>4}", entry.n),
                entry.key.clone(),
                entry.kind.to_string(),
                duration(entry),
                shorten(&remark(entry), 110),
            ]
        })
        .collect();
    table(&rows, |column, cell| match column {
        0 | 2 => paint.dim(cell),
        4 if cell.starts_with("blocked") => paint.bad(cell),
        4 if cell.starts_with("flagged") => paint.waiting(cell),
        _ => cell.to_owned(),
    })
}

/// Only what takes time has a length.
fn duration(entry: &Entry) -> String {
    match entry.kind {
        EntryKind::Step | EntryKind::Children | EntryKind::Sleep => {
            time::length(entry.ended_at - entry.started_at)
        }
        _ => String::new(),
    }
}

fn shorten(text: &str, most: usize) -> String {
    let line = one_line(text);
    match line.char_indices().nth(most) {
        Some((cut, _)) => format!("{}…", &line[..cut]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_remarks_are_cut_at_a_character() {
        assert_eq!(shorten("éé\nab", 4), "éé a…");
        assert_eq!(shorten("éé", 2), "éé");
    }
}
