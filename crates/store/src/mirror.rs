//! Mirrors: a second copy of every row that changes, kept by the database itself, so that a changed bit is found.
//!
//! A seal would need the whole row whenever one of its columns changes. On SQLite the copy is an index over all
//! columns, which the integrity check compares with the table. On Postgres it is a generated column with the digest of
//! the others. Both are derived from the schema's own list of tables, and made anew when a later version adds a column.
//! No statement needs to know of them.

use crate::{
    db::Dialect,
    schema::{Kind, Table},
};

/// The statements that make the mirror of a table anew.
pub(crate) fn statements(dialect: Dialect, table: &Table) -> Vec<String> {
    let name = table.name;
    match dialect {
        Dialect::Sqlite => {
            // In reverse order, because no query asks for the last columns first and would read the mirror instead.
            let columns: Vec<&str> = table.columns.iter().rev().map(|(column, _)| *column).collect();
            vec![
                format!("drop index if exists {name}_mirror"),
                format!("create index {name}_mirror on {name} ({})", columns.join(", ")),
            ]
        }
        Dialect::Postgres => vec![
            format!("alter table {name} drop column if exists mirror"),
            format!(
                "alter table {name} add column mirror text generated always as ({}) stored",
                digest(table)
            ),
        ],
    }
}

/// The digest of a row, for Postgres. Each value has its length in front; a null has none.
pub(crate) fn digest(table: &Table) -> String {
    let value = |(column, kind): &(&str, Kind)| {
        let text = match kind {
            Kind::Text => (*column).to_owned(),
            Kind::Int => format!("{column}::text"),
            Kind::Bytes => format!("md5({column})"),
        };
        format!("coalesce(length({text}) || ':' || {text}, '-')")
    };
    let values: Vec<String> = table.columns.iter().map(value).collect();
    format!("md5({})", values.join(" || "))
}
