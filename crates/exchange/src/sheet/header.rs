//! The header row: which column is where.

use super::Row;
use super::columns::{self, Column};
use crate::ReadError;

pub(super) const EXPECTED: &str = "the first row names the columns: at least `stem` (or `question`) and `key`, `answers` \
     or `back`; options are `option_a`, `option_b`, … or `A`, `B`, …";

/// Columns with the part of a longer text that each cell holds; none for an unknown column.
#[derive(Debug)]
pub(super) struct Header {
    columns: Vec<Option<(Column, usize)>>,
    names: Vec<String>,
}

impl Header {
    pub(super) fn read(row: &Row) -> Result<Self, ReadError> {
        let names: Vec<String> = row.cells.iter().map(|cell| cell.trim().to_owned()).collect();
        let mut columns: Vec<_> = names.iter().map(|name| Column::read(name)).collect();
        let has = |columns: &[Option<(Column, usize)>], wanted: &[Column]| {
            columns.iter().flatten().any(|(column, _)| wanted.contains(column))
        };
        if !has(&columns, &[Column::Stem]) {
            return Err(missing(row, &names, Column::Stem));
        }
        let answers =
            [Column::Key, Column::Answer, Column::Answers, Column::Back, Column::Gaps, Column::Exact];
        if !has(&columns, &answers) {
            return Err(missing(row, &names, Column::Key));
        }
        for (i, column) in columns.iter().enumerate() {
            let Some(column) = column else { continue };
            if let Some(before) = columns.iter().take(i).position(|other| other.as_ref() == Some(column)) {
                let (first, second) = (&names[before], &names[i]);
                return Err(ReadError::new(
                    row.place.clone(),
                    format!("the columns `{first}` and `{second}` are both the {}", column.0.name()),
                )
                .hint("rename one of them or remove it"));
            }
        }
        // `A` and `B` are options only if a row of letters is meant, not in a sheet of cards with a column `E`.
        let options =
            columns.iter().flatten().filter(|(column, _)| matches!(column, Column::Option(_))).count();
        if options == 1 {
            columns
                .iter_mut()
                .zip(&names)
                .filter(|(column, name)| matches!(column, Some((Column::Option(_), _))) && name.len() == 1)
                .for_each(|(column, _)| *column = None);
        }
        Ok(Self { columns, names })
    }

    /// A sheet without a header whose every row is a question, two to eight options, and the letter of the key.
    pub(super) fn without(first: &Row, rest: &[Row]) -> Option<Self> {
        let width = first.cells.len();
        let options = width.checked_sub(2).filter(|options| (2..=8).contains(options))?;
        let is_question = |row: &Row| {
            row.cells.len() == width
                && row.cells.iter().all(|cell| !cell.trim().is_empty())
                && matches!(row.cells.last().map(|cell| cell.trim().as_bytes()), Some([key @ b'A'..=b'H'])
                    if usize::from(key - b'A') < options)
        };
        if !std::iter::once(first).chain(rest).all(is_question) {
            return None;
        }
        let columns: Vec<_> = std::iter::once(Column::Stem)
            .chain((0..options).map(Column::Option))
            .chain([Column::Key])
            .collect();
        let names = columns.iter().map(|column| column.name()).collect();
        Some(Self { columns: columns.into_iter().map(|column| Some((column, 0))).collect(), names })
    }

    /// How many columns of this row of names we know, if it can be a header at all.
    pub(super) fn count_known(cells: &[String]) -> usize {
        let columns: Vec<_> = cells.iter().filter_map(|cell| Column::read(cell)).collect();
        if columns.iter().any(|(column, _)| *column == Column::Stem) { columns.len() } else { 0 }
    }

    /// The text of a column in `row`, put together and trimmed; none if there is nothing.
    pub(super) fn text(&self, row: &Row, wanted: Column) -> Option<String> {
        let mut parts: Vec<(usize, &str)> = self
            .columns
            .iter()
            .zip(&row.cells)
            .filter_map(|(column, cell)| match column {
                Some((column, part)) if *column == wanted => Some((*part, cell.as_str())),
                _ => None,
            })
            .collect();
        parts.sort_unstable();
        let text: String = parts.into_iter().map(|(_, text)| text).collect();
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// As the file calls it, for errors.
    pub(super) fn name(&self, wanted: Column) -> String {
        let known =
            self.columns.iter().position(|column| matches!(column, Some((column, _)) if *column == wanted));
        known.and_then(|i| self.names.get(i)).cloned().unwrap_or_else(|| wanted.name())
    }

    pub(super) fn width(&self) -> usize {
        self.columns.len()
    }
}

fn missing(row: &Row, names: &[String], wanted: Column) -> ReadError {
    let found: Vec<String> =
        names.iter().filter(|name| !name.is_empty()).map(|name| format!("`{}`", short(name))).collect();
    let what = format!("there is no column `{}`; the first row has {}", wanted.name(), found.join(", "));
    let near = names
        .iter()
        .flat_map(|name| columns::known_names().map(move |known| (name, known)))
        .filter(|(_, known)| Column::read(known).is_some_and(|(column, _)| column == wanted))
        .map(|(name, known)| {
            (strsim::damerau_levenshtein(&columns::squeeze(short(name)), known), name, known)
        })
        .filter(|(distance, _, known)| *distance <= known.len().div_ceil(4))
        .min();
    let hint = match near {
        Some((_, name, known)) => {
            format!("did you mean `{known}` instead of `{}`? {EXPECTED}", short(name))
        }
        None => EXPECTED.to_owned(),
    };
    ReadError::new(row.place.clone(), what).hint(hint)
}

/// The start of a cell: a row that is not a header may have long texts.
fn short(name: &str) -> &str {
    name.char_indices().nth(40).map_or(name, |(end, _)| &name[..end])
}
