//! The checks of an SQLite file itself: its pages, its indexes, which are copies of rows, and its definitions.

use std::collections::BTreeMap;

use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row};

use crate::{
    db::{Dialect, cells},
    integrity::{CHANGED, Fault},
    mirror,
    pages::{key_of, owner_of},
    schema::{MIGRATIONS, Table, table_named, tables},
};

/// More than anybody reads.
const MOST_FAULTS: usize = 100;

pub(crate) async fn faults(connection: &mut AnyConnection) -> Result<Vec<Fault>, sqlx::Error> {
    let mut faults = definition_faults(connection).await?;
    faults.extend(page_faults(connection).await?);
    Ok(faults)
}

/// Faults of pages, and of rows that differ from their copies in an index.
pub(crate) async fn page_faults(connection: &mut AnyConnection) -> Result<Vec<Fault>, sqlx::Error> {
    let mut faults = Vec::new();
    let sql = format!("pragma integrity_check({MOST_FAULTS})");
    let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(&mut *connection).await?;
    for row in rows {
        let line: String = row.try_get(0)?;
        if line != "ok" {
            faults.push(explain(connection, &line).await);
        }
    }
    Ok(faults)
}

/// SQLite names a number of a row and an index, or a page; people know tables and keys.
async fn explain(connection: &mut AnyConnection, line: &str) -> Fault {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (sql, name) = match words.as_slice() {
        ["row", _, "missing", "from", "index", index]
        | ["wrong", "#", "of", "entries", "in", "index", index]
        | ["non-unique", "entry", "in", "index", index] => {
            ("select tbl_name from sqlite_master where name = $1", (*index).to_owned())
        }
        ["Tree", root, ..] => {
            ("select tbl_name from sqlite_master where cast(rootpage as text) = $1", (*root).to_owned())
        }
        _ => return Fault::of_table("database", line),
    };
    let found = sqlx::query(sql).bind(name).fetch_optional(&mut *connection).await;
    let table: Option<String> = found.ok().flatten().and_then(|row| row.try_get(0).ok());
    let Some(table) = table else { return Fault::of_table("database", line) };
    let number = match words.as_slice() {
        ["row", number, "missing", ..] => number.parse().ok(),
        _ => None,
    };
    match (number, table_named(&table)) {
        (Some(number), Some(known)) => {
            name_row(connection, known, number).await.unwrap_or_else(|| Fault::of_table(&table, line))
        }
        _ => Fault::of_table(&table, line),
    }
}

async fn name_row(connection: &mut AnyConnection, table: &Table, number: i64) -> Option<Fault> {
    let columns: Vec<_> = table.data_columns().collect();
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let sql = format!("select {} from {} not indexed where rowid = $1", names.join(", "), table.name);
    let row = sqlx::query(AssertSqlSafe(sql)).bind(number).fetch_optional(connection).await.ok()??;
    let cells = cells(&row, &columns).ok()?;
    Some(Fault {
        table: table.name.into(),
        owner: owner_of(table, &cells),
        key: key_of(table, &cells),
        cause: CHANGED.into(),
    })
}

/// Tables and indexes whose definitions differ from those of this version.
async fn definition_faults(connection: &mut AnyConnection) -> Result<Vec<Fault>, sqlx::Error> {
    let mut fresh = AnyConnection::connect("sqlite::memory:").await?;
    for statement in MIGRATIONS.iter().flat_map(|migration| migration.iter()) {
        sqlx::raw_sql(*statement).execute(&mut fresh).await?;
    }
    for table in tables().iter().filter(|table| !table.is_sealed()) {
        for statement in mirror::statements(Dialect::Sqlite, table) {
            sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut fresh).await?;
        }
    }
    let (expected, found) = (definitions(&mut fresh).await?, definitions(connection).await?);
    fresh.close().await?;
    let changed = expected.into_iter().filter(|(name, sql)| found.get(name) != Some(sql));
    Ok(changed
        .map(|(name, _)| Fault::of_table("database", format!("the definition of {name} was changed")))
        .collect())
}

async fn definitions(
    connection: &mut AnyConnection,
) -> Result<BTreeMap<String, (String, String)>, sqlx::Error> {
    let sql = "select name, tbl_name, coalesce(sql, '') from sqlite_master";
    let rows = sqlx::query(sql).fetch_all(connection).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, (row.try_get(1)?, row.try_get(2)?)))).collect()
}
