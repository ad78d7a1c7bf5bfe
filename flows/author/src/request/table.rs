//! Requests in CSV: one per row, with field names in the first row.

use csv::{ByteRecord, ReaderBuilder, Trim};
use tutti_core::{Code, Problem};

use super::{Flawed, Place, Requests, TaskRequest};

/// A first line with a comma and two known columns.
pub(super) fn looks_like_one(bytes: &[u8]) -> bool {
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let Ok(first) = std::str::from_utf8(first) else { return false };
    let named = first
        .trim()
        .split([',', ';'])
        .filter(|name| TaskRequest::field_named(name.trim_matches('"')).is_some());
    !first.trim_start().starts_with(['{', '[', '*', '-']) && named.count() >= 2
}

pub(super) fn read(bytes: &[u8]) -> Result<Requests, Problem> {
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let parts = |wanted: u8| first.split(|byte| *byte == wanted).count();
    let delimiter = if parts(b';') > parts(b',') { b';' } else { b',' };
    let mut reader =
        ReaderBuilder::new().flexible(true).trim(Trim::Headers).delimiter(delimiter).from_reader(bytes);
    let bad = |detail: String| Problem::new(Code::BadInput, detail);
    let header = reader.headers().map_err(|error| bad(format!("the first line is not a header: {error}")))?;
    let names: Vec<String> = header.iter().map(str::to_owned).collect();
    let columns: Vec<Option<&'static str>> =
        names.iter().map(|name| TaskRequest::field_named(name)).collect();
    if columns.iter().all(Option::is_none) {
        let detail = "no column has the name of a field".to_owned();
        return Err(bad(detail).hint("the first line names the columns: task_id,domain,task_title,…"));
    }
    let mut requests = Requests::default();
    let mut row = ByteRecord::new();
    loop {
        match reader.read_byte_record(&mut row) {
            Ok(true) => {}
            Ok(false) => return Ok(requests),
            Err(error) => return Err(bad(format!("it cannot be read as a table: {error}"))),
        }
        let place = Place::Line(row.position().map_or(0, csv::Position::line));
        if row.iter().all(|cell| cell.trim_ascii().is_empty()) {
            continue;
        }
        match request(&place, &row, &names, &columns) {
            Ok(request) => requests.tasks.push(request),
            Err(problem) => {
                requests.flawed.push(Flawed { task: place.to_string(), place, problems: vec![problem] });
            }
        }
    }
}

fn request(
    place: &Place,
    row: &ByteRecord,
    names: &[String],
    columns: &[Option<&'static str>],
) -> Result<TaskRequest, Problem> {
    let bad = |detail: String| Problem::new(Code::BadInput, detail).at(place.to_string());
    if row.len() != columns.len() {
        let detail = format!("{place} has {} cells, but the first line has {}", row.len(), columns.len());
        return Err(bad(detail).hint("put a cell with commas or line breaks into quotation marks"));
    }
    let mut request = TaskRequest { place: place.clone(), ..TaskRequest::default() };
    for ((cell, column), name) in row.iter().zip(columns).zip(names) {
        let cell = std::str::from_utf8(cell)
            .map_err(|_| bad(format!("{} is not text in UTF-8", place.of(name))).at(place.of(name)))?;
        if let Some(field) = column {
            request.fill(field, cell.trim());
        }
    }
    Ok(request)
}
