//! The audit log: append-only. A line is committed together with the change that it reports.

use sqlx::{AnyConnection, Row, any::AnyRow};
use tutti_core::Owner;

use crate::{
    Millis, Store, StoreError,
    db::{Cell, Dialect, insert_many},
    read::{int, optional_text, text},
};

/// A line for the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLine {
    /// The account that it concerns, if any.
    pub owner: Option<Owner>,
    pub at: Millis,
    /// The name of the person who did it, if known.
    pub who: Option<String>,
    pub what: String,
    pub subject: Option<String>,
    pub address: Option<String>,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditLine {
    /// Counts up.
    pub n: i64,
    pub line: NewLine,
}

pub(crate) async fn log(
    connection: &mut AnyConnection,
    dialect: Dialect,
    line: &NewLine,
) -> Result<(), sqlx::Error> {
    let last = sqlx::query("select coalesce(max(n), 0) from audit").fetch_one(&mut *connection).await?;
    let cells = vec![
        Cell::Int(last.try_get::<i64, _>(0)? + 1),
        Cell::text(line.owner.as_ref().map_or("", Owner::as_str)),
        Cell::Int(line.at),
        Cell::optional_text(line.who.as_deref()),
        Cell::text(&line.what),
        Cell::optional_text(line.subject.as_deref()),
        Cell::optional_text(line.address.as_deref()),
    ];
    let into = "audit (n, owner, at, who, what, subject, address)";
    insert_many(connection, dialect, into, "", vec![cells]).await.map(|_| ())
}

const LINE: &str = "n, owner, at, who, what, subject, address";

impl Store {
    /// The log, the newest first, from before line `before`.
    pub async fn audit(&self, before: Option<i64>, limit: u32) -> Result<Vec<AuditLine>, StoreError> {
        let sql = format!("select {LINE} from audit where n < $1 order by n desc limit $2");
        self.lines(sql, before.unwrap_or(i64::MAX), limit).await
    }

    /// The log, the oldest first, from after line `after`; 0 for the beginning.
    pub async fn audit_from(&self, after: i64, limit: u32) -> Result<Vec<AuditLine>, StoreError> {
        let sql = format!("select {LINE} from audit where n > $1 order by n limit $2");
        self.lines(sql, after, limit).await
    }

    async fn lines(&self, sql: String, place: i64, limit: u32) -> Result<Vec<AuditLine>, StoreError> {
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(place)
            .bind(i64::from(limit))
            .fetch_all(self.readers())
            .await
            .map_err(|error| self.db().error(&error))?;
        rows.iter().map(audit_line).collect()
    }
}

fn audit_line(row: &AnyRow) -> Result<AuditLine, StoreError> {
    let owner = Some(text(row, "owner")?).filter(|owner| !owner.is_empty());
    let line = NewLine {
        owner: owner.map(Owner::parse).transpose().map_err(|error| StoreError::Damaged(error.to_string()))?,
        at: int(row, "at")?,
        who: optional_text(row, "who")?,
        what: text(row, "what")?,
        subject: optional_text(row, "subject")?,
        address: optional_text(row, "address")?,
    };
    Ok(AuditLine { n: int(row, "n")?, line })
}
