//! Connections: opening, pragmas, the schema version, and the few differences between the two databases.

use std::{
    fs::OpenOptions,
    io,
    path::Path,
    sync::{Arc, OnceLock},
    time::Duration,
};

use sqlx::{
    AnyConnection, AnyPool, AssertSqlSafe, Connection, Executor, Row,
    any::{AnyPoolOptions, AnyRow},
};

use crate::{
    StoreError, StoreUrl, frozen, mirror, private_files,
    schema::{Kind, MIGRATIONS, VERSION, tables},
    seal::Sealer,
    sealing,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// Start of a transaction that will write. SQLite must take its write lock at once: upgrading a read
    /// transaction fails when another process wrote in between.
    pub(crate) fn begin(self) -> &'static str {
        match self {
            Self::Sqlite => "begin immediate",
            Self::Postgres => "begin",
        }
    }

    /// Place `n`, from 1, of a statement with many. SQLite looks a numbered place up by its name, one by one,
    /// which makes a long statement quadratic; it counts unnamed ones by itself.
    pub(crate) fn place(self, n: usize) -> String {
        match self {
            Self::Sqlite => "?".to_owned(),
            Self::Postgres => format!("${n}"),
        }
    }

    /// One consistent snapshot for a long read.
    pub(crate) fn begin_snapshot(self) -> &'static str {
        match self {
            Self::Sqlite => "begin",
            Self::Postgres => "begin isolation level repeatable read",
        }
    }
}

/// With 20 ms between them, ten seconds: as long as any other write waits.
const OPENING_TRIES: u32 = 500;

/// An address with its dialect; makes connections.
#[derive(Debug, Clone)]
pub(crate) struct Db {
    pub(crate) url: StoreUrl,
    pub(crate) dialect: Dialect,
    /// The SQLite file that was opened first. Another one in its place is another store.
    file: Arc<OnceLock<FileId>>,
}

impl Db {
    pub(crate) fn new(url: &StoreUrl) -> Self {
        sqlx::any::install_default_drivers();
        let dialect = match url {
            StoreUrl::Sqlite(_) => Dialect::Sqlite,
            StoreUrl::Postgres(_) => Dialect::Postgres,
        };
        Self { url: url.clone(), dialect, file: Arc::default() }
    }

    pub(crate) fn error(&self, error: &sqlx::Error) -> StoreError {
        StoreError::from_sqlx(&self.url.to_string(), error)
    }

    pub(crate) async fn connect(&self) -> Result<AnyConnection, StoreError> {
        if let StoreUrl::Sqlite(path) = &self.url
            && self.file.get().is_none()
            && let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty())
        {
            private_files::create_folder(folder).map_err(|error| self.cannot_open(&error))?;
        }
        self.create_file();
        let mut connection =
            AnyConnection::connect(&self.address()).await.map_err(|e| self.why_not_opened(&e))?;
        // Two processes that open a new file at once both switch it to write-ahead logging; the loser gets "locked"
        // at once, without the usual wait.
        let mut tries = 1;
        while let Err(error) = prepare(&mut connection, self.dialect).await {
            let error = self.why_not_opened(&error);
            if tries == OPENING_TRIES || !matches!(error, StoreError::Busy { .. }) {
                return Err(error);
            }
            tries += 1;
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        if let StoreUrl::Sqlite(path) = &self.url
            && self.file.get().is_none()
        {
            self.check_definitions(&mut connection).await?;
            if let Some(file) = FileId::of(path) {
                self.file.get_or_init(|| file);
            }
        }
        self.check_file()?;
        Ok(connection)
    }

    /// A new database is created with the mode of a private file, which SQLite gives to its write-ahead log as well.
    /// If that fails, SQLite finds a better reason.
    fn create_file(&self) {
        if let StoreUrl::Sqlite(path) = &self.url
            && self.file.get().is_none()
            && !path.exists()
        {
            let _ = private_files::create_new(path);
        }
    }

    /// For a file that nobody writes to, such as a backup. Nothing is created beside it.
    pub(crate) async fn connect_read_only(&self) -> Result<AnyConnection, StoreError> {
        let address = match &self.url {
            StoreUrl::Sqlite(_) => self.url.for_driver("ro&immutable=true"),
            StoreUrl::Postgres(_) => self.address(),
        };
        let mut connection = AnyConnection::connect(&address).await.map_err(|error| self.error(&error))?;
        self.check_definitions(&mut connection).await?;
        Ok(connection)
    }

    /// The driver panics on a definition that is not text, and whoever waits for it waits for ever.
    async fn check_definitions(&self, connection: &mut AnyConnection) -> Result<(), StoreError> {
        let sql = "select cast(name || tbl_name || coalesce(sql, '') as blob) from sqlite_master";
        let rows = sqlx::query(sql).fetch_all(connection).await.map_err(|error| self.error(&error))?;
        for row in rows {
            let text: Vec<u8> = row.try_get(0).map_err(|error| self.error(&error))?;
            if !text.is_ascii() {
                let cause = "the definition of a table is damaged".to_owned();
                return Err(StoreError::Corrupt { place: self.url.to_string(), cause });
            }
        }
        Ok(())
    }

