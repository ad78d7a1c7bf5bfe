//! Spreadsheets: one row per item, in columns that a teacher understands. CSV and XLSX are two file formats of one
//! table.
//!
//! Texts are in our small Markdown; structured parts (claim, evidence, images, …) are JSON in columns of their own. The
//! column `exact` holds, as JSON, whatever of an item the plain columns cannot restore exactly, so a sheet loses
//! nothing. A text longer than an Excel cell allows continues in `name (2)`, `name (3)`, …
//!
//! A cell that begins like a formula (`=`, `+`, `-`, `@`) and is not a number gets a leading apostrophe in CSV, because
//! a spreadsheet would execute it; in XLSX cells are typed and need none. Both readers remove the apostrophe.
//!
//! Import accepts common teacher sheets: see [`columns`] for the names it knows.

mod cell;
mod columns;
pub(crate) mod csv;
mod difficulty;
mod header;
mod key;
mod row_in;
mod row_out;
#[cfg(test)]
mod tests;
pub(crate) mod xlsx;

use tutti_core::Work;
use tutti_item::Item;

use crate::format::{Holds, Import};
use crate::{ReadError, WriteError};

/// Rows of cells as a file has them, the header among them.
#[derive(Debug, Default, PartialEq, Eq)]
struct Table {
    rows: Vec<Row>,
}

#[derive(Debug, PartialEq, Eq)]
struct Row {
    /// As the place of an error: `line 7`, `row 7`.
    place: String,
    cells: Vec<String>,
}

/// The most columns one text may go on over; 64 of them are two million characters.
const MOST_PARTS: usize = 64;

fn holds(item: &Item) -> Holds {
    match row_out::cells(item).iter().find(|(_, text)| cell::parts(text).len() > MOST_PARTS) {
        Some((column, _)) => Err(format!("its {column} is too long for a sheet")),
        None => Ok(Vec::new()),
    }
}

/// The header and the rows: only columns that some item needs, in one fixed order.
fn table(items: &[Item]) -> Vec<Vec<String>> {
    let rows: Vec<Vec<(String, String)>> = items
        .iter()
        .map(|item| {
            row_out::cells(item)
                .into_iter()
                .flat_map(|(column, text)| {
                    cell::parts(&text)
                        .into_iter()
                        .enumerate()
                        .map(|(i, part)| (columns::part_name(&column, i), part.to_owned()))
                        .collect::<Vec<_>>()
                })
                .collect()
        })
        .collect();
    let mut header: Vec<String> = ["id", "kind", "stem"].map(str::to_owned).into();
    for (column, _) in rows.iter().flatten() {
        if !header.contains(column) {
            header.push(column.clone());
        }
    }
    header.sort_by_key(|column| columns::order(column));
    let mut out = vec![header.clone()];
    for row in rows {
        let cell =
            |name: &String| row.iter().find(|(column, _)| column == name).map(|(_, text)| text.clone());
        out.push(header.iter().map(|name| cell(name).unwrap_or_default()).collect());
    }
    out
}

/// The items of a table that was read.
fn items(table: Table, work: &Work) -> Result<Import, ReadError> {
    let mut rows = table.rows.into_iter().filter(|row| row.cells.iter().any(|cell| !cell.trim().is_empty()));
    let Some(first) = rows.next() else {
        return Err(ReadError::new("the sheet", "it has no rows").hint(header::EXPECTED));
    };
    let rest: Vec<Row> = rows.collect();
    let (header, first_item) = match header::Header::read(&first) {
        Ok(header) => (header, None),
        Err(error) => match header::Header::without(&first, &rest) {
            Some(header) => (header, Some(first)),
            None => return Err(error),
        },
    };
    let mut import = Import::default();
    work.expect(rest.len());
    for row in first_item.iter().chain(&rest) {
        work.step()?;
        match row_in::item(&header, row)? {
            Ok(item) => import.items.push(item),
            Err(skipped) => import.skipped.push(skipped),
        }
    }
    Ok(import)
}

fn write_failure(format: &'static str, what: impl std::fmt::Display) -> WriteError {
    WriteError::Failed { format, what: what.to_string() }
}
