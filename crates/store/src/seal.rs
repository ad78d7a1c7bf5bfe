//! Seals: a digest in every row that is written once, so that a changed bit is found.
//!
//! A seal covers every column of its row in one canonical encoding. It is computed here, from the schema's own list of
//! columns, when a row is inserted, and compared when it is read. It has no key: it finds accidents, not forgers. The
//! bytes of a blob are covered by the hash that names them. Rows that change are guarded by [`crate::mirror`].
//!
//! A column with its default value is left out, so a seal stays valid when a later version adds a column.

use sha2::{Digest, Sha256};

use crate::{
    StoreError,
    db::Cell,
    schema::{Kind, SEAL, Table, table_named},
};

/// A value as the seal sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Field<'a> {
    Null,
    Int(i64),
    Text(&'a str),
    Bytes(&'a [u8]),
}

impl<'a> From<&'a Cell> for Field<'a> {
    fn from(cell: &'a Cell) -> Self {
        match cell {
            Cell::Null(_) => Self::Null,
            Cell::Int(value) => Self::Int(*value),
            Cell::Text(text) => Self::Text(text),
            Cell::Bytes(bytes) => Self::Bytes(bytes),
        }
    }
}

impl<'a> From<&'a str> for Field<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Field<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Field<'_> {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl<'a> From<Option<&'a str>> for Field<'a> {
    fn from(text: Option<&'a str>) -> Self {
        text.map_or(Self::Null, Self::Text)
    }
}

/// The seal of a row: `fields` are the values of the columns, in the order of the schema.
pub(crate) fn seal_of(table: &Table, fields: &[Field<'_>]) -> i64 {
    let digest = Sha256::digest(encode(table, fields, false));
    let mut first = [0; 8];
    first.copy_from_slice(&digest[..8]);
    i64::from_be_bytes(first)
}

/// The canonical bytes of a row; without `contents`, a blob's bytes are left to its hash.
pub(crate) fn encode(table: &Table, fields: &[Field<'_>], contents: bool) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(512);
    put(&mut bytes, b'#', table.name.as_bytes());
    for ((column, kind), field) in table.data_columns().zip(fields) {
        if is_default(table, column, *field) || (kind == Kind::Bytes && !contents) {
            continue;
        }
        put(&mut bytes, b'=', column.as_bytes());
        match field {
            Field::Null => put(&mut bytes, b'n', &[]),
            Field::Int(value) => put(&mut bytes, b'i', &value.to_be_bytes()),
            Field::Text(text) => put(&mut bytes, b't', text.as_bytes()),
            Field::Bytes(content) => put(&mut bytes, b'b', content),
        }
    }
    bytes
}

/// A mark, the length and the bytes, so that no two rows have the same encoding.
fn put(out: &mut Vec<u8>, mark: u8, bytes: &[u8]) {
    out.push(mark);
    out.extend_from_slice(&(bytes.len() as u64).to_be_bytes());
    out.extend_from_slice(bytes);
}

fn is_default(table: &Table, column: &str, field: Field<'_>) -> bool {
    match (table.default_of(column), field) {
        (None, Field::Null) => true,
        (Some(default), Field::Int(value)) => default.parse() == Ok(value),
        (Some(default), Field::Text(text)) => default.trim_matches('\'') == text,
        _ => false,
    }
}

/// Adds seals to rows that are about to be inserted.
pub(crate) struct Sealer {
    table: &'static Table,
    /// For each column with data, the place of its value in a row; none if it gets its default.
    places: Vec<Option<usize>>,
}

impl Sealer {
    /// For `TABLE (COLUMN, …)`; none if the table is not sealed or the rows have their seals already.
    pub(crate) fn for_insert(into: &str) -> Option<Self> {
        let (table, names) = into.strip_suffix(')')?.split_once(" (")?;
        let names: Vec<&str> = names.split(", ").collect();
        let table = table_named(table).filter(|table| table.is_sealed() && !names.contains(&SEAL))?;
        Some(Self::new(table, &names))
    }

    pub(crate) fn new(table: &'static Table, names: &[&str]) -> Self {
        let places = table.data_columns().map(|(column, _)| names.iter().position(|name| *name == column));
        Self { table, places: places.collect() }
    }

    pub(crate) fn seal(&self, cells: &[Cell]) -> Cell {
        let fields: Vec<Field<'_>> = self
            .table
            .data_columns()
            .zip(&self.places)
            .map(|((column, kind), place)| match place.and_then(|place| cells.get(place)) {
                Some(cell) => cell.into(),
                None => self.default_of(column, kind),
            })
            .collect();
        Cell::Int(seal_of(self.table, &fields))
    }

    fn default_of(&self, column: &str, kind: Kind) -> Field<'static> {
        match (self.table.default_of(column), kind) {
            (Some(text), Kind::Int) => text.parse().map_or(Field::Null, Field::Int),
            (Some(text), _) => Field::Text(text.trim_matches('\'')),
            (None, _) => Field::Null,
        }
    }
}

/// Refuses a row that differs from what was written. A row of an earlier version has no seal.
pub(crate) fn check(
    table: &'static str,
    fields: &[Field<'_>],
    seal: Option<i64>,
    key: impl FnOnce() -> String,
) -> Result<(), StoreError> {
    let Some(seal) = seal else { return Ok(()) };
    if table_named(table).is_some_and(|table| seal_of(table, fields) == seal) {
        return Ok(());
    }
    Err(StoreError::DamagedRow { table, key: key() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells() -> Vec<Cell> {
        let (text, int) = (Cell::text, Cell::Int);
        vec![
            text("r"),
            text("k"),
            text("o"),
            int(0),
            text("step"),
            Cell::Null(Kind::Text),
            text("1"),
            int(2),
            int(3),
        ]
    }

    const INTO: &str = "journal (run, key, owner, n, kind, input, output, started_at, ended_at)";

    fn number(cell: &Cell) -> i64 {
        if let Cell::Int(value) = cell { *value } else { 0 }
    }

    #[test]
    fn every_column_counts() {
        let sealer = Sealer::for_insert(INTO).unwrap();
        let first = number(&sealer.seal(&cells()));
        assert_eq!(first, number(&sealer.seal(&cells())));
        for place in 0..cells().len() {
            let mut other = cells();
            other[place] = match &other[place] {
                Cell::Int(value) => Cell::Int(value + 1),
                _ => Cell::text("other"),
            };
            assert_ne!(first, number(&sealer.seal(&other)), "column {place}");
        }
    }

    #[test]
    fn the_order_of_columns_does_not_count() {
        let sealer = Sealer::for_insert("forgotten (owner, at)").unwrap();
        let other = Sealer::for_insert("forgotten (at, owner)").unwrap();
        let seal = number(&sealer.seal(&[Cell::text("a"), Cell::Int(1)]));
        assert_eq!(seal, number(&other.seal(&[Cell::Int(1), Cell::text("a")])));
    }

    #[test]
    fn rows_that_change_are_not_sealed() {
        assert!(Sealer::for_insert("runs (id, owner)").is_none());
        assert!(Sealer::for_insert("forgotten (owner, at, seal)").is_none());
    }

    /// An update would break the seal of its row.
    #[test]
    fn no_statement_changes_a_sealed_row() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            for table in crate::schema::tables().iter().filter(|table| table.is_sealed()) {
                let update = ["update ", table.name, " set"].concat();
                assert!(!text.contains(&update), "{}: {update}", path.display());
            }
        }
    }
}