    /// The address for the driver. Only the first connection may create the file: a later one would put an empty
    /// database in the place of a deleted one.
    fn address(&self) -> String {
        self.url.for_driver(if self.file.get().is_none() { "rwc" } else { "rw" })
    }

    /// Whether the open database is still the one at its address. What is written to a deleted file is lost.
    pub(crate) fn check_file(&self) -> Result<(), StoreError> {
        match (&self.url, self.file.get()) {
            (StoreUrl::Sqlite(path), Some(opened)) if FileId::of(path).as_ref() != Some(opened) => {
                Err(StoreError::Gone { place: self.url.to_string() })
            }
            _ => Ok(()),
        }
    }

    /// Whether a stopped process had the write lock and now continues, so that a write may succeed.
    pub(crate) fn wake_writer(&self) -> bool {
        matches!(&self.url, StoreUrl::Sqlite(path) if frozen::wake_writer(path))
    }

    /// SQLite reports "unable to open" even if it could not write; the system knows better.
    fn why_not_opened(&self, error: &sqlx::Error) -> StoreError {
        match (self.error(error), &self.url) {
            (error @ StoreError::CannotOpen { .. }, StoreUrl::Sqlite(path)) => {
                unwritable(path).map_or(error, |cause| self.cannot_open(&cause))
            }
            (error, _) => error,
        }
    }

    fn cannot_open(&self, cause: &io::Error) -> StoreError {
        let place = self.url.to_string();
        match cause.kind() {
            io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied => {
                StoreError::ReadOnly { place }
            }
            _ => StoreError::CannotOpen { place, cause: cause.to_string() },
        }
    }

    /// A pool for readers; connects when first used.
    pub(crate) fn readers(&self) -> Result<AnyPool, StoreError> {
        let dialect = self.dialect;
        AnyPoolOptions::new()
            .max_connections(4)
            .idle_timeout(Duration::from_mins(1))
            .after_connect(move |connection, _| Box::pin(prepare(connection, dialect)))
            .connect_lazy(&self.address())
            .map_err(|e| self.error(&e))
    }

    /// Migrates an older or empty database to the current schema; refuses a newer one untouched.
    pub(crate) async fn migrate(&self, connection: &mut AnyConnection) -> Result<(), StoreError> {
        if self.version(connection).await? == VERSION {
            return Ok(());
        }
        self.run(connection, self.dialect.begin()).await?;
        if self.dialect == Dialect::Postgres {
            // Two processes may open an empty database at once; "tutti" in hexadecimal is the lock's number.
            self.run(connection, "select pg_advisory_xact_lock(500236121193)").await?;
        }
        let found = self.version(connection).await?;
        for step in MIGRATIONS.iter().skip(found as usize) {
            for statement in *step {
                self.run(connection, statement).await.map_err(|error| self.not_at(found, error))?;
            }
        }
        if found == 0 {
            self.run(connection, "create table meta (key text primary key, value text not null)").await?;
            self.run(connection, "insert into meta (key, value) values ('schema', '0')").await?;
        }
        sqlx::query("update meta set value = $1 where key = 'schema'")
            .bind(VERSION.to_string())
            .execute(&mut *connection)
            .await
            .map_err(|e| self.error(&e))?;
        for table in tables() {
            if table.is_sealed() {
                sealing::seal_all(connection, self.dialect, &table).await.map_err(|e| self.error(&e))?;
                continue;
            }
            for statement in mirror::statements(self.dialect, &table) {
                let made = sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut *connection).await;
                made.map_err(|e| self.error(&e))?;
            }
        }
        self.run(connection, "commit").await
    }

    /// A statement that does not fit the schema means that the database lies about its version.
    fn not_at(&self, version: i64, error: StoreError) -> StoreError {
        match error {
            StoreError::Sql(cause) => StoreError::Corrupt {
                place: self.url.to_string(),
                cause: format!("its schema is not that of version {version}: {cause}"),
            },
            other => other,
        }
    }

    /// 0 for an empty database.
    pub(crate) async fn version(&self, connection: &mut AnyConnection) -> Result<i64, StoreError> {
        let known = match self.dialect {
            Dialect::Sqlite => "select count(*) from sqlite_master where name = 'meta'",
            Dialect::Postgres => {
                "select count(*) from pg_tables where tablename = 'meta' and schemaname = current_schema()"
            }
        };
        let there: i64 = sqlx::query(known)
            .fetch_one(&mut *connection)
            .await
            .and_then(|row| row.try_get(0))
            .map_err(|e| self.error(&e))?;
        if there == 0 {
            return Ok(0);
        }
        let text: String = sqlx::query("select value from meta where key = 'schema'")
            .fetch_one(&mut *connection)
            .await
            .and_then(|row| row.try_get(0))
            .map_err(|e| self.error(&e))?;
        let found: i64 = text.parse().map_err(|_| StoreError::Damaged(format!("schema version `{text}`")))?;
        if found > VERSION {
            return Err(StoreError::FutureSchema { place: self.url.to_string(), found, known: VERSION });
        }
        Ok(found)
    }

    async fn run(&self, connection: &mut AnyConnection, sql: &'static str) -> Result<(), StoreError> {
        sqlx::raw_sql(sql).execute(connection).await.map(|_| ()).map_err(|e| self.error(&e))
    }
}

