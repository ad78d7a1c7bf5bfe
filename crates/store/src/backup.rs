//! Backup and restore. A backup is itself a SQLite database with today's schema, whatever the store is, so a
//! backup of one kind of store can be restored into the other and opened with any SQLite tool.
//!
//! Everything is verified while it is copied. A backup has a manifest, which is verified before a restore touches
//! anything; reading a backup never changes it.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use sqlx::{AnyConnection, Connection};
use tutti_core::ContentHash;

use crate::{
    Fault, StoreError, StoreUrl,
    db::{Cell, Db, Dialect, insert_many},
    integrity::{Verification, Verified, number, verify_row},
    manifest::{Manifest, Tally},
    pages::{Pages, key_of, owner_of},
    private_files,
    schema::{Kind, Table, VERSION, first_sealed_version, tables, tables_at},
    sqlite_check,
};

/// What was copied, or what a backup contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copied {
    /// How many rows of each table.
    pub rows: Vec<(&'static str, u64)>,
    /// What was damaged and therefore not copied.
    pub left_out: Vec<Fault>,
    /// The digest of the whole; none in a backup by an earlier version.
    pub digest: Option<ContentHash>,
}

impl Copied {
    pub fn total(&self) -> u64 {
        self.rows.iter().map(|(_, rows)| rows).sum()
    }
}

/// What to do with damaged rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damaged {
    /// Copy nothing if anything is damaged.
    Refuse,
    /// Copy the rest.
    LeaveOut,
}

/// Copies everything in `from` into a new file. The file appears whole or not at all.
pub async fn backup(from: &StoreUrl, file: &Path, damaged: Damaged) -> Result<Copied, StoreError> {
    if file.exists() {
        return Err(cannot_open(file, &"it exists already; a backup never overwrites"));
    }
    let source = Db::new(from);
    let mut reading = source.connect().await?;
    source.migrate(&mut reading).await?;
    let partial = file.with_extension("partial");
    remove(&partial).await?;
    let copied = copy_to_backup(&source, reading, &partial, damaged).await;
    if copied.is_err() {
        remove(&partial).await?;
    }
    let copied = copied?;
    tokio::fs::rename(&partial, file).await.map_err(|error| cannot_open(file, &error))?;
    Ok(copied)
}

async fn copy_to_backup(
    source: &Db,
    mut reading: AnyConnection,
    file: &Path,
    damaged: Damaged,
) -> Result<Copied, StoreError> {
    begin_snapshot(source, &mut reading).await?;
    let mut verification = Verification::new(source.clone(), reading);
    while verification.step_over_structure().await? {}
    let (mut reading, faults) = verification.into_parts();
    let mut copying = Copying { source, damaged, faults };
    if damaged == Damaged::Refuse && !copying.faults.is_empty() {
        // All of them are named, those of single rows too.
        let mut rest = Verification::new(source.clone(), reading);
        while rest.step().await? {}
        return Err(StoreError::Unsound { place: source.url.to_string(), faults: rest.finish().faults });
    }
    let target = Db::new(&StoreUrl::Sqlite(file.to_owned()));
    let manifest = copying.copy(&mut reading, &target, true).await?;
    reading.close().await.map_err(|error| source.error(&error))?;
    // What was written is read back once, so that a bad disk is noticed now and not when the backup is needed.
    let written = verify_backup(file).await?;
    if written.digest != Some(manifest.digest()) {
        let fault = Fault::of_table("database", "the file differs from what was written to it");
        return Err(StoreError::Unsound { place: file.display().to_string(), faults: vec![fault] });
    }
    Ok(Copied { left_out: copying.faults, ..written })
}

/// Copies a backup into an empty store, after verifying it.
pub async fn restore(file: &Path, to: &StoreUrl) -> Result<Copied, StoreError> {
    let verified = verify_backup(file).await?;
    let (mut source, mut reading) = open_backup(file).await?;
    let scratch = Scratch(match to {
        StoreUrl::Sqlite(path) => path.with_extension("restoring"),
        StoreUrl::Postgres(_) => {
            std::env::temp_dir().join(format!("tutti-restore-{}.db", std::process::id()))
        }
    });
    if source.version(&mut reading).await? < VERSION {
        reading.close().await.map_err(|error| source.error(&error))?;
        // A backup by an earlier version is brought up to date in a copy.
        source = Db::new(&StoreUrl::Sqlite(scratch.0.clone()));
        private_files::copy(file, &scratch.0).map_err(|error| cannot_open(&scratch.0, &error))?;
        reading = source.connect().await?;
        source.migrate(&mut reading).await?;
    }
    let target = Db::new(to);
    let mut copying = Copying { source: &source, damaged: Damaged::Refuse, faults: Vec::new() };
    copying.copy(&mut reading, &target, false).await?;
    reading.close().await.map_err(|error| source.error(&error))?;
    Ok(verified)
}

