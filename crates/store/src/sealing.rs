//! Seals the rows that an earlier version wrote without a seal.

use sqlx::{AnyConnection, AssertSqlSafe, Row};
use tutti_core::ContentHash;

use crate::{
    db::{Cell, Dialect, bind},
    pages::{FullRow, Pages, value_of},
    schema::{SEAL, Table},
    seal::{Field, seal_of},
};

/// Within the caller's transaction. A blob whose bytes are not those of its name is left without a seal.
pub(crate) async fn seal_all(
    connection: &mut AnyConnection,
    dialect: Dialect,
    table: &Table,
) -> Result<(), sqlx::Error> {
    let sql = format!("select count(*) from {} where {SEAL} is null", table.name);
    let unsealed: i64 = sqlx::query(AssertSqlSafe(sql)).fetch_one(&mut *connection).await?.try_get(0)?;
    if unsealed == 0 {
        return Ok(());
    }
    let mut pages = Pages::new(table, dialect);
    while let Some(rows) = pages.next(connection).await? {
        for row in rows {
            seal_row(connection, dialect, table, row).await?;
        }
    }
    Ok(())
}

async fn seal_row(
    connection: &mut AnyConnection,
    dialect: Dialect,
    table: &Table,
    row: FullRow,
) -> Result<(), sqlx::Error> {
    let (cells, seal) = row.split(table);
    if seal.is_some() || !has_named_bytes(table, &cells) {
        return Ok(());
    }
    let fields: Vec<Field<'_>> = cells.iter().map(Field::from).collect();
    let key: Vec<String> =
        table.key.iter().enumerate().map(|(i, name)| format!("{name} = {}", dialect.place(i + 2))).collect();
    let sql = format!("update {} set {SEAL} = {} where {}", table.name, dialect.place(1), key.join(" and "));
    let key = table.key.iter().filter_map(|name| value_of(table, &cells, name)).cloned();
    let query = key.fold(bind(sqlx::query(AssertSqlSafe(sql)), Cell::Int(seal_of(table, &fields))), bind);
    query.execute(connection).await.map(|_| ())
}

/// Whether the bytes of a blob are those that its hash names; true for every other row.
pub(crate) fn has_named_bytes(table: &Table, cells: &[Cell]) -> bool {
    match (value_of(table, cells, "hash"), value_of(table, cells, "bytes")) {
        (Some(Cell::Text(hash)), Some(Cell::Bytes(bytes))) => ContentHash::of_bytes(bytes).as_str() == hash,
        _ => true,
    }
}
