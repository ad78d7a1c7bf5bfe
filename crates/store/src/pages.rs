//! Reads a whole table page by page, in an order that a damaged index cannot disturb.

use std::fmt;

use sqlx::{AnyConnection, AssertSqlSafe};

use crate::{
    db::{Cell, Dialect, bind, cells},
    schema::{Kind, Table},
};

/// Rows of a page. Bounds the memory of a copy.
const PAGE: usize = 256;

/// A row with the values of all columns.
pub(crate) struct FullRow {
    pub(crate) cells: Vec<Cell>,
}

/// Reads one table from its first row to its last.
#[derive(Debug)]
pub(crate) struct Pages {
    table: Table,
    dialect: Dialect,
    /// The place of the last row that was read: SQLite's row number, or the primary key.
    last: Option<Vec<Cell>>,
    is_over: bool,
}

impl Pages {
    pub(crate) fn new(table: &Table, dialect: Dialect) -> Self {
        Self { table: table.clone(), dialect, last: None, is_over: false }
    }

    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    /// The next rows; none at the end.
    pub(crate) async fn next(
        &mut self,
        connection: &mut AnyConnection,
    ) -> Result<Option<Vec<FullRow>>, sqlx::Error> {
        if self.is_over {
            return Ok(None);
        }
        let columns: Vec<&str> = self.table.columns.iter().map(|(name, _)| *name).collect();
        let (columns, name) = (columns.join(", "), self.table.name);
        let (place, from) = match self.dialect {
            // Without an index, so that the rows of the table are read and not a copy of them.
            Dialect::Sqlite => ("rowid".to_owned(), format!("{name} not indexed")),
            Dialect::Postgres => (self.table.key.join(", "), name.to_owned()),
        };
        let places: Vec<String> = (1..=self.places().len()).map(|n| self.dialect.place(n)).collect();
        let after = self
            .last
            .as_ref()
            .map_or_else(String::new, |_| format!("where ({place}) > ({})", places.join(", ")));
        let sql = format!("select {columns}, {place} from {from} {after} order by {place} limit {PAGE}");
        let query = self.last.take().into_iter().flatten().fold(sqlx::query(AssertSqlSafe(sql)), bind);
        let found = query.fetch_all(connection).await?;
        self.is_over = found.len() < PAGE;
        let mut all = self.table.columns.clone();
        all.extend(self.places());
        let mut rows = Vec::with_capacity(found.len());
        for row in &found {
            let mut cells = cells(row, &all)?;
            self.last = Some(cells.split_off(self.table.columns.len()));
            rows.push(FullRow { cells });
        }
        Ok((!rows.is_empty()).then_some(rows))
    }

    fn places(&self) -> Vec<(&'static str, Kind)> {
        match self.dialect {
            Dialect::Sqlite => vec![("rowid", Kind::Int)],
            Dialect::Postgres => {
                let kind = |name: &&str| self.table.columns.iter().find(|(column, _)| column == name);
                self.table.key.iter().filter_map(kind).copied().collect()
            }
        }
    }
}

impl FullRow {
    /// The values without the seal, in the order of the schema, and the seal.
    pub(crate) fn split(mut self, table: &Table) -> (Vec<Cell>, Option<i64>) {
        let seal = table.columns.iter().position(|(name, _)| *name == crate::schema::SEAL);
        let seal = seal.map(|place| self.cells.remove(place));
        (self.cells, if let Some(Cell::Int(value)) = seal { Some(value) } else { None })
    }
}

/// The value of a column.
pub(crate) fn value_of<'a>(table: &Table, cells: &'a [Cell], column: &str) -> Option<&'a Cell> {
    let place = table.data_columns().position(|(name, _)| name == column)?;
    cells.get(place)
}

/// The primary key as people read it, without the owner.
pub(crate) fn key_of(table: &Table, cells: &[Cell]) -> String {
    let parts = table.key.iter().filter(|name| **name != "owner");
    let parts: Vec<String> =
        parts.filter_map(|name| value_of(table, cells, name)).map(ToString::to_string).collect();
    parts.join(" ")
}

pub(crate) fn owner_of(table: &Table, cells: &[Cell]) -> String {
    value_of(table, cells, "owner").map(ToString::to_string).unwrap_or_default()
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null(_) => f.write_str("null"),
            Self::Int(value) => write!(f, "{value}"),
            Self::Text(text) => f.write_str(text),
            Self::Bytes(bytes) => write!(f, "{} bytes", bytes.len()),
        }
    }
}
