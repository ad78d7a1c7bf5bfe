//! The table as an Excel workbook: one sheet, a frozen header, every cell a text, so that `3/4` does not become a date.

use std::io::Cursor;

use calamine::{DataRef, Reader, SheetType, Xlsx};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format as Style, FormatAlign, Workbook};
use tutti_core::Work;
use tutti_item::Item;
use tutti_untrusted::Archive;

use super::columns::Column;
use super::{Row, Table, cell, write_failure};
use crate::format::{About, Holds, Import};
use crate::{ReadError, WriteError};

/// Rows, columns and signs we read. A shared text can stand in many cells, so the signs are counted as they come.
const MOST_ROWS: u32 = 200_000;
const MOST_COLUMNS: u32 = 4_000;
const MOST_BYTES: usize = 256 << 20;

pub(crate) fn holds(item: &Item) -> Holds {
    super::holds(item)
}

pub(crate) fn write(items: &[Item], about: &About) -> Result<Vec<u8>, WriteError> {
    let failed = |error: rust_xlsxwriter::XlsxError| write_failure("xlsx", error);
    let mut book = Workbook::new();
    let created = ExcelDateTime::from_timestamp(about.at).map_err(failed)?;
    book.set_properties(&DocProperties::new().set_title(&about.title).set_creation_datetime(&created));
    let head = Style::new().set_bold().set_num_format("@").set_align(FormatAlign::Top);
    let text = Style::new().set_text_wrap().set_num_format("@").set_align(FormatAlign::Top);
    let sheet = book.add_worksheet();
    sheet.set_name("Items").map_err(failed)?;
    let table = super::table(items);
    for (place, name) in (0_u16..).zip(table.first().into_iter().flatten()) {
        sheet.set_column_width(place, width(name)).map_err(failed)?;
        sheet.set_column_format(place, &text).map_err(failed)?;
    }
    for (place, row) in (0_u32..).zip(&table) {
        for (column, cell) in (0_u16..).zip(row).filter(|(_, cell)| !cell.is_empty()) {
            let style = if place == 0 { &head } else { &text };
            let cell = cell::guarded_apostrophe(cell);
            sheet.write_string_with_format(place, column, cell, style).map_err(failed)?;
        }
    }
    sheet.set_freeze_panes(1, 0).map_err(failed)?;
    book.save_to_buffer().map_err(failed)
}

/// In signs, about; JSON is for machines and kept narrow.
fn width(name: &str) -> f64 {
    match Column::read(name) {
        Some((Column::Stem | Column::Solution | Column::Back, 0)) => 60.0,
        Some((Column::Option(_) | Column::Rationale(_), 0)) => 28.0,
        Some((Column::Id, _)) => 26.0,
        Some((Column::Kind | Column::Tags | Column::Answers, 0)) => 20.0,
        _ => 12.0,
    }
}

pub(crate) fn read(bytes: &[u8], work: &Work) -> Result<Import, ReadError> {
    if bytes.starts_with(&[0xd0, 0xcf, 0x11, 0xe0]) {
        return Err(ReadError::new("the file", "it is an old .xls or a workbook with a password")
            .hint("save it as .xlsx without a password"));
    }
    // The library unpacks as much as the archive holds; ours refuses what is too large.
    let mut archive = Archive::open(bytes)?;
    for name in archive.names() {
        archive.read(&name)?;
    }
    let broken = |error: calamine::XlsxError| {
        ReadError::new("the workbook", format!("it cannot be read: {error}"))
            .hint("open it in a spreadsheet program and save it again as .xlsx")
    };
    let mut book = Xlsx::new(Cursor::new(bytes)).map_err(broken)?;
    let sheets: Vec<String> = book
        .sheets_metadata()
        .iter()
        .filter(|sheet| sheet.typ == SheetType::WorkSheet)
        .map(|sheet| sheet.name.clone())
        .collect();
    let Some(first) = sheets.first() else {
        return Err(ReadError::new("the workbook", "there is no sheet in it"));
    };
    let name = sheets.iter().find(|name| *name == "Items").unwrap_or(first);
    super::items(table(&mut book, name, &broken)?, work)
}

fn table(
    book: &mut Xlsx<Cursor<&[u8]>>,
    name: &str,
    broken: &dyn Fn(calamine::XlsxError) -> ReadError,
) -> Result<Table, ReadError> {
    let mut reader = book.worksheet_cells_reader(name).map_err(broken)?;
    let (mut table, mut left) = (Table::default(), MOST_BYTES);
    while let Some(cell) = reader.next_cell().map_err(broken)? {
        let (row, column) = cell.get_position();
        let place = format!("row {}", u64::from(row) + 1);
        let text = text(cell.get_value()).map_err(|what| {
            ReadError::new(format!("{place}, column {}", letters(column)), what)
                .hint("format the column as text and write the value again")
        })?;
        if text.is_empty() {
            continue;
        }
        let too_large = || {
            ReadError::new(place.clone(), "the sheet is too large")
                .hint("split it, or remove what is not a question")
        };
        if row >= MOST_ROWS || column >= MOST_COLUMNS {
            return Err(too_large());
        }
        left = left.checked_sub(text.len() + 24).ok_or_else(too_large)?;
        if table.rows.last().is_none_or(|last| last.place != place) {
            table.rows.push(Row { place: place.clone(), cells: Vec::new() });
        }
        if let Some(last) = table.rows.last_mut() {
            let column = column as usize;
            if last.cells.len() <= column {
                left = left.checked_sub((column - last.cells.len()) * 24).ok_or_else(too_large)?;
                last.cells.resize(column + 1, String::new());
            }
            last.cells[column] = text;
        }
    }
    Ok(table)
}

fn text(value: &DataRef<'_>) -> Result<String, String> {
    Ok(match value {
        DataRef::Empty => String::new(),
        DataRef::String(text) => cell::unguard_formula(&text.replace("\r\n", "\n")).to_owned(),
        DataRef::SharedString(text) => cell::unguard_formula(&text.replace("\r\n", "\n")).to_owned(),
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number.to_string(),
        DataRef::Bool(truth) => truth.to_string(),
        DataRef::DateTime(_) | DataRef::DateTimeIso(_) | DataRef::DurationIso(_) => {
            return Err("the program that saved it converted the value to a date".to_owned());
        }
        DataRef::Error(error) => return Err(format!("the formula in it gives {error}")),
    })
}

/// `A`, `Z`, `AA`, … as spreadsheets call columns.
fn letters(column: u32) -> String {
    let mut letters = String::new();
    let mut rest = column + 1;
    while rest > 0 {
        letters.insert(0, char::from(b'A' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    letters
}