/// A file that is deleted when it is no longer needed.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Verifies a backup without restoring or changing it.
pub async fn verify_backup(file: &Path) -> Result<Copied, StoreError> {
    let (source, mut reading) = open_backup(file).await?;
    let unsound = |faults| StoreError::Unsound { place: file.display().to_string(), faults };
    let failed = |error: sqlx::Error| source.error(&error);
    let version = source.version(&mut reading).await?;
    let mut faults = sqlite_check::page_faults(&mut reading).await.map_err(failed)?;
    let manifest = Manifest::read(&mut reading).await.map_err(failed)?;
    let Some(manifest) = manifest else {
        if version >= first_sealed_version() {
            faults.push(Fault::of_table("database", "it has no manifest, so it is not a complete backup"));
        }
        if !faults.is_empty() {
            return Err(unsound(faults));
        }
        let mut rows = Vec::new();
        for table in tables_at(version) {
            let count = number(&mut reading, format!("select count(*) from {}", table.name)).await;
            rows.push((table.name, count.map_err(failed)? as u64));
        }
        return Ok(Copied { rows, left_out: Vec::new(), digest: None });
    };
    let mut tallies = Vec::new();
    for table in tables_at(version) {
        let mut tally = Tally::default();
        let mut pages = Pages::new(&table, Dialect::Sqlite);
        loop {
            match pages.next(&mut reading).await {
                Ok(Some(rows)) => {
                    for row in rows {
                        match verify_row(&table, row) {
                            Verified::Sound { cells, .. } => tally.add(&table, &cells),
                            Verified::Damaged(fault) => faults.push(fault),
                        }
                    }
                }
                Ok(None) => break,
                Err(error) => {
                    faults.push(Fault::of_table(table.name, error));
                    break;
                }
            }
        }
        tallies.push((table.name, tally));
    }
    let found = Manifest::new(&tallies);
    let differ = manifest.differences(&found).into_iter();
    faults.extend(differ.map(|(table, cause)| Fault::of_table(&table, cause)));
    if !faults.is_empty() {
        return Err(unsound(faults));
    }
    let rows = tallies.iter().map(|(name, tally)| (*name, tally.rows)).collect();
    Ok(Copied { rows, left_out: Vec::new(), digest: Some(found.digest()) })
}

/// The first bytes of every SQLite file.
const SQLITE_HEAD: &[u8; 16] = b"SQLite format 3\0";

/// Whether a file has the size that its first page states. SQLite itself treats an empty file as an empty database.
fn check_size(file: &Path) -> Result<(), String> {
    const NO_BACKUP: &str = "it is not a backup";
    let mut head = [0; 100];
    let mut opened = std::fs::File::open(file).map_err(|error| error.to_string())?;
    std::io::Read::read_exact(&mut opened, &mut head).map_err(|_| NO_BACKUP)?;
    if !head.starts_with(SQLITE_HEAD) {
        return Err(NO_BACKUP.into());
    }
    let page = match u64::from(u16::from_be_bytes([head[16], head[17]])) {
        1 => 65_536,
        size => size,
    };
    let stated = page * u64::from(u32::from_be_bytes([head[28], head[29], head[30], head[31]]));
    let size = opened.metadata().map_err(|error| error.to_string())?.len();
    if size == stated {
        return Ok(());
    }
    Err(format!("it is incomplete or altered: it has {size} bytes and should have {stated}"))
}

async fn open_backup(file: &Path) -> Result<(Db, AnyConnection), StoreError> {
    if !file.exists() {
        return Err(cannot_open(file, &"there is no such file"));
    }
    check_size(file).map_err(|cause| StoreError::Corrupt { place: file.display().to_string(), cause })?;
    let db = Db::new(&StoreUrl::Sqlite(file.to_owned()));
    let connection = db.connect_read_only().await?;
    Ok((db, connection))
}

async fn begin_snapshot(source: &Db, reading: &mut AnyConnection) -> Result<(), StoreError> {
    let begun = sqlx::raw_sql(source.dialect.begin_snapshot()).execute(reading).await;
    begun.map(|_| ()).map_err(|error| source.error(&error))
}

/// A copy from one database into an empty one.
struct Copying<'a> {
    source: &'a Db,
    damaged: Damaged,
    /// Found before and during the copy.
    faults: Vec<Fault>,
}

