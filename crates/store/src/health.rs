//! Health checks of a store, for `tutti doctor`.

use sqlx::Row;

use crate::{Store, StoreError, db::Dialect, schema::VERSION};

/// The result of a check of the whole store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Health {
    /// The version of the schema, after any migration on opening.
    pub schema: i64,
    /// What the database reports about its own pages; empty if all is well.
    pub faults: Vec<String>,
}

impl Store {
    /// Reads every page of an SQLite file. A Postgres server checks its own, so there a reply is enough.
    pub async fn health(&self) -> Result<Health, StoreError> {
        let sql = match self.db().dialect {
            Dialect::Sqlite => "pragma quick_check(20)",
            Dialect::Postgres => "select 'ok'",
        };
        let rows =
            sqlx::query(sql).fetch_all(self.readers()).await.map_err(|error| self.db().error(&error))?;
        let said = rows.iter().map(|row| row.try_get::<String, _>(0));
        let said: Vec<String> = said.collect::<Result<_, _>>().map_err(|error| self.db().error(&error))?;
        Ok(Health { schema: VERSION, faults: said.into_iter().filter(|line| line != "ok").collect() })
    }
}
