//! Verifies that everything in a store is what was written, and names what is not.
//!
//! Rows that are written once are compared with their seals, blobs with their names, rows that change with their
//! mirrors; on SQLite the structure of the file and the definitions of its tables are checked as well.

use std::fmt;

use serde::Serialize;
use sqlx::{AnyConnection, AssertSqlSafe, Row};

use crate::{
    Store, StoreError,
    db::{Cell, Db, Dialect, cells},
    mirror,
    pages::{FullRow, Pages, key_of, owner_of},
    schema::{Table, VERSION, tables},
    seal::{Field, seal_of},
    sealing::has_named_bytes,
    sqlite_check,
};

/// Something in a store that is not what was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The table, or `database` if it is not known.
    pub table: String,
    /// The owner of the row; empty if it is not known.
    pub owner: String,
    /// The key of the row in its table, such as a run and a step; empty if it is not known.
    pub key: String,
    pub cause: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, owner, key, cause } = self;
        match (key.is_empty(), owner.is_empty()) {
            (true, _) => write!(f, "{table}: {cause}"),
            (false, true) => write!(f, "{table} `{key}`: {cause}"),
            (false, false) => write!(f, "{table} `{key}` of {owner}: {cause}"),
        }
    }
}

impl Fault {
    pub(crate) fn of_table(table: &str, cause: impl fmt::Display) -> Self {
        Self { table: table.into(), owner: String::new(), key: String::new(), cause: cause.to_string() }
    }

    pub(crate) fn of_row(table: &Table, cells: &[Cell], cause: &str) -> Self {
        Self {
            table: table.name.into(),
            owner: owner_of(table, cells),
            key: key_of(table, cells),
            cause: cause.into(),
        }
    }
}

/// The result of verifying a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Soundness {
    /// The version of the schema, after any migration on opening.
    pub schema: i64,
    /// How many rows were read.
    pub rows: u64,
    /// Rows without a seal, from an earlier version. Changes in them cannot be found.
    pub unsealed: u64,
    pub faults: Vec<Fault>,
}

pub(crate) const CHANGED: &str = "its content was changed after it was written";
const NO_BLOB: &str = "its large value is missing";

/// A row that was read, and whether it is what was written.
pub(crate) enum Verified {
    Sound { cells: Vec<Cell>, sealed: bool },
    Damaged(Fault),
}

/// Compares a row with its seal and a blob with its name. Rows that change are verified by their mirrors.
pub(crate) fn verify_row(table: &Table, row: FullRow) -> Verified {
    let (cells, seal) = row.split(table);
    if !table.is_sealed() {
        return Verified::Sound { cells, sealed: true };
    }
    let fields: Vec<Field<'_>> = cells.iter().map(Field::from).collect();
    let kept = seal.is_none_or(|seal| seal_of(table, &fields) == seal) && has_named_bytes(table, &cells);
    drop(fields);
    if kept {
        Verified::Sound { cells, sealed: seal.is_some() }
    } else {
        Verified::Damaged(Fault::of_row(table, &cells, CHANGED))
    }
}

/// A verification under way: one step reads one page of rows, so that others get their turn in between.
#[derive(Debug)]
pub struct Verification {
    db: Db,
    connection: AnyConnection,
    /// What is still to be done; the last one comes first.
    tasks: Vec<Task>,
    found: Soundness,
}

#[derive(Debug)]
enum Task {
    Structure,
    Mirror(Table),
    Rows(Pages),
    Blobs(Table),
}

impl Store {
    /// Verifies everything.
    pub async fn verify(&self) -> Result<Soundness, StoreError> {
        let mut verification = self.verification().await?;
        while verification.step().await? {}
        Ok(verification.finish())
    }

    /// Starts a verification that the caller drives step by step.
    pub async fn verification(&self) -> Result<Verification, StoreError> {
        let db = self.db().clone();
        let connection = db.connect().await?;
        Ok(Verification::new(db, connection))
    }
}

impl Verification {
    pub(crate) fn new(db: Db, connection: AnyConnection) -> Self {
        let mut tasks = vec![Task::Structure];
        for table in tables() {
            tasks.push(Task::Mirror(table.clone()));
            tasks.push(Task::Blobs(table.clone()));
            tasks.push(Task::Rows(Pages::new(&table, db.dialect)));
        }
        tasks.reverse();
        let found = Soundness { schema: VERSION, rows: 0, unsealed: 0, faults: Vec::new() };
        Self { db, connection, tasks, found }
    }