impl Copying<'_> {
    /// Copies all tables in one transaction, with a manifest if the target is a backup.
    async fn copy(
        &mut self,
        reading: &mut AnyConnection,
        target: &Db,
        is_backup: bool,
    ) -> Result<Manifest, StoreError> {
        let mut writing = target.connect().await?;
        let copied = self.copy_tables(reading, &mut writing, target, is_backup).await;
        // Closed in any case, so that nothing but the file is left.
        writing.close().await.map_err(|error| target.error(&error))?;
        copied
    }

    async fn copy_tables(
        &mut self,
        reading: &mut AnyConnection,
        writing: &mut AnyConnection,
        target: &Db,
        is_backup: bool,
    ) -> Result<Manifest, StoreError> {
        target.migrate(writing).await?;
        let write_failed = |error: sqlx::Error| target.error(&error);
        sqlx::raw_sql(target.dialect.begin()).execute(&mut *writing).await.map_err(write_failed)?;
        let mut tallies = Vec::new();
        for table in tables() {
            let count = number(writing, format!("select count(*) from {}", table.name)).await;
            if count.map_err(write_failed)? > 0 {
                return Err(StoreError::NotEmpty { place: target.url.to_string(), table: table.name });
            }
            tallies.push((table.name, self.copy_table(reading, writing, &table, target).await?));
        }
        if self.damaged == Damaged::Refuse && !self.faults.is_empty() {
            let faults = std::mem::take(&mut self.faults);
            return Err(StoreError::Unsound { place: self.source.url.to_string(), faults });
        }
        let manifest = Manifest::new(&tallies);
        if is_backup {
            manifest.write(writing).await.map_err(write_failed)?;
        }
        sqlx::raw_sql("commit").execute(&mut *writing).await.map_err(write_failed)?;
        if target.dialect == Dialect::Sqlite {
            // One file, complete by itself.
            let merged = sqlx::raw_sql("pragma wal_checkpoint(truncate)").execute(writing).await;
            merged.map_err(write_failed)?;
        }
        Ok(manifest)
    }

    async fn copy_table(
        &mut self,
        reading: &mut AnyConnection,
        writing: &mut AnyConnection,
        table: &Table,
        target: &Db,
    ) -> Result<Tally, StoreError> {
        let names: Vec<&str> = table.data_columns().map(|(name, _)| name).collect();
        let into = format!("{} ({})", table.name, names.join(", "));
        let known: HashSet<(String, String)> = self
            .faults
            .iter()
            .filter(|fault| fault.table == table.name && !fault.key.is_empty())
            .map(|fault| (fault.owner.clone(), fault.key.clone()))
            .collect();
        let (mut pages, mut tally) = (Pages::new(table, self.source.dialect), Tally::default());
        loop {
            let rows = match pages.next(reading).await {
                Ok(Some(rows)) => rows,
                Ok(None) => return Ok(tally),
                Err(error) if self.damaged == Damaged::LeaveOut => {
                    let cause = format!("the rest of the table cannot be read: {error}");
                    self.faults.push(Fault::of_table(table.name, cause));
                    return Ok(tally);
                }
                Err(error) => return Err(self.source.error(&error)),
            };
            let mut copies = Vec::with_capacity(rows.len());
            for row in rows {
                match verify_row(table, row) {
                    Verified::Sound { cells, .. } => {
                        if known.contains(&(owner_of(table, &cells), key_of(table, &cells))) {
                            continue;
                        }
                        if let Some(cells) = as_copy(table, cells) {
                            tally.add(table, &cells);
                            copies.push(cells);
                        }
                    }
                    Verified::Damaged(fault) => self.faults.push(fault),
                }
            }
            insert_many(writing, target.dialect, &into, "", copies).await.map_err(|e| target.error(&e))?;
        }
    }
}

/// A row as it is in a copy: no process drives anything there, and nobody is logged in, because a login that has ended
/// since must not come back.
fn as_copy(table: &Table, mut cells: Vec<Cell>) -> Option<Vec<Cell>> {
    let place = |column: &str| table.data_columns().position(|(name, _)| name == column);
    match table.name {
        "runs" => {
            if let (Some(status), Some(worker)) = (place("status"), place("worker")) {
                if cells[status] == Cell::text("running") {
                    cells[status] = Cell::text("queued");
                }
                cells[worker] = Cell::Null(Kind::Text);
            }
        }
        "keys" if place("kind").is_some_and(|kind| cells[kind] != Cell::text("token")) => return None,
        _ => {}
    }
    Some(cells)
}

fn cannot_open(file: &Path, cause: &dyn std::fmt::Display) -> StoreError {
    StoreError::CannotOpen { place: file.display().to_string(), cause: cause.to_string() }
}

async fn remove(file: &Path) -> Result<(), StoreError> {
    match tokio::fs::remove_file(file).await {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(cannot_open(file, &error)),
        _ => Ok(()),
    }
}
