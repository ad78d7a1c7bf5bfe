//! Reads a table of answers from CSV text, every error with its line and column.
//!
//! The first line names the items. A cell is `0` or `1`; for an item with a key, the name of an option. A blank is an
//! omission (or as [`CsvReading::blank`] says), `NA` an item that was not presented, `NR` one not reached. Commas,
//! semicolons and tabs separate; the header decides which.

use std::collections::{BTreeMap, BTreeSet};

use tutti_core::{Code, Problem, nearest};

use crate::responses::{Cell, Item, Responses, TableError};

mod record;

/// First columns that name persons when [`PersonColumn::Guess`] is asked for.
const PERSON_HEADERS: &[&str] = &["", "person", "id", "student", "learner", "name", "rownames", "user"];

/// The most columns of a table; the longest tests have a few hundred items.
pub const MOST_COLUMNS: usize = 2_000;
/// The most cells of a table: 20,000 persons and 200 items, or 4,000 and 1,000.
pub const MOST_CELLS: usize = 4_000_000;

/// Which column names the persons.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum PersonColumn {
    /// The first column, if its header is a usual one such as `person`, `id` or `student`.
    #[default]
    Guess,
    /// There is none; persons are numbered from 1.
    Absent,
    Named(String),
}

/// What the text cannot say about itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CsvReading {
    pub person: PersonColumn,
    /// Right option by item.
    pub key: BTreeMap<String, String>,
    /// Options by item. Where an item is missing here, its options are the single letters (or digits) that occur.
    pub options: BTreeMap<String, Vec<String>>,
    pub blank: Blank,
    /// Blanks at the end of a row become [`Cell::NotReached`].
    pub trailing_not_reached: bool,
}

/// What an empty cell means.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Blank {
    #[default]
    Omitted,
    NotPresented,
}

/// Where and why the text is not a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct CsvError {
    /// Counted from one, as an editor does.
    pub line: usize,
    /// Number of the cell in its line, counted from one.
    pub column: usize,
    pub fault: CsvFault,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CsvFault {
    #[error("there is no header")]
    Empty,
    #[error("the header names no item")]
    NoItems,
    #[error("the item has no name")]
    UnnamedItem,
    #[error(
        "the table has {have} columns; at most {MOST_COLUMNS} are analysed: split it into tests of fewer items"
    )]
    TooManyColumns { have: usize },
    #[error("the table has more than {MOST_CELLS} cells; analyse fewer persons or fewer items at a time")]
    TooManyCells,
    #[error("two columns are called `{0}`")]
    DuplicateItem(String),
    #[error("no column is called `{name}`{}", did_you_mean(near.as_deref()))]
    NoSuchColumn {
        name: String,
        /// The closest name in the header.
        near: Option<String>,
    },
    #[error("the line has {have} cells, the header {need}")]
    Ragged { have: usize, need: usize },
    #[error("a quoted cell does not end")]
    OpenQuote,
    #[error("text follows the closing quote of a cell")]
    AfterQuote,
    #[error("the person has no name")]
    UnnamedPerson,
    #[error("person `{name}` is already in line {first}")]
    DuplicatePerson {
        name: String,
        /// Line of the first.
        first: usize,
    },
    #[error("`{value}` is not an answer to item `{item}`: there is no key for it, so 0 or 1 is expected")]
    NotScored { item: String, value: String },
    #[error("`{value}` is not an option of item `{item}`; its options are: {known}")]
    UnknownOption {
        item: String,
        value: String,
        /// The options, or what an option must look like.
        known: String,
    },
    #[error("the key `{key}` of item `{item}` is not one of its options")]
    KeyOutside { item: String, key: String },
    #[error(transparent)]
    Table(TableError),
}

fn did_you_mean(near: Option<&str>) -> String {
    near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default()
}

impl From<CsvError> for Problem {
    fn from(error: CsvError) -> Self {
        Self::new(Code::BadInput, error.to_string())
    }
}

struct Column {
    place: usize,
    id: String,
    key: Option<String>,
    /// As listed; if nothing was listed, as they turn up.
    options: Vec<String>,
    listed: bool,
}

/// Reads answers from CSV text.
pub fn read_csv(text: &str, reading: &CsvReading) -> Result<Responses, CsvError> {
    let records = record::split(text)?;
    let Some((header, body)) = records.split_first() else {
        return Err(CsvError { line: 1, column: 1, fault: CsvFault::Empty });
    };
    if header.cells.len() > MOST_COLUMNS {
        let have = header.cells.len();
        return Err(header.fault(MOST_COLUMNS, CsvFault::TooManyColumns { have }));
    }
    let person = person_place(header, &reading.person)?;
    let mut columns = item_columns(header, person, reading)?;

    let mut lines: BTreeMap<String, usize> = BTreeMap::new();
    let mut rows = Vec::with_capacity(body.len());
    for record in body {
        let (have, need) = (record.cells.len(), header.cells.len());
        if have != need {
            return Err(record.fault(have.min(need), CsvFault::Ragged { have, need }));
        }
        let name = match person {
            Some(place) => record.cells[place].trim().to_owned(),
            None => (rows.len() + 1).to_string(),
        };
        let place = person.unwrap_or(0);
        if name.is_empty() {
            return Err(record.fault(place, CsvFault::UnnamedPerson));
        }
        if let Some(&first) = lines.get(&name) {
            return Err(record.fault(place, CsvFault::DuplicatePerson { name, first }));
        }
        lines.insert(name.clone(), record.line);
        let cells = columns
            .iter_mut()
            .map(|column| {
                let value = record.cells[column.place].trim();
                cell(value, column, reading.blank).map_err(|fault| record.fault(column.place, fault))
            })
            .collect::<Result<Vec<Cell>, _>>()?;
        rows.push((name, cells));
    }

    let (items, rows) = in_order_of_name(columns, rows);
    let table = Responses::from_rows(items, rows).map_err(|error| CsvError {
        line: header.line,
        column: 1,
        fault: CsvFault::Table(error),
    })?;
    Ok(if reading.trailing_not_reached { table.trailing_blanks_not_reached() } else { table })
}

