//! The table as CSV: RFC 4180 in UTF-8 with a byte order mark, without which Excel reads `æ` as `Ã¦`.

use ::csv::{QuoteStyle, ReaderBuilder, StringRecord, Terminator, WriterBuilder};
use encoding_rs::{UTF_16BE, UTF_16LE};
use tutti_core::Work;
use tutti_item::Item;

use super::header::Header;
use super::{Row, Table, cell, write_failure};
use crate::format::{About, Holds, Import};
use crate::{ReadError, WriteError};

const MARK: &str = "\u{feff}";
/// Put after the last line while reading: a quote that is never closed swallows it, and is found out so.
const END: &str = "tutti-end-of-file";

pub(crate) fn holds(item: &Item) -> Holds {
    super::holds(item)
}

pub(crate) fn write(items: &[Item], _: &About) -> Result<Vec<u8>, WriteError> {
    let mut writer = WriterBuilder::new()
        .terminator(Terminator::CRLF)
        .quote_style(QuoteStyle::Necessary)
        .from_writer(MARK.as_bytes().to_vec());
    for row in super::table(items) {
        writer
            .write_record(row.iter().map(|text| cell::guard_formula(text)))
            .map_err(|error| write_failure("csv", error))?;
    }
    writer.into_inner().map_err(|error| write_failure("csv", error))
}

pub(crate) fn read(bytes: &[u8], work: &Work) -> Result<Import, ReadError> {
    let text = decode(bytes)?;
    let (named, text) = separator_line(&text);
    let delimiter = named.unwrap_or_else(|| delimiter(text));
    super::items(parse(text, delimiter, usize::from(named.is_some()), usize::MAX)?, work)
}

fn decode(bytes: &[u8]) -> Result<String, ReadError> {
    let utf_16 = match bytes {
        [0xff, 0xfe, rest @ ..] => Some((UTF_16LE, rest)),
        [0xfe, 0xff, rest @ ..] => Some((UTF_16BE, rest)),
        _ => None,
    };
    if let Some((encoding, rest)) = utf_16 {
        return match encoding.decode_without_bom_handling_and_without_replacement(rest) {
            Some(text) => Ok(text.into_owned()),
            None => {
                Err(ReadError::new("the file", format!("it begins as {} but is damaged", encoding.name()))
                    .hint("save it again as CSV UTF-8"))
            }
        };
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let line = before.split(|byte| *byte == b'\n').count();
        ReadError::new(format!("line {line}"), "the text is neither UTF-8 nor UTF-16 with a byte order mark")
            .hint("save it as CSV UTF-8 (in Excel: Save as, CSV UTF-8)")
    })?;
    if text.contains('\0') {
        return Err(ReadError::new(
            "the file",
            "there are zero bytes in it: UTF-16 without its byte order mark?",
        )
        .hint("save it again as CSV UTF-8"));
    }
    Ok(text.strip_prefix(MARK).unwrap_or(text).to_owned())
}

/// Excel understands, and people write, `sep=;` as the first line.
fn separator_line(text: &str) -> (Option<u8>, &str) {
    let Some((line, rest)) = text.split_once('\n') else { return (None, text) };
    match line.trim_end().as_bytes() {
        [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', delimiter] => (Some(*delimiter), rest),
        _ => (None, text),
    }
}

/// The one under which the first row names most columns we know; else the one that parts most rows alike.
fn delimiter(text: &str) -> u8 {
    const MOST_ROWS: usize = 20;
    let score = |delimiter: u8| {
        let Ok(table) = parse(text, delimiter, 0, MOST_ROWS) else { return (0, 0) };
        let width = table.rows.first().map_or(0, |row| row.cells.len());
        let known = table.rows.first().map_or(0, |row| Header::count_known(&row.cells));
        let alike = table.rows.iter().filter(|row| row.cells.len() == width && width > 1).count();
        (known, alike)
    };
    // Of equals the last wins: the comma.
    [b'\t', b';', b','].into_iter().max_by_key(|delimiter| score(*delimiter)).unwrap_or(b',')
}

fn parse(text: &str, delimiter: u8, lines_before: usize, most: usize) -> Result<Table, ReadError> {
    let text = format!("{}\n{END}\n", text.trim_end_matches(['\n', '\r']));
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let (mut table, mut record, mut last) = (Table::default(), StringRecord::new(), 1);
    loop {
        let more = reader
            .read_record(&mut record)
            .map_err(|error| ReadError::new("the file", format!("it cannot be read as CSV: {error}")))?;
        if !more {
            return Err(ReadError::new(
                format!("line {last}"),
                "a double quote is opened here and never closed",
            )
            .hint("close it; a quote inside a quoted text is written twice"));
        }
        let line = record.position().map_or(0, ::csv::Position::line) as usize + lines_before;
        if record.len() == 1 && record.get(0) == Some(END) || table.rows.len() >= most {
            return Ok(table);
        }
        last = line;
        let cells = record.iter().map(|text| cell::unguard_formula(text).replace("\r\n", "\n")).collect();
        table.rows.push(Row { place: format!("line {line}"), cells });
    }
}