    /// Does the next step. False if there is nothing left to do.
    pub async fn step(&mut self) -> Result<bool, StoreError> {
        let Some(task) = self.tasks.pop() else { return Ok(false) };
        let table = match &task {
            Task::Structure => "database",
            Task::Mirror(table) | Task::Blobs(table) => table.name,
            Task::Rows(pages) => pages.table().name,
        };
        if let Err(error) = self.perform(task).await {
            match self.db.error(&error) {
                // Not a property of the data: somebody must try again.
                passing @ (StoreError::Unreachable { .. }
                | StoreError::Busy { .. }
                | StoreError::CannotOpen { .. }
                | StoreError::Gone { .. }) => return Err(passing),
                damage => self.found.faults.push(Fault::of_table(table, damage)),
            }
        }
        Ok(!self.tasks.is_empty())
    }

    pub fn finish(self) -> Soundness {
        self.found
    }

    /// As [`Self::step`], without reading the rows, for a caller who reads them anyway.
    pub(crate) async fn step_over_structure(&mut self) -> Result<bool, StoreError> {
        self.tasks.retain(|task| !matches!(task, Task::Rows(_)));
        self.step().await
    }

    pub(crate) fn into_parts(self) -> (AnyConnection, Vec<Fault>) {
        (self.connection, self.found.faults)
    }

    async fn perform(&mut self, task: Task) -> Result<(), sqlx::Error> {
        let dialect = self.db.dialect;
        match task {
            Task::Structure => {
                if dialect == Dialect::Sqlite {
                    self.found.faults.extend(sqlite_check::faults(&mut self.connection).await?);
                }
            }
            Task::Mirror(table) => {
                if dialect == Dialect::Postgres && !table.is_sealed() {
                    let differs = format!("mirror is distinct from {}", mirror::digest(&table));
                    self.select_faults(&table, &differs, CHANGED).await?;
                }
            }
            Task::Blobs(table) => {
                for (_, column) in PAYLOADS.iter().filter(|(name, _)| *name == table.name) {
                    let name = table.name;
                    let missing = format!(
                        "substr({column}, 1, 1) = '@' and not exists (select 1 from blobs
                         where blobs.owner = {name}.owner and blobs.hash = substr({name}.{column}, 2))"
                    );
                    self.select_faults(&table, &missing, NO_BLOB).await?;
                }
            }
            Task::Rows(mut pages) => {
                if let Some(rows) = pages.next(&mut self.connection).await? {
                    self.verify_rows(pages.table(), rows);
                    self.tasks.push(Task::Rows(pages));
                }
            }
        }
        Ok(())
    }

    fn verify_rows(&mut self, table: &Table, rows: Vec<FullRow>) {
        for row in rows {
            self.found.rows += 1;
            match verify_row(table, row) {
                Verified::Sound { sealed, .. } => self.found.unsealed += u64::from(!sealed),
                Verified::Damaged(fault) => self.found.faults.push(fault),
            }
        }
    }

    /// The rows for which a condition of SQL holds.
    async fn select_faults(&mut self, table: &Table, wrong: &str, cause: &str) -> Result<(), sqlx::Error> {
        let columns: Vec<&str> = table.data_columns().map(|(name, _)| name).collect();
        let sql = format!("select {} from {} where {wrong} limit 100", columns.join(", "), table.name);
        let kinds: Vec<_> = table.data_columns().collect();
        for row in sqlx::query(AssertSqlSafe(sql)).fetch_all(&mut self.connection).await? {
            self.found.faults.push(Fault::of_row(table, &cells(&row, &kinds)?, cause));
        }
        Ok(())
    }
}

/// Columns whose large values are blobs.
const PAYLOADS: [(&str, &str); 5] =
    [("runs", "input"), ("runs", "output"), ("journal", "output"), ("items", "item"), ("records", "value")];

/// The number in the first column of the only row.
pub(crate) async fn number(connection: &mut AnyConnection, sql: String) -> Result<i64, sqlx::Error> {
    sqlx::query(AssertSqlSafe(sql)).fetch_one(connection).await?.try_get(0)
}