fn person_place(header: &record::Record, wanted: &PersonColumn) -> Result<Option<usize>, CsvError> {
    match wanted {
        PersonColumn::Absent => Ok(None),
        PersonColumn::Guess => {
            let first = header.cells.first().map(|name| name.trim().to_lowercase()).unwrap_or_default();
            Ok(PERSON_HEADERS.contains(&first.as_str()).then_some(0))
        }
        PersonColumn::Named(name) => match header.cells.iter().position(|cell| cell.trim() == name) {
            Some(place) => Ok(Some(place)),
            None => Err(header.fault(0, no_such_column(header, name))),
        },
    }
}

fn no_such_column(header: &record::Record, name: &str) -> CsvFault {
    let near = nearest(name, header.cells.iter().map(|cell| cell.trim())).map(str::to_owned);
    CsvFault::NoSuchColumn { name: name.to_owned(), near }
}

fn item_columns(
    header: &record::Record,
    person: Option<usize>,
    reading: &CsvReading,
) -> Result<Vec<Column>, CsvError> {
    let mut names = BTreeSet::new();
    let mut columns = Vec::new();
    for (place, name) in header.cells.iter().enumerate().filter(|(place, _)| Some(*place) != person) {
        let id = name.trim().to_owned();
        if id.is_empty() {
            return Err(header.fault(place, CsvFault::UnnamedItem));
        }
        if !names.insert(id.clone()) {
            return Err(header.fault(place, CsvFault::DuplicateItem(id)));
        }
        let options = reading.options.get(&id).cloned().unwrap_or_default();
        let key = reading.key.get(&id).map(|key| key.trim().to_owned());
        if let Some(key) = &key
            && !options.is_empty()
            && !options.iter().any(|option| option.eq_ignore_ascii_case(key))
        {
            return Err(header.fault(place, CsvFault::KeyOutside { item: id, key: key.clone() }));
        }
        columns.push(Column { place, id, key, listed: !options.is_empty(), options });
    }
    if columns.is_empty() {
        return Err(header.fault(0, CsvFault::NoItems));
    }
    if let Some(name) = reading.key.keys().chain(reading.options.keys()).find(|name| !names.contains(*name)) {
        return Err(header.fault(0, no_such_column(header, name)));
    }
    Ok(columns)
}

fn cell(value: &str, column: &mut Column, blank: Blank) -> Result<Cell, CsvFault> {
    match value {
        "" if blank == Blank::NotPresented => return Ok(Cell::NotPresented),
        "" => return Ok(Cell::Omitted),
        "NA" => return Ok(Cell::NotPresented),
        "NR" => return Ok(Cell::NotReached),
        _ => {}
    }
    let Some(key) = &column.key else {
        return match value {
            "1" => Ok(Cell::Right),
            "0" => Ok(Cell::Wrong),
            _ => Err(CsvFault::NotScored { item: column.id.clone(), value: value.to_owned() }),
        };
    };
    if let Some(place) = column.options.iter().position(|option| option.eq_ignore_ascii_case(value)) {
        return Ok(Cell::Chosen(place as u16));
    }
    let digits = key.starts_with(|c: char| c.is_ascii_digit());
    let known = match (column.listed, digits) {
        (true, _) => column.options.join(", "),
        (false, true) => "single digits".to_owned(),
        (false, false) => "single letters".to_owned(),
    };
    let fits = |c: char| if digits { c.is_ascii_digit() } else { c.is_ascii_alphabetic() };
    if column.listed || value.len() != 1 || !value.starts_with(fits) {
        return Err(CsvFault::UnknownOption { item: column.id.clone(), value: value.to_owned(), known });
    }
    column.options.push(value.to_ascii_uppercase());
    Ok(Cell::Chosen(column.options.len() as u16 - 1))
}

/// Options that were not listed stand in the order of their names, not in the order they turned up.
fn in_order_of_name(
    columns: Vec<Column>,
    mut rows: Vec<(String, Vec<Cell>)>,
) -> (Vec<Item>, Vec<(String, Vec<Cell>)>) {
    let mut items = Vec::with_capacity(columns.len());
    for (place, column) in columns.into_iter().enumerate() {
        let Some(key) = column.key else {
            items.push(Item::without_options(column.id));
            continue;
        };
        let mut options = column.options.clone();
        if !column.listed {
            if !options.iter().any(|option| option.eq_ignore_ascii_case(&key)) {
                options.push(key.to_ascii_uppercase());
            }
            options.sort();
        }
        let find =
            |name: &str| options.iter().position(|option| option.eq_ignore_ascii_case(name)).unwrap_or(0);
        let moved: Vec<u16> = column.options.iter().map(|name| find(name) as u16).collect();
        for (_, row) in &mut rows {
            if let Cell::Chosen(option) = &mut row[place] {
                *option = moved[usize::from(*option)];
            }
        }
        let key = find(&key) as u16;
        items.push(Item { id: column.id, options, key: Some(key) });
    }
    (items, rows)
}

#[cfg(test)]
mod tests;
