//! Errors of the store, classified by what a person can do about them.

use tutti_core::{Code, Problem};

use crate::Fault;

#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// The file exists but is not a Tutti database, or its pages are damaged.
    #[error("{place} is damaged or is not a Tutti database: {cause}")]
    Corrupt { place: String, cause: String },
    /// The file or its folder cannot be opened or created.
    #[error("{place} cannot be opened: {cause}")]
    CannotOpen { place: String, cause: String },
    /// A restore would mix existing data with the backup.
    #[error("{place} is not empty: its table {table} has rows, and a restore never overwrites")]
    NotEmpty { place: String, table: &'static str },
    /// What is written to a deleted file is lost.
    #[error("{place} was deleted or replaced while it was in use")]
    Gone { place: String },
    #[error("{place} cannot be written: it or its folder is read-only")]
    ReadOnly { place: String },
    /// No space is left. What was committed before is safe.
    #[error("{place} cannot grow: the disk is full ({cause})")]
    DiskFull { place: String, cause: String },
    /// Written by a newer Tutti.
    #[error("{place} has schema version {found}; this Tutti knows versions up to {known}")]
    FutureSchema { place: String, found: i64, known: i64 },
    /// Another process held the write lock too long.
    #[error("{place} is locked by another process")]
    Busy { place: String },
    #[error("the database server at {place} cannot be reached: {cause}")]
    Unreachable { place: String, cause: String },
    /// A stored value cannot be read back.
    #[error("a stored value is damaged: {0}")]
    Damaged(String),
    /// A row that is not what was written.
    #[error("the stored row {key} of {table} is damaged: its content was changed after it was written")]
    DamagedRow { table: &'static str, key: String },
    /// The store or the backup is not what was written.
    #[error("{place} is damaged: {}", list_faults(faults))]
    Unsound { place: String, faults: Vec<Fault> },
    /// A record whose value does not have the type of its collection.
    #[error("the stored record {kind}/{id} cannot be read: {cause}")]
    DamagedRecord { kind: &'static str, id: String, cause: String },
    /// A value that has no JSON, such as a map whose keys are not text.
    #[error("the record {kind}/{id} cannot be written as JSON: {cause}")]
    UnwritableRecord { kind: &'static str, id: String, cause: String },
    /// This process was declared dead and another took over its runs.
    #[error("another process took over the runs of this one")]
    Deposed,
    #[error("the store is closed")]
    Closed,
    #[error("the database refused a statement: {0}")]
    Sql(String),
}

impl StoreError {
    /// Whether what was stored is damaged, so that trying again does not help.
    pub fn is_damage(&self) -> bool {
        matches!(
            self,
            Self::Damaged(_) | Self::DamagedRow { .. } | Self::DamagedRecord { .. } | Self::Unsound { .. }
        )
    }

    pub(crate) fn from_sqlx(place: &str, error: &sqlx::Error) -> Self {
        let place = place.to_owned();
        let cause = error.to_string();
        if let sqlx::Error::Database(db) = error {
            // SQLite codes keep the primary code in the low byte; Postgres codes are five characters.
            let code = db.code().unwrap_or_default().into_owned();
            let primary = code.parse::<u32>().ok().filter(|_| code.len() != 5).map(|c| c & 0xff);
            return match (primary, code.as_str()) {
                (Some(13), _) | (_, "53100") => Self::DiskFull { place, cause },
                (Some(10), _) if is_write_failure(&code) => Self::DiskFull { place, cause },
                (Some(8), _) | (_, "25006") => Self::ReadOnly { place },
                (Some(11 | 26), _) => Self::Corrupt { place, cause },
                (Some(14), _) => Self::CannotOpen { place, cause },
                (Some(5 | 6), _) => Self::Busy { place },
                // The server shuts down or starts, closed the connection, or has no more of them.
                (None, "57P01" | "57P02" | "57P03" | "53300") => Self::Unreachable { place, cause },
                (None, code) if code.starts_with("08") => Self::Unreachable { place, cause },
                _ => Self::Sql(cause),
            };
        }
        match error {
            sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::PoolTimedOut => {
                Self::Unreachable { place, cause }
            }
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => Self::Damaged(cause),
            _ => Self::Sql(cause),
        }
    }
}

/// The first faults, and how many more there are.
fn list_faults(faults: &[Fault]) -> String {
    const SHOWN: usize = 5;
    let mut listed: Vec<String> = faults.iter().take(SHOWN).map(ToString::to_string).collect();
    if faults.len() > SHOWN {
        listed.push(format!("and {} more", faults.len() - SHOWN));
    }
    listed.join("; ")
}

/// Extended SQLite I/O codes of a failed write, truncate or flush: a quota or a full device, as a rule.
fn is_write_failure(code: &str) -> bool {
    matches!(code, "778" | "1034" | "1546" | "4874")
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        let problem = Problem::new(Code::StoreFailed, error.to_string());
        match error {
            StoreError::Corrupt { .. } => problem
                .hint("move the file away and run `tutti restore BACKUP`")
                .hint("the damaged file is left as it is"),
            StoreError::CannotOpen { .. } => problem.hint("choose another folder with `--data DIR`"),
            StoreError::NotEmpty { .. } => Problem { code: Code::Conflict, ..problem }
                .hint("restore into an empty folder with `--data DIR`"),
            StoreError::Gone { .. } => problem
                .hint("put the file back, and work continues")
                .hint("or restart Tutti to use what is there now"),
            StoreError::ReadOnly { .. } => {
                problem.hint("make it writable, or choose another folder with `--data DIR`")
            }
            StoreError::DiskFull { .. } => {
                problem.hint("free some space, then `tutti runs resume`: everything finished so far is kept")
            }
            StoreError::FutureSchema { .. } => {
                problem.hint("use the newer Tutti that wrote it; nothing was changed")
            }
            StoreError::Busy { .. } => problem.hint("wait for the other command to end, then try again"),
            StoreError::Unreachable { .. } => {
                problem.hint("check `store.url` with `tutti config`, and that the server runs")
            }
            StoreError::Unsound { .. } => Problem { code: Code::Damaged, ..problem }
                .hint("restore the last sound backup with `tutti restore BACKUP` into an empty folder")
                .hint("`tutti backup FILE --skip-damaged` saves what is sound and lists the rest"),
            StoreError::DamagedRow { .. } | StoreError::DamagedRecord { .. } | StoreError::Damaged(_) => {
                Problem { code: Code::Damaged, ..problem }
                    .hint("restore a backup with `tutti restore BACKUP`")
            }
            StoreError::UnwritableRecord { .. } => Problem { code: Code::Internal, ..problem },
            StoreError::Deposed => Problem { code: Code::LeaseLost, ..problem },
            StoreError::Closed | StoreError::Sql(_) => problem,
        }
    }
}
