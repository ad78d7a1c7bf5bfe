//! The export of one owner: everything that the store has of them.
//!
//! Tables and columns are taken from the schema, so one that is added later is not missed. The export is a consistent
//! snapshot, read in pieces of bounded size, without the hashes of passwords and keys.

use serde_json::{Map, Value, json};
use sqlx::{AnyConnection, AssertSqlSafe, Row, any::AnyRow};
use tutti_core::{ContentHash, Owner};

use crate::{
    Owned, StoreError,
    db::{Cell, Db, cells},
    payload::{self, Column},
    schema::{SEAL, Table, tables},
};

/// The next piece to read.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// Rows of a table, as objects.
    Rows { table: &'static str, rows: Vec<Value> },
    /// A stored file, or an earlier version of an item.
    File { hash: ContentHash, bytes: Vec<u8> },
}

/// Reads piece by piece; keeps a connection until it is dropped.
#[derive(Debug)]
pub struct OwnerExport {
    db: Db,
    connection: AnyConnection,
    owner: Owner,
    tables: Vec<Table>,
    /// Rows of the current table that were read.
    read: usize,
    /// None until all tables are read.
    files: Option<Vec<String>>,
}

/// Rows at a time.
const PAGE: usize = 200;

/// Columns with JSON, some of them large values that are stored elsewhere.
const JSON: [(&str, &str); 11] = [
    ("runs", "input"),
    ("runs", "output"),
    ("runs", "waits"),
    ("runs", "stop"),
    ("runs", "budget"),
    ("journal", "output"),
    ("reviews", "question"),
    ("replies", "reply"),
    ("items", "item"),
    ("records", "value"),
    ("keys", "flows"),
];

/// Nobody can use them, and nobody should try.
const SECRET: [(&str, &str); 3] = [("accounts", "password"), ("keys", "hash"), ("second_factors", "secret")];

/// Files come after the tables; an existing owner is not among the forgotten ones; recovery codes are nothing but
/// secrets.
const NO_ROWS: [&str; 3] = ["blobs", "forgotten", "recovery_codes"];

impl Owned {
    /// Starts the export of this owner.
    pub async fn export(&self) -> Result<OwnerExport, StoreError> {
        let db = self.store.db().clone();
        let mut connection = db.connect().await?;
        let begun = sqlx::raw_sql(db.dialect.begin_snapshot()).execute(&mut connection).await;
        begun.map_err(|error| db.error(&error))?;
        // The last one is read first.
        let mut tables: Vec<Table> =
            tables().into_iter().filter(|table| !NO_ROWS.contains(&table.name)).collect();
        tables.reverse();
        Ok(OwnerExport { db, connection, owner: self.owner.clone(), tables, read: 0, files: None })
    }
}

impl OwnerExport {
    /// The next piece; none at the end. Rows of a table come one after the other, the tables before the files.
    pub async fn next(&mut self) -> Result<Option<Piece>, StoreError> {
        while let Some(table) = self.tables.pop() {
            let page = self.rows(&table).await?;
            let rows = self.objects(&table, &page).await?;
            let name = table.name;
            if page.len() == PAGE {
                self.read += PAGE;
                self.tables.push(table);
            } else {
                self.read = 0;
            }
            if !rows.is_empty() {
                return Ok(Some(Piece::Rows { table: name, rows }));
            }
        }
        if self.files.is_none() {
            self.files = Some(self.hashes().await?);
        }
        let Some(hash) = self.files.as_mut().and_then(Vec::pop) else { return Ok(None) };
        let bytes = self.bytes(&hash).await?;
        Ok(Some(Piece::File { hash: ContentHash::from_stored(hash), bytes }))
    }

    async fn rows(&mut self, table: &Table) -> Result<Vec<AnyRow>, StoreError> {
        let names: Vec<&str> = table.columns.iter().map(|(name, _)| *name).collect();
        // Records of a kind, and lines of a journal in the order they were written, stand together.
        let order = match table.name {
            "journal" => "run, n",
            _ => "1, 2, 3",
        };
        let (columns, name, read) = (names.join(", "), table.name, self.read);
        let sql = format!(
            "select {columns} from {name} where owner = $1 order by {order} limit {PAGE} offset {read}"
        );
        self.fetch(sql, None).await
    }

    async fn fetch(&mut self, sql: String, second: Option<&str>) -> Result<Vec<AnyRow>, StoreError> {
        let mut query = sqlx::query(AssertSqlSafe(sql)).bind(self.owner.as_str().to_owned());
        if let Some(second) = second {
            query = query.bind(second.to_owned());
        }
        query.fetch_all(&mut self.connection).await.map_err(|error| self.db.error(&error))
    }

    async fn objects(&mut self, table: &Table, page: &[AnyRow]) -> Result<Vec<Value>, StoreError> {
        let mut objects = Vec::with_capacity(page.len());
        for row in page {
            let mut object = Map::new();
            let values = cells(row, &table.columns).map_err(|error| self.db.error(&error))?;
            for ((column, _), cell) in table.columns.iter().zip(values) {
                let place = (table.name, *column);
                let value = match cell {
                    _ if SECRET.contains(&place) || *column == SEAL => continue,
                    Cell::Null(_) => Value::Null,
                    Cell::Int(number) => json!(number),
                    Cell::Text(text) if JSON.contains(&place) => self.value(&text).await?,
                    Cell::Text(text) => Value::String(text),
                    Cell::Bytes(bytes) => json!({ "bytes": bytes.len() }),
                };
                object.insert((*column).to_owned(), value);
            }
            objects.push(Value::Object(object));
        }
        Ok(objects)
    }

    async fn value(&mut self, text: &str) -> Result<Value, StoreError> {
        match payload::column(text) {
            Column::Json(json) => payload::parse(json),
            Column::Blob(hash) => {
                let bytes = self.bytes(hash).await?;
                payload::parse_blob(hash, &bytes)
            }
        }
    }

    async fn bytes(&mut self, hash: &str) -> Result<Vec<u8>, StoreError> {
        let sql = "select bytes from blobs where owner = $1 and hash = $2".to_owned();
        let rows = self.fetch(sql, Some(hash)).await?;
        let row = rows.first().ok_or_else(|| StoreError::Damaged(format!("blob {hash} is missing")))?;
        row.try_get("bytes").map_err(|error| self.db.error(&error))
    }

    /// Blobs that are not merely a large value of some row.
    async fn hashes(&mut self) -> Result<Vec<String>, StoreError> {
        let sql = "select hash from blobs where owner = $1 and '@' || hash not in (
                       select input from runs where owner = $1
                       union select coalesce(output, '') from runs where owner = $1
                       union select output from journal where owner = $1
                       union select item from items where owner = $1
                       union select value from records where owner = $1)
                   order by hash desc";
        let rows = self.fetch(sql.to_owned(), None).await?;
        rows.iter().map(|row| row.try_get(0).map_err(|error| self.db.error(&error))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A renamed column would otherwise be exported unchanged.
    #[test]
    fn the_named_columns_are_there() {
        let tables = tables();
        for (table, column) in JSON.iter().chain(&SECRET) {
            let found = tables.iter().find(|found| found.name == *table).unwrap();
            assert!(found.columns.iter().any(|(name, _)| name == column), "{table}.{column}");
        }
    }
}
