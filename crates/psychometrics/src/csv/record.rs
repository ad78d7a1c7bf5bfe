//! CSV text split into records: quotes, doubled quotes, line ends inside quotes, a byte order mark.

use super::{CsvError, CsvFault, MOST_CELLS};

pub(super) struct Record {
    /// Line on which it begins.
    pub(super) line: usize,
    pub(super) cells: Vec<String>,
}

impl Record {
    /// A fault in the cell at `place`, counted from zero.
    pub(super) fn fault(&self, place: usize, fault: CsvFault) -> CsvError {
        CsvError { line: self.line, column: place + 1, fault }
    }
}

/// Lines without anything in them are left out.
pub(super) fn split(text: &str) -> Result<Vec<Record>, CsvError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let separator = separator(text);
    let mut records = Vec::new();
    let mut record = Record { line: 1, cells: Vec::new() };
    let mut cell = String::new();
    let mut line = 1;
    let mut cells = 0;
    let mut chars = text.chars().peekable();
    // A cell whose quotes were closed takes no more text.
    let mut closed = false;
    loop {
        let next = chars.next();
        match next {
            Some('"') if cell.trim().is_empty() && !closed => {
                cell.clear();
                let fault = |record: &Record| record.fault(record.cells.len(), CsvFault::OpenQuote);
                loop {
                    match chars.next() {
                        None => return Err(fault(&record)),
                        Some('"') if chars.peek() == Some(&'"') => {
                            chars.next();
                            cell.push('"');
                        }
                        Some('"') => break,
                        Some(c) => {
                            line += usize::from(c == '\n');
                            cell.push(c);
                        }
                    }
                }
                closed = true;
            }
            Some('\r') if chars.peek() == Some(&'\n') => {}
            Some('\n' | '\r') | None => {
                record.cells.push(std::mem::take(&mut cell));
                let blank = record.cells.len() == 1 && record.cells[0].trim().is_empty() && !closed;
                closed = false;
                line += 1;
                let done = std::mem::replace(&mut record, Record { line, cells: Vec::new() });
                if !blank {
                    cells += done.cells.len();
                    if cells > MOST_CELLS {
                        return Err(done.fault(0, CsvFault::TooManyCells));
                    }
                    records.push(done);
                }
                if next.is_none() {
                    return Ok(records);
                }
            }
            Some(c) if c == separator => {
                record.cells.push(std::mem::take(&mut cell));
                closed = false;
            }
            Some(c) if closed && c.is_whitespace() => {}
            Some(_) if closed => return Err(record.fault(record.cells.len(), CsvFault::AfterQuote)),
            Some(c) => cell.push(c),
        }
    }
}

/// The one that occurs most in the first line.
fn separator(text: &str) -> char {
    let header = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
    let count = |separator: char| header.matches(separator).count();
    // The last of equals wins, so the comma stands last.
    [';', '\t', ','].into_iter().max_by_key(|separator| count(*separator)).unwrap_or(',')
}