/// Names a file of this machine, whatever its path.
#[derive(Debug, PartialEq, Eq)]
struct FileId {
    device: u64,
    inode: u64,
}

impl FileId {
    fn of(path: &Path) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        let data = std::fs::metadata(path).ok()?;
        Some(Self { device: data.dev(), inode: data.ino() })
    }
}

/// Why the file or its folder cannot be written to, if so.
fn unwritable(file: &Path) -> Option<io::Error> {
    let opened = OpenOptions::new().append(true).open(file);
    if let Some(error) = opened.err().filter(|error| error.kind() != io::ErrorKind::NotFound) {
        return Some(error);
    }
    let probe = file.with_extension("probe");
    let made = OpenOptions::new().write(true).create_new(true).open(&probe);
    if made.is_ok() {
        let _ = std::fs::remove_file(&probe);
    }
    made.err()
}

async fn prepare(connection: &mut AnyConnection, dialect: Dialect) -> Result<(), sqlx::Error> {
    if dialect == Dialect::Sqlite {
        // FULL: a confirmed commit survives a power cut, not just a killed process.
        sqlx::raw_sql("pragma busy_timeout = 10000; pragma journal_mode = wal; pragma synchronous = full;")
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// A value to be written to a row. A null has a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Cell {
    Null(Kind),
    Int(i64),
    Text(String),
    Bytes(Vec<u8>),
}

impl Cell {
    pub(crate) fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    pub(crate) fn optional_text(text: Option<&str>) -> Self {
        text.map_or(Self::Null(Kind::Text), Self::text)
    }

    pub(crate) fn optional_int(value: Option<i64>) -> Self {
        value.map_or(Self::Null(Kind::Int), Self::Int)
    }
}

/// A stored row as values for another database.
pub(crate) fn cells(row: &AnyRow, columns: &[(&str, Kind)]) -> Result<Vec<Cell>, sqlx::Error> {
    let cell = |i: usize, kind: Kind| {
        Ok(match kind {
            Kind::Int => Cell::optional_int(row.try_get(i)?),
            Kind::Text => Cell::optional_text(row.try_get::<Option<String>, _>(i)?.as_deref()),
            Kind::Bytes => row.try_get::<Option<Vec<u8>>, _>(i)?.map_or(Cell::Null(kind), Cell::Bytes),
        })
    };
    columns.iter().enumerate().map(|(i, (_, kind))| cell(i, *kind)).collect()
}

/// Inserts many rows with few statements. Sizes are powers of two, so that a handful of prepared statements
/// serves every batch: one multi-row insert is twice as fast as one statement per row. Gives back the rows of a
/// `returning` in the suffix. Rows of a sealed table get their seals here.
pub(crate) async fn insert_many(
    connection: &mut AnyConnection,
    dialect: Dialect,
    into: &str,
    suffix: &str,
    mut rows: Vec<Vec<Cell>>,
) -> Result<Vec<AnyRow>, sqlx::Error> {
    let mut into = into.to_owned();
    if let Some(sealer) = Sealer::for_insert(&into) {
        into.insert_str(into.len() - 1, ", seal");
        for row in &mut rows {
            row.push(sealer.seal(row));
        }
    }
    let mut rows = rows.into_iter().peekable();
    let (mut left, mut returned) = (rows.len(), Vec::new());
    while let Some(first) = rows.peek() {
        let (columns, size) = (first.len(), 1 << left.min(128).ilog2());
        let sql = format!("insert into {into} {}{suffix}", values(dialect, size, columns));
        let query = rows.by_ref().take(size).flatten().fold(sqlx::query(AssertSqlSafe(sql)), bind);
        returned.extend(connection.fetch_all(query).await?);
        left -= size;
    }
    Ok(returned)
}

/// `values (…), (…)` with a place for each cell.
pub(crate) fn values(dialect: Dialect, rows: usize, columns: usize) -> String {
    let row = |row| {
        let places: Vec<_> = (1..=columns).map(|column| dialect.place(row * columns + column)).collect();
        format!("({})", places.join(", "))
    };
    format!("values {}", (0..rows).map(row).collect::<Vec<_>>().join(", "))
}

type Query<'q> = sqlx::query::Query<'q, sqlx::Any, sqlx::any::AnyArguments>;

pub(crate) fn bind(query: Query<'_>, cell: Cell) -> Query<'_> {
    match cell {
        Cell::Null(Kind::Int) => query.bind(None::<i64>),
        Cell::Null(Kind::Text) => query.bind(None::<String>),
        Cell::Null(Kind::Bytes) => query.bind(None::<Vec<u8>>),
        Cell::Int(value) => query.bind(value),
        Cell::Text(value) => query.bind(value),
        Cell::Bytes(value) => query.bind(value),
    }
}
